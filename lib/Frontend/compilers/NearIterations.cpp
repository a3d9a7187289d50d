// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compilers/NearIterations.h"

#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>

using namespace tilepipe;

/// gcc's max-completely-peel-times is 16, besides the last iteration.
static constexpr int64_t LongestUnrolled = 17;
/// max-completely-peeled-insns is 200, of which gcc expects to save a third.
static constexpr int64_t MostOperations = 300;
/// gcc's unroll-jam-max-unroll.
static constexpr int64_t MostJammed = 4;

/// { S[c] -> S[c'] : c_d = c'_d for d < Equal }
static isl_map *inSame(const LoopNest &Nest, unsigned Equal) {
  isl_map *Map = isl_map_universe(isl_space_map_from_set(Nest.domain().space().release()));
  for (unsigned D = 0; D < Equal; ++D)
    Map = isl_map_equate(Map, isl_dim_in, int(D), isl_dim_out, int(D));
  return Map;
}

/// Least <= c'_D - c_D <= Most
static isl_map *boundDistance(isl_map *Map, unsigned D, int64_t Least, int64_t Most) {
  auto Add = [&](int Sign, int64_t Constant) {
    isl_constraint *C = isl_constraint_alloc_inequality(isl_local_space_from_space(isl_map_get_space(Map)));
    C = isl_constraint_set_coefficient_si(C, isl_dim_out, int(D), Sign);
    C = isl_constraint_set_coefficient_si(C, isl_dim_in, int(D), -Sign);
    Map = isl_map_add_constraint(Map, isl_constraint_set_constant_si(C, int(Constant)));
  };
  Add(1, -Least);
  Add(-1, Most);
  return Map;
}

/// The most iterations of loop D, where gcc may unroll them as a whole.
static std::optional<int64_t> shortCount(const LoopNest &Nest, unsigned D) {
  std::optional<int64_t> Count = Nest.mostIterations(D);
  return Count && *Count <= LongestUnrolled ? Count : std::nullopt;
}

/// Two accesses, one of them a write, meet in iterations that are related by Map.
static bool haveDependence(const LoopNest &Nest, const isl::map &Map) {
  for (const Access &First : Nest.Accesses)
    for (const Access &Second : Nest.Accesses) {
      bool Conflicts = First.ArrayIndex == Second.ArrayIndex &&
                       (First.What == Access::Kind::Write || Second.What == Access::Kind::Write);
      if (Conflicts &&
          !First.Relation.apply_range(Second.Relation.reverse()).intersect(Map).is_empty())
        return true;
    }
  return false;
}

std::vector<NearIterations> tilepipe::nearIterations(const LoopNest &Nest) {
  std::vector<NearIterations> Result;
  unsigned Left = Nest.depth(); // loops that are not unrolled as a whole
  int64_t Operations = std::max(1u, Nest.Ops.Adds + Nest.Ops.Muls + Nest.Ops.Divs + Nest.Ops.Roots + Nest.Ops.Calls);
  for (;;) {
    unsigned Unrolled = Nest.depth() - Left;
    if (Unrolled > 0) {
      isl_map *Later = isl_map_lex_lt(Nest.domain().space().release());
      Later = isl_map_intersect(Later, inSame(Nest, Left));
      Result.push_back({isl::manage(Later), Unrolled > 1});
    }
    if (Left >= 2) {
      int64_t Outer = Nest.Loops[Left - 2].Spacing;
      isl_map *Back = boundDistance(inSame(Nest, Left - 2), Left - 2, Outer, Outer);
      Back = boundDistance(Back, Left - 1, -INT32_MAX, -1);
      // Jammed, such iterations would change places.
      if (!haveDependence(Nest, isl::manage(Back))) {
        isl_map *Later = boundDistance(inSame(Nest, Left - 2), Left - 2, Outer, (MostJammed - 1) * Outer);
        Later = isl_map_equate(Later, isl_dim_in, int(Left - 1), isl_dim_out, int(Left - 1));
        Result.push_back({isl::manage(Later), Unrolled > 0});
      }
    }
    std::optional<int64_t> Count = Left > 0 ? shortCount(Nest, Left - 1) : std::nullopt;
    if (!Count || (Operations *= *Count) > MostOperations)
      return Result;
    --Left;
  }
}
