// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads rest where runs show, or other processes promise, that they do not get cores.
#include <gtest/gtest.h>

extern "C" {
#include "trial/oversubscription.h"
}

TEST(Oversubscription, GoodRunsLeaveThreadsAlone) {
  tp_oversubscription C = {};
  EXPECT_EQ(tp_oversubscription_ran(&C, 1, 0.6e-3, 0.6e-3, 1e-3, 0), 0);
  EXPECT_EQ(tp_oversubscription_ran(&C, 2, 1.2e-3, 1.2e-3, 1e-3, 0), 0);
  EXPECT_EQ(tp_oversubscription_rests(&C, 2), 0);
  // Some microseconds more are no sign.
  EXPECT_EQ(tp_oversubscription_ran(&C, 3, 25e-6, 25e-6, 10e-6, 0), 0);
}

// What is slow on cores of its own is slow by its plan, and is measured.
TEST(Oversubscription, ThreadsThatHadTheirCoresDoNotRest) {
  tp_oversubscription C = {};
  EXPECT_EQ(tp_oversubscription_ran(&C, 1, 8e-3, 0.5e-3, 1e-3, 0), 0);
  EXPECT_EQ(tp_oversubscription_rests(&C, 1), 0);
  EXPECT_EQ(tp_oversubscription_ran(&C, 1, 8e-3, 2e-3, 1e-3, 0), 1);
  EXPECT_EQ(tp_oversubscription_rests(&C, 1), 1);
}

TEST(Oversubscription, ASlowRunCostsAPartOfTheRest) {
  tp_oversubscription C = {};
  EXPECT_EQ(tp_oversubscription_ran(&C, 1, 8e-3, 8e-3, 1e-3, 0), 1);
  EXPECT_EQ(tp_oversubscription_rests(&C, 1.079), 1);
  EXPECT_EQ(tp_oversubscription_rests(&C, 1.081), 0);
}

TEST(Oversubscription, TheRestDoublesAndIsBounded) {
  tp_oversubscription C = {};
  double Now = 1;
  tp_oversubscription_ran(&C, Now, 8e-3, 8e-3, 1e-3, 0);
  tp_oversubscription_ran(&C, Now, 8e-3, 8e-3, 1e-3, 0);
  EXPECT_DOUBLE_EQ(C.rest, 0.16);
  for (int I = 0; I < 20; I++)
    tp_oversubscription_ran(&C, Now, 8e-3, 8e-3, 1e-3, 0);
  EXPECT_DOUBLE_EQ(C.rest, 2);
  // A good run ends it.
  tp_oversubscription_ran(&C, Now, 0.5e-3, 0.5e-3, 1e-3, 0);
  EXPECT_EQ(tp_oversubscription_rests(&C, Now), 0);
  tp_oversubscription_ran(&C, Now, 8e-3, 8e-3, 1e-3, 0);
  EXPECT_DOUBLE_EQ(C.rest, 0.08);
}

// A team that has slept takes some time to come; whether it gets cores its next run shows.
TEST(Oversubscription, WakingATeamIsExcusedOnce) {
  tp_oversubscription C = {};
  EXPECT_EQ(tp_oversubscription_ran(&C, 1, 0.3e-3, 0.3e-3, 10e-6, 1), 1) << "it is no measurement";
  EXPECT_EQ(tp_oversubscription_rests(&C, 1), 0);
  EXPECT_EQ(tp_oversubscription_ran(&C, 1.1, 0.3e-3, 0.3e-3, 10e-6, 1), 1);
  EXPECT_EQ(tp_oversubscription_rests(&C, 1.1), 1) << "calls too far apart for a team";
  // Longer than waking takes, or awake.
  for (double Seconds : {8e-3, 0.3e-3}) {
    C = {};
    EXPECT_EQ(tp_oversubscription_ran(&C, 1, Seconds, Seconds, 10e-6, Seconds > 1e-3), 1);
    EXPECT_EQ(tp_oversubscription_rests(&C, 1), 1);
  }
}

TEST(Oversubscription, OtherProcessesHinderShortNests) {
  EXPECT_EQ(tp_oversubscription_expected(2, 0, 2, 1e-3, 4e-3), 0);
  EXPECT_EQ(tp_oversubscription_expected(4, 2, 2, 1e-3, 4e-3), 0);
  EXPECT_EQ(tp_oversubscription_expected(2, 2, 2, 1e-3, 4e-3), 1);
  // A team that gets two of four turns is faster than a loop that gets one of three.
  EXPECT_EQ(tp_oversubscription_expected(2, 2, 2, 1, 4e-3), 0);
  // One of many cores is no reason to leave all others.
  EXPECT_EQ(tp_oversubscription_expected(64, 1, 64, 20e-3, 4e-3), 0);
  EXPECT_EQ(tp_oversubscription_expected(64, 1, 64, 2e-3, 4e-3), 1);
}
