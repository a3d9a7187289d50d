// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax/ElementScalars.h"

#include "syntax/Syntax.h"
#include "syntax/Types.h"

using namespace tilepipe;
using namespace clang;

/// Calls F for the variables that S declares.
static void forEachDeclared(const Stmt *S, llvm::function_ref<void(const VarDecl *)> F) {
  if (auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (auto *V = dyn_cast<VarDecl>(D))
        F(V);
  forEachChild(S, [&](const Stmt *Child) { forEachDeclared(Child, F); });
}

static unsigned timesDeclared(const Stmt *S, llvm::StringRef Name) {
  unsigned Times = 0;
  forEachDeclared(S, [&](const VarDecl *V) { Times += V->getName() == Name; });
  return Times;
}

/// Some statement of S may end it before its end.
static bool mayLeave(const Stmt *S) {
  return isa<BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, ReturnStmt, LabelStmt, SwitchStmt, StmtExpr, AsmStmt>(S) ||
         anyChild(S, mayLeave);
}

/// V of "... = v;" where V has the type of what is assigned to; null: S is another statement.
static const VarDecl *assignedTo(const Expr *&Element, const Stmt *S) {
  auto *Assignment = dyn_cast<BinaryOperator>(S);
  if (!Assignment || Assignment->getOpcode() != BO_Assign)
    return nullptr;
  auto *Value = dyn_cast<ImplicitCastExpr>(Assignment->getRHS()->IgnoreParens());
  auto *Ref = Value && Value->getCastKind() == CK_LValueToRValue ? dyn_cast<DeclRefExpr>(Value->getSubExpr()->IgnoreParens()) : nullptr;
  auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  Element = Assignment->getLHS()->IgnoreParens();
  const QualType Type = Element->getType();
  if (!V || !isa<ArraySubscriptExpr>(Element) || Type.isVolatileQualified() || V->getType().isVolatileQualified() ||
      Type.getCanonicalType().getUnqualifiedType() != V->getType().getCanonicalType().getUnqualifiedType())
    return nullptr;
  return VariableUses::canonical(V);
}

/// All names of Element are variables that keep their values in Body, and mean the same everywhere in it. The array's is named
/// nowhere else in Nest.
static bool isSteady(const Expr *Element, const Stmt *Body, const Stmt *Nest) {
  const Expr *Base = Element;
  while (auto *Each = dyn_cast<ArraySubscriptExpr>(Base->IgnoreParenImpCasts()))
    Base = Each->getBase();
  auto *Ref = dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts());
  auto *Array = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Array || timesNamed(Nest, VariableUses::canonical(Array)) != 1)
    return false;
  const VariableUses Here(Body);
  std::set<const VarDecl *> Named;
  collectVariables(Element, Named);
  auto IsSteady = [&](const VarDecl *V) {
    const bool IsFixed = V->getType()->isArrayType() ? V == VariableUses::canonical(Array) : Here.isFixed(V);
    return IsFixed && timesDeclared(Body, V->getName()) == 0;
  };
  auto IsKnown = [&](const Stmt *S, auto &&Again) -> bool {
    auto *Name = dyn_cast<DeclRefExpr>(S);
    return !isa<CallExpr, MemberExpr>(S) && (!Name || isa<VarDecl, EnumConstantDecl>(Name->getDecl())) &&
           allChildren(S, [&](const Stmt *Child) { return Again(Child, Again); });
  };
  return IsKnown(Element, IsKnown) && llvm::all_of(Named, IsSteady);
}

/// S is the declaration of V with a value, or "v = ...;" where V is declared outside of Outermost and each iteration of For has a
/// value of its own.
static bool sets(const Stmt *S, const VarDecl *V, const ForStmt *For, const ForStmt *Outermost, const VariableUses &Uses, Liveness &Live) {
  if (auto *Declaration = dyn_cast<DeclStmt>(S))
    return Declaration->isSingleDecl() && Declaration->getSingleDecl() == V && V->getInit() && timesDeclared(Outermost, V->getName()) == 1;
  auto *Assignment = dyn_cast<BinaryOperator>(S);
  auto *Ref = Assignment && Assignment->getOpcode() == BO_Assign ? dyn_cast<DeclRefExpr>(Assignment->getLHS()->IgnoreParens()) : nullptr;
  return Ref && VariableUses::canonical(cast<VarDecl>(Ref->getDecl())) == V && timesNamed(S, V) == 1 &&
         timesDeclared(Outermost, V->getName()) == 0 && timesNamed(For->getBody(), V) == timesNamed(Outermost, V) &&
         isPrivate(V, For, Uses, Live);
}

static void findIn(const ForStmt *For, const ForStmt *Outermost, const VariableUses &Uses, Liveness &Live, ElementScalars &Found) {
  auto *Body = dyn_cast<CompoundStmt>(For->getBody());
  if (!Body)
    return;
  const std::vector<const Stmt *> All(Body->body_begin(), Body->body_end());
  for (size_t Last = 0; Last < All.size(); ++Last) {
    const Expr *Element = nullptr;
    const VarDecl *V = assignedTo(Element, All[Last]);
    auto IsOfV = [&](const Stmt *S) {
      auto *Declaration = dyn_cast<DeclStmt>(S);
      return names(S, V) || (Declaration && llvm::is_contained(Declaration->decls(), V));
    };
    const size_t First = V ? llvm::find_if(All, IsOfV) - All.begin() : Last;
    if (First >= Last || !V->hasLocalStorage() || !isElementType(V->getType()) || Uses.isAddressTaken(V) || mayLeave(Body) ||
        !sets(All[First], V, For, Outermost, Uses, Live))
      continue;
    bool IsInLoop = false, IsBehind = false;
    for (size_t I = First + 1; I < All.size(); ++I) {
      IsInLoop |= I < Last && isa<ForStmt>(All[I]) && names(All[I], V);
      IsBehind |= I > Last && names(All[I], V);
    }
    if (IsInLoop && !IsBehind && timesNamed(All[Last], V) == 1 && isSteady(Element, Body, Outermost))
      Found[V] = {For, All[First], Element};
  }
}

static void findBelow(const Stmt *S, const ForStmt *Outermost, const VariableUses &Uses, Liveness &Live, ElementScalars &Found) {
  if (auto *For = dyn_cast<ForStmt>(S))
    findIn(For, Outermost, Uses, Live, Found);
  forEachChild(S, [&](const Stmt *Child) { findBelow(Child, Outermost, Uses, Live, Found); });
}

ElementScalars tilepipe::findElementScalars(const ForStmt *Outermost, const VariableUses &Uses, Liveness &Live) {
  ElementScalars Found;
  findBelow(Outermost, Outermost, Uses, Live, Found);
  return Found;
}
