// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a body `double s = 0; for (k ...) s += ...; c[i][j] = s;` computes, it computes as well when s is c[i][j] from the
// beginning: each iteration that gets to the declaration gets to the assignment, and between them nobody else reads or writes
// that element. Under the same text this file looks, under others LoopNest::standsAlone does.
// So it does where s is declared outside, and "s = 0;" is the first statement of the body with its name, in each body that has
// one. Behind the nest s has no value then, as other variables of which each iteration has its own.
#include "StandingElement.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace tilepipe;
using namespace clang;

static bool any(const Stmt *S, llvm::function_ref<bool(const Stmt *)> Is) {
  return S && (Is(S) || llvm::any_of(S->children(), [&](const Stmt *Child) { return any(Child, Is); }));
}

static unsigned timesNamed(const Stmt *S, const ValueDecl *D) {
  unsigned Times = 0;
  any(S, [&](const Stmt *Each) {
    auto *Ref = dyn_cast<DeclRefExpr>(Each);
    Times += Ref && Ref->getDecl()->getCanonicalDecl() == D->getCanonicalDecl();
    return false;
  });
  return Times;
}

static const ValueDecl *named(const Expr *E) {
  auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref ? Ref->getDecl() : nullptr;
}

/// S assigns to D, or takes its address.
static bool changes(const Stmt *S, const ValueDecl *D) {
  if (auto *Operation = dyn_cast<BinaryOperator>(S))
    return Operation->isAssignmentOp() && named(Operation->getLHS()) == D;
  auto *Unary = dyn_cast<UnaryOperator>(S);
  return Unary && (Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_AddrOf) && named(Unary->getSubExpr()) == D;
}

static bool declares(const Stmt *S, llvm::function_ref<bool(const VarDecl *)> Is) {
  auto *Declaration = dyn_cast<DeclStmt>(S);
  return Declaration && llvm::any_of(Declaration->decls(), [&](const Decl *D) { return isa<VarDecl>(D) && Is(cast<VarDecl>(D)); });
}

static bool leaves(const Stmt *S) {
  return isa<BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, ReturnStmt, LabelStmt, SwitchStmt, StmtExpr, AsmStmt>(S);
}

namespace {
/// "element = ... v ...;"
struct Assigned {
  const Expr *Element = nullptr, *Value = nullptr;
  const VarDecl *V = nullptr; ///< of that name
};
} // namespace

static Assigned assignedElement(const Stmt *S, llvm::StringRef Name) {
  auto *Assignment = dyn_cast<BinaryOperator>(S);
  Assigned Result;
  if (!Assignment || Assignment->getOpcode() != BO_Assign || !isa<ArraySubscriptExpr>(Assignment->getLHS()->IgnoreParens()))
    return Result;
  Result.Element = Assignment->getLHS()->IgnoreParens();
  Result.Value = Assignment->getRHS();
  any(Result.Value, [&](const Stmt *Each) {
    auto *Ref = dyn_cast<DeclRefExpr>(Each);
    if (Ref && isa<VarDecl>(Ref->getDecl()) && cast<VarDecl>(Ref->getDecl())->getName() == Name)
      Result.V = cast<VarDecl>(Ref->getDecl());
    return false;
  });
  return Result;
}

/// Names of E keep their values and their meaning in Body.
static bool isSteady(const Expr *E, const Stmt *Body) {
  return !any(E, [&](const Stmt *Each) {
    auto *Ref = dyn_cast<DeclRefExpr>(Each);
    if (isa<CallExpr, MemberExpr>(Each))
      return true;
    const ValueDecl *D = Ref ? Ref->getDecl() : nullptr;
    return D && any(Body, [&](const Stmt *S) {
             return changes(S, D) || declares(S, [&](const VarDecl *V) { return V->getDeclName() == D->getDeclName(); });
           });
  });
}

