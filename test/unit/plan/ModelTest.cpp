//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The model's parts on a space where they can be computed by hand.
#include <gtest/gtest.h>

extern "C" {
#include "plan/formulas.h"
#include "plan/model.h"
}

namespace {

// 100 x 1000 points of 10 ns over 2 ranks x 2 threads, 25 rows each, V = 50.
struct Model : ::testing::Test {
  tp_shape Shape = {};
  tp_machine Machine = {};
  tp_choice P = {};
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
    tp_predict(&Shape, &Machine, &P, &Cost);
    return Cost;
  }
};

TEST_F(Model, StepsAreTilesAndHops) {
  EXPECT_EQ(predict().steps, 20 + 3);
  // In lockstep: P0 eq. 4 with one row per CPU.
  P.grouping = TP_GROUPING_HYPERPLANE;
  tp_int U[2] = {4, 20}, M[2] = {2, 1};
  EXPECT_EQ(predict().steps, double(tp_steps_grouped(2, 1, U, M)));
}

TEST_F(Model, NoHopsWithoutDependence) {
  Shape.reach[0] = 0;
  EXPECT_EQ(predict().steps, 20);
  EXPECT_EQ(Cost.wire, 0);
  EXPECT_EQ(Cost.busy, 0);
}

TEST_F(Model, ComputeIsThePointsOfAStep) { EXPECT_NEAR(predict().compute, 25 * 50 * 10e-9, 1e-15); }

TEST_F(Model, ComputeIsThinnerWhereTheSpaceIs) {
  Shape.points /= 2;
  EXPECT_NEAR(predict().compute, 25 * 50 * 5e-9, 1e-15);
}

TEST_F(Model, FaceIsLoadTimesSide) {
  EXPECT_EQ(tp_face_bytes(&Shape, &P, 0), 8 * 50);
  EXPECT_NEAR(predict().wire, 8 * 50 / Machine.bandwidth, 1e-15);
}

TEST_F(Model, OverlapHidesTheWireAndBlockingDoesNot) {
  Machine.bandwidth = 50e6; // 8 us for a face of 400 bytes
  tp_cost Overlap = predict();
  EXPECT_DOUBLE_EQ(Overlap.step, Overlap.compute + Overlap.overhead + Overlap.sync + Overlap.busy);
  P.schedule = TP_SCHEDULE_BLOCKING;
  EXPECT_DOUBLE_EQ(predict().step, Overlap.step + Overlap.wire);
  P.schedule = TP_SCHEDULE_OVERLAP;
  Machine.bandwidth = 1e6;
  predict();
  EXPECT_DOUBLE_EQ(Cost.step, Cost.wire); // P1: max(t_comp, t_comm)
}

TEST_F(Model, AboveTheEagerThresholdFacesArePoked) {
  Machine.bandwidth = 100e6; // 4 us for a face, 12.5 us of computing
  EXPECT_EQ(predict().pokes, 0);
  Machine.eager = 8 * 50 - 1;
  EXPECT_FALSE(tp_faces_eager(&Shape, &Machine, &P));
  EXPECT_EQ(predict().pokes, 4);
  Machine.bandwidth = 100e9; // nothing worth cutting tiles for
  EXPECT_EQ(predict().pokes, 0);
  EXPECT_GT(Cost.step, Cost.compute + Cost.overhead + Cost.sync + Cost.busy);
  P.mesh[0] = 1, P.ranks = 1;
  EXPECT_TRUE(tp_faces_eager(&Shape, &Machine, &P));
}

TEST_F(Model, MovingIsForRanksOnly) {
  Shape.livein_bytes = 4e6, Shape.owned_bytes = 4e6;
  EXPECT_DOUBLE_EQ(predict().move, 0.5 * (8e6 / Machine.copy_bandwidth + 4e6 / 4e9));
  P.mesh[0] = 1, P.ranks = 1;
  EXPECT_EQ(predict().move, 0);
}

TEST_F(Model, SequentialIsEveryPoint) {
  EXPECT_NEAR(predict().sequential, 1e-3, 1e-6);
  EXPECT_LT(Cost.total, Cost.sequential);
}

TEST(Machine, HostsAreFurtherApart) {
  tp_machine One, Two;
  tp_machine_default(4, 2, 1, &One);
  tp_machine_default(4, 2, 2, &Two);
  EXPECT_LT(One.latency, Two.latency);
  EXPECT_GT(One.bandwidth, Two.bandwidth);
  EXPECT_LT(One.eager, Two.eager);
  tp_machine_default(0, 0, 0, &One);
  EXPECT_EQ(One.ranks * One.threads * One.hosts, 1);
}

} // namespace
