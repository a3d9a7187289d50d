// CalledNests.h - functions that hold nests
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_INLINE_CALLEDNESTS_H
#define TILEPIPE_LIB_FRONTEND_INLINE_CALLEDNESTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <map>

namespace tilepipe {

/// Which functions of a file hold loops, by themselves or through functions that they call.
class CalledNests {
public:
  /// The definition that Call surely runs, if it holds loops; or null.
  const clang::FunctionDecl *callee(const clang::CallExpr *Call);
  /// A statement in Loop, under no condition, calls such a function.
  bool areIn(const clang::ForStmt *Loop);

private:
  bool hasLoops(const clang::Stmt *S, unsigned Depth);

  std::map<const clang::FunctionDecl *, bool> Known; ///< false while the question is open: functions may call each other
};

/// The statements of F's body. A last `return` of nothing or of a constant is left out: it does nothing where a statement calls F.
llvm::ArrayRef<const clang::Stmt *> calledStatements(const clang::FunctionDecl *F);

/// Calls F(call, whether it is a loop's or a branch's whole body) for the statements in S that call functions, but for those
/// inside what Skips.
void forEachCallStatement(const clang::Stmt *S, llvm::function_ref<void(const clang::CallExpr *, bool)> F,
                          llvm::function_ref<bool(const clang::Stmt *)> Skips);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_INLINE_CALLEDNESTS_H
