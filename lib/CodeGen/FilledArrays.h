// FilledArrays.h - arrays that a nest fills
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_CODEGEN_FILLEDARRAYS_H
#define TILEPIPE_LIB_CODEGEN_FILLEDARRAYS_H

#include "tilepipe/IR/LoopNest.h"

namespace tilepipe {

/// One write of Array, which always happens, fills a box of elements. All others that the nest touches lie within a few
/// elements of it; those of accesses that always have the same element may lie anywhere. False where that is not known.
bool isFilled(const LoopNest &Nest, unsigned Array);

} // namespace tilepipe

#endif // TILEPIPE_LIB_CODEGEN_FILLEDARRAYS_H
