// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of mapped dimension, mesh, group and extents, its errors, and its invariants on random
// shapes and settings.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <vector>

extern "C" {
#include "plan/fewer.h"
#include "plan/formulas.h"
#include "plan/measured.h"
#include "plan/plan.h"
#include "plan/traffic.h"
}

namespace {

struct Case {
  tp_problem Problem = {};
  tp_shape &Shape = Problem.shape;
  tp_machine &Machine = Problem.machine;
  tp_settings &Settings = Problem.settings;
  tp_plan Out = {};
  std::string Why;

  Case(const Case &Other) : Problem(Other.Problem), Out(Other.Out), Why(Other.Why) {}
  explicit Case(std::vector<tp_int> Lengths, int Ranks = 1, int Threads = 1) {
    strcpy(Problem.region, "tp_x (a.c:12)");
    Shape.dims = int(Lengths.size());
    Shape.points = 1;
    Shape.point = 2e-9;
    Shape.contiguous_dim = Shape.dims - 1;
    for (int D = 0; D < Shape.dims; D++) {
      Shape.lo[D] = D;
      Shape.hi[D] = D + Lengths[size_t(D)];
      Shape.points = tp_mul_sat(Shape.points, std::max<tp_int>(Lengths[size_t(D)], 0));
      Shape.reach[D] = 1;
      Shape.load[D] = 8;
    }
    Shape.owned_bytes = Shape.held_bytes = 8 * double(Shape.points);
    tp_machine_default(Ranks, Threads, 1, &Machine);
  }
  tp_status choose() {
    const char *Text = nullptr;
    tp_plan Before = Out;
    tp_status Status = tp_plan_choose(&Problem, &Out, &Text);
    Why = Text ? Text : "";
    EXPECT_EQ(Status == TP_OK, Why.empty());
    EXPECT_EQ(Why.find('\n'), std::string::npos);
    if (Status != TP_OK) {
      EXPECT_EQ(memcmp(&Before, &Out, sizeof Out), 0) << "outputs are set only on TP_OK";
    }
    return Status;
  }
};

tp_list list(std::vector<tp_int> Entries) {
  tp_list L = {};
  for (tp_int E : Entries)
    L.at[L.count++] = E;
  return L;
}

std::vector<int> ints(const int *P, int N) { return {P, P + N}; }
std::vector<tp_int> ints(const tp_int *P, int N) { return {P, P + N}; }

using Is = std::vector<int>;
using Ls = std::vector<tp_int>;

// --- the mapped dimension

// One CPU alone gains only by jammed rows; its tiles then keep the innermost loop whole, in blocks of
// rows, and leave enough steps to time both functions.
TEST(Choose, OneCpuWithJammedRows) {
  Case C({4000, 5000});
  EXPECT_EQ(C.choose(), TP_DECLINED);
  EXPECT_EQ(C.Why, "one CPU: nothing to gain");
  C.Shape.kinds.jam_rows = 6;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.mapped, 0);
  EXPECT_EQ(C.Out.extent[0] % 6, 0);
  EXPECT_GE(C.Out.tiles[0], 60);
  EXPECT_EQ(C.Out.extent[1], 5000);
  C.Settings.body = TP_BODY_PLAIN;
  EXPECT_EQ(C.choose(), TP_DECLINED);
}

// Tiles that sink a loop are faster than the program's own loop on one CPU as well.
TEST(Choose, OneCpuWithASunkLoop) {
  Case C({400, 500});
  C.Shape.sinks = 1;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.threads, 1);
  C.Shape.sinks = 0;
  EXPECT_EQ(C.choose(), TP_DECLINED);
  EXPECT_EQ(C.Why, "one CPU: nothing to gain");
  C.Settings.always = 1;
  EXPECT_EQ(C.choose(), TP_OK);
}

// Where one thread is that fast, others are not worth their start.
TEST(Choose, ThreadsAreNotWorthTheirStartBesideASunkLoop) {
  Case Short({40, 50}, 1, 2), Long({4000, 5000}, 1, 2);
  Short.Shape.sinks = Long.Shape.sinks = 1;
  ASSERT_EQ(Short.choose(), TP_OK);
  EXPECT_EQ(Short.Out.threads, 1);
  ASSERT_EQ(Long.choose(), TP_OK);
  EXPECT_EQ(Long.Out.threads, 2);
}

// Lines need rows: tiles are not so thin as to leave 64 steps, but leave some to time the functions in.
TEST(Choose, OneCpuWithLines) {
  for (tp_int Rows : {400, 4000}) {
    Case C({Rows, 5000});
    C.Shape.kinds.line_rows = 12;
    C.Shape.line[0] = C.Shape.line[1] = 1;
    ASSERT_EQ(C.choose(), TP_OK);
    EXPECT_EQ(C.Out.mapped, 0);
    EXPECT_GE(C.Out.extent[0], Rows < 1000 ? 12 : 24);
    EXPECT_GE(C.Out.tiles[0], 24);
    EXPECT_EQ(C.Out.extent[1], 5000);
    C.Settings.body = TP_BODY_PLAIN;
    EXPECT_EQ(C.choose(), TP_DECLINED);
  }
}

