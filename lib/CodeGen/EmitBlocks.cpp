// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile function that runs the plain one in blocks. Tiles are as large as pipelines and the larger caches want them; what
// a block touches stays in a core's nearest caches until the block's outermost loop comes back to it.
#include "Emitters.h"
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace tilepipe;

/// Bytes that a block touches: half of the nearest cache of most processors, for tiles are skewed.
static constexpr uint64_t NearBytes = 24 << 10;
/// Of these in a row, where blocks have several rows: so short that several fit, and long enough for vectors.
static constexpr uint64_t RowBytes = 1 << 10;
/// Steps of the outermost loop in a block, where it is the dimension before the rows.
static constexpr int64_t Steps = 32;
/// Extents of a block with planes of rows, which no nearest cache holds; and bytes of a row.
static constexpr int64_t Side = 16;
static constexpr uint64_t ShortRowBytes = 512;

std::vector<int64_t> tilepipe::cacheBlocks(const RegionContext &R) {
  const bool HasOther = R.Jam || R.Lanes || R.Lines || R.isReordered();
  const bool HasReuse = llvm::any_of(R.Pipe.Reach, [](int64_t Reach) { return Reach > 0; });
  if (HasOther || !HasReuse || R.dimensions() < 2 || R.dimensions() > 4)
    return {};
  uint64_t Place = 0, Widest = 1; // bytes at a place, and of an element
  for (const Array &A : R.Nest.Arrays) {
    Place += A.ElementSize;
    Widest = std::max(Widest, A.ElementSize);
  }
  if (Place == 0 || Place > NearBytes / 16)
    return {};
  auto PointsOf = [&](uint64_t Bytes) -> int64_t { return llvm::bit_floor(std::max<uint64_t>(Bytes / Widest, 16)); };
  if (R.dimensions() == 2)
    return {Steps, int64_t(llvm::bit_floor(NearBytes / Place))};
  if (R.dimensions() == 4)
    return {Side, Side, Side, PointsOf(ShortRowBytes)};
  const int64_t Points = PointsOf(RowBytes);
  return {std::max<int64_t>(NearBytes / (Place * Points), 4), Points};
}

/// Blocks along dimension Last and the one before.
static std::string inBlocks(const RegionContext &R, const std::string &Name, unsigned Last, llvm::ArrayRef<int64_t> Extents,
                            const std::string &Tile) {
  return "static void " + R.Prefix + Name + "(const tp_box *tp_b, const void *tp_v) {\n  tp_in_blocks(tp_b, " +
         std::to_string(Last) + ", " + std::to_string(Extents[0]) + ", " + std::to_string(Extents[1]) + ", " + R.Prefix + Tile +
         ", tp_v);\n}\n";
}

std::string tilepipe::emitBlocks(const RegionContext &R) {
  if (R.Blocks.empty())
    return "";
  const std::string Comment = "/* The same in blocks, which stay in the nearest caches. */\n";
  const llvm::ArrayRef<int64_t> Extents = R.Blocks;
  const unsigned Last = R.dimensions() - 1;
  if (Extents.size() == 2)
    return Comment + inBlocks(R, "_blocks", Last, Extents, "_tile") + "\n";
  return Comment + inBlocks(R, "_planes", Last, Extents.drop_front(2), "_tile") + inBlocks(R, "_blocks", Last - 2, Extents, "_planes") + "\n";
}
