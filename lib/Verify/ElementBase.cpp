// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ElementBase.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/RecordLayout.h"

using namespace tilepipe;
using namespace clang;

namespace {
/// A structure: a function's own with an initializer, or one in memory behind Base.
struct Object {
  const InitListExpr *Own = nullptr;
  ElementBase Base = {};
};
} // namespace

static Object objectOf(const ASTContext *AST, const Expr *E);

/// The variable that E names; null: E is something else.
static const VarDecl *named(const Expr *E) {
  auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// The initializer of E's member in the structure it is of; null: that is none of a function's own.
static const Expr *initializerOf(const Object &Of, const MemberExpr *E) {
  auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!Of.Own || !Field || Field->getParent()->isUnion() || Of.Own->getType()->getAsRecordDecl() != Field->getParent())
    return nullptr;
  unsigned Index = 0;
  for (const FieldDecl *Each : Field->getParent()->fields()) {
    if (Each == Field)
      return Index < Of.Own->getNumInits() ? Of.Own->getInit(Index) : nullptr;
    Index += !Each->isUnnamedBitField(); // which no initializer has
  }
  return nullptr;
}

/// Bytes from the begin of a structure to E's member.
static std::optional<uint64_t> offsetOf(const ASTContext &AST, const MemberExpr *E) {
  auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!Field || Field->isBitField())
    return std::nullopt;
  return uint64_t(AST.toCharUnitsFromBits(int64_t(AST.getFieldOffset(Field))).getQuantity());
}

/// What pointer E points to.
static Object pointee(const ASTContext *AST, const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (auto *Address = dyn_cast<UnaryOperator>(E); Address && Address->getOpcode() == UO_AddrOf)
    return objectOf(AST, Address->getSubExpr());
  if (auto *Member = dyn_cast<MemberExpr>(E)) {
    const Expr *Value = ownMember(Member);
    return Value ? pointee(AST, Value) : Object();
  }
  const VarDecl *V = named(E);
  if (V && V->hasLocalStorage() && !isa<ParmVarDecl>(V))
    return V->getType().isConstQualified() && V->getInit() ? pointee(AST, V->getInit()) : Object();
  return {nullptr, {V, 0}};
}

/// The structure that E names. AST is null: only a function's own.
static Object objectOf(const ASTContext *AST, const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (auto *Deref = dyn_cast<UnaryOperator>(E); Deref && Deref->getOpcode() == UO_Deref)
    return pointee(AST, Deref->getSubExpr());
  if (const VarDecl *V = named(E))
    return V->hasLocalStorage() ? Object{dyn_cast_or_null<InitListExpr>(V->getInit()), {}} : Object{nullptr, {V, 0}};
  auto *Member = dyn_cast<MemberExpr>(E);
  Object Of = Member ? Member->isArrow() ? pointee(AST, Member->getBase()) : objectOf(AST, Member->getBase()) : Object();
  if (Of.Own)
    return {dyn_cast_or_null<InitListExpr>(initializerOf(Of, Member)), {}};
  const std::optional<uint64_t> Offset = Of.Base.Variable && AST ? offsetOf(*AST, Member) : std::nullopt;
  return Offset ? Object{nullptr, {Of.Base.Variable, Of.Base.Offset + *Offset, Of.Base.IsOfStructure || Member->isArrow()}} : Object();
}

const Expr *tilepipe::ownMember(const MemberExpr *E) {
  return initializerOf(E->isArrow() ? pointee(nullptr, E->getBase()) : objectOf(nullptr, E->getBase()), E);
}

ElementBase tilepipe::elementBase(const ASTContext &AST, const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const VarDecl *V = named(E))
    return {V, 0};
  auto *Member = dyn_cast<MemberExpr>(E);
  if (!Member)
    return {};
  if (Member->getType()->isArrayType()) {
    ElementBase Result = objectOf(&AST, Member).Base;
    Result.Type = Member->getType();
    return Result;
  }
  const Expr *Value = ownMember(Member);
  const VarDecl *V = Value ? named(Value->IgnoreParenImpCasts()) : nullptr;
  return V && isa<ParmVarDecl>(V) ? ElementBase{V, 0} : ElementBase();
}
