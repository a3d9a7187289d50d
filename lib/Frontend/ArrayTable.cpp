//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ArrayTable.h"

#include "ExprReader.h"

#include "clang/AST/ASTContext.h"

using namespace tilepipe;
using namespace clang;

bool tilepipe::isElement(const Expr *E) {
  E = E->IgnoreParens();
  auto *Unary = dyn_cast<UnaryOperator>(E);
  return isa<ArraySubscriptExpr>(E) || (Unary && Unary->getOpcode() == UO_Deref);
}

static ElementPath pointerPath(const NestBuilder &B, const Expr *Pointer);

/// Path of an lvalue, complete or (of array type) not.
static ElementPath lvaluePath(const NestBuilder &B, const Expr *E) {
  E = E->IgnoreParens();
  if (auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      return {B.isDeclaredInBody(V) ? nullptr : V, {}};
  if (auto *Subscripted = dyn_cast<ArraySubscriptExpr>(E)) {
    ElementPath Path = pointerPath(B, Subscripted->getBase());
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
  // Members of the body's own structures, and of structures copied as a whole.
  const VarDecl *Root = rootVariable(E);
  if (Root && (B.isDeclaredInBody(Root) || Root->getType()->isRecordType()))
    return {};
  giveUp(refusals::unsupportedExpression(
      B.Src.place(E), "memory is reached through something else than an array or pointer variable",
      "copy the pointer into a local variable before the nest"));
}

static ElementPath pointerPath(const NestBuilder &B, const Expr *Pointer) {
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
    if (Cast->getCastKind() == CK_LValueToRValue && isa<DeclRefExpr>(Sub)) {
      ElementPath Path = lvaluePath(B, Sub);
      if (!Path.Base)
        giveUp(refusals::unsupportedExpression(B.Src.place(Pointer),
                                               "a pointer declared inside the nest"));
      Path.Levels.emplace_back();
      return Path;
    }
  }
  auto *Binary = dyn_cast<BinaryOperator>(Pointer);
  if (Binary && (Binary->getOpcode() == BO_Add || Binary->getOpcode() == BO_Sub)) {
    bool IsLeft = Binary->getLHS()->getType()->isPointerType();
    ElementPath Path = pointerPath(B, IsLeft ? Binary->getLHS() : Binary->getRHS());
    const Expr *Offset = IsLeft ? Binary->getRHS() : Binary->getLHS();
    Path.Levels.back().push_back({Offset, Binary->getOpcode() == BO_Sub});
    return Path;
  }
  giveUp(refusals::unsupportedExpression(
      B.Src.place(Pointer), "memory is reached through a pointer that is no variable",
      "copy the pointer into a local variable before the nest"));
}

ElementPath tilepipe::elementPath(const NestBuilder &B, const Expr *E) {
  return lvaluePath(B, E);
}

unsigned ArrayTable::find(const VarDecl *V, const Expr *Use) {
  V = V->getCanonicalDecl();
  auto [It, IsNew] = Numbers.try_emplace(V, B.Nest.Arrays.size());
  if (IsNew) {
    Array Described = describe(V, Use);
    B.Nest.Arrays.push_back(std::move(Described));
    Variables.push_back(V);
  }
  return It->second;
}

/// Declarations of a file-scope array differ in what they know; the last one
/// before a use has it all.
static QualType completeType(const VarDecl *V) { return V->getMostRecentDecl()->getType(); }

Array ArrayTable::describe(const VarDecl *V, const Expr *Use) {
  Place At = B.Src.place(Use);
  std::string Name = V->getNameAsString();
  if (V->isLocalExternDecl())
    giveUp(refusals::localType(At, "'" + Name + "' is declared extern inside the function"));
  if (V->getTLSKind() != VarDecl::TLS_None)
    giveUp(refusals::unsupportedExpression(At, "'" + Name + "' is thread-local"));
  QualType Type = completeType(V);
  if (Type.isVolatileQualified() || Type->isAtomicType())
    giveUp(refusals::isVolatile(At, Name));

  Array A;
  A.Name = Name;
  bool IsPointer = Type->isPointerType();
  A.Kind = IsPointer ? Array::Storage::Pointer
                     : V->isFileVarDecl() ? Array::Storage::Static : Array::Storage::Object;
  A.IsReachable = IsPointer && (isGlobal(V) || B.FunctionUses.isAddressTaken(V));
  if (IsPointer) {
    A.Extents.emplace_back();
    Type = Type->getPointeeType();
  }
  while (auto *Dimension = B.AST.getAsArrayType(Type)) {
    A.Extents.push_back(extentOf(V, Type, A.Extents.size()));
    if (A.Extents.size() > 1)
      A.DeclaredDims.push_back(A.Extents.back().Text);
    Type = Dimension->getElementType();
  }
  if (Type.isVolatileQualified() || Type->isAtomicType())
    giveUp(refusals::isVolatile(At, Name));
  if (!isElementType(Type) || A.Extents.empty())
    giveUp(refusals::elementType(At, Type.getAsString(B.AST.getPrintingPolicy())));
  A.ElementType = fileScopeSpelling(Type, B.AST, At);
  A.IsComplex = Type->isAnyComplexType();
  A.ElementSize = B.AST.getTypeSizeInChars(Type).getQuantity();
  A.IsConst = Type.isConstQualified();
  A.IsConstObject = A.IsConst && A.Kind == Array::Storage::Static && V->getDefinition() &&
                    V->getDefinition()->hasInit();
  return A;
}

Extent ArrayTable::extentOf(const VarDecl *V, QualType Dimension, unsigned Level) {
  if (auto *Constant = B.AST.getAsConstantArrayType(Dimension)) {
    int64_t Size = Constant->getSize().getSExtValue();
    return {std::to_string(Size), B.affineAlone(Polynomial::constant(Size))};
  }
  auto *Variable = B.AST.getAsVariableArrayType(Dimension);
  // The first extent is asked for only where a whole array is read.
  if (!Variable || Level == 0)
    return {};
  std::string Name = V->getNameAsString(), Inner = Name;
  std::string Symbol = "tp_" + Name + "_" + std::to_string(Level);
  for (unsigned I = 0; I < Level; ++I)
    Inner += "[0]";
  B.extentSymbol(Symbol, "(tp_int)(sizeof(" + Inner + ") / sizeof(" + Inner + "[0]))");
  equateExtent(Symbol, Variable->getSizeExpr());
  return {Symbol, B.parameterAlone(Symbol)};
}

/// Visits the variables that E names.
static bool allVariables(const Stmt *E, llvm::function_ref<bool(const VarDecl *)> Holds) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      return Holds(V);
  for (const Stmt *Child : E->children())
    if (Child && !allVariables(Child, Holds))
      return false;
  return true;
}

