// The message layer at its strictest: no buffering, matched messages delivered late and in any order,
// CPUs that take turns in any order. Thousands of random nests and plans give the sequential bits, and
// nobody waits in a circle. A seed is a run, and the same run again:
//
//   TILEPIPE_TEST_SEED=17 TILEPIPE_TEST_COUNT=1 runtime-order-test
#include "study.h"

#include "gtest/gtest.h"
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>

namespace {

unsigned long long number(const char *Name, unsigned long long Otherwise) {
  const char *Text = std::getenv(Name);
  return Text ? std::strtoull(Text, nullptr, 10) : Otherwise;
}

struct Totals {
  long Runs = 0, Messages = 0, Tiles = 0, SeveralRanks = 0, Prime = 0, SharedAndMessages = 0, Passes = 0, Parts = 0,
       Direct = 0;
  long Ways[5] = {};
  int MostCpus = 0, MostMeshDims = 0;
};

/// Runs one seed; false after a failure.
bool runSeed(unsigned long long Seed, Totals &T) {
  study S;
  study_draw(Seed, &S);
  char Text[1024];
  study_describe(&S, Text, sizeof Text);
  SCOPED_TRACE("seed " + std::to_string(Seed) + ": " + Text);
  rig_result R;
  rig_run(&S.nest, S.facts, &S.plan, &S.options, &R);
  EXPECT_FALSE(R.stuck) << (R.report ? R.report : "");
  bool Good = !R.stuck;
  if (Good) {
    EXPECT_EQ(R.differing, 0);
    EXPECT_EQ(R.pending, 0);
    EXPECT_EQ(R.that_ran, R.with_work);
    EXPECT_GT(R.that_ran, 0);
    Good = R.differing == 0 && R.pending == 0 && R.that_ran == R.with_work && R.that_ran > 0;
  }
  int MeshDims = 0;
  for (int D = 0; D < S.plan.dims; D++)
    MeshDims += S.plan.mesh[D] * S.plan.group[D] > 1;
  T.Runs++;
  T.Messages += R.messages;
  for (int Way = TP_TRANSPORT_P2P; Way <= TP_TRANSPORT_SHM; Way++)
    T.Ways[Way] += R.transports >> Way & 1;
  T.SharedAndMessages += R.transports == (1 << TP_TRANSPORT_SHM | 1 << TP_TRANSPORT_P2P);
  T.Tiles += R.tiles;
  T.Direct += R.direct;
  T.SeveralRanks += S.plan.ranks > 1;
  int Cpus = S.plan.ranks * S.plan.threads;
  T.MostCpus = std::max(T.MostCpus, Cpus);
  T.Passes += S.plan.ranks > 1 && tp_passes(&S.plan) > 1;
  T.Parts += tp_cut(&S.plan) >= 0;
  T.Prime += Cpus == STUDY_CPUS;
  T.MostMeshDims = std::max(T.MostMeshDims, MeshDims);
  rig_free(&R);
  study_free(&S);
  return Good;
}

void runSeeds(unsigned long long First, unsigned long long Count, Totals &T) {
  std::printf("seeds %llu to %llu\n", First, First + Count - 1);
  int Failures = 0;
  for (unsigned long long Seed = First; Seed < First + Count && Failures < 3; Seed++)
    Failures += !runSeed(Seed, T);
  std::printf("%ld runs, %ld of them on several ranks, %ld tiles, %ld messages\n", T.Runs,
              T.SeveralRanks, T.Tiles, T.Messages);
}

TEST(Order, FixedSeeds) {
  Totals T;
  runSeeds(number("TILEPIPE_TEST_SEED", 1), number("TILEPIPE_TEST_COUNT", 2000), T);
  if (std::getenv("TILEPIPE_TEST_SEED"))
    return;
  // The seeds reach what they are for.
  EXPECT_EQ(T.MostCpus, 16);
  EXPECT_GT(T.Prime, 0);
  EXPECT_EQ(T.MostMeshDims, 4);
  EXPECT_GT(T.SeveralRanks, T.Runs / 2);
  EXPECT_GT(T.Passes, T.Runs / 20);
  EXPECT_GT(T.Parts, T.Runs / 20);
  EXPECT_GT(T.Messages, T.Runs * 10);
  EXPECT_GT(T.Direct, T.Runs / 2);
  for (int Way = TP_TRANSPORT_P2P; Way <= TP_TRANSPORT_SHM; Way++)
    EXPECT_GT(T.Ways[Way], T.Runs / 20) << Way;
  EXPECT_GT(T.SharedAndMessages, T.Runs / 50);
}

TEST(Order, FreshSeeds) {
  if (std::getenv("TILEPIPE_TEST_SEED"))
    return;
  Totals T;
  unsigned long long Now = static_cast<unsigned long long>(std::time(nullptr));
  runSeeds(Now * 10000, number("TILEPIPE_TEST_COUNT", 2000), T);
}

/// 1: some face was packed after a CPU of the same rank had begun the same k of the next pass.
int packedLate(const rig_result &R) {
  std::map<std::pair<int, int>, int> Pass; // of the CPU (rank, thread), counted by its beginnings
  std::map<std::pair<int, int>, tp_int> Begun;
  for (long I = 0; I < R.events; I++) {
    const rig_event &E = R.event[I];
    std::pair<int, int> Cpu(E.rank, E.thread);
    if (E.kind == RIG_BEGIN) {
      Pass[Cpu] += E.k == 0;
      Begun[Cpu] = E.k;
    }
    if (E.kind != RIG_SEND)
      continue;
    for (auto &[Other, Its] : Pass)
      if (Other.first == E.rank && Its > Pass[Cpu] && Begun[Other] >= E.k)
        return 1;
  }
  return 0;
}

// Every row of tiles writes all elements, and only the first three read what the row before wrote. So a
// CPU of a later pass overwrites what one of the pass before has to pack, and no face tells it that the
// reader has run.
TEST(Order, FacesArePackedBeforeTheNextPass) {
  nest N = {"guarded", 2, {0, 0}, {12, 12}, {{1, 0}, {0, 1}}, {0, 1}, 0, 1, {0}, 12, {{1, 0, 3}}};
  nest_facts *Facts = nest_study(&N);
  const tp_int Extents[] = {1, 3};
  const int Mesh[] = {2, 1}, Group[] = {2, 1};
  tp_plan C;
  rig_choice(&N, Facts, 1, Extents, Mesh, Group, &C);
  C.assign = TP_ASSIGN_CYCLIC;
  long Sends = 0;
  for (int Grouping : {TP_GROUPING_DATAFLOW, TP_GROUPING_HYPERPLANE, TP_GROUPING_VERTICAL})
    for (int Hybrid : {TP_HYBRID_MULTIPLE, TP_HYBRID_COARSE, TP_HYBRID_FINE})
      for (int Schedule : {TP_SCHEDULE_OVERLAP, TP_SCHEDULE_BLOCKING})
        for (unsigned long long Seed = 1; Seed <= 20; Seed++) {
          C.grouping = Grouping;
          C.hybrid = Hybrid;
          C.schedule = Schedule;
          C.transport = Seed % 2 ? TP_TRANSPORT_P2P : TP_TRANSPORT_SHM;
          C.faces = Seed % 4 == 1 ? TP_FACES_DIRECT : TP_FACES_PACKED; // asked for in vain
          rig_options O = {0, 1, Seed, 0, 0, 0};
          rig_result R;
          rig_run(&N, Facts, &C, &O, &R);
          ASSERT_FALSE(R.stuck) << (R.report ? R.report : "");
          EXPECT_EQ(packedLate(R), 0) << Grouping << Hybrid << Schedule << " " << Seed;
          EXPECT_EQ(R.differing, 0);
          EXPECT_EQ(R.direct, 0);
          Sends += R.messages;
          rig_free(&R);
        }
  EXPECT_GT(Sends, 0);
  nest_forget(Facts);
}

} // namespace
