// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which nests have the elements of their lines in rings of cells (EmitLineRing.cpp): what a block of rows reads and writes, the
// edges of that, and the loops around.
#include "Attempt.h"
#include "ConvexScan.h"
#include "ElementRows.h"
#include "Interleaving.h"
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

using namespace tilepipe;

/// Operations of isl for all of it.
static constexpr unsigned long RingQuota = 400'000;
/// Rows of a block: vectors of them do not wait for each other. As many lines a block has more than columns, and more.
static constexpr unsigned BlockRows = 32;
/// Lines of a ring (TP_LINES).
static constexpr int64_t RingLines = 64;
/// Bytes of a vector, where rows begin in a line; of all rings, from which lines stream through the nearest cache.
static constexpr unsigned VectorBytes = 64, MostBytes = 80 << 10;
static constexpr size_t MostEdges = 12;
/// Iterations of the loop around that a block has.
static constexpr int64_t MostTurns = 8;

namespace {

/// Rows and columns that elements lie behind those of their points.
using Step = std::pair<int64_t, int64_t>;

struct Reading {
  const RegionContext &R;
  const int64_t Slope;
  const isl::set Boxes; ///< parameters: boxes that there are
  const unsigned Depth = R.Nest.depth();
  std::vector<std::vector<Step>> Steps = {}; ///< by plane
  /// Dimension of the tiling along which blocks have their rows: i plus something of outer loops.
  unsigned OfRows = 0;
  /// The loop around rows has a part in blocks: there are dimensions like this of it, and right behind that of the rows.
  bool HasTurns = false;

  const Row &rowsAlong() const { return R.Pipe.Tiles.Rows[OfRows]; }
  /// Loops around blocks.
  unsigned outer() const { return Depth - (HasTurns ? 3 : 2); }
  /// Rows that a block goes up from one turn to the next.
  int64_t climb() const { return HasTurns ? rowsAlong()[Depth - 3] : 0; }
  int64_t linesTo(const Step &S) const { return Slope * S.first + S.second; }
};

} // namespace

/// Boxes have places, and lie in the space.
static isl::set boxes(const RegionContext &R) {
  isl::set Result = R.BoxContext;
  for (unsigned D = 0; D < R.Spans.size(); ++D) {
    auto Corner = [&](const std::string &Name) { return isl::pw_aff(Result.ctx(), "[" + Name + "] -> { [(" + Name + ")] }"); };
    const RegionContext::Span &S = R.Spans[D];
    Result = Result.intersect(Corner(loParameter(D)).ge_set(S.First).params());
    Result = Result.intersect(Corner(hiParameter(D)).le_set(S.Last.add_constant(1)).params());
  }
  return Result;
}

/// The plane of Use's elements; nothing: they do not lie as points (i, j) do.
static std::optional<LineRing::Plane> planeOf(const RegionContext &R, const Access &Use) {
  const Array &Of = R.Nest.Arrays[Use.ArrayIndex];
  if ((Of.ElementSize != 4 && Of.ElementSize != 8) || Use.HoistedText.empty() || !R.Nest.domain().is_subset(Use.Relation.domain()))
    return std::nullopt;
  std::optional<ElementRows> Rows = elementRowsOf(R, Use);
  return Rows ? std::optional(LineRing::Plane{Of.ElementType, Rows->Array, Rows->Strides, {Rows->Offsets[0], Rows->Offsets[1]}, unsigned(Of.ElementSize), 0, 0, {}})
              : std::nullopt;
}

/// Use into Ring. False: it is nothing that lines know.
static bool addUse(Reading &To, const Access &Use, const Access &Write, LineRing &Ring) {
  const RegionContext &R = To.R;
  if (!R.Nest.Arrays[Use.ArrayIndex].IsWritten && isOfRow(R, Use.Relation))
    return true; // neighbours in memory, too
  std::optional<LineRing::Plane> Own = planeOf(R, Use);
  if (!Own)
    return false;
  auto Found = llvm::find_if(Ring.Planes, [&](const LineRing::Plane &P) { return P.Array == Own->Array; });
  const unsigned Index = unsigned(Found - Ring.Planes.begin());
  const bool IsNew = Found == Ring.Planes.end();
  if (IsNew && !isWrittenElsewhere(R, Use, Write))
    return false;
  if (IsNew) {
    Ring.Planes.push_back(*Own);
    To.Steps.emplace_back();
  }
  const LineRing::Plane &In = Ring.Planes[Index];
  const Step By = {Own->Offsets[0] - In.Offsets[0], Own->Offsets[1] - In.Offsets[1]};
  To.Steps[Index].push_back(By);
  if (llvm::none_of(Ring.Uses, [&](const LineRing::Use &U) { return U.Text == Use.HoistedText; }))
    Ring.Uses.push_back({Use.HoistedText, Index, By.first, By.second});
  return true;
}

