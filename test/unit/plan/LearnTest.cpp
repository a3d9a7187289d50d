// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Costs of points learnt from made-up runs, and what follows for the plan.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <string>

extern "C" {
#include "plan/formulas.h"
#include "trial/trial.h"
#include "plan/model.h"
}

namespace {

tp_plan tile(tp_int Inner) {
  tp_plan P = {};
  P.dims = 2;
  P.hi[0] = P.hi[1] = 1 << 20;
  P.extent[0] = 1;
  P.extent[1] = Inner;
  P.body = TP_BODY_AUTO;
  return P;
}

tp_seen seen(double Each, long long Tiles = 100, long long Jammed = 0) {
  tp_seen S = {};
  S.points = 1e6;
  S.compute = Each * S.points;
  S.seconds = S.compute;
  S.tiles = Tiles;
  S.of_kind[TP_VARIANT_JAM] = Jammed;
  S.of_kind[TP_VARIANT_PLAIN] = Tiles - Jammed;
  return S;
}

// --- the table

TEST(Measured, BelongsToTheFunctionThatRan) {
  tp_measured M = {};
  EXPECT_FALSE(tp_measured_any(&M));
  tp_plan P = tile(1 << 19);
  tp_seen S = seen(5e-9);
  tp_measured_add(&M, &P, &S);
  EXPECT_NEAR(tp_measured_point(&M, 0, 1 << 19), 5e-9, 1e-12);
  EXPECT_EQ(tp_measured_point(&M, 1, 1 << 19), 0);
  S = seen(2e-9, 100, 95);
  tp_measured_add(&M, &P, &S);
  EXPECT_NEAR(tp_measured_point(&M, 1, 1 << 19), 2e-9, 1e-12);
  EXPECT_NEAR(tp_measured_point(&M, 0, 1 << 19), 5e-9, 1e-12);
}

TEST(Measured, TheOtherFunctionByTheRatioOfTheTimedSteps) {
  tp_measured M = {};
  tp_plan P = tile(1 << 19);
  tp_seen S = seen(3e-9, 100, 95);
  S.best[0] = 4e-9, S.best[1] = 2e-9; // timed in cache; the run as a whole was slower
  tp_measured_add(&M, &P, &S);
  EXPECT_NEAR(tp_measured_point(&M, 1, 1 << 19), 3e-9, 1e-12);
  EXPECT_NEAR(tp_measured_point(&M, 0, 1 << 19), 6e-9, 1e-12);
}

TEST(Measured, AMixedRunKnowsItsTimedStepsOnly) {
  tp_measured M = {};
  tp_plan P = tile(1 << 19);
  tp_seen S = seen(9e-9, 100, 50);
  tp_measured_add(&M, &P, &S);
  EXPECT_FALSE(tp_measured_any(&M));
  S.best[0] = 4e-9, S.best[1] = 2e-9;
  tp_measured_add(&M, &P, &S);
  EXPECT_NEAR(tp_measured_point(&M, 0, 1 << 19), 4e-9, 1e-12);
  EXPECT_NEAR(tp_measured_point(&M, 1, 1 << 19), 2e-9, 1e-12);
}

TEST(Measured, TimedStepsAreAveraged) {
  tp_measured M = {};
  tp_plan P = tile(1 << 19);
  tp_seen S = seen(3e-9, 100, 95);
  S.best[0] = 4e-9, S.best[1] = 2e-9;
  tp_measured_add(&M, &P, &S);
  S.best[0] = 1e-9; // what a disturbed step of the other function makes of it
  tp_measured_add(&M, &P, &S);
  EXPECT_NEAR(tp_measured_point(&M, 0, 1 << 19), 6e-9 + (1.5e-9 - 6e-9) / 4, 1e-12);
  S = seen(5e-9);
  tp_measured_add(&M, &P, &S);
  EXPECT_NEAR(tp_measured_point(&M, 0, 1 << 19), 5e-9, 1e-12) << "a run of its own counts";
}

TEST(Measured, StartsOfInnermostLoopsAreNotThePoints) {
  tp_measured M = {};
  tp_plan P = tile(4);
  tp_seen S = seen(10e-9);
  tp_measured_add(&M, &P, &S);
  EXPECT_NEAR(tp_measured_point(&M, 0, 4), 10e-9 - tp_row_start(4), 1e-15);
}

TEST(Measured, NearestLengthOfTheInnermostLoop) {
  tp_measured M = {};
  tp_plan Short = tile(16), Long = tile(4096);
  tp_seen A = seen(8e-9), B = seen(3e-9);
  tp_measured_add(&M, &Short, &A);
  tp_measured_add(&M, &Long, &B);
  EXPECT_GT(tp_measured_point(&M, 0, 1), 6e-9);
  EXPECT_GT(tp_measured_point(&M, 0, 32), 6e-9);
  EXPECT_LT(tp_measured_point(&M, 0, 1024), 4e-9);
  EXPECT_LT(tp_measured_point(&M, 0, TP_HUGE), 4e-9);
}

// What other sizes have shown is a start, and no bar: they may have run in a cache.
TEST(Measured, RunsOfAStartTakeThePlaceOfThoseBefore) {
  tp_measured Region = {}, M = {}, Other = {};
  tp_plan P = tile(1 << 19);
  tp_seen Small = seen(2e-9), Large = seen(5e-9), Larger = seen(6e-9), Jam = seen(3e-9, 100, 95);
  tp_measured_add(&M, &P, &Small);
  tp_measured_take(&Region, &M, 1);
  tp_measured_begin(&M, &Region, 1);
  tp_measured_begin(&Other, &Region, 1);
  EXPECT_NEAR(tp_measured_point(&M, 0, 1 << 19), 2e-9, 1e-12);
  for (const tp_seen *S : {&Large, &Larger})
    tp_measured_add(&M, &P, S);
  EXPECT_NEAR(tp_measured_point(&M, 0, 1 << 19), 5e-9, 1e-12);
  tp_measured_take(&Region, &M, 1);
  tp_measured_add(&Other, &P, &Jam);
  tp_measured_take(&Region, &Other, 1); // which has run the other function alone
  EXPECT_NEAR(tp_measured_point(&Region, 0, 1 << 19), 5e-9, 1e-12);
  EXPECT_NEAR(tp_measured_point(&Region, 1, 1 << 19), 3e-9, 1e-12);
}

// A loop inside the statement has 10 iterations at each point, then 1000.
TEST(Measured, PointsOfAnotherStartMayDoMore) {
  tp_measured Region = {}, Few = {}, Many = {};
  tp_plan P = tile(1 << 19);
  tp_seen S = seen(20e-9);
  tp_measured_add(&Few, &P, &S);
  tp_measured_take(&Region, &Few, 10);
  tp_measured_begin(&Many, &Region, 1000);
  EXPECT_NEAR(tp_measured_point(&Many, 0, 1 << 19), 2000e-9, 1e-10);
  EXPECT_NEAR(tp_measured_point(&Few, 0, 1 << 19), 20e-9, 1e-12);
}

// Four rows at a time: the last of them end three columns after the first.
TEST(Measured, TheRampOfJammedRowsIsNotThePoints) {
  tp_measured M = {};
  tp_plan P = tile(12);
  P.kinds.jam_rows = 4;
  tp_seen S = seen(10e-9, 100, 95);
  tp_measured_add(&M, &P, &S);
  EXPECT_NEAR(tp_measured_point(&M, 1, 12), (10e-9 - tp_row_start(12)) / 1.25, 1e-15);
  EXPECT_EQ(tp_jam_ramp(1, 12), 1) << "strips are no rows";
}

TEST(Measured, LengthsAreToldApartByHalfOctaves) {
  EXPECT_EQ(tp_class_of(0), tp_class_of(1));
  for (std::pair<tp_int, tp_int> Border : {std::pair<tp_int, tp_int>{2, 3}, {3, 4}, {5, 6}, {7, 8}, {11, 12}, {15, 16}, {23, 24}}) {
    EXPECT_EQ(tp_class_of(Border.first) + 1, tp_class_of(Border.second)) << Border.second;
    EXPECT_EQ(tp_class_of(Border.second), tp_class_of(Border.second + (Border.second >= 4))) << Border.second;
  }
  EXPECT_LT(tp_class_of(TP_HUGE), TP_CLASSES);
}

// Eight points fit the processor, ten do not: the plain function was the best there is, and is not here.
TEST(Measured, WhatCpusTookHoldsAgainstAnotherLengthOfTheClass) {
  tp_plan Eight = tile(8), Ten = tile(10);
  tp_seen Plain = seen(3e-9), Jam = seen(5e-9, 100, 95);
  Jam.best[0] = 6e-9, Jam.best[1] = 4e-9;
  tp_measured Together = {}, First = {}, Second = {};
  tp_measured_add(&Together, &Eight, &Plain);
  tp_measured_add(&Together, &Ten, &Jam);
  tp_measured_add(&First, &Eight, &Plain);
  tp_measured_add(&Second, &Ten, &Jam);
  tp_measured_take(&First, &Second, 1);
  for (const tp_measured &M : {Together, First}) {
    EXPECT_NEAR(tp_measured_point(&M, 1, 10), 5e-9 - tp_row_start(10), 1e-15);
    EXPECT_NEAR(tp_measured_point(&M, 0, 10), 7.5e-9 - tp_row_start(10), 1e-15);
  }
  tp_measured_add(&First, &Eight, &Plain); // and back
  EXPECT_NEAR(tp_measured_point(&First, 0, 8), 3e-9 - tp_row_start(8), 1e-15);
}

TEST(Measured, LessCounts) {
  tp_measured M = {};
  tp_plan P = tile(1 << 19);
  for (double Each : {9e-9, 4e-9, 5e-9}) {
    tp_seen S = seen(Each);
    tp_measured_add(&M, &P, &S);
  }
  EXPECT_NEAR(tp_measured_point(&M, 0, 1 << 19), 4e-9, 1e-12);
}

TEST(Measured, NothingOfEmptyRuns) {
  tp_measured M = {};
  tp_plan P = tile(16);
  tp_seen S = {};
  tp_measured_add(&M, &P, &S);
  EXPECT_FALSE(tp_measured_any(&M));
}

// --- when

/// Whatever it is that runs.
struct History : ::testing::Test {
  tp_problem Any = {};
};

TEST_F(History, AFarOffFirstRunDoesNotWait) {
  tp_trial H = {};
  H.expected = 2e-9;
  tp_plan P = tile(1 << 19);
  tp_seen S = seen(8e-9);
  EXPECT_TRUE(tp_trial_add(&H, &Any, &P, &S));
}

TEST_F(History, OtherwiseTheSecondRunCounts) {
  tp_trial H = {};
  H.expected = 2e-9;
  tp_plan P = tile(1 << 19);
  tp_seen S = seen(2.2e-9);
  EXPECT_FALSE(tp_trial_add(&H, &Any, &P, &S));
  EXPECT_TRUE(tp_trial_add(&H, &Any, &P, &S));
  EXPECT_FALSE(tp_trial_add(&H, &Any, &P, &S));
  EXPECT_TRUE(tp_trial_add(&H, &Any, &P, &S)) << "no run of four was a gain?";
  for (int K = 0; K < 10; K++)
    EXPECT_FALSE(tp_trial_add(&H, &Any, &P, &S)) << "it has come to rest";
}

TEST_F(History, PlansComeToRest) {
  tp_trial H = {};
  H.expected = 2e-9;
  tp_plan P = tile(1 << 19);
  tp_seen S = seen(8e-9);
  int Asked = 0;
  for (int K = 0; K < 100; K++)
    if (tp_trial_add(&H, &Any, &P, &S)) {
      Asked++;
      tp_trial_replace(&H, &P, 2e-9);
    }
  EXPECT_EQ(Asked, int(TP_REVISIONS));
}

// --- what follows

/// A region whose points really cost Truth(plan) seconds, on a machine that else is as the model says.
struct World {
  tp_problem Problem = {};
  tp_shape &Shape = Problem.shape;
  tp_machine &Machine = Problem.machine;
  tp_settings &Settings = Problem.settings;
  std::function<double(const tp_plan &)> Truth;
  double Around = 1; ///< seconds of start and moves over the model's
  tp_trial H = {};
  tp_plan Now = {};
  const char *Why = nullptr;
  int Replaced = 0;

