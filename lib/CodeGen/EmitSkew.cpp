// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The skewed tile function: the two innermost loops run along lines on which no point waits for another one.
//
// for i, j  becomes  for w, i { j = w - a * i }  where each dependence that the loops around leave open goes forward
// along w = a * i + j. The points of a line then overlap in the processor as those of several rows do, and as many.
//
// Legal: dependences that a loop around carries stay as they are, the others advance w. Every two points of a line that
// touch an element, one of them writing it, would be joined by dependences: so there are none.
#include "Attempt.h"
#include "Emitters.h"
#include "Interleaving.h"
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/constraint.h>
#include <isl/map.h>

using namespace tilepipe;

/// Operations of isl for the loops.
static constexpr unsigned long LinesQuota = 200'000;
/// Steeper lines reach an element of another page for every point, and are short.
static constexpr int64_t Steepest = 4;
/// Loops that never have more iterations: lines would be no longer.
static constexpr int64_t FewIterations = 8;

/// The least a for which every dependence that the loops around the two innermost ones do not carry advances a * i + j.
static std::optional<int64_t> slopeOf(const Dependences &Deps) {
  int64_t Slope = 0;
  for (const Dependence &V : Deps.Vectors) {
    llvm::ArrayRef<int64_t> Distance = V.Distance;
    if (llvm::any_of(Distance.drop_back(2), [](int64_t C) { return C != 0; }))
      continue;
    const int64_t I = Distance[Distance.size() - 2], J = Distance.back(); // I > 0, or I is 0 and J > 0
    if (I > 0)
      Slope = std::max(Slope, J > 0 ? 0 : -J / I + 1);
  }
  return Slope <= Steepest ? std::optional(Slope) : std::nullopt;
}

/// { S[..., i, j] -> [..., w, i] }
static isl::map alongLines(const isl::set &Points, int64_t Slope) {
  const unsigned Depth = dims(Points);
  isl_map *Result = isl_map_universe(isl_space_map_from_set(Points.get_space().release()));
  for (unsigned D = 0; D + 2 < Depth; ++D)
    Result = isl_map_equate(Result, isl_dim_in, int(D), isl_dim_out, int(D));
  Result = isl_map_equate(Result, isl_dim_in, int(Depth - 2), isl_dim_out, int(Depth - 1));
  isl_constraint *W = isl_constraint_alloc_equality(isl_local_space_from_space(isl_map_get_space(Result)));
  W = isl_constraint_set_coefficient_si(W, isl_dim_out, int(Depth - 2), -1);
  W = isl_constraint_set_coefficient_si(W, isl_dim_in, int(Depth - 2), int(Slope));
  W = isl_constraint_set_coefficient_si(W, isl_dim_in, int(Depth - 1), 1);
  return isl::manage(isl_map_reset_tuple_id(isl_map_add_constraint(Result, W), isl_dim_out));
}

std::optional<LineScan> tilepipe::lineScan(const RegionContext &R) {
  const unsigned Depth = R.Nest.depth();
  // gcc 12 makes other numbers of pairs in another shape of loop.
  if (!hasLatency(R) || R.Nest.writesPairs())
    return std::nullopt;
  for (unsigned D : {Depth - 2, Depth - 1})
    if (R.Nest.Loops[D].Spacing != 1 || R.Nest.Loops[D].Strided ||
        R.Nest.mostIterations(D).value_or(FewIterations + 1) <= FewIterations)
      return std::nullopt;
  std::optional<int64_t> Slope = slopeOf(R.Deps);
  if (!Slope)
    return std::nullopt;
  std::vector<std::string> Variables;
  for (unsigned D = 0; D + 2 < Depth; ++D)
    Variables.push_back(loopVariable(R, D));
  Variables.push_back("tp_w");
  Variables.push_back(loopVariable(R, Depth - 2));
  auto Make = [&] {
    return scan(R.Pipe.BoxDomain.apply(alongLines(R.Pipe.BoxDomain, *Slope)), R.BoxContext, Variables, widenedIdentifier);
  };
  std::optional<LoopChain> Loops = attempt(R.Pipe.BoxDomain.ctx(), LinesQuota, Make);
  if (!Loops || Loops->Loops.size() != Depth || Loops->Loops.back().IsSingle)
    return std::nullopt;
  return LineScan{*Slope, *Loops};
}

/// The values of the nest's coordinates at a leaf.
static std::vector<std::string> coordinates(const RegionContext &R) {
  const unsigned Depth = R.Nest.depth();
  std::vector<std::string> Result = R.Lines->Loops.Coordinates;
  const std::string Line = Result[Depth - 2].empty() ? "tp_w" : Result[Depth - 2];
  Sum Last;
  Last.add(1, Line);
  Last.add(-R.Lines->Slope, widenedIdentifier(loopVariable(R, Depth - 2)));
  Result[Depth - 2] = Result[Depth - 1];
  Result[Depth - 1] = Last.text();
  return Result;
}

std::string tilepipe::emitSkew(const RegionContext &R) {
  if (!R.Lines)
    return "";
  const LoopChain &Loops = R.Lines->Loops;
  CodeBuffer Scan(1);
  printLoops(Scan, Loops, Loops.Loops.size(), LastBound::InVariable, LeafKind::Block,
             [&] { printLeaf(R, Scan, coordinates(R), touchable(R)); });
  return emitTileFunction(R, "skew", "The same along lines tp_w, whose points do not wait for each other.",
                          {{{"tp_int", "tp_w"}}, Scan.str()});
}
