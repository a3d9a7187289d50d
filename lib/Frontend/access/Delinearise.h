// Delinearise.h - dimensions of a linear subscript
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_ACCESS_DELINEARISE_H
#define TILEPIPE_LIB_FRONTEND_ACCESS_DELINEARISE_H

#include "expr/NestNames.h"

namespace tilepipe {

/// Strides of an index space in which every subscript of Indices is a sum of
/// stride times affine index, outermost first, the last one 1: {m * l, l, 1} for
/// (i * m + j) * l + k. Each divides the one before. Empty when there is none.
///
/// Whether the indices stay inside their dimensions is for the caller to check.
/// Constant strides above 1 count only with SplitsConstantRows. AlongDiagonals: subscripts move in several dimensions at a
/// time, i * m + j - i, so that the stride of i is not m - 1 but what grows fastest of it.
std::vector<Polynomial> findStrides(const NestNames &Names, const std::vector<Polynomial> &Indices,
                                    bool SplitsConstantRows, bool AlongDiagonals = false);

/// A term of P is a product of two values that change during the nest: i * j.
bool multipliesCoordinates(const NestNames &Names, const Polynomial &P);

/// What Atom, a value that changes during the nest, is multiplied with in P.
Polynomial strideOf(const Polynomial &P, unsigned Atom);

/// Index per stride: Value = sum of Strides[k] * result[k].
std::vector<Polynomial> splitIndex(const Polynomial &Value, const std::vector<Polynomial> &Strides);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_ACCESS_DELINEARISE_H
