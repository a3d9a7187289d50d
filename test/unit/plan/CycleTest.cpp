// CycleTest.cpp - threads that gain in their runs, and lose in what lies between.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <functional>

extern "C" {
#include "trial/cycle.h"
}

namespace {

struct Cycle : testing::Test {
  tp_cycle C = {};
  double Run = 1e-4;
  int Calls = 0, LoopCalls = 0;

  /// Calls until it is over; of the number of the call and whether its loop runs: the seconds to the next one.
  tp_cycle_answer compare(const std::function<double(int, bool)> &Between) {
    double Now = 1;
    for (;;) {
      tp_cycle_answer Answer = tp_cycle_begins(&C, Now, Run);
      if ((Answer != TP_CYCLE_PLAN && Answer != TP_CYCLE_LOOP) || Calls == 1000)
        return Answer;
      LoopCalls += Answer == TP_CYCLE_LOOP;
      Now += Between(Calls++, Answer == TP_CYCLE_LOOP);
    }
  }
};

TEST_F(Cycle, KeepsWhatGains) {
  EXPECT_EQ(compare([](int, bool Loop) { return Loop ? 4e-4 : 3e-4; }), TP_CYCLE_KEEPS);
  EXPECT_LE(LoopCalls, 9) << "one turn of the loop is enough";
}

TEST_F(Cycle, KeepsWhatIsNoWorse) {
  EXPECT_EQ(compare([](int, bool Loop) { return Loop ? 2.97e-4 : 3e-4; }), TP_CYCLE_KEEPS);
}

TEST_F(Cycle, LosesByWhatLiesBetween) {
  EXPECT_EQ(compare([](int, bool Loop) { return Loop ? 3e-4 : 4e-4; }), TP_CYCLE_LOSES);
  EXPECT_LE(Calls, 40);
}

// The program became faster meanwhile, whatever ran.
TEST_F(Cycle, TheLoopGainsInBothOfItsTurns) {
  EXPECT_EQ(compare([](int Call, bool) { return Call < 10 ? 4e-4 : 3e-4; }), TP_CYCLE_KEEPS);
}

TEST_F(Cycle, ADisturbedCycleSaysNothing) {
  EXPECT_EQ(compare([](int Call, bool Loop) { return Call % 3 == 0 ? 1e-2 : Loop ? 4e-4 : 3e-4; }), TP_CYCLE_KEEPS);
  C = {};
  EXPECT_EQ(compare([](int Call, bool Loop) { return Call % 3 == 0 ? 1e-2 : Loop ? 3e-4 : 4e-4; }), TP_CYCLE_LOSES);
}

// The first cycle of a turn brings data back to where the turn wants it.
TEST_F(Cycle, TheFirstCycleOfATurnDoesNotCount) {
  bool Last = false;
  EXPECT_EQ(compare([&](int, bool Loop) {
              bool Changed = Loop != Last;
              Last = Loop;
              return Changed ? 1e-4 : Loop ? 4e-4 : 3e-4;
            }),
            TP_CYCLE_KEEPS);
}

TEST_F(Cycle, LongProgramsBetweenCallsAreNotJudged) {
  EXPECT_EQ(compare([](int, bool Loop) { return Loop ? 3e-3 : 4e-3; }), TP_CYCLE_KEEPS);
  EXPECT_EQ(LoopCalls, 0);
}

} // namespace
