// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tuning against made-up clocks.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>

extern "C" {
#include "plan/formulas.h"
#include "plan/model.h"
#include "trial/trial.h"
}

namespace {

struct Tune : ::testing::Test {
  tp_problem Problem = {};
  tp_shape &Shape = Problem.shape;
  tp_machine &Machine = Problem.machine;
  tp_settings &Settings = Problem.settings;
  tp_trial T = {};
  tp_candidate First = {};
  int Saves = 0, Runs = 0, LoopRuns = 0;
  /// Seconds of a run of a plan.
  std::function<double(const tp_plan &)> Clock;
  /// Of the program's own loop.
  double Loop = 0.1;
  /// Everything takes so many times that, until the loop had its first turn.
  double Cold = 1;

  void SetUp() override {
    Shape.dims = 2;
    Shape.hi[0] = Shape.hi[1] = 2000;
    Shape.points = 4000000;
    Shape.point = 5e-9;
    Shape.reach[0] = Shape.reach[1] = 1;
    Shape.load[0] = Shape.load[1] = 8;
    setMachine(1, 2);
    Clock = [](const tp_plan &P) { // tiles 8 deep and 250 wide are best
      return 0.01 * (1 + std::abs(std::log2(double(P.extent[0]) / 8)) +
                     std::abs(std::log2(double(P.extent[1]) / 250)));
    };
  }
  void setMachine(int Ranks, int Threads) {
    tp_machine_default(Ranks, Threads, 1, &Machine);
    const char *Why;
    tp_plan P;
    ASSERT_EQ(tp_plan_choose(&Problem, &P, &Why), TP_OK) << Why;
    First = tp_candidate_of(&P);
  }
  tp_plan plan(const tp_candidate &Tuned) {
    tp_plan P;
    EXPECT_EQ(tp_candidate_build(&Problem, &Tuned, &P), TP_OK);
    return P;
  }
  void run(int Most = 100000) {
    bool IsCold = true;
    while (T.active && Runs < Most) {
      (T.looping ? LoopRuns : Runs)++;
      IsCold &= LoopRuns == 0 || T.looping;
      double Seconds = T.looping ? Loop : Clock(plan(T.now));
      int What = tp_trial_timed(&T, &Problem, IsCold ? Cold * Seconds : Seconds);
      Saves += What & TP_TRIAL_SAVE ? 1 : 0;
    }
  }
  bool isFirst(tp_candidate Plan) const {
    Plan.seconds = Plan.spent = Plan.loop = 0;
    Plan.done = 0;
    return memcmp(&Plan, &First, sizeof Plan) == 0;
  }
  void runLoop() {
    while (T.looping)
      tp_trial_timed(&T, &Problem, Loop);
  }
};

TEST_F(Tune, FindsTheBestTiles) {
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  run();
  EXPECT_LE(T.best.seconds, 0.013) << T.best.extent[0] << " x " << T.best.extent[1];
  EXPECT_TRUE(T.best.done);
  EXPECT_LT(Runs, 1000);
  EXPECT_GE(Saves, 2);
  EXPECT_EQ(memcmp(&T.now, &T.best, sizeof T.now), 0);
}

// No way leads from tiles of whole rows to strips by steps that all gain.
TEST_F(Tune, OneCpuTriesStrips) {
  Shape.kinds.jam_rows = 6;
  setMachine(1, 1);
  Clock = [](const tp_plan &P) {
    return P.extent[0] >= 1900 && P.extent[1] <= 16 ? 0.01 : P.extent[1] >= 1900 ? 0.02 : 0.03;
  };
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  run();
  EXPECT_EQ(T.best.seconds, 0.01) << T.best.extent[0] << " x " << T.best.extent[1];
}

TEST_F(Tune, SeveralCpusTryStrips) {
  for (auto [Ranks, Threads] : {std::pair(1, 2), std::pair(2, 1)}) {
    setMachine(Ranks, Threads);
    Clock = [this](const tp_plan &P) {
      bool IsStrip = P.extent[P.mapped] <= 16 && P.extent[1 - P.mapped] >= 900;
      return P.mapped == First.mapped ? 0.02 : IsStrip ? 0.01 : 0.03;
    };
    tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
    run();
    EXPECT_EQ(T.best.seconds, 0.01) << T.best.extent[0] << " x " << T.best.extent[1] << ", " << Ranks << " ranks";
  }
}

// Runs of a few steps are still timing their tile functions.
TEST_F(Tune, ShortRunsComeToRest) {
  for (auto [Seconds, Expected] : {std::pair(1e-4, 12), std::pair(1e-3, 5), std::pair(0.1, 2)}) {
    tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
    int Count = 0;
    for (; T.active && !T.looping; Count++)
      tp_trial_timed(&T, &Problem, Seconds);
    EXPECT_EQ(Count, 3) << "the loop is next, should the program have few calls";
    runLoop();
    tp_candidate Candidate = T.now;
    for (Count = 0; memcmp(&T.now.extent, &Candidate.extent, sizeof Candidate.extent) == 0 && Count < 100; Count++)
      tp_trial_timed(&T, &Problem, Seconds);
    EXPECT_EQ(Count, Expected);
  }
}

// --- one CPU, without being asked

struct Brief : Tune {
  void start(double Strips, double Whole) {
    Shape.kinds.jam_rows = 6;
    setMachine(1, 1);
    Clock = [=](const tp_plan &P) { return P.extent[0] >= 1900 && P.extent[1] <= 16 ? Strips : Whole; };
    tp_trial_measure(&T, TP_TRIAL_ONE_CPU, &First, nullptr, INFINITY);
    run();
  }
};

TEST_F(Brief, StripsWhereRunsAreShort) {
  Loop = 3e-4;
  start(1e-4, 2e-4);
  EXPECT_EQ(T.best.seconds, 1e-4) << T.best.extent[0] << " x " << T.best.extent[1];
  EXPECT_FALSE(T.best.none);
  EXPECT_EQ(LoopRuns, 12);
  EXPECT_LE(T.measured, 7) << "nothing but strips";
  EXPECT_LE(Runs, 8 * 12);
}

// Each row is a stream of memory then, and compilers make vectors of it.
TEST_F(Brief, NoStripsWhereNoDependenceRuns) {
  Shape.reach[0] = Shape.reach[1] = 0;
  Loop = 3e-4;
  start(1e-4, 2e-4);
  EXPECT_EQ(T.measured, 1);
  EXPECT_LE(Runs, 12);
}

// Strips gain half of a plan's time at best.
TEST_F(Brief, NoStripsWhereTheLoopTakesLessThanHalf) {
  Loop = 0.9e-4;
  start(1e-4, 2e-4);
  EXPECT_EQ(T.measured, 1);
  EXPECT_TRUE(T.best.none);
}

TEST_F(Brief, StripsOfSeveralThreads) {
  Clock = [](const tp_plan &P) { return P.extent[0] >= 900 && P.extent[0] <= 1000 && P.extent[1] == 32 ? 1e-4 : 2e-4; };
  Loop = 3e-4;
  tp_trial_measure(&T, TP_TRIAL_THREADS, &First, nullptr, INFINITY);
  run();
  EXPECT_EQ(T.best.seconds, 1e-4);
  EXPECT_EQ(T.best.group[0], 2);
  EXPECT_EQ(LoopRuns, 2);
  EXPECT_FALSE(T.best.none);
}

// Tile functions may be slower than the program's own loop by more than two threads make good.
TEST_F(Brief, ALoopThatIsFasterThanFewThreads) {
  Clock = [](const tp_plan &) { return 2e-4; };
  Loop = 1e-4;
  tp_trial_measure(&T, TP_TRIAL_THREADS, &First, nullptr, INFINITY);
  run();
  EXPECT_TRUE(T.best.none);
}

TEST_F(Brief, ManyThreadsDoNotWaitForTheLoop) {
  Clock = [](const tp_plan &) { return 2e-4; };
  Loop = 1e-4;
  setMachine(1, 8);
  tp_trial_measure(&T, TP_TRIAL_THREADS, &First, nullptr, INFINITY);
  run();
  EXPECT_EQ(LoopRuns, 0);
  EXPECT_FALSE(T.best.none);
}

TEST_F(Brief, LongRunsCompareThePlanAndTheLoopAlone) {
  Loop = 0.3;
  start(0.1, 0.2);
  EXPECT_EQ(T.measured, 1);
  EXPECT_EQ(Runs, 2);
  EXPECT_EQ(LoopRuns, 2);
  EXPECT_FALSE(T.best.none);
}

TEST_F(Brief, WhatIsClearlySlowerIsLeftSoon) {
  Loop = 3e-4;
  start(2.8e-4, 2e-4);
  EXPECT_EQ(T.best.seconds, 2e-4);
  EXPECT_LE(Runs, 12 + 4 * 12 + 2 * 2) << "narrow strips of whole height run twice";
}

TEST_F(Brief, TheLoopStaysWhereLittleIsGained) {
  for (double Part : {0.97, 0.93}) {
    Loop = 2e-4;
    start(4e-4, Part * Loop);
    EXPECT_EQ(T.best.none, Part > 0.95) << Part;
  }
}

// Programs, and processors, become faster after a while: what is known of the loop is then of another time.
TEST_F(Brief, TheLoopHasTheLastWord) {
  Cold = 1.3;
  Loop = 1.8e-4;
  start(1.9e-4, 2e-4);
  EXPECT_TRUE(T.best.none);
  EXPECT_EQ(T.best.loop, Loop);
  EXPECT_LE(LoopRuns, 2 * 12);
}

TEST_F(Brief, APlanThatIsFasterByNowStaysAsWell) {
  Clock = [this](const tp_plan &P) {
    return !isFirst(tp_candidate_of(&P)) ? 1.7e-3 : T.round && !T.attacking ? 1.2e-3 : 2e-3;
  };
  Shape.kinds.jam_rows = 6;
  setMachine(1, 1);
  Loop = 1.8e-3;
  tp_trial_measure(&T, TP_TRIAL_ONE_CPU, &First, nullptr, INFINITY);
  run();
  EXPECT_EQ(T.best.seconds, 1.2e-3);
  EXPECT_FALSE(T.best.none);
}

TEST_F(Brief, OneSlowRunOfTheLoopIsNoVerdict) {
  Shape.kinds.jam_rows = 6;
  setMachine(1, 1);
  for (double Seconds : {1e-4, 0.1}) {
    tp_trial_measure(&T, TP_TRIAL_ONE_CPU, &First, nullptr, INFINITY);
    LoopRuns = 0;
    while (T.active)
      tp_trial_timed(&T, &Problem, !T.looping ? Seconds : Seconds * (LoopRuns++ == 0 ? 10 : 0.5));
    EXPECT_TRUE(T.best.none) << Seconds;
  }
}

// The first plan and the strips have had their turns, and the loop's end is not heard from then on.
TEST_F(Brief, AnUnheardLoopStaysAndAnUnheardLastWordDoesNot) {
  Shape.kinds.jam_rows = 6;
  setMachine(1, 1);
  for (bool IsHeardOnce : {false, true}) {
    tp_trial_measure(&T, TP_TRIAL_ONE_CPU, &First, nullptr, INFINITY);
    bool HasRun = false;
    for (int Run = 0; T.active && Run < 1000; Run++) {
      if (T.looping && (HasRun || !IsHeardOnce)) {
        int What = tp_trial_without_loop(&T);
        EXPECT_TRUE(What & TP_TRIAL_SWITCH);
        EXPECT_EQ(What & TP_TRIAL_SAVE, T.active ? 0 : TP_TRIAL_SAVE) << "the end is kept";
        continue;
      }
      while (T.looping)
        tp_trial_timed(&T, &Problem, 3e-4), HasRun = true;
      tp_trial_timed(&T, &Problem, T.measured ? 1e-4 : 2e-4);
    }
    EXPECT_FALSE(T.active);
    EXPECT_EQ(T.best.none, !IsHeardOnce);
    EXPECT_EQ(T.measured > 1, IsHeardOnce) << "what the loop takes decides whether strips matter";
  }
}

TEST_F(Tune, AnUnheardLoopEndsNoSearch) {
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  while (T.active && T.looping == 0)
    tp_trial_timed(&T, &Problem, Clock(plan(T.now)));
  tp_trial_without_loop(&T);
  run();
  EXPECT_LE(T.best.seconds, 0.013) << T.best.extent[0] << " x " << T.best.extent[1];
  EXPECT_EQ(LoopRuns, 0);
  EXPECT_FALSE(T.best.none);
}

// Long runs need no second one to be seen as slower.
TEST_F(Tune, SlowerPlansRunOnceWhereRunsAreLong) {
  for (auto [Slower, Expected] : {std::pair(2.1, 1), std::pair(1.3, 1), std::pair(1.1, 2)})
    for (double Seconds : {1e-2, 1.}) {
      tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
      while (T.active && T.measured == 0)
        tp_trial_timed(&T, &Problem, Seconds);
      Loop = 2 * Seconds;
      runLoop();
      int Count = 0;
      for (int Before = T.measured; T.measured == Before; Count++)
        tp_trial_timed(&T, &Problem, Slower * Seconds);
      EXPECT_EQ(Count, Seconds < 0.05 && Slower < 2 ? 2 : Expected) << Slower << " " << Seconds;
    }
}

// CPUs that share a core: what the model thinks takes twice as long takes less.
TEST_F(Tune, FewerCpusAreTriedSoon) {
  for (auto [Ranks, Threads] : {std::pair(2, 1), std::pair(1, 2)}) {
    Shape.point = 20e-9;
    setMachine(Ranks, Threads);
    ASSERT_EQ(plan(First).ranks * plan(First).threads, 2);
    Clock = [](const tp_plan &P) { return P.ranks * P.threads == 2 ? 0.3 : 0.25; };
    tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 2);
    run();
    EXPECT_EQ(T.best.seconds, 0.25) << Ranks << " ranks";
  }
}

