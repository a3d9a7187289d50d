// KnownValues.h - operations that compilers compute
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_COMPILERS_KNOWNVALUES_H
#define TILEPIPE_LIB_FRONTEND_COMPILERS_KNOWNVALUES_H

#include "expr/NestSyntax.h"

namespace tilepipe {

/// Refuses complex products and quotients in the body of values that a compiler may know; with
/// FusesConstants (CompilerDifferences) real sums of products as well.
void checkKnownValues(const NestSyntax &Syntax);

/// Refuses Call, of the library function Name, where the program's compiler may compute it beforehand.
void checkFolding(const NestSyntax &Syntax, const clang::CallExpr *Call, const std::string &Name);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_COMPILERS_KNOWNVALUES_H
