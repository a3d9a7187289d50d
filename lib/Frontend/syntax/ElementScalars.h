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
/// Each iteration of the loop around declares the scalar, or sets it first, and assigns it to the element at last, as it is or
/// as a part of another value. What stands behind that may do anything with the element. In between it does nothing else with that element (LoopNest::standsAlone). So nobody sees the
/// values that the element has meanwhile, and inner loops need not run as a whole.
struct ElementScalar {
  const clang::ForStmt *Own;    ///< the loop around
  const clang::Stmt *Set;       ///< its declaration, or "s = 0;": a statement of the loop's body
  const clang::Expr *Element;   ///< "c[i][j]"
  const clang::Stmt *Finish;    ///< "c[i][j] = s;", or with a value of which s is a part
};
/// In the order of the source, for that of addresses changes from run to run.
struct ByLocation {
  bool operator()(const clang::VarDecl *A, const clang::VarDecl *B) const { return A->getLocation() < B->getLocation(); }
};
/// A scalar may have one element in each of several loops.
using ElementScalars = std::multimap<const clang::VarDecl *, ElementScalar, ByLocation>;

/// Those of the nest whose outermost loop is Outermost that some inner loop names. Of the function's variables Uses tells the
/// writes.
ElementScalars findElementScalars(const clang::ForStmt *Outermost, const VariableUses &Uses, Liveness &Live);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_ELEMENTSCALARS_H
