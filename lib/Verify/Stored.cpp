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

/// The second and third argument of Call are the bytes from row to row, and of an element.
bool HeldValues::areStrides(Executor &X, const CallExpr *Call, const Expr *Rows) const {
  const ASTContext &AST = Source.File.ast();
  if (isSizeOf(AST, Call->getArg(1), Rows, 1) && isSizeOf(AST, Call->getArg(2), Rows, 2))
    return true;
  const tilepipe::Array &A = Source.Nest.Arrays[*ArrayIndex];
  auto *Product = dyn_cast<BinaryOperator>(stripped(Call->getArg(1)));
  const std::optional<int64_t> Size = int64_t(A.ElementSize);
  return A.DeclaredDims.empty() && isa<DeclRefExpr>(Rows) && Product && Product->getOpcode() == BO_Mul &&
         AST.getTypeSize(Product->getType()) == 64 && isExtent(X, Product->getLHS(), A.Extents.back()) &&
         X.number(Product->getRHS()).asConstant() == Size && X.number(Call->getArg(2)).asConstant() == Size;
}

/// tp_from_ring(rows, sizeof *rows, sizeof **rows, tp_held, sizeof *tp_held, lines, origins, first and last rows, columns and
/// lines), as tilepipe/runtime.h says. Each element is a read of its cell of which memory gets the value.
bool HeldValues::storeElements(Executor &X, const CallExpr *Call) {
  if (!isCallOf(Call, "tp_from_ring"))
    return false;
  const ASTContext &AST = Source.File.ast();
  const Expr *Rows = stripped(Call->getArg(0));
  const ConstantArrayType *Lines = Array ? AST.getAsConstantArrayType(Array->getType()) : nullptr;
  auto ElementType = [&](QualType T) {
    while (T->isPointerType() || T->isArrayType())
      T = T->isPointerType() ? T->getPointeeType() : AST.getAsArrayType(T)->getElementType();
    return AST.getCanonicalType(T).getUnqualifiedType();
  };
  const auto Ring = Call->getArg(5)->getIntegerConstantExpr(AST);
  auto Number = [&](unsigned I) { return X.exactNumber(Call->getArg(I)); };
  if (!Source.File.isRuntimes(Call->getDirectCallee()) || !Lines || !ArrayIndex || Evaluator::variable(Call->getArg(3)) != Array ||
      ElementType(Rows->getType()) != ElementType(Array->getType()) || !areStrides(X, Call, Rows) ||
      !isSizeOf(AST, Call->getArg(4), stripped(Call->getArg(3)), 1) || !Ring || Ring->getExtValue() != int64_t(Lines->getSize().getZExtValue()))
    X.fail(Call, "store of elements that is not understood");
  const Value Origin0 = Number(6), Origin1 = Number(7);
  const std::string RowName = X.freshParameter(), LineName = X.freshParameter();
  const Value Row = Value::parameter(Source.ctx(), RowName), Line = Value::parameter(Source.ctx(), LineName);
  const Value Lane = Origin0 - Row, Column = Line + Lane + Origin1;
  isl::set Where = X.Path;
  for (auto [Of, I] : {std::pair(Row, 8u), std::pair(Column, 10u), std::pair(Line, 12u)})
    Where = conjunction(conjunction(Where, Of.atLeast(Number(I))), Number(I + 1).atLeast(Of));
  const Value Place = Line + 2;
  const int64_t Count = Ring->getExtValue();
  std::vector<Value> Cell = {Place - Place.floorDivided(Count).times(Count), Lane};
  std::vector<Value> Element = elementsRow(X, Rows);
  Element.push_back(Row);
  Element.push_back(Column);
  if (!ArrayIndex || Element.size() != Source.Nest.Arrays[*ArrayIndex].Extents.size() ||
      !Where.is_subset(Line.atLeast(Value::constant(Source.ctx(), 0))))
    X.fail(Call, "store of elements that is not understood");
  Reads.push_back({Call, Where, X.Time, Cell, Element});
  Stored.push_back(Reads.back());
  return true;
}