TEST_F(Tune, NotWhereTheyAreFarFewer) {
  Shape.point = 20e-9;
  setMachine(1, 8);
  ASSERT_EQ(plan(First).threads, 8);
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  while (T.measured < 4 || T.looping) {
    tp_trial_timed(&T, &Problem, 0.01);
    EXPECT_GE(plan(T.now).threads, 4);
  }
}

// Programs become faster after their first calls: the first plan, which is the best, was measured before.
TEST_F(Tune, TheBestRunsAgainBeforeItGivesWay) {
  for (double Cold : {1., 1.5}) {
    Runs = 0;
    Clock = [&](const tp_plan &P) {
      return (Runs <= 5 ? Cold : 1) * (isFirst(tp_candidate_of(&P)) ? 0.01 : 0.011);
    };
    tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
    run();
    EXPECT_TRUE(isFirst(T.best)) << T.best.extent[0] << " x " << T.best.extent[1];
    EXPECT_EQ(T.best.seconds, 0.01) << "as it is now";
  }
}

// Two runs in a row are faster now and then; one plan is 3 % faster than all others, which seem faster in turn.
TEST_F(Tune, WhatNoiseMadeBetterTakesNoPlace) {
  for (int Period = 6; Period <= 16; Period++) {
    Runs = 0;
    Clock = [&](const tp_plan &P) {
      return (Runs % Period >= Period - 2 ? 0.93 : 1) * (isFirst(tp_candidate_of(&P)) ? 0.0097 : 0.01);
    };
    tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
    run();
    EXPECT_TRUE(T.best.done);
    EXPECT_TRUE(isFirst(T.best)) << Period;
  }
}

