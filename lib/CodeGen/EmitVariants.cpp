// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Emitters.h"
#include "LoopOrder.h"
#include "TileText.h"

#include "llvm/ADT/StringExtras.h"

using namespace tilepipe;

/// By what each row of the tiling grows from one iteration of the innermost loops to the next.
static std::vector<int64_t> stepsInRows(const RegionContext &R) {
  auto ByDepth = [](const Statement &A, const Statement &B) { return A.Loops.size() < B.Loops.size(); };
  const Statement &Deepest = *std::max_element(R.Nest.Statements.begin(), R.Nest.Statements.end(), ByDepth);
  const unsigned Innermost = loopsInTile(R.Nest, &Deepest - R.Nest.Statements.data(), R.Sunk).back();
  std::vector<int64_t> Result;
  for (unsigned D = 0; D < R.dimensions(); ++D)
    Result.push_back(R.Pipe.Tiles.Along[D][Innermost] * R.Nest.Loops[Deepest.Loops[Innermost]].Spacing);
  return Result;
}

/// The same along lines, of lanes and others.
static std::vector<int64_t> stepsInLanes(const RegionContext &R) {
  std::vector<int64_t> Result(R.dimensions());
  Result[R.Nest.depth() - 2] = Result[R.Nest.depth() - 1] = 1;
  return Result;
}
static std::vector<int64_t> stepsInLines(const RegionContext &R) {
  const unsigned Last = R.Nest.depth() - 1;
  std::vector<int64_t> Result;
  for (unsigned D = 0; D < R.dimensions(); ++D)
    Result.push_back(R.Pipe.Tiles.Along[D][Last - 1] - R.Lines->Slope * R.Pipe.Tiles.Along[D][Last]);
  return Result;
}

std::string tilepipe::emitVariants(const RegionContext &R) {
  auto Row = [&](bool Is, const char *Name, unsigned Rows, const std::vector<int64_t> &Steps,
                 unsigned Sides = 0) -> std::string {
    if (!Is)
      return "{0, 0, {0}, 0}";
    std::string Inner;
    for (int64_t Step : Steps)
      Inner += (Inner.empty() ? "" : ", ") + std::to_string(std::abs(Step));
    return "{" + R.Prefix + Name + ", " + std::to_string(Rows) + ", {" + Inner + "}, " + std::to_string(Sides) + "}";
  };
  const std::vector<int64_t> InRows = stepsInRows(R);
  // In the order of TP_VARIANT_* in tilepipe/runtime.h.
  const std::vector<std::string> Rows = {
      Row(true, "_tile", 0, InRows), Row(R.Jam, "_jam", R.Jam, InRows, memoSides(R)),
      R.Lanes ? Row(true, "_skew", laneRows(), stepsInLanes(R)) :
      Row(R.Lines.has_value(), "_skew", R.Lines ? R.Lines->Rows : 0, R.Lines ? stepsInLines(R) : std::vector<int64_t>())};
  return "static const tp_variant " + R.Prefix + "_variants[TP_VARIANTS] = {" + llvm::join(Rows, ", ") + "};\n";
}
