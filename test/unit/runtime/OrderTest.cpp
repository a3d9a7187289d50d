// The message layer at its strictest: no buffering, matched messages delivered late and in any order,
// CPUs that take turns in any order. Thousands of random nests and plans give the sequential bits, and
// nobody waits in a circle. A seed is a run, and the same run again:
//
//   TILEPIPE_TEST_SEED=17 TILEPIPE_TEST_COUNT=1 runtime-order-test
#include "study.h"

#include "gtest/gtest.h"
#include <cstdlib>
#include <ctime>
#include <string>

namespace {

unsigned long long number(const char *Name, unsigned long long Otherwise) {
  const char *Text = std::getenv(Name);
  return Text ? std::strtoull(Text, nullptr, 10) : Otherwise;
}

struct Totals {
  long Runs = 0, Messages = 0, Tiles = 0, SeveralRanks = 0, Cut = 0, Prime = 0, SharedAndMessages = 0, Passes = 0, Parts = 0;
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
  rig_run(&S.nest, S.facts, &S.choice, &S.options, &R);
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
  for (int D = 0; D < S.choice.dims; D++)
    MeshDims += S.choice.mesh[D] * S.choice.group[D] > 1;
  T.Runs++;
  T.Messages += R.messages;
  for (int Way = TP_TRANSPORT_P2P; Way <= TP_TRANSPORT_SHM; Way++)
    T.Ways[Way] += R.transports >> Way & 1;
  T.SharedAndMessages += R.transports == (1 << TP_TRANSPORT_SHM | 1 << TP_TRANSPORT_P2P);
  T.Tiles += R.tiles;
  T.SeveralRanks += S.choice.ranks > 1;
  T.Cut += S.choice.ranks > 1 && S.options.split > 0;
  int Cpus = S.choice.ranks * S.choice.threads;
  T.MostCpus = std::max(T.MostCpus, Cpus);
  T.Passes += S.choice.ranks > 1 && tp_passes(&S.choice) > 1;
  T.Parts += tp_cut(&S.choice) >= 0;
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
  EXPECT_GT(T.Cut, T.Runs / 4);
  EXPECT_GT(T.Passes, T.Runs / 20);
  EXPECT_GT(T.Parts, T.Runs / 20);
  EXPECT_GT(T.Messages, T.Runs * 10);
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

} // namespace