/// S is "v = ...;" and reads no v, or declares V.
static bool sets(const Stmt *S, const VarDecl *V) {
  auto *Assignment = dyn_cast<BinaryOperator>(S);
  const bool IsSetting = Assignment && Assignment->getOpcode() == BO_Assign && named(Assignment->getLHS()) == V && timesNamed(S, V) == 1;
  return IsSetting || declares(S, [&](const VarDecl *Each) { return Each == V; });
}

/// The element of which Body's statements are the scalar E, Element null: of none.
static ElementOfScalar elementIn(const EmittedFile &File, const CompoundStmt *Body, const ExpandedScalar &E) {
  const std::vector<const Stmt *> All(Body->body_begin(), Body->body_end());
  auto HasText = [&](const Stmt *S) {
    return any(S, [&](const Stmt *Each) {
      auto *Element = dyn_cast<ArraySubscriptExpr>(Each);
      return Element && squeezed(File.spelled(Element)) == squeezed(E.Element);
    });
  };
  for (size_t Last = 0; Last < All.size(); ++Last) {
    const Assigned A = assignedElement(All[Last], E.Name);
    if (!A.V || squeezed(File.spelled(A.Element)) != squeezed(E.Element))
      continue;
    const size_t First = llvm::find_if(All, [&](const Stmt *Each) { return timesNamed(Each, A.V) > 0 || sets(Each, A.V); }) - All.begin();
    const bool IsLast = llvm::none_of(llvm::ArrayRef(All).drop_front(Last + 1), [&](const Stmt *Each) { return timesNamed(Each, A.V) > 0; });
    const bool IsSame = File.ast().hasSameUnqualifiedType(A.V->getType(), A.Element->getType()) && !A.Element->getType().isVolatileQualified() &&
                        !A.V->getType().isVolatileQualified();
    const bool IsAlone = First < Last && !HasText(A.Value) && llvm::none_of(llvm::ArrayRef(All).slice(First + 1, Last - First - 1), HasText);
    auto TakesAddress = [&](const Stmt *Each) { return isa<UnaryOperator>(Each) && cast<UnaryOperator>(Each)->getOpcode() == UO_AddrOf && changes(Each, A.V); };
    if (IsAlone && sets(All[First], A.V) && IsLast && IsSame && A.V->hasLocalStorage() && isSteady(A.Element, Body) && !any(Body, leaves) &&
        !any(Body, TakesAddress))
      return {A.Element, All[First], All[Last], A.V};
  }
  return {};
}

ElementOfScalar tilepipe::standingElement(const EmittedFile &File, const ForStmt *Nest, const ExpandedScalar &E,
                                          llvm::function_ref<bool(const CompoundStmt *)> IsOf,
                                          llvm::ArrayRef<const ExpandedScalar *> Alike) {
  ElementOfScalar Found;
  unsigned Declared = 0, DeclaredHere = 0;
  std::map<const VarDecl *, unsigned> Times; // of names in bodies that set them first
  any(Nest, [&](const Stmt *S) {
    Declared += declares(S, [&](const VarDecl *V) { return V->getName() == E.Name; });
    auto *For = dyn_cast<ForStmt>(S);
    auto *Body = For ? dyn_cast<CompoundStmt>(For->getBody()) : nullptr;
    if (!Body)
      return false;
    for (const ExpandedScalar *Each : Alike)
      if (ElementOfScalar Element = elementIn(File, Body, *Each); Element.Element) {
        Times[Element.Scalar] += timesNamed(Body, Element.Scalar);
        DeclaredHere += isa<DeclStmt>(Element.Set);
        break;
      }
    if (ElementOfScalar Element = elementIn(File, Body, E); Element.Element && IsOf(Body))
      Found = Element;
    return false;
  });
  if (!Found.Element || Declared != DeclaredHere || Times[Found.Scalar] != timesNamed(Nest, Found.Scalar))
    File.fail(Nest, "element '" + E.Element + "' that cannot stand for '" + E.Name + "'");
  return Found;
}
