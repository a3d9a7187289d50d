//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Why exact faces. A face holds just the elements that flow to the one CPU it is
// sent to. A larger set (a slab of the box, for example) could carry an element to
// a CPU that does not read it. Between threads that share an array it could put an
// older value over a newer one. With the exact set that cannot happen. A tile that
// overwrites an element after its reader depends on the reader, so it lies at or
// above the reader's tile in every row of the tiling.
//
//===----------------------------------------------------------------------===//
#include "tilepipe/Transform/Pipeline.h"

#include "Cone.h"

#include "llvm/Support/raw_ostream.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/union_map.h>

using namespace tilepipe;

std::string tilepipe::loParameter(unsigned D) { return "tp_lo" + std::to_string(D); }
std::string tilepipe::hiParameter(unsigned D) { return "tp_hi" + std::to_string(D); }
std::string tilepipe::endParameter(unsigned D) { return "tp_end" + std::to_string(D); }

namespace {

class PipelineBuilder {
public:
  PipelineBuilder(const LoopNest &Nest, const Dependences &Deps, Pipeline &Result)
      : Nest(Nest), Deps(Deps), Result(Result),
        Context(Deps.Context), Domain(Nest.domain().intersect_params(Context)) {}

  void build() {
    Result.Reach = Result.Tiles.reach(Deps);
    Result.BoxDomain = inBox(Domain).gist_params(Context);
    findThreadsOnlyReason();
  }

  /// What ranks send each other.
  void buildExchange() {
    buildFaces();
    Result.LiveIn = isSkewed() || isOnGrid() ? neighbourhoodOf(withoutConstants(Deps.LiveIn), Result.BoxDomain)
                               : elementsOf(withoutConstants(Deps.LiveIn), Result.BoxDomain);
    Result.Owned = elementsOf(Deps.LastWrites, Result.BoxDomain);
  }

private:
  const LoopNest &Nest;
  const Dependences &Deps;
  Pipeline &Result;
  isl::set Context;
  isl::set Domain;

  const std::vector<Row> &rows() const { return Result.Tiles.Rows; }

  /// { S[j] in Set : lo_d <= h_d . j < hi_d for all d }
  isl::set inBox(isl::set Set) const {
    for (unsigned D = 0; D < rows().size(); ++D) {
      Set = boundBelowByParameter(Set, rows()[D], loParameter(D));
      Set = boundAboveByParameter(Set, rows()[D], hiParameter(D));
    }
    return Set;
  }

  /// Consumers across the sides in Crosses: { S[j'] : h_d . j' >= hi_d for d in
  /// Crosses, h_d . j' < end_d for the others }.
  isl::set consumers(unsigned Crosses) const {
    isl::set Set = Domain;
    for (unsigned D = 0; D < rows().size(); ++D)
      Set = (Crosses >> D & 1) ? boundBelowByParameter(Set, rows()[D], hiParameter(D))
                               : boundAboveByParameter(Set, rows()[D], endParameter(D));
    return Set;
  }

  /// Some value flows far enough to cross all these sides at once.
  bool isCrossed(unsigned Crosses) const {
    return llvm::any_of(Deps.Vectors, [&](const Dependence &Dep) {
      for (unsigned D = 0; D < rows().size(); ++D)
        if ((Crosses >> D & 1) && dot(rows()[D], Dep.Distance) <= 0)
          return false;
      return Dep.Kind == DependenceKind::Flow;
    });
  }

  void buildFaces() {
    isl::union_map FromBox = Deps.Flow.intersect_domain(isl::union_set(Result.BoxDomain));
    for (unsigned Crosses = 1; Crosses < 1u << rows().size(); ++Crosses) {
      if (!isCrossed(Crosses))
        continue;
      isl::map ToConsumers = isl::manage(
          isl_map_from_domain_and_range(Result.BoxDomain.copy(), consumers(Crosses).release()));
      // { S[j] -> [S[j'] -> A[x]] } with j' a consumer
      isl::union_map Crossing = FromBox.intersect_range_factor_domain(isl::union_map(ToConsumers));
      isl::union_set Elements = simplified(Crossing.range().unwrap().range());
      if (!Elements.is_empty())
        Result.Faces.push_back({Crosses, Elements});
    }
  }

  isl::union_set elementsOf(const isl::union_map &Relation, const isl::set &Points) const {
    return simplified(Relation.intersect_domain(isl::union_set(Points)).range());
  }

  bool isSkewed() const {
    auto IsUnit = [](const Row &R) {
      return llvm::count(R, 1) == 1 && llvm::count(R, 0) + 1 == long(R.size());
    };
    return !llvm::all_of(rows(), IsUnit);
  }

  /// Loops start unevenly, as in `for (j = 1 + i % 2; ...; j += 2)`.
  bool isOnGrid() const {
    return llvm::any_of(Nest.Loops, [](const Loop &L) { return L.Spacing != 1; });
  }