// A gain of 5 % is seen by three rounds, or by one where runs are long for what time there is.
TEST_F(Tune, RoundsFitIntoTheTime) {
  for (auto [Budget, Rounds] : {std::pair(1e9, 3), std::pair(0.3, 1)}) {
    int Most = 0;
    Clock = [&](const tp_plan &P) {
      Most = std::max(Most, T.round);
      return isFirst(tp_candidate_of(&P)) ? 0.01 : 0.0095;
    };
    tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, Budget);
    run();
    EXPECT_EQ(Most, Rounds);
    EXPECT_EQ(T.best.seconds, 0.0095);
  }
}

TEST_F(Tune, TheBudgetIsKept) {
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 0.2);
  run();
  EXPECT_FALSE(T.active);
  EXPECT_FALSE(T.best.done);
  EXPECT_GE(T.best.spent, 0.2);
  EXPECT_LE(T.best.spent, 0.4);
}

TEST_F(Tune, GoesOnWhereItWas) {
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 0.5);
  run();
  double Before = T.best.seconds;
  tp_candidate Kept = T.best;
  tp_trial_measure(&T, TP_TRIAL_TUNE, &Kept, nullptr, 0.5);
  EXPECT_FALSE(T.active) << "no more than was asked for";
  tp_trial_measure(&T, TP_TRIAL_TUNE, &Kept, nullptr, 1e9);
  EXPECT_TRUE(T.active);
  run();
  EXPECT_LE(T.best.seconds, 0.013);
  EXPECT_LE(T.best.seconds, Before);
  Kept = T.best;
  tp_trial_measure(&T, TP_TRIAL_TUNE, &Kept, nullptr, 1e12);
  EXPECT_FALSE(T.active) << "nothing is left to find";
}

