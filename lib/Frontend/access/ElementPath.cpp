// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access/ElementPath.h"

#include "syntax/Types.h"

#include "clang/AST/ASTContext.h"

using namespace tilepipe;
using namespace clang;

bool tilepipe::isElement(const Expr *E) {
  E = E->IgnoreParens();
  auto *Unary = dyn_cast<UnaryOperator>(E);
  return isa<ArraySubscriptExpr>(E) || (Unary && Unary->getOpcode() == UO_Deref);
}

static ElementPath pointerPath(const NestSyntax &Syntax, const Expr *Pointer);

static ElementPath memberPath(const NestSyntax &Syntax, const MemberExpr *Member, const ElementPath &Of) {
  ElementPath Path = Of;
  auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
  if (!Field)
    giveUp(refusals::unsupportedExpression(Syntax.Src.place(Member), "this member is not understood"));
  if (!Path.isOwn())
    Path.Members.push_back({unsigned(Path.Levels.size()), Field});
  return Path;
}

/// Path of an lvalue, complete or (of array or structure type) not.
static ElementPath lvaluePath(const NestSyntax &Syntax, const Expr *E) {
  E = E->IgnoreParens();
  if (auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl())) {
      bool IsOwn = Syntax.isDeclaredInBody(V) || (V->getType()->isRecordType() &&
                                             Syntax.Records.model(V) != RecordModel::Memory);
      ElementPath Path;
      Path.Base = IsOwn ? nullptr : V;
      return Path;
    }
  if (auto *Subscripted = dyn_cast<ArraySubscriptExpr>(E)) {
    ElementPath Path = pointerPath(Syntax, Subscripted->getBase());
    if (!Path.Levels.empty())
      Path.Levels.back().push_back({Subscripted->getIdx(), false});
    return Path;
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_Deref)
      return pointerPath(Syntax, Unary->getSubExpr());
    if (Unary->getOpcode() == UO_Extension)
      return lvaluePath(Syntax, Unary->getSubExpr());
  }
  if (isa<CompoundLiteralExpr>(E))
    return {};
  if (auto *Member = dyn_cast<MemberExpr>(E)) {
    std::optional<FieldPath> F = fieldPath(Syntax.AST, Member);
    if (F && !Syntax.isDeclaredInBody(F->Root) && Syntax.Records.model(*F) != RecordModel::Memory)
      return {};
    ElementPath Of = Member->isArrow() ? pointerPath(Syntax, Member->getBase())
                                       : lvaluePath(Syntax, Member->getBase());
    std::string Owner = Of.Slot ? Of.Slot->Text : Of.Base ? Of.Base->getNameAsString() : "";
    if (Syntax.Records.isBuilt(Owner))
      giveUp(refusals::unsupportedExpression(
          Syntax.Src.place(Member), "'" + Owner + "' is reached under another name, too",
          "use one name for it"));
    return memberPath(Syntax, Member, Of);
  }
  giveUp(refusals::unsupportedExpression(
      Syntax.Src.place(E), "memory is reached through something else than an array or pointer variable",
      Syntax.changes(E) ? "" : "copy the pointer into a local variable before the nest"));
}

/// Path of what a loaded pointer points to.
static ElementPath loadedPath(const NestSyntax &Syntax, const Expr *Lvalue) {
  ElementPath Path;
  if (auto *Ref = dyn_cast<DeclRefExpr>(Lvalue)) {
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (V && Syntax.isDeclaredInBody(V)) {
      // `double *row = A + i * n`, never changed.
      if (V->hasLocalStorage() && V->getInit() && Syntax.BodyUses.isFixed(V))
        return pointerPath(Syntax, V->getInit());
      giveUp(refusals::unsupportedExpression(Syntax.Src.place(Lvalue),
                                             "a pointer declared inside the nest that changes"));
    }
    Path.Base = V;
  } else if (std::optional<FieldPath> F = fieldPath(Syntax.AST, Lvalue)) {
    if (Syntax.isDeclaredInBody(F->Root))
      giveUp(refusals::unsupportedExpression(Syntax.Src.place(Lvalue),
                                             "a pointer declared inside the nest"));
    Path.Slot = F;
  } else if (isElement(Lvalue) && !Lvalue->getType()->getPointeeType()->isArrayType()) {
    Path = lvaluePath(Syntax, Lvalue);
    constexpr unsigned MostRows = 2;
    if (Path.Levels.size() != Path.Rows + 1 || !Path.Members.empty() || Path.Rows == MostRows)
      Path = {};
    ++Path.Rows;
  }
  if (Path.isOwn())
    giveUp(refusals::unsupportedExpression(
        Syntax.Src.place(Lvalue), "memory is reached through a pointer that is an array's element",
        Syntax.changes(Lvalue) ? "" : "copy the pointer into a local variable before the nest"));
  Path.Levels.emplace_back();
  return Path;
}

