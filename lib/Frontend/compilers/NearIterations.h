// NearIterations.h - iterations that gcc merges
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_COMPILERS_NEARITERATIONS_H
#define TILEPIPE_LIB_FRONTEND_COMPILERS_NEARITERATIONS_H

#include "tilepipe/IR/LoopNest.h"

namespace tilepipe {

/// Iterations that gcc 12 may put into one block of statements: at -O3 it unrolls short innermost
/// loops as a whole, and up to four iterations of the loop around the innermost one that is left
/// (-floop-unroll-and-jam). Inside a block it passes values on without the memory.
struct NearIterations {
  isl::map Later;      ///< { S[c] -> S[c'] : c' comes after c in the same block }
  bool HasNeighbours;  ///< a block has iterations that may write neighbouring elements
};

/// Accesses of Nest are complete.
std::vector<NearIterations> nearIterations(const LoopNest &Nest);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_COMPILERS_NEARITERATIONS_H
