// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why exact faces. A face holds just the elements that flow to the one CPU it is
// sent to. A larger set (a slab of the box, for example) could carry an element to
// a CPU that does not read it. Between threads that share an array it could put an
// older value over a newer one. With the exact set that cannot happen. A tile that
// overwrites an element after its reader depends on the reader, so it lies at or
// above the reader's tile in every row of the tiling.
#include "tilepipe/Transform/Pipeline.h"

#include "Cone.h"
#include "Constraints.h"

#include "llvm/Support/raw_ostream.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>

using namespace tilepipe;

std::string tilepipe::loParameter(unsigned D) { return "tp_lo" + std::to_string(D); }
std::string tilepipe::hiParameter(unsigned D) { return "tp_hi" + std::to_string(D); }
bool tilepipe::isBoxParameter(llvm::StringRef Name) { return Name.starts_with("tp_lo") || Name.starts_with("tp_hi"); }
std::string tilepipe::endParameter(unsigned D) { return "tp_end" + std::to_string(D); }

namespace {

/// Live-ins of more are replaced by what lies around them.
constexpr int MostPieces = 8;

/// Dependences of trees that reach further would make tiles too large for threads.
constexpr int64_t MostReach = 32;

class PipelineBuilder {
public:
  PipelineBuilder(const LoopNest &Nest, const Dependences &Deps, Pipeline &Result)
      : Nest(Nest), Deps(Deps), Result(Result),
        Context(Deps.Context), Domain(Nest.domain().intersect_params(Context)) {}

  void build() {
    Result.Reach = Result.Tiles.reach(Deps);
    Result.BoxDomain = inBox(Domain).gist_params(Context);
    std::string Reason = threadsOnlyReason();
    if (!Reason.empty())
      Result.leaveToThreads(Reason);
  }

  /// What ranks send each other.
  void buildExchange() {
    for (unsigned I = 0; I < Nest.Arrays.size(); ++I)
      Result.Unfolded.push_back(unfoldingOf(Nest, I));
    if (Result.Tiles.Places || (isSkewed() && isOverwrittenBehindMargins()))
      buildMargins();
    else
      buildFaces();
    const isl::union_map LiveIn = ofProgram(Deps.LiveIn);
    Result.LiveIn = Result.Tiles.Places || isSkewed() || isOnGrid() ? neighbourhoodOf(LiveIn)
                                                                    : elementsOf(LiveIn, Result.BoxDomain);
    if (isScattered(Result.LiveIn))
      return Result.dropExchange();
    Result.Owned = simplified(writtenAt(ofProgram(Deps.LastWrites).intersect_domain(isl::union_set(Result.BoxDomain))));
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
      isl::union_set Elements = simplified(writtenAt(isl::manage(isl_union_map_range_factor_range(Crossing.release()))));
      if (!Elements.is_empty())
        Result.Faces.push_back({Crosses, Elements});
    }
  }

  /// The elements of Written = { S[j] -> A[x] }, where j writes A[x]; unfolded where they are to be.
  isl::union_set writtenAt(const isl::union_map &Written) const {
    isl::union_set Elements(Written.ctx(), "{ }");
    Written.foreach_map([&](const isl::map &Map) {
      auto Of = llvm::find_if(Nest.Arrays, [&](const Array &A) { return A.Name == domainName(Map.reverse()); });
      const std::optional<Unfolding> &Unfolded = Result.Unfolded[Of - Nest.Arrays.begin()];
      Elements = Elements.unite(isl::union_set((Unfolded ? unfolded(Map, *Unfolded) : Map).range()));
    });
    return Elements;
  }

  /// How far the values of one write flow along each row.
  struct Flight {
    isl::set Distances; ///< { [f] }: along all rows at once
    std::vector<int64_t> Most;
  };

  /// Nothing: nobody else reads them.
  std::optional<Flight> flightOf(const Access &Write) const {
    const isl::set Distances = Deps.IsUniform ? constantFlights(Write.ArrayIndex) : flights(Write);
    if (Distances.is_empty())
      return std::nullopt;
    Flight Result{Distances, {}};
    for (unsigned D = 0; D < rows().size(); ++D)
      Result.Most.push_back(toInt64(isl::manage(isl_set_dim_max_val(Distances.copy(), D))));
    return Result;
  }

  isl::set noFlights() const {
    return isl::manage(isl_set_empty(isl_space_set_alloc(Domain.ctx().get(), 0, unsigned(rows().size()))));
  }

