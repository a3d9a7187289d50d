// Verification.h - a proof for each emitted region
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_DRIVER_VERIFICATION_H
#define TILEPIPE_LIB_DRIVER_VERIFICATION_H

#include "translate/TimeLimit.h"
#include "tilepipe/Driver/Translate.h"
#include "tilepipe/Frontend/Frontend.h"
#include "tilepipe/IR/LoopNest.h"

namespace tilepipe {

/// A nest with a region, and the rows that its tiles were made with: a hint for the proof.
struct ProvableRegion {
  size_t Region; ///< number in Translation::Regions
  LoopNest Nest;
  std::vector<std::vector<int64_t>> Rows;
  std::optional<isl::map> Places; ///< see Tiling
  bool IsForRanks; ///< not for threads alone
};

/// A nest that is to stay as it is, and why.
struct RefusedNest {
  Location Where;
  Refusal Why;
  std::string Certificate; ///< how far the proof went
  /// Only what ranks exchange has no proof: without it the nest may be a region for threads.
  bool MayUseThreads = false;
  /// Its tile functions hold values, have another order of points, rows in pieces, or lanes of vectors: without that the nest may be a region.
  bool MayBePlain = false, HasLanes = false;
};

/// What is known of a file's nests from having translated it before.
struct KnownNests {
  std::vector<RegionText> Proved;
  std::vector<RefusedNest> Refused;
  std::vector<RefusedLoop> RefusedLoops;  ///< as they were read last
  std::vector<RefusedNest> LeftToThreads; ///< to be regions without ranks, and why
  std::vector<RefusedNest> Plain;         ///< to have tile functions without lanes, or that hold no values, and why
};

/// Proves the regions of Nests from the text that all of Result's give. Those without a proof leave
/// Result, with the remark "not-proved", and are returned. Limit is the time for each.
std::vector<RefusedNest> verifyRegions(const IslContext &Ctx, const TranslateOptions &Options,
                   llvm::ArrayRef<ProvableRegion> Nests, TimeLimit &Limit,
                   llvm::raw_ostream &Pages, Translation &Result);

} // namespace tilepipe

#endif // TILEPIPE_LIB_DRIVER_VERIFICATION_H
