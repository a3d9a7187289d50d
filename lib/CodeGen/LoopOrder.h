// LoopOrder.h - which loop runs innermost in a tile
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_CODEGEN_LOOPORDER_H
#define TILEPIPE_LIB_CODEGEN_LOOPORDER_H

#include "tilepipe/Analysis/Dependences.h"

namespace tilepipe {

/// The loop of a tree that tiles sink: it runs inside of the loops that it holds, once around each statement in it.
/// Its iterations then reach consecutive elements, independently of each other, where the loops inside reached an
/// element of another row each time. No dependence goes back in that order. Nothing: the program's order stays.
std::optional<unsigned> sunkLoop(const LoopNest &Nest, const Dependences &Deps);

/// The loops around statement K in a tile, outermost first: positions in Statement::Loops.
std::vector<unsigned> loopsInTile(const LoopNest &Nest, unsigned K, std::optional<unsigned> Sunk);

} // namespace tilepipe

#endif // TILEPIPE_LIB_CODEGEN_LOOPORDER_H
