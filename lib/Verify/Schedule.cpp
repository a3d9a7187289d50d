// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The obligations about when points run: premises, 1, 2, 3 and 6.
#include "Goal.h"
#include "Pairs.h"
#include "Value.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/val.h>

#include <map>
#include <optional>
#include <set>

using namespace tilepipe;
using namespace tilepipe::verify;

/// { [j, j', ...] in Pairs : h . (j' - j) >= Least }
static isl::set movesBy(const isl::set &Pairs, const Row &H, int64_t Sign, int64_t Least) {
  isl_constraint *C =
      isl_constraint_alloc_inequality(isl_local_space_from_space(Pairs.get_space().release()));
  for (unsigned D = 0; D < H.size(); ++D) {
    C = isl_constraint_set_coefficient_si(C, isl_dim_set, D, int(-Sign * H[D]));
    C = isl_constraint_set_coefficient_si(C, isl_dim_set, H.size() + D, int(Sign * H[D]));
  }
  C = isl_constraint_set_constant_si(C, int(-Least));
  return conjunction(Pairs, isl::manage(isl_set_from_basic_set(isl_basic_set_from_constraint(C))));
}

/// The nest is understood as the program means it wherever the region runs.
void verify::premises(const Question &Q, Goal &G) {
  for (const Assumption &A : Q.Nest.Assumptions)
    G.empty("declined: " + A.Reason, A.Violation.intersect(Q.Symbols));
  G.require("bounds and reach for each row", Q.Region.Lo.size() == Q.depth() && Q.Region.Hi.size() == Q.depth() &&
                                                 Q.Region.Reach.size() == Q.depth());
  for (unsigned I = 0; I < Q.Nest.Arrays.size(); ++I)
    G.require("writes to " + Q.Nest.Arrays[I].Name + " are known to the check for overlap",
              Q.Region.IsWritten.at(I) || !Q.Nest.Arrays[I].IsWritten);
  G.require("data that ranks cannot have stays with threads",
            Q.Region.IsThreadsOnly || (Q.Nest.ThreadsOnlyReason.empty() && !Q.Nest.hasStrides()));
}

/// { [c, t] }: what a scan does when.
static isl::set moments(const isl::map &Order) {
  return isl::manage(isl_set_flatten(isl_map_wrap(isl_map_reset_tuple_id(Order.copy(), isl_dim_in))));
}

/// { [j, t] -> [j', t'] } for the [j, j'] in Related, both in Scan, of which j' runs no later than j.
static Pairs outOfOrder(const isl::set &Related, const EmittedScan &Scan) {
  const isl::set Moments = moments(Scan.Order);
  const unsigned Depth = dims(Scan.Points);
  return Pairs(Moments, Moments, Related).notLess(Depth, dims(Moments) - Depth);
}

/// The d such that j' = j + d for all [j, j'] in Pairs; nothing: there is none.
static std::optional<Row> distanceOf(const isl::set &Pairs) {
  unsigned Depth = dims(Pairs) / 2;
  isl::point Sample = Pairs.sample_point();
  Row Distance;
  isl_basic_set *Same = isl_basic_set_universe(Pairs.get_space().release());
  for (unsigned D = 0; D < Depth; ++D) {
    auto At = [&](unsigned I) {
      return toInt64(isl::manage(isl_point_get_coordinate_val(Sample.get(), isl_dim_set, int(I))));
    };
    Distance.push_back(At(Depth + D) - At(D));
    isl_constraint *C =
        isl_constraint_alloc_equality(isl_local_space_from_space(Pairs.get_space().release()));
    C = isl_constraint_set_coefficient_si(C, isl_dim_set, int(D), 1);
    C = isl_constraint_set_coefficient_si(C, isl_dim_set, int(Depth + D), -1);
    isl_val *Constant = isl_val_int_from_si(Pairs.ctx().get(), Distance.back());
    C = isl_constraint_set_constant_val(C, Constant);
    Same = isl_basic_set_add_constraint(Same, C);
  }
  if (!Pairs.is_subset(isl::manage(isl_set_from_basic_set(Same))))
    return std::nullopt;
  return Distance;
}

/// All [j, j + d].
static isl::set pairsAt(const isl::set &Points, const Row &Distance) {
  isl::set Pairs = isl::set::universe(isl::manage(
      isl_space_set_alloc(Points.ctx().get(), 0, unsigned(2 * Distance.size()))));
  for (unsigned D = 0; D < Distance.size(); ++D)
    for (int64_t Sign : {1, -1}) {
      Row H(Distance.size(), 0);
      H[D] = 1;
      Pairs = movesBy(Pairs, H, Sign, Sign * Distance[D]);
    }
  return Pairs;
}

