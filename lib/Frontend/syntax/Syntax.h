// Syntax.h - every part of a piece of syntax
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang's Stmt::children() leaves out expressions that stand in types:
//
//   int (*rows)[n++] = 0;
//   (double (*)[m])p
//   __builtin_va_arg(list, __typeof__(char (*)[n]))
//
// These are evaluated like any other. Readers of the front end walk syntax with forEachChild
// only, and refuse the classes that isKnownSyntax does not list.
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_SYNTAX_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_SYNTAX_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace tilepipe {

/// Syntax nested deeper than this (generated sums of thousands of terms) is not
/// walked: the stack is finite. What it might do is then assumed to be done.
constexpr unsigned DeepestSyntax = 1500;

/// Calls F for each direct part of S, once each: children, expressions in types that S writes
/// down or declares, subscripts of `__builtin_offsetof`, clauses and region of an OpenMP directive.
/// Of a list of initialisers both forms count, the one written and the one it means.
void forEachChild(const clang::Stmt *S, llvm::function_ref<void(const clang::Stmt *)> F);
/// The same for the parameters of Function (their types may hold expressions) and its body.
void forEachChild(const clang::FunctionDecl *Function,
                  llvm::function_ref<void(const clang::Stmt *)> F);

/// Calls F for the sizes in the type that V is declared with, as far as they are evaluated there.
void forEachSize(const clang::VarDecl *V, llvm::function_ref<void(const clang::Expr *)> F);

bool anyChild(const clang::Stmt *S, llvm::function_ref<bool(const clang::Stmt *)> Is);
inline bool allChildren(const clang::Stmt *S, llvm::function_ref<bool(const clang::Stmt *)> Is) {
  return !anyChild(S, [&](const clang::Stmt *Child) { return !Is(Child); });
}

/// S, or the loop in it where S is one with hints for compilers (`#pragma unroll`).
const clang::Stmt *withoutHints(const clang::Stmt *S);

/// `for` loops of S, S included.
unsigned countLoops(const clang::Stmt *S);

/// The class of S is one whose parts and effects the readers know. Others are refused.
bool isKnownSyntax(const clang::Stmt *S);

/// The first expression or declaration in S, S included, that writes down a variably modified
/// type: the sizes in it are evaluated. Null when there is none.
const clang::Stmt *findVariableType(const clang::Stmt *S);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_SYNTAX_H
