// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands in types and in operands that are never evaluated: statements' children do not show it,
// but the emitted text repeats it.
//
#include "body/BodyTypes.h"

#include "clang/AST/RecursiveASTVisitor.h"

using namespace tilepipe;
using namespace clang;

namespace {
/// Emitted functions declare arrays and pointers of the nest by their own types: text may look at
/// elements, but not at what holds them.
class LookedAt : public RecursiveASTVisitor<LookedAt> {
public:
  explicit LookedAt(const NestSyntax &Syntax) : Syntax(Syntax) {}

  bool TraverseTypeOfExprTypeLoc(TypeOfExprTypeLoc T) {
    const Expr *E = T.getUnderlyingExpr()->IgnoreParens();
    check(E, "the type of an array of the nest", E);
    return true;
  }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
    if (E->isArgumentType())
      return TraverseTypeLoc(E->getArgumentTypeInfo()->getTypeLoc());
    check(E->getArgumentExpr(), "the size of an array of the nest", E);
    return true;
  }
  bool TraverseGenericSelectionExpr(GenericSelectionExpr *E) {
    if (E->isExprPredicate())
      check(E->getControllingExpr(), "the type of an array of the nest", E);
    for (const GenericSelectionExpr::Association &A : E->associations()) {
      if (A.getTypeSourceInfo())
        TraverseTypeLoc(A.getTypeSourceInfo()->getTypeLoc());
      TraverseStmt(A.getAssociationExpr());
    }
    return true;
  }

private:
  void check(const Expr *E, const char *What, const Expr *Whole) const {
    if (holdsElements(E))
      giveUp(refusals::unsupportedExpression(Syntax.Src.place(Whole), What));
  }
  bool holdsElements(const Stmt *S) const {
    if (auto *E = dyn_cast<Expr>(S)) {
      const Expr *Inner = E->IgnoreParens();
      auto *Unary = dyn_cast<UnaryOperator>(Inner);
      bool IsPart = isa<ArraySubscriptExpr, MemberExpr>(Inner) || (Unary && Unary->getOpcode() == UO_Deref);
      if (IsPart && Inner->getType()->isArithmeticType())
        return false;
    }
    if (auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        return !Syntax.isDeclaredInBody(V) && !V->getType()->isArithmeticType();
    return anyChild(S, [&](const Stmt *Child) { return holdsElements(Child); });
  }

  const NestSyntax &Syntax;
};
} // namespace

void tilepipe::checkVariableTypes(const NestSyntax &Syntax, const Stmt *S) {
  if (const Stmt *Found = findVariableType(S))
    giveUp(refusals::unsupportedExpression(Syntax.Src.place(Found),
                                           "a variable-length type inside the nest"));
}

void tilepipe::checkLookedAt(const NestSyntax &Syntax, const Stmt *S) {
  LookedAt(Syntax).TraverseStmt(const_cast<Stmt *>(S));
  checkVariableTypes(Syntax, S);
}
