//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over a convex set straight from its constraints. isl's own code generation
// would do, but the sets that ranks exchange have up to forty parameters, and there
// it takes seconds.
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_CODEGEN_CONVEXSCAN_H
#define TILEPIPE_LIB_CODEGEN_CONVEXSCAN_H

#include "AstPrinter.h"

namespace tilepipe {

/// if (Guard) for (x0 = Loops[0].First; x0 <= Loops[0].Last; x0 += Loops[0].Step)
///   if (Loops[0].Condition) for (x1 ...
/// Bounds and conditions of dimension d name the iterators of dimensions below d (a
/// condition: up to d). Inner loops may be empty.
struct ConvexLoops {
  struct Bounds {
    std::string First, Last;
    bool IsSingle = false; ///< First is Last: no loop needed
    int64_t Step = 1;
    std::string Condition; ///< empty: always
  };
  std::string Guard; ///< empty: always
  std::vector<Bounds> Loops;
};

/// Loops that visit each point of Set once, in lexicographic order, for parameters in
/// Context; nothing where there is surely no point. Existentially quantified variables must be known (isl_set_compute_divs);
/// throws where they are not, and where Set is unbounded.
std::optional<ConvexLoops> convexLoops(const isl::basic_set &Set, const isl::set &Context,
                                       const std::vector<std::string> &Iterators,
                                       const IdentifierText &Name);

/// The same as a chain around one leaf.
LoopChain chainOf(const ConvexLoops &Loops, const std::vector<std::string> &Iterators);

/// Set as a disjoint union of such sets.
std::vector<isl::basic_set> disjointPieces(const isl::set &Set);

/// Prints Loops over Iterators, the last dimension left to Leaf.
void printLoops(CodeBuffer &Out, const ConvexLoops &Loops,
                const std::vector<std::string> &Iterators,
                llvm::function_ref<void(const ConvexLoops::Bounds &Last)> Leaf);

} // namespace tilepipe

#endif