  /// { [h_0 . dist, h_1 . dist, ...] } of what flows in the array.
  isl::set constantFlights(unsigned ArrayIndex) const {
    isl::set Result = noFlights();
    for (const Dependence &Dep : Deps.Vectors) {
      if (Dep.Kind != DependenceKind::Flow || Dep.ArrayIndex != ArrayIndex)
        continue;
      isl_set *Along = isl_set_universe(Result.get_space().release());
      for (unsigned D = 0; D < rows().size(); ++D)
        Along = isl_set_fix_si(Along, isl_dim_set, D, int(dot(rows()[D], Dep.Distance)));
      Result = Result.unite(isl::manage(Along));
    }
    return Result;
  }

  /// The same where points have places.
  isl::set flights(const Access &Write) const {
    isl::set Moves = noFlights();
    unsigned Before = dims(Domain) - rows().size();
    Deps.Flow.foreach_map([&](const isl::map &Map) {
      isl_map *Flow = isl_map_copy(Map.get()); // { S[j] -> [S[j'] -> A[x]] }
      isl_map *Pairs = isl_map_range_factor_range(isl_map_copy(Flow));
      isl_map *Same = isl_map_align_params(Write.Relation.copy(), isl_map_get_space(Pairs));
      bool IsOther = isl_map_has_equal_space(Pairs, Same) != isl_bool_true;
      isl_map_free(Pairs);
      if (IsOther) {
        isl_map_free(Flow);
        isl_map_free(Same);
        return;
      }
      Flow = isl_map_range_factor_domain(isl_map_intersect_range_factor_range(Flow, Same));
      isl_set *Along = isl_set_project_out(isl_map_deltas(Flow), isl_dim_set, 0, Before);
      Along = isl_set_reset_tuple_id(isl_set_project_out_all_params(Along));
      Moves = Moves.unite(isl::manage(isl_set_coalesce(Along))).coalesce();
    });
    return Moves;
  }

  /// Points from which values may flow across the sides in Crosses: { S[j] : h_d . j + Most[d] >= hi_d }.
  isl::set margin(unsigned Crosses, const std::vector<int64_t> &Most) const {
    isl::set Points = Result.BoxDomain;
    for (unsigned D = 0; D < rows().size(); ++D)
      if (Crosses >> D & 1)
        Points = boundBelowByParameter(Points, rows()[D], hiParameter(D), Most[D]);
    return Points;
  }

  /// Of a uniform nest: what is written near a side is overwritten beyond it only.
  bool isOverwrittenBehindMargins() const {
    return llvm::all_of(Nest.Accesses, [&](const Access &Write) {
      std::optional<Flight> Flies = Write.What == Access::Kind::Write ? flightOf(Write) : std::nullopt;
      return !Flies || llvm::all_of(Deps.Vectors, [&](const Dependence &Dep) {
        if (Dep.Kind != DependenceKind::Output || Dep.ArrayIndex != Write.ArrayIndex)
          return true;
        for (unsigned D = 0; D < rows().size(); ++D)
          if (dot(rows()[D], Dep.Distance) < Flies->Most[D])
            return false;
        return true;
      });
    });
  }

  /// Faces of trees and of most skewed tiles hold all that is written near the sides. Exactly what flows across them
  /// has dozens of pieces there. What overwrites an element later lies beyond its readers, so the elements without a
  /// reader behind the sides do no harm (docs/Verify.md, obligation 5).
  void buildMargins() {
    const isl::union_set None(Domain.ctx(), "{ }");
    std::vector<isl::union_set> Faces(1u << rows().size(), None);
    for (const Access &Write : Nest.Accesses) {
      std::optional<Flight> Flies = Write.What == Access::Kind::Write ? flightOf(Write) : std::nullopt;
      for (unsigned Crosses = 1; Flies && Crosses < Faces.size(); ++Crosses) {
        isl::set Far = Flies->Distances;
        for (unsigned D = 0; D < rows().size(); ++D)
          if (Crosses >> D & 1)
            Far = isl::manage(isl_set_lower_bound_si(Far.release(), isl_dim_set, D, 1));
        if (!Far.is_empty())
          Faces[Crosses] = Faces[Crosses].unite(
              writtenAt(isl::union_map(Write.Relation.intersect_domain(margin(Crosses, Flies->Most)))));
      }
    }
    for (unsigned Crosses = 1; Crosses < Faces.size(); ++Crosses) {
      isl::union_set Elements = simplified(Faces[Crosses]);
      if (!Elements.is_empty())
        Result.Faces.push_back({Crosses, Elements});
    }
  }

  isl::union_set elementsOf(const isl::union_map &Relation, const isl::set &Points) const {
    return simplified(Relation.intersect_domain(isl::union_set(Points)).range());
  }

