// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of emitted functions: each is one parameter, between its bounds and on its stride.
//
#include "Executor.h"

#include <isl/set.h>

using namespace tilepipe;
using namespace clang;

struct Executor::Loop {
  const VarDecl *Counter;
  bool IsDown = false; ///< First, Last and Step are of the counter with another sign
  std::optional<Value> First;
  std::optional<Value> Last; ///< counter <= Last
  int64_t Step = 1;
  std::optional<Stride> OfStride;
};

/// S, whose counter is known, is such a loop. False: it steps by a constant.
bool Executor::readStride(const ForStmt *S, Loop &L) {
  auto *Init = dyn_cast_or_null<BinaryOperator>(S->getInit());
  auto *Start = Init ? dyn_cast<CallExpr>(stripped(Init->getRHS())) : nullptr;
  if (!Start || !isCallOf(Start, "tp_stride"))
    return false;
  auto *Next = dyn_cast<BinaryOperator>(S->getInc());
  if (!H.knowsStrides() || Start->getNumArgs() != 3 || !Source.File.isRuntimes(Start->getDirectCallee()) || !Next ||
      Next->getOpcode() != BO_AddAssign || variable(Next->getLHS()) != L.Counter ||
      Source.File.ast().getTypeSize(L.Counter->getType()) != 64 || names(Start->getArg(2), assignedIn(S->getBody())))
    fail(S, "loop that is not understood");
  L.First = number(Start->getArg(0));
  Value Step = number(Start->getArg(2));
  if (!Step.isSame(number(Next->getRHS())))
    fail(S, "loop whose step is not that of its stride");
  L.OfStride = Stride{"", number(Start->getArg(1)), Step};
  return true;
}

/// for (x = First; x + k <= Last; x += Step): the iterations are those with x + k <= Last, for
/// neither x nor Last changes inside. Or for (x = First; x >= Last; x -= Step).
Executor::Loop Executor::header(const ForStmt *S) {
  auto *Bound = dyn_cast_or_null<BinaryOperator>(S->getCond());
  if (!Bound || (Bound->getOpcode() != BO_LE && Bound->getOpcode() != BO_LT && Bound->getOpcode() != BO_GE) || !S->getInc())
    fail(S, "loop that is not understood");
  Loop L;
  L.IsDown = Bound->getOpcode() == BO_GE;
  const Expr *Left = stripped(Bound->getLHS());
  int64_t Ahead = Bound->getOpcode() == BO_LT ? 1 : 0;
  if (auto *Sum = dyn_cast<BinaryOperator>(Left); Sum && Sum->getOpcode() == BO_Add) {
    auto Constant = number(Sum->getRHS()).asConstant();
    if (!Constant)
      fail(S, "loop that is not understood");
    Ahead += *Constant;
    Left = stripped(Sum->getLHS());
  }
  L.Counter = variable(Left);
  if (!L.Counter || !L.Counter->getType()->isIntegerType() || !Bound->getLHS()->getType()->isSignedIntegerType())
    fail(S, "loop that is not understood");
  if (S->getInit()) {
    auto *Init = dyn_cast<BinaryOperator>(S->getInit());
    if (!Init || Init->getOpcode() != BO_Assign || variable(Init->getLHS()) != L.Counter)
      fail(S, "loop that is not understood");
    if (!readStride(S, L))
      L.First = number(Init->getRHS());
  } else if (auto Known = Vars.find(L.Counter); Known != Vars.end() && !Known->second.Left) {
    L.First = Known->second.Number;
  }
  std::set<const VarDecl *> Changing = assignedIn(S->getBody());
  if (Changing.count(L.Counter))
    fail(S, "loop variable that its loop changes");
  Changing.insert(L.Counter);
  if (!L.First || names(Bound->getRHS(), Changing))
    fail(S, "loop that is not understood");
  L.Last = number(Bound->getRHS()) + -Ahead;
  if (L.IsDown) {
    // Below the least number of an unsigned type lies the greatest.
    if (L.OfStride || Ahead || !L.Counter->getType()->isSignedIntegerType())
      fail(S, "loop that is not understood");
    L.First = L.First->times(-1);
    L.Last = L.Last->times(-1);
  }
  if (L.OfStride)
    return L;
  if (auto *Next = dyn_cast<UnaryOperator>(S->getInc())) {
    if (!(L.IsDown ? Next->isDecrementOp() : Next->isIncrementOp()) || variable(Next->getSubExpr()) != L.Counter)
      fail(S, "loop that is not understood");
    return L;
  }
  auto *Next = dyn_cast<BinaryOperator>(S->getInc());
  auto Step = Next ? number(Next->getRHS()).asConstant() : std::nullopt;
  if (!Next || Next->getOpcode() != (L.IsDown ? BO_SubAssign : BO_AddAssign) || variable(Next->getLHS()) != L.Counter ||
      !Step || *Step <= 0)
    fail(S, "loop that is not understood");
  L.Step = *Step;
  return L;
}

