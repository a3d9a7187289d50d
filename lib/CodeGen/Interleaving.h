// Interleaving.h - what tile functions have in common that run points of several rows together
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_CODEGEN_INTERLEAVING_H
#define TILEPIPE_LIB_CODEGEN_INTERLEAVING_H

#include "RegionContext.h"

#include <isl/map.h>

namespace tilepipe {

/// The body is small enough that the processor overlaps several.
bool mayInterleave(const RegionContext &R);
/// Every point waits for its neighbour in the row, and may be interleaved with others. And nothing
/// that a tile does besides running points knows their order.
bool hasLatency(const RegionContext &R);

/// { S[c] -> S[c'] }: the point before along dimension D.
isl::map pointBefore(const isl::set &Points, unsigned D);
/// From the elements of one point to those of the point before along Before: { [steps] }.
isl::set stepsAlong(const isl::map &Before, const isl::map &Relation);
/// No two points of an innermost loop write into the same row.
bool runsAcrossRows(const RegionContext &R);
/// Where the point before along Before exists, Use reads its element of Write.
bool readsBefore(const RegionContext &R, const Access &Use, const Access &Write, const isl::map &Before);
/// Loops D and inside run between bounds that hang on none of them. And the user's iterators count all loops.
bool areRectangular(const RegionContext &R, unsigned D);
/// C's subscripts of A's elements are those of the nest's relations, and its variable is the user's.
bool hasPlainSubscripts(const LoopNest &Nest, const Array &A);

/// A[x0 * E + x1]: one subscript for two dimensions.
bool isLinear(const LoopNest &Nest, const Array &A);

/// Operations of one point.
unsigned operations(const LoopNest &Nest);

/// Elements that the body reads under a condition and may read without it, as C text
/// that means the same before the body. Where a branch has nothing left to load,
/// compilers select instead of branching; a wrong guess would cost more than the
/// rows gain (recurrences of comparisons: 0.5 x with branches, 1.4 x without).
std::vector<std::string> touchable(const RegionContext &R);

} // namespace tilepipe

#endif // TILEPIPE_LIB_CODEGEN_INTERLEAVING_H
