// Types.h - C types by name, and ranges of integers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_TYPES_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_TYPES_H

#include "clang/AST/Type.h"
#include "source/Refusals.h"
#include <isl/cpp.h>

namespace tilepipe {

/// Values of an integer type: [Min, Max].
struct IntRange {
  unsigned Bits = 0;
  bool IsUnsigned = false;
  isl::val min(isl::ctx Ctx) const;
  isl::val max(isl::ctx Ctx) const;
  /// Every value of Other is one of this.
  bool covers(const IntRange &Other) const;
};

/// Type is an integer (or enumeration, or _Bool) type.
IntRange rangeOf(clang::QualType Type, const clang::ASTContext &AST);

/// How types are spelled in text that is compiled.
clang::PrintingPolicy emittedSpelling(const clang::ASTContext &AST);

/// Spelling of Type without qualifiers that is valid at file scope: built-in
/// types in full, structures by tag or by the typedef that names them. Refuses
/// ("local-type") a type that file scope cannot name.
std::string fileScopeSpelling(clang::QualType Type, const clang::ASTContext &AST, Place At);

/// A structure with neither a tag nor a typedef that names it.
bool isUnnamedRecord(clang::QualType Type);

/// Refuses ("local-type") when spelling Type as the user did needs a declaration
/// for which IsVisible does not hold.
void requireNameable(clang::QualType Type, Place At,
                     llvm::function_ref<bool(const clang::Decl *)> IsVisible);

/// Declared at file scope, so that emitted code before the function can name it.
bool isFileScope(const clang::Decl *D);

/// Options say what signed arithmetic does when it leaves its type (-fwrapv, -ftrapv). Otherwise C
/// leaves it undefined, and the analysis may take it not to happen.
bool definesOverflow(const clang::ASTContext &AST);

/// Arithmetic (real or complex), neither volatile nor atomic.
bool isElementType(clang::QualType Type);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_TYPES_H
