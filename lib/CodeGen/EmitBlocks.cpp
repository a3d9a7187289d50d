// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile function that runs the plain one in blocks. Tiles are as large as pipelines and the larger caches want them; what
// a block touches stays in a core's nearest cache until the block's outermost loop comes back to it.
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

std::optional<CacheBlocks> tilepipe::cacheBlocks(const RegionContext &R) {
  const bool HasOther = R.Jam || R.Lanes || R.Lines || R.isReordered();
  const bool HasReuse = llvm::any_of(R.Pipe.Reach, [](int64_t Reach) { return Reach > 0; });
  if (HasOther || !HasReuse || R.dimensions() < 2 || R.dimensions() > 3)
    return std::nullopt;
  uint64_t Place = 0, Widest = 1; // bytes at a place, and of an element
  for (const Array &A : R.Nest.Arrays) {
    Place += A.ElementSize;
    Widest = std::max(Widest, A.ElementSize);
  }
  if (Place == 0 || Place > NearBytes / 16)
    return std::nullopt;
  if (R.dimensions() == 2)
    return CacheBlocks{Steps, int64_t(llvm::bit_floor(NearBytes / Place))};
  const int64_t Points = llvm::bit_floor(std::max<uint64_t>(RowBytes / Widest, 16));
  return CacheBlocks{std::max<int64_t>(NearBytes / (Place * Points), 4), Points};
}

std::string tilepipe::emitBlocks(const RegionContext &R) {
  if (!R.Blocks)
    return "";
  return "/* The same in blocks of " + std::to_string(R.Blocks->Rows) + " x " + std::to_string(R.Blocks->Points) +
         " places, which stay in the nearest cache. */\n"
         "static void " + R.Prefix + "_blocks(const tp_box *tp_b, const void *tp_v) {\n"
         "  tp_in_blocks(tp_b, " + std::to_string(R.dimensions() - 1) + ", " + std::to_string(R.Blocks->Rows) + ", " +
         std::to_string(R.Blocks->Points) + ", " + R.Prefix + "_tile, tp_v);\n}\n\n";
}
