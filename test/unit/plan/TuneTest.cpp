//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Tuning against made-up clocks.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>

extern "C" {
#include "plan/formulas.h"
#include "plan/model.h"
#include "plan/tune.h"
}

namespace {

struct Tune : ::testing::Test {
  tp_shape Shape = {};
  tp_machine Machine = {};
  tp_settings Settings = {};
  tp_tuner T = {};
  tp_tuned First = {};
  int Saves = 0, Runs = 0;
  /// Seconds of a run of a plan.
  std::function<double(const tp_choice &)> Clock;

  void SetUp() override {
    Shape.dims = 2;
    Shape.hi[0] = Shape.hi[1] = 2000;
    Shape.points = 4000000;
    Shape.point = 5e-9;
    Shape.reach[0] = Shape.reach[1] = 1;
    Shape.load[0] = Shape.load[1] = 8;
    setMachine(1, 2);
    Clock = [](const tp_choice &P) { // tiles 8 deep and 250 wide are best
      return 0.01 * (1 + std::abs(std::log2(double(P.extent[0]) / 8)) +
                     std::abs(std::log2(double(P.extent[1]) / 250)));
    };
  }
  void setMachine(int Ranks, int Threads) {
    tp_machine_default(Ranks, Threads, 1, &Machine);
    const char *Why;
    tp_choice P;
    ASSERT_EQ(tp_plan_choose(&Shape, &Machine, &Settings, "t", &P, &Why), TP_OK) << Why;
    First = tp_tuned_of(&P);
  }
  tp_choice plan(const tp_tuned &Tuned) {
    tp_choice P;
    EXPECT_EQ(tp_tuned_build(&Shape, &Machine, &Settings, &Tuned, &P), TP_OK);
    return P;
  }
  void run(int Most = 100000) {
    while (T.active && Runs < Most) {
      Runs++;
      int What = tp_tuner_ran(&T, &Shape, &Machine, &Settings, Clock(plan(T.now)));
      Saves += What & TP_TUNER_SAVE ? 1 : 0;
    }
  }
};

TEST_F(Tune, FindsTheBestTiles) {
  tp_tuner_start(&T, &First, 1e9);
  run();
  EXPECT_LE(T.best.seconds, 0.013) << T.best.extent[0] << " x " << T.best.extent[1];
  EXPECT_TRUE(T.best.done);
  EXPECT_LT(Runs, 1000);
  EXPECT_GE(Saves, 2);
  EXPECT_EQ(memcmp(&T.now, &T.best, sizeof T.now), 0);
}

TEST_F(Tune, TheBudgetIsKept) {
  tp_tuner_start(&T, &First, 0.2);
  run();
  EXPECT_FALSE(T.active);
  EXPECT_FALSE(T.best.done);
  EXPECT_GE(T.best.spent, 0.2);
  EXPECT_LE(T.best.spent, 0.4);
}

TEST_F(Tune, GoesOnWhereItWas) {
  tp_tuner_start(&T, &First, 0.5);
  run();
  double Before = T.best.seconds;
  tp_tuned Kept = T.best;
  tp_tuner_start(&T, &Kept, 0.5);
  EXPECT_FALSE(T.active) << "no more than was asked for";
  tp_tuner_start(&T, &Kept, 1e9);
  EXPECT_TRUE(T.active);
  run();
  EXPECT_LE(T.best.seconds, 0.013);
  EXPECT_LE(T.best.seconds, Before);
  Kept = T.best;
  tp_tuner_start(&T, &Kept, 1e12);
  EXPECT_FALSE(T.active) << "nothing is left to find";
}

TEST_F(Tune, ABadPlanIsLeftAfterOneRun) {
  Clock = [this](const tp_choice &P) {
    tp_tuned X = tp_tuned_of(&P);
    return memcmp(&X, &First, sizeof X) == 0 ? 1. : 100.;
  };
  tp_tuner_start(&T, &First, 1e9);
  run();
  EXPECT_EQ(Runs, 3 + T.tries - 1);
  EXPECT_EQ(T.best.seconds, 1);
}

TEST_F(Tune, TheFirstRunsWarmUp) {
  int Calls = 0;
  Clock = [&](const tp_choice &) { return Calls++ == 0 ? 50. : 1.; };
  tp_tuner_start(&T, &First, 1e9);
  run();
  EXPECT_EQ(T.best.seconds, 1);
  EXPECT_EQ(memcmp(T.best.extent, First.extent, sizeof First.extent), 0) << "equals do not replace it";
}

TEST_F(Tune, EveryCandidateIsAPlanAsAskedFor) {
  Settings.grouping = TP_GROUPING_HYPERPLANE;
  Settings.tile.count = 2;
  Settings.tile.at[1] = 500;
  setMachine(4, 2);
  Clock = [&](const tp_choice &P) {
    EXPECT_EQ(P.grouping, TP_GROUPING_HYPERPLANE);
    EXPECT_EQ(P.extent[1], 500);
    EXPECT_LE(P.ranks, 4);
    EXPECT_LE(P.threads, 2);
    EXPECT_GE(P.extent[0], 1);
    return 1. + 1. / double(P.extent[0]);
  };
  tp_tuner_start(&T, &First, 1e9);
  run();
  EXPECT_TRUE(T.best.done);
}

TEST_F(Tune, OtherMeshesModesAndMappingsAreMeasured) {
  Shape.point = 50e-9;
  setMachine(2, 2);
  bool Mapped[2] = {}, Grouping[4] = {}, Alone = false;
  Clock = [&](const tp_choice &P) {
    Mapped[P.mapped] = Grouping[P.grouping] = true;
    Alone |= P.ranks == 1;
    return 1.;
  };
  tp_tuner_start(&T, &First, 1e9);
  run();
  EXPECT_TRUE(Mapped[0] && Mapped[1]);
  EXPECT_TRUE(Grouping[TP_GROUPING_DATAFLOW] && Grouping[TP_GROUPING_HYPERPLANE]);
  EXPECT_TRUE(Alone);
}

TEST_F(Tune, TransportsPiecesAndAssignmentsAreMeasured) {
  Shape.point = 50e-9;
  setMachine(2, 1);
  Machine.transports = 1 << TP_TRANSPORT_SHM;
  bool Transport[5] = {}, Assign[3] = {}, Cut = false, Whole = false;
  Clock = [&](const tp_choice &P) {
    Transport[P.transport] = Assign[P.assign] = true;
    Cut |= P.piece > 0;
    Whole |= P.piece == 0;
    return P.transport == TP_TRANSPORT_PERSISTENT ? 0.5 : 1.;
  };
  tp_tuner_start(&T, &First, 1e9);
  run();
  EXPECT_TRUE(Transport[TP_TRANSPORT_P2P] && Transport[TP_TRANSPORT_SHM]);
  EXPECT_FALSE(Transport[TP_TRANSPORT_RMA]); // it does not work there
  EXPECT_TRUE(Assign[TP_ASSIGN_BLOCK] && Assign[TP_ASSIGN_CYCLIC]);
  EXPECT_TRUE(Cut && Whole);
  EXPECT_EQ(T.best.transport, TP_TRANSPORT_PERSISTENT);
}

TEST_F(Tune, WhatTheModelHasLearntComesFirst) {
  tp_tuner_start(&T, &First, 1e9);
  Shape.point = 500e-9; // as the first runs have shown
  tp_choice P;
  const char *Why;
  ASSERT_EQ(tp_plan_choose(&Shape, &Machine, &Settings, "t", &P, &Why), TP_OK) << Why;
  tp_tuned Chosen = tp_tuned_of(&P);
  ASSERT_NE(memcmp(Chosen.extent, First.extent, sizeof First.extent), 0);
  run(3);
  EXPECT_EQ(memcmp(T.now.extent, Chosen.extent, sizeof Chosen.extent), 0);
  EXPECT_EQ(memcmp(T.now.group, Chosen.group, sizeof Chosen.group), 0);
}

// The model sees no gain; the clock does.
TEST_F(Tune, BeginsWithOneCpuWhereTheModelDeclines) {
  Shape.point = 1e-12;
  tp_machine_default(2, 2, 1, &Machine);
  tp_choice P;
  const char *Why;
  ASSERT_EQ(tp_plan_choose(&Shape, &Machine, &Settings, "t", &P, &Why), TP_DECLINED);
  ASSERT_EQ(tp_plan_alone(&Shape, &Machine, &Settings, "t", &P), TP_OK);
  EXPECT_EQ(P.ranks * P.threads, 1);
  First = tp_tuned_of(&P);
  Clock = [](const tp_choice &P) { return 1.0 / P.ranks / P.threads; };
  tp_tuner_start(&T, &First, 1e9);
  run();
  EXPECT_EQ(T.best.mesh[0] * T.best.mesh[1] * T.best.group[0] * T.best.group[1], 4);
  Shape.hi[0] = 0;
  EXPECT_EQ(tp_plan_alone(&Shape, &Machine, &Settings, "t", &P), TP_DECLINED);
}

// --- what does not fit

TEST_F(Tune, SettingsComeBeforeWhatWasTuned) {
  tp_choice P;
  auto Fits = [&] { return tp_tuned_build(&Shape, &Machine, &Settings, &First, &P) == TP_OK; };
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
}

TEST_F(Tune, WhatIsIllegalHereDoesNotApply) {
  tp_choice P;
  auto Fits = [&](const tp_tuned &X) {
    return tp_tuned_build(&Shape, &Machine, &Settings, &X, &P) == TP_OK;
  };
  tp_tuned X = First;
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

} // namespace
