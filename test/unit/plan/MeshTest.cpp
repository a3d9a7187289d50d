// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows, boxes and coordinates of CPUs, and the plan as text.
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <utility>
#include <string>

extern "C" {
#include "plan/plan.h"
}

namespace {

// 10 x 7 x 100, mapped along the last: 5 rows of 2 over 2 x 2 CPUs, 7 rows of 1 over 3 x 1.
tp_plan example() {
  tp_plan P = {};
  P.dims = 3;
  P.mapped = 2;
  P.lo[0] = -3, P.lo[1] = 5, P.lo[2] = 0;
  P.hi[0] = 7, P.hi[1] = 12, P.hi[2] = 100;
  P.extent[0] = 2, P.extent[1] = 1, P.extent[2] = 30;
  P.tiles[0] = 5, P.tiles[1] = 7, P.tiles[2] = 4;
  P.mesh[0] = 2, P.mesh[1] = 3, P.mesh[2] = 1;
  P.group[0] = 2, P.group[1] = 1, P.group[2] = 1;
  P.ranks = 6, P.threads = 2;
  return P;
}

TEST(Mesh, RowsAreBlocksTheFirstOnesLonger) {
  tp_plan P = example();
  tp_int First, Last;
  tp_int Expected[4][2] = {{0, 2}, {2, 3}, {3, 4}, {4, 5}};
  for (int C = 0; C < 4; C++) {
    tp_rows(&P, 0, C, &First, &Last);
    EXPECT_EQ(First, Expected[C][0]);
    EXPECT_EQ(Last, Expected[C][1]);
  }
}

TEST(Mesh, CpusWithoutARowComeLast) {
  tp_plan P = example();
  P.tiles[0] = 2;
  tp_int First, Last;
  for (int C = 0; C < 4; C++) {
    tp_rows(&P, 0, C, &First, &Last);
    EXPECT_EQ(Last - First, C < 2);
  }
}

TEST(Mesh, CoordinatesAreMixedRadixAndRoundTrip) {
  tp_plan P = example();
  for (int Rank = 0; Rank < 6; Rank++)
    for (int Thread = 0; Thread < 2; Thread++) {
      int BackRank, BackThread;
      tp_int C[TP_DIMS], BackPass;
      tp_cpu_coordinates(&P, Rank, Thread, 0, C);
      EXPECT_EQ(C[0], Rank / 3 * 2 + Thread);
      EXPECT_EQ(C[1], Rank % 3);
      EXPECT_EQ(C[2], 0);
      tp_cpu_at(&P, C, &BackRank, &BackThread, &BackPass);
      EXPECT_EQ(BackPass, 0);
      EXPECT_EQ(BackRank, Rank);
      EXPECT_EQ(BackThread, Thread);
    }
}

TEST(Mesh, BoxesAreClippedToTheSpace) {
  tp_plan P = example();
  tp_box B;
  ASSERT_TRUE(tp_cpu_box(&P, 0, 0, 0, &B)); // rows 0..1, 0..2
  EXPECT_EQ(B.tp_lo[0], -3);
  EXPECT_EQ(B.tp_hi[0], 1);
  EXPECT_EQ(B.tp_lo[1], 5);
  EXPECT_EQ(B.tp_hi[1], 8);
  EXPECT_EQ(B.tp_lo[2], 0);
  EXPECT_EQ(B.tp_hi[2], 100); // 4 tiles of 30 end at the space
  ASSERT_TRUE(tp_rank_box(&P, 5, 0, &B));
  EXPECT_EQ(B.tp_lo[0], 3);
  EXPECT_EQ(B.tp_hi[0], 7);
  EXPECT_EQ(B.tp_lo[1], 10);
  EXPECT_EQ(B.tp_hi[1], 12);
}

TEST(Mesh, RankBoxIsTheUnionOfItsCpus) {
  tp_plan P = example();
  P.tiles[0] = 3, P.hi[0] = 3; // rank coordinate 1 along 0 has one row and one CPU without
  tp_box Rank, Cpu;
  ASSERT_TRUE(tp_cpu_box(&P, 3, 0, 0, &Cpu));
  EXPECT_FALSE(tp_cpu_box(&P, 3, 1, 0, &Cpu));
  ASSERT_TRUE(tp_cpu_box(&P, 3, 0, 0, &Cpu));
  ASSERT_TRUE(tp_rank_box(&P, 3, 0, &Rank));
  for (int D = 0; D < 3; D++) {
    EXPECT_EQ(Rank.tp_lo[D], Cpu.tp_lo[D]);
    EXPECT_EQ(Rank.tp_hi[D], Cpu.tp_hi[D]);
  }
}

/// Every row has one CPU and pass; a CPU's rows along a dimension are C apart.
TEST(Mesh, CyclicAssignmentIsAPartition) {
  tp_plan P = example();
  P.assign = TP_ASSIGN_CYCLIC;
  ASSERT_EQ(tp_passes_along(&P, 0), 2); // 5 rows over 4 CPUs
  ASSERT_EQ(tp_passes_along(&P, 1), 3); // 7 rows over 3
  ASSERT_EQ(tp_passes_along(&P, 2), 1);
  ASSERT_EQ(tp_passes(&P), 6);
  std::set<std::pair<tp_int, tp_int>> Rows;
  for (int Rank = 0; Rank < 6; Rank++)
    for (int Thread = 0; Thread < 2; Thread++)
      for (tp_int Pass = 0; Pass < 6; Pass++) {
        tp_int C[TP_DIMS], BackPass;
        int BackRank, BackThread;
        tp_cpu_coordinates(&P, Rank, Thread, Pass, C);
        EXPECT_EQ(C[0], Pass / 3 * 4 + Rank / 3 * 2 + Thread);
        EXPECT_EQ(C[1], Pass % 3 * 3 + Rank % 3);
        tp_cpu_at(&P, C, &BackRank, &BackThread, &BackPass);
        EXPECT_EQ(BackRank, Rank);
        EXPECT_EQ(BackThread, Thread);
        EXPECT_EQ(BackPass, Pass);
        tp_box B;
        bool Has = tp_cpu_box(&P, Rank, Thread, Pass, &B);
        EXPECT_EQ(Has, C[0] < 5 && C[1] < 7);
        if (Has) {
          EXPECT_EQ(B.tp_lo[0], -3 + 2 * C[0]);
          EXPECT_EQ(B.tp_lo[1], 5 + C[1]);
          Rows.insert({C[0], C[1]});
        }
      }
  EXPECT_EQ(Rows.size(), 35u);
}

/// The master keeps bal/T of its rank's rows along the cut, at least one; the others share the rest.
TEST(Mesh, BalancedPartsFollowBal) {
  tp_plan P = example();
  P.hi[0] = 197, P.tiles[0] = 100;
  P.group[0] = 4, P.threads = 4;
  P.balance = TP_BALANCE_VARIABLE;
  P.cut = 0;
  P.bal[0] = 0.6, P.bal[1] = 0.3, P.bal[2] = 0;
  auto Rows = [&](tp_int C) {
    tp_int First, Last;
    tp_rows(&P, 0, C, &First, &Last);
    return Last - First;
  };
  EXPECT_EQ(Rows(0), 8); // 0.6 / 4 * 52 = 7.8
  EXPECT_EQ(Rows(1) + Rows(2) + Rows(3), 44); // the rank has 52
  EXPECT_EQ(Rows(1), 15);
  EXPECT_EQ(Rows(4), 1); // the last rank: bal is 0
  EXPECT_EQ(Rows(5) + Rows(6) + Rows(7), 47);
  P.balance = TP_BALANCE_NONE;
  EXPECT_EQ(Rows(0), 13);
  EXPECT_EQ(Rows(7), 12);
}

TEST(Mesh, PrintsOneLineAndCountsWhatDoesNotFit) {
  tp_plan P = example();
  P.schedule = TP_SCHEDULE_BLOCKING;
  P.protocol = TP_PROTOCOL_SYNCHRONOUS;
  P.grouping = TP_GROUPING_HYPERPLANE;
  P.hybrid = TP_HYBRID_MULTIPLE;
  P.transport = TP_TRANSPORT_P2P;
  P.ignored = TP_SETTING_BIT(tile) | TP_SETTING_BIT(group);
  char Text[512], Short[10];
  int Length = tp_plan_print(&P, "i;j;t+2k", Text, sizeof Text);
  EXPECT_STREQ(Text, "ranks=6 threads=2 schedule=blocking protocol=synchronous grouping=hyperplane "
                     "hybrid=multiple transport=p2p mesh=2,3,1 group=2,1,1 along=t+2k extents=2,1,30 "
                     "grid=5,7,4 ignored=tile,group");
  EXPECT_EQ(Length, int(strlen(Text)));
  EXPECT_EQ(tp_plan_print(&P, "i;j;t+2k", Short, sizeof Short), Length);
  EXPECT_STREQ(Short, "ranks=6 t");
  EXPECT_EQ(tp_plan_print(&P, "i;j;t+2k", nullptr, 0), Length);
}

} // namespace
