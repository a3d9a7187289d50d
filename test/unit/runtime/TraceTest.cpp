// Each schedule and grouping has its own order and number of steps, seen in the record of events.
#include "Traced.h"

#include <map>
#include <set>

namespace {

TEST(Trace, OverlapPostsTheNextReceiveBeforeComputing) {
  Traced T(Lcs, 1, {8, 4}, {2, 1}, {1, 1}, TP_SCHEDULE_OVERLAP, TP_GROUPING_DATAFLOW);
  tp_int Tiles = T.Choice.tiles[1];
  ASSERT_EQ(Tiles, 6);
  for (tp_int K = 0; K + 1 < Tiles; K++) {
    ASSERT_GE(T.find(RIG_POST, 1, 0, K + 1), 0);
    EXPECT_LT(T.find(RIG_POST, 1, 0, K + 1), T.find(RIG_BEGIN, 1, 0, K));
    // The ring has two slots: k + 2 waits until k is unpacked.
    if (K + 2 < Tiles) {
      EXPECT_GT(T.find(RIG_POST, 1, 0, K + 2), T.find(RIG_RECEIVED, 1, 0, K));
    }
  }
  EXPECT_EQ(T.count(RIG_SEND), Tiles);
  EXPECT_EQ(T.count(RIG_RECEIVED), Tiles);
}

TEST(Trace, BlockingReceivesComputesSends) {
  Traced T(Lcs, 1, {8, 4}, {2, 1}, {1, 1}, TP_SCHEDULE_BLOCKING, TP_GROUPING_DATAFLOW);
  for (tp_int K = 0; K + 1 < T.Choice.tiles[1]; K++) {
    EXPECT_GT(T.find(RIG_POST, 1, 0, K + 1), T.find(RIG_FINISH, 1, 0, K));
    EXPECT_LT(T.find(RIG_POST, 1, 0, K), T.find(RIG_RECEIVED, 1, 0, K));
    EXPECT_LT(T.find(RIG_RECEIVED, 1, 0, K), T.find(RIG_BEGIN, 1, 0, K));
    EXPECT_LT(T.find(RIG_FINISH, 0, 0, K), T.find(RIG_SEND, 0, 0, K));
    EXPECT_LT(T.find(RIG_SEND, 0, 0, K), T.find(RIG_BEGIN, 0, 0, K + 1));
  }
}

TEST(Trace, DataflowNeedsNoBarrierAndWaitsForTheLowerNeighbour) {
  Traced T(Lcs, 1, {4, 4}, {1, 1}, {4, 1}, TP_SCHEDULE_OVERLAP, TP_GROUPING_DATAFLOW);
  EXPECT_EQ(T.count(RIG_BARRIER), 0);
  EXPECT_EQ(T.count(RIG_SEND), 0);
  for (int C = 1; C < 4; C++)
    for (tp_int K = 0; K < T.Choice.tiles[1]; K++)
      EXPECT_GT(T.find(RIG_BEGIN, 0, C, K), T.find(RIG_BEGIN, 0, C - 1, K));
}

/// Steps of a group: tiles of one step lie on one hyperplane, and their number follows P0 eq. 4 when
/// every CPU has one row of tiles.
TEST(Trace, HyperplaneStepsOfOneGroup) {
  Traced T(Cube, 2, {4, 3, 2}, {1, 1, 1}, {2, 3, 1}, TP_SCHEDULE_OVERLAP, TP_GROUPING_HYPERPLANE);
  ASSERT_EQ(T.Choice.tiles[0], 2);
  ASSERT_EQ(T.Choice.tiles[1], 3);
  ASSERT_EQ(T.Choice.tiles[2], 5);
  std::set<tp_int> Steps;
  for (long I = 0; I < T.Result.events; I++) {
    const rig_event &E = T.Result.event[I];
    if (E.kind != RIG_BEGIN)
      continue;
    EXPECT_EQ(E.step, E.k + E.thread / 3 + E.thread % 3);
    Steps.insert(E.step);
  }
  // sum over k != i of ceil(u_k / m_k), plus the sum of u, minus 2n - 2
  tp_int Formula = 1 + 1 + (2 + 3 + 5) - 2 * 3 + 2;
  EXPECT_EQ(static_cast<tp_int>(Steps.size()), Formula);
  EXPECT_EQ(T.count(RIG_BARRIER), (Formula - 1) * 6);
}

/// Over several groups a step's number is its CPU's group step plus the ranks before it.
TEST(Trace, HyperplaneStepsOfSeveralGroups) {
  Traced T(Cube, 2, {2, 3, 2}, {2, 1, 1}, {2, 3, 1}, TP_SCHEDULE_BLOCKING, TP_GROUPING_HYPERPLANE);
  ASSERT_EQ(T.Choice.tiles[0], 4);
  ASSERT_EQ(T.Choice.tiles[1], 3);
  tp_int Last = 0;
  for (long I = 0; I < T.Result.events; I++) {
    const rig_event &E = T.Result.event[I];
    if (E.kind == RIG_BEGIN) // sum of global tile coordinates plus group coordinates
      Last = std::max(Last, E.step + E.rank * 2 + E.rank);
  }
  tp_int Formula = (4 / 2 + 3 / 3) + (4 + 3 + T.Choice.tiles[2]) - 2 * 3 + 2;
  EXPECT_EQ(Last + 1, Formula);
}

/// Tiles of one step are independent: nobody begins step s + 1 before all have finished step s.
TEST(Trace, HyperplaneBarrierSeparatesSteps) {
  Traced T(Lcs, 1, {4, 4}, {1, 1}, {4, 1}, TP_SCHEDULE_OVERLAP, TP_GROUPING_HYPERPLANE);
  std::map<tp_int, long> LastFinish, FirstBegin;
  for (long I = 0; I < T.Result.events; I++) {
    const rig_event &E = T.Result.event[I];
    if (E.kind == RIG_FINISH)
      LastFinish[E.step] = I;
    if (E.kind == RIG_BEGIN && !FirstBegin.count(E.step))
      FirstBegin[E.step] = I;
  }
  for (const auto &[Step, At] : FirstBegin)
    if (Step > 0) {
      EXPECT_GT(At, LastFinish[Step - 1]);
    }
  EXPECT_EQ(static_cast<tp_int>(FirstBegin.size()), T.Choice.tiles[1] + 3);
}

/// Steps until the last tile, were each round to take one step: a face that is started in a round is
/// there after it. Ranks have one CPU each.
tp_int stepsOf(const Traced &T) {
  std::map<std::pair<int, tp_int>, tp_int> At, Sent; // of (rank, k): when tile k runs, face k is started
  std::map<int, tp_int> Now;
  tp_int Last = 0;
  for (long I = 0; I < T.Result.events; I++) {
    const rig_event &E = T.Result.event[I];
    if (E.kind == RIG_RECEIVED) // from the rank before: these spaces have one mesh dimension
      Now[E.rank] = std::max(Now[E.rank], Sent.at({E.rank - 1, E.k}) + 1);
    if (E.kind == RIG_BEGIN) {
      At[{E.rank, E.k}] = Now[E.rank];
      Last = std::max(Last, Now[E.rank]);
    }
    if (E.kind == RIG_FINISH)
      Now[E.rank]++;
    if (E.kind == RIG_SEND) // in lockstep in the round after its tile, else still in that of the tile
      Sent[{E.rank, E.k}] = T.Choice.grouping == TP_GROUPING_DATAFLOW ? Now[E.rank] - 1 : Now[E.rank];
  }
  return Last + 1;
}

/// P1: overlapping takes two steps per hop, 2 * u_1 + u_m + 1 in all; the dataflow ring and blocking take one.
TEST(Trace, LockstepTakesTwoStepsPerHop) {
  for (int Ranks : {2, 3, 4}) {
    tp_int Hops = Ranks - 1;
    tp_int Extent = (16 + Ranks - 1) / Ranks;
    Traced Paper(Lcs, 1, {Extent, 4}, {Ranks, 1}, {1, 1}, TP_SCHEDULE_OVERLAP, TP_GROUPING_HYPERPLANE);
    Traced Ring(Lcs, 1, {Extent, 4}, {Ranks, 1}, {1, 1}, TP_SCHEDULE_OVERLAP, TP_GROUPING_DATAFLOW);
    ASSERT_EQ(Paper.Choice.tiles[0], Ranks);
    EXPECT_EQ(stepsOf(Paper), 2 * Hops + Paper.Choice.tiles[1]);
    EXPECT_EQ(stepsOf(Ring), Hops + Ring.Choice.tiles[1]);
  }
}

/// In step k the faces of k - 1 leave and those of k + 1 come, around tile k.
TEST(Trace, LockstepSendsTheLastAndReceivesTheNextAroundATile) {
  Traced T(Lcs, 1, {6, 4}, {3, 1}, {1, 1}, TP_SCHEDULE_OVERLAP, TP_GROUPING_HYPERPLANE);
  for (tp_int K = 1; K + 1 < T.Choice.tiles[1]; K++) {
    EXPECT_LT(T.find(RIG_FINISH, 1, 0, K - 1), T.find(RIG_RECEIVED, 1, 0, K));
    EXPECT_LT(T.find(RIG_RECEIVED, 1, 0, K), T.find(RIG_POST, 1, 0, K + 1));
    EXPECT_LT(T.find(RIG_POST, 1, 0, K + 1), T.find(RIG_SEND, 1, 0, K - 1));
    EXPECT_LT(T.find(RIG_SEND, 1, 0, K - 1), T.find(RIG_BEGIN, 1, 0, K));
    EXPECT_LT(T.find(RIG_FINISH, 1, 0, K), T.find(RIG_RECEIVED, 1, 0, K + 1));
  }
}

/// Vertical: all threads run the same k, a barrier after each; within it they follow each other.
TEST(Trace, VerticalGroupsRunOneKPerStep) {
  Traced T(Lcs, 1, {4, 4}, {1, 1}, {4, 1}, TP_SCHEDULE_OVERLAP, TP_GROUPING_VERTICAL,
           TP_HYBRID_MULTIPLE, 2);
  tp_int Tiles = T.Choice.tiles[1];
  EXPECT_EQ(T.count(RIG_BARRIER), (Tiles - 1) * 4);
  for (tp_int K = 0; K < Tiles; K++)
    for (int C = 0; C < 4; C++) {
      EXPECT_EQ(T.Result.event[T.find(RIG_BEGIN, 0, C, K)].step, K);
      for (int Other = 0; K > 0 && Other < 4; Other++) {
        EXPECT_GT(T.find(RIG_BEGIN, 0, C, K), T.find(RIG_FINISH, 0, Other, K - 1));
      }
    }
}

/// Multiple: each thread sends its own faces; coarse and fine: the master all of them; fine: a team for
/// each step, so no barrier.
TEST(Trace, HybridsDifferInWhoCommunicates) {
  for (int Schedule : {TP_SCHEDULE_OVERLAP, TP_SCHEDULE_BLOCKING})
    for (int Hybrid : {TP_HYBRID_MULTIPLE, TP_HYBRID_COARSE, TP_HYBRID_FINE}) {
      Traced T(Cube, 2, {4, 3, 2}, {2, 1, 1}, {1, 3, 1}, Schedule, TP_GROUPING_HYPERPLANE, Hybrid);
      std::set<int> Senders;
      for (long I = 0; I < T.Result.events; I++)
        if (T.Result.event[I].kind == RIG_SEND)
          Senders.insert(T.Result.event[I].by);
      EXPECT_EQ(Senders.size(), Hybrid == TP_HYBRID_MULTIPLE ? 3u : 1u);
      tp_int Rounds = T.Choice.tiles[2] + 2 + (Schedule == TP_SCHEDULE_OVERLAP ? 2 : 0);
      EXPECT_EQ(T.count(RIG_TEAM), Hybrid == TP_HYBRID_FINE ? 2 * Rounds : 0);
      tp_int Barriers = Hybrid == TP_HYBRID_FINE ? 0 : 2 * 3 * (Rounds - 1);
      if (Hybrid == TP_HYBRID_COARSE && Schedule == TP_SCHEDULE_BLOCKING)
        Barriers = 2 * 3 * 2 * Rounds; // after the faces have come, and before they are sent
      EXPECT_EQ(T.count(RIG_BARRIER), Barriers);
    }
}

} // namespace