static ElementPath pointerPath(const NestSyntax &Syntax, const Expr *Pointer) {
  Pointer = Pointer->IgnoreParens();
  if (auto *Cast = dyn_cast<ImplicitCastExpr>(Pointer)) {
    const Expr *Sub = Cast->getSubExpr()->IgnoreParens();
    if (Cast->getCastKind() == CK_NoOp)
      return pointerPath(Syntax, Sub);
    if (Cast->getCastKind() == CK_ArrayToPointerDecay) {
      ElementPath Path = lvaluePath(Syntax, Sub);
      Path.Levels.emplace_back();
      return Path;
    }
    if (Cast->getCastKind() == CK_LValueToRValue)
      return loadedPath(Syntax, Sub);
  }
  if (const InlinedCall *In = Syntax.Inlined.find(Pointer); In && In->Result) {
    ElementPath Path = pointerPath(Syntax, In->Result);
    if (!Path.isOwn())
      return Path;
  }
  auto *Binary = dyn_cast<BinaryOperator>(Pointer);
  if (Binary && (Binary->getOpcode() == BO_Add || Binary->getOpcode() == BO_Sub)) {
    bool IsLeft = Binary->getLHS()->getType()->isPointerType();
    ElementPath Path = pointerPath(Syntax, IsLeft ? Binary->getLHS() : Binary->getRHS());
    const Expr *Offset = IsLeft ? Binary->getRHS() : Binary->getLHS();
    Path.Levels.back().push_back({Offset, Binary->getOpcode() == BO_Sub});
    return Path;
  }
  // &A[i * n], where the last subscript may still grow.
  auto *Unary = dyn_cast<UnaryOperator>(Pointer);
  if (Unary && Unary->getOpcode() == UO_AddrOf && isElement(Unary->getSubExpr()))
    return lvaluePath(Syntax, Unary->getSubExpr());
  giveUp(refusals::unsupportedExpression(
      Syntax.Src.place(Pointer), "memory is reached through a pointer that is no variable",
      Syntax.changes(Pointer) ? "" : "copy the pointer into a local variable before the nest"));
}

ElementPath tilepipe::elementPath(const NestSyntax &Syntax, const Expr *E) { return lvaluePath(Syntax, E); }

static void addLeaves(const NestSyntax &Syntax, const ElementPath &Path, QualType Type, Place At,
                      std::vector<ElementPath> &Leaves) {
  constexpr size_t MostLeaves = 16;
  if (auto *Array = Syntax.AST.getAsConstantArrayType(Type)) {
    ElementPath Every = Path;
    Every.Levels.push_back({{nullptr, false}});
    return addLeaves(Syntax, Every, Array->getElementType(), At, Leaves);
  }
  if (Type->isStructureType()) {
    for (const FieldDecl *Field : Type->castAs<RecordType>()->getDecl()->fields()) {
      ElementPath Part = Path;
      Part.Members.push_back({unsigned(Path.Levels.size()), Field});
      addLeaves(Syntax, Part, Field->getType(), At, Leaves);
    }
    return;
  }
  if (!isElementType(Type) || Leaves.size() == MostLeaves)
    giveUp(refusals::elementType(At, Type.getAsString(Syntax.AST.getPrintingPolicy())));
  Leaves.push_back(Path);
}

std::vector<ElementPath> tilepipe::leavesOf(const NestSyntax &Syntax, const ElementPath &Path,
                                            QualType Record, Place At) {
  std::vector<ElementPath> Leaves;
  addLeaves(Syntax, Path, Record, At, Leaves);
  return Leaves;
}
