// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which tile function a CPU settles on, from made-up times.
#include <gtest/gtest.h>

#include <string>
#include <vector>

extern "C" {
#include "trial/body.h"
}

namespace {

constexpr int Two = 1 << TP_VARIANT_PLAIN | 1 << TP_VARIANT_JAM, Three = Two | 1 << TP_VARIANT_SKEW;

/// Runs steps of 1000 points until the choice is made: seconds per point of the plain function and of
/// the jammed one; the first step takes `Slow` times as long. Answers how many steps it took.
int settle(tp_body *B, double Plain, double Jam, double Slow = 1) {
  int Steps = 0;
  while (!B->decided && Steps < 100) {
    double Seconds = 1000 * (B->kind == TP_VARIANT_JAM ? Jam : Plain);
    tp_body_timed(B, Steps++ == 0 ? Slow * Seconds : Seconds, 1000);
  }
  return Steps;
}

/// Steps, of so many, that the jammed function ran.
int jammed(tp_body *B, double Plain, double Jam, int Steps) {
  int Count = 0;
  for (int K = 0; K < Steps; K++) {
    Count += B->kind == TP_VARIANT_JAM;
    tp_body_timed(B, 1000 * (B->kind == TP_VARIANT_JAM ? Jam : Plain), 1000);
  }
  return Count;
}

TEST(Body, AClearDifferenceDecidesSoon) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, Two);
  EXPECT_EQ(B.kind, TP_VARIANT_PLAIN) << "what is known to be no loss comes first";
  EXPECT_EQ(jammed(&B, 2e-9, 1e-9, 5), 2);
  EXPECT_EQ(jammed(&B, 2e-9, 1e-9, 8), 8);
  EXPECT_EQ(jammed(&B, 2e-9, 1e-9, 1), 0) << "the second look";
  EXPECT_TRUE(B.decided && B.kind == TP_VARIANT_JAM);
  tp_body_start(&B, TP_BODY_AUTO, Two);
  EXPECT_EQ(jammed(&B, 1e-9, 2e-9, 5), 2);
  EXPECT_EQ(jammed(&B, 1e-9, 2e-9, 9), 1);
  EXPECT_TRUE(B.decided && B.kind == TP_VARIANT_PLAIN);
}

TEST(Body, OneDisturbedStepDoesNotDecide) {
  for (int Disturbed : {1, 2}) { // the jammed function's first, the plain one's second step
    bool IsJamFaster = Disturbed == 1;
    double Plain = IsJamFaster ? 2e-9 : 1e-9, Jam = IsJamFaster ? 1e-9 : 2e-9;
    tp_body B;
    tp_body_start(&B, TP_BODY_AUTO, Two);
    for (int K = 0; !B.decided && K < 100; K++)
      tp_body_timed(&B, 1000 * (B.kind == TP_VARIANT_JAM ? Jam : Plain) * (K == Disturbed ? 5 : 1), 1000);
    EXPECT_EQ((B.kind == TP_VARIANT_JAM), IsJamFaster);
  }
}

TEST(Body, ASmallDifferenceTakesMoreSteps) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, Two);
  EXPECT_EQ(settle(&B, 1.1e-9, 1e-9), 7);
  EXPECT_EQ(B.kind, TP_VARIANT_JAM);
  tp_body_start(&B, TP_BODY_AUTO, Two);
  EXPECT_EQ(settle(&B, 1e-9, 1.1e-9), 7);
  EXPECT_EQ(B.kind, TP_VARIANT_PLAIN);
}

// Two steps, or four, share cache lines: the first of them takes twice as long.
TEST(Body, StepsThatShareCacheLinesDecideNothing) {
  for (int Shared : {2, 4})
    for (int First = 0; First < Shared; First++)
      for (double Jam : {0.8e-9, 1.2e-9}) {
        tp_body B;
        tp_body_start(&B, TP_BODY_AUTO, Two);
        for (int K = First; !B.decided && K < 100; K++)
          tp_body_timed(&B, 1000 * (B.kind == TP_VARIANT_JAM ? Jam : 1e-9) * (K % Shared == 0 ? 2 : 1), 1000);
        EXPECT_EQ((B.kind == TP_VARIANT_JAM), Jam < 1e-9) << First << " of " << Shared;
      }
}

TEST(Body, TheFirstStepDoesNotCount) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, Two);
  settle(&B, 1e-9, 1.1e-9, 50);
  EXPECT_EQ(B.kind, TP_VARIANT_PLAIN);
}

