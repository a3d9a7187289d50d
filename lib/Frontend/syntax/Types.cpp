// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax/Types.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <isl/val.h>

using namespace tilepipe;
using namespace clang;

static isl::val powerOfTwo(isl::ctx Ctx, unsigned Exponent) {
  return isl::manage(isl_val_2exp(isl_val_int_from_ui(Ctx.get(), Exponent)));
}

isl::val IntRange::min(isl::ctx Ctx) const {
  return IsUnsigned ? isl::val::zero(Ctx) : powerOfTwo(Ctx, Bits - 1).neg();
}

isl::val IntRange::max(isl::ctx Ctx) const {
  return powerOfTwo(Ctx, IsUnsigned ? Bits : Bits - 1).sub(isl::val::one(Ctx));
}

bool IntRange::covers(const IntRange &Other) const {
  if (Other.IsUnsigned)
    return IsUnsigned ? Bits >= Other.Bits : Bits > Other.Bits;
  return !IsUnsigned && Bits >= Other.Bits;
}

IntRange tilepipe::rangeOf(QualType Type, const ASTContext &AST) {
  return {AST.getIntWidth(Type), Type->isUnsignedIntegerOrEnumerationType()};
}

bool tilepipe::isFileScope(const Decl *D) {
  return D->getDeclContext()->getRedeclContext()->isTranslationUnit();
}

bool tilepipe::definesOverflow(const ASTContext &AST) {
  return AST.getLangOpts().getSignedOverflowBehavior() != LangOptions::SOB_Undefined;
}

bool tilepipe::isUnnamedRecord(QualType Type) {
  auto *Record = Type->getAs<RecordType>();
  return Record && Record->getDecl()->getName().empty() &&
         !Record->getDecl()->getTypedefNameForAnonDecl();
}

PrintingPolicy tilepipe::emittedSpelling(const ASTContext &AST) {
  PrintingPolicy Policy = AST.getPrintingPolicy();
  Policy.Bool = false; // `bool` is a macro of some files
  return Policy;
}

std::string tilepipe::fileScopeSpelling(QualType Type, const ASTContext &AST, Place At) {
  QualType Canonical = Type.getCanonicalType().getUnqualifiedType();
  if (auto *Enum = Canonical->getAs<EnumType>()) {
    // C gives an enumeration's values to its integer type, so that one serves as well.
    if (!isFileScope(Enum->getDecl()) || Enum->getDecl()->getName().empty())
      Canonical = Enum->getDecl()->getIntegerType().getCanonicalType();
  } else if (auto *Record = Canonical->getAs<RecordType>()) {
    const RecordDecl *D = Record->getDecl();
    if (!isFileScope(D))
      giveUp(refusals::localType(At, "its type is declared inside the function"));
    if (isUnnamedRecord(Canonical))
      giveUp(refusals::unnamedType(At));
  }
  return Canonical.getAsString(emittedSpelling(AST));
}

void tilepipe::requireNameable(QualType Type, Place At,
                               llvm::function_ref<bool(const Decl *)> IsVisible) {
  const clang::Type *T = Type.getTypePtrOrNull();
  if (!T)
    return;
  const Decl *Named = nullptr;
  if (auto *Typedef = dyn_cast<TypedefType>(T))
    Named = Typedef->getDecl();
  else if (auto *Tag = dyn_cast<TagType>(T))
    Named = Tag->getDecl();
  if (Named) {
    if (!IsVisible(Named))
      giveUp(refusals::localType(At, "a type of the body is declared inside the function"));
    return;
  }
  if (auto *Elaborated = dyn_cast<ElaboratedType>(T))
    return requireNameable(Elaborated->getNamedType(), At, IsVisible);
  if (auto *Pointer = dyn_cast<PointerType>(T))
    return requireNameable(Pointer->getPointeeType(), At, IsVisible);
  if (auto *Array = dyn_cast<ArrayType>(T))
    return requireNameable(Array->getElementType(), At, IsVisible);
  if (auto *Paren = dyn_cast<ParenType>(T))
    return requireNameable(Paren->getInnerType(), At, IsVisible);
  if (auto *Attributed = dyn_cast<AttributedType>(T))
    return requireNameable(Attributed->getModifiedType(), At, IsVisible);
}

bool tilepipe::isElementType(QualType Type) {
  if (Type.isVolatileQualified() || Type->isAtomicType())
    return false;
  return Type->isArithmeticType() && !Type->isVectorType();
}