// Once both functions are timed, one CPU stays for the second one alone: the plain one is the program's own
// loop, which may have come out faster.
TEST(Choose, OneCpuStaysForTheSecondFunctionAlone) {
  Case C({4000, 5000});
  C.Shape.kinds.jam_rows = 6;
  C.Shape.measured.point[0][tp_class_of(5000)] = 5e-9;
  C.Shape.measured.point[1][tp_class_of(5000)] = 4.8e-9;
  EXPECT_EQ(C.choose(), TP_DECLINED);
  C.Shape.measured.point[1][tp_class_of(5000)] = 4e-9;
  EXPECT_EQ(C.choose(), TP_OK);
}

// Steps to time both functions in are worth little where every step is a message.
TEST(Choose, FewStepsWhereMessagesTakeTheTime) {
  Case C({640, 4096}, 8, 1);
  C.Shape.kinds.jam_rows = 6;
  C.Settings.always = 1;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_LE(C.Out.extent[C.Out.mapped], 64) << "messages on a host are cheap";
  C.Machine.hosts = 8;
  for (double &Seconds : C.Machine.link[TP_LINK_HOSTS].stream[0])
    Seconds += 1e-3;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_GT(C.Out.extent[C.Out.mapped], 64);
}

// The long innermost loop stays whole even where a pipeline would be mapped along it.
TEST(Choose, OneCpuKeepsTheInnermostLoopWhole) {
  Case C({256, 256, 4096});
  C.Shape.kinds.jam_rows = 6;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.mapped, 0);
  EXPECT_EQ(C.Out.extent[2], 4096);
}

TEST(Choose, JammedRowsComeInWholeBlocks) {
  for (int Threads : {2, 3, 8}) {
    Case C({4000, 5000}, 1, Threads);
    C.Shape.kinds.jam_rows = 4;
    ASSERT_EQ(C.choose(), TP_OK);
    EXPECT_EQ(C.Out.extent[0] % 4, 0);
  }
}

TEST(Mapped, IsTheLongestDimension) {
  Case C({256, 4096, 128}, 1, 2);
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.mapped, 1);
}

TEST(Mapped, CountsTilesWhereAllExtentsAreGiven) {
  Case C({1000, 4000}, 1, 2);
  C.Settings.tile = list({10, 100});
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.mapped, 0);
  EXPECT_EQ(ints(C.Out.tiles, 2), (Ls{100, 40}));
}

TEST(Mapped, OfEqualsTheOuterKeepsInnerRunsLong) {
  for (tp_int Inner : {tp_int(4096), tp_int(10000)}) {
    Case C({4096, Inner}, 2, 1);
    C.Settings.always = 1;
    ASSERT_EQ(C.choose(), TP_OK);
    EXPECT_EQ(C.Out.mapped, 0);
    EXPECT_EQ(ints(C.Out.mesh, 2), (Is{1, 2}));
  }
}

TEST(Mapped, IndependentDimensionsAreDistributed) {
  Case C({100, 100000, 1000}, 1, 4);
  C.Shape.reach[1] = 0;
  C.Shape.load[1] = 0;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.mapped, 2);
  EXPECT_EQ(ints(C.Out.group, 3), (Is{1, 4, 1}));
}

TEST(Mapped, WithoutDependenceEveryCpuGetsASlab) {
  Case C({300, 300, 300}, 1, 4);
  for (int D = 0; D < 3; D++)
    C.Shape.reach[D] = 0, C.Shape.load[D] = 0;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.mapped, 2);
  EXPECT_EQ(ints(C.Out.group, 3), (Is{4, 1, 1}));
  EXPECT_EQ(ints(C.Out.tiles, 3), (Ls{4, 1, 1}));
  Case Flat({2, 1000000}, 1, 4); // two rows for four CPUs: cut the long dimension instead
  Flat.Shape.reach[0] = Flat.Shape.reach[1] = 0;
  Flat.Settings.mesh = list({1, 0});
  ASSERT_EQ(Flat.choose(), TP_OK);
  EXPECT_EQ(Flat.Out.mapped, 0);
  EXPECT_EQ(ints(Flat.Out.group, 2), (Is{1, 4}));
}

TEST(Mapped, FollowsTheMesh) {
  Case C({256, 4096}, 2, 1);
  C.Settings.always = 1;
  C.Settings.mesh = list({1, 2});
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.mapped, 0);
  C.Settings.mesh = list({0, 0});
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.mapped, 1);
}

// --- mesh and group

TEST(MeshChoice, P3OverThePointsOfTheSpace) {
  Case C({16, 256, 16384}, 16, 1);
  C.Settings.always = 1;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(ints(C.Out.mesh, 3), (Is{1, 16, 1}));
  Case D({256, 256, 16384}, 16, 1);
  D.Settings.always = 1;
  ASSERT_EQ(D.choose(), TP_OK);
  EXPECT_EQ(ints(D.Out.mesh, 3), (Is{4, 4, 1}));
}

TEST(GroupChoice, P0OverGivenTiles) {
  Case C({200, 1200, 1500}, 1, 4);
  C.Settings.tile = list({10, 10, 10}); // 20 x 120 x 150 tiles: P0 example 3
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.mapped, 2);
  EXPECT_EQ(ints(C.Out.group, 3), (Is{1, 4, 1}));
}