  bool isSkewed() const {
    return llvm::any_of(rows(), [](const Row &R) { return llvm::count(R, 0) + 1 < long(R.size()); });
  }

  /// Loops start unevenly, as in `for (j = 1 + i % 2; ...; j += 2)`.
  bool isOnGrid() const {
    return llvm::any_of(Nest.Loops, [](const Loop &L) { return L.Spacing != 1; });
  }

  /// elementsOf(Relation, Result.BoxDomain), and perhaps a few more elements of Relation's range.
  /// The points of a skewed box, or of a grid, touch a part of a fixed border. Exactly which one depends on
  /// integer points of polyhedra in many parameters: such sets have dozens of pieces. Rational shadows
  /// are convex. A live-in that the box does not need is harmless: rank 0 may read it, and it arrives
  /// before anything is written.
  isl::union_set neighbourhoodOf(const isl::union_map &Relation) const {
    const isl::set Box = inBox(isl::set::universe(Domain.get_space()));
    isl::union_set Found(Relation.ctx(), "{ }");
    Relation.foreach_map([&](isl::map All) {
      All.foreach_basic_map([&](isl::basic_map Piece) {
        // What the piece says of its ends alone holds without the box.
        const isl::map Pairs = isl::map(Piece).intersect_domain(Domain);
        const isl::set Whole = Pairs.range();
        isl_map *Alone = isl_map_gist_domain(Pairs.copy(), Pairs.domain().release());
        const isl::map Near = isl::manage(isl_map_gist_range(Alone, Whole.copy()));
        // The rows that a box bounds may be dimensions of their own: equalities say what they have to do with elements.
        const isl::set Rows(isl::manage(isl_set_affine_hull(Pairs.domain().release())));
        Near.intersect_domain(Box).intersect_domain(Rows).foreach_basic_map([&](const isl::basic_map &Inside) {
          isl_basic_set *Shadow = isl_basic_set_remove_divs(isl_basic_map_range(Inside.copy()));
          Shadow = isl_basic_set_remove_redundancies(Shadow);
          if (Result.Tiles.Places) // which make many constraints
            Shadow = withConstraints(Shadow, isSide);
          Found = Found.unite(isl::union_set(isl::set(isl::manage(Shadow)).intersect(Whole)));
        });
      });
    });
    return simplified(withFewerPieces(Found));
  }

  /// C bounds a subscript, and more than one of them by one side of the box at most: elements around a box are not told
  /// corner by corner.
  static bool isSide(isl_constraint *C) {
    auto Involves = [&](isl_dim_type Type, unsigned I) { return isl_constraint_involves_dims(C, Type, I, 1) == isl_bool_true; };
    unsigned Subscripts = 0, Sides = 0;
    for (unsigned I = 0; I < unsigned(isl_constraint_dim(C, isl_dim_set)); ++I)
      Subscripts += Involves(isl_dim_set, I);
    for (unsigned I = 0; I < unsigned(isl_constraint_dim(C, isl_dim_param)); ++I)
      Sides += isBoxParameter(isl_constraint_get_dim_name(C, isl_dim_param, I)) && Involves(isl_dim_param, I);
    return Subscripts == 1 || (Subscripts > 1 && Sides <= 1);
  }

  /// The elements of array number I that the nest touches.
  isl::set touched(unsigned I, const isl::space &Space) const {
    isl::set Elements = isl::set::empty(Space);
    for (const Access &A : Nest.Accesses)
      if (A.ArrayIndex == I)
        Elements = Elements.unite(A.Relation.intersect_domain(Domain).range());
    return Elements.coalesce();
  }

  /// Elements are told by quotients, in many pieces: a proof about them takes longer than a nest may.
  static bool isScattered(const isl::union_set &Elements) {
    bool Found = false;
    Elements.foreach_set([&](const isl::set &Set) {
      unsigned Divisions = 0;
      if (isl_set_n_basic_set(Set.get()) > MostPieces)
        Set.foreach_basic_set([&](const isl::basic_set &Piece) { Divisions += isl_basic_set_dim(Piece.get(), isl_dim_div); });
      Found |= Divisions > 0;
    });
    return Found;
  }

  /// Live-ins of many pieces as one, which holds others as well: of declared arrays, whose elements exist. Stencils with far
  /// neighbours have dozens of pieces.
  isl::union_set withFewerPieces(const isl::union_set &LiveIn) const {
    isl::union_set Result(LiveIn.ctx(), "{ }");
    LiveIn.foreach_set([&](const isl::set &Exact) {
      isl::set Elements = Exact.coalesce();
      const auto Of = llvm::find_if(Nest.Arrays, [&](const Array &A) { return A.Name == tupleName(Elements); });
      const std::optional<isl::set> Declared = declaredElements(*Of, Elements.get_space());
      if (isl_set_n_basic_set(Elements.get()) > MostPieces && Declared && Of->Kind != Array::Storage::Pointer)
        Elements = around(Elements, unsigned(Of - Nest.Arrays.begin())).intersect(*Declared);
      Result = Result.unite(isl::union_set(Elements));
    });
    return Result;
  }

