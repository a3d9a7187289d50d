// PointerSwaps.h - pointers that iterations exchange
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_POINTERSWAPS_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_POINTERSWAPS_H

#include "syntax/FunctionFacts.h"
#include "syntax/Privates.h"

#include <map>
#include <set>
#include <vector>

namespace tilepipe {

/// What a loop's body does with pointers besides reaching memory: `tmp = a; a = b; b = tmp;`.
/// Iteration n, counted from 0, begins with Cycles[c][k] where Cycles[c][(k + n) % size] was before the loop.
struct PointerSwaps {
  /// Where a pointer is: where the one of this number was when the iteration began.
  struct Held {
    unsigned Cycle, Index;
  };
  using HeldBy = std::map<const clang::VarDecl *, Held>;

  std::vector<std::vector<const clang::VarDecl *>> Cycles;
  std::set<const clang::Stmt *> Statements;         ///< of the body, that exchange pointers
  std::map<const clang::Stmt *, HeldBy> At;         ///< the same for its other statements
  /// Declared in front of the loop, needed by Statements alone; each with a pointer of its type.
  std::vector<std::pair<const clang::VarDecl *, const clang::VarDecl *>> Temporaries;

  bool isEmpty() const { return Cycles.empty(); }
  /// V is one of the pointers of Cycles.
  bool moves(const clang::VarDecl *V) const;
};

/// The exchanges in the body of Loop. Empty: there is none, or it is not understood. Pointers are variables of the
/// function whose address nobody takes; every iteration exchanges them by statements of the body itself.
PointerSwaps findSwaps(const clang::ForStmt *Loop, const VariableUses &FunctionUses, Liveness &Live,
                       const clang::ASTContext &AST);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_POINTERSWAPS_H