TEST(MeshChoice, FewerRanksThanStartedWhenRowsAreFew) {
  Case C({3, 1000}, 5, 1);
  C.Settings.always = 1;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.ranks, 3);
  C.Settings.mesh = list({2, 0});
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.ranks, 2);
}

TEST(MeshChoice, AlwaysGivesEveryRankARow) {
  Case C({9, 1000}, 4, 1);
  C.Settings.always = 1;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.ranks, 4);
  EXPECT_GE(C.Out.tiles[0], 4);
}

TEST(MeshChoice, LimitsOfTests) {
  Case C({100, 1000}, 8, 8);
  C.Settings.always = 1;
  C.Settings.ranks = 3;
  C.Settings.threads = 2;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.ranks, 3);
  EXPECT_EQ(C.Out.threads, 2);
}

TEST(MeshChoice, ThreadsOnlyRegionsUseNoRanks) {
  Case C({100, 1000}, 4, 2);
  C.Shape.threads_only = 1;
  C.Settings.always = 1;
  C.Settings.mesh = list({4, 1});
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.ranks, 1);
  EXPECT_EQ(C.Out.threads, 2);
  EXPECT_EQ(C.Out.ignored, TP_SETTING_BIT(mesh));
}

TEST(Settings, ListsOfAnotherDepthDoNotApply) {
  Case C({100, 1000}, 2, 2);
  C.Settings.always = 1;
  C.Settings.tile = list({1, 1, 1});
  C.Settings.mesh = list({9});
  C.Settings.group = list({9, 9, 9});
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.ignored, TP_SETTING_BIT(tile) | TP_SETTING_BIT(mesh) | TP_SETTING_BIT(group));
}

TEST(Settings, StarsAreChosen) {
  Case C({100, 1000}, 1, 2);
  C.Settings.always = 1;
  C.Settings.tile = list({0, 7});
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.extent[1], 7);
  EXPECT_EQ(C.Out.extent[0], 50);
}

TEST(Settings, AutoIsResolved) {
  Case C({1000, 1000}, 1, 2);
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.schedule, TP_SCHEDULE_OVERLAP);
  EXPECT_EQ(C.Out.protocol, TP_PROTOCOL_EAGER);
  EXPECT_EQ(C.Out.grouping, TP_GROUPING_DATAFLOW);
}

// --- extents

TEST(Extents, FacesStayBelowTheEagerThreshold) {
  Case C({32, 32, 40960}, 2, 1);
  C.Settings.always = 1;
  C.Shape.load[0] = C.Shape.load[1] = 4;
  tp_machine_default(2, 1, 2, &C.Machine);
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.pokes, 0);
  EXPECT_LE(double(C.Out.extent[2]) * 32 * 4, double(C.Machine.link[TP_LINK_HOSTS].eager));
  // A face of whole planes cannot: then it is poked.
  C.Settings.tile = list({0, 0, 40960});
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_GT(C.Out.pokes, 0);
}

TEST(Extents, CoverTheReach) {
  Case C({100, 1000}, 1, 4);
  C.Settings.always = 1;
  C.Shape.reach[0] = 40;
  C.Shape.reach[1] = 300;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_GE(C.Out.extent[0], 40);
  EXPECT_GE(C.Out.extent[1], 300);
  EXPECT_EQ(C.Out.threads, 2);
}

TEST(Extents, ThePipelineIsFilledSoon) {
  // One tile for the whole length would leave the second CPU idle half of the time.
  Case C({2000, 20000}, 1, 2);
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_GE(C.Out.tiles[1], 20);
  EXPECT_LE(C.Out.predicted, 1.1 * 0.5 * 2000 * 20000 * C.Shape.point);
}

TEST(Extents, WithoutDependenceAcrossCpusOneTileIsEnough) {
  Case C({1000, 1000}, 1, 2);
  C.Shape.reach[0] = 0;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(ints(C.Out.tiles, 2), (Ls{2, 1}));
}

// --- gain and loss

TEST(Decline, EmptySpacesEvenAlways) {
  for (tp_int Length : {tp_int(0), tp_int(-5)}) {
    Case C({10, Length}, 2, 2);
    C.Settings.always = 1;
    EXPECT_EQ(C.choose(), TP_DECLINED);
    EXPECT_EQ(C.Why, "the space is empty");
  }
}

TEST(Decline, TooLittleWork) {
  Case C({30, 30}, 1, 2);
  EXPECT_EQ(C.choose(), TP_DECLINED);
  EXPECT_NE(C.Why.find("no gain expected"), std::string::npos);
  C.Settings.always = 1;
  EXPECT_EQ(C.choose(), TP_OK);
}

TEST(Decline, OneCpu) {
  Case C({3000, 3000});
  EXPECT_EQ(C.choose(), TP_DECLINED);
  C.Settings.always = 1;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.ranks * C.Out.threads, 1);
}