// A file from a faster machine, or of a better day: its seconds are no bar.
TEST_F(Tune, WhatWasFoundIsMeasuredAgain) {
  tp_candidate Kept = First;
  Kept.seconds = Kept.loop = 1e-6;
  tp_trial_measure(&T, TP_TRIAL_TUNE, &Kept, nullptr, 1e9);
  run();
  EXPECT_LE(T.best.seconds, 0.013) << T.best.extent[0] << " x " << T.best.extent[1];
  EXPECT_GE(T.best.seconds, 0.01);
  EXPECT_EQ(T.best.loop, Loop);
}

// Interrupted after every few runs, as a short program is.
TEST_F(Tune, NothingIsMeasuredTwiceAcrossPrograms) {
  tp_candidate Kept = First;
  tp_tried Tried = {};
  int Programs = 0, Measured = 0;
  for (; !Kept.done && Programs < 1000; Programs++) {
    tp_trial_measure(&T, TP_TRIAL_TUNE, &Kept, &Tried, 1e9);
    int Before = T.tried.count;
    Runs = 0;
    run(12);
    Measured += T.tried.count - Before;
    Kept = T.best;
    Tried = T.tried;
  }
  EXPECT_LE(Kept.seconds, 0.013);
  EXPECT_EQ(Measured, Tried.count);
  EXPECT_LT(Programs, 100);
}