/// The elements that Steps reach, by row; nothing: there are gaps between them, which are nobody's.
static std::optional<std::vector<LineRing::Reach>> reachesOf(llvm::ArrayRef<Step> Steps) {
  std::vector<LineRing::Reach> Result = {{0, 0, 0}};
  std::vector<Step> Sorted = Steps.vec();
  llvm::sort(Sorted);
  Sorted.erase(std::unique(Sorted.begin(), Sorted.end()), Sorted.end());
  auto In = [&](int64_t Row) { return llvm::find_if(Result, [&](const LineRing::Reach &R) { return R.Row == Row; }); };
  for (const Step &S : Sorted)
    if (auto Found = In(S.first); Found != Result.end()) {
      Found->First = std::min(Found->First, S.second);
      Found->Last = std::max(Found->Last, S.second);
    } else {
      Result.push_back({S.first, S.second, S.second});
    }
  size_t Reached = 0;
  for (const LineRing::Reach &R : Result)
    Reached += size_t(R.Last - R.First) + 1;
  return Reached == Sorted.size() ? std::optional(Result) : std::nullopt;
}

namespace {
/// A constraint of rows [c, x], or of rows and columns [c, x, y], whose last coefficient is 1 or -1. Where OfY is 0: x is at least
/// Text (OfX is 1), or at most. Else: y is at least Text - OfX x (OfY is 1), or at most Text + OfX x.
struct Side {
  int64_t OfX, OfY;
  std::string Text;
};
} // namespace

/// All constraints of Set that boxes do not have anyway; nothing: there are others than such. Names: of the dimensions.
static std::optional<std::vector<Side>> sidesOf(const Reading &Of, const isl::set &Set, const std::vector<std::string> &Names) {
  const std::vector<isl::basic_set> All = parts(isl::manage(isl_set_gist_params(Set.copy(), Of.Boxes.copy())));
  if (All.size() != 1)
    return std::nullopt;
  isl_basic_set *Convex = isl_basic_set_remove_redundancies(All.front().copy());
  isl_constraint_list *Constraints = isl_basic_set_get_constraint_list(Convex);
  bool IsPlain = isl_basic_set_dim(Convex, isl_dim_div) == 0;
  std::vector<Side> Result;
  for (int I = 0; I < isl_constraint_list_n_constraint(Constraints) && IsPlain; ++I) {
    isl_constraint *C = isl_constraint_list_get_constraint(Constraints, I);
    isl_aff *Rest = isl_constraint_get_aff(C);
    IsPlain = isl_constraint_is_equality(C) == isl_bool_false;
    isl_constraint_free(C);
    auto Take = [&](unsigned D) {
      const int64_t Factor = D < Names.size() ? toInt64(isl::manage(isl_aff_get_coefficient_val(Rest, isl_dim_in, int(D)))) : 0;
      Rest = Factor ? isl_aff_set_coefficient_si(Rest, isl_dim_in, int(D), 0) : Rest;
      return Factor;
    };
    const int64_t OfX = Take(Of.outer()), OfY = Take(Of.outer() + 1), Sign = OfY ? OfY : OfX;
    if (Sign > 0)
      Rest = isl_aff_neg(Rest);
    IsPlain = IsPlain && std::abs(Sign) <= 1;
    const std::string Text = valueAt(isl::manage(isl_pw_aff_from_aff(Rest)), Names, Of.R.BoxContext);
    if (Sign != 0)
      Result.push_back({OfX, OfY, Text});
  }
  isl_constraint_list_free(Constraints);
  isl_basic_set_free(Convex);
  return IsPlain ? std::optional(Result) : std::nullopt;
}

