// LoopHeader.h - the parts of a for loop's header
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_LOOPHEADER_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_LOOPHEADER_H

#include "source/Refusals.h"
#include "syntax/FunctionFacts.h"

namespace tilepipe {

/// A `for` header of the form that is understood; what its expressions mean is
/// not looked at yet.
struct LoopHeader {
  const clang::ForStmt *For = nullptr;
  const clang::VarDecl *Iterator = nullptr;
  bool IsDeclaredOutside = false;
  const clang::Expr *Init = nullptr; ///< converted to the iterator's type
  const clang::Expr *Cond = nullptr;
  int64_t Step = 0; ///< never 0; 1 or -1 where there is a StepValue
  /// Of a step that is no constant: what the iterator grows by, or shrinks by.
  const clang::Expr *StepValue = nullptr;
  /// `i-- > 0`, where the condition itself steps the iterator before the body.
  const clang::UnaryOperator *CondStep = nullptr;
  /// A variable that the header sets and steps beside the iterator: `for (i = a, j = 0; i < n; i++, j++)`.
  struct Follower {
    const clang::VarDecl *Variable;
    const clang::Expr *Init;
    int64_t Step;
  };
  std::vector<Follower> Followers;
  /// V is the iterator or one of these.
  bool steps(const clang::VarDecl *V) const;
  /// A global, or its address is taken: pointers may reach it.
  bool IsReachable = false;
};

/// The step of For is an expression that is no constant: `j += block`.
bool hasStepValue(const clang::ForStmt *For, const clang::ASTContext &AST);

/// Refuses with "loop-form", "address-taken" or "volatile".
LoopHeader readHeader(const clang::ForStmt *For, const clang::ASTContext &AST,
                      const VariableUses &FunctionUses, const SourceText &Src);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_LOOPHEADER_H
