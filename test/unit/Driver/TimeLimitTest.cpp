// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/TimeLimit.h"

#include "gtest/gtest.h"

#include <ctime>

using namespace tilepipe;

/// Works on sets until isl fails or `Seconds` of CPU time are used; true when isl failed.
static bool failsWithin(const IslContext &Ctx, double Seconds) {
  clock_t End = clock() + clock_t(Seconds * CLOCKS_PER_SEC);
  try {
    isl::set Grown(Ctx.get(), "[n] -> { S[i, j] : 0 <= i < n and 0 <= j <= i }");
    for (int64_t I = 0; clock() < End; ++I)
      Grown.intersect(isl::set(Ctx.get(), "{ S[i, j] : (i + 3 j) mod 7 = 2 }")).is_empty();
  } catch (const isl::exception &) {
    return true;
  }
  return false;
}

TEST(TimeLimit, EndsIslAfterItsSpanAndNotBefore) {
  IslContext Ctx;
  TimeLimit Limit(Ctx, 1);
  EXPECT_FALSE(failsWithin(Ctx, 0.3));
  EXPECT_FALSE(Limit.isExceeded());
  EXPECT_TRUE(failsWithin(Ctx, 10));
  EXPECT_TRUE(Limit.isExceeded());
}

TEST(TimeLimit, ANewSpanForgetsTheFailure) {
  IslContext Ctx;
  TimeLimit Limit(Ctx, 1);
  ASSERT_TRUE(failsWithin(Ctx, 10));
  Limit.restart();
  EXPECT_FALSE(Limit.isExceeded());
  EXPECT_FALSE(failsWithin(Ctx, 0.3));
}
