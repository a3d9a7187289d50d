// Nearest.h - which access touches an element next
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where any two accesses touch an element at a constant distance only, the next one to
// touch it is the one at the least distance that has a point there. That takes sets of
// points alone, and none of isl's search for last sources.
#ifndef TILEPIPE_LIB_VERIFY_NEAREST_H
#define TILEPIPE_LIB_VERIFY_NEAREST_H

#include "Goal.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace tilepipe::verify {

/// An access as something that happens at (c, Time).
struct Touch {
  /// Relation: { S[c] -> A[x] }, for c in Domain.
  Touch(const isl::map &Relation, const isl::set &Domain, unsigned Time);

  unsigned Time;
  isl::set Points;     ///< { S[c] }: those that touch an element
  isl::map Subscripts; ///< what is equal in all of Relation; on Points the same, if IsFunction
  bool IsFunction;     ///< one element for each point
};

/// Another access that touches what one touches, Distance later.
struct Neighbour {
  Row Distance;
  unsigned Time;
  isl::set Points; ///< { S[c] }: those of the one for which the other one does
};

/// Those of Others that meet One; nothing: a distance is not constant, or not all is known exactly.
std::optional<std::vector<Neighbour>> neighbours(const Touch &One, llvm::ArrayRef<Touch> Others);

/// Visit(D, Points): Points are those of One for which the nearest of its neighbours that are later
/// (or before it) is D away, which may be 0. Returns those without any.
isl::set nearest(const Touch &One, std::vector<Neighbour> Others, bool IsLater,
                 llvm::function_ref<void(const Row &, const isl::set &)> Visit);

/// { [j + D, j, x] : [j, x] in Tuples }, flat.
isl::set behindNeighbour(const isl::set &Tuples, const Row &D);
/// { [j, j + D, x] : [j, x] in Tuples }, flat.
isl::set withNeighbour(const isl::set &Tuples, const Row &D);

} // namespace tilepipe::verify

#endif // TILEPIPE_LIB_VERIFY_NEAREST_H