  World(tp_int N, int Ranks, int Threads, double Estimate) {
    Shape.dims = 2;
    Shape.hi[0] = Shape.hi[1] = N;
    Shape.points = N * N;
    Shape.reach[0] = Shape.reach[1] = 1;
    Shape.load[0] = Shape.load[1] = 8;
    Shape.point = Estimate;
    Shape.owned_bytes = Shape.held_bytes = 8 * double(N) * double(N);
    tp_machine_default(Ranks, Threads, 1, &Machine);
  }
  tp_status choose(tp_plan *Out) {
    return tp_plan_choose(&Problem, Out, &Why);
  }
  tp_seen run(const tp_plan &P) {
    tp_problem Real = Problem;
    tp_cost Cost;
    Real.shape.measured = {};
    std::fill(std::begin(Real.shape.measured.around), std::end(Real.shape.measured.around), Around);
    Real.shape.point = Truth(P);
    tp_predict(&Real, &P, &Cost);
    tp_seen S = {};
    S.seconds = Cost.total;
    S.around = Cost.parts.start + Cost.parts.move;
    S.points = double(Shape.points);
    S.compute = S.points * (Real.shape.point + tp_row_start(tp_tile_length(&P, 1)));
    S.tiles = S.of_kind[TP_VARIANT_PLAIN] = P.tiles[0] * P.tiles[1];
    return S;
  }
  /// Calls the region so many times. The last outcome.
  tp_verdict call(int Times) {
    bool Due = false;
    for (int K = 0; K < Times; K++) {
      if (Due) {
        tp_plan Next;
        tp_verdict What = tp_trial_next(&H, &Problem, &Now, &Next, &Why);
        if (What == TP_STOP)
          return What;
        if (What == TP_REPLACE) {
          tp_trial_replace(&H, &Now, tp_point_seconds(&Shape, &Next));
          Now = Next;
          Replaced++;
        }
      }
      tp_seen S = run(Now);
      Due = tp_trial_add(&H, &Problem, &Now, &S);
    }
    return Replaced ? TP_REPLACE : TP_KEEP;
  }
  bool start() {
    if (choose(&Now) != TP_OK)
      return false;
    H.expected = tp_point_seconds(&Shape, &Now);
    return true;
  }
};

TEST(Revise, RanksComeInWhenPointsAreDearerThanThought) {
  World W(1000, 2, 2, 1e-9);
  W.Truth = [](const tp_plan &) { return 40e-9; };
  ASSERT_TRUE(W.start());
  EXPECT_EQ(W.Now.ranks, 1);
  EXPECT_EQ(W.call(10), TP_REPLACE);
  EXPECT_EQ(W.Now.ranks, 2);
  EXPECT_LE(W.Replaced, 2);
}

TEST(Revise, RanksGoWhenPointsAreCheaperThanThought) {
  World W(1000, 2, 2, 60e-9);
  W.Truth = [](const tp_plan &) { return 1e-9; };
  ASSERT_TRUE(W.start());
  EXPECT_EQ(W.Now.ranks, 2);
  W.call(10);
  EXPECT_EQ(W.Now.ranks, 1);
}

// Nothing else is wrong: what points cost is as thought.
TEST(Revise, RanksGoWhereDataMovesSlowerThanThought) {
  for (double Around : {1., 40.}) {
    World W(2000, 2, 2, 20e-9);
    W.Truth = [](const tp_plan &) { return 20e-9; };
    W.Around = Around;
    ASSERT_TRUE(W.start());
    ASSERT_EQ(W.Now.ranks, 2);
    W.call(10);
    EXPECT_EQ(W.Now.ranks, Around > 1 ? 1 : 2);
    EXPECT_GT(tp_measured_around(&W.Shape.measured, W.Shape.points), 0.5 * Around);
  }
}

// Memory that is touched for the first time says nothing about the runs to come.
TEST_F(History, TheFirstRunsMovesDoNotCount) {
  tp_trial H = {};
  tp_plan P = tile(1 << 19);
  for (double Around : {9., 3., 4.}) {
    tp_seen S = seen(2e-9);
    S.around = Around;
    tp_trial_add(&H, &Any, &P, &S);
    EXPECT_EQ(H.around, Around == 9 ? 0 : 3);
  }
  tp_trial_replace(&H, &P, 2e-9);
  EXPECT_EQ(H.around, 0);
}

TEST(Revise, StopsWhereThereIsNothingToGain) {
  World W(40, 1, 2, 60e-9);
  W.Truth = [](const tp_plan &) { return 1e-9; };
  ASSERT_TRUE(W.start());
  EXPECT_EQ(W.call(10), TP_STOP);
  EXPECT_NE(std::string(W.Why).find("no gain expected"), std::string::npos);
}

TEST(Revise, ATrueEstimateChangesNothing) {
  World W(2000, 1, 2, 10e-9);
  W.Truth = [](const tp_plan &) { return 10e-9; };
  ASSERT_TRUE(W.start());
  EXPECT_EQ(W.call(10), TP_KEEP);
  EXPECT_EQ(W.H.measured, 0);
}

// The plan that promised more turns out to be worse: the one before comes back, and stays.
TEST(Revise, TheBestMeasuredPlanIsKept) {
  World W(1000, 2, 2, 1e-9);
  W.Truth = [](const tp_plan &P) { return P.ranks > 1 ? 200e-9 : 40e-9; };
  ASSERT_TRUE(W.start());
  W.H.expected = 40e-9; // two runs of the first plan
  W.call(20);
  EXPECT_EQ(W.Now.ranks, 1);
  EXPECT_EQ(W.Replaced, 2);
}

TEST(Revise, OtherSizesStartWithWhatIsKnown) {
  World W(1000, 2, 2, 1e-9), Other(1200, 2, 2, 1e-9);
  W.Truth = [](const tp_plan &) { return 40e-9; };
  ASSERT_TRUE(W.start());
  W.call(3);
  ASSERT_TRUE(Other.start());
  EXPECT_EQ(Other.Now.ranks, 1);
  tp_measured_begin(&Other.Shape.measured, &W.Shape.measured, 1);
  ASSERT_TRUE(Other.start());
  EXPECT_EQ(Other.Now.ranks, 2);
}

TEST(Revise, TheFasterFunctionSetsTheCost) {
  tp_shape S = {};
  tp_plan P = tile(1024);
  S.dims = 2;
  S.kinds.jam_rows = 6;
  S.point = 7e-9;
  const double Ramp = tp_jam_ramp(6, 1024); // of the second function
  EXPECT_EQ(tp_point_seconds(&S, &P), Ramp * 7e-9);
  S.measured.point[0][tp_class_of(1024)] = 5e-9;
  EXPECT_EQ(tp_point_seconds(&S, &P), 5e-9);
  S.measured.point[1][tp_class_of(1024)] = 2e-9;
  EXPECT_EQ(tp_point_seconds(&S, &P), Ramp * 2e-9);
  P.body = TP_BODY_PLAIN;
  EXPECT_EQ(tp_point_seconds(&S, &P), 5e-9);
  S.measured.point[0][tp_class_of(1024)] = 1e-9;
  P.body = TP_BODY_JAM;
  EXPECT_EQ(tp_point_seconds(&S, &P), Ramp * 2e-9);
}

// Each function has an innermost loop of its own: here rows of 1024 points, and lines across 12 rows.
TEST(Measured, LinesHaveALengthOfTheirOwn) {
  tp_plan P = tile(1024);
  P.extent[0] = 1024;
  P.kinds.jam_rows = 6;
  P.kinds.line_rows = 12;
  P.line[0] = 1;
  tp_seen S = seen(4e-9);
  S.of_kind[TP_VARIANT_PLAIN] = 2;
  S.of_kind[TP_VARIANT_SKEW] = 98;
  S.best[TP_VARIANT_PLAIN] = 12e-9, S.best[TP_VARIANT_JAM] = 6e-9, S.best[TP_VARIANT_SKEW] = 3e-9;
  tp_measured M = {};
  tp_measured_add(&M, &P, &S);
  const tp_int Line = tp_kind_length(&P, TP_VARIANT_SKEW);
  EXPECT_LE(Line, 12);
  EXPECT_NEAR(M.point[TP_VARIANT_SKEW][tp_class_of(Line)], 4e-9 - tp_row_start(Line), 1e-15);
  EXPECT_NEAR(M.hint[TP_VARIANT_PLAIN][tp_class_of(1024)], 16e-9 - tp_row_start(1024), 1e-15);
  EXPECT_NEAR(M.hint[TP_VARIANT_JAM][tp_class_of(1024)], (8e-9 - tp_row_start(1024)) / tp_jam_ramp(6, 1024), 1e-15);
  EXPECT_TRUE(tp_measured_several(&M));
  tp_shape Shape = {};
  Shape.dims = 2;
  Shape.kinds.jam_rows = 6, Shape.kinds.line_rows = 12, Shape.line[0] = 1;
  Shape.measured = M;
  EXPECT_NEAR(tp_point_seconds(&Shape, &P), 4e-9 - tp_row_start(Line), 1e-15);
  P.body = TP_BODY_PLAIN;
  EXPECT_NEAR(tp_point_seconds(&Shape, &P), 16e-9 - tp_row_start(1024), 1e-15);
}

// Ranks that share a core: the model sees next to no difference, one run does.
TEST(Revise, OneRankGetsATryWhereItMayBeAsFast) {
  for (double Together : {1., 1.3}) {
    World W(2000, 2, 2, 12e-9);
    W.Around = 3;
    W.Truth = [=](const tp_plan &P) { return P.ranks > 1 ? 12e-9 * Together : 12e-9; };
    ASSERT_TRUE(W.start());
    W.call(20);
    EXPECT_EQ(W.Now.ranks, Together > 1 ? 1 : 2);
  }
}

// Data moves in it, into fresh memory, and nothing of it is kept to come back to.
TEST(Revise, TheFirstRunOfRanksGivesOneRankNoTry) {
  for (double Points : {12e-9, 24e-9}) {
    World W(2000, 2, 2, 12e-9);
    W.Truth = [=](const tp_plan &) { return Points; };
    ASSERT_TRUE(W.start());
    ASSERT_EQ(W.Now.ranks, 2);
    tp_seen S = W.run(W.Now);
    S.seconds *= 4;
    tp_trial_add(&W.H, &W.Problem, &W.Now, &S);
    tp_plan Next = W.Now;
    tp_trial_next(&W.H, &W.Problem, &W.Now, &Next, &W.Why);
    EXPECT_EQ(Next.ranks, 2);
  }
}

// What nobody could know: a machine on which ranks do not help.
TEST(Revise, AMeasuredLossEndsWhateverTheModelSays) {
  World W(1000, 2, 2, 40e-9);
  W.Truth = [](const tp_plan &) { return 40e-9; };
  ASSERT_TRUE(W.start());
  ASSERT_EQ(W.Now.ranks, 2);
  tp_plan Next;
  for (int K = 0; K < 4; K++) {
    tp_seen S = W.run(W.Now);
    S.seconds = 50e-9 * 1e6;
    tp_trial_add(&W.H, &W.Problem, &W.Now, &S);
  }
  auto Revise = [&] {
    return tp_trial_next(&W.H, &W.Problem, &W.Now, &Next, &W.Why);
  };
  ASSERT_EQ(Revise(), TP_REPLACE);
  EXPECT_EQ(Next.ranks, 1);
  EXPECT_EQ(Next.threads, 2);
  W.Now = Next;
  EXPECT_EQ(Revise(), TP_STOP);
  EXPECT_EQ(std::string(W.Why), "no gain found in 2 CPUs");
  W.Settings.always = 1;
  EXPECT_NE(Revise(), TP_STOP);
}

// --- declined regions

struct Try : ::testing::Test {
  tp_plan P = {};
  tp_status attempt(World &W, long Calls = 1000000) {
    return tp_plan_try(&W.Problem, Calls, &P);
  }
};

TEST_F(Try, OneCpuFindsOut) {
  World ForThreads(300, 1, 2, 0.02e-9), ForRanks(1000, 2, 1, 1e-9);
  for (World *W : {&ForThreads, &ForRanks}) {
    ASSERT_EQ(W->choose(&P), TP_DECLINED);
    ASSERT_EQ(attempt(*W), TP_OK);
    EXPECT_EQ(P.ranks * P.threads, 1);
    EXPECT_EQ(P.extent[1], W->Shape.hi[1]) << "as the sequential loop";
  }
}

TEST_F(Try, NotWhereTheEstimateIsFarFromPaying) {
  World W(10, 2, 2, 0.02e-9);
  ASSERT_EQ(W.choose(&P), TP_DECLINED);
  EXPECT_EQ(attempt(W), TP_DECLINED);
}

TEST_F(Try, OneCpuMayGainWhereOthersAreOutOfReach) {
  World W(60, 2, 1, 1e-9);
  W.Machine.hosts = 2;
  ASSERT_EQ(W.choose(&P), TP_DECLINED);
  EXPECT_EQ(attempt(W), TP_DECLINED);
  W.Shape.kinds.jam_rows = 6;
  ASSERT_EQ(W.choose(&P), TP_DECLINED);
  ASSERT_EQ(attempt(W), TP_OK);
  EXPECT_EQ(P.ranks * P.threads, 1);
}

TEST_F(Try, NotBeforeItsCallsComeToSomething) {
  World W(300, 1, 2, 0.02e-9);
  EXPECT_EQ(attempt(W, 1), TP_DECLINED);
}

TEST_F(Try, NotWhereTheCostIsKnown) {
  World W(300, 2, 2, 0.02e-9);
  W.Shape.measured.point[0][tp_class_of(300)] = 0.02e-9;
  EXPECT_EQ(attempt(W), TP_DECLINED);
}

TEST_F(Try, NotWhereOneCpuIsAllThereIs) {
  World Alone(1000, 1, 1, 1e-9);
  EXPECT_EQ(attempt(Alone), TP_DECLINED);
}

TEST_F(Try, SettingsThatNeedMoreAreLeftAlone) {
  World W(300, 2, 2, 0.02e-9);
  W.Settings.mesh.count = 2;
  W.Settings.mesh.at[0] = 2, W.Settings.mesh.at[1] = 1;
  EXPECT_EQ(attempt(W), TP_DECLINED);
  W.Settings.mesh.count = 0;
  W.Settings.always = 1;
  EXPECT_EQ(attempt(W), TP_DECLINED);
}

TEST_F(Try, EmptySpaces) {
  World W(300, 2, 2, 1e-9);
  W.Shape.hi[1] = W.Shape.lo[1];
  EXPECT_EQ(attempt(W), TP_DECLINED);
}

} // namespace
