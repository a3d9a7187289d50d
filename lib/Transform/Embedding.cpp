//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isl's scheduler wants one space for each statement: S<k>[c], its coordinates alone.
//
//===----------------------------------------------------------------------===//
#include "Embedding.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

using namespace tilepipe;

namespace {

/// A band of isl's schedule over the statements' own spaces.
struct Band {
  isl::union_map Places; ///< { S<k>[c] -> [f] }
  unsigned Rows;
  bool IsParallel;       ///< its only row carries no dependence
};

} // namespace

static std::optional<Band> outermostBand(isl_schedule *Schedule) {
  isl_schedule_node *Node = isl_schedule_get_root(Schedule);
  isl_schedule_free(Schedule);
  Node = isl_schedule_node_child(Node, 0);
  std::optional<Band> Result;
  if (isl_schedule_node_get_type(Node) == isl_schedule_node_band &&
      isl_schedule_node_band_get_permutable(Node) == isl_bool_true) {
    unsigned Rows = isl_schedule_node_band_n_member(Node);
    bool IsParallel = isl_schedule_node_band_member_get_coincident(Node, 0) == isl_bool_true;
    Result = Band{isl::manage(isl_schedule_node_band_get_partial_schedule_union_map(Node)), Rows, IsParallel};
  }
  isl_schedule_node_free(Node);
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

/// Says nothing of a variable, and of parameters where some integer type ends: many digits, which multiply in
/// linear programs.
static bool isFarEnd(isl_constraint *C) {
  constexpr int64_t Far = 1 << 20;
  unsigned Count = isl_constraint_dim(C, isl_dim_set);
  isl_val *End = isl_val_abs(isl_constraint_get_constant_val(C));
  bool IsFar = isl_val_cmp_si(End, Far) > 0;
  isl_val_free(End);
  return IsFar && isl_constraint_involves_dims(C, isl_dim_set, 0, Count) == isl_bool_false;
}

static isl_basic_set *withoutFarEnds(isl_basic_set *Set) {
  isl_basic_set *Result = isl_basic_set_universe(isl_basic_set_get_space(Set));
  auto Keep = [](isl_constraint *C, void *User) {
    auto &Kept = *static_cast<isl_basic_set **>(User);
    if (isFarEnd(C))
      isl_constraint_free(C);
    else
      Kept = isl_basic_set_add_constraint(Kept, C);
    return isl_stat_ok;
  };
  Set = isl_basic_set_remove_divs(Set);
  isl_basic_set_foreach_constraint(Set, Keep, &Result);
  isl_basic_set_free(Set);
  return Result;
}

namespace {
/// Supersets of pairs { S<k>[i] -> S<l>[j] } with few constraints: the scheduler's linear programs grow with each.
struct Relaxed {
  std::optional<isl::union_map> Near; ///< all pairs at the same distances, where all of these lie between constants
  isl::union_map Any;

  explicit Relaxed(const isl::union_map &Pairs) : Near(isl::union_map(Pairs.ctx(), "{ }")), Any(*Near) {
    Pairs.coalesce().foreach_map([&](isl::map Map) {
      Map.foreach_basic_map([&](isl::basic_map Piece) { add(Piece); });
    });
  }

private:
  void add(const isl::basic_map &Piece) {
    isl_basic_set *Fewer = withoutFarEnds(isl_basic_map_wrap(Piece.copy()));
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
  if (Deps.NonUniform)
    return refuse(*Deps.NonUniform);
  return refuse({"no-band", Nest.Where, "",
                 "its statements depend on each other in both directions along every common loop", ""});
}

/// Validity, Flow: { S<k>[i] -> S<l>[j] }.
static std::optional<Band> schedule(const isl::union_set &Domain, const isl::set &Context, const isl::union_map &Validity,
                                    const isl::union_map &Flow) {
  isl_schedule_constraints *Constraints = isl_schedule_constraints_on_domain(Domain.copy());
  Constraints = isl_schedule_constraints_set_context(Constraints, Context.copy());
  Constraints = isl_schedule_constraints_set_validity(Constraints, Validity.copy());
  Constraints = isl_schedule_constraints_set_coincidence(Constraints, Validity.copy());
  Constraints = isl_schedule_constraints_set_proximity(Constraints, Flow.copy());
  isl_schedule *Schedule = isl_schedule_constraints_compute_schedule(Constraints);
  if (!Schedule)
    isl::exception::throw_last_error(Domain.ctx());
  std::optional<Band> Outermost = outermostBand(Schedule);
  if (Outermost && Outermost->Rows == 1 && !Outermost->IsParallel)
    Outermost.reset();
  return Outermost;
}

llvm::Expected<isl::map> tilepipe::findPlaces(const IslContext &Ctx, const LoopNest &Nest, const Dependences &Deps) {
  isl::union_map Split(Ctx.get(), "{ }");
  for (unsigned K = 0; K < Nest.Statements.size(); ++K)
    Split = Split.unite(isl::union_map(Nest.coordinatesOf(K)));
  auto BetweenStatements = [&](const isl::union_map &Points) {
    return Relaxed(Points.apply_domain(Split).apply_range(Split));
  };
  const Relaxed Order = BetweenStatements(isl::union_map(*Deps.Order));
  const Relaxed Flow = BetweenStatements(Deps.Flow.range_factor_domain());
  const isl::set Context = isl::manage(isl_set_from_basic_set(withoutFarEnds(isl_set_simple_hull(Deps.Context.copy()))));
  const isl::union_set Domain = Split.range().intersect_params(Context);
  std::optional<Band> Outermost;
  if (Order.Near && Flow.Near)
    Outermost = schedule(Domain, Context, *Order.Near, *Flow.Near);
  if (!Outermost)
    Outermost = schedule(Domain, Context, Order.Any, Flow.Any);
  if (!Outermost)
    return refuseBand(Nest, Deps);
  isl_union_map *Places = Split.apply_range(Outermost->Places).release();
  return isl::manage(isl_map_from_union_map(Places)).coalesce();
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
