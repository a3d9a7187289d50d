// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../../../lib/Verify/Pairs.h"

#include <gtest/gtest.h>
#include <isl/map.h>
#include <isl/set.h>

using namespace tilepipe;
using verify::EqualDims;
using verify::Pairs;

namespace {

/// Times as statements have them: loops, and places in the text.
constexpr const char *Times[] = {
    "[n] -> { [c, 0, w, 0] : 0 <= c < n and c <= w <= c + 3 }", "[n] -> { [c, 0, w, 1] : 0 <= c < n and 0 <= w }",
    "[n] -> { [c, 1, w, 0] : 0 <= c and 2c <= w < n }",         "[n] -> { [c, 1, 0, 2] : 0 <= c < n }",
    "[n] -> { [2, 0, w, 1] : w >= n }",                         "{ [3, 1, 7, 0] }",
    "{ [c, p, 5, 1] : 0 <= p <= 1 and p <= c <= 4 }",           "{ [-9223372036854775807, 0, 0, 9223372036854775807] }"};

class PairsOfTimes : public ::testing::TestWithParam<std::tuple<int, int>> {
protected:
  IslContext Ctx;
  isl::set From{Ctx.get(), Times[std::get<0>(GetParam())]}, To{Ctx.get(), Times[std::get<1>(GetParam())]};

  /// { [u, v] } of u in From and v in To that Order relates.
  isl::set related(isl_map *(*Order)(isl_set *, isl_set *)) { return isl::manage(isl_set_flatten(isl_map_wrap(Order(From.copy(), To.copy())))); }
};

} // namespace

TEST_P(PairsOfTimes, AreOrderedAsIslOrdersThem) {
  const Pairs All(From, To, llvm::ArrayRef<EqualDims>());
  EXPECT_TRUE(All.greater(0, 4).tuples().is_equal(related(isl_set_lex_gt_set)));
  EXPECT_TRUE(All.less(0, 4).tuples().is_equal(related(isl_set_lex_lt_set)));
  EXPECT_TRUE(All.notLess(0, 4).tuples().is_equal(related(isl_set_lex_ge_set)));
}

TEST_P(PairsOfTimes, HaveTheirTimesInDomainAndRange) {
  const Pairs Greater = Pairs(From, To, llvm::ArrayRef<EqualDims>()).greater(0, 4);
  const isl::map Right = isl::manage(isl_set_lex_gt_set(From.copy(), To.copy()));
  EXPECT_TRUE(Greater.domain().is_equal(Right.domain()));
  EXPECT_TRUE(Greater.range().is_equal(Right.range()));
  EXPECT_EQ(Greater.isEmpty(), Right.is_empty());
}

INSTANTIATE_TEST_SUITE_P(All, PairsOfTimes, ::testing::Combine(::testing::Range(0, 8), ::testing::Range(0, 8)));
