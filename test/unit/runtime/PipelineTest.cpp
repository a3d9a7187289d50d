// The pipeline against the sequential nest, bit for bit, over ranks, threads, extents, schedules,
// protocols and groupings, without MPI.
#include "rig.h"

#include "gtest/gtest.h"
#include <cmath>
#include <string>
#include <vector>

namespace {

// A[i][j] from its upper, left and upper left neighbours.
const nest Lcs = {"lcs", 2, {1, 1}, {14, 18}, {{1, 0}, {0, 1}}, {20, 1}, 0, 3, {-20, -1, -21}, 400, {}};
// One sweep in place: reads old values below and right (anti dependences).
const nest Sweep = {"sweep", 2, {1, 1}, {13, 16}, {{1, 0}, {0, 1}}, {18, 1}, 0, 4,
                    {-18, -1, 18, 1}, 300, {}};
// Three dimensions, with a diagonal over all of them.
const nest Cube = {"cube", 3, {1, 1, 1}, {8, 9, 10}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                   {120, 11, 1}, 0, 5, {-120, -11, -1, -132, -131}, 1400, {}};
// A dependence (2,-1), legal only for skewed rows.
const nest Skewed = {"skewed", 2, {2, 1}, {14, 15}, {{1, 0}, {1, 2}}, {17, 1}, 0, 3,
                     {-17, -1, -33}, 400, {}};
// Gauss-Seidel over time: every element is written again and again; the owner is the last writer.
const nest Time = {"time", 2, {0, 1}, {9, 20}, {{1, 0}, {1, 1}}, {0, 1}, 0, 3, {-1, 0, 1}, 22, {}};
// Reads two rows back and nothing along j: no waiting along j, extents of at least two.
const nest Far = {"far", 2, {2, 0}, {15, 11}, {{1, 0}, {0, 1}}, {12, 1}, 0, 2, {-24, -12}, 300, {}};
// No dependence at all.
const nest Free = {"free", 2, {0, 0}, {9, 10}, {{1, 0}, {0, 1}}, {10, 1}, 0, 1, {0}, 100, {}};
// Four dimensions.
const nest Four = {"four", 4, {1, 1, 1, 1}, {4, 5, 4, 6},
                   {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}},
                   {343, 49, 7, 1}, 0, 5, {-343, -49, -7, -1, -400}, 1715, {}};
// Five dimensions, with a diagonal over all but the mapped one.
const nest Five = {"five", 5, {1, 1, 1, 1, 1}, {3, 3, 3, 3, 8},
                   {{1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 0, 1, 0}, {0, 0, 0, 0, 1}},
                   {512, 128, 32, 8, 1}, 0, 3, {-512, -680, -1}, 2048, {}};
// One point, and none.
const nest Point = {"point", 2, {1, 1}, {2, 2}, {{1, 0}, {0, 1}}, {5, 1}, 0, 3, {-5, -1, -6}, 25, {}};

struct Study {
  explicit Study(const nest &N) : Facts(nest_study(&N)) {}
  ~Study() { nest_forget(Facts); }
  nest_facts *Facts;
};

std::string describe(const nest &N, const tp_plan &C, int Alone) {
  char Text[512];
  tp_plan_print(&C, nullptr, Text, sizeof Text);
  return std::string(N.name) + " " + Text + (Alone ? " alone" : "");
}

void expectSame(const nest &N, const nest_facts *F, const tp_plan &C, int Alone = 0) {
  SCOPED_TRACE(describe(N, C, Alone));
  rig_result R;
  rig_options O = {Alone, 2, 0, 0, 0, 0};
  rig_run(&N, F, &C, &O, &R);
  EXPECT_EQ(R.differing, 0);
  EXPECT_EQ(R.pending, 0);
  EXPECT_EQ(R.with_work, R.that_ran);
  EXPECT_EQ(R.miscounted, 0);
  EXPECT_GT(R.that_ran, 0);
  rig_free(&R);
}

/// Teams as planned, of one thread, and of one thread on odd ranks.
void sweepTeams(const nest &N, const nest_facts *F, const tp_plan &C) {
  expectSame(N, F, C);
  if (C.threads > 1)
    expectSame(N, F, C, 1);
  if (C.threads > 1 && C.ranks > 1)
    expectSame(N, F, C, 2);
}

/// All schedules, protocols and groupings of one plan, and who communicates and by what in turn.
void sweepSchedules(const nest &N, const nest_facts *F, tp_plan C, int Pokes) {
  static const int Hybrids[] = {TP_HYBRID_MULTIPLE, TP_HYBRID_COARSE, TP_HYBRID_FINE};
  static int Turn, Way;
  for (int Schedule : {TP_SCHEDULE_OVERLAP, TP_SCHEDULE_BLOCKING})
    for (int Protocol : {TP_PROTOCOL_EAGER, TP_PROTOCOL_SYNCHRONOUS})
      for (int Grouping : {TP_GROUPING_DATAFLOW, TP_GROUPING_HYPERPLANE, TP_GROUPING_VERTICAL}) {
        C.schedule = Schedule;
        C.protocol = Protocol;
        C.grouping = Grouping;
        C.subtiles = 1 + Turn % 4;
        C.hybrid = C.threads > 1 ? Hybrids[Turn++ % 3] : TP_HYBRID_MULTIPLE;
        C.pokes = Pokes;
        C.transport = TP_TRANSPORT_P2P + Way++ % 4;
        sweepTeams(N, F, C);
      }
}

