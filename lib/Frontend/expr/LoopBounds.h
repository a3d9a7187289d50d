// LoopBounds.h - headers to domains
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_EXPR_LOOPBOUNDS_H
#define TILEPIPE_LIB_FRONTEND_EXPR_LOOPBOUNDS_H

#include "expr/NestNames.h"

namespace tilepipe {

/// The loop that starts at Outer.domain(), and the loops Outer around it. Refuses with
/// "non-affine-bound", "loop-form", "never-runs" or "wrap".
EnclosingLoops readLoop(NestNames &Names, EnclosingLoops Outer, const LoopHeader &Header);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_EXPR_LOOPBOUNDS_H
