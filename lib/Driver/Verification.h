//===- Verification.h - a proof for each emitted region ---------*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_DRIVER_VERIFICATION_H
#define TILEPIPE_LIB_DRIVER_VERIFICATION_H

#include "TimeLimit.h"
#include "tilepipe/Driver/Translate.h"
#include "tilepipe/IR/LoopNest.h"

namespace tilepipe {

/// A nest with a region, and the rows that its tiles were made with: a hint for the proof.
struct ProvableRegion {
  LoopNest Nest;
  std::vector<std::vector<int64_t>> Rows;
};

/// Proves Result's regions, which Nests belong to one by one, from the text that they give. Those
/// without a proof leave Result with the remark "not-proved". Limit is the time for each.
void verifyRegions(const IslContext &Ctx, const TranslateOptions &Options,
                   llvm::ArrayRef<ProvableRegion> Nests, TimeLimit &Limit,
                   llvm::raw_ostream &Pages, Translation &Result);

} // namespace tilepipe

#endif // TILEPIPE_LIB_DRIVER_VERIFICATION_H
