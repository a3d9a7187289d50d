// InlinedCalls.h - calls in the terms of their caller
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that reads or writes memory,
//
//   static void relax(double *p, int i) { p[i] = 0.5 * (p[i - 1] + p[i + 1]); }
//
// is analysed as if its body stood in place of each call: a copy of its syntax, with
// pointer parameters replaced by their arguments and other parameters and locals as
// variables of the nest's body. The emitted text goes on calling the function itself.
#ifndef TILEPIPE_LIB_FRONTEND_CALLS_INLINEDCALLS_H
#define TILEPIPE_LIB_FRONTEND_CALLS_INLINEDCALLS_H

#include "syntax/FunctionContext.h"
#include "syntax/LoopHeader.h"
#include "syntax/NestShape.h"

#include "llvm/ADT/SetVector.h"

#include <map>
#include <set>

namespace tilepipe {

/// A call's callee in the terms of its caller.
struct InlinedCall {
  const clang::CompoundStmt *Body = nullptr; ///< parameters are its first variables
  /// What the only `return`, at the end of Body, answers; null when there are others.
  const clang::Expr *Result = nullptr;
  bool Writes = false; ///< memory that is not its own
};

/// Global variables, each once, by their canonical declarations.
using Globals = llvm::SetVector<const clang::VarDecl *>;

/// The calls of a nest that are read as their callees' bodies.
class InlinedCalls {
public:
  /// The inlined call that E, less parentheses, is; or null.
  const InlinedCall *find(const clang::Expr *E) const;
  /// The lvalue E, less parentheses; where it starts from the address that an inlined call
  /// answers, from that instead: `*at(g, i)` is `g->u[i]`.
  const clang::Expr *resolved(const clang::Expr *E) const;
  /// V is a variable of an inlined body.
  bool isLocal(const clang::VarDecl *V) const { return Locals.count(V); }
  /// What inlined bodies name by themselves.
  const Globals &globals() const { return Named; }
  const std::map<const clang::CallExpr *, InlinedCall> &all() const { return Copies; }

private:
  friend class CallCopier;
  const clang::Expr *withoutCalls(const clang::Expr *E) const;

  clang::ASTContext *AST = nullptr;
  std::map<const clang::CallExpr *, InlinedCall> Copies;
  std::set<const clang::VarDecl *> Locals;
  Globals Named;
  mutable std::map<const clang::Expr *, const clang::Expr *> Resolved;
};

/// The calls in Shape whose callee is not pure and whose body is understood. Refuses
/// ("impure-call") those that do what no nest may do; calls of unknown functions are left for the
/// body's reader.
InlinedCalls inlineCalls(const FunctionContext &Context, const NestShape &Shape,
                         const std::vector<LoopHeader> &Headers);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_CALLS_INLINEDCALLS_H
