// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Emitters.h"
#include "Packing.h"
#include "TileText.h"

using namespace tilepipe;

static ScanText loopsOfTile(const RegionContext &R) {
  CodeBuffer Scan(1);
  if (R.IsTree || R.isReordered())
    Scan.raw(treeLoops(R, /*IsPacked=*/false));
  else
    printLoops(Scan, R.BoxScan, R.BoxScan.Loops.size(), LastBound::InVariable, LeafKind::Block,
             [&] { printLeaf(R, Scan, R.BoxScan.Coordinates); });
  return {{}, Scan.str()};
}

/// The same with what is packed, in blocks.
static ScanText loopsOfBlock(const RegionContext &R) {
  CodeBuffer Scan(1);
  printPacking(R, Scan);
  Scan.raw(treeLoops(R, /*IsPacked=*/true));
  return {{}, Scan.str(), packedRows(R), packedPoints(R)};
}

std::string tilepipe::emitTileLoops(const RegionContext &R) {
  return "/* The iterations of one tile. */\n" + emitScanFunction(R, "tile", "__attribute__((__weak__))", loopsOfTile(R));
}

bool tilepipe::isTilePlain(const RegionContext &R) { return scanAttributes(R, "tile") == "TP_OPAQUE"; }

std::string tilepipe::tileCall(const RegionContext &R, const std::string &Box) { return scanCall(R, "tile", Box); }

std::string tilepipe::emitTile(const RegionContext &R) {
  const std::string Order = R.Sunk ? "loop " + R.Nest.Loops[*R.Sunk].Iterator + " innermost" : "in their original order";
  const std::string Copies = R.Packed.empty() ? "" : " What lies in other rows is copied into tp_packed first.";
  return emitTileFunction(R, "tile", "The iterations of one tile, " + Order + "; compilers heed `restrict` in parameters." + Copies,
                          R.Packed.empty() ? loopsOfTile(R) : loopsOfBlock(R));
}