/// The rows and columns of Points, { [c, i, j] }, into Ring, as C text over the loops around a block. False: they have other
/// edges.
static bool addEdges(const Reading &Of, const isl::set &Points, LineRing &Ring) {
  std::vector<std::string> Names;
  for (unsigned D = 0; D < Of.outer(); ++D)
    Names.push_back(loopVariable(Of.R, D));
  Names.push_back("tp_x");
  // Each row has a point, so that what lies around points lies around some.
  const isl::set Rows = isl::manage(isl_set_coalesce(isl_set_remove_divs(projectOut(Points, Of.outer() + 1, 1).release())));
  const std::optional<std::vector<Side>> OfRows = sidesOf(Of, Rows, Names);
  Names.push_back("tp_y");
  const std::optional<std::vector<Side>> OfColumns = sidesOf(Of, Points, Names);
  if (!OfRows || !OfColumns)
    return false;
  for (const Side &S : *OfRows)
    if (S.OfX > 0)
      Ring.First = Ring.First.empty() ? S.Text : "tp_max(" + Ring.First + ", " + S.Text + ")";
    else
      Ring.Last = Ring.Last.empty() ? S.Text : "tp_min(" + Ring.Last + ", " + S.Text + ")";
  for (const Side &S : *OfColumns)
    if (S.OfY != 0)
      (S.OfY > 0 ? Ring.Firsts : Ring.Lasts).push_back({S.Text, S.OfY > 0 ? -S.OfX : S.OfX});
  return !Ring.First.empty() && !Ring.Last.empty() && !Ring.Firsts.empty() && !Ring.Lasts.empty() && Ring.Firsts.size() <= MostEdges && Ring.Lasts.size() <= MostEdges;
}

/// The points of a box, and others whose rows and turns the nest does not have. To leave those out takes more bounds of the loop
/// over lines, and the proof longer.
static isl::set boxPoints(const Reading &Of) {
  std::vector<isl::basic_set> Result;
  for (const isl::basic_set &Part : parts(Of.R.Pipe.BoxDomain)) {
    isl_basic_set *Some = isl_basic_set_universe(isl_basic_set_get_space(Part.get()));
    isl_constraint_list *All = isl_basic_set_get_constraint_list(Part.get());
    for (int I = 0; I < isl_constraint_list_n_constraint(All); ++I) {
      isl_constraint *C = isl_constraint_list_get_constraint(All, I);
      bool IsKept = isl_constraint_involves_dims(C, isl_dim_set, Of.Depth - 1, 1) == isl_bool_true;
      for (int P = 0; P < isl_constraint_dim(C, isl_dim_param) && !IsKept; ++P)
        IsKept = isl_constraint_involves_dims(C, isl_dim_param, unsigned(P), 1) == isl_bool_true &&
                 isBoxParameter(isl_constraint_get_dim_name(C, isl_dim_param, unsigned(P)));
      Some = IsKept ? isl_basic_set_add_constraint(Some, isl_constraint_copy(C)) : Some;
      isl_constraint_free(C);
    }
    isl_constraint_list_free(All);
    Result.push_back(isl::manage(Some));
  }
  return unionOf(Of.R.Pipe.BoxDomain.get_space(), Result);
}

/// Loops over Points, where To says the order of those of a block, "t, w, i". isl's own take too long: lines are skewed by rows,
/// and rows by turns.
static std::optional<LoopChain> loopsOf(const Reading &Of, const isl::set &Points, const std::string &To, const std::vector<std::string> &Inner) {
  std::string Outer;
  std::vector<std::string> Variables, Widened;
  for (unsigned D = 0; D < Of.outer(); ++D) {
    Outer += "c" + std::to_string(D) + ", ";
    Variables.push_back(loopVariable(Of.R, D));
  }
  const isl::map Lines(Points.ctx(), "{ S[" + Outer + (Of.HasTurns ? "t, " : "") + "i, j] -> [" + Outer + To + "] : w = " + std::to_string(Of.Slope) + " i + j }");
  llvm::append_range(Variables, Inner);
  for (const std::string &Name : Variables)
    Widened.push_back(widenedIdentifier(Name));
  const std::vector<isl::basic_set> Pieces = parts(Points.apply(Lines));
  std::optional<LoopChain> Result;
  if (Pieces.size() == 1)
    Result = convexLoops(Pieces.front(), Of.Boxes, Widened, widenedIdentifier);
  for (size_t D = 0; Result && D < Variables.size(); ++D)
    Result->Loops[D].Iterator = Variables[D];
  return Result;
}

/// "tp_b->tp_lo[1] - t": where dimension D of the tiling has the box's first place, of the loop with coefficient 1.
static std::string firstOfBox(const Reading &Of, unsigned D, int64_t Climb) {
  const Row &Along = Of.R.Pipe.Tiles.Rows[D];
  Sum Result;
  Result.add(1, supportIdentifier(loParameter(D)));
  for (unsigned L = 0; L < Of.outer(); ++L)
    Result.add(-Along[L], widenedIdentifier(loopVariable(Of.R, L)));
  Result.add(-Climb, "tp_turn");
  return Result.text();
}

