// CalledGlobals.h - globals that called functions name
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_NEST_CALLEDGLOBALS_H
#define TILEPIPE_LIB_FRONTEND_NEST_CALLEDGLOBALS_H

#include "expr/NestSyntax.h"

namespace tilepipe {

/// Adds to the complete Nest what Named, the globals that called functions name by themselves, need
/// on other ranks.
void settleCalledGlobals(LoopNest &Nest, const NestSyntax &Syntax, const Globals &Named);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_NEST_CALLEDGLOBALS_H
