// Embedding.h - one space for all statements
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_TRANSFORM_EMBEDDING_H
#define TILEPIPE_LIB_TRANSFORM_EMBEDDING_H

#include "tilepipe/Transform/Pipeline.h"

namespace tilepipe {

/// Along a row of (1000, 1) tiles wait for each other as if there were no other row.
constexpr int MostSkewed = 16;

/// { S[j] -> [f] } on the nest's domain: the places of its points along the rows of the outermost
/// permutable band that isl's scheduler finds. No dependence goes back along any of them.
/// Refuses ("no-band") where there is none, or where it holds no parallelism.
llvm::Expected<isl::map> findPlaces(const IslContext &Ctx, const LoopNest &Nest, const Dependences &Deps);

} // namespace tilepipe

#endif // TILEPIPE_LIB_TRANSFORM_EMBEDDING_H
