// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_CODEGEN_LOOPCHAIN_H
#define TILEPIPE_LIB_CODEGEN_LOOPCHAIN_H

#include "CodeBuffer.h"
#include "Expressions.h"

namespace tilepipe {

/// Loops inside each other around one leaf, as C text:
/// if (Guard) for (Iterator = First; Iterator <= Last; Iterator += Step) ... if (LeafGuard) leaf
/// Bounds and guards name the iterators of the loops around them. Inner loops may be empty.
struct LoopChain {
  struct Loop {
    std::string Guard; ///< in front of the loop; empty: always
    std::string Iterator, First, Last;
    int64_t Step = 1;
    std::string StepText = {}; ///< in the place of Step, where it is no constant; or empty
    bool IsSingle = false; ///< exactly one iteration, at First; without an iterator: nothing names it

    /// "for (i = First; i <= Last; i++)", with another text for Last.
    std::string head(const std::string &Last) const;
  };
  std::vector<Loop> Loops;
  std::string LeafGuard; ///< empty: always
  /// Values of the coordinates at the leaf; empty where the iterator has it.
  std::vector<std::string> Coordinates;
};

enum class LastBound { InHead, InVariable }; ///< where an upper bound stands: `tp_last<d>` is computed once
enum class LeafKind { Statement, Block };

/// Prints the first Count loops of Chain around Leaf, guards included (with all loops: LeafGuard too). Braces stand
/// where there are several statements.
void printLoops(CodeBuffer &Out, const LoopChain &Chain, unsigned Count, LastBound Bound, LeafKind Kind,
                llvm::function_ref<void()> Leaf);

/// A loop of isl's syntax tree, without its guard.
LoopChain::Loop readLoop(const isl::ast_node &Node, const IdentifierText &Name);

/// Loops that scan Set in lexicographic order of its tuple. Throws where one leaf does not do.
LoopChain scan(const isl::set &Set, const isl::set &Context,
               const std::vector<std::string> &Iterators, const IdentifierText &Name);

} // namespace tilepipe

#endif