/// The condition that a box is one. In boxes of fewer columns than these go on from turn to turn some places would be nobody's.
static std::string isBlock(const Reading &Of, int64_t Turns) {
  auto Extent = [](unsigned D) { return "tp_b->tp_hi[" + std::to_string(D) + "] - tp_b->tp_lo[" + std::to_string(D) + "]"; };
  std::string Result = Extent(Of.OfRows) + " <= " + std::to_string(BlockRows);
  if (!Of.HasTurns)
    return Result;
  Result = Extent(Of.OfRows - 1) + " <= " + std::to_string(Turns) + " && " + Result;
  for (unsigned D = 0; D < Of.R.dimensions(); ++D)
    if (const Row &Along = Of.R.Pipe.Tiles.Rows[D]; Along.back() != 0 && std::abs(Along[Of.Depth - 3]) > 1)
      Result += " && " + Extent(D) + " >= " + std::to_string(std::abs(Along[Of.Depth - 3]));
  return Result;
}

/// Lines that points of the next iteration are behind those of this one, so that none waits for what comes later.
static int64_t lagOf(const Reading &Of) {
  int64_t Lag = 0;
  for (const Dependence &V : Of.R.Deps.Vectors) {
    llvm::ArrayRef<int64_t> Distance = V.Distance;
    if (llvm::any_of(Distance.drop_back(3), [](int64_t C) { return C != 0; }))
      continue;
    const int64_t T = Distance[Of.Depth - 3], Lines = Of.linesTo({Distance[Of.Depth - 2], Distance[Of.Depth - 1]});
    if (T > 0 && Lines < 0)
      Lag = std::max(Lag, (-Lines + T - 1) / T);
  }
  return Lag;
}

/// Cells of each line; false: rings would be too large.
static bool dealCells(const Reading &Of, LineRing &Ring) {
  const int64_t Climbed = (Ring.Turns - 1) * Of.climb();
  unsigned Bytes = 0;
  for (auto [P, Steps] : llvm::zip_equal(Ring.Planes, Of.Steps)) {
    const unsigned Vector = VectorBytes / P.Size;
    int64_t Above = 0, Below = 0;
    for (const Step &S : Steps) {
      Above = std::max(Above, -S.first);
      Below = std::max(Below, S.first);
    }
    auto WholeVectors = [&](int64_t Rows) { return unsigned((Rows + Vector - 1) / Vector * Vector); };
    P.Before = WholeVectors(Above + Climbed);
    P.Cells = P.Before + BlockRows + WholeVectors(Below);
    Bytes += unsigned(RingLines) * P.Cells * P.Size;
  }
  return Bytes <= MostBytes;
}

