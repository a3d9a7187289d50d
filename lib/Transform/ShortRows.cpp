// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Components of a vector at each point of a grid, the innermost loop of several statements: CPUs that share them share each
// line of each cache, and their tiles go through all loops around it with conditions inside.
#include "tilepipe/Transform/Pipeline.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <isl/map.h>
#include <isl/set.h>

using namespace tilepipe;

/// Elements of doubles in a line of a cache.
static constexpr int64_t Line = 8;

/// How many values Row has over Points at most; nothing: no constant bounds them.
static std::optional<int64_t> lengthOf(const isl::set &Points, const Row &Along) {
  const isl::set Values = isl::manage(isl_set_coalesce(rowImage(Points, Along).release()));
  const isl::set Differences = isl::manage(isl_map_deltas(isl_map_from_domain_and_range(Values.copy(), Values.copy())));
  const isl::val Most = isl::manage(isl_set_dim_max_val(Differences.project_out_all_params().release(), 0));
  const std::optional<int64_t> Number = asInteger(Most);
  return Number ? std::optional(*Number + 1) : std::nullopt;
}

/// The innermost of three loops or more.
static bool isInnermostAlone(const Row &Along) {
  return Along.size() > 2 && Along.back() != 0 && llvm::all_of(llvm::drop_end(Along), [](int64_t C) { return C == 0; });
}

/// A point of the nest takes long: lines that processors share are the least of it.
static bool isHeavy(const LoopNest &Nest) {
  return Nest.Ops.Calls > 0 || llvm::any_of(Nest.Statements, [](const Statement &S) { return S.HasLoops; });
}

std::optional<int64_t> tilepipe::onlyWithinLines(const LoopNest &Nest, const Pipeline &Pipe) {
  if (!Pipe.Tiles.Places || isHeavy(Nest))
    return std::nullopt;
  std::optional<int64_t> Longest;
  unsigned Others = 0;
  for (unsigned D : llvm::seq(unsigned(Pipe.Tiles.Rows.size()))) {
    const std::optional<int64_t> Length =
        isInnermostAlone(Pipe.Tiles.Along[D]) ? lengthOf(Nest.domain(), Pipe.Tiles.Rows[D]) : std::nullopt;
    if (Length && *Length <= Line)
      Longest = std::max(Longest.value_or(0), *Length);
    else if (Pipe.Reach[D] == 0)
      return std::nullopt; // its values do not wait for each other
    else
      ++Others;
  }
  return Others > 1 ? std::nullopt : Longest; // two rows are a wavefront
}
