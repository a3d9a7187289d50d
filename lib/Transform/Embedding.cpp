// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// isl's scheduler wants one space for each statement: S<k>[c], its coordinates alone.
#include "Embedding.h"

#include "Constraints.h"

#include "tilepipe/Support/Parameters.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

using namespace tilepipe;

/// { S<k>[c] -> [f] } of the outermost permutable band at Node; of the bands below it, side by side, where Node
/// keeps statements apart. Nothing: there is none.
static std::optional<isl::union_map> outermostBand(const isl::schedule_node &Node) {
  switch (isl_schedule_node_get_type(Node.get())) {
  case isl_schedule_node_band:
    if (isl_schedule_node_band_get_permutable(Node.get()) != isl_bool_true)
      return std::nullopt;
    return isl::manage(isl_schedule_node_band_get_partial_schedule_union_map(Node.get()));
  case isl_schedule_node_domain:
  case isl_schedule_node_filter:
    return outermostBand(isl::manage(isl_schedule_node_child(Node.copy(), 0)));
  case isl_schedule_node_set:
  case isl_schedule_node_sequence: {
    isl::union_map All(Node.ctx(), "{ }");
    for (int I = 0; I < isl_schedule_node_n_children(Node.get()); ++I) {
      std::optional<isl::union_map> Part = outermostBand(isl::manage(isl_schedule_node_child(Node.copy(), I)));
      if (!Part)
        return std::nullopt;
      All = All.unite(*Part);
    }
    return All;
  }
  default:
    return std::nullopt;
  }
}

/// Bands = { S<k>[c] -> [f] } with as many rows for each statement: along further rows a statement stays at 0.
static isl::union_map evenRows(const isl::union_map &Bands) {
  unsigned Most = 0;
  auto rows = [](const isl::map &Map) { return unsigned(isl_map_dim(Map.get(), isl_dim_out)); };
  Bands.foreach_map([&](isl::map Map) { Most = std::max(Most, rows(Map)); });
  isl::union_map Result(Bands.ctx(), "{ }");
  Bands.foreach_map([&](isl::map Map) {
    isl_map *Even = isl_map_add_dims(Map.copy(), isl_dim_out, Most - rows(Map));
    for (unsigned D = rows(Map); D < Most; ++D)
      Even = isl_map_fix_si(Even, isl_dim_out, D, 0);
    Result = Result.unite(isl::union_map(isl::manage(Even)));
  });
  return Result;
}

/// Map = { S<k>[i] -> S<l>[j] } as all pairs at its distances, if these lie between constants; null else.
static isl_map *atDistances(const isl::map &Map) {
  if (isl_map_dim(Map.get(), isl_dim_in) != isl_map_dim(Map.get(), isl_dim_out))
    return nullptr;
  isl_map *Pairs = isl_map_set_tuple_name(isl_map_set_tuple_name(Map.copy(), isl_dim_in, "D"), isl_dim_out, "D");
  isl_set *Distances = isl_map_deltas(Pairs);
  Distances = isl_set_project_out(Distances, isl_dim_param, 0, isl_set_dim(Distances, isl_dim_param));
  if (isl_set_is_bounded(Distances) != isl_bool_true) {
    isl_set_free(Distances);
    return nullptr;
  }
  isl_set *Hull = isl_set_from_basic_set(isl_set_simple_hull(Distances));
  isl_set *Anywhere = isl_set_universe(isl_set_get_space(Hull));
  isl_map *Same = isl_set_identity(isl_set_copy(Anywhere));
  isl_map *Result = isl_map_sum(Same, isl_map_from_domain_and_range(Anywhere, Hull));
  Result = isl_map_set_tuple_name(Result, isl_dim_in, isl_map_get_tuple_name(Map.get(), isl_dim_in));
  return isl_map_set_tuple_name(Result, isl_dim_out, isl_map_get_tuple_name(Map.get(), isl_dim_out));
}

/// Bounds of parameters that the scheduler gets. Digits of larger ones, from declared extents, multiply in its linear programs:
/// with six parameters, bounds of 32 take 200 times as long. Without them bands may be missed. So nests of few parameters are
/// tried again with bounds up to LargeBound, where they have no band with those up to SmallBound.
static constexpr int64_t SmallBound = 16, LargeBound = 64;
static constexpr unsigned FewParameters = 3;

