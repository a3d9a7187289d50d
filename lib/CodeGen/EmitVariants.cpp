// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Emitters.h"
#include "LoopOrder.h"
#include "TileText.h"

#include "llvm/ADT/StringExtras.h"

using namespace tilepipe;

std::vector<int64_t> tilepipe::stepsInRows(const RegionContext &R) {
  // Of sunk loops, where there are any: they are what tiles gain by.
  auto Rank = [&](const Statement &S) {
    return std::pair(sunkAround(R.Nest, &S - R.Nest.Statements.data(), R.Sunk) != nullptr, S.Loops.size());
  };
  auto ByRank = [&](const Statement &A, const Statement &B) { return Rank(A) < Rank(B); };
  const Statement &Deepest = *std::max_element(R.Nest.Statements.begin(), R.Nest.Statements.end(), ByRank);
  const unsigned Innermost = loopsInTile(R.Nest, &Deepest - R.Nest.Statements.data(), R.Sunk).back();
  std::vector<int64_t> Result;
  for (unsigned D = 0; D < R.dimensions(); ++D)
    Result.push_back(R.Pipe.Tiles.Along[D][Innermost] * R.Nest.Loops[Deepest.Loops[Innermost]].Spacing);
  return Result;
}

/// The same along lines Slope * i + j.
static std::vector<int64_t> stepsInLines(const RegionContext &R, int64_t Slope) {
  const unsigned Last = R.Nest.depth() - 1;
  std::vector<int64_t> Result;
  for (unsigned D = 0; D < R.dimensions(); ++D)
    Result.push_back(R.Pipe.Tiles.Along[D][Last - 1] - Slope * R.Pipe.Tiles.Along[D][Last]);
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
      R.Lanes   ? Row(true, "_skew", laneRows(), stepsInLines(R, 1), moreLines())
      : R.Lines ? Row(true, "_skew", R.Lines->Rows, stepsInLines(R, R.Lines->Slope), moreLines(*R.Lines))
                : Row(false, "_skew", 0, {}),
      Row(R.Blocks.has_value(), "_blocks", 0, InRows)};
  return "static const tp_variant " + R.Prefix + "_variants[TP_VARIANTS] = {" + llvm::join(Rows, ", ") + "};\n";
}
