// CallResults.h - lvalues at addresses that calls answer
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes lvalues. An address of what is known is taken apart at once: `*&x` is `x` and
// `(&x)->f` is `x.f`, so that later readers see the variable.
//
#ifndef TILEPIPE_LIB_FRONTEND_CALLS_CALLRESULTS_H
#define TILEPIPE_LIB_FRONTEND_CALLS_CALLRESULTS_H

#include "clang/AST/Expr.h"

namespace tilepipe {

/// x of `&x`, through conversions that only add qualifiers; or null.
clang::Expr *pointeeOf(const clang::Expr *Pointer);
/// `*Pointer`, of this type
clang::Expr *dereference(clang::ASTContext &AST, clang::Expr *Pointer, clang::QualType Type,
                         clang::SourceLocation At);
/// `Base[Index]`, with the type of Like
clang::Expr *subscript(clang::ASTContext &AST, clang::Expr *Base, clang::Expr *Index,
                       const clang::ArraySubscriptExpr *Like);
/// The member that Like names, of Base
clang::Expr *member(clang::ASTContext &AST, clang::Expr *Base, const clang::MemberExpr *Like);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_CALLS_CALLRESULTS_H