/// Set without bounds of parameters beyond Most.
static isl_basic_set *withoutEndsBeyond(isl_basic_set *Set, int64_t Most) {
  return withConstraints(Set, [&](isl_constraint *C) {
    isl_val *End = isl_val_abs(isl_constraint_get_constant_val(C));
    const bool IsBeyond = isl_val_cmp_si(End, Most) > 0;
    isl_val_free(End);
    return !IsBeyond || isl_constraint_involves_dims(C, isl_dim_set, 0, isl_constraint_dim(C, isl_dim_set)) != isl_bool_false;
  });
}

namespace {
/// Supersets of pairs { S<k>[i] -> S<l>[j] } with few constraints: the scheduler's linear programs grow with each.
struct Relaxed {
  std::optional<isl::union_map> Near; ///< all pairs at the same distances, where all of these lie between constants
  isl::union_map Any;

  /// Most: of bounds of parameters.
  Relaxed(const isl::union_map &Pairs, int64_t Most) : Near(isl::union_map(Pairs.ctx(), "{ }")), Any(*Near) {
    Pairs.coalesce().foreach_map([&](isl::map Map) {
      Map.foreach_basic_map([&](isl::basic_map Piece) { add(Piece, Most); });
    });
  }

private:
  void add(const isl::basic_map &Piece, int64_t Most) {
    isl_basic_set *Fewer = withoutEndsBeyond(isl_basic_map_wrap(Piece.copy()), Most);
    Any = Any.unite(isl::union_map(isl::map(isl::manage(isl_basic_set_unwrap(Fewer)))));
    isl_map *All = Near ? atDistances(Piece) : nullptr;
    if (All)
      Near = Near->unite(isl::union_map(isl::manage(All)));
    else
      Near.reset();
  }
};
} // namespace

static llvm::Error refuseBand(const LoopNest &Nest, const Dependences &Deps) {
  Refusal Why{"no-band", Nest.Where, "",
              "its dependences leave nothing to run at the same time along the loops around its statements", ""};
  if (Deps.NonUniform)
    Why = *Deps.NonUniform;
  Why.Scratch = scratchArrays(Nest, Deps);
  Why.LacksBand = !Deps.NonUniform;
  return refuse(std::move(Why));
}

/// Validity, Flow: { S<k>[i] -> S<l>[j] }. Answers { S<k>[c] -> [f] }.
static std::optional<isl::union_map> schedule(const isl::union_set &Domain, const isl::set &Context,
                                              const isl::union_map &Validity, const isl::union_map &Flow) {
  isl_schedule_constraints *Constraints = isl_schedule_constraints_on_domain(Domain.copy());
  Constraints = isl_schedule_constraints_set_context(Constraints, Context.copy());
  Constraints = isl_schedule_constraints_set_validity(Constraints, Validity.copy());
  Constraints = isl_schedule_constraints_set_coincidence(Constraints, Validity.copy());
  Constraints = isl_schedule_constraints_set_proximity(Constraints, Flow.copy());
  isl_options_set_schedule_max_coefficient(Domain.ctx().get(), MostSkewed);
  isl_schedule *Computed = isl_schedule_constraints_compute_schedule(Constraints);
  if (!Computed) {
    // isl fails where it finds no row with such coefficients.
    if (isl_ctx_last_error(Domain.ctx().get()) != isl_error_unknown)
      isl::exception::throw_last_error(Domain.ctx());
    isl_ctx_reset_error(Domain.ctx().get());
    return std::nullopt;
  }
  isl::schedule Found = isl::manage(Computed);
  std::optional<isl::union_map> Bands = outermostBand(isl::manage(isl_schedule_get_root(Found.get())));
  return Bands ? std::optional(evenRows(*Bands)) : std::nullopt;
}