static std::optional<LineScan> ringOf(Reading &Of, const Access &Write) {
  const RegionContext &R = Of.R;
  LineScan Result{Of.Slope, BlockRows, {}, LineRing()};
  LineRing &Ring = *Result.Ring;
  std::optional<LineRing::Plane> Written = planeOf(R, Write);
  if (!Written)
    return std::nullopt;
  Ring.Planes.push_back(*Written);
  Ring.Written = Write.HoistedText;
  Of.Steps = {{{0, 0}}};
  for (const Access &Use : R.Nest.Accesses)
    if (Use.What == Access::Kind::Read && !addUse(Of, Use, Write, Ring))
      return std::nullopt;
  // What a block has copies of are the same elements in all its turns.
  if (Of.HasTurns && llvm::any_of(Ring.Planes, [&](const LineRing::Plane &P) { return mentions(P.Array, R.Nest.Loops[Of.Depth - 3].Iterator); }))
    Of.HasTurns = false;
  for (llvm::ArrayRef<Step> Steps : Of.Steps)
    for (const Step &S : Steps) {
      Ring.Ahead = std::max(Ring.Ahead, Of.linesTo(S));
      Ring.Behind = std::max(Ring.Behind, -Of.linesTo(S));
    }
  const int64_t Room = RingLines - LineRing::Chunk - Ring.Ahead - Ring.Behind;
  if (Room < 0)
    return std::nullopt;
  if (Of.HasTurns) {
    Ring.Lag = lagOf(Of);
    Ring.Turns = std::min(Ring.Lag ? 1 + Room / Ring.Lag : MostTurns, MostTurns);
  }
  if (!dealCells(Of, Ring))
    return std::nullopt;
  isl_set *Places = isl_set_reset_tuple_id(R.Pipe.BoxDomain.copy());
  if (Of.HasTurns)
    Places = isl_set_coalesce(isl_set_remove_divs(isl_set_project_out(Places, isl_dim_set, Of.outer(), 1)));
  if (!addEdges(Of, isl::manage(Places), Ring))
    return std::nullopt;
  for (auto [P, Steps] : llvm::zip_equal(Ring.Planes, Of.Steps)) {
    std::optional<std::vector<LineRing::Reach>> Reaches = reachesOf(Steps);
    if (!Reaches)
      return std::nullopt;
    P.Reaches = *Reaches;
  }
  const std::string I = loopVariable(R, Of.Depth - 2), Turn = Of.HasTurns ? loopVariable(R, Of.outer()) : "";
  auto LinesOf = [&](const isl::set &Some) {
    return Of.HasTurns ? loopsOf(Of, Some, "w, t, i", {"tp_w", Turn, I}) : loopsOf(Of, Some, "w, i", {"tp_w", I});
  };
  const std::optional<LoopChain> Lines = LinesOf(boxPoints(Of)),
                                 Points = Of.HasTurns ? loopsOf(Of, R.Pipe.BoxDomain, "t, w, i", {Turn, "tp_w", I}) : LinesOf(R.Pipe.BoxDomain);
  auto IsWhole = [&](const std::optional<LoopChain> &Chain) {
    return Chain && Chain->LeafGuard.empty() && llvm::all_of(Chain->Loops, [&](const LoopChain::Loop &L) {
      const bool IsFirst = &L == &Chain->Loops.front(); // its guard is about boxes without points: loops see to them
      return !L.IsSingle && L.Step == 1 && (IsFirst || L.Guard.empty());
    });
  };
  if (!IsWhole(Lines) || !IsWhole(Points))
    return std::nullopt;
  Ring.Around = Of.outer();
  Ring.Lines = Lines->Loops[Of.outer()];
  Ring.Turn = Points->Loops[Of.outer()];
  Ring.LinesOfTurn = Points->Loops[Points->Loops.size() - 2];
  Ring.Points = Points->Loops.back();
  Ring.Dimension = Of.OfRows;
  Ring.IsBlock = isBlock(Of, Ring.Turns);
  Ring.FirstTurn = Of.HasTurns ? firstOfBox(Of, Of.OfRows - 1, 0) : "";
  Ring.FirstRow = firstOfBox(Of, Of.OfRows, Of.climb());
  return Result;
}

std::optional<LineScan> tilepipe::lineRing(const RegionContext &R, int64_t Slope) {
  const LoopNest &Nest = R.Nest;
  const Statement &S = Nest.Statements.front();
  const bool IsPlain = S.BetweenText.empty() && !S.HasContinue && Nest.Reductions.empty() && Nest.Ops.Roots == 0 && !Nest.CallsLibm &&
                       !Nest.CalleesNameMemory && Nest.CalledGlobals.empty() && readsSurely(R);
  if (!R.Options.HoldsValues || !R.Options.HasLanes || !IsPlain)
    return std::nullopt;
  for (unsigned D = 0; D < Nest.depth(); ++D)
    if (!isCoordinate(R, D) || !Nest.Loops[D].Followers.empty())
      return std::nullopt;
  const Access *Write = onlyElement(Nest);
  if (!Write)
    return std::nullopt;
  // A line further on than need be: what the row above has written lies in a vector that was stored long ago.
  Reading Of{R, Slope + 1, boxes(R)};
  const unsigned I = Nest.depth() - 2;
  auto IsOf = [&](const Row &Along, unsigned Loop) {
    return Along[Loop] == 1 && llvm::all_of(llvm::drop_begin(Along, Loop + 1), [](int64_t C) { return C == 0; });
  };
  const llvm::ArrayRef<Row> Rows = R.Pipe.Tiles.Rows;
  const auto Along = llvm::find_if(Rows, [&](const Row &Each) { return IsOf(Each, I); });
  if (Along == Rows.end())
    return std::nullopt;
  Of.OfRows = unsigned(Along - Rows.begin());
  // Where rows go up by two there would be places between those of two turns that are nobody's.
  Of.HasTurns = I > 0 && Of.OfRows > 0 && ((*Along)[I - 1] == 0 || (*Along)[I - 1] == 1) && IsOf(Rows[Of.OfRows - 1], I - 1);
  std::optional<std::optional<LineScan>> Result = attempt(R.Pipe.BoxDomain.ctx(), RingQuota, [&] { return ringOf(Of, *Write); });
  return Result ? *Result : std::nullopt;
}

unsigned tilepipe::moreLines(const LineScan &L) { return L.Ring ? unsigned(L.Slope) * (L.Rows - 1) : 0; }
