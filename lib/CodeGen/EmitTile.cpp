// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Emitters.h"
#include "Packing.h"
#include "RowPieces.h"
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace tilepipe;

/// Shorter rows do not fill vectors: they keep the program's order.
static constexpr unsigned LeastRow = 16;

/// The points of a perfect nest.
static void printChain(const RegionContext &R, CodeBuffer &Out, RowsBegin Rows) {
  const unsigned Inner = R.Nest.depth() - 1;
  const bool IsPlain = R.BoxScan.Loops.size() == R.Nest.depth() && R.BoxScan.LeafGuard.empty() && isDirect(R, Inner) &&
                       !R.BoxScan.Loops[Inner].IsSingle && R.BoxScan.Loops[Inner].Step == 1 && R.BoxScan.Loops[Inner].StepText.empty();
  const std::string Row = IsPlain && Rows == RowsBegin::AtLines ? firstInRow(R, Inner, 0, [&](unsigned) { return loopVariables(R); }) : "";
  auto Leaf = [&] { printLeaf(R, Out, R.BoxScan.Coordinates); };
  if (Row.empty())
    return printLoops(Out, R.BoxScan, R.BoxScan.Loops.size(), LastBound::InVariable, LeafKind::Block, Leaf);
  printLoops(Out, R.BoxScan, Inner, LastBound::InVariable, LeafKind::Block, [&] {
    const LoopChain::Loop &L = R.BoxScan.Loops[Inner];
    const std::string Last = "tp_last" + std::to_string(Inner), End = "tp_end" + std::to_string(Inner);
    const PieceLoops Loops = pieceLoops(L.Iterator, L.First, Last, End, Row);
    Out.line("const tp_int " + Last + " = " + L.Last + ";");
    Out.line("tp_int " + End + ";");
    for (const std::string &Head : {Loops.Pieces, Loops.Points}) {
      Out.line(Head + " {");
      Out.indent();
    }
    Leaf();
    for (unsigned I = 0; I < 2; ++I) {
      Out.outdent();
      Out.line("}");
    }
  });
}

static ScanText loopsOfTile(const RegionContext &R, RowsBegin Rows) {
  CodeBuffer Scan(1);
  if (R.IsTree || R.isReordered())
    Scan.raw(treeLoops(R, PointOrder::Program, Rows));
  else
    printChain(R, Scan, Rows);
  return {{}, Scan.str()};
}

/// In another order, in blocks where something is packed.
static ScanText reorderedLoops(const RegionContext &R, RowsBegin Rows) {
  CodeBuffer Scan(1);
  if (R.Packed.empty())
    return {{}, treeLoops(R, PointOrder::Tiles, Rows)};
  printPacking(R, Scan);
  Scan.raw(treeLoops(R, PointOrder::Tiles, Rows));
  return {{}, Scan.str(), packedRows(R), packedPoints(R)};
}

/// The box *tp_b has rows of fewer points.
static std::string areRowsShort(const RegionContext &R) {
  std::string Result;
  for (const auto &[D, Step] : llvm::enumerate(stepsInRows(R)))
    if (const std::string At = "[" + std::to_string(D) + "]"; Step != 0)
      Result += (Result.empty() ? "" : " || ") + ("tp_b->tp_hi" + At) + " - tp_b->tp_lo" + At + " < " + std::to_string(LeastRow * std::abs(Step));
  return Result;
}

std::string tilepipe::emitTileLoops(const RegionContext &R) {
  // Boxes of any size: nothing is packed.
  const ScanText Scan = R.isReordered() && R.Packed.empty() ? reorderedLoops(R, RowsBegin::AsTheyAre) : loopsOfTile(R, RowsBegin::AsTheyAre);
  return "/* The iterations of one tile. */\n" + emitScanFunction(R, "tile", "__attribute__((__weak__))", Scan);
}

bool tilepipe::isTilePlain(const RegionContext &R) { return scanAttributes(R, "tile") == "TP_OPAQUE"; }

std::string tilepipe::tileCall(const RegionContext &R, const std::string &Box) { return scanCall(R, "tile", Box); }

std::string tilepipe::emitTile(const RegionContext &R) {
  const std::string Heeded = "compilers heed `restrict` in parameters.";
  if (!R.isReordered())
    return emitTileFunction(R, "tile", "The iterations of one tile, in their original order; " + Heeded, loopsOfTile(R, RowsBegin::AtLines));
  std::set<std::string> Sunk;
  for (const SunkLoop &L : R.Sunk)
    Sunk.insert(R.Nest.Loops[L.Number].Iterator);
  const std::string Order = Sunk.empty() ? "in their original order" : "loop " + llvm::join(Sunk, ", ") + " innermost";
  const std::string Copies = R.Packed.empty() ? "" : " What lies in other rows is copied into tp_packed first.";
  const std::string IsShort = areRowsShort(R);
  const std::string Rows = "/* Tiles with short rows, in the original order. */\n" + emitScanFunction(R, "rows", "static " + scanAttributes(R, "rows"), loopsOfTile(R, RowsBegin::AsTheyAre));
  return (IsShort.empty() ? "" : Rows) +
         emitTileFunction(R, "tile", "The iterations of one tile, " + Order + "; " + Heeded + Copies, reorderedLoops(R, RowsBegin::AtLines), {IsShort, "rows"});
}
