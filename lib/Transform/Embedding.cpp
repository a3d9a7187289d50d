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

static llvm::Error refuseBand(const LoopNest &Nest, const Dependences &Deps) {
  if (Deps.NonUniform)
    return refuse(*Deps.NonUniform);
  return refuse({"no-band", Nest.Where, "",
                 "its statements depend on each other in both directions along every common loop", ""});
}

llvm::Expected<isl::map> tilepipe::findPlaces(const IslContext &Ctx, const LoopNest &Nest, const Dependences &Deps) {
  isl::union_map Split(Ctx.get(), "{ }");
  for (unsigned K = 0; K < Nest.Statements.size(); ++K)
    Split = Split.unite(isl::union_map(Nest.coordinatesOf(K)));
  auto BetweenStatements = [&](const isl::union_map &Points) {
    return Points.apply_domain(Split).apply_range(Split).coalesce();
  };
  isl::union_map Order = BetweenStatements(isl::union_map(*Deps.Order));
  isl::union_map Flow = BetweenStatements(Deps.Flow.range_factor_domain());
  isl_schedule_constraints *Constraints = isl_schedule_constraints_on_domain(Split.range().intersect_params(Deps.Context).release());
  Constraints = isl_schedule_constraints_set_context(Constraints, Deps.Context.copy());
  Constraints = isl_schedule_constraints_set_validity(Constraints, Order.copy());
  Constraints = isl_schedule_constraints_set_coincidence(Constraints, Order.copy());
  Constraints = isl_schedule_constraints_set_proximity(Constraints, Flow.release());
  isl_schedule *Schedule = isl_schedule_constraints_compute_schedule(Constraints);
  if (!Schedule)
    isl::exception::throw_last_error(Ctx.get());
  std::optional<Band> Outermost = outermostBand(Schedule);
  if (!Outermost || (Outermost->Rows == 1 && !Outermost->IsParallel))
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
