//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "access/ElementPath.h"

#include "clang/AST/ASTContext.h"

using namespace tilepipe;
using namespace clang;

bool tilepipe::isElement(const Expr *E) {
  E = E->IgnoreParens();
  auto *Unary = dyn_cast<UnaryOperator>(E);
  return isa<ArraySubscriptExpr>(E) || (Unary && Unary->getOpcode() == UO_Deref);
}

static ElementPath pointerPath(NestBuilder &B, const Expr *Pointer);

static ElementPath memberPath(NestBuilder &B, const MemberExpr *Member, const ElementPath &Of) {
  ElementPath Path = Of;
  auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
  if (!Field)
    giveUp(refusals::unsupportedExpression(B.Src.place(Member), "this member is not understood"));
  if (!Path.isOwn())
    Path.Members.push_back({unsigned(Path.Levels.size()), Field});
  return Path;
}

/// Path of an lvalue, complete or (of array or structure type) not.
static ElementPath lvaluePath(NestBuilder &B, const Expr *E) {
  E = E->IgnoreParens();
  if (auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl())) {
      bool IsOwn = B.isDeclaredInBody(V) || (V->getType()->isRecordType() &&
                                             B.records().model(V) != RecordModel::Memory);
      ElementPath Path;
      Path.Base = IsOwn ? nullptr : V;
      return Path;
    }
  if (auto *Subscripted = dyn_cast<ArraySubscriptExpr>(E)) {
    ElementPath Path = pointerPath(B, Subscripted->getBase());
    if (!Path.Levels.empty())
      Path.Levels.back().push_back({Subscripted->getIdx(), false});
    return Path;
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_Deref)
      return pointerPath(B, Unary->getSubExpr());
    if (Unary->getOpcode() == UO_Extension)
      return lvaluePath(B, Unary->getSubExpr());
  }
  if (isa<CompoundLiteralExpr>(E))
    return {};
  if (auto *Member = dyn_cast<MemberExpr>(E)) {
    std::optional<FieldPath> F = fieldPath(B.AST, Member);
    if (F && !B.isDeclaredInBody(F->Root) && B.records().model(*F) != RecordModel::Memory)
      return {};
    ElementPath Of = Member->isArrow() ? pointerPath(B, Member->getBase())
                                       : lvaluePath(B, Member->getBase());
    std::string Owner = Of.Slot ? Of.Slot->Text : Of.Base ? Of.Base->getNameAsString() : "";
    if (B.records().isBuilt(Owner))
      giveUp(refusals::unsupportedExpression(
          B.Src.place(Member), "'" + Owner + "' is reached under another name, too",
          "use one name for it"));
    return memberPath(B, Member, Of);
  }
  giveUp(refusals::unsupportedExpression(
      B.Src.place(E), "memory is reached through something else than an array or pointer variable",
      B.changes(E) ? "" : "copy the pointer into a local variable before the nest"));
}

/// Path of what a loaded pointer points to.
static ElementPath loadedPath(NestBuilder &B, const Expr *Lvalue) {
  ElementPath Path;
  if (auto *Ref = dyn_cast<DeclRefExpr>(Lvalue)) {
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (V && B.isDeclaredInBody(V)) {
      // `double *row = A + i * n`, never changed.
      if (V->hasLocalStorage() && V->getInit() && B.BodyUses->isFixed(V))
        return pointerPath(B, V->getInit());
      giveUp(refusals::unsupportedExpression(B.Src.place(Lvalue),
                                             "a pointer declared inside the nest that changes"));
    }
    Path.Base = V;
  } else if (std::optional<FieldPath> F = fieldPath(B.AST, Lvalue)) {
    if (B.isDeclaredInBody(F->Root))
      giveUp(refusals::unsupportedExpression(B.Src.place(Lvalue),
                                             "a pointer declared inside the nest"));
    Path.Slot = F;
  } else if (isElement(Lvalue) && !Lvalue->getType()->getPointeeType()->isArrayType()) {
    Path = lvaluePath(B, Lvalue);
    if (Path.Levels.size() != 1 || !Path.Members.empty() || Path.IsRows)
      Path = {};
    Path.IsRows = true;
  }
  if (Path.isOwn())
    giveUp(refusals::unsupportedExpression(
        B.Src.place(Lvalue), "memory is reached through a pointer that is an array's element",
        B.changes(Lvalue) ? "" : "copy the pointer into a local variable before the nest"));
  Path.Levels.emplace_back();
  return Path;
}

