// TileMap.h - the tiles of one nest for chosen sizes, as numbers that a picture can show
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_DRIVER_TILEMAP_H
#define TILEPIPE_DRIVER_TILEMAP_H

#include "tilepipe/Support/TileSteps.h"
#include "tilepipe/Transform/Pipeline.h"

#include <map>

extern "C" {
#include "settings/settings.h"
}

namespace tilepipe {

/// Values of symbols by name. What is not named has a value that makes a small picture.
using ChosenSizes = std::map<std::string, int64_t>;

/// All tiles of a window of the space.
struct TileMap {
  /// What places are: the iterators of a perfect nest with as many rows as loops, else the rows of the tiling.
  std::vector<std::string> Axes;
  Row First, Last;          ///< of the window, along each axis
  bool IsCut = false;       ///< there are points outside of the window
  Row Extents, Counts;      ///< of tiles, and how many there are, along each row of the tiling
  unsigned Along = 0;       ///< the mapped row
  std::vector<bool> Carries; ///< by row: some dependence goes along it
  bool Overlaps = true;     ///< the schedule
  bool HasOwnCpus = true;   ///< each row of tiles has a CPU, as in the papers
  unsigned Cpus = 0, Steps = 0;
  std::vector<MappedTile> Tiles; ///< in lexicographic order
  std::vector<std::vector<Row>> Places; ///< of each tile
  /// Of one point in the middle: the places of points that it depends on. Empty: it depends on none.
  Row Point;
  std::vector<Row> Sources;
  /// Of a tile in the middle: places whose values other tiles need, and places of other tiles that it needs.
  std::vector<Row> FlowOut, Halo;

  /// Steps by the papers' formula for a box of tiles, P = hop sum_{d != along} (u_d - 1) + u_along, over rows that carry
  /// dependences; hop is 2 where the schedule overlaps, else 1.
  int64_t stepsOfFormula() const;
};

/// Nothing: the sizes leave no point, or there are too many. Throws isl's exceptions.
/// Shape: tile, mesh and schedule are taken from it where they say something.
std::optional<TileMap> mapTiles(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe,
                                const tp_settings &Shape, const ChosenSizes &Sizes);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_TILEMAP_H
