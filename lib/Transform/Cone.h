// Cone.h - rows along which tiles are legal
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_TRANSFORM_CONE_H
#define TILEPIPE_LIB_TRANSFORM_CONE_H

#include "tilepipe/Transform/Pipeline.h"

namespace tilepipe {

int64_t dot(const Row &A, const Row &B);

/// |det Rows| of n rows of n entries; 0: they are dependent, or the numbers are too large.
int64_t determinant(std::vector<Row> Rows);

/// Rows h with h . d >= 0 for all distances d: the extreme rays of their cone, and, where
/// the distances leave directions free, both orientations of a basis of these.
/// Primitive (no common factor), sorted. Together they span the space whenever every
/// distance is lexicographically positive.
std::vector<Row> legalRows(const IslContext &Ctx, const std::vector<Row> &Distances,
                           unsigned Depth);

} // namespace tilepipe

#endif // TILEPIPE_LIB_TRANSFORM_CONE_H