  /// elementsOf(Relation, Points), and perhaps a few more elements of Relation's range.
  /// The points of a skewed box, or of a grid, touch a part of a fixed border. Exactly which one depends on
  /// integer points of polyhedra in many parameters: such sets have dozens of pieces. Rational shadows
  /// are convex. A live-in that the box does not need is harmless: rank 0 may read it, and it arrives
  /// before anything is written.
  isl::union_set neighbourhoodOf(const isl::union_map &Relation, const isl::set &Points) const {
    isl::union_set Result(Relation.ctx(), "{ }");
    auto AddShadow = [&](const isl::basic_map &Inside, const isl::set &Whole) {
      isl_basic_set *Shadow = isl_basic_set_remove_divs(isl_basic_map_range(Inside.copy()));
      Shadow = isl_basic_set_remove_redundancies(Shadow);
      Result = Result.unite(isl::union_set(isl::set(isl::manage(Shadow)).intersect(Whole)));
    };
    Relation.foreach_map([&](isl::map All) {
      All.foreach_basic_map([&](isl::basic_map Piece) {
        isl::set Whole = isl::map(Piece).intersect_domain(Domain).range();
        isl::map(Piece).intersect_domain(Points).foreach_basic_map(
            [&](isl::basic_map Inside) { AddShadow(Inside, Whole); });
      });
    });
    return simplified(Result);
  }

  /// Without what the context says anyway: code is generated under it.
  isl::union_set simplified(const isl::union_set &Set) const {
    return Set.gist_params(Context).coalesce();
  }

  /// Objects that are the same on every rank need not travel.
  isl::union_map withoutConstants(const isl::union_map &Relation) const {
    isl::union_map Kept(Relation.ctx(), "{ }");
    Relation.foreach_map([&](isl::map Map) {
      for (const Array &A : Nest.Arrays)
        if (A.Name == domainName(Map.reverse()) && !A.IsConstObject)
          Kept = Kept.unite(isl::union_map(Map));
    });
    return Kept;
  }

  /// { A[x] : x inside the declared extents }; null where an extent is unknown.
  static std::optional<isl::set> declaredElements(const Array &A, isl::space Space) {
    isl::set Set = isl::set::universe(Space);
    for (unsigned D = 0; D < A.Extents.size(); ++D) {
      if (!A.Extents[D].Size)
        return std::nullopt;
      Set = Set.intersect(lessThan(Space, D, valueOf(*A.Extents[D].Size)));
    }
    return Set;
  }

  static isl::set valueOf(const isl::pw_aff &Size);
  static isl::set lessThan(const isl::space &Space, unsigned D, const isl::set &Size);

  static isl::set upTo(const Array &A, const isl::set &Elements);

  void findThreadsOnlyReason();
};

/// { [v] } of an expression over parameters, with or without an empty tuple.
isl::set PipelineBuilder::valueOf(const isl::pw_aff &Size) {
  isl::space Domain = isl::manage(isl_pw_aff_get_domain_space(Size.get()));
  if (isl_space_is_params(Domain.get()) == isl_bool_true)
    return isl::manage(isl_set_from_pw_aff(Size.copy()));
  return isl::manage(isl_map_range(isl_map_from_pw_aff(Size.copy())));
}

/// { A[x] : 0 <= x_D < v for the v in Size }, Size = { [v] } a singleton.
isl::set PipelineBuilder::lessThan(const isl::space &Space, unsigned D, const isl::set &Size) {
  isl_map *ToDim = isl_set_project_onto_map(
      isl_set_universe(Space.copy()), isl_dim_set, D, 1); // { A[x] -> [x_D] }
  ToDim = isl_map_reset_tuple_id(ToDim, isl_dim_out);
  isl_map *Less = isl_map_lex_lt(isl_space_set_alloc(isl_set_get_ctx(Size.get()), 0, 1));
  isl_map *ToSize = isl_map_intersect_range(isl_map_apply_range(ToDim, Less), Size.copy());
  isl_set *Set = isl_map_domain(ToSize);
  return isl::manage(isl_set_lower_bound_si(Set, isl_dim_set, D, 0));
}

/// Elements and what lies in memory between them and the array's beginning. In C a
/// pointer and what is reached by adding to it are of one object, so all that lies
/// in between exists too. (Inner subscripts stay inside their extents.)
isl::set PipelineBuilder::upTo(const Array &A, const isl::set &Elements) {
  // No pointer arithmetic starts at the place of index 0 then.
  if (!A.Shift.empty())
    return Elements;
  for (unsigned D = 1; D < A.Extents.size(); ++D)
    if (!A.Extents[D].Size)
      return Elements;
  isl::map NotBehind = isl::manage(isl_map_lex_ge(Elements.get_space().release()));
  isl::set Between = Elements.apply(NotBehind);
  for (unsigned D = 0; D < A.Extents.size(); ++D)
    Between = isl::manage(isl_set_lower_bound_si(Between.release(), isl_dim_set, D, 0));
  return Elements.unite(Between);
}

/// Rank 0 sends live-ins before the nest runs, so it reads elements whose access
/// the program may have skipped. It may do so where the element surely exists:
/// inside declared extents, or not beyond what some iteration accesses anyway.
void PipelineBuilder::findThreadsOnlyReason() {
  Result.ThreadsOnlyReason = Nest.ThreadsOnlyReason;
  if (Result.ThreadsOnlyReason.empty() && !Deps.IsUniform)
    Result.ThreadsOnlyReason = Nest.depth() == 1 ? "it has one loop" : "its dependences have no constant distances";
  if (!Result.ThreadsOnlyReason.empty())
    return;
  isl::union_set Surely(Domain.ctx(), "{ }");
  for (const Access &A : Nest.Accesses)
    if (!A.IsConditional)
      Surely = Surely.unite(isl::union_set(
          upTo(Nest.Arrays[A.ArrayIndex], A.Relation.intersect_domain(Domain).range())));
  for (const Access &A : Nest.Accesses) {
    if (!A.IsConditional)
      continue;
    isl::set Elements = A.Relation.intersect_domain(Domain).range();
    const Array &Touched = Nest.Arrays[A.ArrayIndex];
    auto Declared = declaredElements(Touched, Elements.get_space());
    if (Declared && Touched.Kind != Array::Storage::Pointer && Elements.is_subset(*Declared))
      continue;
    if (isl::union_set(Elements).is_subset(Surely))
      continue;
    Result.ThreadsOnlyReason = "'" + A.Text + "' at " + std::to_string(A.Where.Line) + ":" +
                               std::to_string(A.Where.Column) +
                               " is accessed under a condition, and its memory may not exist "
                               "where the condition is false";
    return;
  }
}

} // namespace

