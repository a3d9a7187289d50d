// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spaces that are no boxes: what is found out about them, pipelines of unequal tiles against every single
// step of them, and the plans that follow.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

extern "C" {
#include "plan/build.h"
#include "plan/density.h"
#include "plan/formulas.h"
#include "plan/model.h"
#include "plan/search.h"
#include "plan/traffic.h"
#include "plan/uneven.h"
}

namespace {

using Point = std::vector<tp_int>;

/// A space as tp_points knows it: points (x, y) or (x, y, z) of a box that are inside. Points are counted along
/// the last dimension, so that large spaces can be asked about.
struct Space {
  Point Hi;
  /// First and past-the-last inner coordinate at the outer ones.
  std::function<std::pair<tp_int, tp_int>(const Point &)> Run;

  tp_int count(const tp_box &B) const {
    tp_int Sum = 0;
    Point At(Hi.size() - 1);
    std::function<void(size_t)> Scan = [&](size_t D) {
      if (D + 1 == Hi.size()) {
        auto [First, End] = Run(At);
        First = std::max(First, B.tp_lo[D]);
        End = std::min({End, B.tp_hi[D], Hi[D]});
        Sum += std::max<tp_int>(End - First, 0);
        return;
      }
      for (At[D] = std::max<tp_int>(B.tp_lo[D], 0); At[D] < std::min(B.tp_hi[D], Hi[D]); At[D]++)
        Scan(D + 1);
    };
    Scan(0);
    return Sum;
  }
};

const Space &space(const void *P) { return *static_cast<const Space *>(P); }
tp_int points(const tp_box *B, const void *P) { return space(P).count(*B); }

tp_shape shapeOf(const Space &S) {
  tp_shape Shape = {};
  tp_region R = {};
  tp_box All = {};
  Shape.dims = R.tp_dims = int(S.Hi.size());
  R.tp_points = points;
  for (int D = 0; D < Shape.dims; D++) {
    Shape.hi[D] = All.tp_hi[D] = S.Hi[size_t(D)];
    Shape.reach[D] = 1;
    Shape.load[D] = 8;
  }
  Shape.points = S.count(All);
  Shape.point = 5e-9;
  Shape.contiguous_dim = Shape.dims - 1;
  tp_density_of(&R, &S, &Shape);
  return Shape;
}

/// Rows of equal length, each one point further.
Space skewed(tp_int Rows, tp_int Length) {
  return {{Rows, Rows + Length}, [=](const Point &P) { return std::make_pair(P[0], P[0] + Length); }};
}
Space triangle(tp_int N) {
  return {{N, N}, [](const Point &P) { return std::make_pair(tp_int(0), P[0] + 1); }};
}
Space band(tp_int N, tp_int Width) {
  return {{N, N}, [=](const Point &P) { return std::make_pair(P[0] - Width, P[0] + Width + 1); }};
}
/// Steps of a Gauss-Seidel sweep: t, t + i, 2t + i + j.
Space seidel(tp_int Steps, tp_int N) {
  return {{Steps, Steps + N, 2 * (Steps + N)}, [=](const Point &P) {
            bool Inside = P[1] >= P[0] && P[1] < P[0] + N;
            return Inside ? std::make_pair(P[0] + P[1], P[0] + P[1] + N) : std::make_pair(tp_int(0), tp_int(0));
          }};
}

/// Points of a tile, cached.
struct Tiles {
  const Space &S;
  const tp_plan &P;
  double operator()(const Point &Tile) const {
    tp_box B = {};
    for (size_t D = 0; D < Tile.size(); D++) {
      B.tp_lo[D] = Tile[D] * P.extent[D];
      B.tp_hi[D] = std::min(B.tp_lo[D] + P.extent[D], P.hi[D]);
    }
    return double(S.count(B));
  }
};

/// Every step of the pipeline of a plan that cuts dimension E alone: the seconds until all are through.
double everyStep(const Space &S, const tp_plan &P, int E, const tp_rates &Rates) {
  tp_int Rows = P.tiles[E], K = P.tiles[P.mapped], Cpus = tp_int(P.mesh[E]) * P.group[E];
  std::vector<double> Below(size_t(K), 0), Free(size_t(Cpus), 0);
  Tiles Count{S, P};
  tp_int Block = P.assign == TP_ASSIGN_CYCLIC ? 1 : tp_ceil_div(Rows, Cpus);
  EXPECT_EQ(Block, 1) << "rows of one CPU are one step";
  for (tp_int V = 0; V < Rows; V++) {
    double Now = Free[size_t(V % Cpus)];
    for (tp_int T = 0; T < K; T++) {
      Point Tile(S.Hi.size(), 0);
      Tile[size_t(E)] = V;
      Tile[size_t(P.mapped)] = T;
      Now = std::max(Now, V > 0 ? Below[size_t(T)] + Rates.thread : 0) + Count(Tile) * Rates.point + Rates.step;
      Below[size_t(T)] = Now;
    }
    Free[size_t(V % Cpus)] = Now;
  }
  return *std::max_element(Free.begin(), Free.end());
}

tp_plan planOf(const tp_shape &S, int Mapped, int E, int Cpus, Point Extents, int Assign) {
  tp_plan P = {};
  P.dims = S.dims;
  P.mapped = Mapped;
  P.ranks = 1;
  P.threads = Cpus;
  P.assign = Assign;
  P.grouping = TP_GROUPING_DATAFLOW;
  P.schedule = TP_SCHEDULE_OVERLAP;
  P.cut = -1;
  for (int D = 0; D < S.dims; D++) {
    P.hi[D] = S.hi[D];
    P.mesh[D] = 1;
    P.group[D] = D == E ? Cpus : 1;
    P.extent[D] = Extents[size_t(D)];
    P.tiles[D] = tp_ceil_div(S.hi[D], P.extent[D]);
  }
  return P;
}

double total(const tp_shape &S, const tp_plan &P, const tp_rates &Rates) {
  tp_uneven Run = {};
  EXPECT_TRUE(tp_uneven_run(&S, &P, &Rates, &Run));
  EXPECT_LE(Run.busiest * Rates.point, Run.total * 1.001);
  return Run.total;
}

TEST(Density, ABoxHasNone) {
  Space Box = {{30, 40}, [](const Point &) { return std::make_pair(tp_int(0), tp_int(40)); }};
  EXPECT_EQ(shapeOf(Box).density.cells[0], 0);
}

TEST(Density, SharesAreThoseOfThePoints) {
  for (const Space &S : {skewed(500, 300), triangle(777), band(5000, 20), seidel(40, 300)}) {
    tp_shape Shape = shapeOf(S);
    ASSERT_GT(Shape.density.cells[0], 0);
    tp_cuts Cuts[TP_DIMS];
    float Share[64];
    for (int D = 0; D < Shape.dims; D++)
      Cuts[D] = {2, {0, 0.3, 1}};
    tp_density_cut(&Shape, Cuts, Share);
    double Sum = 0;
    for (int K = 0; K < 1 << Shape.dims; K++) {
      tp_box B = {};
      for (int D = 0; D < Shape.dims; D++) {
        bool High = K >> (Shape.dims - 1 - D) & 1;
        tp_int Middle = tp_int(0.3 * double(Shape.hi[D]));
        B.tp_lo[D] = High ? Middle : 0;
        B.tp_hi[D] = High ? Shape.hi[D] : Middle;
      }
      EXPECT_NEAR(Share[K], double(S.count(B)) / double(Shape.points), 0.03) << K;
      Sum += Share[K];
    }
    EXPECT_NEAR(Sum, 1, 1e-3);
  }
}

// Blocks and cyclic rows of few and many CPUs, thin and thick tiles, with and without dependences.
TEST(Uneven, IsNearEveryStepOfThePipeline) {
  const tp_rates Rates = {1e-9, 50e-9, 100e-9, 0};
  std::mt19937_64 Random(3);
  auto Below = [&](tp_int N) { return tp_int(Random() % (unsigned long)N); };
  for (const Space &S : {skewed(900, 400), skewed(300, 2000), triangle(1000), band(3000, 100), seidel(60, 400)}) {
    tp_shape Shape = shapeOf(S);
    std::vector<double> Ratios;
    for (int K = 0; K < 60; K++) {
      int Mapped = int(Below(Shape.dims)), E = (Mapped + 1 + int(Below(Shape.dims - 1))) % Shape.dims;
      int Cpus = 2 << Below(4), Assign = Below(2) ? TP_ASSIGN_CYCLIC : TP_ASSIGN_BLOCK;
      Point Extents = S.Hi;
      Extents[size_t(Mapped)] = 1 + Below(Shape.hi[Mapped] / 24);
      tp_int Rows = Assign == TP_ASSIGN_CYCLIC ? Cpus * (1 + Below(20)) : Cpus;
      Extents[size_t(E)] = std::max<tp_int>(1, tp_ceil_div(Shape.hi[E], Rows));
      Shape.reach[E] = Below(5) > 0;
      tp_plan P = planOf(Shape, Mapped, E, Cpus, Extents, Assign);
      if (Shape.reach[E] == 0 || P.tiles[E] < Cpus)
        continue;
      Ratios.push_back(total(Shape, P, Rates) / everyStep(S, P, E, Rates));
    }
    std::sort(Ratios.begin(), Ratios.end());
    EXPECT_NEAR(Ratios[Ratios.size() / 2], 1, 0.06);
    EXPECT_GT(Ratios.front(), 0.7);
    EXPECT_LT(Ratios.back(), 1.35);
  }
}

// Without dependence along the cut the CPU with most points decides.
TEST(Uneven, IndependentRowsWaitForNobody) {
  Space S = triangle(1024);
  tp_shape Shape = shapeOf(S);
  Shape.reach[0] = 0;
  tp_plan P = planOf(Shape, 1, 0, 4, {256, 64}, TP_ASSIGN_BLOCK);
  EXPECT_NEAR(total(Shape, P, {1e-9, 0, 0, 0}), 1e-9 * double(Shape.points) * 7 / 16, 1e-9 * double(Shape.points) * 0.02);
}

// Many CPUs are followed in bundles.
TEST(Uneven, LongRowsOfCpus) {
  Space S = skewed(4000, 4000);
  tp_shape Shape = shapeOf(S);
  const tp_rates Rates = {1e-9, 0, 0, 0};
  tp_plan P = planOf(Shape, 1, 0, 500, {8, 100}, TP_ASSIGN_BLOCK);
  double Right = everyStep(S, P, 0, Rates);
  EXPECT_NEAR(total(Shape, P, Rates) / Right, 1, 0.1);
}

struct Search {
  tp_problem Problem = {};
  tp_shape &Shape = Problem.shape;
  tp_machine &Machine = Problem.machine;
  tp_settings &Settings = Problem.settings;
  tp_request Q = {};
  Search(const Space &S, int Ranks, int Threads) {
    Shape = shapeOf(S);
    tp_machine_default(Ranks, Threads, 1, &Machine);
  }
  tp_plan operator()() {
    const char *Why = nullptr;
    EXPECT_EQ(tp_request_for(&Problem, &Q, &Why), TP_OK);
    return tp_search(&Problem, &Q, Machine.ranks, Machine.threads);
  }
};

// Blocks of a skewed space wait for each other much of the time.
TEST(UnevenSearch, KeepsBothThreadsBusy) {
  for (const Space &S : {skewed(4000, 4000), triangle(4000), seidel(60, 400), band(40000, 400)}) {
    Search Find(S, 1, 2);
    tp_plan P = Find();
    EXPECT_EQ(P.threads, 2);
    double All = 5e-9 * double(Find.Shape.points);
    EXPECT_LT(P.predicted, 0.6 * All);
  }
}

// Time steps stay together in a tile where a sweep does not fit the cache.
TEST(UnevenSearch, LargeSweepsAreNotFetchedAgainForEachStep) {
  Search Large(seidel(100, 2000), 1, 2), Small(seidel(100, 300), 1, 2);
  Large.Shape.written_bytes = 8. * 2000 * 2000;
  Small.Shape.written_bytes = 8. * 300 * 300;
  tp_plan P = Large();
  EXPECT_NE(P.mapped, 0);
  double Tile[TP_DIMS], Sweep[] = {1, 2100, 4200};
  std::copy(P.extent, P.extent + 3, Tile);
  EXPECT_LT(tp_traffic_seconds(&Large.Problem, 2, P.mapped, Tile, Tile),
            0.25 * tp_traffic_seconds(&Large.Problem, 2, 0, Sweep, Sweep));
  // Nothing to be gained where it fits: the same cost per point, whatever is mapped.
  tp_cost With, Without;
  P = Small();
  tp_predict(&Small.Problem, &P, &With);
  Small.Shape.written_bytes = 0;
  tp_predict(&Small.Problem, &P, &Without);
  EXPECT_EQ(With.total, Without.total);
}

// Threads that write into the same lines of the cache take them from each other.
TEST(UnevenSearch, ThreadsDoNotCutNeighbours) {
  Search Find(seidel(45, 225), 1, 2);
  tp_plan P = Find();
  EXPECT_EQ(P.group[Find.Shape.contiguous_dim], 1);
}

TEST(UnevenSearch, KeepsWhatIsAskedFor) {
  Search Find(skewed(4000, 4000), 1, 2);
  Find.Settings.assign = TP_ASSIGN_BLOCK;
  EXPECT_EQ(Find().assign, TP_ASSIGN_BLOCK);
  Find.Settings.assign = TP_ASSIGN_CYCLIC;
  EXPECT_EQ(Find().assign, TP_ASSIGN_CYCLIC);
  Find.Settings.tile = {2, {100, 0}};
  EXPECT_EQ(Find().extent[0], 100);
  Find.Settings.group = {2, {2, 1}};
  EXPECT_EQ(Find().group[0], 2);
}

TEST(UnevenSearch, RanksAndThreads) {
  Search Find(seidel(60, 400), 4, 2);
  tp_plan P = Find();
  EXPECT_EQ(P.ranks, 4);
  EXPECT_EQ(P.threads, 2);
}

} // namespace