/// Where Now is First, First + Step, ...
static isl::set onStride(const Value &Now, const Value &First, int64_t Step,
                         const isl::set &Path) {
  auto IsMultiple = [&](const Value &Distance) {
    return Distance.equals(Distance.floorDivided(Step).times(Step));
  };
  // The greatest of several that lie on one stride lies on it too.
  Value One(First.parts().front());
  bool IsOne = true;
  for (const isl::pw_aff &Other : First.parts())
    IsOne = IsOne && Path.is_subset(IsMultiple(Value(Other) - One));
  return IsMultiple(Now - (IsOne ? One : Value(First.plain())));
}

/// S assigns a lower corner of some box.
static bool setsLo(const Stmt *S) {
  if (auto *Binary = dyn_cast_or_null<BinaryOperator>(S); Binary && Binary->isAssignmentOp())
    if (auto *Element = dyn_cast<ArraySubscriptExpr>(stripped(Binary->getLHS())))
      if (auto *Member = dyn_cast<MemberExpr>(stripped(Element->getBase())))
        if (Member->getMemberDecl()->getName() == "tp_lo")
          return true;
  return S && llvm::any_of(S->children(), [](const Stmt *Child) { return setsLo(Child); });
}

/// for (; tp_strip.tp_lo[d] < end; tp_strip.tp_lo[d] += Step): a box that advances.
bool Executor::strips(const ForStmt *S) {
  auto *Bound = dyn_cast_or_null<BinaryOperator>(S->getCond());
  auto *Next = dyn_cast_or_null<BinaryOperator>(S->getInc());
  if (S->getInit() || !Bound || Bound->getOpcode() != BO_LT || !Next ||
      Next->getOpcode() != BO_AddAssign)
    return false;
  const Expr *Target = stripped(Bound->getLHS());
  Value *Corner = cornerOf(Target);
  if (!Corner || squeezed(Source.File.text(Target)) != squeezed(Source.File.text(Next->getLHS())))
    return false;
  auto *Member = cast<MemberExpr>(stripped(cast<ArraySubscriptExpr>(Target)->getBase()));
  const VarDecl *Box = variable(Member->getBase());
  auto Step = number(Next->getRHS()).asConstant();
  if (!Step || *Step <= 0 || names(Bound->getRHS(), {Box}) || setsLo(S->getBody()))
    fail(S, "loop that is not understood");
  Value First = *Corner, End = number(Bound->getRHS());
  isl::set Before = Path;
  std::string Name = freshParameter();
  Value Now = Value::parameter(Source.ctx(), Name);
  Path = conjunction(conjunction(Path, Now.atLeast(First)), End.atLeast(Now + 1));
  Path = conjunction(Path, onStride(Now, First, *Step, Before));
  *Corner = Now;
  Time.push_back({0, Name});
  run(S->getBody());
  Time.pop_back();
  Boxes.erase(Box);
  Path = Before;
  return true;
}

