//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "expr/NestBuilder.h"

#include "clang/AST/ASTContext.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/space.h>

using namespace tilepipe;
using namespace clang;

/// 64-bit symbols are taken to be smaller than this in magnitude, so that sums of
/// a few of them are computed without overflow.
static isl::val largestSymbol(isl::ctx Ctx) { return isl::val(Ctx, 1L << 62); }

NestBuilder::NestBuilder(const IslContext &Isl, const ASTContext &AST, const SourceText &Src,
                         const VariableUses &FunctionUses)
    : AST(AST), Src(Src), FunctionUses(FunctionUses), Isl(Isl) {
  Nest.Context = isl::manage(isl_set_universe(isl_space_params_alloc(ctx().get(), 0)));
  Nest.Prefix.push_back(universe(0));
}

//--- spaces -------------------------------------------------------------------

static isl_space *spaceOf(isl::ctx Ctx, unsigned Depth) {
  return isl_space_set_tuple_name(isl_space_set_alloc(Ctx.get(), 0, Depth), isl_dim_set, "S");
}

isl::set NestBuilder::universe(unsigned Depth) const {
  return isl::manage(isl_set_universe(spaceOf(ctx(), Depth)));
}

isl::pw_aff NestBuilder::constant(unsigned Depth, const isl::val &Value) const {
  return isl::manage(isl_pw_aff_val_on_domain(universe(Depth).release(), Value.copy()));
}

isl::pw_aff NestBuilder::constant(unsigned Depth, int64_t Value) const {
  return constant(Depth, isl::val(ctx(), Value));
}

isl::pw_aff NestBuilder::coordinate(unsigned Depth, unsigned D) const {
  isl_local_space *Space = isl_local_space_from_space(spaceOf(ctx(), Depth));
  return isl::manage(isl_pw_aff_var_on_domain(Space, isl_dim_set, D));
}

isl::pw_aff NestBuilder::parameter(unsigned Depth, const std::string &Name) const {
  isl_space *Space = isl_space_add_param_id(
      spaceOf(ctx(), Depth), isl_id_alloc(ctx().get(), Name.c_str(), nullptr));
  return isl::manage(
      isl_pw_aff_var_on_domain(isl_local_space_from_space(Space), isl_dim_param, 0));
}

isl::pw_aff NestBuilder::parameterAlone(const std::string &Name) const {
  isl_space *Space = isl_space_add_param_id(
      isl_space_params_alloc(ctx().get(), 0), isl_id_alloc(ctx().get(), Name.c_str(), nullptr));
  return isl::manage(
      isl_pw_aff_var_on_domain(isl_local_space_from_space(Space), isl_dim_param, 0));
}

isl::pw_aff NestBuilder::embed(const isl::pw_aff &Value, unsigned Depth) const {
  unsigned Have = isl_pw_aff_dim(Value.get(), isl_dim_in);
  assert(Have <= Depth && "embedding only adds coordinates");
  if (Have == Depth)
    return Value;
  isl_pw_aff *Raw = isl_pw_aff_add_dims(Value.copy(), isl_dim_in, Depth - Have);
  return isl::manage(
      isl_pw_aff_set_tuple_id(Raw, isl_dim_in, isl_id_alloc(ctx().get(), "S", nullptr)));
}

isl::set NestBuilder::embed(const isl::set &Set, unsigned Depth) const {
  unsigned Have = dims(Set);
  assert(Have <= Depth && "embedding only adds coordinates");
  if (Have == Depth)
    return Set;
  isl_set *Raw = isl_set_add_dims(Set.copy(), isl_dim_set, Depth - Have);
  return isl::manage(isl_set_set_tuple_name(Raw, "S"));
}

//--- names --------------------------------------------------------------------

std::optional<unsigned> NestBuilder::loopOf(const VarDecl *V) const {
  for (unsigned D = 0; D < Headers.size(); ++D)
    if (Headers[D].Iterator == V)
      return D;
  return std::nullopt;
}

bool NestBuilder::isDeclaredInBody(const VarDecl *V) const {
  return InlinedLocals.count(V) || Privates.count(V) || OwnDecls.count(V);
}

bool NestBuilder::changes(const Stmt *S) const {
  auto *Ref = dyn_cast<DeclRefExpr>(S);
  auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  bool Found = V && (loopOf(V) || isDeclaredInBody(V));
  forEachChild(S, [&](const Stmt *Child) { Found = Found || changes(Child); });
  return Found;
}

