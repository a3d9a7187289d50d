// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "body/BodyPaths.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/set.h>

using namespace tilepipe;

PathState PathState::enter(const Sides &Condition) const {
  PathState Inside = *this;
  Inside.Where = Where.intersect(Condition.True).coalesce();
  Inside.Surely = Surely.intersect(Inside.Where).subtract(Condition.False).coalesce();
  return Inside;
}

/// Nothing happened to the element on the way to any of Edges.
static bool isUntouched(const std::vector<PathState> &Edges, ElementPoints PathState::*Fact,
                        unsigned Element, const isl::set &Points) {
  return llvm::all_of(Edges, [&](const PathState &Edge) {
    auto It = (Edge.*Fact).find(Element);
    return It != (Edge.*Fact).end() &&
           isl_set_plain_is_equal(It->second.get(), Points.get()) == isl_bool_true;
  });
}

ElementPoints tilepipe::agreed(const std::vector<PathState> &Edges,
                               ElementPoints PathState::*Fact) {
  ElementPoints Result;
  // An element that some edge knows nothing of may still be settled: no point may take
  // that edge and another one.
  for (const PathState &Some : Edges)
    for (const auto &[Element, Points] : Some.*Fact) {
      if (Result.count(Element))
        continue;
      if (isUntouched(Edges, Fact, Element, Points)) {
        Result.emplace(Element, Points);
        continue;
      }
      isl::set All = isl::set::universe(Points.space());
      for (const PathState &Edge : Edges) {
        isl::set Unknown = Edge.Where;
        if (auto It = (Edge.*Fact).find(Element); It != (Edge.*Fact).end())
          Unknown = Unknown.subtract(It->second);
        All = All.subtract(Unknown);
      }
      Result.emplace(Element, All.coalesce());
    }
  return Result;
}

PathState tilepipe::joined(const std::vector<PathState> &Edges) {
  PathState Result = Edges.front();
  for (size_t I = 1; I < Edges.size(); ++I) {
    Result.Where = Result.Where.unite(Edges[I].Where);
    Result.Surely = Result.Surely.unite(Edges[I].Surely);
  }
  Result.Where = Result.Where.coalesce();
  Result.Surely = Result.Surely.coalesce();
  Result.Written = agreed(Edges, &PathState::Written);
  Result.Touched = agreed(Edges, &PathState::Touched);
  return Result;
}
