// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements that tile functions write later than the body does: variables that take what a copy of the body assigns, and calls
// that store cells of tp_held. HeldValues::checkStored asks whether each element gets its value.
#include "Reading.h"

#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilepipe;
using namespace clang;

const StandIn *HeldValues::standIn(const VarDecl *V) const {
  auto Found = llvm::find_if(Known, [&](const StandIn &Each) { return Each.Variable == V; });
  return V && Found != Known.end() ? &*Found : nullptr;
}

/// __typeof__(A[x]) v;
bool HeldValues::takes(Executor &X, const VarDecl *V) {
  auto *Type = V->getType()->getAs<TypeOfExprType>();
  if (!Type || V->getInit())
    return false;
  if (!V->hasLocalStorage() || V->getType().isLocalConstQualified() || !V->getType()->isArithmeticType() ||
      V->getType().isVolatileQualified())
    Source.File.fail(V, "variable for a value that is not understood");
  const Expr *Of = Type->getUnderlyingExpr()->IgnoreParens();
  if (isa<CallExpr>(Of))
    Source.File.fail(V, "variable for a value that is not understood");
  ElementOf.push_back(elementOf(X, Of));
  Known.push_back({V, Of, true});
  Assigned.erase(V);
  return true;
}

/// Whether V is assigned behind S, given whether it is in front of S; nothing: S may take its value before.
static std::optional<bool> assigned(const Stmt *S, const VarDecl *V, bool IsBefore) {
  if (auto *Block = dyn_cast<CompoundStmt>(S)) {
    std::optional<bool> Now = IsBefore;
    for (const Stmt *Child : Block->body())
      if (Now)
        Now = assigned(Child, V, *Now);
    return Now;
  }
  if (auto *If = dyn_cast<IfStmt>(S)) {
    const std::optional<bool> Then = assigned(If->getThen(), V, IsBefore),
                              Else = If->getElse() ? assigned(If->getElse(), V, IsBefore) : IsBefore;
    if (!Then || !Else || (!IsBefore && names(If->getCond(), {V})))
      return std::nullopt;
    return *Then && *Else;
  }
  auto *Assignment = dyn_cast<BinaryOperator>(S);
  const bool Assigns = Assignment && Assignment->getOpcode() == BO_Assign && Evaluator::variable(Assignment->getLHS()) == V;
  if (!IsBefore && names(Assigns ? Assignment->getRHS() : S, {V}))
    return std::nullopt;
  return IsBefore || Assigns;
}

/// A call of a function that takes and gives numbers alone. It has no other way to the array than a name of its own, which
/// the front end knows of (LoopNest::CalleesNameMemory).
static bool isOfNumbers(const CallExpr *Call) {
  return Call->getDirectCallee() && Call->getType()->isArithmeticType() &&
         llvm::all_of(Call->arguments(), [](const Expr *Each) { return Each->getType()->isArithmeticType(); });
}

/// S has nothing but computation of its own, and does not name Array.
static bool isPlain(const Stmt *S, const ValueDecl *Array) {
  if (!S)
    return true;
  if (auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && Ref->getDecl() == Array)
    return false;
  auto *Call = dyn_cast<CallExpr>(S);
  const bool IsKnown = isa<CompoundStmt, IfStmt, DeclStmt, NullStmt, Expr>(S) && !isa<StmtExpr>(S) &&
                       (!Call || isOfNumbers(Call));
  return IsKnown && llvm::all_of(S->children(), [&](const Stmt *Child) { return isPlain(Child, Array); });
}

static const ValueDecl *baseOf(const Expr *Element) {
  Element = Element->IgnoreParenImpCasts();
  while (auto *Each = dyn_cast<ArraySubscriptExpr>(Element))
    Element = Each->getBase()->IgnoreParenImpCasts();
  auto *Ref = dyn_cast<DeclRefExpr>(Element);
  return Ref ? Ref->getDecl() : nullptr;
}

/// The rest of Block from First on assigns the variable, whatever its conditions say, before it takes its value. And it does not
/// touch the array: memory does not have what the scope has written.
void HeldValues::checkTaken(const CompoundStmt *Block, unsigned First, const StandIn &Of) const {
  llvm::ArrayRef<Stmt *> Copy(const_cast<Stmt **>(Block->body_begin()) + First, Block->size() - First);
  std::optional<bool> IsAssigned = false;
  for (const Stmt *S : Copy)
    if (IsAssigned)
      IsAssigned = assigned(S, Of.Variable, *IsAssigned);
  if (!IsAssigned || !*IsAssigned || Source.Nest.CalleesNameMemory || !llvm::all_of(Copy, [&](const Stmt *S) { return isPlain(S, baseOf(Of.Of)); }))
    Source.File.fail(Block, "copy of the body that may leave an element as it was");
}

/// E is spelled `sizeof *Of`, or with more asterisks.
static bool isSizeOf(const ASTContext &AST, const Expr *E, const Expr *Of, unsigned Asterisks) {
  auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(E->IgnoreParenImpCasts());
  if (!Size || Size->getKind() != UETT_SizeOf || Size->isArgumentType())
    return false;
  const Expr *Argument = Size->getArgumentExpr()->IgnoreParenImpCasts();
  for (; Asterisks > 0; --Asterisks) {
    auto *Deref = dyn_cast<UnaryOperator>(Argument);
    if (!Deref || Deref->getOpcode() != UO_Deref)
      return false;
    Argument = Deref->getSubExpr()->IgnoreParenImpCasts();
  }
  llvm::FoldingSetNodeID A, B;
  Argument->Profile(A, AST, true);
  Of->IgnoreParenImpCasts()->Profile(B, AST, true);
  return A == B;
}

