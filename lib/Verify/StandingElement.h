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
  const clang::Stmt *Finish = nullptr;  ///< "c[i][j] = s;"
  const clang::VarDecl *Scalar = nullptr;
};

/// That of the user's Nest for E, in the body that IsOf E's statements: "c[i][j] = s;", or with a value of which s is a part,
/// is the last statement with a name of s there, and the first one declares s or sets it. Between them nothing has the
/// element's text. Alike are all scalars of that name, and nothing else of the nest names it. Throws where it is something else.
ElementOfScalar standingElement(const EmittedFile &File, const clang::ForStmt *Nest, const ExpandedScalar &E,
                                llvm::function_ref<bool(const clang::CompoundStmt *)> IsOf, llvm::ArrayRef<const ExpandedScalar *> Alike);

} // namespace tilepipe

#endif // TILEPIPE_LIB_VERIFY_STANDINGELEMENT_H
