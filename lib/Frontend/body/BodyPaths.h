// BodyPaths.h - which iterations get where in a body
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_BODY_BODYPATHS_H
#define TILEPIPE_LIB_FRONTEND_BODY_BODYPATHS_H

#include "tilepipe/Support/Isl.h"

#include <map>
#include <vector>

namespace tilepipe {

/// Points at which a condition may be true and may be false: together all, and
/// disjoint where the condition is affine.
struct Sides {
  isl::set True, False;
  Sides opposite() const { return {False, True}; }
};

/// By number of the element (see AccessTable): points that, if they get here, have
/// done something with the element before, in the same iteration.
using ElementPoints = std::map<unsigned, isl::set>;

/// What is known at one place of the body.
struct PathState {
  isl::set Where;  ///< { S[c] } that may get here
  isl::set Surely; ///< those of Where that get here whatever the data
  ElementPoints Written, Touched;

  bool isConditional() const { return !Where.is_subset(Surely); }
  /// The state behind the true side of a condition.
  PathState enter(const Sides &Condition) const;
};

/// Points of Edges' elements for which every edge that a point may take agrees.
ElementPoints agreed(const std::vector<PathState> &Edges, ElementPoints PathState::*Fact);

/// Where the paths Edges meet. Nothing is known of who surely takes which: Surely is
/// what surely comes along one of them.
PathState joined(const std::vector<PathState> &Edges);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_BODY_BODYPATHS_H
