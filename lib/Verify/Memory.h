// Memory.h - who touches an element after whom
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dependences of a nest, found from its accesses alone and by nobody else's
// code: a proof must not repeat a mistake of what it proves. A write that may not
// happen counts as one that stores what it has read, so it is a read too.
#ifndef TILEPIPE_LIB_VERIFY_MEMORY_H
#define TILEPIPE_LIB_VERIFY_MEMORY_H

#include "tilepipe/IR/Unfolding.h"

namespace tilepipe::verify {

/// A relation between points and elements as a set of flat tuples: the helpers for rows work
/// on any part of one.
struct Relation {
  std::string Name;   ///< for people: "flow of A"
  unsigned Array = 0; ///< into LoopNest::Arrays
  isl::set Tuples;
};

/// Elements of an array with an Unfolding are unfolded where a point writes them, which is the first one of a tuple.
struct Memory {
  isl::set Domain; ///< { S[c] }: the nest's points under the parameters of interest
  /// { [j, j'] }: j' != j touches an element next after j, and one of them writes it. Their
  /// transitive closure is the order of memory.
  std::vector<Relation> Order;
  /// { [j, j', x] }: what j' reads at x, j != j' wrote last.
  std::vector<Relation> Flow;
  /// { [j, x] }: j reads at x what nobody in the nest wrote before.
  std::vector<Relation> LiveIn;
  /// { [j, x] }: j writes x.
  std::vector<Relation> Writes;
  /// { [j, j', x] }: j' != j writes x next after j.
  std::vector<Relation> Overwrites;
  /// { [j, x] }: j writes x and nobody does so later.
  std::vector<Relation> LastWrites;
  std::vector<std::optional<Unfolding>> Unfolded; ///< by array

  /// For the points of Nest under Parameters. Throws what isl throws. OrderAlone: nothing else is needed, and Order
  /// may hold pairs of its closure.
  static Memory of(const LoopNest &Nest, const isl::set &Parameters, bool OrderAlone = false);
};

/// Tuples, in which an element begins at dimension Element, with the element as the point at dimension Point writes it.
isl::set writtenBy(const isl::set &Tuples, unsigned Point, unsigned Element, const Unfolding &By);

} // namespace tilepipe::verify

#endif // TILEPIPE_LIB_VERIFY_MEMORY_H
