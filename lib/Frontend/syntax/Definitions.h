// Definitions.h - whether what the file defines is what runs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_DEFINITIONS_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_DEFINITIONS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <string>

namespace tilepipe {

/// The file has assembler outside of functions. It may name any symbol of the file: give an
/// object a second name, or make a definition weak.
bool hasTopLevelAssembly(const clang::ASTContext &AST);

/// An attribute or an assembler label of D says what the linker calls it: it may be another one.
bool hasLinkerName(const clang::NamedDecl *D);

/// Why the program may use another definition of the function or variable D than the one in
/// this file: "is a weak symbol". Empty where it uses this one.
std::string whyReplaced(const clang::ValueDecl *D);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_DEFINITIONS_H
