// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The search against the rules, and against trying everything.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

extern "C" {
#include "plan/build.h"
#include "plan/formulas.h"
#include "plan/model.h"
#include "plan/search.h"
}

namespace {

struct Space {
  tp_problem Problem = {};
  tp_shape &Shape = Problem.shape;
  tp_machine &Machine = Problem.machine;
  tp_settings &Settings = Problem.settings;
  tp_request Q = {};
  const char *Why = nullptr;

  Space(std::vector<tp_int> Lengths, int Ranks, int Threads, int Hosts, double Point) {
    Shape.dims = int(Lengths.size());
    Shape.points = 1;
    Shape.point = Point;
    for (int D = 0; D < Shape.dims; D++) {
      Shape.hi[D] = Lengths[size_t(D)];
      Shape.points *= Lengths[size_t(D)];
      Shape.reach[D] = 1;
      Shape.load[D] = 8;
    }
    tp_machine_default(Ranks, Threads, Hosts, &Machine);
  }
  void ask() {
    ASSERT_EQ(tp_request_for(&Problem, &Q, &Why), TP_OK) << Why;
  }
  tp_plan search() {
    return tp_search(&Problem, &Q, Machine.ranks, Machine.threads);
  }
  tp_plan rules() {
    return tp_plan_make(&Problem, &Q, Machine.ranks, Machine.threads);
  }
  /// Least time over all meshes, groups, mapped dimensions, groupings, and extents of the ladder.
  double everything() {
    double Best = rules().predicted;
    for (int M = 0; M < Shape.dims; M++) {
      tp_request R = Q;
      tp_int Meshes[64][TP_DIMS], Groups[64][TP_DIMS];
      R.mesh[Q.mapped] = R.group[Q.mapped] = 0;
      R.mapped = M;
      R.mesh[M] = R.group[M] = 1;
      int A = tp_factorisations(Shape.dims, M, Machine.ranks, nullptr, nullptr, Meshes, 64);
      int B = tp_factorisations(Shape.dims, M, Machine.threads, nullptr, nullptr, Groups, 64);
      for (int K = 0; K < A * B; K++)
        for (int Grouping : {TP_GROUPING_DATAFLOW, TP_GROUPING_HYPERPLANE}) {
          memcpy(R.tried_mesh, Meshes[K % A], sizeof R.tried_mesh);
          memcpy(R.tried_group, Groups[K / A], sizeof R.tried_group);
          tp_problem Way = Problem;
          Way.settings.grouping = Grouping;
          Best = std::min(Best, tp_plan_make(&Way, &R, Machine.ranks, Machine.threads).predicted);
        }
    }
    return Best;
  }
};

std::vector<int> ints(const int *P, int N) { return {P, P + N}; }

TEST(Factorisations, AllOfThemOnce) {
  tp_int Out[64][TP_DIMS];
  EXPECT_EQ(tp_factorisations(3, 2, 16, nullptr, nullptr, Out, 64), 5);
  EXPECT_EQ(Out[0][0] * Out[0][1], 16);
  EXPECT_EQ(Out[0][2], 1);
  EXPECT_EQ(tp_factorisations(4, 3, 16, nullptr, nullptr, Out, 64), 15);
  tp_int Cap[3] = {4, 8, 1}, Fixed[3] = {2, 0, 0};
  EXPECT_EQ(tp_factorisations(3, 2, 16, Cap, nullptr, Out, 64), 2); // 4x4, 2x8
  EXPECT_EQ(tp_factorisations(3, 2, 16, nullptr, Fixed, Out, 64), 1);
  EXPECT_EQ(Out[0][1], 8);
  EXPECT_EQ(tp_factorisations(3, 2, 7, Cap, nullptr, Out, 64), 1);
  Cap[1] = 6;
  EXPECT_EQ(tp_factorisations(3, 2, 7, Cap, nullptr, Out, 64), 0);
  EXPECT_EQ(tp_factorisations(5, 4, 4096, nullptr, nullptr, Out, 64), 64) << "no more than there is room for";
}

// 64 ranks in a row take 63 hops to fill; as 8 x 8 they take 14.
TEST(Search, LeavesALongRowOfRanksForAShortFill) {
  Space S({64, 64, 640}, 64, 1, 64, 200e-9);
  S.Shape.load[0] = 7; // P3's volume alone would prefer one dimension for longer
  S.Shape.load[1] = 0.1;
  S.ask();
  EXPECT_EQ(ints(S.rules().mesh, 3), (std::vector<int>{1, 64, 1}));
  tp_plan P = S.search();
  EXPECT_LT(P.predicted, 0.8 * S.rules().predicted);
  EXPECT_NE(ints(P.mesh, 3), ints(S.rules().mesh, 3));
}

TEST(Search, KeepsWhatIsAskedFor) {
  Space S({400, 400, 4000}, 16, 2, 8, 20e-9);
  S.Settings.mesh.count = 3;
  S.Settings.mesh.at[0] = 2;
  S.Settings.grouping = TP_GROUPING_VERTICAL;
  S.Settings.schedule = TP_SCHEDULE_BLOCKING;
  S.Settings.hybrid = TP_HYBRID_COARSE;
  S.ask();
  tp_plan P = S.search();
  EXPECT_EQ(P.mesh[0], 2);
  EXPECT_EQ(P.grouping, TP_GROUPING_VERTICAL);
  EXPECT_EQ(P.schedule, TP_SCHEDULE_BLOCKING);
  EXPECT_EQ(P.hybrid, TP_HYBRID_COARSE);
}

TEST(Search, ChoosesOnlyWhatIsBuilt) {
  Space S({400, 400, 4000}, 16, 2, 1, 20e-9);
  S.ask();
  EXPECT_EQ(S.search().transport, TP_TRANSPORT_P2P);
  EXPECT_EQ(S.search().protocol, TP_PROTOCOL_EAGER);
}

// A short region must not wait for its plan: the rules hold.
TEST(Search, IsShortForShortRegions) {
  Space Short({64, 64, 640}, 64, 1, 64, 1e-9), Long({64, 64, 640}, 64, 1, 64, 1e-6);
  Short.ask();
  Long.ask();
  EXPECT_GE(Short.search().predicted, 0);
  EXPECT_LE(Long.search().predicted, Long.rules().predicted);
}

// Never worse than the rules, and near the best of everything.
TEST(Search, IsNearTheBestOfEverything) {
  std::mt19937_64 Random(7);
  auto Below = [&](int N) { return int(Random() % unsigned(N)); };
  std::vector<double> Ratios;
  for (int K = 0; K < 300; K++) {
    std::vector<tp_int> Lengths;
    int Dims = 2 + Below(2);
    for (int D = 0; D < Dims; D++)
      Lengths.push_back(60 + Below(D == Dims - 1 ? 4000 : 500));
    int Ranks[] = {1, 2, 4, 8, 16}, Threads[] = {1, 2, 4};
    int R = Ranks[Below(5)];
    Space S(Lengths, R, Threads[Below(3)], Below(2) ? R : 1, 1e-9 * (1 + Below(200)));
    for (int D = 0; D < Dims; D++)
      S.Shape.load[D] = 1 + Below(40);
    ASSERT_NO_FATAL_FAILURE(S.ask());
    tp_plan P = S.search(), Again = S.search();
    ASSERT_EQ(memcmp(&P, &Again, sizeof P), 0) << "the same input, the same plan";
    EXPECT_LE(P.predicted, 1.02 * S.rules().predicted);
    Ratios.push_back(P.predicted / S.everything());
  }
  std::sort(Ratios.begin(), Ratios.end());
  EXPECT_LT(Ratios[Ratios.size() / 2], 1.02);
  EXPECT_LT(Ratios[Ratios.size() * 95 / 100], 1.16) << "what leaving a rule has to promise";
}

} // namespace
