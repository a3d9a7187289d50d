//===- PerfectNest.h - loops, and what is declared between them -*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_PERFECTNEST_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_PERFECTNEST_H

#include "source/Refusals.h"
#include "syntax/FunctionFacts.h"

#include "clang/AST/Stmt.h"

#include <set>
#include <vector>

namespace tilepipe {

/// Loops around each other. Between two of them only declarations may stand, of variables that
/// keep their initial value (`double *row = A[i];`), for then each iteration of the inner loops
/// may as well compute it: they belong to the innermost body. Variables without an initial
/// value are written by the body, if at all.
struct PerfectNest {
  struct Declaration {
    const clang::DeclStmt *What;
    unsigned Depth; ///< number of loops around it
  };
  std::vector<const clang::ForStmt *> Loops; ///< outermost first
  std::vector<Declaration> Between;          ///< those with initial values, in order
  const clang::Stmt *Obstacle = nullptr; ///< what would have to go were there more loops inside
  /// The innermost body with the declarations in front of it.
  const clang::Stmt *Body = nullptr;
  /// What Body declares; also in text that it includes.
  std::set<const clang::Decl *> OwnDecls;

  const clang::Stmt *innermostBody() const { return Loops.back()->getBody(); }
  clang::SourceLocation location() const { return Loops.front()->getForLoc(); }
};

/// The nest whose outermost loop is Outermost. Refuses other shapes than a perfect nest of two to
/// five loops: "too-complex", "pragma", "imperfect-nest", "depth". Of the function's variables
/// Uses tells the writes.
PerfectNest readShape(const clang::ForStmt *Outermost, const VariableUses &Uses,
                      const clang::ASTContext &AST, const SourceText &Src);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_PERFECTNEST_H