  /// A convex set around Elements of array number I in which no subscript is beyond all that the nest touches.
  isl::set around(const isl::set &Elements, unsigned I) const {
    auto Convex = [](isl_set *Set) {
      return isl::manage(isl_set_from_basic_set(isl_set_unshifted_simple_hull(isl_set_remove_divs(Set))));
    };
    const isl::set Touched = touched(I, Elements.get_space());
    isl::set Result = Convex(Elements.copy());
    const unsigned Count = dims(Elements);
    for (unsigned D = 0; D < Count; ++D) {
      isl_set *One = isl_set_project_out(Touched.copy(), isl_dim_set, D + 1, Count - D - 1);
      One = isl_set_add_dims(isl_set_project_out(One, isl_dim_set, 0, D), isl_dim_set, Count - D - 1);
      One = isl_set_set_tuple_id(isl_set_insert_dims(One, isl_dim_set, 0, D), isl_set_get_tuple_id(Elements.get()));
      Result = Result.intersect(Convex(One));
    }
    return Result.coalesce();
  }

  /// Without what the context says anyway: code is generated under it.
  isl::union_set simplified(const isl::union_set &Set) const {
    return Set.gist_params(Context).coalesce();
  }

  /// Objects that are the same on every rank need not travel.
  isl::union_map ofProgram(const isl::union_map &Relation) const {
    isl::union_map Kept(Relation.ctx(), "{ }");
    Relation.foreach_map([&](isl::map Map) {
      for (const Array &A : Nest.Arrays)
        if (A.Name == domainName(Map.reverse()) && !A.IsConstObject && !A.IsOwn)
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

  std::string threadsOnlyReason() const;
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
std::string PipelineBuilder::threadsOnlyReason() const {
  if (!Nest.ThreadsOnlyReason.empty())
    return Nest.ThreadsOnlyReason;
  if (Nest.depth() == 1)
    return "it has one loop";
  if (!Deps.IsUniform && llvm::any_of(Result.Reach, [](int64_t R) { return R > MostReach; }))
    return "its dependences reach over distances that no small constant bounds";
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
    return "'" + A.Text + "' at " + std::to_string(A.Where.Line) + ":" +
                               std::to_string(A.Where.Column) +
                               " is accessed under a condition, and its memory may not exist "
                               "where the condition is false";
  }
  return "";
}

} // namespace

llvm::Expected<Pipeline> tilepipe::buildPipeline(const IslContext &Ctx, const LoopNest &Nest,
                                                 const Dependences &Deps, Tiling Tiles,
                                                 const std::string &WhyNoRanks) {
  Pipeline Result;
  auto Within = [&](unsigned long Operations, llvm::function_ref<void(PipelineBuilder &)> Build) {
    QuotaGuard Quota(Ctx, Operations);
    return guarded<bool>(Ctx, [&] {
      PipelineBuilder Builder(Nest, Deps, Result);
      Build(Builder);
      return true;
    });
  };
  auto Done = Within(StageQuota, [&](PipelineBuilder &Builder) {
    Result.Tiles = std::move(Tiles);
    Result.LiveIn = Result.Owned = isl::union_set(Ctx.get(), "{ }");
    Builder.build();
    if (!WhyNoRanks.empty())
      Result.leaveToThreads(WhyNoRanks);
  });
  if (!Done)
    return refuseUnlessRefused(Done.takeError(), Nest.Where, "the faces of the nest");
  if (!Result.ThreadsOnlyReason.empty())
    return Result;
  Done = Within(ExchangeQuota, [](PipelineBuilder &Builder) { Builder.buildExchange(); });
  if (!Done) {
    llvm::consumeError(Done.takeError()); // the quota, whatever isl calls it
    Result.dropExchange();
  }
  return Result;
}

void Pipeline::dropExchange() {
  Faces.clear();
  LiveIn = Owned = isl::union_set(BoxDomain.ctx(), "{ }");
  leaveToThreads("what ranks would have to exchange is too complex to compute");
}

void Pipeline::leaveToThreads(const std::string &Why) {
  ThreadsOnlyReason = Why;
  if (Tiles.Places)
    for (int64_t &R : Reach)
      R = std::min<int64_t>(R, 1);
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
