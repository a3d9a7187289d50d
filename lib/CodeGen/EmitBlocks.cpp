// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile function that runs the plain one in blocks. Tiles are as large as pipelines and the larger caches want them; what
// a block touches stays in a core's nearest cache until the block's outermost loop comes back to it. Of four dimensions the
// last has rows, which stay whole: what a block of several rows touches stays in a core's second cache.
#include "Emitters.h"
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <cmath>

using namespace tilepipe;

/// Bytes that a block touches: half of the nearest cache of most processors, for tiles are skewed.
static constexpr uint64_t NearBytes = 24 << 10;
/// Of these in a row, where blocks have several rows: so short that several fit, and long enough for vectors. A row lies along
/// the last dimension, or along the one before it where the innermost loop goes there.
static constexpr uint64_t RowBytes = 1 << 10;
/// Steps of the outermost loop in a block, where it is the dimension before the rows.
static constexpr int64_t Steps = 32;
/// Bytes that a block of whole rows touches: half of the second cache of recent processors.
static constexpr uint64_t CoreBytes = 1 << 20;
/// Points of such a row: those of cubes of a few hundred.
static constexpr uint64_t RowPoints = 256;

std::optional<CacheBlocks> tilepipe::cacheBlocks(const RegionContext &R) {
  const bool HasOther = R.Jam || R.Lanes || R.Lines || R.isReordered();
  const bool HasReuse = llvm::any_of(R.Pipe.Reach, [](int64_t Reach) { return Reach > 0; });
  if (HasOther || !HasReuse || R.dimensions() < 2 || R.dimensions() > 4)
    return std::nullopt;
  uint64_t Place = 0, Widest = 1; // bytes at a place, and of an element
  for (const Array &A : R.Nest.Arrays) {
    Place += A.ElementSize;
    Widest = std::max(Widest, A.ElementSize);
  }
  if (Place == 0 || Place > NearBytes / 16)
    return std::nullopt;
  if (R.dimensions() == 2)
    return CacheBlocks{1, Steps, int64_t(llvm::bit_floor(NearBytes / Place))};
  if (R.dimensions() == 4) {
    const int64_t Side = llvm::bit_floor(uint64_t(std::sqrt(CoreBytes / (Place * RowPoints))));
    return Side < 4 ? std::nullopt : std::optional(CacheBlocks{2, Side, Side});
  }
  const int64_t Points = llvm::bit_floor(std::max<uint64_t>(RowBytes / Widest, 16)), Rows = std::max<int64_t>(NearBytes / (Place * Points), 4);
  const std::vector<int64_t> InRows = stepsInRows(R);
  return InRows[1] != 0 && InRows[2] == 0 ? CacheBlocks{2, Points, Rows} : CacheBlocks{2, Rows, Points};
}

std::string tilepipe::emitBlocks(const RegionContext &R) {
  if (!R.Blocks)
    return "";
  const CacheBlocks &B = *R.Blocks;
  const std::string Rows = std::to_string(B.Rows), Points = std::to_string(B.Points);
  return "/* The same in blocks of " + Rows + " x " + Points + " places, which stay in " +
         (B.Last + 1 < R.dimensions() ? "a core's second cache" : "the nearest cache") + ". */\n"
         "static void " + R.Prefix + "_blocks(const tp_box *tp_b, const void *tp_v) {\n"
         "  tp_in_blocks(tp_b, " + std::to_string(B.Last) + ", " + Rows + ", " + Points + ", " + R.Prefix + "_tile, tp_v);\n}\n\n";
}