/// Places = { S[j] -> [f] } without the rows along which some pair of Order = { S[j] -> S[j'] } goes back. Nothing:
/// what is left orders all dependent points by its only row.
static std::optional<isl::map> legalRows(isl::map Places, const isl::map &Order) {
  const isl::set Forward(Places.ctx(), "{ [v] : v >= 0 }"), Still(Places.ctx(), "{ [v] : v = 0 }");
  bool IsParallel = false;
  for (unsigned D = isl_map_dim(Places.get(), isl_dim_out); D-- > 0;) {
    isl_map *Row = isl_map_project_out(Places.copy(), isl_dim_out, D + 1, isl_map_dim(Places.get(), isl_dim_out) - D - 1);
    isl::map Along = isl::manage(isl_map_project_out(Row, isl_dim_out, 0, D));
    isl::set Moves = Order.apply_domain(Along).apply_range(Along).deltas();
    if (!Moves.is_subset(Forward))
      Places = isl::manage(isl_map_project_out(Places.release(), isl_dim_out, D, 1));
    else
      IsParallel |= Moves.is_subset(Still);
  }
  unsigned Rows = isl_map_dim(Places.get(), isl_dim_out);
  // CPUs keep all tiles along one row and share those along the others.
  if (Rows == 1 && IsParallel)
    Places = isl::manage(isl_map_fix_si(isl_map_add_dims(Places.release(), isl_dim_out, 1), isl_dim_out, Rows++, 0));
  return Rows > 1 ? std::optional(Places.coalesce()) : std::nullopt;
}

llvm::Expected<isl::map> tilepipe::findPlaces(const IslContext &Ctx, const LoopNest &Nest, const Dependences &Deps) {
  isl::union_map Split(Ctx.get(), "{ }");
  for (unsigned K = 0; K < Nest.Statements.size(); ++K)
    Split = Split.unite(isl::union_map(Nest.coordinatesOf(K)));
  auto BetweenStatements = [&](const isl::union_map &Points, int64_t Most) {
    return Relaxed(Points.apply_domain(Split).apply_range(Split), Most);
  };
  auto IsInOrder = [&](const isl::id &P) { return isl_map_find_dim_by_id(Deps.Order->get(), isl_dim_param, P.get()) >= 0; };
  const isl::set Known = aboutParameters(Deps.Context, IsInOrder);
  auto ContextWith = [&](int64_t Most) {
    return isl::manage(isl_set_from_basic_set(withoutEndsBeyond(isl_set_simple_hull(Known.copy()), Most)));
  };
  auto FindWith = [&](int64_t Most) -> std::optional<isl::map> {
    const isl::set Context = ContextWith(Most);
    const isl::union_set Domain = Split.range().intersect_params(Context);
    const Relaxed Order = BetweenStatements(isl::union_map(*Deps.Order), Most);
    const Relaxed Flow = BetweenStatements(Deps.Flow.range_factor_domain(), Most);
    auto Find = [&](const isl::union_map &Validity, const isl::union_map &Close) -> std::optional<isl::map> {
      std::optional<isl::union_map> Bands = schedule(Domain, Context, Validity, Close);
      if (!Bands)
        return std::nullopt;
      return legalRows(isl::manage(isl_map_from_union_map(Split.apply_range(*Bands).release())), *Deps.Order);
    };
    std::optional<isl::map> Places;
    if (Order.Near && Flow.Near)
      Places = Find(*Order.Near, *Flow.Near);
    return Places ? Places : Find(Order.Any, Flow.Any);
  };
  std::optional<isl::map> Places = FindWith(SmallBound);
  if (!Places && isl_set_dim(Known.get(), isl_dim_param) <= int(FewParameters) && !ContextWith(SmallBound).is_equal(ContextWith(LargeBound)))
    Places = FindWith(LargeBound);
  if (!Places)
    return refuseBand(Nest, Deps);
  return *Places;
}

Dependences tilepipe::embedded(Dependences Deps, const isl::map &Places) {
  isl::union_map Extend(extension(Places));
  Deps.Order = Deps.Order->apply_domain(extension(Places)).apply_range(extension(Places));
  // { S[j] -> [S[j'] -> A[x]] }
  isl::union_map Flow(Extend.ctx(), "{ }");
  Deps.Flow.foreach_map([&](isl::map Map) {
    isl_map *Uncurried = isl_map_uncurry(Map.release()); // { [S[j] -> S[j']] -> A[x] }
    isl_map *Pairs = isl_map_product(extension(Places).release(), extension(Places).release());
    Flow = Flow.unite(isl::union_map(isl::manage(isl_map_curry(isl_map_apply_domain(Uncurried, Pairs)))));
  });
  Deps.Flow = Flow;
  Deps.LiveIn = Deps.LiveIn.apply_domain(Extend);
  Deps.LastWrites = Deps.LastWrites.apply_domain(Extend);
  return Deps;
}
