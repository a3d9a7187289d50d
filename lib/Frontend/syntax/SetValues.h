// SetValues.h - variables that stand for index arithmetic
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_SETVALUES_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_SETVALUES_H

#include "syntax/FunctionFacts.h"

#include <map>

namespace tilepipe {

/// Integer variables that a piece of text sets in one place, in front of all that it reads of them: `k = i * m + j;` in
/// front of `A[k]`. What the value is computed from (variables, constants and arithmetic) does not change on the way from
/// the assignment to the reads: a read of k stands for i * m + j, computed where the read is.
class SetValues {
public:
  /// Adds those of Text: a nest, or the body of a function. Of the variables in it Uses tells whose address is taken.
  void add(const clang::Stmt *Text, const VariableUses &Uses);
  /// What V is set to; null: it is no such variable.
  const clang::Expr *of(const clang::VarDecl *V) const;
  /// The variable of which S is the assignment; or null.
  const clang::VarDecl *setBy(const clang::Stmt *S) const;

private:
  std::map<const clang::VarDecl *, const clang::BinaryOperator *> Settings;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_SETVALUES_H
