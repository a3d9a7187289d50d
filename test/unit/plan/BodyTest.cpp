// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which tile function a CPU settles on, from made-up times.
#include <gtest/gtest.h>

#include <vector>

extern "C" {
#include "trial/body.h"
}

namespace {

/// Runs steps of 1000 points until the choice is made: seconds per point of the plain function and of
/// the jammed one; the first step takes `Slow` times as long. Answers how many steps it took.
int settle(tp_body *B, double Plain, double Jam, double Slow = 1) {
  int Steps = 0;
  while (!B->decided && Steps < 100) {
    double Seconds = 1000 * (B->jammed ? Jam : Plain);
    tp_body_timed(B, Steps++ == 0 ? Slow * Seconds : Seconds, 1000);
  }
  return Steps;
}

/// Steps, of so many, that the jammed function ran.
int jammed(tp_body *B, double Plain, double Jam, int Steps) {
  int Count = 0;
  for (int K = 0; K < Steps; K++) {
    Count += B->jammed;
    tp_body_timed(B, 1000 * (B->jammed ? Jam : Plain), 1000);
  }
  return Count;
}

TEST(Body, AClearDifferenceDecidesSoon) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, 1);
  EXPECT_FALSE(B.jammed) << "what is known to be no loss comes first";
  EXPECT_EQ(jammed(&B, 2e-9, 1e-9, 5), 2);
  EXPECT_EQ(jammed(&B, 2e-9, 1e-9, 8), 8);
  EXPECT_EQ(jammed(&B, 2e-9, 1e-9, 1), 0) << "the second look";
  EXPECT_TRUE(B.decided && B.jammed);
  tp_body_start(&B, TP_BODY_AUTO, 1);
  EXPECT_EQ(jammed(&B, 1e-9, 2e-9, 5), 2);
  EXPECT_EQ(jammed(&B, 1e-9, 2e-9, 9), 1);
  EXPECT_TRUE(B.decided && !B.jammed);
}

TEST(Body, OneDisturbedStepDoesNotDecide) {
  for (int Disturbed : {1, 2}) { // the jammed function's first, the plain one's second step
    bool IsJamFaster = Disturbed == 1;
    double Plain = IsJamFaster ? 2e-9 : 1e-9, Jam = IsJamFaster ? 1e-9 : 2e-9;
    tp_body B;
    tp_body_start(&B, TP_BODY_AUTO, 1);
    for (int K = 0; !B.decided && K < 100; K++)
      tp_body_timed(&B, 1000 * (B.jammed ? Jam : Plain) * (K == Disturbed ? 5 : 1), 1000);
    EXPECT_EQ(bool(B.jammed), IsJamFaster);
  }
}

TEST(Body, ASmallDifferenceTakesMoreSteps) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, 1);
  EXPECT_EQ(settle(&B, 1.1e-9, 1e-9), 7);
  EXPECT_TRUE(B.jammed);
  tp_body_start(&B, TP_BODY_AUTO, 1);
  EXPECT_EQ(settle(&B, 1e-9, 1.1e-9), 7);
  EXPECT_FALSE(B.jammed);
}

// Two steps, or four, share cache lines: the first of them takes twice as long.
TEST(Body, StepsThatShareCacheLinesDecideNothing) {
  for (int Shared : {2, 4})
    for (int First = 0; First < Shared; First++)
      for (double Jam : {0.8e-9, 1.2e-9}) {
        tp_body B;
        tp_body_start(&B, TP_BODY_AUTO, 1);
        for (int K = First; !B.decided && K < 100; K++)
          tp_body_timed(&B, 1000 * (B.jammed ? Jam : 1e-9) * (K % Shared == 0 ? 2 : 1), 1000);
        EXPECT_EQ(bool(B.jammed), Jam < 1e-9) << First << " of " << Shared;
      }
}

TEST(Body, TheFirstStepDoesNotCount) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, 1);
  settle(&B, 1e-9, 1.1e-9, 50);
  EXPECT_FALSE(B.jammed);
}