static bool isWide(QualType Type, const ASTContext &AST) { return Type->isSignedIntegerType() && AST.getTypeSize(Type) == 64; }

/// E is a positive constant.
static bool isPositive(const Expr *E, const ASTContext &AST) {
  std::optional<llvm::APSInt> Number = E->getIntegerConstantExpr(AST);
  return Number && Number->isStrictlyPositive();
}

/// E is a sum of products of variables and numbers, or what emitted bounds are made of. It changes nothing, reads no memory
/// and cannot trap.
static bool isOffset(const Expr *E, const EmittedFile &File) {
  auto IsOffset = [&](const Expr *Part) { return isOffset(Part, File); };
  E = E->IgnoreParenImpCasts();
  if (isa<IntegerLiteral>(E))
    return true;
  if (const VarDecl *V = namedUnconverted<VarDecl>(E))
    return !V->getType().isVolatileQualified();
  if (auto *Cast = dyn_cast<CStyleCastExpr>(E))
    return isWide(Cast->getType(), File.ast()) && IsOffset(Cast->getSubExpr());
  if (auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Minus && IsOffset(Unary->getSubExpr());
  if (auto *Binary = dyn_cast<BinaryOperator>(E))
    return (Binary->isAdditiveOp() || Binary->getOpcode() == BO_Mul) && IsOffset(Binary->getLHS()) && IsOffset(Binary->getRHS());
  auto *Call = dyn_cast<CallExpr>(E);
  const bool IsQuotient = Call && isCallOf(Call, "tp_floord") && isPositive(Call->getArg(1), File.ast());
  return Call && File.isRuntimes(Call->getDirectCallee()) && (IsQuotient || isCallOf(Call, "tp_min") || isCallOf(Call, "tp_max")) &&
         llvm::all_of(Call->arguments(), IsOffset);
}

/// E is the value of a pointer, or the address of a variable.
static bool isAddress(const Expr *E) {
  auto *Unary = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
  const VarDecl *V = namedUnconverted<VarDecl>(Unary && Unary->getOpcode() == UO_AddrOf ? Unary->getSubExpr() : E);
  return V && !V->getType().isVolatileQualified();
}

namespace {
/// Target Opcode Value; null: E is nothing of the kind.
struct Operation {
  const VarDecl *Target = nullptr;
  const Expr *Value = nullptr;

  Operation(const Stmt *E, BinaryOperatorKind Opcode) {
    auto *Binary = dyn_cast_or_null<BinaryOperator>(E);
    if (!Binary || Binary->getOpcode() != Opcode)
      return;
    Target = namedUnconverted<VarDecl>(Binary->getLHS());
    Value = Binary->getRHS();
  }
  bool is(const VarDecl *Left, const VarDecl *Right) const { return Target && Target == Left && namedUnconverted<VarDecl>(Value) == Right; }
};
} // namespace

/// for (x = First, end = tp_first_piece(x, last, ...); x <= last; end = last) for (; x <= end; x++): a row in two pieces. The
/// call returns at most last. So x goes from First to last, each number once, wherever the first piece ends. No text of the
/// user's names `end`: its name is one of ours.
bool Executor::pieces(const ForStmt *S) {
  auto *Init = dyn_cast_or_null<BinaryOperator>(S->getInit());
  if (!Init || Init->getOpcode() != BO_Comma)
    return false;
  const ASTContext &AST = Source.File.ast();
  const Operation Start(Init->getLHS(), BO_Assign), Piece(Init->getRHS(), BO_Assign), Bound(S->getCond(), BO_LE);
  const VarDecl *Counter = Start.Target, *End = Piece.Target, *Last = Bound.Value ? namedUnconverted<VarDecl>(Bound.Value) : nullptr;
  auto *Block = dyn_cast<CompoundStmt>(S->getBody());
  auto *Points = dyn_cast<ForStmt>(Block && Block->size() == 1 ? Block->body_front() : S->getBody());
  auto *Next = Points ? dyn_cast_or_null<UnaryOperator>(Points->getInc()) : nullptr;
  auto *Call = Piece.Value ? dyn_cast<CallExpr>(Piece.Value->IgnoreParenImpCasts()) : nullptr;
  auto IsOwn = [&](const VarDecl *V) { return V->hasLocalStorage() && !isa<ParmVarDecl>(V) && V->getName().starts_with("tp_") && isWide(V->getType(), AST); };
  const bool HasVariables = Counter && End && Last && Counter->getType()->isSignedIntegerType() && Counter->hasLocalStorage() && IsOwn(End) &&
                            IsOwn(Last) && std::set{Counter, End, Last}.size() == 3;
  const bool IsCall = HasVariables && Call && isCallOf(Call, "tp_first_piece") && Source.File.isRuntimes(Call->getDirectCallee()) &&
                      namedUnconverted<VarDecl>(Call->getArg(0)) == Counter && namedUnconverted<VarDecl>(Call->getArg(1)) == Last && isAddress(Call->getArg(2)) &&
                      isOffset(Call->getArg(3), Source.File) && isPositive(Call->getArg(4), AST) && !names(Call, {End});
  const bool IsKnown = IsCall && Bound.is(Counter, Last) && Operation(S->getInc(), BO_Assign).is(End, Last) && Points && !Points->getInit() &&
                       Operation(Points->getCond(), BO_LE).is(Counter, End) && Next && Next->isIncrementOp() && namedUnconverted<VarDecl>(Next->getSubExpr()) == Counter;
  if (!IsKnown || names(Points->getBody(), {End}) || llvm::any_of(assignedIn(Points->getBody()), [&](const VarDecl *V) { return V == Counter || V == Last; }))
    fail(S, "pieces of a row that are not understood");
  Loop L;
  L.Counter = Counter;
  L.First = number(Start.Value);
  L.Last = number(Bound.Value);
  Vars[End] = Binding{};
  turns(L, Points->getBody(), false);
  return true;
}

void Executor::loop(const ForStmt *S, bool IsIndependent) {
  if (!strips(S) && !pieces(S))
    turns(header(S), S->getBody(), IsIndependent);
}

/// The iterations of L.
void Executor::turns(const Loop &L, const Stmt *Body, bool IsIndependent) {
  isl::set Before = Path;
  std::string Name = freshParameter();
  Value Now = Value::parameter(Source.ctx(), Name);
  std::set<const VarDecl *> Changing = assignedIn(Body);
  auto Forget = [&] {
    for (const VarDecl *V : Changing) {
      Vars[V].Number.reset();
      Vars[V].Left.reset();
    }
  };
  Forget();
  Path = conjunction(conjunction(Path, Now.atLeast(*L.First)), L.Last->atLeast(Now));
  if (L.Step != 1)
    Path = conjunction(Path, onStride(Now, *L.First, L.Step, Before));
  assign(L.Counter, L.IsDown ? Now.times(-1) : Now);
  Counters.insert(L.Counter);
  Time.push_back({0, Name, IsIndependent});
  if (L.OfStride)
    Strides.push_back({Name, L.OfStride->First, L.OfStride->Step});
  run(Body);
  if (L.OfStride)
    Strides.pop_back();
  Time.pop_back();
  Counters.erase(L.Counter);
  Forget();
  Path = Before;
  if (L.OfStride || L.IsDown) { // no affine number is left, or none that is asked for
    Vars[L.Counter] = Binding{};
    return;
  }
  Binding Exit;
  Exit.Number = L.First;
  Exit.Left = Binding::Exit{*L.Last, L.Step};
  Vars[L.Counter] = Exit;
}
