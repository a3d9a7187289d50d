// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tiles of a nest that rewrites its arrays fetch from memory again, and the tiles and CPUs that follow.
#include <gtest/gtest.h>

#include <vector>

extern "C" {
#include "plan/formulas.h"
#include "plan/plan.h"
#include "plan/search.h"
#include "plan/traffic.h"
}

namespace {

/// `Steps` sweeps over N x N points of 8 bytes, skewed, as jacobi with two arrays: bytes that cross (t, 2t+i, 2t+j).
struct Sweeps {
  tp_problem Problem = {};
  tp_shape &Shape = Problem.shape;

  Sweeps(tp_int Steps, tp_int N, int Threads) {
    tp_int Hi[] = {Steps, 2 * Steps + N, 2 * Steps + N};
    double Load[] = {8, 32, 32};
    Shape.dims = 3;
    for (int D = 0; D < 3; D++) {
      Shape.hi[D] = Hi[D];
      Shape.reach[D] = D ? 2 : 1;
      Shape.load[D] = Load[D];
    }
    Shape.points = 2 * Steps * N * N;
    Shape.point = 1e-9;
    Shape.contiguous_dim = 2;
    Shape.threads_only = 1;
    Shape.written_bytes = 16. * double(N) * double(N);
    tp_machine_default(1, Threads, 1, &Problem.machine);
  }
  double traffic(std::vector<double> Tile, int Mapped, int Threads = 1) {
    return tp_traffic_seconds(&Problem, Threads, Mapped, Tile.data(), Tile.data());
  }
  tp_status choose(tp_plan *P) {
    const char *Why = nullptr;
    return tp_plan_choose(&Problem, P, &Why);
  }
};

TEST(Traffic, ASweepPerStepFetchesEverything) {
  Sweeps Large(100, 4000, 1);
  double OneByte = Large.traffic({1, 4200, 4200}, 0) / 8;
  EXPECT_GT(OneByte, 1 / Large.Problem.machine.memory[0]);
  // More steps in a tile do not help where a sweep fills the cache in between.
  EXPECT_NEAR(Large.traffic({100, 4200, 4200}, 0), 8 * OneByte, 0.01 * 8 * OneByte);
}

TEST(Traffic, FallsWithTheStepsOfATileThatStays) {
  Sweeps Large(128, 4000, 1);
  double Sweep = Large.traffic({1, 4200, 4200}, 0), Before = Sweep;
  for (double Steps : {16., 32., 64.}) {
    double Now = Large.traffic({Steps, 16, 128}, 1);
    EXPECT_LT(Now, Before);
    Before = Now;
  }
  EXPECT_LT(Before, 0.1 * Sweep);
}

// Blocks keep what a point would fetch again: not where it computes much, where all is near anyway, or little is rewritten.
TEST(Traffic, BlocksGainWhereFetchingTakesLong) {
  Sweeps Middle(100, 400, 1);
  Middle.Shape.bytes = Middle.Shape.written_bytes;
  Middle.Shape.point_bytes = 8;
  EXPECT_TRUE(tp_blocks_may_gain(&Middle.Shape));
  tp_shape Few = Middle.Shape, Small = Middle.Shape, Dear = Middle.Shape;
  Few.points /= 100;
  EXPECT_FALSE(tp_blocks_may_gain(&Few));
  Small.bytes = Small.written_bytes = 20e3;
  EXPECT_FALSE(tp_blocks_may_gain(&Small));
  Dear.point = 20e-9;
  EXPECT_FALSE(tp_blocks_may_gain(&Dear));
}

TEST(Traffic, NothingWhereTheArraysStay) {
  Sweeps Small(100, 400, 1);
  EXPECT_FALSE(tp_traffic_matters(&Small.Shape));
  EXPECT_EQ(Small.traffic({1, 600, 600}, 0), 0);
}

// Rows (t-i-j, t-i+j, t+i-j): a step of time is no face of a tile, but a slice across all three.
TEST(Traffic, SlicesOfTimeStayWhereTwoFitTheCache) {
  Sweeps Large(100, 2000, 1);
  double Outer[] = {0, 0.5, 0.5};
  for (int D = 0; D < 3; D++) {
    Large.Shape.hi[D] = 4100;
    Large.Shape.load[D] = 16;
    Large.Shape.outer[D] = Outer[D];
  }
  Large.Shape.cell = 4;
  Large.Shape.point_bytes = 8;
  // 16000 points of a slice, and 3 million.
  double Short = Large.traffic({128, 256, 256}, 2), Long = Large.traffic({1536, 4100, 4100}, 2);
  EXPECT_LT(Short, 0.1 * Long);
  // The same slices in more steps, and slices of 200000 points, which the core's own cache does not hold.
  EXPECT_LT(Large.traffic({256, 128, 4100}, 2), 0.1 * Long);
  EXPECT_GT(Large.traffic({1536, 256, 256}, 2), 2 * Short);
}

// Each element is fetched once under any plan.
TEST(Traffic, NothingWhereElementsAreWrittenOnce) {
  Sweeps Large(1, 4000, 1);
  EXPECT_EQ(Large.traffic({1, 4000, 4000}, 0), 0);
}

TEST(Traffic, ThreadsShareMemoryAndCache) {
  Sweeps Large(100, 4000, 2);
  EXPECT_GE(Large.traffic({1, 4200, 4200}, 0, 2), Large.traffic({1, 4200, 4200}, 0, 1));
}

TEST(TrafficPlans, TilesKeepStepsTogether) {
  for (int Threads : {1, 2, 8}) {
    Sweeps Large(100, 4000, Threads);
    tp_plan P;
    ASSERT_EQ(Large.choose(&P), TP_OK);
    EXPECT_EQ(P.threads, Threads);
    std::vector<double> Tile(P.extent, P.extent + 3);
    EXPECT_LT(Large.traffic(Tile, P.mapped, Threads), 0.25 * Large.traffic({1, 4200, 4200}, 0, Threads));
  }
}

TEST(TrafficPlans, OneCpuRunsWhereTilesSaveMemory) {
  tp_plan P;
  EXPECT_EQ(Sweeps(100, 4000, 1).choose(&P), TP_OK);
  EXPECT_EQ(Sweeps(100, 400, 1).choose(&P), TP_DECLINED);
  EXPECT_EQ(Sweeps(1, 4000, 1).choose(&P), TP_DECLINED);
  // Memory is not what costly points wait for.
  Sweeps Costly(100, 4000, 1);
  Costly.Shape.point = 100e-9;
  EXPECT_EQ(Costly.choose(&P), TP_DECLINED);
}

// for (iter ...) for (j ...) a[j] += ...: no element waits for another one.
TEST(TrafficPlans, RowsWithoutDependenceRunThroughAllSteps) {
  for (int Threads : {1, 2, 8}) {
    Sweeps Triad(20, 4000000, Threads);
    Triad.Shape.dims = 2;
    Triad.Shape.hi[1] = 4000000;
    Triad.Shape.reach[1] = 0;
    Triad.Shape.load[1] = 0;
    Triad.Shape.points = 20 * 4000000;
    Triad.Shape.contiguous_dim = 1;
    Triad.Shape.written_bytes = 8. * 4000000;
    tp_plan P;
    ASSERT_EQ(Triad.choose(&P), TP_OK);
    EXPECT_EQ(P.threads, Threads);
    EXPECT_EQ(P.extent[0], 20);
    EXPECT_LE(P.extent[1], 65536);
  }
}

// A triangle whose rows are read once: the columns of a row belong to one CPU, or what it fetches ahead is another one's.
TEST(Traffic, RowsThatAreReadOnceContinueInTheNextTile) {
  tp_shape S = {};
  S.dims = 2;
  S.hi[0] = S.hi[1] = 8000;
  S.inner[0] = 1;
  S.points = 32000000;
  S.bytes = 512e6;
  S.density.cells[0] = S.density.cells[1] = 32;
  const double Tile[] = {256, 250}, Whole[] = {8000, 250};
  EXPECT_EQ(tp_ahead_seconds(&S, 0, Tile), 0);
  EXPECT_GT(tp_ahead_seconds(&S, 1, Tile), 0);
  EXPECT_EQ(tp_ahead_seconds(&S, 1, Whole), 0);
  S.density.cells[0] = 0; // a box
  EXPECT_EQ(tp_ahead_seconds(&S, 0, Tile), 0);
  EXPECT_EQ(tp_ahead_seconds(&S, 1, Tile), 0);
  S.density.cells[0] = 32;
  S.bytes = 1e6; // in a cache
  EXPECT_EQ(tp_ahead_seconds(&S, 1, Tile), 0);
  S.bytes = 20e6; // read often
  EXPECT_EQ(tp_ahead_seconds(&S, 1, Tile), 0);
}

// In a box a row goes on in the next tile, or in the next block: with what was fetched ahead if few rows lie between.
TEST(Traffic, RowsGoOnWithWhatIsLeftInTheCache) {
  tp_shape S = {};
  S.dims = 3;
  S.hi[0] = S.hi[1] = 256;
  S.hi[2] = 4096;
  S.inner[2] = 1;
  S.contiguous_dim = 2;
  S.points = 1 << 28;
  S.bytes = 4. * (1 << 28);
  const double Panel[] = {128, 255, 64}, Thin[] = {8, 32, 64}, Slab[] = {8, 128, 4096}, Thick[] = {128, 128, 4096};
  EXPECT_GT(tp_ahead_seconds(&S, 2, Panel), 0);
  EXPECT_EQ(tp_ahead_seconds(&S, 2, Thin), 0);
  EXPECT_EQ(tp_ahead_seconds(&S, 0, Thick), 0);
  S.kinds.jam_sides = 7; // in blocks
  EXPECT_EQ(tp_ahead_seconds(&S, 0, Slab), 0);
  EXPECT_GT(tp_ahead_seconds(&S, 0, Thick), 0);
}

TEST(TrafficPlans, KeepWhatIsAskedFor) {
  Sweeps Large(100, 4000, 2);
  Large.Problem.settings.tile = {3, {0, 0, 7}};
  tp_plan P;
  ASSERT_EQ(Large.choose(&P), TP_OK);
  EXPECT_EQ(P.extent[2], 7);
}

} // namespace