// In tiles of a few points the starts of loops decide, in large ones the points.
TEST(Body, LargerStepsBeginAnew) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, 1);
  double Points = 10;
  for (; !B.decided && Points < 1e6; Points += 1)
    tp_body_timed(&B, (B.jammed ? 5e-7 : 0) + Points * (B.jammed ? 1e-9 : 5e-9), Points);
  EXPECT_FALSE(B.jammed) << "too small for the jammed function, and a clear difference";
  tp_body_start(&B, TP_BODY_AUTO, 1);
  tp_body_timed(&B, 1e-9 * 100, 100);
  tp_body_timed(&B, 9e-9 * 100, 100);
  EXPECT_EQ(B.steps, 2);
  tp_body_timed(&B, 2e-9 * 1000, 1000);
  EXPECT_EQ(B.steps, 1);
  tp_body_timed(&B, 9e-9 * 100, 100);
  EXPECT_EQ(B.steps, 1) << "smaller ones do not count";
  settle(&B, 2e-9, 1e-9);
  EXPECT_TRUE(B.jammed);
}

TEST(Body, StepsWithoutPointsAreNotTimed) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, 1);
  tp_body_timed(&B, 1, 0);
  EXPECT_EQ(B.steps, 0);
}

// Both of its steps were disturbed: later runs know better.
TEST(Body, LaterRunsOfShortStepsLookAgain) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, 1);
  tp_body_run(&B);
  settle(&B, 1.2e-9, 5e-9);
  EXPECT_FALSE(B.jammed);
  tp_body_run(&B);
  EXPECT_TRUE(B.decided) << "the second of two runs is the faster function's alone";
  tp_body_run(&B);
  EXPECT_FALSE(B.decided);
  EXPECT_EQ(settle(&B, 1.2e-9, 1e-9), 3);
  EXPECT_TRUE(B.jammed);
  EXPECT_DOUBLE_EQ(B.best[1], 1e-9);
}

// What disturbs steps makes them long, too.
TEST(Body, DisturbedStepsAreNotTakenForLongOnes) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, 1);
  tp_body_run(&B);
  settle(&B, 720e-9, 1500e-9); // of 0.6 ms if nothing disturbs them
  EXPECT_FALSE(B.jammed);
  tp_body_run(&B);
  tp_body_run(&B);
  settle(&B, 720e-9, 600e-9);
  EXPECT_TRUE(B.jammed);
}

TEST(Body, ALaterLookTakesTwoSlowSteps) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, 1);
  tp_body_run(&B);
  settle(&B, 2e-9, 1e-9);
  tp_body_run(&B);
  EXPECT_EQ(jammed(&B, 2e-9, 1e-9, 64), 64);
  tp_body_run(&B);
  EXPECT_EQ(jammed(&B, 2e-9, 1e-9, 64), 62);
}

TEST(Body, OnlyAFewRunsLookAgain) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, 1);
  std::vector<int> Looks;
  for (int Run = 1; Run <= 100; Run++) {
    tp_body_run(&B);
    if (!B.decided)
      Looks.push_back(Run);
    settle(&B, 1.2e-9, 1e-9);
    EXPECT_TRUE(B.jammed);
  }
  EXPECT_EQ(Looks, (std::vector<int>{1, 3, 5, 9}));
}

TEST(Body, LongStepsAreTimedInOneRun) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, 1);
  for (int Run = 1; Run <= 10; Run++) {
    tp_body_run(&B);
    EXPECT_EQ(bool(B.decided), Run > 1);
    settle(&B, 1.2e-5, 1e-5); // 10 ms each
  }
}

// A run may have fewer steps than it takes.
TEST(Body, WhatIsNotDecidedGoesOn) {
  tp_body B;
  tp_body_start(&B, TP_BODY_AUTO, 1);
  int Run = 0;
  for (; !B.decided && Run < 100; Run++) {
    tp_body_run(&B);
    for (int K = 0; K < 2; K++)
      tp_body_timed(&B, 1000 * (B.jammed ? 1e-9 : 1.1e-9), 1000);
  }
  EXPECT_EQ(Run, 4);
  EXPECT_TRUE(B.jammed);
}

TEST(Body, ASettingDecides) {
  tp_body B;
  tp_body_start(&B, TP_BODY_PLAIN, 1);
  EXPECT_TRUE(B.decided && !B.jammed);
  tp_body_start(&B, TP_BODY_JAM, 1);
  EXPECT_TRUE(B.decided && B.jammed);
  tp_body_run(&B);
  tp_body_run(&B);
  EXPECT_TRUE(B.decided && B.jammed);
  tp_body_start(&B, TP_BODY_JAM, 0);
  EXPECT_TRUE(B.decided && !B.jammed) << "a region without the function";
}

} // namespace
