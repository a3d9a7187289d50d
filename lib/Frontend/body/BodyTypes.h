// BodyTypes.h - types and unevaluated operands
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_BODY_BODYTYPES_H
#define TILEPIPE_LIB_FRONTEND_BODY_BODYTYPES_H

#include "expr/NestSyntax.h"

namespace tilepipe {

/// Refuses types and unevaluated operands in S that hang on arrays or pointers of the nest, which
/// emitted code declares differently.
void checkLookedAt(const NestSyntax &Syntax, const clang::Stmt *S);

/// Refuses types in S whose size is computed where they stand.
void checkVariableTypes(const NestSyntax &Syntax, const clang::Stmt *S);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_BODY_BODYTYPES_H
