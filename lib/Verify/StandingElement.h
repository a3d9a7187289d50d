// StandingElement.h - the element that stands for a scalar
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_VERIFY_STANDINGELEMENT_H
#define TILEPIPE_LIB_VERIFY_STANDINGELEMENT_H

#include "Evaluator.h"
#include "tilepipe/IR/LoopNest.h"

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace tilepipe {

/// An element that may have the values of a scalar all the time, and the statement that gives the scalar its first one.
struct ElementOfScalar {
  const clang::Expr *Element = nullptr; ///< "c[i][j]"
  const clang::Stmt *Set = nullptr;     ///< a declaration, or "s = 0;"
};

/// That of the user's Nest for E: "c[i][j] = s;" is the last statement with a name of s in the body that declares s or sets it
/// first, and the only one of the nest with a name of c. Throws where it is something else.
ElementOfScalar standingElement(const EmittedFile &File, const clang::ForStmt *Nest, const ExpandedScalar &E);

} // namespace tilepipe

#endif // TILEPIPE_LIB_VERIFY_STANDINGELEMENT_H
