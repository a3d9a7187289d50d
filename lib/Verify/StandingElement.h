// StandingElement.h - the element that stands for a scalar
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_VERIFY_STANDINGELEMENT_H
#define TILEPIPE_LIB_VERIFY_STANDINGELEMENT_H

#include "Evaluator.h"
#include "tilepipe/IR/LoopNest.h"

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace tilepipe {

/// The element "c[i][j]" of the user's Nest that may have the values of the scalar E all the time: "c[i][j] = s;" is the last
/// statement with a name of s in the body that declares s, and the only one of the nest with a name of c. Throws where it is
/// something else.
const clang::Expr *standingElement(const EmittedFile &File, const clang::ForStmt *Nest, const ExpandedScalar &E);

} // namespace tilepipe

#endif // TILEPIPE_LIB_VERIFY_STANDINGELEMENT_H