TEST_F(Tune, WhatWasSpentIsKeptInBetween) {
  Clock = [](const tp_plan &) { return 0.3; }; // nothing is ever better
  Loop = 0.3;
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  double Kept = 0;
  while (T.active) {
    int What = tp_trial_timed(&T, &Problem, 0.3);
    if (What & TP_TRIAL_SAVE)
      Kept = T.best.spent;
    if (T.measured > 0 && !T.looping) {
      EXPECT_LE(T.best.spent - Kept, 2);
    }
  }
  EXPECT_EQ(Kept, T.best.spent);
}

// --- the program's own loop

TEST_F(Tune, TheLoopIsMeasuredBehindTheFirstPlan) {
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  for (int Run = 0; Run < 3; Run++) {
    EXPECT_FALSE(T.looping);
    EXPECT_EQ(tp_trial_timed(&T, &Problem, 1) & TP_TRIAL_SAVE, 0);
  }
  EXPECT_TRUE(T.looping);
  EXPECT_EQ(tp_trial_timed(&T, &Problem, 0.5), 0);
  EXPECT_EQ(tp_trial_timed(&T, &Problem, 0.4), TP_TRIAL_SAVE | TP_TRIAL_SWITCH);
  EXPECT_FALSE(T.looping);
  EXPECT_EQ(T.best.loop, 0.4);
  EXPECT_TRUE(T.best.none);
  EXPECT_NEAR(T.best.spent, 3.9, 1e-9);
}