struct Layout {
  std::vector<int> Mesh, Group;
};

void sweepLayouts(const nest &N, const std::vector<Layout> &Layouts) {
  Study S(N);
  ASSERT_TRUE(nest_legal(S.Facts));
  for (int Mapped = 0; Mapped < N.dims; Mapped++)
    for (const Layout &L : Layouts)
      for (tp_int Extent : {1, 2, 3, 5, 100}) {
        tp_int Extents[TP_DIMS];
        for (int D = 0; D < N.dims; D++)
          Extents[D] = std::max({Extent + (D == Mapped ? 1 : 0), rig_reach(S.Facts, D), tp_int(1)});
        tp_plan C;
        rig_choice(&N, S.Facts, Mapped, Extents, L.Mesh.data(), L.Group.data(), &C);
        sweepSchedules(N, S.Facts, C, Extent == 3 ? 2 : 0);
      }
}

const std::vector<Layout> Layouts2 = {
    {{1, 1}, {1, 1}}, {{1, 1}, {2, 2}}, {{2, 2}, {1, 1}}, {{3, 3}, {2, 2}}, {{5, 5}, {1, 1}},
    {{2, 2}, {3, 3}}};
const std::vector<Layout> Layouts3 = {
    {{1, 1, 1}, {1, 1, 1}}, {{1, 1, 1}, {2, 3, 2}}, {{2, 2, 2}, {1, 1, 1}}, {{2, 1, 2}, {2, 2, 1}},
    {{1, 3, 1}, {2, 1, 2}}};

TEST(Pipeline, TwoDimensions) { sweepLayouts(Lcs, Layouts2); }
TEST(Pipeline, AntiDependencesInPlace) { sweepLayouts(Sweep, Layouts2); }
TEST(Pipeline, NegativeDistanceUnderSkewedRows) { sweepLayouts(Skewed, Layouts2); }
TEST(Pipeline, ElementsWrittenAgain) { sweepLayouts(Time, Layouts2); }
TEST(Pipeline, WideDependence) { sweepLayouts(Far, Layouts2); }
TEST(Pipeline, NoDependence) { sweepLayouts(Free, Layouts2); }
TEST(Pipeline, OnePoint) { sweepLayouts(Point, Layouts2); }
TEST(Pipeline, ThreeDimensions) { sweepLayouts(Cube, Layouts3); }

TEST(Pipeline, FourDimensions) {
  Study S(Four);
  for (int Mapped = 0; Mapped < 4; Mapped++) {
    const tp_int Extents[] = {1, 2, 1, 2};
    const int Mesh[] = {2, 1, 2, 1}, Group[] = {1, 2, 2, 2};
    tp_plan C;
    rig_choice(&Four, S.Facts, Mapped, Extents, Mesh, Group, &C);
    sweepSchedules(Four, S.Facts, C, 0);
  }
}

// Groups over three dimensions march up to three steps apart: with synchronous sends they finish only
// because faces are posted as far ahead.
TEST(Pipeline, FiveDimensions) {
  Study S(Five);
  const tp_int Extents[] = {1, 1, 1, 1, 1};
  const int Mesh[] = {2, 1, 1, 1, 1}, Group[] = {1, 2, 2, 2, 1};
  tp_plan C;
  rig_choice(&Five, S.Facts, 4, Extents, Mesh, Group, &C);
  for (int Round = 0; Round < 5; Round++)
    sweepSchedules(Five, S.Facts, C, 0);
}

/// The rig must be able to fail: a face that is never unpacked leaves NaNs behind.
TEST(Pipeline, MissingFaceIsSeen) {
  Study S(Lcs);
  const tp_int Extents[] = {4, 4};
  const int Mesh[] = {2, 1}, Group[] = {1, 1};
  tp_plan C;
  rig_choice(&Lcs, S.Facts, 1, Extents, Mesh, Group, &C);
  nest Blind = Lcs; // studied with fewer reads than it performs
  Blind.reads = 2;
  Blind.read[0] = -1;
  Blind.read[1] = -21;
  Study Less(Blind);
  rig_result R;
  rig_options O = {0, 1, 0, 0, 0, 0};
  rig_run(&Lcs, Less.Facts, &C, &O, &R);
  EXPECT_GT(R.differing, 0);
  rig_free(&R);
}

} // namespace
