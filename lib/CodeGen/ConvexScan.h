// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops over a convex set straight from its constraints. isl's own code generation
// would do, but the sets that ranks exchange have up to forty parameters, and there
// it takes seconds.
#ifndef TILEPIPE_LIB_CODEGEN_CONVEXSCAN_H
#define TILEPIPE_LIB_CODEGEN_CONVEXSCAN_H

#include "LoopChain.h"

namespace tilepipe {

/// Loops that visit each point of Set once, in lexicographic order, for parameters in
/// Context; nothing where there is surely no point. Existentially quantified variables must be known (isl_set_compute_divs);
/// throws where they are not, and where Set is unbounded.
std::optional<LoopChain> convexLoops(const isl::basic_set &Set, const isl::set &Context,
                                     const std::vector<std::string> &Iterators, const IdentifierText &Name);

/// Set as a disjoint union of such sets.
std::vector<isl::basic_set> disjointPieces(const isl::set &Set);

} // namespace tilepipe

#endif
