// Timeline.h - what the page takes from the file of TILEPIPE_TRACE
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_REPORT_TIMELINE_H
#define TILEPIPE_REPORT_TIMELINE_H

#include "llvm/Support/JSON.h"

#include <map>
#include <string>
#include <vector>

namespace tilepipe {

/// A part of a run: what one thread did, from Begin on, in microseconds.
struct Slice {
  enum class Kind { Compute, Wait, Communicate } What;
  double Begin, Length;
  std::vector<int64_t> Tile; ///< coordinates, of tiles
};
using ThreadOfRank = std::pair<int64_t, int64_t>;

/// One run of a region, the one with the most tiles among those of which no slice is lost.
struct TracedRun {
  int64_t Number = 0;
  unsigned Tiles = 0;
  bool IsWhole = true; ///< the file has all slices of it
  std::map<ThreadOfRank, std::vector<Slice>> Threads; ///< in order of time
};

/// By region.
using Timeline = std::map<std::string, TracedRun>;
/// False, with the reason at Where.
bool fromJSON(const llvm::json::Value &From, Timeline &To, llvm::json::Path Where);

} // namespace tilepipe

#endif // TILEPIPE_REPORT_TIMELINE_H