TEST(Decline, RanksWhereMovingCostsMoreThanTheySave) {
  Case C({4000, 4000}, 2, 2);
  C.Shape.point = 0.5e-9;
  C.Shape.livein_bytes = 8. * 4000 * 4000;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.ranks, 1);
  EXPECT_EQ(C.Out.threads, 2);
  C.Shape.point = 50e-9;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(C.Out.ranks, 2);
  C.Machine.threads = 1;
  C.Shape.point = 0.5e-9;
  EXPECT_EQ(C.choose(), TP_DECLINED);
}

// Compilers vectorize what has no dependence: it may take a tenth of what its operations take one after the other.
TEST(Decline, RanksOfWhatCompilersVectorize) {
  for (int Reach : {0, 1})
    for (double Point : {12e-9, 200e-9}) {
      Case C({4000, 4000}, 2, 1);
      C.Shape.reach[0] = C.Shape.reach[1] = Reach;
      C.Shape.point = Point;
      C.Shape.livein_bytes = 8. * 4000 * 4000;
      const bool Runs = Reach > 0 || Point > 100e-9;
      EXPECT_EQ(C.choose(), Runs ? TP_OK : TP_DECLINED) << Reach << " " << Point << " " << C.Why;
    }
}

// --- pages

/// An array of doubles that is swept in place, expensive enough for ranks.
Case swept(std::vector<tp_int> Lengths, int Ranks) {
  Case C(std::move(Lengths), Ranks, 1);
  C.Shape.point = 50e-9;
  C.Shape.contiguous_bytes = 8;
  C.Shape.livein_bytes = C.Shape.owned_bytes;
  return C;
}

TEST(Pages, RowsOfOnePageStayWhole) {
  Case C = swept({131072, 512}, 4);
  for (C.Shape.touched = 0; C.Shape.touched < 2; C.Shape.touched++) {
    ASSERT_EQ(C.choose(), TP_OK);
    EXPECT_EQ(ints(C.Out.mesh, 2), Is({4, 1}));
    EXPECT_EQ(C.Out.mapped, 1);
  }
  Case Three = swept({1000, 100, 200}, 4);
  ASSERT_EQ(Three.choose(), TP_OK);
  EXPECT_EQ(Three.Out.ranks, 4);
  EXPECT_EQ(Three.Out.mesh[2], 1);
}

TEST(Pages, LongRowsAreCut) {
  Case C = swept({131072, 8192}, 4);
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(ints(C.Out.mesh, 2), Is({1, 4}));
}

// Columns that do not depend on each other exchange nothing, whatever they cost in memory.
TEST(Pages, IndependentColumnsAreCut) {
  Case C = swept({131072, 512}, 4);
  C.Shape.reach[1] = 0;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(ints(C.Out.mesh, 2), Is({1, 4}));
}

TEST(Pages, WhatIsSmallOrAskedForIsCut) {
  Case Small = swept({2000, 512}, 4);
  Small.Settings.always = 1;
  ASSERT_EQ(Small.choose(), TP_OK);
  EXPECT_EQ(ints(Small.Out.mesh, 2), Is({1, 4}));
  Case Asked = swept({131072, 512}, 4);
  Asked.Settings.mesh = list({1, 4});
  ASSERT_EQ(Asked.choose(), TP_OK);
  EXPECT_EQ(ints(Asked.Out.mesh, 2), Is({1, 4}));
}

// Where arrays stay, pieces of rows are several pages, however small the arrays and whatever else is asked for.
TEST(Pages, RowsOfArraysThatStayAreCutIntoLongPieces) {
  for (int Always : {0, 1})
    for (tp_int Columns : {512, 2000}) {
      Case C = swept({2000, Columns}, 4);
      C.Shape.stays = 1;
      C.Settings.always = Always;
      ASSERT_EQ(C.choose(), TP_OK);
      EXPECT_EQ(ints(C.Out.mesh, 2), Is({4, 1}));
      C.Shape.reach[1] = 0;
      ASSERT_EQ(C.choose(), TP_OK);
      EXPECT_EQ(ints(C.Out.mesh, 2), Is({4, 1}));
    }
}

TEST(Decline, SpacesBeyondTheIntegers) {
  Case C({10, 10}, 2, 2);
  C.Shape.lo[1] = -(TP_HUGE - 1) * 2;
  C.Shape.hi[1] = (TP_HUGE - 1) * 2;
  C.Shape.points = TP_HUGE;
  C.Settings.always = 1;
  EXPECT_EQ(C.choose(), TP_DECLINED);
  EXPECT_EQ(C.Why, "the space is too large");
}

// --- errors

TEST(Invalid, ExtentBelowTheDependences) {
  Case C({100, 100}, 1, 2);
  C.Settings.always = 1;
  C.Shape.reach[0] = 2;
  C.Settings.tile = list({1, 8});
  EXPECT_EQ(C.choose(), TP_INVALID);
  EXPECT_EQ(C.Why, "TILEPIPE_TILE=1,8: extent 1 of dimension 1 is below the dependence distance 2 of "
                   "region tp_x (a.c:12) [setting-region]");
  C.Settings.tile = list({2, 8});
  EXPECT_EQ(C.choose(), TP_OK);
}

