// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Emitters.h"
#include "TileText.h"

using namespace tilepipe;

std::string tilepipe::emitTile(const RegionContext &R) {
  CodeBuffer Scan(1);
  if (R.IsTree)
    Scan.raw(treeLoops(R));
  else
    printLoops(Scan, R.BoxScan, R.BoxScan.Loops.size(), LastBound::InVariable, LeafKind::Block,
             [&] { printLeaf(R, Scan, R.BoxScan.Coordinates); });
  const std::string Order = R.Sunk ? "loop " + R.Nest.Loops[*R.Sunk].Iterator + " innermost" : "in their original order";
  return emitTileFunction(R, "tile", "The iterations of one tile, " + Order + "; compilers heed `restrict` in parameters.",
                          {{}, Scan.str()});
}
