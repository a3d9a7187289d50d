// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Support/Isl.h"

#include <gtest/gtest.h>

using namespace tilepipe;

namespace {

// libLLVM brings a second isl along; linking it first would silently use that one.
TEST(Isl, IsTheOneThatWasBuiltAgainst) { EXPECT_TRUE(isExpectedIsl()) << islVersion(); }

TEST(Isl, ExhaustedQuotaIsAnError) {
  IslContext Ctx;
  QuotaGuard Quota(Ctx, 10);
  auto Result = guarded<bool>(Ctx, [&] {
    isl::set Set(Ctx.get(), "{ [i,j,k] : 0 <= i,j,k <= 100 and (2i + 3j) mod 7 = k }");
    return Set.subtract(Set.lexmin()).is_empty();
  });
  ASSERT_FALSE(bool(Result));
  EXPECT_TRUE(Result.errorIsA<QuotaError>());
  llvm::consumeError(Result.takeError());
}

TEST(Isl, QuotaEndsWithItsGuard) {
  IslContext Ctx;
  { QuotaGuard Quota(Ctx, 10); }
  isl::set Set(Ctx.get(), "{ [i,j] : 0 <= i,j <= 100 }");
  EXPECT_FALSE(Set.subtract(Set.lexmin()).is_empty());
}

TEST(Isl, EnumerateGivesUpBeyondItsLimit) {
  IslContext Ctx;
  isl::set Four(Ctx.get(), "{ [i] : 0 <= i < 4 }");
  EXPECT_EQ(enumerate(Four, 4)->size(), 4u);
  EXPECT_FALSE(enumerate(Four, 3).has_value());
  EXPECT_FALSE(enumerate(isl::set(Ctx.get(), "{ [i] : 0 <= i }"), 4).has_value());
}

TEST(Isl, BoundsByParametersFollowTheRow) {
  IslContext Ctx;
  isl::set Plane(Ctx.get(), "{ S[i,j] }");
  isl::set Strip = boundAboveByParameter(boundBelowByParameter(Plane, {1, 2}, "lo"), {1, 2}, "hi");
  EXPECT_TRUE(Strip.is_equal(isl::set(Ctx.get(), "[lo, hi] -> { S[i,j] : lo <= i + 2j < hi }")));
}

TEST(Isl, RowImageIsTheDotProduct) {
  IslContext Ctx;
  isl::set Square(Ctx.get(), "{ S[i,j] : 0 <= i <= 2 and 0 <= j <= 1 }");
  EXPECT_TRUE(rowImage(Square, {1, 2}).is_equal(isl::set(Ctx.get(), "{ [v] : 0 <= v <= 4 }")));
}

} // namespace
