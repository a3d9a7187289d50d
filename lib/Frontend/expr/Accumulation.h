// Accumulation.h - variables that a nest accumulates in
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_EXPR_ACCUMULATION_H
#define TILEPIPE_LIB_FRONTEND_EXPR_ACCUMULATION_H

#include "tilepipe/IR/LoopNest.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace tilepipe {

/// How a piece of syntax accumulates in a variable.
struct Accumulation {
  Reduction::Operator Op = Reduction::Operator::Add;
  Reduction::Taking Takes = Reduction::Taking::Strict; ///< of floating-point extremes
  bool HasNoSign = true; ///< each value is 0 or above, and no zero with a sign; or a NaN
  /// Variables that are set wherever a new extreme is taken, in the order of the text. What else names them is not
  /// looked at here.
  std::vector<const clang::VarDecl *> Companions;
  const clang::Expr *OrderedAt = nullptr; ///< where the text names a floating-point sum; null: it is none
  bool IsReassociated = false; ///< it combines floating-point numbers, in whatever order
  bool MayFuse = false;  ///< terms of a floating-point sum may be products
  unsigned Places = 0;   ///< that combine the variable with a value
  bool IsInLoop = false; ///< one of them is inside a loop
};

/// How S accumulates in V: every place that names V belongs to a statement that combines V with a value by one
/// operator. Nothing: S does something else with V.
///   V += e, V = V + e, V++      integers, and * & | ^ likewise
///   V += e, V = V - e           floating-point numbers, e being of V's type or a smaller one
///   V = V + e - f, V *= e       these too where Reassociates: their order may be another one
///   if (e > V) V = e            and V = e > V ? e : V, with < <= >= too, and the other way round; numbers
///   V = fmax(V, e)              and V = larger(V, e), where the file shows that larger() is such a choice
///   if (e > V) { V = e; W = f; }  W being a companion
/// Where V is an array of integers: every place that names it does so with one element, V[x], without companions.
std::optional<Accumulation> accumulation(const clang::Stmt *S, const clang::VarDecl *V, const clang::ASTContext &AST, bool Reassociates);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_EXPR_ACCUMULATION_H
