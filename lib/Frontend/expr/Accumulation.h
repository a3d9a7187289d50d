// Accumulation.h - variables that a nest accumulates in
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_EXPR_ACCUMULATION_H
#define TILEPIPE_LIB_FRONTEND_EXPR_ACCUMULATION_H

#include "tilepipe/IR/LoopNest.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace tilepipe {

/// How S accumulates in V: every place that names V belongs to a statement that combines V with a value by this
/// operator, in any order with the same bits. Nothing: S does something else with V.
///   V += e, V = V + e, V++      integers, and * & | ^ likewise
///   if (e > V) V = e            and V = e > V ? e : V, with < too; numbers, where a NaN is never taken
/// Integers may also be compared by >= and <=, and the other way round.
std::optional<Reduction::Operator> accumulation(const clang::Stmt *S, const clang::VarDecl *V, const clang::ASTContext &AST);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_EXPR_ACCUMULATION_H
