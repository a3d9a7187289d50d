// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expr/NestNames.h"

#include "clang/AST/ASTContext.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/space.h>

using namespace tilepipe;
using namespace clang;

/// 64-bit symbols are taken to be smaller than this in magnitude, so that sums of
/// a few of them are computed without overflow.
static isl::val largestSymbol(isl::ctx Ctx) { return isl::val(Ctx, 1L << 62); }

/// Sums are taken modulo a power of two: in an unsigned type, and no shorter one than operands are promoted to.
static std::string partialType(QualType Type, Reduction::Operator Op, const std::string &Spelling, const ASTContext &AST) {
  if (Type->isRealFloatingType() || (Op != Reduction::Operator::Add && Op != Reduction::Operator::Multiply))
    return Spelling;
  return AST.getTypeSize(Type) <= AST.getTypeSize(AST.IntTy) ? "unsigned int" : "unsigned long long";
}

NestNames::NestNames(const NestSyntax &Syntax, const std::string &Nest)
    : Spaces(Syntax.Isl), Syntax(Syntax), Name(Nest), Reached(universe(0)),
      Context(isl::manage(isl_set_universe(isl_space_params_alloc(ctx().get(), 0)))),
      Members(*this) {
  for (const auto &[V, Target] : Syntax.Privates) {
    std::string Text = V->getNameAsString(), Dims;
    QualType Type = V->getType();
    while (const ConstantArrayType *Array = Syntax.AST.getAsConstantArrayType(Type)) {
      Dims += "[" + std::to_string(Array->getSize().getZExtValue()) + "]";
      Type = Array->getElementType();
    }
    Privates.push_back({Text, spellingOf(Type, V, Text, Syntax.Src.place(Target)), Dims});
  }
  for (const auto &[V, How] : Syntax.Reductions) {
    auto TypeOf = [&](const VarDecl *Of) {
      return fileScopeSpelling(Of->getType().getUnqualifiedType(), Syntax.AST, {Syntax.where(), Of->getNameAsString()});
    };
    Reduction R;
    R.Name = V->getNameAsString();
    R.Type = TypeOf(V);
    R.Partial = partialType(V->getType(), How.Op, R.Type, Syntax.AST);
    R.Op = How.Op;
    R.IsFloating = V->getType()->isRealFloatingType();
    R.Takes = How.Takes;
    R.HasNoSign = How.HasNoSign;
    R.MayFuse = How.MayFuse;
    R.IsReassociated = How.IsReassociated;
    R.IsFloat = V->getType()->isSpecificBuiltinType(BuiltinType::Float);
    for (const VarDecl *W : How.Companions)
      R.Companions.push_back({W->getNameAsString(), TypeOf(W)});
    while (R.isWatched() && !names(Syntax.Shape.Parts[R.StatementIndex].Body, V))
      ++R.StatementIndex;
    if (R.hasRecord())
      leaveToThreads("it accumulates '" + R.Name + "'");
    Reductions.push_back(std::move(R));
  }
}

void NestNames::moveTo(LoopNest &Nest) {
  for (Capture &C : Captures)
    C.Guard = Members.guardOf(C.Name);
  Nest.Context = Context;
  Nest.Symbols = std::move(Symbols);
  Nest.Captures = std::move(Captures);
  Nest.Privates = std::move(Privates);
  Nest.Reductions = std::move(Reductions);
  Nest.TypeNames = std::move(TypeNames);
  Nest.Assumptions = std::move(Assumptions);
  Nest.ThreadsOnlyReason = ThreadsOnlyReason;
}

//--- captures -----------------------------------------------------------------

void NestNames::capture(const VarDecl *V, bool IsInBody, Place At) {
  V = V->getCanonicalDecl();
  auto [It, IsNew] = CaptureOf.try_emplace(V, Captures.size());
  if (!IsNew) {
    Captures[It->second].IsInBody |= IsInBody;
    return;
  }
  std::string Name = V->getNameAsString();
  if (V->getType().isVolatileQualified() || V->getType()->isAtomicType())
    giveUp(refusals::isVolatile(At, Name));
  if (V->isLocalExternDecl())
    giveUp(refusals::localType(At, "'" + Name + "' is declared extern inside the function"));
  Capture C;
  C.Name = C.CallText = Name;
  C.Type = spellingOf(V->getType(), V, Name, At);
  C.IsInBody = IsInBody;
  C.IsReachable = Syntax.isReachable(V);
  Captures.push_back(std::move(C));
}

std::string NestNames::spellingOf(QualType Type, const VarDecl *V, const std::string &Text,
                                    Place At) {
  // Where tiles mean a copy of V, a tag of its name would be that, too.
  const RecordDecl *Record = Type->getAsRecordDecl();
  const bool HasOwnTag = Record && V && Record->getDeclName() == V->getDeclName();
  if (!(isUnnamedRecord(Type) || HasOwnTag) || !V || !isFileScope(V) || Type.isConstQualified())
    return fileScopeSpelling(Type, Syntax.AST, At);
  for (const TypeName &T : TypeNames)
    if (T.Text == "__typeof__(" + Text + ")")
      return T.Name;
  std::string Name = "tp_" + this->Name + "_t" + std::to_string(TypeNames.size());
  TypeNames.push_back({Name, "__typeof__(" + Text + ")"});
  return Name;
}

