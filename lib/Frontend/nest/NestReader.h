// NestReader.h - one nest from syntax to LoopNest
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_NEST_NESTREADER_H
#define TILEPIPE_LIB_FRONTEND_NEST_NESTREADER_H

#include "syntax/FunctionContext.h"
#include "tilepipe/IR/LoopNest.h"

namespace tilepipe {

/// How a loop is read: as a perfect nest; the same with rows of constant length split (AccessTable); as a tree of
/// loops around several statements; the same with neighbouring statements apart; the same with scalars as arrays; the same
/// with scalars as the elements that they become; with scalars as arrays again, but for the order of points (LoopNest::IsForOrder).
enum class Reading { Perfect, SplitRows, Tree, TreeOfSingles, TreeOfExpanded, TreeOfElements, TreeOfChains };

/// The nest whose outermost loop is For, or why it is none: a RefusalError. Scratch, of trees: names of arrays of which
/// each point shall have its own.
llvm::Expected<LoopNest> readNest(const FunctionContext &Context, const clang::ForStmt *For,
                                  const std::string &Name, Reading How = Reading::Perfect,
                                  const std::vector<std::string> &Scratch = {});

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_NEST_NESTREADER_H
