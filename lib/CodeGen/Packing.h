// Packing.h - elements of other rows that a tile copies next to each other
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_CODEGEN_PACKING_H
#define TILEPIPE_LIB_CODEGEN_PACKING_H

#include "TileText.h"

namespace tilepipe {

/// Access number A may be packed where loop L runs innermost: it reads A[l][k], an element for each pair of iterations of L
/// and one other loop, of an array that the nest does not write. Other loops read the same elements again.
/// Uses what stands in front of Sunk in R.
std::optional<PackedRead> packable(const RegionContext &R, unsigned A, unsigned L);
/// Reads that tiles pack where Sunk runs innermost: those of each statement whose elements are no neighbours along its innermost
/// loop. All of a statement, or none. Uses what stands in front of Sunk in R.
std::vector<PackedRead> packedReads(const RegionContext &R, const SunkLoops &Sunk);

/// Declares the arrays and fills them with what the points of the box read.
void printPacking(const RegionContext &R, CodeBuffer &Out);
/// Cells for the packed reads of statement K.
std::vector<HeldValue> packedValues(const RegionContext &R, unsigned K);

/// The most places of a box along its last two dimensions.
unsigned packedRows(const RegionContext &R);
unsigned packedPoints(const RegionContext &R);

} // namespace tilepipe

#endif // TILEPIPE_LIB_CODEGEN_PACKING_H
