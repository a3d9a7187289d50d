// NamedDeclarations.h - what a text names
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_NAMEDDECLARATIONS_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_NAMEDDECLARATIONS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

#include <vector>

namespace tilepipe {

/// All that the text of S (or D) names, and what their declarations name in turn. Definitions stand for declarations. What system
/// headers declare is left out: it is the same to all compilers as far as values and layouts go.
std::vector<const clang::Decl *> namedDeclarations(const clang::Stmt *S, const clang::SourceManager &SM);
std::vector<const clang::Decl *> namedDeclarations(const clang::Decl *D, const clang::SourceManager &SM);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_NAMEDDECLARATIONS_H
