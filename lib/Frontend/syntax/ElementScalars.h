// ElementScalars.h - scalars whose last value becomes an element
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_ELEMENTSCALARS_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_ELEMENTSCALARS_H

#include "syntax/FunctionFacts.h"
#include "syntax/Privates.h"

namespace tilepipe {

/// Scalars that an element may stand for, by that element:
///
///     for (j ...) { double s = 0; for (k ...) s += a[i][k] * b[k][j]; c[i][j] = s; }
///
/// Each iteration of the loop around declares the scalar, or sets it first, and assigns it to the element at last, as it is.
/// The nest does nothing else with that array. So nobody sees the values that the element has in between, and inner loops
/// need not run as a whole.
struct ElementScalar {
  const clang::ForStmt *Own;    ///< the loop around
  const clang::Stmt *Set;       ///< its declaration, or "s = 0;": a statement of the loop's body
  const clang::Expr *Element;   ///< "c[i][j]"
};
using ElementScalars = std::map<const clang::VarDecl *, ElementScalar>;

/// Those of the nest whose outermost loop is Outermost that some inner loop names. Of the function's variables Uses tells the
/// writes.
ElementScalars findElementScalars(const clang::ForStmt *Outermost, const VariableUses &Uses, Liveness &Live);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_ELEMENTSCALARS_H
