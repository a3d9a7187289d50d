// MergedAccesses.h - one iteration's accesses to one element
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_ACCESS_MERGEDACCESSES_H
#define TILEPIPE_LIB_FRONTEND_ACCESS_MERGEDACCESSES_H

#include "tilepipe/IR/LoopNest.h"

namespace tilepipe {

/// Leaves out accesses of Nest that other iterations cannot tell from those that stay: of each element that an
/// iteration accesses, the first read in front of its writes and the last write stay. Nests with few accesses
/// keep them all.
void mergeAccesses(LoopNest &Nest);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_ACCESS_MERGEDACCESSES_H
