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

/// The number that dimension D is in all of Set.
static std::optional<int64_t> fixed(const isl::set &Set, unsigned D) {
  isl::val At = isl::manage(isl_set_plain_get_val_if_fixed(Set.get(), isl_dim_set, D));
  return At.is_int() ? std::optional(toInt64(At)) : std::nullopt;
}

namespace {

/// Where another access meets one.
class Meeting {
public:
  Meeting(const Touch &One, const Touch &Other)
      : One(One), Other(Other), Meet(One.Subscripts.apply_range(Other.Subscripts.reverse())), Distances(Meet.deltas()) {}

  /// Adds the points of Other that are next behind (Step 1) or before (Step -1) those of One. False: not all are known.
  bool find(int Step, std::vector<Neighbour> &Out) const;

private:
  const Touch &One, &Other;
  isl::map Meet;      ///< { S[j] -> S[j'] }
  isl::set Distances; ///< { [j' - j] }

  /// Meet where j' is j in the dimensions before D, and on the side of Step in D.
  isl::map differsFrom(unsigned D, int Step) const;
  /// The pairs of Part, which differ from D on, that have the least distance there. Null: j' is not one point for each j.
  isl::map nextIn(const isl::map &Part, unsigned D, int Step) const;
  isl::set pointsOf(const isl::map &Part) const {
    return conjunction(Part.intersect_range(Other.Points).domain(), One.Points);
  }
  Neighbour neighbour(const isl::map &Next, unsigned From) const;
};

} // namespace

/// { S[j] -> S[j'] } of Map where Step * (j' - j) in dimension D is at least Least, or just that.
static isl::map withDistance(const isl::map &Map, unsigned D, int Step, const isl::val &Least, bool IsJust) {
  isl_local_space *Space = isl_local_space_from_space(Map.get_space().release());
  isl_constraint *C = IsJust ? isl_constraint_alloc_equality(Space) : isl_constraint_alloc_inequality(Space);
  C = isl_constraint_set_coefficient_si(C, isl_dim_out, int(D), Step);
  C = isl_constraint_set_coefficient_si(C, isl_dim_in, int(D), -Step);
  C = isl_constraint_set_constant_val(C, Least.neg().release());
  return isl::manage(isl_map_add_constraint(Map.copy(), C));
}

isl::map Meeting::differsFrom(unsigned D, int Step) const {
  isl_map *Part = Meet.copy();
  for (unsigned Before = 0; Before < D; ++Before)
    Part = isl_map_equate(Part, isl_dim_in, int(Before), isl_dim_out, int(Before));
  isl::map Result = isl::manage(Part);
  return D == dims(Distances) ? Result : withDistance(Result, D, Step, isl::val(Meet.ctx(), 1), false);
}

isl::map Meeting::nextIn(const isl::map &Part, unsigned D, int Step) const {
  if (Part.is_single_valued())
    return Part;
  if (D == dims(Distances))
    return isl::map();
  isl::set Steps = Part.deltas();
  isl::val Least = isl::manage(Step > 0 ? isl_set_dim_min_val(Steps.release(), int(D))
                                        : isl_val_neg(isl_set_dim_max_val(Steps.release(), int(D))));
  if (!Least.is_int())
    return isl::map();
  isl::map Next = withDistance(Part, D, Step, Least, true);
  return Next.is_single_valued() ? Next : isl::map();
}

Neighbour Meeting::neighbour(const isl::map &Next, unsigned From) const {
  Neighbour Result{Next, pointsOf(Next), {}, From, Other.Time};
  isl::set Steps = Next.deltas();
  for (unsigned D = 0; D < dims(Steps); ++D)
    Result.Distance.push_back(fixed(Steps, D));
  return Result;
}