/// The third and fourth argument of Call are the bytes from row to row, and of an element.
bool HeldValues::areStrides(Executor &X, const CallExpr *Call, const Expr *Rows) const {
  const ASTContext &AST = Source.File.ast();
  if (isSizeOf(AST, Call->getArg(2), Rows, 1) && isSizeOf(AST, Call->getArg(3), Rows, 2))
    return true;
  const tilepipe::Array &A = Source.Nest.Arrays[*ArrayIndex];
  auto *Product = dyn_cast<BinaryOperator>(stripped(Call->getArg(2)));
  const std::optional<int64_t> Size = int64_t(A.ElementSize);
  return A.DeclaredDims.empty() && isa<DeclRefExpr>(Rows) && Product && Product->getOpcode() == BO_Mul &&
         AST.getTypeSize(Product->getType()) == 64 && isExtent(X, Product->getLHS(), A.Extents.back()) &&
         X.number(Product->getRHS()).asConstant() == Size && X.number(Call->getArg(3)).asConstant() == Size;
}

/// As in tilepipe/runtime.h: rows of all lanes, bytes of an element of each lane, bytes of a row in a call.
static constexpr int64_t RowsOfRing = 128, BytesOfLanes = 128, BytesOfCall = 64;

/// tp_from_ring(&late, rows, sizeof *rows, sizeof **rows, tp_held, sizeof *tp_held, lines, rows of a lane, first row, first and
/// last column and line), as tilepipe/runtime.h says. Each element is a read of its cell of which memory gets the value.
void HeldValues::storeElements(Executor &X, const CallExpr *Call, const VarDecl *Kept) {
  const ASTContext &AST = Source.File.ast();
  if (Late && Late != Kept)
    X.fail(Call, "store of elements that is not understood");
  Late = Kept;
  const Expr *Rows = stripped(Call->getArg(1));
  const ConstantArrayType *Lines = AST.getAsConstantArrayType(Array->getType());
  auto ElementType = [&](QualType T) {
    while (T->isPointerType() || T->isArrayType())
      T = T->isPointerType() ? T->getPointeeType() : AST.getAsArrayType(T)->getElementType();
    return AST.getCanonicalType(T).getUnqualifiedType();
  };
  const int64_t Size = ArrayIndex ? int64_t(Source.Nest.Arrays[*ArrayIndex].ElementSize) : 0;
  const int64_t LanesOfRing = Size == 4 || Size == 8 ? BytesOfLanes / Size : 0;
  const auto Ring = Call->getArg(6)->getIntegerConstantExpr(AST), Height = Call->getArg(7)->getIntegerConstantExpr(AST);
  auto Number = [&](unsigned I) { return X.exactNumber(Call->getArg(I)); };
  if (!Source.File.isRuntimes(Call->getDirectCallee()) || LanesOfRing == 0 || ElementType(Rows->getType()) != ElementType(Array->getType()) ||
      !areStrides(X, Call, Rows) || !isSizeOf(AST, Call->getArg(5), stripped(Call->getArg(4)), 1) || !Ring || !Height ||
      Ring->getExtValue() != int64_t(Lines->getSize().getZExtValue()) || Height->getExtValue() < 1 ||
      Height->getExtValue() * LanesOfRing > RowsOfRing ||
      !conjunction(X.Path, Source.Known).is_subset((Number(11) + (BytesOfCall / Size - 1)).atLeast(Number(12))))
    X.fail(Call, "store of elements that is not understood");
  auto Fresh = [&] { return Value::parameter(Source.ctx(), X.freshParameter()); };
  const Value Row = Fresh(), Lane = Fresh(), Line = Fresh(); // Row: of the lane
  const int64_t Count = Ring->getExtValue();
  const Value Zero = Value::constant(Source.ctx(), 0), LastLane = Value::constant(Source.ctx(), LanesOfRing - 1);
  const Value Column = Number(9) + Line + Lane - LastLane;
  isl::set Where = X.Path;
  for (const auto &[Of, First, Last] : {std::tuple(Row, Zero, Value::constant(Source.ctx(), Height->getExtValue() - 1)),
                                        std::tuple(Lane, Zero, LastLane), std::tuple(Column, Number(9), Number(10)),
                                        std::tuple(Line, Number(11), Number(12))})
    Where = conjunction(conjunction(Where, Of.atLeast(First)), Last.atLeast(Of));
  const Value Place = Line + 1;
  const std::vector<Value> Cell = {Place - Place.floorDivided(Count).times(Count), (Row + 1).times(LanesOfRing) + Lane};
  std::vector<Value> Element = elementsRow(X, Rows);
  Element.push_back(Number(8) + (LastLane - Lane).times(Height->getExtValue()) + Row);
  Element.push_back(Column);
  if (!ArrayIndex || Element.size() != Source.Nest.Arrays[*ArrayIndex].Extents.size() || !Where.is_subset(Line.atLeast(Zero)))
    X.fail(Call, "store of elements that is not understood");
  Reads.push_back({Call, Where, X.Time, Cell, Element});
  Stored.push_back(Reads.back());
  Rings.push_back({Call, X.Path, X.Time, {}, {Number(11), Number(12) + 1, Number(10) - Number(9) + LanesOfRing}});
}
