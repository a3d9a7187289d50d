// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Balanced parts of coarse hybrids (P3 section 5): factors computed by hand, and plans that use them.
#include <gtest/gtest.h>

#include <vector>

extern "C" {
#include "plan/balance.h"
#include "plan/model.h"
}

namespace {

/// 400 x 1000 points of 10 ns over ranks of two threads along the first dimension, 50 rows and V = 50 each. A message
/// takes 5 us of the CPU that sends it, and 400 bytes of it 0.04 us to copy.
struct Balance : ::testing::Test {
  tp_problem Problem = {};
  tp_shape &Shape = Problem.shape;
  tp_machine &Machine = Problem.machine;
  tp_request Request = {};
  tp_plan P = {};

  void SetUp() override {
    Shape.dims = P.dims = 2;
    Shape.hi[0] = P.hi[0] = 400;
    Shape.hi[1] = P.hi[1] = 1000;
    Shape.points = 400000;
    Shape.point = 10e-9;
    Shape.contiguous_dim = 1;
    Shape.reach[0] = Shape.reach[1] = 1;
    Shape.load[0] = Shape.load[1] = 8;
    tp_machine_default(4, 2, 1, &Machine);
    for (tp_network &N : Machine.link)
      for (int Burst = 0; Burst < 2; Burst++)
        for (int K = 0; K < TP_SIZES; K++)
          N.send[Burst][K] = 5e-6;
    Machine.copy[TP_IN_CACHE] = 1e10;
    P.mapped = 1;
    P.extent[0] = 50, P.extent[1] = 50;
    P.tiles[0] = 8, P.tiles[1] = 20;
    P.mesh[0] = 4, P.mesh[1] = 1;
    P.group[0] = 2, P.group[1] = 1;
    P.ranks = 4, P.threads = 2;
    P.schedule = TP_SCHEDULE_OVERLAP;
    P.protocol = TP_PROTOCOL_EAGER;
    P.grouping = TP_GROUPING_DATAFLOW;
    P.hybrid = TP_HYBRID_COARSE;
    P.transport = TP_TRANSPORT_P2P;
    P.assign = TP_ASSIGN_BLOCK;
    P.faces = TP_FACES_PACKED;
    P.subtiles = 1;
    P.cut = -1;
  }
  tp_plan parts(int Balance) {
    tp_plan Out = P;
    Out.balance = Balance;
    tp_balance_parts(&Problem, &Request, &Out);
    return Out;
  }
  void expectNone() {
    for (int Balance : {TP_BALANCE_CONSTANT, TP_BALANCE_VARIABLE}) {
      tp_plan Out = parts(Balance);
      EXPECT_EQ(Out.balance, TP_BALANCE_NONE);
      EXPECT_EQ(Out.cut, -1);
      EXPECT_EQ(Out.extent[0], P.extent[0]);
    }
  }
};

// A thread's step: 2500 points, 50 starts of rows of 10 ns, one of a tile of 100 ns; both threads': 51.2 us.
const double Step = 2 * (25e-6 + 0.5e-6 + 0.1e-6), Message = 5e-6 + 0.04e-6;

TEST_F(Balance, ConstantTakesBothDirectionsOnAllRanks) {
  tp_plan Out = parts(TP_BALANCE_CONSTANT);
  EXPECT_EQ(Out.balance, TP_BALANCE_CONSTANT);
  EXPECT_EQ(Out.cut, 0);
  for (double Bal : Out.bal)
    EXPECT_NEAR(Bal, 1 - 2 * Message / Step, 1e-9);
}

TEST_F(Balance, VariableTakesThoseThatARankHas) {
  tp_plan Out = parts(TP_BALANCE_VARIABLE);
  EXPECT_EQ(Out.balance, TP_BALANCE_VARIABLE);
  EXPECT_NEAR(Out.bal[0], 1 - Message / Step, 1e-9);
  EXPECT_NEAR(Out.bal[1], 1 - 2 * Message / Step, 1e-9);
  EXPECT_NEAR(Out.bal[2], 1 - Message / Step, 1e-9);
}

TEST_F(Balance, WithoutRanksAlongTheCutVariableIsConstant) {
  Shape.dims = P.dims = 3;
  Shape.hi[2] = P.hi[2] = 40;
  Shape.points *= 40;
  Shape.reach[2] = 1;
  Shape.load[2] = 8;
  P.extent[2] = 10;
  P.tiles[2] = P.mesh[2] = 4;
  P.group[2] = 1;
  P.mesh[0] = 1;
  P.extent[0] = 200, P.tiles[0] = 2;
  tp_plan Constant = parts(TP_BALANCE_CONSTANT), Variable = parts(TP_BALANCE_VARIABLE);
  EXPECT_EQ(Constant.cut, 0);
  EXPECT_LT(Constant.bal[1], 1);
  for (int Kind = 0; Kind < 3; Kind++) {
    EXPECT_EQ(Constant.bal[Kind], Constant.bal[1]);
    EXPECT_EQ(Variable.bal[Kind], Constant.bal[1]);
  }
}

TEST_F(Balance, MoreMessagesThanWorkLeaveTheMasterNothing) {
  Shape.point = 1e-12;
  EXPECT_EQ(parts(TP_BALANCE_CONSTANT).bal[1], 0);
}

/// The parts have to be met by whole rows: 16 times as many where the extent is open, none below the dependences.
TEST_F(Balance, RowsAreThinWhereTheyMayBe) {
  EXPECT_EQ(parts(TP_BALANCE_CONSTANT).extent[0], 4);
  EXPECT_EQ(parts(TP_BALANCE_CONSTANT).tiles[0], 100);
  Shape.reach[0] = 7;
  EXPECT_EQ(parts(TP_BALANCE_CONSTANT).extent[0], 7);
  Request.extent[0] = 50;
  EXPECT_EQ(parts(TP_BALANCE_CONSTANT).extent[0], 50);
  EXPECT_EQ(parts(TP_BALANCE_CONSTANT).tiles[0], 8);
}

TEST_F(Balance, NeedsAMasterThatCommunicates) {
  for (int Hybrid : {TP_HYBRID_MULTIPLE, TP_HYBRID_FINE, TP_HYBRID_MPI}) {
    P.hybrid = Hybrid;
    expectNone();
  }
}

TEST_F(Balance, NeedsRanksThreadsBlocksAndOneCut) {
  const tp_plan Before = P;
  P.ranks = P.mesh[0] = 1;
  expectNone();
  P = Before;
  P.threads = P.group[0] = 1;
  expectNone();
  P = Before;
  P.assign = TP_ASSIGN_CYCLIC;
  expectNone();
  P = Before;
  P.group[1] = 2, P.threads = 4; // along two dimensions
  expectNone();
}

TEST_F(Balance, NobodyAsked) {
  for (int Balance : {TP_BALANCE_AUTO, TP_BALANCE_NONE})
    EXPECT_EQ(parts(Balance).cut, -1);
}

/// Rows of the masters in plans that differ in this setting alone.
TEST_F(Balance, PlansDiffer) {
  tp_settings &Settings = Problem.settings;
  Settings.always = 1;
  Settings.hybrid = TP_HYBRID_COARSE;
  Settings.grouping = TP_GROUPING_DATAFLOW;
  Settings.schedule = TP_SCHEDULE_OVERLAP;
  Settings.tile = {2, {1, 50}};
  Settings.mesh = {2, {4, 1}};
  Settings.group = {2, {2, 1}};
  auto Masters = [&](int Balance) {
    tp_plan Plan = {};
    const char *Why = "";
    Settings.balance = Balance;
    EXPECT_EQ(tp_plan_choose(&Problem, &Plan, &Why), TP_OK) << Why;
    EXPECT_EQ(Plan.balance, Balance == TP_BALANCE_AUTO ? TP_BALANCE_NONE : Balance);
    std::vector<tp_int> Rows;
    for (int Rank = 0; Rank < 4; Rank++) {
      tp_box Box;
      EXPECT_TRUE(tp_cpu_box(&Plan, Rank, 0, 0, &Box));
      Rows.push_back(Box.tp_hi[0] - Box.tp_lo[0]);
    }
    return Rows;
  };
  std::vector<tp_int> None = Masters(TP_BALANCE_NONE), Constant = Masters(TP_BALANCE_CONSTANT),
                      Variable = Masters(TP_BALANCE_VARIABLE);
  EXPECT_EQ(Masters(TP_BALANCE_AUTO), None);
  EXPECT_EQ(None, (std::vector<tp_int>{50, 50, 50, 50}));
  for (int Rank = 0; Rank < 4; Rank++)
    EXPECT_EQ(Constant[Rank], Constant[0]);
  EXPECT_LT(Constant[0], 50);
  // The first and the last have one neighbour to talk to.
  EXPECT_EQ(Variable[1], Constant[1]);
  EXPECT_EQ(Variable[2], Constant[2]);
  EXPECT_GT(Variable[0], Constant[0]);
  EXPECT_EQ(Variable[3], Variable[0]);
}

} // namespace