TEST_F(Tune, TheLoopWinsWhereNoPlanIsFaster) {
  Loop = 0.009; // the best plan takes 0.01
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  run();
  EXPECT_TRUE(T.best.none);
  EXPECT_TRUE(T.best.done);
  EXPECT_LE(T.best.seconds, 0.013) << "the plan beside it is the best one all the same";
  EXPECT_EQ(LoopRuns, 2);
}

TEST_F(Tune, ThePlanWinsOnceItIsFaster) {
  Loop = 0.02; // the first plan takes more
  ASSERT_GT(Clock(plan(First)), Loop);
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  run(3);
  runLoop();
  EXPECT_TRUE(T.best.none);
  run();
  EXPECT_FALSE(T.best.none);
  EXPECT_LT(T.best.seconds, Loop);
}

TEST_F(Tune, TheLoopHasTheLastWord) {
  Cold = 1.5;
  Loop = 0.009; // the best plan takes 0.01
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  run();
  EXPECT_TRUE(T.best.none);
  EXPECT_EQ(LoopRuns, 4);
}

TEST_F(Tune, ASlowLoopRunsOnce) {
  Loop = 10;
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  run();
  EXPECT_EQ(LoopRuns, 1);
  EXPECT_FALSE(T.best.none);
}

TEST_F(Tune, TheLoopIsMeasuredWhenTheTimeIsOver) {
  Loop = Clock(plan(First));
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e-6);
  run();
  EXPECT_EQ(Runs, 3);
  EXPECT_EQ(LoopRuns, 2);
  EXPECT_EQ(T.best.loop, Loop);
  EXPECT_EQ(Saves, 1);
}

TEST_F(Tune, ABadPlanIsLeftAfterOneRun) {
  Clock = [this](const tp_plan &P) {
    tp_candidate X = tp_candidate_of(&P);
    return memcmp(&X, &First, sizeof X) == 0 ? 1. : 100.;
  };
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  run();
  EXPECT_EQ(Runs, 3 + T.measured - 1);
  EXPECT_EQ(T.best.seconds, 1);
}

TEST_F(Tune, TheFirstRunsWarmUp) {
  int Calls = 0;
  Clock = [&](const tp_plan &) { return Calls++ == 0 ? 50. : 1.; };
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  run();
  EXPECT_EQ(T.best.seconds, 1);
  EXPECT_EQ(memcmp(T.best.extent, First.extent, sizeof First.extent), 0) << "equals do not replace it";
}

TEST_F(Tune, EveryCandidateIsAPlanAsAskedFor) {
  Settings.grouping = TP_GROUPING_HYPERPLANE;
  Settings.tile.count = 2;
  Settings.tile.at[1] = 500;
  setMachine(4, 2);
  Clock = [&](const tp_plan &P) {
    EXPECT_EQ(P.grouping, TP_GROUPING_HYPERPLANE);
    EXPECT_EQ(P.extent[1], 500);
    EXPECT_LE(P.ranks, 4);
    EXPECT_LE(P.threads, 2);
    EXPECT_GE(P.extent[0], 1);
    return 1. + 1. / double(P.extent[0]);
  };
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  run();
  EXPECT_TRUE(T.best.done);
}

TEST_F(Tune, OtherMeshesModesAndMappingsAreMeasured) {
  Shape.point = 50e-9;
  setMachine(2, 2);
  bool Mapped[2] = {}, Grouping[4] = {}, Alone = false;
  Clock = [&](const tp_plan &P) {
    Mapped[P.mapped] = Grouping[P.grouping] = true;
    Alone |= P.ranks == 1;
    return 1.;
  };
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  run();
  EXPECT_TRUE(Mapped[0] && Mapped[1]);
  EXPECT_TRUE(Grouping[TP_GROUPING_DATAFLOW] && Grouping[TP_GROUPING_HYPERPLANE]);
  EXPECT_TRUE(Alone);
}