/// 1: along every row, and in the order of each scan.
void verify::goesForward(const Question &Q, Goal &G) {
  std::map<Row, std::vector<const Relation *>> Distances;
  for (const Relation &R : Q.Order.Order) {
    for (unsigned D = 0; D < Q.depth(); ++D)
      G.empty(R.Name + " does not go back along row " + std::to_string(D),
              movesBy(R.Tuples, Q.Rows[D], -1, 1));
    if (std::optional<Row> Distance = distanceOf(R.Tuples))
      Distances[*Distance].push_back(&R);
    else
      for (const EmittedScan &Scan : Q.Region.Scans)
        G.empty(R.Name + " goes forward in " + Scan.Function, outOfOrder(R.Tuples, Scan));
  }
  // Any two points of a scan that are so far apart: more than depend on each other, and asked once.
  for (const auto &[Distance, Relations] : Distances)
    for (const EmittedScan &Scan : Q.Region.Scans) {
      bool IsForward = outOfOrder(pairsAt(Scan.Points, Distance), Scan).isEmpty();
      for (const Relation *R : Relations)
        if (IsForward)
          G.require(R->Name + " goes forward in " + Scan.Function, true);
        else
          G.empty(R->Name + " goes forward in " + Scan.Function, outOfOrder(R->Tuples, Scan));
    }
}

/// 2: no dependence passes over a tile of the least legal extents. Threads wait for their neighbours one after the
/// other, so what they wait along at all may reach as far as it likes.
void verify::staysInReach(const Question &Q, Goal &G) {
  for (const Relation &R : Q.Order.Order)
    for (unsigned D = 0; D < Q.depth(); ++D)
      if (!Q.Region.IsThreadsOnly || Q.Region.Reach[D] == 0)
        G.empty(R.Name + " reaches at most " + std::to_string(Q.Region.Reach[D]) + " along row " +
                  std::to_string(D),
              movesBy(R.Tuples, Q.Rows[D], 1, Q.Region.Reach[D] + 1));
}

/// Box: whatever boxes the scan passes on.
static void runsBoxOnce(const Question &Q, Goal &G, const EmittedScan &Scan, const isl::set &Box) {
  const std::string &F = Scan.Function;
  auto Exact = [&](const isl::set &Points) { return Scan.Corners ? conjunctionParams(Points, *Scan.Corners) : Points; };
  if (Scan.Corners)
    G.within(F + " passes on boxes that there are", Box.params(), withoutParameters(*Scan.Corners, [](llvm::StringRef Name) { return Name.starts_with(HiddenCorner); }));
  G.within(F + " runs points of the box only", Exact(conjunctionParams(Scan.Points, Q.Boxes)), Box);
  G.within(F + " runs all of them", Exact(Box), Scan.Points);
  isl::map Order = Scan.Order.intersect_domain(Box);
  G.within(F + " has a time for each", Exact(Box), Order.domain());
  const isl::set Moments = moments(Order);
  const unsigned Depth = dims(Box), Length = dims(Moments) - Depth;
  G.require(F + " runs each once", Pairs(Moments, Moments, EqualDims{0, 0, Depth}).greater(Depth, Length).isEmpty());
  G.require(F + " runs them one by one", Pairs(Moments, Moments, EqualDims{Depth, Depth, Length}).greater(0, Depth).isEmpty());
}

/// The bounds of the space hold every point, and nothing where there is none.
static void boundsCover(const Question &Q, Goal &G) {
  isl::set Empty = Q.NoPoints;
  for (unsigned D = 0; D < Q.depth(); ++D) {
    isl::set First = equals("tp_first", Q.Region.Lo[D]), Last = equals("tp_last", Q.Region.Hi[D]);
    std::string Name = "row " + std::to_string(D);
    G.within("the bounds of " + Name + " have values", Q.Parameters,
             isDefined(Q.Region.Lo[D]).intersect(isDefined(Q.Region.Hi[D])));
    G.empty("no point lies before the first of " + Name,
            below(conjunctionParams(Q.Order.Domain, First), Q.Rows[D], 0, "tp_first"));
    G.empty("no point lies at or behind the end of " + Name,
            atLeast(conjunctionParams(Q.Order.Domain, Last), Q.Rows[D], 0, "tp_last"));
    Empty = conjunction(Empty, isLess(Q.Region.Lo[D], Q.Region.Hi[D]));
  }
  G.empty("no box where there is no point", Empty);
}

