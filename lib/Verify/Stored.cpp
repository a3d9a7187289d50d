// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements that tile functions write later than the body does: variables that take what a copy of the body assigns.
#include "Reading.h"

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

/// Whether V is assigned behind S, given whether it is in front of S; nothing: S may take its value before, and it has none.
static std::optional<bool> assigned(const Stmt *S, const VarDecl *V, bool IsBefore, bool HasValue) {
  if (auto *Block = dyn_cast<CompoundStmt>(S)) {
    std::optional<bool> Now = IsBefore;
    for (const Stmt *Child : Block->body())
      if (Now)
        Now = assigned(Child, V, *Now, HasValue);
    return Now;
  }
  if (auto *If = dyn_cast<IfStmt>(S)) {
    const std::optional<bool> Then = assigned(If->getThen(), V, IsBefore, HasValue),
                              Else = If->getElse() ? assigned(If->getElse(), V, IsBefore, HasValue) : IsBefore;
    if (!Then || !Else || (!IsBefore && !HasValue && names(If->getCond(), {V})))
      return std::nullopt;
    return *Then && *Else;
  }
  auto *Assignment = dyn_cast<BinaryOperator>(S);
  const bool Assigns = Assignment && Assignment->getOpcode() == BO_Assign && Evaluator::variable(Assignment->getLHS()) == V;
  if (!IsBefore && !HasValue && names(Assigns ? Assignment->getRHS() : S, {V}))
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
  // One that begins with the element's value may be taken at once. It is asked of all the same whether it is assigned.
  const bool HasValue = Of.Variable->getInit() != nullptr;
  std::optional<bool> IsAssigned = false;
  for (const Stmt *S : Copy)
    if (IsAssigned)
      IsAssigned = assigned(S, Of.Variable, *IsAssigned, HasValue);
  if (!IsAssigned || !*IsAssigned || Source.Nest.CalleesNameMemory || !llvm::all_of(Copy, [&](const Stmt *S) { return isPlain(S, baseOf(Of.Of)); }))
    Source.File.fail(Block, "copy of the body that may leave an element as it was");
}
