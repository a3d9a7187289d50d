// DrawTiles.h - pictures of tiles as SVG for a page of HTML
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Colours stand for steps. The page's style sheet knows the classes: tile, edge, border, arrow, out, halo, label.
#ifndef TILEPIPE_DRIVER_DRAWTILES_H
#define TILEPIPE_DRIVER_DRAWTILES_H

#include "explain/TileMap.h"

namespace tilepipe {

/// The places of the space, one square each, with the borders of tiles. A space of more than two axes is drawn in slices
/// along the last two.
void drawSpace(const TileMap &Tiles, llvm::raw_ostream &OS);
/// CPUs that a schedule shows.
constexpr unsigned MostDrawnCpus = 40;
/// Which tile each CPU runs in each step, of the first MostDrawnCpus.
void drawSchedule(const TileMap &Tiles, llvm::raw_ostream &OS);
/// Distances of dependences, the cone of legal rows and the rows of the tiling, of two loops.
void drawLegalRows(llvm::ArrayRef<Row> Distances, llvm::ArrayRef<Row> Rows, llvm::raw_ostream &OS);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_DRAWTILES_H
