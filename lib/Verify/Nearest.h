// Nearest.h - which access touches an element next
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of the points at which another access touches the same element the next one follows from equations, loop by loop: the
// same iteration, else the nearest one that has the element. That takes none of isl's search for last sources.
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

/// Relation as accesses that touch one element at each point, where that takes few of them. They have one time, and
/// different elements at each point, so that none of them is before another.
std::vector<Touch> touches(const isl::map &Relation, const isl::set &Domain, unsigned Time);

/// The points at which another access touches what one touches, next behind its points or before them.
struct Neighbour {
  isl::map Next;    ///< { S[j] -> S[j'] }: one j' for each j; of interest for Points only
  isl::set Points;  ///< { S[j] }: those for which the other access touches the element at j'
  unsigned From;    ///< the first dimension in which j' is not j; the number of dimensions, if j' = j
  bool IsSamePoint; ///< j' = j
  unsigned Time;    ///< of the other access
};

/// On each side the nearest ones first.
struct Neighbours {
  std::vector<Neighbour> Earlier, Later;
};

/// Those of Others that meet One. Nothing: which of them is next is not known.
std::optional<Neighbours> neighbours(const Touch &One, llvm::ArrayRef<Touch> Others);

/// Visit(N, Points): Points are those of One for which N is the nearest one of Side. Returns those without any.
isl::set nearest(const Touch &One, llvm::ArrayRef<Neighbour> Side,
                 llvm::function_ref<void(const Neighbour &, const isl::set &)> Visit);

/// { [j', j, x] : [j, x] in Tuples }, flat.
isl::set behindNeighbour(const isl::set &Tuples, const Neighbour &N);
/// { [j, j', x] : [j, x] in Tuples }, flat.
isl::set withNeighbour(const isl::set &Tuples, const Neighbour &N);

} // namespace tilepipe::verify

#endif // TILEPIPE_LIB_VERIFY_NEAREST_H
