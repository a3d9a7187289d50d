//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "expr/CallResults.h"

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

/// The lvalue E with an address that an inlined call answers in that call's place.
static const Expr *withoutCalls(const NestBuilder &B, const Expr *E) {
  auto &AST = const_cast<ASTContext &>(B.AST);
  auto Address = [&](const Expr *Pointer) -> Expr * {
    const InlinedCall *In = B.inlined(Pointer->IgnoreParenImpCasts());
    return In && In->Result && In->Result->getType()->isPointerType()
               ? const_cast<Expr *>(In->Result)
               : nullptr;
  };
  if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_Deref) {
    if (Expr *Pointer = Address(Unary->getSubExpr()))
      return dereference(AST, Pointer, E->getType(), Unary->getOperatorLoc());
  } else if (auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    if (Expr *Pointer = Address(Element->getBase()))
      return subscript(AST, Pointer, const_cast<Expr *>(Element->getIdx()), Element);
  } else if (auto *Member = dyn_cast<MemberExpr>(E)) {
    if (Expr *Pointer = Member->isArrow() ? Address(Member->getBase()) : nullptr)
      return member(AST, Pointer, Member);
    const Expr *Base = Member->isArrow() ? nullptr : B.resolved(Member->getBase());
    if (Base && Base != Member->getBase()->IgnoreParens())
      return member(AST, const_cast<Expr *>(Base), Member);
  }
  return E;
}

const InlinedCall *NestBuilder::inlined(const Expr *E) const {
  auto *Call = dyn_cast<CallExpr>(E->IgnoreParens());
  auto It = Call ? Inlined.find(Call) : Inlined.end();
  return It == Inlined.end() ? nullptr : &It->second;
}

const Expr *NestBuilder::resolved(const Expr *E) const {
  E = E->IgnoreParens();
  if (Inlined.empty())
    return E;
  auto [It, IsNew] = Resolved.try_emplace(E, E);
  if (!IsNew)
    return It->second;
  const Expr *Result = withoutCalls(*this, E);
  return Resolved[E] = Result;
}
