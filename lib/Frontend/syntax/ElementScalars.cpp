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

namespace {
/// "c[i][j] = ... v ...;"
struct Assigned {
  const ArraySubscriptExpr *Element = nullptr; ///< null: another statement
  const Expr *Value = nullptr;
  std::set<const VarDecl *> Variables = {}; ///< of Value, with the element's type
};
} // namespace

static Assigned assignedBy(const Stmt *S) {
  auto *Assignment = dyn_cast<BinaryOperator>(S);
  if (!Assignment || Assignment->getOpcode() != BO_Assign)
    return {};
  Assigned Result{dyn_cast<ArraySubscriptExpr>(Assignment->getLHS()->IgnoreParens()), Assignment->getRHS()};
  if (!Result.Element || Result.Element->getType().isVolatileQualified())
    return {};
  std::set<const VarDecl *> All;
  collectVariables(Result.Value, All);
  auto HasItsType = [&](const VarDecl *V) {
    return !V->getType().isVolatileQualified() &&
           Result.Element->getType().getCanonicalType().getUnqualifiedType() == V->getType().getCanonicalType().getUnqualifiedType();
  };
  for (const VarDecl *V : All)
    if (HasItsType(V))
      Result.Variables.insert(VariableUses::canonical(V));
  return Result;
}

/// S reads or writes Element under the same text.
static bool namesElement(const Stmt *S, const ArraySubscriptExpr *Element, const ASTContext &AST) {
  auto Profile = [&](const Stmt *Of) {
    llvm::FoldingSetNodeID Id;
    Of->Profile(Id, AST, /*Canonical=*/true);
    return Id;
  };
  return (isa<ArraySubscriptExpr>(S) && Profile(S) == Profile(Element)) ||
         anyChild(S, [&](const Stmt *Child) { return namesElement(Child, Element, AST); });
}

/// All names of Element are variables that keep their values in Body, and mean the same everywhere in it.
static bool isSteady(const Expr *Element, const Stmt *Body) {
  const Expr *Base = Element;
  while (auto *Each = dyn_cast<ArraySubscriptExpr>(Base->IgnoreParenImpCasts()))
    Base = Each->getBase();
  auto *Ref = dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts());
  auto *Array = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Array)
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
/// value of its own. Whether other loops name V is another question.
static bool sets(const Stmt *S, const VarDecl *V, const ForStmt *For, const ForStmt *Outermost, const VariableUses &Uses, Liveness &Live) {
  if (auto *Declaration = dyn_cast<DeclStmt>(S))
    return Declaration->isSingleDecl() && Declaration->getSingleDecl() == V && V->getInit() && timesDeclared(For->getBody(), V->getName()) == 1;
  auto *Assignment = dyn_cast<BinaryOperator>(S);
  auto *Ref = Assignment && Assignment->getOpcode() == BO_Assign ? dyn_cast<DeclRefExpr>(Assignment->getLHS()->IgnoreParens()) : nullptr;
  return Ref && VariableUses::canonical(cast<VarDecl>(Ref->getDecl())) == V && timesNamed(S, V) == 1 &&
         timesDeclared(Outermost, V->getName()) == 0 && isPrivate(V, For, Uses, Live);
}

static void findIn(const ForStmt *For, const ForStmt *Outermost, const VariableUses &Uses, Liveness &Live, ElementScalars &Found) {
  auto *Body = dyn_cast<CompoundStmt>(For->getBody());
  if (!Body)
    return;
  const std::vector<const Stmt *> All(Body->body_begin(), Body->body_end());
  if (mayLeave(Body))
    return;
  for (size_t Last = 0; Last < All.size(); ++Last) {
    const Assigned A = assignedBy(All[Last]);
    std::vector<std::pair<const VarDecl *, ElementScalar>> Sums;
    for (const VarDecl *V : A.Variables) {
      auto IsOfV = [&](const Stmt *S) {
        auto *Declaration = dyn_cast<DeclStmt>(S);
        return names(S, V) || (Declaration && llvm::is_contained(Declaration->decls(), V));
      };
      const size_t First = llvm::find_if(All, IsOfV) - All.begin();
      if (First >= Last || !V->hasLocalStorage() || !isElementType(V->getType()) || Uses.isAddressTaken(V) ||
          !sets(All[First], V, For, Outermost, Uses, Live) || !isSteady(A.Element, Body))
        continue;
      bool IsInLoop = false, IsBehind = false, IsNamed = namesElement(A.Value, A.Element, V->getASTContext());
      for (size_t I = First + 1; I < All.size(); ++I) {
        IsInLoop |= I < Last && isa<ForStmt>(All[I]) && names(All[I], V);
        IsBehind |= I > Last && names(All[I], V);
        IsNamed |= I < Last && namesElement(All[I], A.Element, V->getASTContext());
      }
      if (IsInLoop && !IsBehind && !IsNamed)
        Sums.push_back({V, {For, All[First], A.Element, All[Last]}});
    }
    if (Sums.size() == 1) // an element stands for one
      Found.insert(Sums.begin(), Sums.end());
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
  // Where something else names a scalar it may read what one of these loops has left.
  for (auto First = Found.begin(); First != Found.end();) {
    const auto Last = Found.upper_bound(First->first);
    unsigned Times = 0;
    for (auto Each = First; Each != Last; ++Each)
      Times += timesNamed(Each->second.Own->getBody(), First->first);
    First = Times == timesNamed(Outermost, First->first) ? Last : Found.erase(First, Last);
  }
  // Each declaration of a name in the nest is that of an element.
  std::map<llvm::StringRef, unsigned> Declared;
  for (const auto &[V, Each] : Found)
    Declared[V->getName()] += isa<DeclStmt>(Each.Set);
  for (auto At = Found.begin(); At != Found.end();)
    At = Declared[At->first->getName()] == timesDeclared(Outermost, At->first->getName()) ? std::next(At) : Found.erase(At);
  return Found;
}