TEST(Body, AClockThatStandsStillChoosesOneOfTheFunctions) {
  for (int Kinds : {Two, Three, 1 << TP_VARIANT_JAM | 1 << TP_VARIANT_SKEW}) {
    tp_body B;
    tp_body_start(&B, TP_BODY_AUTO, Kinds);
    for (int K = 0; K < 100; K++) {
      ASSERT_TRUE(Kinds >> B.kind & 1);
      tp_body_timed(&B, 0, 1000);
    }
    EXPECT_TRUE(B.decided);
  }
}

// In tiles of a few points the starts of loops decide, in large ones the points.
TEST(Body, LargerStepsBeginAnew) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, Two);
  double Points = 10;
  for (; !B.decided && Points < 1e6; Points += 1)
    tp_body_timed(&B, (B.kind == TP_VARIANT_JAM ? 5e-7 : 0) + Points * (B.kind == TP_VARIANT_JAM ? 1e-9 : 5e-9), Points);
  EXPECT_EQ(B.kind, TP_VARIANT_PLAIN) << "too small for the jammed function, and a clear difference";
  tp_body_start(&B, TP_BODY_AUTO, Two);
  tp_body_timed(&B, 1e-9 * 100, 100);
  tp_body_timed(&B, 9e-9 * 100, 100);
  EXPECT_EQ(B.steps, 2);
  tp_body_timed(&B, 2e-9 * 1000, 1000);
  EXPECT_EQ(B.steps, 1);
  tp_body_timed(&B, 9e-9 * 100, 100);
  EXPECT_EQ(B.steps, 1) << "smaller ones do not count";
  settle(&B, 2e-9, 1e-9);
  EXPECT_EQ(B.kind, TP_VARIANT_JAM);
}

TEST(Body, StepsWithoutPointsAreNotTimed) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, Two);
  tp_body_timed(&B, 1, 0);
  EXPECT_EQ(B.steps, 0);
}

// Both of its steps were disturbed: later runs know better.
TEST(Body, LaterRunsOfShortStepsLookAgain) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, Two);
  tp_body_run(&B);
  settle(&B, 1.2e-9, 5e-9);
  EXPECT_EQ(B.kind, TP_VARIANT_PLAIN);
  tp_body_run(&B);
  EXPECT_TRUE(B.decided) << "the second of two runs is the faster function's alone";
  tp_body_run(&B);
  EXPECT_FALSE(B.decided);
  EXPECT_EQ(settle(&B, 1.2e-9, 1e-9), 3);
  EXPECT_EQ(B.kind, TP_VARIANT_JAM);
  EXPECT_DOUBLE_EQ(B.best[1], 1e-9);
}

// What disturbs steps makes them long, too.
TEST(Body, DisturbedStepsAreNotTakenForLongOnes) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, Two);
  tp_body_run(&B);
  settle(&B, 720e-9, 1500e-9); // of 0.6 ms if nothing disturbs them
  EXPECT_EQ(B.kind, TP_VARIANT_PLAIN);
  tp_body_run(&B);
  tp_body_run(&B);
  settle(&B, 720e-9, 600e-9);
  EXPECT_EQ(B.kind, TP_VARIANT_JAM);
}

TEST(Body, ALaterLookTakesTwoSlowSteps) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, Two);
  tp_body_run(&B);
  settle(&B, 2e-9, 1e-9);
  tp_body_run(&B);
  EXPECT_EQ(jammed(&B, 2e-9, 1e-9, 64), 64);
  tp_body_run(&B);
  EXPECT_EQ(jammed(&B, 2e-9, 1e-9, 64), 62);
}

TEST(Body, OnlyAFewRunsLookAgain) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, Two);
  std::vector<int> Looks;
  for (int Run = 1; Run <= 100; Run++) {
    tp_body_run(&B);
    if (!B.decided)
      Looks.push_back(Run);
    settle(&B, 1.2e-9, 1e-9);
    EXPECT_EQ(B.kind, TP_VARIANT_JAM);
  }
  EXPECT_EQ(Looks, (std::vector<int>{1, 3, 5, 9}));
}

TEST(Body, LongStepsAreTimedInOneRun) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, Two);
  for (int Run = 1; Run <= 10; Run++) {
    tp_body_run(&B);
    EXPECT_EQ(bool(B.decided), Run > 1);
    settle(&B, 1.2e-5, 1e-5); // 10 ms each
  }
}

// A run may have fewer steps than it takes.
TEST(Body, WhatIsNotDecidedGoesOn) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, Two);
  int Run = 0;
  for (; !B.decided && Run < 100; Run++) {
    tp_body_run(&B);
    for (int K = 0; K < 2; K++)
      tp_body_timed(&B, 1000 * (B.kind == TP_VARIANT_JAM ? 1e-9 : 1.1e-9), 1000);
  }
  EXPECT_EQ(Run, 4);
  EXPECT_EQ(B.kind, TP_VARIANT_JAM);
}