void NestNames::capture(const EnumConstantDecl *Constant, Place At) {
  Capture C;
  C.Name = C.CallText = Constant->getNameAsString();
  C.Type = fileScopeSpelling(Constant->getType(), Syntax.AST, At);
  if (llvm::none_of(Captures, [&](const Capture &Other) { return Other.Name == C.Name; }))
    Captures.push_back(std::move(C));
}

//--- assumptions --------------------------------------------------------------

/// Convex superset of what Context, the loops read so far and the assumptions leave.
const isl::set &NestNames::assumed() {
  isl::set Started = Context.intersect(Reached.params());
  isl::set Left = Assumed ? Assumed->intersect(Started) : Started;
  for (; NumAssumed < Assumptions.size(); ++NumAssumed)
    Left = without(Left, Assumptions[NumAssumed].Violation);
  isl::set Now = convex(Left);
  // A hull of few constraints may be larger than what it was made of.
  if (Assumed && !Settled.empty() && !Now.is_subset(*Assumed))
    Settled.clear();
  Assumed = std::move(Now);
  return *Assumed;
}

/// A copy to compare: isl sorts what it compares, also where others share it.
static isl::set comparable(const isl::set &Set) {
  isl_set *Copy = Set.copy();
  if (isl_set_is_params(Copy) == isl_bool_true)
    Copy = isl_set_from_params(Copy);
  return isl::manage(isl_set_set_tuple_name(Copy, "tp_asked"));
}

bool NestNames::isSettled(const isl::set &Comparable) const {
  auto [First, Past] = Settled.equal_range(isl_set_get_hash(Comparable.get()));
  return std::any_of(First, Past, [&](const auto &Entry) {
    return isl_set_plain_is_equal(Entry.second.get(), Comparable.get()) == isl_bool_true;
  });
}

/// True when nothing of Possible, which is convex, is outside Violated. May say no where
/// that would take long to find out.
static bool isKnown(const isl::set &Possible, const isl::set &Violated) {
  bool Result = false;
  Violated.foreach_basic_set([&](const isl::basic_set &Part) {
    Result = Result || Possible.is_subset(isl::set(Part));
  });
  // The time for all parts at once grows exponentially with them.
  constexpr int MostParts = 8;
  return Result || (isl_set_n_basic_set(Violated.get()) <= MostParts && Possible.is_subset(Violated));
}

void NestNames::assumeNever(const isl::set &Points, const std::string &Reason,
                              const Refusal &IfAlways) {
  std::vector<isl::set> Asked = {comparable(Points)};
  if (isSettled(Asked.front()) || Points.is_empty())
    return;
  isl::set Violated = isl::set::empty(Context.space()), Bad = Violated;
  for (const Assumption &A : Assumptions)
    Violated = Violated.unite(A.Violation);
  // Parts stay whole: cut to what is new, one falls into many.
  const isl::set &Left = assumed();
  Points.params().foreach_basic_set([&](const isl::basic_set &Part) {
    Asked.push_back(comparable(isl::set(Part)));
    if (isSettled(Asked.back()))
      return;
    isl::set Possible = Left.intersect(isl::set(Part));
    if (!Possible.is_empty() && !isKnown(Possible, Violated))
      Bad = Bad.unite(isl::set(Part));
  });
  auto Settle = [&] {
    for (const isl::set &Set : Asked)
      Settled.emplace(isl_set_get_hash(Set.get()), Set);
  };
  if (Bad.is_empty())
    return Settle();
  // What remains must still start the loops that were read so far.
  isl::set Started = Context.intersect(Reached.params());
  if (Started.is_subset(Violated.unite(Bad)) && !Started.is_subset(Violated))
    giveUp(IfAlways);
  // Where the loops so far do not start there is nothing to decline: the simpler text wins.
  Assumptions.push_back({Bad.gist(Left).coalesce(), Reason});
  Settle();
}

void NestNames::assumeRead(const isl::set &Wrapped, const Place &At) {
  assumeNever(Wrapped, "unsigned or narrowing arithmetic, or a remainder, in '" + At.Text + "'", refusals::wrap(At));
}

void NestNames::constrainSymbol(const std::string &Name, IntRange Range) {
  isl::pw_aff Value = parameterAlone(Name);
  isl_space *Params = isl_space_params_alloc(ctx().get(), 0);
  auto Constant = [&](const isl::val &V) {
    return isl::manage(
        isl_pw_aff_val_on_domain(isl_set_universe(isl_space_copy(Params)), V.copy()));
  };
  isl::val Limit = largestSymbol(ctx());
  if (Range.Bits < 64) {
    constrainContext(Value.ge_set(Constant(Range.min(ctx()))).params());
    constrainContext(Value.le_set(Constant(Range.max(ctx()))).params());
  } else if (!Range.IsUnsigned) {
    constrainContext(Value.ge_set(Constant(Limit.neg())).params());
    constrainContext(Value.le_set(Constant(Limit)).params());
  } else {
    // As a tp_int it may come out negative: that is tested, not taken for granted.
    isl::set Outside = Value.lt_set(Constant(isl::val::zero(ctx())))
                           .unite(Value.gt_set(Constant(Limit)));
    Assumptions.push_back({Outside.params(), "'" + Name + "' is 2^62 or more"});
  }
  isl_space_free(Params);
}
