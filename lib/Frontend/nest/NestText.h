// NestText.h - where a nest stands in its file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_NEST_NESTTEXT_H
#define TILEPIPE_LIB_FRONTEND_NEST_NESTTEXT_H

#include "expr/NestSyntax.h"

namespace tilepipe {

/// Refuses text that cannot be emitted again in front of the function: "in-header", "macro-loop",
/// "pragma", "local-macro".
NestText placeNest(const FunctionContext &Context, const NestShape &Shape);

/// Refuses with "local-macro" where a macro would change what the emitted text itself
/// says. Call when the nest is complete.
void checkMacros(const LoopNest &Nest, const PreprocessorFacts &Directives);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_NEST_NESTTEXT_H
