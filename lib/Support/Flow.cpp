// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// isl 0.25 takes a dimension of the times that is a number in two accesses for a place among statements, and for a loop where
// one of the two has any other value. A source at [0, 7] before a sink at [1, 2] is then farther than one at [i, 5] with
// i = 0, and is not found. So a dimension is a number in all accesses, or is moved by a parameter and a number in none.
#include "tilepipe/Support/Flow.h"

#include <isl/aff.h>
#include <isl/flow.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/space.h>
#include <isl/union_map.h>

using namespace tilepipe;

namespace {

const char *const MovedBy = "tp_moved_by";

/// The dimensions of the times in which some access of Accesses is no number.
std::vector<bool> notNumbers(const isl::union_map &Accesses, const isl::union_map &Times) {
  std::vector<bool> Result;
  Times.intersect_domain(Accesses.domain()).foreach_map([&](const isl::map &Map) {
    Result.resize(unsigned(isl_map_dim(Map.get(), isl_dim_out)));
    for (unsigned D = 0; D < Result.size(); ++D)
      if (!isl::manage(isl_map_plain_get_val_if_fixed(Map.get(), isl_dim_out, D)).is_int())
        Result[D] = true;
  });
  return Result;
}

/// { [t] -> [t + tp_moved_by] } in the dimensions of Which, in the others the same.
isl::map moved(isl::ctx Ctx, const std::vector<bool> &Which) {
  isl_space *Space = isl_space_set_alloc(Ctx.get(), 1, unsigned(Which.size()));
  Space = isl_space_set_dim_id(Space, isl_dim_param, 0, isl_id_alloc(Ctx.get(), MovedBy, nullptr));
  isl_multi_aff *Result = isl_multi_aff_identity_on_domain_space(Space);
  for (unsigned D = 0; D < Which.size(); ++D)
    if (Which[D])
      Result = isl_multi_aff_set_aff(
          Result, int(D), isl_aff_set_coefficient_si(isl_multi_aff_get_aff(Result, int(D)), isl_dim_param, 0, 1));
  return isl::manage(isl_map_from_multi_aff(Result));
}

isl::union_map notMoved(const isl::union_map &Map) {
  const int At = isl_union_map_find_dim_by_name(Map.get(), isl_dim_param, MovedBy);
  return At < 0 ? Map : isl::manage(isl_union_map_project_out(Map.copy(), isl_dim_param, unsigned(At), 1));
}

} // namespace

isl::union_map Flow::pairs() const { return isl::manage(isl_union_map_range_factor_domain(Full.copy())); }

Flow tilepipe::flow(const isl::union_map &Sinks, const isl::union_map &Sources, const isl::union_map &Times) {
  const isl::union_map Moved = Times.apply_range(isl::union_map(moved(Sinks.ctx(), notNumbers(Sinks.unite(Sources), Times))));
  isl::union_flow Found = isl::union_access_info(Sinks).set_must_source(Sources).set_schedule_map(Moved).compute_flow();
  return {notMoved(Found.get_full_must_dependence()), notMoved(Found.get_may_no_source())};
}
