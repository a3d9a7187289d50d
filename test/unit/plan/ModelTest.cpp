// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The model's parts on a space where they can be computed by hand.
#include <gtest/gtest.h>

extern "C" {
#include "support/paper_formulas.h"
#include "plan/measured.h"
#include "plan/model.h"
}

namespace {

// 100 x 1000 points of 10 ns over 2 ranks x 2 threads, 25 rows each, V = 50.
struct Model : ::testing::Test {
  tp_problem Problem = {};
  tp_shape &Shape = Problem.shape;
  tp_machine &Machine = Problem.machine;
  tp_plan P = {};
  tp_cost Cost = {};

  void SetUp() override {
    Shape.dims = P.dims = 2;
    Shape.hi[0] = P.hi[0] = 100;
    Shape.hi[1] = P.hi[1] = 1000;
    Shape.points = 100000;
    Shape.point = 10e-9;
    Shape.reach[0] = Shape.reach[1] = 1;
    Shape.load[0] = Shape.load[1] = 8;
    tp_machine_default(2, 2, 1, &Machine);
    P.mapped = 1;
    P.extent[0] = 25, P.extent[1] = 50;
    P.tiles[0] = 4, P.tiles[1] = 20;
    P.mesh[0] = 2, P.mesh[1] = 1;
    P.group[0] = 2, P.group[1] = 1;
    P.ranks = P.threads = 2;
    P.schedule = TP_SCHEDULE_OVERLAP;
    P.protocol = TP_PROTOCOL_EAGER;
    P.grouping = TP_GROUPING_DATAFLOW;
  }
  const tp_cost &predict() {
    tp_predict(&Problem, &P, &Cost);
    return Cost;
  }
};

/// Every message takes Travel seconds, each second one more Gap seconds, and Cpu on either side.
void setNetwork(tp_machine *M, double Cpu, double Travel, double Gap, tp_int Eager = tp_int(1) << 40) {
  for (tp_network &N : M->link) {
    N.eager = Eager;
    for (int K = 0; K < TP_SIZES; K++) {
      N.travel[K] = Travel;
      for (int B = 0; B < 2; B++)
        N.send[B][K] = N.receive[B][K] = Cpu;
      for (int P = 0; P < TP_PAIRS; P++)
        N.stream[P][K] = Gap;
    }
  }
}

double sum(const tp_parts &P) { return P.fill + P.compute + P.start + P.comm + P.sync + P.move; }

// --- steps

TEST_F(Model, StepsAreTilesAndHops) {
  EXPECT_EQ(predict().steps, 20 + 3);
  // In lockstep: P0 eq. 4 with one row per CPU.
  P.grouping = TP_GROUPING_HYPERPLANE;
  tp_int U[2] = {4, 20}, M[2] = {2, 1};
  EXPECT_EQ(predict().steps, double(tp_steps_grouped(2, 1, U, M)));
  // One thread per rank: P1's overlapping schedule.
  P.group[0] = P.threads = 1;
  P.mesh[0] = P.ranks = 4;
  tp_int Last[2] = {3, 19};
  EXPECT_EQ(predict().steps, double(tp_steps_overlapping(2, 1, Last)));
  // Blocking takes one step per hop in any group.
  P.schedule = TP_SCHEDULE_BLOCKING;
  EXPECT_EQ(predict().steps, double(tp_steps_blocking(2, Last)));
}

TEST_F(Model, AVerticalGroupIsOneCpu) {
  P.grouping = TP_GROUPING_VERTICAL;
  P.subtiles = 4;
  EXPECT_EQ(predict().steps, 20 + 2); // lockstep: two per hop between the two ranks
  P.schedule = TP_SCHEDULE_BLOCKING;
  EXPECT_EQ(predict().steps, 20 + 1);
}

TEST_F(Model, CyclicPassesFollowEachOther) {
  P.assign = TP_ASSIGN_CYCLIC;
  P.extent[0] = 5, P.tiles[0] = 20; // five passes of one row
  EXPECT_EQ(predict().steps, 5 * 20 + 3);
  EXPECT_NEAR(Cost.compute, 5 * 50 * 10e-9, 1e-15);
  P.extent[1] = 500, P.tiles[1] = 2; // the way round four CPUs is longer than a pass
  EXPECT_EQ(predict().steps, 5 * 2 + 4 * 2 + 3);
}

TEST_F(Model, NoHopsWithoutDependence) {
  Shape.reach[0] = 0;
  EXPECT_EQ(predict().steps, 20);
  EXPECT_EQ(Cost.faces.wire, 0);
  EXPECT_EQ(Cost.faces.busy, 0);
  EXPECT_EQ(Cost.parts.fill, 0);
}

// --- computing

TEST_F(Model, ComputeIsThePointsOfAStep) { EXPECT_NEAR(predict().compute, 25 * 50 * 10e-9, 1e-15); }

TEST_F(Model, ComputeIsThinnerWhereTheSpaceIs) {
  Shape.points /= 2;
  EXPECT_NEAR(predict().compute, 25 * 50 * 5e-9, 1e-15);
}

TEST_F(Model, SequentialIsEveryPoint) {
  EXPECT_NEAR(predict().sequential, 1e-3, 1e-6);
  EXPECT_LT(Cost.total, Cost.sequential);
}

// --- messages

// Loops of 50 points; between rows that both end them: 1 / (1/25 + 1/50), every second one a point of theirs.
TEST_F(Model, InnerLoopsEndWhereRowsDo) {
  EXPECT_EQ(tp_inner_length(&P), 50);
  double Starts = predict().overhead;
  P.inner[0] = P.inner[1] = 1;
  EXPECT_EQ(tp_inner_length(&P), 16);
  EXPECT_GT(predict().overhead, Starts);
  P.inner[0] = P.inner[1] = 2;
  EXPECT_EQ(tp_inner_length(&P), 8);
  P.inner[0] = 0;
  EXPECT_EQ(tp_inner_length(&P), 25);
  P.inner[0] = P.inner[1] = 100;
  EXPECT_EQ(tp_inner_length(&P), 1);
}

// Lines of 50 rows, of blocks of rows, and of those that a tile cuts as well.
TEST_F(Model, LinesEndWhereBlocksOfRowsDo) {
  P.line[0] = 1;
  P.extent[0] = 50;
  P.ranks = P.mesh[0] = 1;
  EXPECT_EQ(tp_kind_length(&P, TP_VARIANT_SKEW), 50);
  P.kinds.line_rows = Shape.kinds.line_rows = 12;
  EXPECT_EQ(tp_kind_length(&P, TP_VARIANT_SKEW), 9);
  EXPECT_EQ(tp_kind_length(&P, TP_VARIANT_JAM), tp_inner_length(&P));
  P.extent[0] = 4;
  EXPECT_EQ(tp_kind_length(&P, TP_VARIANT_SKEW), 3);
}

// The model expects nothing of blocks, and takes what they were measured with.
TEST_F(Model, BlocksAreAsFastAsRunsShow) {
  double Plain = tp_point_seconds(&Shape, &P);
  P.kinds.blocked = Shape.kinds.blocked = 1;
  EXPECT_EQ(tp_point_seconds(&Shape, &P), Plain);
  int Class = tp_class_of(tp_kind_length(&P, TP_VARIANT_BLOCKS));
  Shape.measured.point[TP_VARIANT_BLOCKS][Class] = 0.4 * Plain;
  Shape.measured.point[TP_VARIANT_PLAIN][Class] = 0.6 * Plain;
  EXPECT_EQ(tp_point_seconds(&Shape, &P), 0.4 * Plain);
  P.body = TP_BODY_PLAIN;
  EXPECT_EQ(tp_point_seconds(&Shape, &P), 0.6 * Plain);
  P.body = TP_BODY_AUTO;
  P.kinds.blocked = Shape.kinds.blocked = 0;
  EXPECT_EQ(tp_point_seconds(&Shape, &P), 0.6 * Plain);
}

// Whole lines promise to be faster than rows, and short ones to be no slower: the rows are there as well.
TEST_F(Model, ShortLinesPromiseNothing) {
  P.ranks = P.mesh[0] = 1;
  auto Both = [&] { return predict().compute + Cost.overhead; };
  P.extent[0] = 2;
  const double Thin = Both() / 2;
  P.extent[0] = 96;
  const double Plain = Both() / 96;
  P.line[0] = Shape.line[0] = 1;
  P.kinds.line_rows = Shape.kinds.line_rows = 24;
  const double Whole = Both() / 96;
  EXPECT_LT(Whole, 0.8 * Plain);
  P.extent[0] = 2;
  EXPECT_DOUBLE_EQ(Both() / 2, Thin);
  P.body = TP_BODY_PLAIN;
  P.extent[0] = 96;
  EXPECT_DOUBLE_EQ(Both() / 96, Plain);
}

TEST_F(Model, FaceIsLoadTimesSide) {
  EXPECT_EQ(tp_face_bytes(&Shape, &P, 0), 8 * 50);
  EXPECT_NEAR(predict().faces.wire, tp_stream_seconds(&Machine, TP_LINK_HOST, 400, 1), 1e-15);
  EXPECT_NEAR(Cost.faces.travel, tp_travel_seconds(&Machine, TP_LINK_HOST, 400), 1e-15);
}

// Of two ranks one sends and the other receives; in the middle of three somebody does both.
TEST_F(Model, WithTwoRanksNobodySendsAndReceives) {
  setNetwork(&Machine, 1e-6, 2e-6, 0);
  P.group[0] = P.threads = 1;
  double Copy = 400 / Machine.copy[TP_IN_CACHE];
  EXPECT_NEAR(predict().faces.busy, 1e-6 + Copy, 1e-12);
  P.mesh[0] = P.ranks = 4;
  EXPECT_NEAR(predict().faces.busy, 2 * (1e-6 + Copy), 1e-12);
  // A thread of a group is at one side of its rank.
  P.group[0] = P.threads = 2;
  EXPECT_NEAR(predict().faces.busy, 1e-6 + Copy, 1e-12);
  // The master of a rank speaks for both of its sides.
  P.hybrid = TP_HYBRID_COARSE;
  EXPECT_NEAR(predict().faces.busy, 2 * (1e-6 + Copy), 1e-12);
}

TEST_F(Model, TheWayIsTheHostsOrBetweenHosts) {
  EXPECT_EQ(tp_path_of(&Machine, &P), TP_LINK_HOST);
  P.transport = TP_TRANSPORT_SHM;
  EXPECT_EQ(tp_path_of(&Machine, &P), TP_LINK_SHARED);
  Machine.hosts = 2;
  EXPECT_EQ(tp_path_of(&Machine, &P), TP_LINK_HOSTS);
}

TEST_F(Model, PairsShareTheWay) {
  EXPECT_EQ(tp_pairs_of(&Problem, &P), 1);
  P.mesh[0] = P.ranks = 4;
  EXPECT_EQ(tp_pairs_of(&Problem, &P), 3);
  Machine.hosts = 4;
  EXPECT_EQ(tp_pairs_of(&Problem, &P), 1);
  Shape.reach[0] = 0;
  EXPECT_EQ(tp_pairs_of(&Problem, &P), 1);
}

// --- a step: P1 sections 3 and 4

// 25 x 50 points of 10 ns: 12.5 us of computing.
TEST_F(Model, SynchronousBlockingAddsTheWire) {
  setNetwork(&Machine, 1e-6, 9e-6, 8e-6);
  predict();
  double Cpu = Cost.compute + Cost.overhead + Cost.sync + Cost.faces.busy;
  EXPECT_DOUBLE_EQ(Cost.step, Cpu); // hidden
  P.schedule = TP_SCHEDULE_BLOCKING;
  EXPECT_DOUBLE_EQ(predict().step, Cpu) << "sends that wait for nobody are hidden too";
  P.protocol = TP_PROTOCOL_SYNCHRONOUS;
  EXPECT_DOUBLE_EQ(predict().step, Cpu + 9e-6); // P (t_comp + t_comm)
  P.schedule = TP_SCHEDULE_OVERLAP;
  EXPECT_DOUBLE_EQ(predict().step, Cpu);
  setNetwork(&Machine, 1e-6, 9e-6, 100e-6);
  EXPECT_DOUBLE_EQ(predict().step, 100e-6); // max(t_comp, t_comm)
}

TEST_F(Model, LockstepWaitsForTheStepsOwnMessages) {
  setNetwork(&Machine, 1e-6, 40e-6, 8e-6);
  P.grouping = TP_GROUPING_HYPERPLANE;
  predict();
  EXPECT_DOUBLE_EQ(Cost.step, Cost.faces.busy + 40e-6); // t_start + max(t_comp, t_comm)
  setNetwork(&Machine, 1e-6, 4e-6, 8e-6);
  predict();
  EXPECT_DOUBLE_EQ(Cost.step, Cost.faces.busy + Cost.compute + Cost.overhead + Cost.sync);
}

TEST_F(Model, AboveTheEagerThresholdFacesArePoked) {
  setNetwork(&Machine, 0, 4e-6, 4e-6);
  EXPECT_EQ(predict().pokes, 0);
  setNetwork(&Machine, 0, 4e-6, 4e-6, 8 * 50 - 1);
  EXPECT_FALSE(tp_faces_eager(&Problem, &P));
  EXPECT_EQ(predict().pokes, 4);
  setNetwork(&Machine, 0, 4e-6, 4e-9, 8 * 50 - 1); // nothing worth cutting tiles for
  EXPECT_EQ(predict().pokes, 0);
  EXPECT_GT(Cost.step, Cost.compute + Cost.overhead + Cost.sync + Cost.faces.busy);
  P.mesh[0] = 1, P.ranks = 1;
  EXPECT_TRUE(tp_faces_eager(&Problem, &P));
}

// Such a face waits for its receive, which is posted one step ahead: no step is shorter than its way.
TEST_F(Model, AFaceThatWaitsForItsReceiverNeedsItsWay) {
  setNetwork(&Machine, 0, 90e-6, 4e-6);
  predict();
  EXPECT_LT(Cost.step, 20e-6);
  setNetwork(&Machine, 0, 90e-6, 4e-6, 8 * 50 - 1);
  predict();
  EXPECT_EQ(Cost.pokes, 4);
  EXPECT_DOUBLE_EQ(Cost.step, 90e-6);
}

// A row of neighbouring elements is sent from where it is; a column is not.
TEST_F(Model, FacesInPlaceAreNotCopied) {
  setNetwork(&Machine, 1e-6, 4e-6, 2e-6);
  tp_exchange Packed, Direct;
  Shape.contiguous_dim = 1;
  P.faces = TP_FACES_PACKED;
  tp_exchange_of(&Problem, &P, &Packed);
  P.faces = TP_FACES_DIRECT;
  tp_exchange_of(&Problem, &P, &Direct);
  EXPECT_NEAR(Packed.busy - Direct.busy, tp_copy_seconds(&Machine, 400, TP_IN_CACHE), 1e-15);
  Shape.contiguous_dim = 0;
  tp_exchange_of(&Problem, &P, &Direct);
  EXPECT_EQ(Packed.busy, Direct.busy);
}

// What was measured over 100 Mbit and 100 us with faces of 128 KB: a formula that hides them would choose tiles
// eight times too long.
TEST_F(Model, BeyondTheThresholdShorterTilesWin) {
  tp_machine_default(2, 1, 2, &Machine);
  tp_network &N = Machine.link[TP_LINK_HOSTS];
  for (int K = 0; K < TP_SIZES; K++) {
    N.travel[K] = 100e-6 + double(TP_SIZE_OF(K)) / 12.5e6;
    for (int Q = 0; Q < TP_PAIRS; Q++)
      N.stream[Q][K] = double(TP_SIZE_OF(K)) / 12.5e6;
  }
  Shape.hi[0] = P.hi[0] = 64;
  Shape.hi[1] = P.hi[1] = 4096;
  Shape.points = 64 * 4096;
  Shape.point = 1.45e-6;
  Shape.load[0] = 512;
  P.group[0] = P.threads = 1;
  P.extent[0] = 32, P.tiles[0] = 2;
  auto Total = [&](tp_int V) {
    P.extent[1] = V;
    P.tiles[1] = 4096 / V;
    return predict().total;
  };
  EXPECT_LT(Total(64), 0.8 * Total(512)); // 32 KB against 256 KB
}

// --- threads of a rank

TEST_F(Model, DataflowNeedsFlagsAndGroupsBarriers) {
  EXPECT_DOUBLE_EQ(predict().sync, tp_flag_seconds(&Machine, 2));
  P.grouping = TP_GROUPING_HYPERPLANE;
  EXPECT_DOUBLE_EQ(predict().sync, tp_barrier_seconds(&Machine, 2));
}

// P0 eq. 6 and 5.2: alpha (N + 1) / N + N t_synch, and its best N.
TEST_F(Model, VerticalGroupsFollowP0) {
  P.ranks = P.mesh[0] = 1;
  P.tiles[0] = 2;
  P.grouping = TP_GROUPING_VERTICAL;
  for (double &B : Machine.barriers)
    B = 0;
  for (int N : {1, 3, 10}) {
    P.subtiles = N;
    predict();
    double Alpha = Cost.compute + Cost.overhead;
    EXPECT_NEAR(Alpha + Cost.sync, tp_vertical_time(Alpha, tp_flag_seconds(&Machine, 2), N), 1e-12);
  }
}

// Along the innermost loop, pieces of a tile are short rows.
TEST_F(Model, PiecesOfATileCutInnermostLoops) {
  P.ranks = P.mesh[0] = 1;
  P.grouping = TP_GROUPING_VERTICAL;
  P.subtiles = 1;
  EXPECT_EQ(P.mapped, 1);
  double Whole = predict().overhead, Points = Cost.compute;
  EXPECT_EQ(tp_inner_length(&P), P.extent[1]);
  P.subtiles = int(P.extent[1]);
  EXPECT_EQ(tp_inner_length(&P), 1);
  EXPECT_GT(predict().overhead, Whole + 0.5 * double(P.extent[0] * P.extent[1]) * tp_row_start(1));
  Shape.kinds.jam_rows = 4;
  EXPECT_NEAR(predict().compute, 4 * Points, 1e-12) << "nothing to interleave";
  P.grouping = TP_GROUPING_DATAFLOW;
  EXPECT_EQ(tp_inner_length(&P), P.extent[1]);
  P.ranks = P.mesh[0] = 2;
  P.pokes = 4;
  EXPECT_EQ(tp_inner_length(&P), (P.extent[1] + 4) / 5);
  P.mapped = 0;
  EXPECT_EQ(tp_inner_length(&P), P.extent[1]);
}

// What a jammed function computes again at the sides of its tiles costs more in thin tiles.
TEST_F(Model, SidesThatAreComputedAgain) {
  Shape.kinds.jam_rows = 4;
  double Without = predict().compute;
  Shape.kinds.jam_sides = 1;
  EXPECT_GT(predict().compute, Without);
  auto Ramp = [&](tp_int Extent) {
    P.extent[0] = Extent;
    return tp_kind_ramp(&P, TP_VARIANT_JAM, 4, 1, 64);
  };
  EXPECT_GT(Ramp(1), Ramp(8));
  EXPECT_GT(Ramp(8), tp_jam_ramp(4, 64));
  EXPECT_EQ(tp_kind_ramp(&P, TP_VARIANT_PLAIN, 4, 1, 64), 1);
}

// P3: the master takes bal / T of a rank's work, and its messages; the others the rest.
TEST_F(Model, BalancedSharesOfACoarseHybrid) {
  setNetwork(&Machine, 2e-6, 3e-6, 0);
  P.hybrid = TP_HYBRID_COARSE;
  predict();
  double Work = Cost.compute + Cost.overhead, Busy = Cost.faces.busy;
  EXPECT_DOUBLE_EQ(Cost.step, Work + Busy + Cost.sync);
  P.balance = TP_BALANCE_CONSTANT;
  P.bal[0] = P.bal[1] = P.bal[2] = tp_balance(2, Busy, 2 * Work);
  predict();
  EXPECT_LT(Cost.step, Work + Busy + Cost.sync);
  EXPECT_GE(Cost.step, Work + Cost.sync);
  EXPECT_NEAR(Cost.step, Work * 2 * tp_other_share(2, P.bal[1]) + Cost.sync, 1e-12);
}

TEST_F(Model, FineHybridsStartATeamPerStep) {
  P.hybrid = TP_HYBRID_FINE;
  EXPECT_DOUBLE_EQ(predict().sync, tp_flag_seconds(&Machine, 2) + tp_parallel_seconds(&Machine, 2));
  P.ranks = P.mesh[0] = 1; // one rank alone does so, too
  P.tiles[0] = 2;
  EXPECT_DOUBLE_EQ(predict().sync, tp_flag_seconds(&Machine, 2) + tp_parallel_seconds(&Machine, 2));
  P.threads = P.group[0] = 1;
  EXPECT_EQ(predict().sync, 0);
}

// --- fill

TEST_F(Model, AHopOfTheFillHidesNothing) {
  setNetwork(&Machine, 1e-6, 30e-6, 0);
  predict();
  double Work = Cost.compute + Cost.overhead + Cost.sync;
  // 4 CPUs: two hops between threads, one between ranks.
  EXPECT_NEAR(Cost.parts.fill, 2 * Work + Work + Cost.faces.busy + 30e-6, 1e-12);
}

TEST_F(Model, LockstepFillsTwoStepsPerHop) {
  P.group[0] = P.threads = 1;
  P.mesh[0] = P.ranks = 4;
  P.grouping = TP_GROUPING_HYPERPLANE;
  predict();
  EXPECT_NEAR(Cost.parts.fill, 6 * Cost.step, 1e-12);
}

// --- around it, and together

TEST_F(Model, MovingIsForRanksOnly) {
  Shape.livein_bytes = Shape.owned_bytes = 4e6;
  Shape.held_bytes = 6e6;
  double Wire = 8e6 * tp_stream_seconds(&Machine, TP_LINK_HOST, 8 << 20, 1) / (8 << 20);
  double Copy = 8e6 / Machine.copy[TP_IN_MEMORY];
  EXPECT_NEAR(predict().parts.move, 0.5 * (Wire + Copy + 5e6 / Machine.touch), 1e-12);
  Shape.touched = 1;
  EXPECT_NEAR(predict().parts.move, 0.5 * (Wire + Copy), 1e-12);
  P.transport = TP_TRANSPORT_SHM; // of faces
  EXPECT_NEAR(predict().parts.move, 0.5 * (Wire + Copy), 1e-12);
  P.mesh[0] = 1, P.ranks = 1;
  EXPECT_EQ(predict().parts.move, 0);
}

// Cyclic rows lie in a piece for each pass, times what lies in front of them.
TEST_F(Model, CyclicRowsStayInFewPieces) {
  Shape.livein_bytes = Shape.owned_bytes = Shape.held_bytes = 4e6;
  Shape.contiguous_bytes = 8;
  double Moved = predict().parts.move;
  Shape.stays = 1;
  Shape.contiguous_dim = 1;
  double Border = predict().parts.move;
  P.assign = TP_ASSIGN_CYCLIC;
  P.extent[0] = 1, P.tiles[0] = 100;
  EXPECT_NEAR(predict().parts.move, 49 * Border, 1e-12); // 25 passes
  Shape.hi[0] = P.hi[0] = P.tiles[0] = 4000;
  EXPECT_GT(predict().parts.move, Moved / 3); // 1000
  P.extent[0] = 100, P.tiles[0] = 40;
  EXPECT_LT(predict().parts.move, Border); // a row has 25 points then
  Shape.contiguous_dim = 0; // columns
  EXPECT_GT(predict().parts.move, Moved / 3);
}

// No more than a face moves again, but where pieces of rows are below four pages.
TEST_F(Model, WhatStaysDoesNotMove) {
  Shape.livein_bytes = Shape.owned_bytes = Shape.held_bytes = 4e6;
  Shape.touched = 1;
  double Moved = predict().parts.move;
  Shape.contiguous_dim = 1, Shape.contiguous_bytes = 8;
  Shape.stays = 1;
  double Border = predict().parts.move;
  EXPECT_NEAR(Border, Moved * 8000 / 4e6, Border / 100);
  Shape.touched = 0; // fresh memory is touched once in a loop of calls
  EXPECT_EQ(predict().parts.move, Border);
  Shape.touched = 1;
  Shape.contiguous_dim = 0;
  EXPECT_NEAR(predict().parts.move, Moved, 1e-12);
  Shape.contiguous_bytes = 800;
  EXPECT_EQ(predict().parts.move, Border);
}

// 100 columns of doubles make two pieces of 400 bytes: each rank touches both. Half a row of 1000 touches a page more.
TEST_F(Model, RanksTouchPagesOfTheirNeighbours) {
  Shape.livein_bytes = Shape.owned_bytes = Shape.held_bytes = 4e6;
  Shape.touched = 1;
  double Moved = predict().parts.move;
  Shape.touched = 0;
  Shape.contiguous_dim = 0, Shape.contiguous_bytes = 8;
  EXPECT_NEAR(predict().parts.move - Moved, 0.5 * 2 * 4e6 / Machine.touch_small, 1e-12);
  Shape.contiguous_bytes = 800;
  EXPECT_NEAR(predict().parts.move - Moved, 0.5 * (1 + 4096. / 40000) * 4e6 / Machine.touch_small, 1e-12);
  Shape.contiguous_dim = 1;
  EXPECT_NEAR(predict().parts.move - Moved, 0.5 * 4e6 / Machine.touch, 1e-12);
}

TEST_F(Model, PartsAreTheTotal) {
  Shape.owned_bytes = 8e5;
  for (int Schedule : {TP_SCHEDULE_OVERLAP, TP_SCHEDULE_BLOCKING})
    for (int Grouping : {TP_GROUPING_DATAFLOW, TP_GROUPING_HYPERPLANE, TP_GROUPING_VERTICAL})
      for (int Hybrid : {TP_HYBRID_FINE, TP_HYBRID_COARSE, TP_HYBRID_MULTIPLE})
        for (int Protocol : {TP_PROTOCOL_EAGER, TP_PROTOCOL_SYNCHRONOUS}) {
          P.schedule = Schedule, P.grouping = Grouping, P.hybrid = Hybrid, P.protocol = Protocol;
          P.subtiles = 2;
          predict();
          EXPECT_NEAR(Cost.total, sum(Cost.parts), 1e-15);
          for (double Part : {Cost.parts.fill, Cost.parts.compute, Cost.parts.start, Cost.parts.comm,
                              Cost.parts.sync, Cost.parts.move})
            EXPECT_GE(Part, -1e-18);
        }
}

TEST_F(Model, MessagesOneByOne) {
  EXPECT_EQ(tp_faces_seconds(&Machine, &P, 0, 0), 0);
  EXPECT_NEAR(tp_faces_seconds(&Machine, &P, 10, 4000),
              10 * tp_travel_seconds(&Machine, TP_LINK_HOST, 400), 1e-15);
}

TEST(Estimate, FollowsTheMachinesLoops) {
  tp_machine M;
  tp_machine_default(1, 1, 1, &M);
  tp_op_counts Adds = {}, Roots = {}, None = {};
  Adds.tp_adds = 10;
  Roots.tp_roots = 3;
  EXPECT_NEAR(tp_point_estimate(&Adds, &M), 2e-9, 1e-10);
  EXPECT_NEAR(tp_point_estimate(&Roots, &M), 6e-9, 1e-9);
  EXPECT_GT(tp_point_estimate(&None, &M), 0);
  double Before = tp_point_estimate(&Roots, &M);
  M.operation[TP_OPERATION_SQRT] *= 3;
  EXPECT_NEAR(tp_point_estimate(&Roots, &M), 3 * Before, 1e-12);
}

TEST(Machine, HostsAreFurtherApart) {
  tp_machine M;
  tp_machine_default(4, 2, 2, &M);
  for (double Bytes : {8., 4000., 1e6}) {
    EXPECT_LT(tp_travel_seconds(&M, TP_LINK_HOST, Bytes), tp_travel_seconds(&M, TP_LINK_HOSTS, Bytes));
    EXPECT_GT(tp_pair_bandwidth(&M, TP_LINK_HOST, Bytes, 1), tp_pair_bandwidth(&M, TP_LINK_HOSTS, Bytes, 1));
  }
  EXPECT_LT(M.link[TP_LINK_HOST].eager, M.link[TP_LINK_HOSTS].eager);
  tp_machine_default(0, 0, 0, &M);
  EXPECT_EQ(M.ranks * M.threads * M.hosts, 1);
}

} // namespace