/// { [c0..cd] }: the coordinates up to that of loop D when the nest is through, for parameters under
/// which that loop is ever started: one behind its last iteration in its last run, or its first one.
static isl::set coordinatesLeft(const LoopNest &Nest, unsigned D) {
  isl::set LastRun = Nest.Prefix[D].lexmax();
  isl_map *Runs = isl_map_from_domain(isl_set_reset_tuple_id(Nest.Prefix[D + 1].copy()));
  Runs = isl_map_move_dims(Runs, isl_dim_out, 0, isl_dim_in, D, 1);
  isl_set *Run = isl_set_reset_tuple_id(LastRun.copy());
  isl_map *Last = isl_map_lexmax(isl_map_intersect_domain(Runs, isl_set_copy(Run)));
  isl_set *Empty = isl_set_subtract(Run, isl_map_domain(isl_map_copy(Last)));
  isl_map *First = isl_map_from_pw_aff(Nest.Loops[D].First.copy());
  First = isl_map_intersect_domain(isl_map_reset_tuple_id(First, isl_dim_in), Empty);
  std::string Spacing = std::to_string(Nest.Loops[D].Spacing);
  isl_map *Next =
      isl_map_read_from_str(Nest.Context.ctx().get(), ("{ [c] -> [c + " + Spacing + "] }").c_str());
  isl_map *Left = isl_map_union(isl_map_apply_range(Last, Next), First);
  return isl::manage(isl_set_flatten(isl_map_wrap(Left)));
}

/// The iterators that outlive the nest have the values that its loops would have left.
static void iteratorsAreLeft(const Question &Q, Goal &G) {
  for (unsigned D = 0; D < Q.Nest.Loops.size(); ++D) {
    const Loop &L = Q.Nest.Loops[D];
    if (!L.outlives())
      continue;
    G.require("loops whose iterators outlive the nest are a perfect nest", Q.Nest.isPerfect());
    const EmittedExit &Exit = *Q.Region.Exits.at(D);
    isl::set Started = conjunction(Q.Nest.Prefix[D].params(), Q.Runs);
    G.within("'" + L.Iterator + "' changes where its loop is started", Started, Exit.Where);
    G.within("'" + L.Iterator + "' keeps its value elsewhere", conjunction(Exit.Where, Q.Runs), Started);
    isl_map *ValueAt = isl_map_from_pw_aff(L.Value.copy());
    ValueAt = isl_map_project_out(ValueAt, isl_dim_in, D + 1, Q.tuple() - D - 1);
    ValueAt = isl_map_reset_tuple_id(ValueAt, isl_dim_in);
    isl::set Left = isl::manage(isl_set_apply(coordinatesLeft(Q.Nest, D).release(), ValueAt));
    Left = conjunctionParams(Left, Q.Runs);
    G.within("'" + L.Iterator + "' is left with a value", Started, Left.params());
    G.within("'" + L.Iterator + "' is left with the value that is emitted", Left,
             isl::manage(isl_set_from_pw_aff(Exit.Value.copy())));
  }
}

/// Each point has a place for its term in the box that the region tells. Places are in row-major order, as points are in
/// the program's: so terms are added in that order, and no two points have one place.
static void termsHavePlaces(const Question &Q, Goal &G, const EmittedTerms &Terms) {
  const unsigned K = Terms.StatementIndex, Count = Q.Nest.Statements[K].Loops.size();
  isl::set Points = conjunctionParams(Q.Nest.Statements[K].Domain.apply(Q.Nest.coordinatesOf(K)), Q.Runs);
  isl::set Box = isl::manage(isl_set_universe(Points.get_space().release()));
  G.require("a box with a side for each loop", Terms.First.size() == Count && Terms.Past.size() == Count);
  for (unsigned D = 0; D < Count; ++D) {
    Row Side(Count, 0);
    Side[D] = 1;
    std::string First = "tp_first" + std::to_string(D), Past = "tp_past" + std::to_string(D);
    G.within("side " + std::to_string(D) + " has values", Points.params(), isDefined(Terms.First[D]).intersect(isDefined(Terms.Past[D])));
    isl::set Known = equals(First, Terms.First[D]).intersect(equals(Past, Terms.Past[D]));
    G.empty("no term before " + First, below(conjunctionParams(Points, Known), Side, 0, First));
    G.empty("no term at or behind " + Past, atLeast(conjunctionParams(Points, Known), Side, 0, Past));
    Box = conjunctionParams(below(atLeast(Box, Side, 0, First), Side, 0, Past), Known);
  }
  if (Terms.Along > 0) { // the runtime adds the terms below the end of a tile when all tiles up to that have run
    G.require("a tile dimension along the terms", Count > 0 && Terms.Along <= Q.Rows.size());
    isl::map First = Q.Nest.coordinatesOf(K).intersect_domain(Q.Nest.Statements[K].Domain);
    First = isl::manage(isl_map_project_out(First.release(), isl_dim_out, 1, Count - 1));
    First = isl::manage(isl_map_reset_tuple_id(First.release(), isl_dim_out));
    G.require("the first coordinate of a term is its value along the tiles",
              First.is_subset(rowValue(Q.Nest.Statements[K].Domain, Q.Rows[Terms.Along - 1])));
  }
  if (Terms.IsFull)
    G.within("each place for a term has one", conjunctionParams(Box, Q.Runs), Points);
}

