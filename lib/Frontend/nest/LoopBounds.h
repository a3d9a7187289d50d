//===- LoopBounds.h - headers to domains ------------------------*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_FRONTEND_NEST_LOOPBOUNDS_H
#define TILEPIPE_LIB_FRONTEND_NEST_LOOPBOUNDS_H

#include "expr/NestBuilder.h"

namespace tilepipe {

/// Reads loop D of B.Headers, whose outer loops have been read: appends to
/// B.Nest.Loops and B.Nest.Prefix. Refuses with "non-affine-bound",
/// "loop-form", "never-runs" or "wrap".
void readLoop(NestBuilder &B, unsigned D);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_NEST_LOOPBOUNDS_H
