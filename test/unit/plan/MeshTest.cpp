//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Rows, boxes and coordinates of CPUs, and the plan as text.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

extern "C" {
#include "plan/plan.h"
}

namespace {

// 10 x 7 x 100, mapped along the last: 5 rows of 2 over 2 x 2 CPUs, 7 rows of 1 over 3 x 1.
tp_choice example() {
  tp_choice P = {};
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
  tp_choice P = example();
  tp_int First, Last;
  tp_int Expected[4][2] = {{0, 2}, {2, 3}, {3, 4}, {4, 5}};
  for (int C = 0; C < 4; C++) {
    tp_rows(&P, 0, C, &First, &Last);
    EXPECT_EQ(First, Expected[C][0]);
    EXPECT_EQ(Last, Expected[C][1]);
  }
}

TEST(Mesh, CpusWithoutARowComeLast) {
  tp_choice P = example();
  P.tiles[0] = 2;
  tp_int First, Last;
  for (int C = 0; C < 4; C++) {
    tp_rows(&P, 0, C, &First, &Last);
    EXPECT_EQ(Last - First, C < 2);
  }
}

TEST(Mesh, CoordinatesAreMixedRadixAndRoundTrip) {
  tp_choice P = example();
  for (int Rank = 0; Rank < 6; Rank++)
    for (int Thread = 0; Thread < 2; Thread++) {
      int C[TP_DIMS], BackRank, BackThread;
      tp_cpu_coordinates(&P, Rank, Thread, C);
      EXPECT_EQ(C[0], Rank / 3 * 2 + Thread);
      EXPECT_EQ(C[1], Rank % 3);
      EXPECT_EQ(C[2], 0);
      tp_cpu_at(&P, C, &BackRank, &BackThread);
      EXPECT_EQ(BackRank, Rank);
      EXPECT_EQ(BackThread, Thread);
    }
}

TEST(Mesh, BoxesAreClippedToTheSpace) {
  tp_choice P = example();
  tp_box B;
  ASSERT_TRUE(tp_cpu_box(&P, 0, 0, &B)); // rows 0..1, 0..2
  EXPECT_EQ(B.tp_lo[0], -3);
  EXPECT_EQ(B.tp_hi[0], 1);
  EXPECT_EQ(B.tp_lo[1], 5);
  EXPECT_EQ(B.tp_hi[1], 8);
  EXPECT_EQ(B.tp_lo[2], 0);
  EXPECT_EQ(B.tp_hi[2], 100); // 4 tiles of 30 end at the space
  ASSERT_TRUE(tp_rank_box(&P, 5, &B));
  EXPECT_EQ(B.tp_lo[0], 3);
  EXPECT_EQ(B.tp_hi[0], 7);
  EXPECT_EQ(B.tp_lo[1], 10);
  EXPECT_EQ(B.tp_hi[1], 12);
}

TEST(Mesh, RankBoxIsTheUnionOfItsCpus) {
  tp_choice P = example();
  P.tiles[0] = 3, P.hi[0] = 3; // rank coordinate 1 along 0 has one row and one CPU without
  tp_box Rank, Cpu;
  ASSERT_TRUE(tp_cpu_box(&P, 3, 0, &Cpu));
  EXPECT_FALSE(tp_cpu_box(&P, 3, 1, &Cpu));
  ASSERT_TRUE(tp_cpu_box(&P, 3, 0, &Cpu));
  ASSERT_TRUE(tp_rank_box(&P, 3, &Rank));
  for (int D = 0; D < 3; D++) {
    EXPECT_EQ(Rank.tp_lo[D], Cpu.tp_lo[D]);
    EXPECT_EQ(Rank.tp_hi[D], Cpu.tp_hi[D]);
  }
}

TEST(Mesh, PrintsOneLineAndCountsWhatDoesNotFit) {
  tp_choice P = example();
  P.schedule = TP_SCHEDULE_BLOCKING;
  P.protocol = TP_PROTOCOL_SYNCHRONOUS;
  P.grouping = TP_GROUPING_HYPERPLANE;
  P.hybrid = TP_HYBRID_MULTIPLE;
  P.transport = TP_TRANSPORT_P2P;
  P.ignored = TP_IGNORED_TILE | TP_IGNORED_GROUP;
  char Text[512], Short[10];
  int Length = tp_choice_print(&P, Text, sizeof Text);
  EXPECT_STREQ(Text, "ranks=6 threads=2 schedule=blocking protocol=synchronous grouping=hyperplane "
                     "hybrid=multiple transport=p2p mesh=2,3,1 group=2,1,1 mapped=2 extents=2,1,30 "
                     "grid=5,7,4 ignored=tile,group");
  EXPECT_EQ(Length, int(strlen(Text)));
  EXPECT_EQ(tp_choice_print(&P, Short, sizeof Short), Length);
  EXPECT_STREQ(Short, "ranks=6 t");
  EXPECT_EQ(tp_choice_print(&P, nullptr, 0), Length);
}

} // namespace