static ElementPath pointerPath(NestBuilder &B, const Expr *Pointer) {
  Pointer = Pointer->IgnoreParens();
  if (auto *Cast = dyn_cast<ImplicitCastExpr>(Pointer)) {
    const Expr *Sub = Cast->getSubExpr()->IgnoreParens();
    if (Cast->getCastKind() == CK_NoOp)
      return pointerPath(B, Sub);
    if (Cast->getCastKind() == CK_ArrayToPointerDecay) {
      ElementPath Path = lvaluePath(B, Sub);
      Path.Levels.emplace_back();
      return Path;
    }
    if (Cast->getCastKind() == CK_LValueToRValue)
      return loadedPath(B, Sub);
  }
  if (const InlinedCall *In = B.inlined(Pointer); In && In->Result) {
    ElementPath Path = pointerPath(B, In->Result);
    if (!Path.isOwn())
      return Path;
  }
  auto *Binary = dyn_cast<BinaryOperator>(Pointer);
  if (Binary && (Binary->getOpcode() == BO_Add || Binary->getOpcode() == BO_Sub)) {
    bool IsLeft = Binary->getLHS()->getType()->isPointerType();
    ElementPath Path = pointerPath(B, IsLeft ? Binary->getLHS() : Binary->getRHS());
    const Expr *Offset = IsLeft ? Binary->getRHS() : Binary->getLHS();
    Path.Levels.back().push_back({Offset, Binary->getOpcode() == BO_Sub});
    return Path;
  }
  // &A[i * n], where the last subscript may still grow.
  auto *Unary = dyn_cast<UnaryOperator>(Pointer);
  if (Unary && Unary->getOpcode() == UO_AddrOf && isElement(Unary->getSubExpr()))
    return lvaluePath(B, Unary->getSubExpr());
  giveUp(refusals::unsupportedExpression(
      B.Src.place(Pointer), "memory is reached through a pointer that is no variable",
      B.changes(Pointer) ? "" : "copy the pointer into a local variable before the nest"));
}

ElementPath tilepipe::elementPath(NestBuilder &B, const Expr *E) { return lvaluePath(B, E); }

static void addLeaves(const NestBuilder &B, const ElementPath &Path, QualType Type, Place At,
                      std::vector<ElementPath> &Leaves) {
  constexpr size_t MostLeaves = 16;
  if (auto *Array = B.AST.getAsConstantArrayType(Type)) {
    ElementPath Every = Path;
    Every.Levels.push_back({{nullptr, false}});
    return addLeaves(B, Every, Array->getElementType(), At, Leaves);
  }
  if (Type->isStructureType()) {
    for (const FieldDecl *Field : Type->castAs<RecordType>()->getDecl()->fields()) {
      ElementPath Part = Path;
      Part.Members.push_back({unsigned(Path.Levels.size()), Field});
      addLeaves(B, Part, Field->getType(), At, Leaves);
    }
    return;
  }
  if (!isElementType(Type) || Leaves.size() == MostLeaves)
    giveUp(refusals::elementType(At, Type.getAsString(B.AST.getPrintingPolicy())));
  Leaves.push_back(Path);
}

std::vector<ElementPath> tilepipe::leavesOf(const NestBuilder &B, const ElementPath &Path,
                                            QualType Record, Place At) {
  std::vector<ElementPath> Leaves;
  addLeaves(B, Path, Record, At, Leaves);
  return Leaves;
}
