// Interior.h - a nest without the points where its body sets borders
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// if (i == 0 || j == 0) A[i][j] = 0; else A[i][j] = f(A[i - 1][j], A[i][j - 1]): the points of the first row and column
// read nothing of what others do. Jammed and skewed tile functions are made for the other points, of which all read the
// same. They run those of the borders by the plain function.
#ifndef TILEPIPE_LIB_CODEGEN_INTERIOR_H
#define TILEPIPE_LIB_CODEGEN_INTERIOR_H

#include "RegionContext.h"

namespace tilepipe {

struct Interior {
  LoopNest Nest;               ///< of the interior points and their accesses alone
  std::vector<Border> Borders; ///< see RegionContext
};
/// Nothing where all points read the same, or the others are no border of the two innermost dimensions.
std::optional<Interior> interiorOf(const RegionContext &R);

} // namespace tilepipe

#endif // TILEPIPE_LIB_CODEGEN_INTERIOR_H