TEST_F(Tune, TransportsAndAssignmentsAreMeasured) {
  Shape.point = 50e-9;
  setMachine(2, 1);
  Machine.transports = 1 << TP_TRANSPORT_SHM;
  bool Transport[5] = {}, Assign[3] = {};
  Clock = [&](const tp_plan &P) {
    Transport[P.transport] = Assign[P.assign] = true;
    return P.transport == TP_TRANSPORT_PERSISTENT ? 0.5 : 1.;
  };
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  run();
  EXPECT_TRUE(Transport[TP_TRANSPORT_P2P] && Transport[TP_TRANSPORT_SHM]);
  EXPECT_FALSE(Transport[TP_TRANSPORT_RMA]); // it does not work there
  EXPECT_TRUE(Assign[TP_ASSIGN_BLOCK] && Assign[TP_ASSIGN_CYCLIC]);
  EXPECT_EQ(T.best.transport, TP_TRANSPORT_PERSISTENT);
}

TEST_F(Tune, ProtocolsFacesAndPartsAreMeasured) {
  Shape.point = 50e-9;
  setMachine(2, 2);
  bool Protocol[3] = {}, Faces[3] = {}, Balance[4] = {};
  Clock = [&](const tp_plan &P) {
    Protocol[P.protocol] = Faces[P.faces] = Balance[P.balance] = true;
    return P.balance == TP_BALANCE_CONSTANT ? 0.5 : 1.;
  };
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  run();
  EXPECT_TRUE(Protocol[TP_PROTOCOL_EAGER] && Protocol[TP_PROTOCOL_SYNCHRONOUS]);
  EXPECT_TRUE(Faces[TP_FACES_DIRECT] && Faces[TP_FACES_PACKED]);
  EXPECT_TRUE(Balance[TP_BALANCE_NONE] && Balance[TP_BALANCE_CONSTANT] && Balance[TP_BALANCE_VARIABLE]);
  EXPECT_EQ(T.best.balance, TP_BALANCE_CONSTANT);
  EXPECT_EQ(plan(T.best).balance, TP_BALANCE_CONSTANT);
}

TEST_F(Tune, EveryFieldOfThePlanIsKept) {
  Shape.point = 50e-9;
  setMachine(2, 2);
  tp_candidate X = First;
  X.protocol = TP_PROTOCOL_SYNCHRONOUS;
  X.faces = TP_FACES_PACKED;
  X.hybrid = TP_HYBRID_COARSE;
  X.balance = TP_BALANCE_VARIABLE;
  tp_plan P = plan(X);
  tp_candidate Again = tp_candidate_of(&P);
  EXPECT_EQ(Again.protocol, TP_PROTOCOL_SYNCHRONOUS);
  EXPECT_EQ(Again.faces, TP_FACES_PACKED);
  EXPECT_EQ(Again.balance, TP_BALANCE_VARIABLE);
  tp_plan Q = plan(Again);
  EXPECT_EQ(memcmp(&P, &Q, sizeof P), 0);
}

TEST_F(Tune, WhatTheModelHasLearntComesFirst) {
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  Shape.point = 500e-9; // as the first runs have shown
  tp_plan P;
  const char *Why;
  ASSERT_EQ(tp_plan_choose(&Problem, &P, &Why), TP_OK) << Why;
  tp_candidate Chosen = tp_candidate_of(&P);
  ASSERT_NE(memcmp(Chosen.extent, First.extent, sizeof First.extent), 0);
  run(3);
  runLoop();
  EXPECT_EQ(memcmp(T.now.extent, Chosen.extent, sizeof Chosen.extent), 0);
  EXPECT_EQ(memcmp(T.now.group, Chosen.group, sizeof Chosen.group), 0);
}

