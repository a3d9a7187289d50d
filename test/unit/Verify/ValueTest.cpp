// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../../../lib/Verify/Value.h"

#include <gtest/gtest.h>

using namespace tilepipe;

namespace {

class Values : public ::testing::Test {
protected:
  IslContext Ctx;
  Value at(const char *Name) { return Value::parameter(Ctx.get(), Name); }
  Value number(int64_t V) { return Value::constant(Ctx.get(), V); }
  isl::set set(const char *Text) { return isl::set(Ctx.get(), Text); }
};

} // namespace

TEST_F(Values, AboveTheGreatestIsAboveAll) {
  isl::set Above = at("x").atLeast(Value::greatest(at("a"), at("b")));
  EXPECT_TRUE(Above.is_equal(set("[x, a, b] -> { : x >= a and x >= b }")));
}

TEST_F(Values, AboveTheLeastIsAboveOne) {
  isl::set Above = at("x").atLeast(Value::least(at("a"), at("b")));
  EXPECT_TRUE(Above.is_equal(set("[x, a, b] -> { : x >= a or x >= b }")));
}

TEST_F(Values, TheLeastIsAboveWhatAllAreAbove) {
  isl::set Above = Value::least(at("a"), at("b")).atLeast(Value::greatest(at("c"), number(3)));
  EXPECT_TRUE(Above.is_equal(set("[a, b, c] -> { : a >= c and b >= c and a >= 3 and b >= 3 }")));
}

TEST_F(Values, NegationTurnsFoldsRound) {
  Value Negative = -Value::least(at("a"), at("b"));
  EXPECT_TRUE(Negative.equals(Value::greatest(-at("a"), -at("b"))).is_equal(everywhere(Ctx.get())));
}

TEST_F(Values, SumsOfUnlikeFolds) {
  Value Sum = Value::least(at("a"), at("b")) + Value::greatest(at("a"), at("b"));
  EXPECT_TRUE(Sum.equals(at("a") + at("b")).is_equal(everywhere(Ctx.get())));
}

TEST_F(Values, QuotientsRoundDown) {
  isl::set Equal = number(-7).floorDivided(2).equals(number(-4));
  EXPECT_TRUE(Equal.is_equal(everywhere(Ctx.get())));
  EXPECT_EQ(number(-7).floorDivided(2).asConstant(), -4);
}

TEST_F(Values, OnlyConstantsAreConstant) {
  EXPECT_EQ((number(3) + 4).asConstant(), 7);
  EXPECT_FALSE(at("a").asConstant());
}

TEST_F(Values, ParametersBecomeATuple) {
  isl::set Tuple = parametersAsTuple(set("[a, b, n] -> { : a < b < n }"), {"b", "a"}, "A");
  EXPECT_TRUE(Tuple.is_equal(set("[n] -> { A[b, a] : a < b < n }")));
  isl::set Without = withoutParameters(set("[a, n] -> { : 0 <= a < n }"),
                                       [](llvm::StringRef Name) { return Name == "a"; });
  EXPECT_TRUE(Without.is_equal(set("[n] -> { : n > 0 }")));
}
