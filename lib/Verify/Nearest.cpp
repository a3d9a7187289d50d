// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Nearest.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

#include <numeric>

using namespace tilepipe;
using namespace tilepipe::verify;

/// What loops inside of a statement touch together is looked at element by element up to so many.
constexpr unsigned MostElements = 12;

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

/// The same; where these make no function of Map, those that follow from all constraints, too.
static isl::map subscriptsOf(const isl::map &Map) {
  isl::map Plain = equationsOf(Map);
  return Plain.is_single_valued() ? Plain : isl::map(isl::manage(isl_map_affine_hull(Map.copy())));
}

Touch::Touch(const isl::map &Relation, const isl::set &Domain, unsigned Time)
    : Time(Time), Points(Relation.domain().intersect(Domain).coalesce()), Subscripts(subscriptsOf(Relation)),
      IsFunction(Subscripts.is_single_valued()) {}

/// { A[x] -> A[x + Offset] }
static isl::map movedBy(const isl::space &Elements, const Row &Offset) {
  isl_multi_val *By = isl_multi_val_zero(Elements.copy());
  for (unsigned D = 0; D < Offset.size(); ++D)
    By = isl_multi_val_set_val(By, int(D), isl_val_int_from_si(Elements.ctx().get(), Offset[D]));
  isl_multi_aff *Move = isl_multi_aff_identity_on_domain_space(Elements.copy());
  return isl::manage(isl_map_from_multi_aff(isl_multi_aff_add_constant_multi_val(Move, By)));
}

std::vector<Touch> verify::touches(const isl::map &Relation, const isl::set &Domain, unsigned Time) {
  std::vector<Touch> Result = {Touch(Relation, Domain, Time)};
  if (Result.front().IsFunction)
    return Result;
  isl::map First = Relation.intersect_domain(Domain).lexmin();
  isl::set Offsets = First.reverse().apply_range(Relation).deltas().project_out_all_params();
  std::optional<std::vector<Row>> All = enumerate(Offsets, MostElements);
  if (!All)
    return Result;
  Result.clear();
  for (const Row &Offset : *All)
    Result.emplace_back(Relation.intersect(First.apply_range(movedBy(First.space().range(), Offset))), Domain, Time);
  return Result;
}

/// The number that dimension D is in all of Set.
static std::optional<int64_t> fixed(const isl::set &Set, unsigned D) {
  return asInteger(isl::manage(isl_set_plain_get_val_if_fixed(Set.get(), isl_dim_set, D)));
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
  /// Of the pairs of Part, which differ from D on, for each j the next j'. Null: isl would need remainders for it.
  isl::map nextIn(const isl::map &Part, const isl::set &All, unsigned D, int Step) const;
  isl::set pointsOf(const isl::map &Part) const {
    return conjunction(Part.intersect_range(Other.Points).domain(), One.Points);
  }
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

/// Map's equations say that something is a multiple of a number.
static bool hasRemainders(const isl::map &Map) {
  bool Result = false;
  Map.foreach_basic_map([&](const isl::basic_map &Part) { Result |= isl_basic_map_dim(Part.get(), isl_dim_div) > 0; });
  return Result;
}

isl::map Meeting::nextIn(const isl::map &Part, const isl::set &All, unsigned D, int Step) const {
  if (Part.is_single_valued())
    return Part;
  if (D < dims(Distances)) {
    isl::set Steps = Part.deltas();
    isl::val Least = isl::manage(Step > 0 ? isl_set_dim_min_val(Steps.release(), int(D))
                                          : isl_val_neg(isl_set_dim_max_val(Steps.release(), int(D))));
    isl::map Next = Least.is_int() ? withDistance(Part, D, Step, Least, true) : Part;
    if (Next.is_single_valued() && All.is_subset(pointsOf(Next)))
      return Next;
  }
  // At some points there are only farther ones, or the next one is the first iteration of some loop. With remainders that has
  // many pieces, and the proof takes longer than isl's search for last sources.
  if (hasRemainders(Part))
    return isl::map();
  isl::map There = Part.intersect_range(Other.Points).intersect_domain(One.Points);
  return Step > 0 ? There.lexmin() : There.lexmax();
}

bool Meeting::find(int Step, std::vector<Neighbour> &Out) const {
  if (Distances.is_empty())
    return true;
  const unsigned Count = dims(Distances);
  unsigned Last = 0; // the first dimension in which all distances are the same number but 0
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
    isl::map Next = nextIn(Part, All, D, Step);
    if (Next.is_null())
      return false;
    Out.push_back({Next, All, D, D == Count, Other.Time});
    Known = Known.unite(All);
  }
  return true;
}

namespace {

enum class Order { Before, Behind, Any, Unknown };

/// Which of A and B is nearer, on the side of Step. Any: no point has both.
Order orderOf(const Neighbour &A, const Neighbour &B, int Step) {
  auto If = [&](bool IsBefore) { return IsBefore == (Step > 0) ? Order::Before : Order::Behind; };
  if (A.From != B.From)
    return A.From > B.From ? Order::Before : Order::Behind;
  isl::set Between = A.Next.reverse().apply_range(B.Next).deltas(); // from A's points to B's
  if (Between.is_empty())
    return Order::Any;
  for (unsigned D = A.From; D < dims(Between); ++D) {
    std::optional<int64_t> Distance = fixed(Between, D);
    if (!Distance)
      return conjunction(A.Points, B.Points).is_empty() ? Order::Any : Order::Unknown;
    if (*Distance)
      return If(*Distance > 0);
  }
  return If(A.Time < B.Time);
}

/// The nearest ones first; false: their order is not known, or not the same at all points.
bool sortByDistance(std::vector<Neighbour> &Side, int Step) {
  const size_t Count = Side.size();
  std::vector<std::vector<bool>> IsBehind(Count, std::vector<bool>(Count));
  for (size_t A = 0; A < Count; ++A)
    for (size_t B = 0; B < A; ++B) {
      const Order Known = orderOf(Side[A], Side[B], Step);
      if (Known == Order::Unknown)
        return false;
      IsBehind[A][B] = Known == Order::Behind;
      IsBehind[B][A] = Known == Order::Before;
    }
  // Those without a common point have no order among them.
  std::vector<size_t> Left(Count);
  std::iota(Left.begin(), Left.end(), 0);
  std::vector<Neighbour> Sorted;
  while (!Left.empty()) {
    auto First = llvm::find_if(Left, [&](size_t A) { return llvm::none_of(Left, [&](size_t B) { return IsBehind[A][B]; }); });
    if (First == Left.end())
      return false;
    Sorted.push_back(Side[*First]);
    Left.erase(First);
  }
  Side = std::move(Sorted);
  return true;
}

} // namespace

std::optional<Neighbours> verify::neighbours(const Touch &One, llvm::ArrayRef<Touch> Others) {
  Neighbours Result;
  if (!One.IsFunction)
    return std::nullopt;
  for (const Touch &Other : Others) {
    if (!Other.IsFunction)
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
  return withPartners(Tuples, flatPairs(N.Next), dims(N.Points));
}