/// An extent equals the expression that declared it as long as no variable of
/// that expression has changed since. It helps proofs, so only symbols that the
/// nest has anyway are brought in.
void ArrayTable::equateExtent(const std::string &Name, const Expr *Size) {
  if (!Size || !allVariables(Size, [&](const VarDecl *V) {
        return B.isSymbol(V) && !isGlobal(V) && B.FunctionUses.isFixed(V);
      }))
    return;
  ExprReader Reader(B, 0);
  std::optional<Polynomial> P = Reader.settled(Size);
  if (P && P->degree() <= 1 && B.isSymbolic(*P) && Reader.wrapped().is_empty())
    B.constrainContext(B.parameterAlone(Name).eq_set(B.affineAlone(*P)).params());
}

bool ArrayTable::completeExtents(unsigned Number) {
  Array &A = B.Nest.Arrays[Number];
  if (A.Extents.front().Size)
    return true;
  if (!B.AST.getAsVariableArrayType(Variables[Number]->getType()))
    return false;
  std::string Symbol = "tp_" + A.Name + "_0";
  B.extentSymbol(Symbol, "(tp_int)(sizeof(" + A.Name + ") / sizeof(" + A.Name + "[0]))");
  A.Extents.front() = {Symbol, B.parameterAlone(Symbol)};
  return true;
}