TEST(Invalid, MeshLargerThanTheProcesses) {
  Case C({100, 100, 100}, 4, 2);
  C.Settings.mesh = list({4, 2, 0});
  EXPECT_EQ(C.choose(), TP_INVALID);
  EXPECT_EQ(C.Why, "TILEPIPE_MESH=4,2,*: 8 ranks, but 4 may be used [setting-region]");
}

TEST(Invalid, GroupLargerThanTheThreads) {
  Case C({100, 100}, 4, 2);
  C.Settings.group = list({3, 1});
  EXPECT_EQ(C.choose(), TP_INVALID);
  EXPECT_EQ(C.Why, "TILEPIPE_GROUP=3,1: 3 threads, but a rank has 2 [setting-region]");
}

TEST(Invalid, NoDimensionLeftToMap) {
  Case C({100, 100}, 4, 4);
  C.Settings.mesh = list({2, 2});
  EXPECT_EQ(C.choose(), TP_INVALID);
  EXPECT_NE(C.Why.find("TILEPIPE_MESH=2,2: no dimension is left"), std::string::npos);
  C.Settings.mesh = list({2, 1});
  C.Settings.group = list({1, 2});
  EXPECT_EQ(C.choose(), TP_INVALID);
}

/// One thread per rank leaves no group of several.
TEST(ChooseErrors, GroupsUnderMpi) {
  Case C({400, 400, 400}, 2, 4);
  C.Settings.always = 1;
  C.Settings.hybrid = TP_HYBRID_MPI;
  C.Settings.group = list({2, 1, 1});
  EXPECT_EQ(C.choose(), TP_INVALID);
  EXPECT_EQ(C.Why, "TILEPIPE_GROUP=2,1,1: 2 threads, but a rank has one with hybrid=mpi [setting-region]");
  C.Settings.group = list({0, 1, 1});
  ASSERT_EQ(C.choose(), TP_OK) << C.Why;
  EXPECT_EQ(C.Out.threads, 1);
  EXPECT_EQ(C.Out.ranks, 2);
}

// --- random shapes and settings

// Checks the invariants of plan.h on one plan.
void checkPlan(const Case &C) {
  const tp_plan &P = C.Out;
  int Ranks = 1, Threads = 1;
  for (int D = 0; D < P.dims; D++) {
    Ranks *= P.mesh[D];
    Threads *= P.group[D];
    ASSERT_GE(P.mesh[D], 1);
    ASSERT_GE(P.group[D], 1);
    ASSERT_GE(P.extent[D], 1);
    ASSERT_GE(P.extent[D], C.Shape.reach[D]);
    ASSERT_EQ(P.tiles[D], tp_ceil_div(P.hi[D] - P.lo[D], P.extent[D]));
    ASSERT_EQ(P.lo[D], C.Shape.lo[D]);
    ASSERT_EQ(P.hi[D], C.Shape.hi[D]);
  }
  ASSERT_EQ(Ranks, P.ranks);
  ASSERT_EQ(Threads, P.threads);
  ASSERT_LE(P.ranks, C.Machine.ranks);
  ASSERT_LE(P.threads, C.Machine.threads);
  ASSERT_EQ(P.mesh[P.mapped], 1);
  ASSERT_EQ(P.group[P.mapped], 1);
  ASSERT_NE(P.schedule, TP_SCHEDULE_AUTO);
  ASSERT_NE(P.protocol, TP_PROTOCOL_AUTO);
  ASSERT_NE(P.grouping, TP_GROUPING_AUTO);
  ASSERT_NE(P.hybrid, TP_HYBRID_AUTO);
  ASSERT_NE(P.transport, TP_TRANSPORT_AUTO);
  ASSERT_NE(P.assign, TP_ASSIGN_AUTO);
  ASSERT_NE(P.faces, TP_FACES_AUTO);
  ASSERT_NE(P.balance, TP_BALANCE_AUTO);
  ASSERT_TRUE(P.hybrid != TP_HYBRID_MPI || P.threads == 1);
  ASSERT_TRUE(P.transport != TP_TRANSPORT_SHM || C.Machine.transports >> TP_TRANSPORT_SHM & 1);
  ASSERT_TRUE(P.transport != TP_TRANSPORT_RMA || C.Machine.transports >> TP_TRANSPORT_RMA & 1);
  ASSERT_TRUE(P.subtiles == 1 || P.grouping == TP_GROUPING_VERTICAL);
  ASSERT_EQ(P.balance > TP_BALANCE_NONE, P.cut >= 0);
  for (int Kind = 0; P.cut >= 0 && Kind < 3; Kind++)
    ASSERT_TRUE(P.bal[Kind] >= 0 && P.bal[Kind] <= 1) << P.bal[Kind];
  ASSERT_GT(P.predicted, 0);
  ASSERT_TRUE(std::isfinite(P.predicted));
  // Along every dimension the rows partition the tiles, and CPUs without a row come last; with cyclic rows the
  // rows of the first pass, then those of the second.
  for (int D = 0; D < P.dims; D++) {
    tp_int Before = 0, First, Last;
    bool Empty = false;
    // Of many passes the first and the last.
    tp_int Passes = tp_passes_along(&P, D), Cpus = P.mesh[D] * P.group[D], Ends = Passes * Cpus;
    for (tp_int K = 0; K < Ends; K++) {
      if (Passes > 8 && K == 4 * Cpus) {
        K = Before = Ends - 4 * Cpus;
      }
      tp_rows(&P, D, K, &First, &Last);
      ASSERT_EQ(First, Before);
      ASSERT_GE(Last, First);
      ASSERT_FALSE(Empty && Last > First);
      Empty |= Last == First;
      Before = Last;
    }
    ASSERT_EQ(Before, P.tiles[D]);
  }
}