bool NestBuilder::isDeclaredBefore(const FunctionDecl *F) const {
  return llvm::any_of(F->redecls(), [&](const FunctionDecl *D) {
    return D->getLexicalDeclContext()->isTranslationUnit() &&
           Src.isBefore(D->getLocation(), Nest.InsertAt);
  });
}

void NestBuilder::addCalledGlobal(const VarDecl *V) {
  if (!llvm::is_contained(CalledGlobals, V->getCanonicalDecl()))
    CalledGlobals.push_back(V->getCanonicalDecl());
}

void NestBuilder::capture(const VarDecl *V, bool IsInBody, Place At) {
  V = V->getCanonicalDecl();
  auto [It, IsNew] = CaptureOf.try_emplace(V, Nest.Captures.size());
  if (!IsNew) {
    Nest.Captures[It->second].IsInBody |= IsInBody;
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
  C.IsReachable = isGlobal(V) || FunctionUses.isAddressTaken(V);
  Nest.Captures.push_back(std::move(C));
}

void NestBuilder::addPrivate(const VarDecl *V, Place At) {
  std::string Name = V->getNameAsString();
  Privates.insert(V);
  Nest.Privates.push_back({Name, spellingOf(V->getType(), V, Name, At)});
}

std::string NestBuilder::spellingOf(QualType Type, const VarDecl *V, const std::string &Text,
                                    Place At) {
  if (!isUnnamedRecord(Type) || !V || !isFileScope(V) || Type.isConstQualified())
    return fileScopeSpelling(Type, AST, At);
  for (const TypeName &T : Nest.TypeNames)
    if (T.Text == "__typeof__(" + Text + ")")
      return T.Name;
  std::string Name = "tp_" + Nest.Name + "_t" + std::to_string(Nest.TypeNames.size());
  Nest.TypeNames.push_back({Name, "__typeof__(" + Text + ")"});
  return Name;
}

void NestBuilder::capture(const EnumConstantDecl *Constant, Place At) {
  Capture C;
  C.Name = C.CallText = Constant->getNameAsString();
  C.Type = fileScopeSpelling(Constant->getType(), AST, At);
  if (llvm::none_of(Nest.Captures, [&](const Capture &Other) { return Other.Name == C.Name; }))
    Nest.Captures.push_back(std::move(C));
}

//--- assumptions --------------------------------------------------------------

/// Convex superset of what Context, the loops read so far and the assumptions leave.
const isl::set &NestBuilder::assumed() {
  isl::set Started = Nest.Context.intersect(Nest.Prefix.back().params());
  isl::set Left = Assumed ? Assumed->intersect(Started) : Started;
  for (; NumAssumed < Nest.Assumptions.size(); ++NumAssumed)
    Left = without(Left, Nest.Assumptions[NumAssumed].Violation);
  Assumed = convex(Left);
  return *Assumed;
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

void NestBuilder::assumeNever(const isl::set &Points, const std::string &Reason,
                              const Refusal &IfAlways) {
  if (Points.is_empty())
    return;
  isl::set Violated = isl::set::empty(Nest.Context.space()), Bad = Violated;
  for (const Assumption &A : Nest.Assumptions)
    Violated = Violated.unite(A.Violation);
  // Parts stay whole: cut to what is new, one falls into many.
  const isl::set &Left = assumed();
  Points.params().foreach_basic_set([&](const isl::basic_set &Part) {
    isl::set Possible = Left.intersect(isl::set(Part));
    if (!Possible.is_empty() && !isKnown(Possible, Violated))
      Bad = Bad.unite(isl::set(Part));
  });
  if (Bad.is_empty())
    return;
  // What remains must still start the loops that were read so far.
  isl::set Started = Nest.Context.intersect(Nest.Prefix.back().params());
  if (Started.is_subset(Violated.unite(Bad)) && !Started.is_subset(Violated))
    giveUp(IfAlways);
  // Where the loops so far do not start there is nothing to decline: the simpler text wins.
  Nest.Assumptions.push_back({Bad.gist(Left).coalesce(), Reason});
}

void NestBuilder::constrainSymbol(const std::string &Name, IntRange Range) {
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
    Nest.Assumptions.push_back({Outside.params(), "'" + Name + "' is 2^62 or more"});
  }
  isl_space_free(Params);
}
