// ElementBase.h - what the subscripts of an emitted element count from
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_VERIFY_ELEMENTBASE_H
#define TILEPIPE_LIB_VERIFY_ELEMENTBASE_H

#include "clang/AST/Type.h"

#include <cstdint>

namespace clang {
class ASTContext;
class Expr;
class MemberExpr;
class VarDecl;
} // namespace clang

namespace tilepipe {

/// So many bytes behind what a variable points to, or is. No variable: it is something else.
struct ElementBase {
  const clang::VarDecl *Variable = nullptr;
  uint64_t Offset = 0;
  /// In p->u[i]: p[0] is the one structure of several that p might point to, which is a subscript, too.
  bool IsOfStructure = false;
  /// Of a structure's array: members that have no bytes lie where the next one does.
  clang::QualType Type = {};
};

/// The base of A in A[i], and of g->u in g->u[i]. A function's own structure, {.u = tp_p0_u}, has pointers of its initializer:
/// emitted functions assign none.
ElementBase elementBase(const clang::ASTContext &AST, const clang::Expr *E);

/// What a function's own structure has E initialized with; null: E is no member of one.
const clang::Expr *ownMember(const clang::MemberExpr *E);

} // namespace tilepipe

#endif // TILEPIPE_LIB_VERIFY_ELEMENTBASE_H