bool Meeting::find(int Step, std::vector<Neighbour> &Out) const {
  if (Distances.is_empty())
    return true;
  const unsigned Count = dims(Distances);
  unsigned Last = 0; // behind it no pair differs first
  while (Last < Count && fixed(Distances, Last).value_or(0) == 0)
    ++Last;
  isl::set Known = isl::set::empty(One.Points.space()); // points of One whose next one is found
  for (unsigned D = Last + 1; D-- > 0;) {
    const int64_t Side = D == Count ? int64_t(Other.Time) - int64_t(One.Time) : fixed(Distances, D).value_or(Step);
    if (Side * Step <= 0)
      continue;
    isl::map Part = differsFrom(D, Step);
    isl::set All = pointsOf(Part);
    if (All.is_subset(Known))
      continue;
    isl::map Next = nextIn(Part, D, Step);
    if (Next.is_null())
      return false;
    Neighbour N = neighbour(Next, D);
    Known = Known.unite(N.Points);
    if (!All.is_subset(Known)) // only a farther one is there
      return false;
    Out.push_back(N);
  }
  return true;
}

/// A is nearer than B on the side of Step. Nothing: at some points only, or it is not known.
static std::optional<bool> isNearer(const Neighbour &A, const Neighbour &B, int Step) {
  for (unsigned D = 0; D < A.Distance.size(); ++D) {
    if (A.From != B.From && D == std::min(A.From, B.From))
      return A.From > B.From;
    if (!A.Distance[D] || !B.Distance[D])
      return std::nullopt;
    if (*A.Distance[D] != *B.Distance[D])
      return (*A.Distance[D] < *B.Distance[D]) == (Step > 0);
  }
  return (A.Time < B.Time) == (Step > 0);
}

/// The nearest ones first; false: their order is not known.
static bool sortByDistance(std::vector<Neighbour> &Side, int Step) {
  for (size_t I = 0; I < Side.size(); ++I)
    for (size_t J = 0; J < I; ++J)
      if (!isNearer(Side[I], Side[J], Step))
        return false;
  llvm::sort(Side, [&](const Neighbour &A, const Neighbour &B) { return &A != &B && *isNearer(A, B, Step); });
  return true;
}

std::optional<Neighbours> verify::neighbours(const Touch &One, llvm::ArrayRef<Touch> Others) {
  Neighbours Result;
  for (const Touch &Other : Others) {
    if (!One.IsFunction || !Other.IsFunction)
      return std::nullopt;
    Meeting Both(One, Other);
    if (!Both.find(1, Result.Later) || !Both.find(-1, Result.Earlier))
      return std::nullopt;
  }
  if (!sortByDistance(Result.Later, 1) || !sortByDistance(Result.Earlier, -1))
    return std::nullopt;
  return Result;
}

isl::set verify::nearest(const Touch &One, llvm::ArrayRef<Neighbour> Side,
                         llvm::function_ref<void(const Neighbour &, const isl::set &)> Visit) {
  isl::set Rest = One.Points;
  for (const Neighbour &N : Side) {
    isl::set Both = withoutEmptyParts(conjunction(Rest, N.Points));
    if (Both.is_empty())
      continue;
    Visit(N, Both);
    Rest = Rest.subtract(N.Points).coalesce();
  }
  return Rest;
}

/// { [j, j'] } of Map = { S[j] -> S[j'] }.
static isl::set flatPairs(const isl::map &Map) {
  return isl::manage(isl_set_flatten(isl_map_wrap(Map.copy())));
}

/// { [x, j', y] : [x, y] in Tuples and [j, j'] or [j', j] in Pairs }: j' stands from At on, where Pairs has it.
static isl::set withPartners(const isl::set &Tuples, const isl::set &Pairs, unsigned At) {
  const unsigned Points = dims(Pairs) / 2, Rest = dims(Tuples) - Points;
  isl_set *Both = isl_set_insert_dims(isl_set_reset_tuple_id(Tuples.copy()), isl_dim_set, At, Points);
  isl_set *Partners = isl_set_reset_tuple_id(isl_set_add_dims(Pairs.copy(), isl_dim_set, Rest));
  return conjunction(isl::manage(Both), isl::manage(Partners));
}

isl::set verify::behindNeighbour(const isl::set &Tuples, const Neighbour &N) {
  return withPartners(Tuples, flatPairs(N.Next.reverse()), 0);
}

isl::set verify::withNeighbour(const isl::set &Tuples, const Neighbour &N) {
  return withPartners(Tuples, flatPairs(N.Next), unsigned(N.Distance.size()));
}
