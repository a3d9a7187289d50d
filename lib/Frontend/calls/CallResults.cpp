// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls/CallResults.h"

#include "clang/AST/ASTContext.h"

using namespace tilepipe;
using namespace clang;

Expr *tilepipe::pointeeOf(const Expr *Pointer) {
  Pointer = Pointer->IgnoreParens();
  while (auto *Cast = dyn_cast<ImplicitCastExpr>(Pointer)) {
    if (Cast->getCastKind() != CK_NoOp)
      return nullptr;
    Pointer = Cast->getSubExpr()->IgnoreParens();
  }
  auto *Unary = dyn_cast<UnaryOperator>(Pointer);
  return Unary && Unary->getOpcode() == UO_AddrOf ? Unary->getSubExpr() : nullptr;
}

Expr *tilepipe::dereference(ASTContext &AST, Expr *Pointer, QualType Type, SourceLocation At) {
  if (Expr *Pointee = pointeeOf(Pointer))
    return Pointee;
  return UnaryOperator::Create(AST, Pointer, UO_Deref, Type, VK_LValue, OK_Ordinary, At, false,
                               FPOptionsOverride());
}

Expr *tilepipe::subscript(ASTContext &AST, Expr *Base, Expr *Index, const ArraySubscriptExpr *Like) {
  Expr *Pointee = pointeeOf(Base);
  Expr::EvalResult Value;
  if (Pointee && !isa<ArraySubscriptExpr>(Pointee->IgnoreParens()) &&
      Index->EvaluateAsInt(Value, AST) && Value.Val.getInt() == 0)
    return Pointee;
  return new (AST) ArraySubscriptExpr(Base, Index, Like->getType(), VK_LValue, OK_Ordinary,
                                      Like->getRBracketLoc());
}

Expr *tilepipe::member(ASTContext &AST, Expr *Base, const MemberExpr *Like) {
  bool IsArrow = Like->isArrow();
  if (Expr *Pointee = IsArrow ? pointeeOf(Base) : nullptr) {
    Base = Pointee;
    IsArrow = false;
  }
  return MemberExpr::Create(AST, Base, IsArrow, Like->getOperatorLoc(), NestedNameSpecifierLoc(),
                            SourceLocation(), Like->getMemberDecl(), Like->getFoundDecl(),
                            Like->getMemberNameInfo(), nullptr, Like->getType(),
                            Like->getValueKind(), Like->getObjectKind(), NOUR_None);
}