/// 3: a box's scans run what it holds, and boxes cover the space.
void verify::runsOnce(const Question &Q, Goal &G) {
  const isl::set Box = conjunctionParams(inBox(Q.Order.Domain, Q.Rows, 0), Q.Boxes);
  G.require("there is a tile function", !Q.Region.Scans.empty());
  for (const EmittedScan &Scan : Q.Region.Scans)
    runsBoxOnce(Q, G, Scan, Scan.IsOfBoxes ? conjunctionParams(Box, *Q.Region.Boxes) : Box);
  if (Q.Region.Counted)
    G.within("boxes with points are counted", Box, *Q.Region.Counted);
  boundsCover(Q, G);
  iteratorsAreLeft(Q, G);
  for (const EmittedTerms &Terms : Q.Region.Terms)
    termsHavePlaces(Q, G, Terms);
}

/// (k, c) waits for (k, c) - Step: the first component is k, the others are those of a CPU. The
/// rank function is (k, c) itself, lexicographically.
static void waitEnds(Goal &G, const std::string &What, const Row &Step) {
  auto First = llvm::find_if(Step, [](int64_t C) { return C != 0; });
  G.require(What + " is for something earlier", First != Step.end() && *First > 0);
}

/// The step from a CPU to the one below across Crosses when dimension Mapped is mapped.
static Row stepAcross(unsigned Crosses, unsigned Depth, unsigned Mapped, int64_t K, int64_t Sign) {
  Row Step = {K};
  for (unsigned D = 0; D < Depth; ++D)
    if (D != Mapped)
      Step.push_back(Sign * (Crosses >> D & 1));
  return Step;
}

/// 6: the text follows the protocol, and every wait of the protocol is for something earlier.
void verify::waitsEnd(const Question &Q, Goal &G) {
  using Call = PipelineCall;
  G.require("each step is begin, box, tile, end",
            Q.Region.Pipeline == std::vector<Call>{Call::Begin, Call::Box, Call::Tile, Call::End});
  std::set<unsigned> Seen;
  for (const EmittedFace &F : Q.Region.Faces) {
    G.require("one face for each set of sides", Seen.insert(F.Crosses).second);
    G.require("a face crosses dimensions that there are", F.Crosses < 1u << Q.depth());
  }
  for (unsigned Mapped = 0; Mapped < Q.depth(); ++Mapped) {
    std::string If = " if " + std::to_string(Mapped) + " is mapped";
    waitEnds(G, "a CPU's wait for its own last step" + If, stepAcross(0, Q.depth(), Mapped, 1, 1));
    for (unsigned D = 0; D < Q.depth(); ++D)
      if (D != Mapped && Q.Region.Reach[D] > 0)
        waitEnds(G, "the wait for the thread below along " + std::to_string(D) + If,
                 stepAcross(1u << D, Q.depth(), Mapped, 0, 1));
    for (const EmittedFace &F : Q.Region.Faces) {
      if (F.Crosses >> Mapped & 1)
        continue; // such faces are not sent
      std::string Face = "face " + std::to_string(F.Crosses) + If;
      waitEnds(G, "the wait for " + Face, stepAcross(F.Crosses, Q.depth(), Mapped, 0, 1));
      waitEnds(G, "the wait until " + Face + " has been received",
               stepAcross(F.Crosses, Q.depth(), Mapped, 1, -1));
    }
  }
}
