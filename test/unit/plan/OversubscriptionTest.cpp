// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads rest where runs show, or other processes promise, that they do not get cores.
#include <gtest/gtest.h>

extern "C" {
#include "trial/oversubscription.h"
}

TEST(Oversubscription, GoodRunsLeaveThreadsAlone) {
  tp_oversubscription C = {0, 0};
  EXPECT_EQ(tp_oversubscription_ran(&C, 1, 0.6e-3, 1e-3), 0);
  EXPECT_EQ(tp_oversubscription_ran(&C, 2, 1.2e-3, 1e-3), 0);
  EXPECT_EQ(tp_oversubscription_rests(&C, 2), 0);
  // Some microseconds more are no sign.
  EXPECT_EQ(tp_oversubscription_ran(&C, 3, 25e-6, 10e-6), 0);
}

TEST(Oversubscription, ASlowRunCostsAPartOfTheRest) {
  tp_oversubscription C = {0, 0};
  EXPECT_EQ(tp_oversubscription_ran(&C, 1, 8e-3, 1e-3), 1);
  EXPECT_EQ(tp_oversubscription_rests(&C, 1.079), 1);
  EXPECT_EQ(tp_oversubscription_rests(&C, 1.081), 0);
}

TEST(Oversubscription, TheRestDoublesAndIsBounded) {
  tp_oversubscription C = {0, 0};
  double Now = 1;
  tp_oversubscription_ran(&C, Now, 8e-3, 1e-3);
  tp_oversubscription_ran(&C, Now, 8e-3, 1e-3);
  EXPECT_DOUBLE_EQ(C.rest, 0.16);
  for (int I = 0; I < 20; I++)
    tp_oversubscription_ran(&C, Now, 8e-3, 1e-3);
  EXPECT_DOUBLE_EQ(C.rest, 2);
  // A good run ends it.
  tp_oversubscription_ran(&C, Now, 0.5e-3, 1e-3);
  EXPECT_EQ(tp_oversubscription_rests(&C, Now), 0);
  tp_oversubscription_ran(&C, Now, 8e-3, 1e-3);
  EXPECT_DOUBLE_EQ(C.rest, 0.08);
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