TEST(Body, ASettingDecides) {
  tp_body B;
  tp_body_start(&B, TP_BODY_PLAIN, Two);
  EXPECT_TRUE(B.decided && B.kind == TP_VARIANT_PLAIN);
  tp_body_start(&B, TP_BODY_JAM, Two);
  EXPECT_TRUE(B.decided && B.kind == TP_VARIANT_JAM);
  tp_body_run(&B);
  tp_body_run(&B);
  EXPECT_TRUE(B.decided && B.kind == TP_VARIANT_JAM);
  tp_body_start(&B, TP_BODY_JAM, 1 << TP_VARIANT_PLAIN);
  EXPECT_TRUE(B.decided && B.kind == TP_VARIANT_PLAIN) << "a region without the function";
}

/// Steps of 1000 points of three functions until the choice is made; which kinds they were.
std::string order(tp_body *B, double Plain, double Jam, double Skew) {
  std::string Kinds;
  const double Each[] = {Plain, Jam, Skew};
  while (!B->decided && Kinds.size() < 100) {
    Kinds += "PJS"[B->kind];
    tp_body_timed(B, 1000 * Each[B->kind], 1000);
  }
  return Kinds;
}

TEST(Body, OfThreeEachIsFirstAndLast) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, Three);
  EXPECT_EQ(order(&B, 1.2e-9, 1.1e-9, 1e-9), "P" "JSP" "PSJ" "JSP");
  EXPECT_EQ(B.kind, TP_VARIANT_SKEW);
}

// A function that takes five times as long costs as much as four other steps.
TEST(Body, OfThreeTheSlowestHasOneStep) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, Three);
  EXPECT_EQ(order(&B, 5e-9, 2e-9, 1e-9), "P" "JSP" "SJ" "SSSSSSSS" "J");
  EXPECT_EQ(B.kind, TP_VARIANT_SKEW);
  tp_body_start(&B, TP_BODY_AUTO, Three);
  EXPECT_EQ(order(&B, 1.1e-9, 1e-9, 2e-9), "P" "JSP" "PJ" "JP");
  EXPECT_EQ(B.kind, TP_VARIANT_JAM);
  tp_body_start(&B, TP_BODY_AUTO, Three);
  EXPECT_EQ(order(&B, 1.1e-9, 1e-9, 1.4e-9), "P" "JSP" "PSJ" "JSP") << "not far slower";
}

// All are looked at again in a later run: the slowest may have had a disturbed step.
TEST(Body, OfThreeAllAreLookedAtAgain) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, Three);
  tp_body_run(&B);
  order(&B, 2e-9, 1e-9, 9e-9);
  EXPECT_EQ(B.kind, TP_VARIANT_JAM);
  tp_body_run(&B);
  EXPECT_TRUE(B.decided);
  tp_body_run(&B);
  EXPECT_EQ(order(&B, 2e-9, 1e-9, 0.5e-9), "PPSSJ");
  EXPECT_EQ(B.kind, TP_VARIANT_SKEW);
}

TEST(Body, TheFunctionInBlocks) {
  tp_body B;
  constexpr int Blocks = 1 << TP_VARIANT_PLAIN | 1 << TP_VARIANT_BLOCKS;
  for (double InBlocks : {0.5e-9, 1.5e-9}) {
    tp_body_start(&B, TP_BODY_AUTO, Blocks);
    while (!B.decided)
      tp_body_timed(&B, 1000 * (B.kind == TP_VARIANT_BLOCKS ? InBlocks : 1e-9), 1000);
    EXPECT_EQ(B.kind, InBlocks < 1e-9 ? TP_VARIANT_BLOCKS : TP_VARIANT_PLAIN);
  }
  tp_body_start(&B, TP_BODY_BLOCKS, Blocks);
  EXPECT_TRUE(B.decided && B.kind == TP_VARIANT_BLOCKS);
  tp_body_start(&B, TP_BODY_BLOCKS, Three);
  EXPECT_TRUE(B.decided && B.kind == TP_VARIANT_PLAIN);
}

TEST(Body, TheSkewedFunctionAlone) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, 1 << TP_VARIANT_PLAIN | 1 << TP_VARIANT_SKEW);
  EXPECT_EQ(order(&B, 1.1e-9, 2e-9, 1e-9), "PSPPSSP");
  EXPECT_EQ(B.kind, TP_VARIANT_SKEW);
  tp_body_start(&B, TP_BODY_SKEW, Three);
  EXPECT_TRUE(B.decided && B.kind == TP_VARIANT_SKEW);
  tp_body_start(&B, TP_BODY_SKEW, Two);
  EXPECT_TRUE(B.decided && B.kind == TP_VARIANT_PLAIN);
}

} // namespace
