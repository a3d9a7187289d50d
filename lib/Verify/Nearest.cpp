// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Nearest.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/val.h>

using namespace tilepipe;
using namespace tilepipe::verify;

/// The equations that all parts of Map have.
static isl::map equationsOf(const isl::map &Map) {
  isl::basic_map Hull = isl::manage(isl_map_plain_unshifted_simple_hull(Map.copy()));
  isl::basic_map Result = isl::manage(isl_basic_map_universe(Map.get_space().release()));
  auto Add = [](isl_constraint *C, void *To) {
    auto &Result = *static_cast<isl::basic_map *>(To);
    if (isl_constraint_is_equality(C) != isl_bool_true) {
      isl_constraint_free(C);
      return isl_stat_ok;
    }
    Result = isl::manage(isl_basic_map_add_constraint(Result.release(), C));
    return isl_stat_ok;
  };
  isl_basic_map_foreach_constraint(Hull.get(), Add, &Result);
  return isl::map(Result);
}

Touch::Touch(const isl::map &Relation, const isl::set &Domain, unsigned Time)
    : Time(Time), Points(Relation.domain().intersect(Domain).coalesce()), Subscripts(equationsOf(Relation)),
      IsFunction(isl_map_is_single_valued(Subscripts.get()) == isl_bool_true) {}

/// The only point of Set, for all parameters; nothing: there is not just one.
static std::optional<Row> onlyPoint(const isl::set &Set) {
  isl::point Sample = Set.sample_point();
  isl_set *Same = isl_set_universe(Set.get_space().release());
  Row Result;
  for (unsigned D = 0; D < dims(Set); ++D) {
    isl::val At = isl::manage(isl_point_get_coordinate_val(Sample.get(), isl_dim_set, int(D)));
    Result.push_back(toInt64(At));
    Same = isl_set_fix_val(Same, isl_dim_set, D, At.release());
  }
  if (!Set.is_subset(isl::manage(Same)))
    return std::nullopt;
  return Result;
}

/// { S[j] : S[j + D] in Points }
static isl::set movedBack(const isl::set &Points, const Row &D) {
  isl_space *Space = Points.get_space().release();
  isl_multi_val *By = isl_multi_val_zero(isl_space_copy(Space));
  for (unsigned I = 0; I < D.size(); ++I)
    By = isl_multi_val_set_val(By, int(I), isl_val_int_from_si(Points.ctx().get(), D[I]));
  isl_multi_aff *Move = isl_multi_aff_identity_on_domain_space(Space);
  Move = isl_multi_aff_add_constant_multi_val(Move, By);
  return isl::manage(isl_set_preimage_multi_aff(Points.copy(), Move));
}

std::optional<std::vector<Neighbour>> verify::neighbours(const Touch &One,
                                                         llvm::ArrayRef<Touch> Others) {
  std::vector<Neighbour> Result;
  for (const Touch &Other : Others) {
    if (!One.IsFunction || !Other.IsFunction)
      return std::nullopt;
    isl::map Meet = One.Subscripts.apply_range(Other.Subscripts.reverse());
    isl::set Distances = Meet.deltas();
    if (Distances.is_empty())
      continue;
    std::optional<Row> Distance = onlyPoint(Distances);
    if (!Distance)
      return std::nullopt;
    // Subscripts may be the same for some points or symbols only.
    isl::set Points = conjunction(movedBack(Other.Points, *Distance), Meet.domain());
    Result.push_back({*Distance, Other.Time, Points});
  }
  return Result;
}

isl::set verify::nearest(const Touch &One, std::vector<Neighbour> Others, bool IsLater,
                         llvm::function_ref<void(const Row &, const isl::set &)> Visit) {
  auto When = [](const Neighbour &N) { return std::tie(N.Distance, N.Time); };
  Row Here(dims(One.Points), 0);
  llvm::erase_if(Others, [&](const Neighbour &N) {
    return IsLater ? When(N) <= std::tie(Here, One.Time) : When(N) >= std::tie(Here, One.Time);
  });
  llvm::sort(Others, [&](const Neighbour &A, const Neighbour &B) {
    return IsLater ? When(A) < When(B) : When(B) < When(A);
  });
  isl::set Rest = One.Points;
  for (const Neighbour &N : Others) {
    isl::set Both = withoutEmptyParts(conjunction(Rest, N.Points));
    if (Both.is_empty())
      continue;
    Visit(N.Distance, Both);
    Rest = Rest.subtract(N.Points).coalesce();
  }
  return Rest;
}

/// Tuples with dimensions inserted at At that are those from From on plus D.
static isl::set withMoved(const isl::set &Tuples, unsigned At, unsigned From, const Row &D) {
  isl_set *Result = isl_set_insert_dims(isl_set_reset_tuple_id(Tuples.copy()), isl_dim_set, At, D.size());
  isl_local_space *Space = isl_local_space_from_space(isl_set_get_space(Result));
  for (unsigned I = 0; I < D.size(); ++I) {
    isl_constraint *C = isl_constraint_alloc_equality(isl_local_space_copy(Space));
    C = isl_constraint_set_coefficient_si(C, isl_dim_set, int(At + I), -1);
    C = isl_constraint_set_coefficient_si(C, isl_dim_set, int(From + I), 1);
    C = isl_constraint_set_constant_val(C, isl_val_int_from_si(Tuples.ctx().get(), D[I]));
    Result = isl_set_add_constraint(Result, C);
  }
  isl_local_space_free(Space);
  return isl::manage(Result);
}

isl::set verify::behindNeighbour(const isl::set &Tuples, const Row &D) {
  return withMoved(Tuples, 0, D.size(), D);
}

isl::set verify::withNeighbour(const isl::set &Tuples, const Row &D) {
  return withMoved(Tuples, D.size(), 0, D);
}
