// LoopOrder.h - which loop runs innermost in a tile
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_CODEGEN_LOOPORDER_H
#define TILEPIPE_LIB_CODEGEN_LOOPORDER_H

#include "tilepipe/Analysis/Dependences.h"

#include <optional>
#include <vector>

namespace tilepipe {

/// How the element of an access moves from one iteration of a loop to the next.
enum class Stride { None, One, Far };
/// Of an access whose statement is in loop number L.
Stride strideOf(const LoopNest &Nest, const Access &A, unsigned L);

/// Whether tiles copy what access number A reads next to each other along loop L.
using CanPack = llvm::function_ref<bool(unsigned A, unsigned L)>;

/// A loop that tiles sink: it runs inside of the loops that it holds, once around each statement in it.
struct SunkLoop {
  unsigned Number;
  /// { S[j] }, the box as parameters: iterations of the loop up to the last that has a statement behind the loops inside, which
  /// run in the program's order. Those behind it are sunk. Nothing: all are.
  std::optional<isl::set> InFront = {};
  /// Statements with iterations behind it: those inside of the loops, and what stands in front of these.
  std::vector<unsigned> Behind = {};
};
/// Of different parts of the tree: no loop is inside of another.
using SunkLoops = std::vector<SunkLoop>;

/// The loops that tiles sink. Their iterations then reach consecutive elements, independently of each other, where the loops
/// inside reached an element of another row each time, or each waited for the one before and what is far can be packed
/// (Packing.h). No dependence goes back in that order. Points are those of a box, { S[j] } with the box as parameters under
/// which Context holds. Empty: the program's order stays.
SunkLoops sunkLoops(const LoopNest &Nest, const Dependences &Deps, const isl::set &Points, const isl::set &Context, CanPack Packs);

/// A loop of which so many iterations (rows) advance together: each statement in it runs for all of them in turn.
struct JammedLoop {
  unsigned Number, Rows;
};
/// That of a jammed tile function of a tree. Its iterations do not wait for each other, and in one of them each point of an
/// innermost loop waits for the one before. Rows that advance together wait at the same time. The bounds of the loops
/// inside of it depend on none of its iterations, in any tile: Points are those of one, a set { S[j] } with the box as
/// parameters under which Context holds. No dependence goes back in that order. Nothing: there is none.
std::optional<JammedLoop> jammedLoop(const LoopNest &Nest, const Dependences &Deps, const isl::set &Points, const isl::set &Context);

/// Iterations of L do not wait for each other, with all other loops at rest, in any of Statements.
bool areIndependent(const LoopNest &Nest, const Dependences &Deps, llvm::ArrayRef<unsigned> Statements, unsigned L);

/// The loop around statement K that is sunk; null: none is.
const SunkLoop *sunkAround(const LoopNest &Nest, unsigned K, const SunkLoops &Sunk);

/// The dimensions of the box, a bit for each, at whose ends loops begin to be sunk: short boxes have more that is.
unsigned endsOfFronts(const SunkLoops &Sunk, unsigned Dimensions);

/// The loops around statement K where it is sunk, outermost first: positions in Statement::Loops.
std::vector<unsigned> loopsInTile(const LoopNest &Nest, unsigned K, const SunkLoops &Sunk);

} // namespace tilepipe

#endif // TILEPIPE_LIB_CODEGEN_LOOPORDER_H
