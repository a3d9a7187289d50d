// Unfolding.h - arrays that keep the last few steps in turn
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why. In u[(t + 1) % 3][i][j] an element's first subscript is a remainder. Which elements a skewed tile writes near its
// sides is a question about integer points then, with dozens of pieces. By the number of which the remainder is taken,
// (t + 1, i, j), the same set is convex.
#ifndef TILEPIPE_IR_UNFOLDING_H
#define TILEPIPE_IR_UNFOLDING_H

#include "tilepipe/IR/LoopNest.h"

namespace tilepipe {

/// Subscript Dim of an array is a remainder by Size wherever the nest writes it. An unfolded element A[y] has the number
/// itself there. It stands for A[x], where x is y but in dimension Dim, and y modulo Size there.
struct Unfolding {
  unsigned Dim;
  int64_t Size;
  isl::map Writes; ///< { S[c] -> A[y] }: what the nest writes at c, unfolded; y is nowhere negative
};

/// { S[c] -> A[y] } for Written = { S[c] -> A[x] }, a part of what the nest writes.
isl::map unfolded(const isl::map &Written, const Unfolding &By);

/// Nothing where the nest writes nothing of the array, or some write is not so. Nothing where a point writes two elements
/// that differ in Dim alone. Dim is never the last subscript: rows stay rows.
std::optional<Unfolding> unfoldingOf(const LoopNest &Nest, unsigned Array);

} // namespace tilepipe

#endif // TILEPIPE_IR_UNFOLDING_H
