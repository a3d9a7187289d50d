// SetValues.h - variables that stand for arithmetic
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_SETVALUES_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_SETVALUES_H

#include "syntax/FunctionFacts.h"

#include <map>
#include <set>

namespace tilepipe {

/// Scalars whose reads in a piece of text all have one assignment in front of them: `k = i * m + j;` in front of
/// `A[k]`, in the same block. What the value is computed from (variables, constants and arithmetic) does not change on the
/// way from the assignment to the reads: a read of k stands for i * m + j, computed where the read is. Several blocks may
/// set a variable, each for its own reads.
class SetValues {
public:
  /// Which types variables have.
  enum class Types { Integers, Numbers };
  /// Adds those of Text: a nest, or the body of a function. Of the variables in it Uses tells whose address is taken.
  void add(const clang::Stmt *Text, const VariableUses &Uses, Types Which = Types::Integers);
  /// V is such a variable.
  bool has(const clang::VarDecl *V) const;
  /// What Read stands for; null: it names no such variable.
  const clang::Expr *of(const clang::DeclRefExpr *Read) const;
  /// The variable of which S is an assignment; or null.
  const clang::VarDecl *setBy(const clang::Stmt *S) const;

  /// Canonical, as all here.
  const std::set<const clang::VarDecl *> &all() const { return Variables; }

private:
  std::set<const clang::VarDecl *> Variables;
  std::map<const clang::Stmt *, const clang::VarDecl *> Settings;
  std::map<const clang::DeclRefExpr *, const clang::Expr *> Reads;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_SETVALUES_H
