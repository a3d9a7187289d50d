// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The skewed tile function: the two innermost loops run along lines on which no point waits for another one.
//
// for i, j  becomes  for r, w, i { j = w - a * i }  where each dependence that the loops around leave open goes forward
// along w = a * i + j. A line crosses the rows from r on, a few of them. Its points overlap in the processor.
//
// Legal: dependences that a loop around carries stay as they are. The others do not go back along i, and so not along r;
// in one block of rows they advance w.
#include "Attempt.h"
#include "Emitters.h"
#include "Interleaving.h"
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/map.h>

using namespace tilepipe;

/// Operations of isl for the loops.
static constexpr unsigned long LinesQuota = 200'000;
/// Steeper lines reach an element of another page for every point, and are short.
static constexpr int64_t Steepest = 4;
/// Rows that a line crosses, for a body that takes long because it divides, and for another one. The processor predicts the
/// end of short lines. And however large the tile is, what lines touch stays in the nearest cache.
static constexpr unsigned ManyRows = 24, FewRows = 12;
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

/// { S[..., i, j] -> [..., r, w, i] }, r the first of the Rows rows that a line crosses.
static isl::map alongLines(const isl::set &Points, const LineScan &Lines) {
  std::string Outer;
  for (unsigned D = 0; D + 2 < dims(Points); ++D)
    Outer += "c" + std::to_string(D) + ", ";
  const std::string Rows = std::to_string(Lines.Rows);
  return isl::map(Points.ctx(), "{ S[" + Outer + "i, j] -> [" + Outer + "r, w, i] : w = " + std::to_string(Lines.Slope) +
                                    " i + j and r <= i < r + " + Rows + " and r mod " + Rows + " = 0 }");
}

/// Rows at a time gain as much, but where a division is in the way from point to point: four or six rows do not hide it.
static bool isWorthIt(const RegionContext &R) {
  return hasLatency(R) && (R.Jam <= 1 || (R.Nest.Ops.Divs > 0 && R.Nest.Ops.Roots == 0));
}

std::optional<LineScan> tilepipe::lineScan(const RegionContext &R) {
  const unsigned Depth = R.Nest.depth();
  // gcc 12 makes other numbers of pairs in another shape of loop.
  if (!isWorthIt(R) || R.Nest.writesPairs())
    return std::nullopt;
  for (unsigned D : {Depth - 2, Depth - 1})
    if (R.Nest.Loops[D].Spacing != 1 || R.Nest.Loops[D].Strided ||
        R.Nest.mostIterations(D).value_or(FewIterations + 1) <= FewIterations)
      return std::nullopt;
  std::optional<int64_t> Slope = slopeOf(R.Deps);
  if (!Slope)
    return std::nullopt;
  if (std::optional<LineScan> InRing = lineRing(R, *Slope))
    return InRing;
  std::vector<std::string> Variables;
  for (unsigned D = 0; D + 2 < Depth; ++D)
    Variables.push_back(loopVariable(R, D));
  Variables.push_back("tp_row");
  Variables.push_back("tp_w");
  Variables.push_back(loopVariable(R, Depth - 2));
  LineScan Lines{*Slope, R.Nest.Ops.Divs > 0 ? ManyRows : FewRows, {}, std::nullopt};
  auto Make = [&] {
    return scan(R.Pipe.BoxDomain.apply(alongLines(R.Pipe.BoxDomain, Lines)), R.BoxContext, Variables, widenedIdentifier);
  };
  std::optional<LoopChain> Loops = attempt(R.Pipe.BoxDomain.ctx(), LinesQuota, Make);
  if (!Loops || Loops->Loops.size() != Depth + 1 || Loops->Loops.back().IsSingle)
    return std::nullopt;
  Lines.Loops = *Loops;
  return Lines;
}

/// The values of the nest's coordinates at a leaf.
static std::vector<std::string> coordinates(const RegionContext &R) {
  const unsigned Depth = R.Nest.depth();
  std::vector<std::string> Result = R.Lines->Loops.Coordinates;
  Result.erase(Result.begin() + (Depth - 2)); // the first row of a line
  const std::string Line = Result[Depth - 2].empty() ? "tp_w" : Result[Depth - 2];
  Sum Last;
  Last.add(1, Line);
  Last.add(-R.Lines->Slope, widenedIdentifier(loopVariable(R, Depth - 2)));
  Result[Depth - 2] = Result[Depth - 1];
  Result[Depth - 1] = Last.text();
  return Result;
}

std::string tilepipe::emitSkew(const RegionContext &R) {
  if (R.Lanes)
    return emitLanes(R);
  if (!R.Lines)
    return "";
  if (R.Lines->Ring)
    return emitLineRing(R);
  const LoopChain &Loops = R.Lines->Loops;
  CodeBuffer Scan(1);
  printLoops(Scan, Loops, Loops.Loops.size(), LastBound::InVariable, LeafKind::Block,
             [&] { printLeaf(R, Scan, coordinates(R), touchable(R)); });
  return emitTileFunction(R, "skew", "The same along lines tp_w across " + std::to_string(R.Lines->Rows) +
                              " rows; the points of a line do not wait for each other.",
                          {{{"tp_int", "tp_row"}, {"tp_int", "tp_w"}}, Scan.str()});
}
