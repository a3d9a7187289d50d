// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FilledArrays.h"
#include "Attempt.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>

using namespace tilepipe;

/// What Elements have as subscript D: { [x] }
static isl::set subscripts(const isl::set &Elements, unsigned D) {
  isl_set *Set = isl_set_reset_tuple_id(Elements.copy());
  Set = isl_set_project_out(Set, isl_dim_set, D + 1, unsigned(isl_set_dim(Set, isl_dim_set)) - D - 1);
  return isl::manage(isl_set_project_out(Set, isl_dim_set, 0, D));
}

/// Numbers that lie between two of Numbers, which is { [x] }, or at most By beside one.
static isl::set widened(const isl::set &Numbers, int By) {
  auto Beside = [&](bool IsAbove) { // { [x] : x <= some number + By }, or x >= it - By
    isl_map *Order = isl_map_universe(isl_space_map_from_set(isl_set_get_space(Numbers.get())));
    isl_constraint *C = isl_constraint_alloc_inequality(isl_local_space_from_space(isl_map_get_space(Order)));
    C = isl_constraint_set_coefficient_si(C, isl_dim_in, 0, IsAbove ? 1 : -1);
    C = isl_constraint_set_coefficient_si(C, isl_dim_out, 0, IsAbove ? -1 : 1);
    Order = isl_map_add_constraint(Order, isl_constraint_set_constant_si(C, By));
    return isl_set_apply(Numbers.copy(), Order);
  };
  return isl::manage(isl_set_intersect(Beside(true), Beside(false)));
}

/// All combinations of subscripts of Elements are elements, and none is left out between two.
static bool isBox(const isl::set &Elements) {
  isl_set *Box = isl_set_universe(isl_set_get_space(Elements.get()));
  const unsigned Rank = unsigned(isl_set_dim(Box, isl_dim_set));
  for (unsigned D = 0; D < Rank; ++D) {
    isl_set *Here = isl_set_insert_dims(widened(subscripts(Elements, D), 0).release(), isl_dim_set, 1, Rank - D - 1);
    Here = isl_set_insert_dims(Here, isl_dim_set, 0, D);
    Box = isl_set_intersect(Box, isl_set_set_tuple_id(Here, isl_set_get_tuple_id(Elements.get())));
  }
  return isl::manage(Box).is_subset(Elements);
}

static bool liesNear(const isl::set &Elements, const isl::set &Box) {
  constexpr int Near = 8;
  const unsigned Rank = unsigned(isl_set_dim(Box.get(), isl_dim_set));
  return llvm::all_of(llvm::seq(0u, Rank), [&](unsigned D) {
    return subscripts(Elements, D).is_subset(widened(subscripts(Box, D), Near));
  });
}

/// In each dimension one value, that of parameters.
static bool isOneElement(const isl::set &Elements) { return isl_set_is_singleton(Elements.get()) == isl_bool_true; }

bool tilepipe::isFilled(const LoopNest &Nest, unsigned Array) {
  constexpr unsigned long Quota = 20'000;
  const isl::set Domain = Nest.domain();
  auto Decide = [&] {
    std::vector<isl::set> Touched, Written;
    for (const Access &A : Nest.Accesses) {
      if (A.ArrayIndex != Array)
        continue;
      const isl::set Elements = A.Relation.intersect_domain(Domain).range().coalesce();
      if (isOneElement(Elements))
        continue;
      Touched.push_back(Elements);
      if (A.What == Access::Kind::Write && !A.IsConditional)
        Written.push_back(Elements);
    }
    return llvm::any_of(Written, [&](const isl::set &Box) {
      return isBox(Box) && llvm::all_of(Touched, [&](const isl::set &Elements) { return liesNear(Elements, Box); });
    });
  };
  return attempt(Domain.ctx(), Quota, Decide).value_or(false);
}
