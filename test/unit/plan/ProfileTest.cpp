// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading a machine's numbers: between the classes, at their ends, around the step.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

extern "C" {
#include "plan/profile.h"
}

namespace {

// Travelling takes 10 us + 1 ns a byte, and 100 us more above 4000 bytes.
struct Profile : ::testing::Test {
  tp_machine M = {};

  void SetUp() override {
    tp_machine_default(4, 4, 1, &M);
    tp_network &N = M.link[TP_LINK_HOST];
    N.eager = N.step = 4000;
    for (int K = 0; K < TP_SIZES; K++) {
      double X = double(TP_SIZE_OF(K));
      N.travel[K] = 10e-6 + 1e-9 * X + (X > 4000 ? 100e-6 : 0);
      N.send[0][K] = 8e-6, N.send[1][K] = 1e-6;
      for (int P = 0; P < TP_PAIRS; P++)
        N.stream[P][K] = 1e-9 * X * (1 + P);
    }
  }
  double travel(double Bytes) { return tp_travel_seconds(&M, TP_LINK_HOST, Bytes); }
};

TEST_F(Profile, ClassesGoFrom64BytesTo16Megabytes) {
  EXPECT_EQ(TP_SIZE_OF(0), 64);
  EXPECT_EQ(TP_SIZE_OF(TP_SIZES - 1), 16 << 20);
  for (int K = 0; K < TP_SIZES; K++)
    EXPECT_DOUBLE_EQ(travel(double(TP_SIZE_OF(K))), M.link[TP_LINK_HOST].travel[K]);
}

TEST_F(Profile, IsExactForLines) {
  for (double X : {65.0, 100.0, 1000.0, 2000.0, 4000.0})
    EXPECT_NEAR(travel(X), 10e-6 + 1e-9 * X, 1e-12) << X;
  for (double X : {4001.0, 4096.0, 10000.0, 1e5, 3e6, 16e6})
    EXPECT_NEAR(travel(X), 110e-6 + 1e-9 * X, 1e-12) << X;
}

TEST_F(Profile, EndsAreLevelBelowAndGoOnAbove) {
  EXPECT_EQ(travel(0), M.link[TP_LINK_HOST].travel[0]);
  EXPECT_EQ(travel(1), M.link[TP_LINK_HOST].travel[0]);
  EXPECT_NEAR(travel(64e6), 110e-6 + 64e-3, 1e-9);
}

TEST_F(Profile, TheThresholdIsAStepWhereverItLies) {
  for (tp_int Eager : {tp_int(0), tp_int(64), tp_int(200), tp_int(4000), tp_int(4096), tp_int(65408),
                       tp_int(10) << 20, tp_int(16) << 20, tp_int(1) << 40}) {
    M.link[TP_LINK_HOST].eager = M.link[TP_LINK_HOST].step = Eager;
    double Before = 0;
    for (double X = 1; X < 1e8; X *= 1.01) {
      double Now = travel(X);
      EXPECT_GE(Now, Before) << X << " bytes, threshold " << Eager;
      Before = Now;
    }
  }
  EXPECT_FALSE(tp_needs_receiver(&M, TP_LINK_HOST, 5e6));
  M.link[TP_LINK_HOST].eager = 4000;
  EXPECT_FALSE(tp_needs_receiver(&M, TP_LINK_HOST, 4000));
  EXPECT_TRUE(tp_needs_receiver(&M, TP_LINK_HOST, 4001));
}

TEST_F(Profile, BurstsSpreadTheFirstMessagesCost) {
  EXPECT_DOUBLE_EQ(tp_send_seconds(&M, TP_LINK_HOST, 100, 1), 8e-6);
  EXPECT_DOUBLE_EQ(tp_send_seconds(&M, TP_LINK_HOST, 100, 0), 8e-6);
  EXPECT_DOUBLE_EQ(tp_send_seconds(&M, TP_LINK_HOST, 100, 8), 1e-6);
  EXPECT_DOUBLE_EQ(tp_send_seconds(&M, TP_LINK_HOST, 100, 1000), 1e-6);
  // 8 b = 8 + 7 c and 2 b = 8 + c with c the second message's cost: 0 here.
  EXPECT_NEAR(2 * tp_send_seconds(&M, TP_LINK_HOST, 100, 2), 8e-6, 1e-12);
}

TEST_F(Profile, PairsLieBetweenThoseMeasured) {
  auto Stream = [&](int Pairs) { return tp_stream_seconds(&M, TP_LINK_HOST, 65536, Pairs); };
  double One = 65536e-9;
  EXPECT_NEAR(Stream(1), One, 1e-12);
  EXPECT_NEAR(Stream(0), One, 1e-12);
  EXPECT_NEAR(Stream(2), 2 * One, 1e-12);
  EXPECT_NEAR(Stream(3), 2.5 * One, 1e-12);
  EXPECT_NEAR(Stream(8), 4 * One, 1e-12);
  EXPECT_NEAR(Stream(16), 6 * One, 1e-12);
  EXPECT_NEAR(tp_pair_bandwidth(&M, TP_LINK_HOST, 65536, 2), 0.5e9, 1);
}

TEST_F(Profile, TeamsLieBetweenThoseMeasured) {
  for (int K = 0; K < TP_TEAMS; K++)
    M.barriers[K] = K * 1e-6;
  EXPECT_DOUBLE_EQ(tp_barrier_seconds(&M, 0), 0);
  EXPECT_DOUBLE_EQ(tp_barrier_seconds(&M, 1), 0);
  EXPECT_DOUBLE_EQ(tp_barrier_seconds(&M, 2), 1e-6);
  EXPECT_DOUBLE_EQ(tp_barrier_seconds(&M, 3), 1.5e-6);
  EXPECT_DOUBLE_EQ(tp_barrier_seconds(&M, 128), 7e-6);
  EXPECT_DOUBLE_EQ(tp_barrier_seconds(&M, 192), 8e-6);
}

TEST_F(Profile, BuiltInNumbersNeedNoSettling) {
  for (int Hosts : {1, 2}) {
    tp_machine Built = {}, Settled = {};
    tp_machine_default(4, 4, Hosts, &Built);
    Settled = Built;
    EXPECT_TRUE(tp_machine_settle(&Settled));
    EXPECT_EQ(memcmp(&Built, &Settled, sizeof Built), 0);
    EXPECT_EQ(Built.calibrated, 0);
    for (int L = 0; L < TP_LINKS; L++)
      EXPECT_LE(tp_stream_seconds(&Built, tp_path(L), 64, 1), tp_travel_seconds(&Built, tp_path(L), 64));
  }
}

TEST_F(Profile, NoiseIsSettledAndNonsenseIsNot) {
  M.link[TP_LINK_HOST].travel[3] = 1e-9;
  M.link[TP_LINK_HOST].stream[2][5] = M.link[TP_LINK_HOST].stream[1][5] / 2;
  M.memory[2] = M.memory[1] / 2;
  tp_machine Noisy = M;
  ASSERT_TRUE(tp_machine_settle(&M));
  EXPECT_EQ(M.link[TP_LINK_HOST].travel[3], M.link[TP_LINK_HOST].travel[2]);
  EXPECT_EQ(M.link[TP_LINK_HOST].stream[2][5], M.link[TP_LINK_HOST].stream[1][5]);
  EXPECT_EQ(M.memory[2], M.memory[1]);
  for (double Bad : {-1.0, 0.0, double(NAN), double(INFINITY)}) {
    M = Noisy;
    M.link[TP_LINK_HOSTS].travel[0] = Bad;
    EXPECT_FALSE(tp_machine_settle(&M)) << Bad;
    M = Noisy;
    M.copy[TP_IN_MEMORY] = Bad;
    EXPECT_FALSE(tp_machine_settle(&M)) << Bad;
    M = Noisy;
    M.operation[TP_OPERATION_DIV] = Bad;
    EXPECT_FALSE(tp_machine_settle(&M)) << Bad;
  }
}

} // namespace