bool inside(const tp_box &B, const Ls &Point) {
  for (size_t D = 0; D < Point.size(); D++)
    if (Point[D] < B.tp_lo[D] || Point[D] >= B.tp_hi[D])
      return false;
  return true;
}

// All passes, or of many the one in which the point is, those beside it, the first and the last.
std::vector<tp_int> passesOf(const tp_plan &P, const Ls &Point) {
  tp_int All = tp_passes(&P), Its = 0;
  std::set<tp_int> Some;
  if (All <= 16)
    for (tp_int Pass = 0; Pass < All; Pass++)
      Some.insert(Pass);
  for (int D = 0; D < P.dims; D++) {
    tp_int Passes = tp_passes_along(&P, D);
    Its = Its * Passes + (Passes > 1 ? (Point[size_t(D)] - P.lo[D]) / P.extent[D] / (P.mesh[D] * P.group[D]) : 0);
  }
  for (tp_int Pass : {tp_int(0), Its - 1, Its, Its + 1, All - 1})
    if (Pass >= 0 && Pass < All)
      Some.insert(Pass);
  return {Some.begin(), Some.end()};
}

// Points of the space lie in exactly one CPU's box of one pass, and in that rank's.
void checkBoxes(const tp_plan &P, std::mt19937_64 &Random) {
  for (int Try = 0; Try < 4; Try++) {
    Ls Point;
    for (int D = 0; D < P.dims; D++)
      Point.push_back(Try == 0   ? P.lo[D]
                      : Try == 1 ? P.hi[D] - 1
                                 : P.lo[D] + tp_int(Random() % uint64_t(P.hi[D] - P.lo[D])));
    int Found = 0;
    std::vector<tp_int> Passes = passesOf(P, Point);
    for (int Rank = 0; Rank < P.ranks; Rank++)
      for (tp_int Pass : Passes) {
        tp_box OfRank, OfCpu;
        int Has = 0;
        for (int Thread = 0; Thread < P.threads; Thread++)
          Has += tp_cpu_box(&P, Rank, Thread, Pass, &OfCpu) && inside(OfCpu, Point);
        ASSERT_EQ(Has != 0, tp_rank_box(&P, Rank, Pass, &OfRank) && inside(OfRank, Point));
        Found += Has;
      }
    ASSERT_EQ(Found, 1);
  }
}

Case randomCase(std::mt19937_64 &Random) {
  auto Below = [&](uint64_t N) { return tp_int(Random() % N); };
  int Dims = int(1 + Below(5));
  Ls Lengths;
  for (int D = 0; D < Dims; D++) {
    tp_int Most[] = {3, 20, 300, 100000, tp_int(1) << (60 / Dims)};
    Lengths.push_back(1 + Below(uint64_t(Most[Below(5)])));
  }
  int Counts[] = {1, 2, 3, 4, 5, 7, 8, 12, 16, 64};
  Case C(Lengths, Counts[Below(10)], Counts[Below(8)]);
  for (int D = 0; D < Dims; D++) {
    C.Shape.lo[D] = Below(2001) - 1000;
    C.Shape.hi[D] = C.Shape.lo[D] + Lengths[size_t(D)];
    C.Shape.reach[D] = Below(3) == 0 ? 0 : 1 + (Below(4) == 0 ? Below(50) : 0);
    C.Shape.load[D] = C.Shape.reach[D] ? double(1 + Below(64)) : 0;
  }
  C.Shape.points = std::max<tp_int>(1, C.Shape.points / (1 + Below(3)));
  C.Shape.point = 1e-9 * double(1 + Below(50));
  C.Shape.threads_only = Below(8) == 0;
  if (Below(4) == 0)
    tp_machine_default(C.Machine.ranks, C.Machine.threads, 2, &C.Machine);
  C.Settings.always = Below(2) == 0;
  C.Machine.transports = int(Below(4) & 1) << TP_TRANSPORT_SHM | int(Below(2)) << TP_TRANSPORT_RMA;
  C.Shape.kinds.jam_rows = Below(2) ? 0 : 6;
  C.Shape.kinds.line_rows = Below(2) ? 0 : 12;
  C.Shape.line[0] = C.Shape.kinds.line_rows > 0;
  C.Settings.schedule = int(Below(3));
  C.Settings.protocol = int(Below(3));
  C.Settings.grouping = int(Below(4));
  C.Settings.hybrid = int(Below(5));
  C.Settings.balance = int(Below(4));
  C.Settings.transport = int(Below(5));
  C.Settings.assign = int(Below(3));
  C.Settings.faces = int(Below(3));
  C.Settings.body = int(Below(4));
  tp_list *Lists[] = {&C.Settings.tile, &C.Settings.mesh, &C.Settings.group};
  for (int L = 0; L < 3; L++) {
    if (Below(3))
      continue;
    Lists[L]->count = Below(8) ? Dims : int(1 + Below(5));
    for (int D = 0; D < Lists[L]->count; D++)
      Lists[L]->at[D] = Below(3) == 0 ? 0 : L == 0 ? 1 + Below(Below(2) ? 8 : 5000) : 1 + Below(3);
  }
  return C;
}