/// Adds to Result what ranks exchange. False: that is too complex.
static bool hasExchange(const IslContext &Ctx, const LoopNest &Nest, const Dependences &Deps, Pipeline &Result) {
  QuotaGuard Less(Ctx, ExchangeQuota);
  auto Done = guarded<bool>(Ctx, [&] {
    PipelineBuilder(Nest, Deps, Result).buildExchange();
    return true;
  });
  if (Done)
    return true;
  llvm::consumeError(Done.takeError()); // the quota, whatever isl calls it
  return false;
}

llvm::Expected<Pipeline> tilepipe::buildPipeline(const IslContext &Ctx, const LoopNest &Nest,
                                                 const Dependences &Deps, Tiling Tiles) {
  QuotaGuard Quota(Ctx, StageQuota);
  auto Result = guarded<Pipeline>(Ctx, [&] {
    Pipeline P;
    P.Tiles = Tiles;
    P.LiveIn = P.Owned = isl::union_set(Ctx.get(), "{ }");
    PipelineBuilder(Nest, Deps, P).build();
    return P;
  });
  if (Result && Result->ThreadsOnlyReason.empty() && !hasExchange(Ctx, Nest, Deps, *Result))
    Result->dropExchange(); // outside of the quota, which leaves isl no operation
  if (!Result)
    return refuseUnlessRefused(Result.takeError(), Nest.Where, "the faces of the nest");
  return Result;
}

void Pipeline::dropExchange() {
  Faces.clear();
  LiveIn = Owned = isl::union_set(BoxDomain.ctx(), "{ }");
  ThreadsOnlyReason = "what ranks would have to exchange is too complex to compute";
}

void Pipeline::print(llvm::raw_ostream &OS) const {
  Tiles.print(OS);
  OS << "  reach";
  for (int64_t R : Reach)
    OS << ' ' << R;
  OS << '\n';
  for (const Face &F : Faces) {
    OS << "  face";
    for (unsigned D = 0; D < Tiles.Rows.size(); ++D)
      OS << ' ' << (F.Crosses >> D & 1);
    OS << ' ' << toString(F.Elements) << '\n';
  }
  OS << "  live-in " << toString(LiveIn) << "\n  owned " << toString(Owned) << '\n';
  if (!ThreadsOnlyReason.empty())
    OS << "  threads only: " << ThreadsOnlyReason << '\n';
}

void Pipeline::verify(const LoopNest &Nest) const {
  assert(Tiles.Rows.size() == Reach.size() && (!Nest.isPerfect() || Reach.size() <= std::max(Nest.depth(), 2u)));
  assert(dims(BoxDomain) == dims(Nest.domain()));
  for (const Face &F : Faces)
    assert(F.Crosses != 0 && F.Crosses < 1u << Tiles.Rows.size()), (void)F;
}
