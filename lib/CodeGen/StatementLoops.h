// StatementLoops.h - loops around several statements
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_CODEGEN_STATEMENTLOOPS_H
#define TILEPIPE_LIB_CODEGEN_STATEMENTLOOPS_H

#include "LoopChain.h"
#include "LoopOrder.h"
#include "tilepipe/IR/LoopNest.h"

namespace tilepipe {

/// What steps a loop of a tree.
struct Counter {
  Variable Of;
  bool IsNegative = false; ///< the loop counts down, and its coordinate is the variable with another sign

  /// The coordinate, as a name is: its type is that of the variable, or tp_int.
  std::string coordinate() const;
};

/// A loop's Stride as C text.
struct StrideText {
  std::string First, Step;

  /// Its first coordinate that is not below From.
  std::string firstFrom(const std::string &From) const;
};
std::optional<StrideText> strideText(const Loop &L, const isl::set &Context, const IdentifierText &Name);

/// Counters: of each loop of the nest. Strides: of each loop, if it has one.
/// Prints loops over Points, a part of the nest's domain { S[j] }, in the program's order but for the loops
/// Sunk and the one Jammed (LoopOrder.h). Each loop of the user's is one loop, or a few with closer bounds. Leaf prints a statement, inside the variables of its loops; Turn
/// prints what an iteration of the outermost loop begins with. FirstInRow: see RowPieces.h.
void printStatementLoops(CodeBuffer &Out, const LoopNest &Nest, const isl::set &Points, const isl::set &Context,
                         const SunkLoops &Sunk, std::optional<JammedLoop> Jammed, const std::vector<Counter> &Counters, const std::vector<std::optional<StrideText>> &Strides,
                         const IdentifierText &Name,
                         llvm::function_ref<void(CodeBuffer &, unsigned Statement)> Leaf,
                         llvm::function_ref<void(CodeBuffer &)> Turn,
                         llvm::function_ref<std::string(unsigned L, llvm::ArrayRef<unsigned> Statements)> FirstInRow);

} // namespace tilepipe

#endif // TILEPIPE_LIB_CODEGEN_STATEMENTLOOPS_H