// The model sees no gain; the clock does.
TEST_F(Tune, BeginsWithOneCpuWhereTheModelDeclines) {
  Shape.point = 1e-12;
  tp_machine_default(2, 2, 1, &Machine);
  tp_plan P;
  const char *Why;
  ASSERT_EQ(tp_plan_choose(&Problem, &P, &Why), TP_DECLINED);
  ASSERT_EQ(tp_plan_alone(&Problem, &P), TP_OK);
  EXPECT_EQ(P.ranks * P.threads, 1);
  First = tp_candidate_of(&P);
  Clock = [](const tp_plan &P) { return 1.0 / P.ranks / P.threads; };
  tp_trial_measure(&T, TP_TRIAL_TUNE, &First, nullptr, 1e9);
  run();
  EXPECT_EQ(T.best.mesh[0] * T.best.mesh[1] * T.best.group[0] * T.best.group[1], 4);
  Shape.hi[0] = 0;
  EXPECT_EQ(tp_plan_alone(&Problem, &P), TP_DECLINED);
}

// --- what does not fit

TEST_F(Tune, SettingsComeBeforeWhatWasTuned) {
  tp_plan P;
  auto Fits = [&] { return tp_candidate_build(&Problem, &First, &P) == TP_OK; };
  EXPECT_TRUE(Fits());
  Settings.schedule = TP_SCHEDULE_BLOCKING;
  EXPECT_FALSE(Fits());
  Settings.schedule = TP_SCHEDULE_OVERLAP;
  EXPECT_TRUE(Fits());
  Settings.tile.count = 2;
  Settings.tile.at[0] = First.extent[0];
  EXPECT_TRUE(Fits());
  Settings.tile.at[0]++;
  EXPECT_FALSE(Fits());
  Settings.tile.count = 0;
  for (int tp_settings::*Field : {&tp_settings::protocol, &tp_settings::faces}) {
    Settings.*Field = 1;
    EXPECT_EQ(Fits(), Field == &tp_settings::protocol); // eager; packed
    Settings.*Field = 2;
    EXPECT_EQ(Fits(), Field == &tp_settings::faces); // synchronous; direct
    Settings.*Field = 0;
  }
  Settings.balance = TP_BALANCE_CONSTANT;
  EXPECT_TRUE(Fits()) << "which one process has no use for";
  First.balance = TP_BALANCE_CONSTANT;
  Settings.balance = TP_BALANCE_NONE;
  EXPECT_FALSE(Fits());
}

TEST_F(Tune, WhatIsIllegalHereDoesNotApply) {
  tp_plan P;
  auto Fits = [&](const tp_candidate &X) {
    return tp_candidate_build(&Problem, &X, &P) == TP_OK;
  };
  tp_candidate X = First;
  X.dims = 3;
  EXPECT_FALSE(Fits(X));
  X = First;
  X.mapped = 2;
  EXPECT_FALSE(Fits(X));
  X = First;
  X.mesh[1 - X.mapped] = 2; // one process
  EXPECT_FALSE(Fits(X));
  X = First;
  X.group[X.mapped] = 2;
  EXPECT_FALSE(Fits(X));
  X = First;
  Shape.reach[0] = X.extent[0] + 1;
  EXPECT_FALSE(Fits(X));
}

// Each start of a loop that becomes shorter and shorter follows the one before: rows remain those of its CPUs.
TEST_F(Tune, WhatFollowsCutsItsOwnLength) {
  tp_plan P;
  ASSERT_EQ(tp_candidate_build(&Problem, &First, &P), TP_OK);
  int Cut = P.mapped == 0;
  ASSERT_EQ(P.tiles[Cut], 2);
  for (; Shape.hi[Cut] > 200; Shape.hi[Cut]--) {
    tp_candidate X = tp_candidate_for(&Problem, &P);
    ASSERT_EQ(tp_candidate_build(&Problem, &X, &P), TP_OK);
  }
  EXPECT_EQ(P.extent[Cut], 101);
  EXPECT_EQ(P.tiles[Cut], 2);
}

// Tiles that a cache holds stay as they are.
TEST_F(Tune, WhatFollowsKeepsManyRows) {
  tp_plan P;
  First.extent[First.mapped] = 16;
  ASSERT_EQ(tp_candidate_build(&Problem, &First, &P), TP_OK);
  Shape.hi[First.mapped] = 1000;
  EXPECT_EQ(tp_candidate_for(&Problem, &P).extent[First.mapped], 16);
}

} // namespace