TEST(Random, PlansKeepTheirInvariants) {
  std::mt19937_64 Random(20010);
  int Count[4] = {}, Grouping[4] = {}, Hybrid[5] = {}, Balance[4] = {}, Transport[5] = {}, Assign[3] = {};
  for (int K = 0; K < 20000; K++) {
    Case C = randomCase(Random);
    tp_status Status = C.choose();
    Count[Status]++;
    if (C.Settings.always) {
      ASSERT_NE(Status, TP_DECLINED) << C.Why;
    }
    if (Status != TP_OK)
      continue;
    char Text[512];
    tp_plan_print(&C.Out, nullptr, Text, sizeof Text);
    SCOPED_TRACE(Text);
    ASSERT_NO_FATAL_FAILURE(checkPlan(C));
    ASSERT_NO_FATAL_FAILURE(checkBoxes(C.Out, Random));
    Grouping[C.Out.grouping]++;
    Hybrid[C.Out.hybrid]++;
    Balance[C.Out.balance]++;
    Transport[C.Out.transport]++;
    Assign[C.Out.assign] += tp_passes(&C.Out) > 1;
    // The same input gives the same plan: every rank could have made it.
    Case Again = C;
    ASSERT_EQ(Again.choose(), TP_OK);
    ASSERT_EQ(memcmp(&Again.Out, &C.Out, sizeof C.Out), 0);
  }
  // The generator reaches all three outcomes often.
  EXPECT_GT(Count[TP_OK], 5000);
  EXPECT_GT(Count[TP_DECLINED], 500);
  EXPECT_GT(Count[TP_INVALID], 500);
  // ... and every way to run.
  for (int Way : {TP_GROUPING_DATAFLOW, TP_GROUPING_HYPERPLANE, TP_GROUPING_VERTICAL})
    EXPECT_GT(Grouping[Way], 500) << Way;
  for (int Way : {TP_HYBRID_MPI, TP_HYBRID_FINE, TP_HYBRID_COARSE, TP_HYBRID_MULTIPLE})
    EXPECT_GT(Hybrid[Way], 500) << Way;
  for (int Way : {TP_BALANCE_NONE, TP_BALANCE_CONSTANT, TP_BALANCE_VARIABLE})
    EXPECT_GT(Balance[Way], 50) << Way;
  for (int Way : {TP_TRANSPORT_P2P, TP_TRANSPORT_PERSISTENT, TP_TRANSPORT_RMA, TP_TRANSPORT_SHM})
    EXPECT_GT(Transport[Way], 500) << Way;
  EXPECT_GT(Assign[TP_ASSIGN_CYCLIC], 500);
}

TEST(Random, GivenEntriesAreKept) {
  std::mt19937_64 Random(7);
  for (int K = 0; K < 5000; K++) {
    Case C = randomCase(Random);
    if (C.choose() != TP_OK)
      continue;
    int N = C.Out.dims;
    for (int D = 0; D < N; D++) {
      if (C.Settings.tile.count == N && C.Settings.tile.at[D]) {
        tp_int Length = C.Shape.hi[D] - C.Shape.lo[D];
        ASSERT_EQ(C.Out.tiles[D], tp_ceil_div(Length, C.Settings.tile.at[D]));
      }
      if (C.Settings.mesh.count == N && C.Settings.mesh.at[D] && !C.Shape.threads_only) {
        ASSERT_EQ(C.Out.mesh[D], C.Settings.mesh.at[D]);
      }
      if (C.Settings.group.count == N && C.Settings.group.at[D]) {
        ASSERT_EQ(C.Out.group[D], C.Settings.group.at[D]);
      }
    }
  }
}

// Lines in the same rectangles as jammed rows cross so many rows, or there are none.
TEST(Choose, LinesComeInWholeBlocks) {
  Case C({8001, 8001}, 1, 2);
  C.Shape.kinds.jam_rows = 6;
  C.Shape.kinds.line_rows = 32;
  C.Shape.line[0] = C.Shape.line[1] = 1;
  ASSERT_EQ(C.choose(), TP_OK);
  ASSERT_EQ(C.Out.mapped, 0);
  EXPECT_EQ(C.Out.extent[0] % 32, 0);
}

// Lanes run blocks of so many rows: tiles have one. Fewer rows have idle lanes, which only short pipelines are worth.
TEST(Choose, BlocksOfLanes) {
  for (tp_int Rows : {520, 1000, 3000}) {
    Case C({Rows, Rows / 2}, 1, 2);
    C.Settings.always = 1;
    C.Shape.kinds.jam_rows = 6;
    C.Shape.kinds.line_rows = 128;
    C.Shape.kinds.line_more = 31;
    C.Shape.line[0] = C.Shape.line[1] = 1;
    ASSERT_EQ(C.choose(), TP_OK);
    ASSERT_EQ(C.Out.mapped, 0);
    if (Rows < 1000)
      EXPECT_GE(C.Out.extent[0], 64) << Rows;
    else
      EXPECT_EQ(C.Out.extent[0] % 128, 0) << Rows;
  }
}

// An innermost loop that runs across rows is cut, on one CPU as well, whose tiles are worth it.
TEST(Choose, LoopsAcrossRows) {
  for (int Threads : {1, 2}) {
    Case C({3000, 3000}, 1, Threads);
    C.Shape.across = 1;
    ASSERT_EQ(C.choose(), TP_OK) << Threads;
    EXPECT_EQ(C.Out.extent[1], 256);
    C.Settings.tile = list({1000, 1000});
    ASSERT_EQ(C.choose(), TP_OK);
    EXPECT_EQ(C.Out.extent[1], 1000); // asked for
  }
  Case C({3000, 3000}, 1, 1);
  EXPECT_EQ(C.choose(), TP_DECLINED);
}

// Arrays that no cache holds go past the caches, where each element is written about once.
TEST(Choose, WhatStreams) {
  Case C({4000, 4000}, 2, 1);
  C.Shape.points = 16000000;
  C.Shape.written_bytes = 64e6;
  EXPECT_TRUE(tp_streams(&C.Shape, 2));
  EXPECT_FALSE(tp_streams(&C.Shape, 8)); // each rank writes a part
  C.Shape.written_bytes = 1e6;
  EXPECT_FALSE(tp_streams(&C.Shape, 1));
  C.Shape.written_bytes = 20e6;
  EXPECT_FALSE(tp_streams(&C.Shape, 1)); // again and again
}

/// What was asked for where it works, messages elsewhere; shared memory by itself where there is some.
TEST(Choose, TransportsThatWork) {
  const int Shm = 1 << TP_TRANSPORT_SHM, Rma = 1 << TP_TRANSPORT_RMA;
  const struct {
    int Asked, Works, Chosen;
  } Table[] = {
      {TP_TRANSPORT_AUTO, 0, TP_TRANSPORT_P2P},
      {TP_TRANSPORT_AUTO, Shm | Rma, TP_TRANSPORT_SHM},
      {TP_TRANSPORT_AUTO, Rma, TP_TRANSPORT_P2P},
      {TP_TRANSPORT_P2P, Shm | Rma, TP_TRANSPORT_P2P},
      {TP_TRANSPORT_PERSISTENT, 0, TP_TRANSPORT_PERSISTENT},
      {TP_TRANSPORT_SHM, Shm, TP_TRANSPORT_SHM},
      {TP_TRANSPORT_SHM, Rma, TP_TRANSPORT_P2P},
      {TP_TRANSPORT_RMA, Rma, TP_TRANSPORT_RMA},
      {TP_TRANSPORT_RMA, Shm, TP_TRANSPORT_P2P},
  };
  for (const auto &Row : Table) {
    Case C({400, 400, 400}, 4, 1);
    C.Settings.always = 1;
    C.Settings.transport = Row.Asked;
    C.Machine.transports = Row.Works;
    ASSERT_EQ(C.choose(), TP_OK) << C.Why;
    EXPECT_EQ(C.Out.transport, Row.Chosen) << Row.Asked << " of " << Row.Works;
  }
}

// --- why a plan uses fewer CPUs than there are

std::string fewer(Case &C, int Ranks, int Threads) {
  char Why[200];
  tp_fewer_why(&C.Problem, &C.Out, Ranks, Threads, Why, sizeof Why);
  return Why;
}

TEST(Fewer, AllCpusNeedNoReason) {
  Case C({2000, 2000}, 1, 2);
  C.Settings.always = 1;
  ASSERT_EQ(C.choose(), TP_OK);
  EXPECT_EQ(fewer(C, 1, 2), "");
}

TEST(Fewer, MovingDataIsToldWithItsGain) {
  Case C({2000, 2000}, 2, 2);
  C.Shape.livein_bytes = C.Shape.owned_bytes;
  ASSERT_EQ(C.choose(), TP_OK);
  ASSERT_EQ(C.Out.ranks, 1);
  double Moving = 0, Gain = 0;
  ASSERT_EQ(sscanf(fewer(C, 2, 2).c_str(), "moving data %lf ms, gain %lf ms", &Moving, &Gain), 2) << fewer(C, 2, 2);
  EXPECT_GT(Moving, Gain);
  EXPECT_GT(Gain, 0);
}

TEST(Fewer, RowsAndSettingsAreReasons) {
  Case Few({2000, 2}, 1, 8);
  Few.Settings.always = 1;
  Few.Settings.tile = list({2000, 2});
  ASSERT_EQ(Few.choose(), TP_OK);
  EXPECT_EQ(fewer(Few, 1, 8), "the space has too few rows");
  Case Asked({2000, 2000}, 1, 2);
  Asked.Settings.always = 1;
  Asked.Settings.group = list({1, 1});
  ASSERT_EQ(Asked.choose(), TP_OK);
  EXPECT_EQ(fewer(Asked, 1, 2), "settings ask for it");
}

} // namespace
