// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The worked numbers of the papers on tiling, grouping, step counts and meshes. Names give the place.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

extern "C" {
#include "support/paper_formulas.h"
}

using Ints = std::vector<tp_int>;

TEST(Steps, P1Example1Blocking) {
  Ints Last = {999, 99};
  EXPECT_EQ(tp_steps_blocking(2, Last.data()), 1099);
}

TEST(Steps, P1Example1TimeInPoints) {
  Ints Last = {999, 99}, H = {1, 0, 0, 1}, S = {10, 10}, D = {1, 1, 0, 1, 0, 1};
  double Volume = tp_comm_volume(2, H.data(), S.data(), 3, D.data(), 0);
  EXPECT_DOUBLE_EQ(Volume, 20);
  // 100 t_c to start a message on either side, 4 bytes of 0.8 t_c per element sent.
  double Step = 100 + 2 * 100 + Volume * 4 * 0.8;
  EXPECT_NEAR(double(tp_steps_blocking(2, Last.data())) * Step, 400036, 0.5);
}

TEST(Steps, P1Example3Overlapping) {
  Ints Last = {999, 99};
  EXPECT_EQ(tp_steps_overlapping(2, 0, Last.data()), 1198);
  EXPECT_EQ(tp_steps_overlapping(2, 0, Last.data()) * 150, 179700);
}

TEST(Steps, P1ExperimentI) {
  // 16 x 16 x 16384 on 4 x 4 with V = 444.
  Ints Last = {3, 3, tp_ceil_div(16384, 444) - 1};
  EXPECT_EQ(Last[2], 36);
  EXPECT_EQ(tp_steps_overlapping(3, 2, Last.data()), 49);
  // The paper prints 53: it takes the counts of tiles for the last one's coordinates, and leaves out the 1.
  Ints Count = {16 / 4, 16 / 4, tp_ceil_div(16384, 444)};
  EXPECT_EQ(tp_steps_overlapping(3, 2, Count.data()) - 1, 53);
}

TEST(Steps, P0Equation4) {
  Ints U1 = {20, 100, 20}, M22 = {2, 1, 2}, M41 = {4, 1, 1};
  EXPECT_EQ(tp_steps_grouped(3, 1, U1.data(), M22.data()), 156);
  EXPECT_EQ(tp_steps_grouped(3, 1, U1.data(), M41.data()), 161);
  Ints U2 = {20, 120, 150}, M14 = {1, 4, 1}, M22b = {2, 2, 1};
  EXPECT_EQ(tp_steps_grouped(3, 2, U2.data(), M14.data()), 336);
  EXPECT_EQ(tp_steps_grouped(3, 2, U2.data(), M22b.data()), 356);
}

TEST(Steps, SaturateInsteadOfOverflowing) {
  Ints Last = {TP_HUGE, TP_HUGE, TP_HUGE};
  EXPECT_EQ(tp_steps_blocking(3, Last.data()), TP_HUGE);
  EXPECT_EQ(tp_steps_overlapping(3, 1, Last.data()), TP_HUGE);
}

TEST(Tiles, SkewedRowsCommVolume) {
  // Rows (1,0) and (1,2), |det| = 2, extents 8 and 8: 32 points; distances (1,0) and (0,1).
  Ints H = {1, 0, 1, 2}, S = {8, 8}, D = {1, 0, 0, 1};
  EXPECT_DOUBLE_EQ(tp_comm_volume(2, H.data(), S.data(), 2, D.data(), -1), 32. * (1 + 1 + 2) / 8);
  EXPECT_DOUBLE_EQ(tp_comm_volume(2, H.data(), S.data(), 2, D.data(), 1), 32. / 8);
}

TEST(Groups, P0Example1) {
  Ints M = {1, 2};
  tp_int PG[4];
  double HG[4];
  tp_group_sides(2, 0, M.data(), PG);
  tp_group_rows(2, 0, M.data(), HG);
  EXPECT_EQ(Ints(PG, PG + 4), (Ints{1, -2, 0, 2}));
  EXPECT_EQ(std::vector<double>(HG, HG + 4), (std::vector<double>{1, 1, 0, 0.5}));
}

TEST(Groups, P0Example2) {
  Ints M = {2, 1, 1};
  tp_int PG[9];
  tp_group_sides(3, 2, M.data(), PG);
  EXPECT_EQ(Ints(PG, PG + 9), (Ints{2, 0, 0, 0, 1, 0, -2, -1, 1}));
}

TEST(Groups, MatricesAreInverse) {
  Ints M = {3, 2, 1, 5};
  tp_int PG[16];
  double HG[16];
  tp_group_sides(4, 2, M.data(), PG);
  tp_group_rows(4, 2, M.data(), HG);
  for (int R = 0; R < 4; R++)
    for (int C = 0; C < 4; C++) {
      double Sum = 0;
      for (int K = 0; K < 4; K++)
        Sum += HG[R * 4 + K] * double(PG[K * 4 + C]);
      EXPECT_NEAR(Sum, R == C, 1e-12) << R << "," << C;
    }
}

TEST(Groups, P0Example3Shapes) {
  std::vector<double> Load = {1, 1, 1};
  tp_int M[3];
  Ints U1 = {20, 100, 20}, U2 = {20, 120, 150};
  ASSERT_TRUE(tp_group_shape(3, 1, U1.data(), 4, Load.data(), nullptr, nullptr, M));
  EXPECT_EQ(Ints(M, M + 3), (Ints{2, 1, 2}));
  ASSERT_TRUE(tp_group_shape(3, 2, U2.data(), 4, Load.data(), nullptr, nullptr, M));
  EXPECT_EQ(Ints(M, M + 3), (Ints{1, 4, 1}));
}

TEST(Groups, TiesGoToTheLeastCommunicationThenOutwards) {
  Ints U = {64, 64, 1000};
  tp_int M[3];
  std::vector<double> Second = {1, 8, 1}, Equal = {1, 1, 1};
  ASSERT_TRUE(tp_group_shape(3, 2, U.data(), 2, Second.data(), nullptr, nullptr, M));
  EXPECT_EQ(Ints(M, M + 3), (Ints{1, 2, 1}));
  ASSERT_TRUE(tp_group_shape(3, 2, U.data(), 2, Equal.data(), nullptr, nullptr, M));
  EXPECT_EQ(Ints(M, M + 3), (Ints{2, 1, 1}));
}

TEST(Groups, CapsAndFixedEntriesAreKept) {
  Ints U = {64, 64, 1000}, Cap = {2, 3, 1}, Fixed = {0, 4, 0};
  tp_int M[3];
  EXPECT_FALSE(tp_group_shape(3, 2, U.data(), 8, nullptr, Cap.data(), nullptr, M));
  ASSERT_TRUE(tp_group_shape(3, 2, U.data(), 6, nullptr, Cap.data(), nullptr, M));
  EXPECT_EQ(Ints(M, M + 3), (Ints{2, 3, 1}));
  ASSERT_TRUE(tp_group_shape(3, 2, U.data(), 8, nullptr, nullptr, Fixed.data(), M));
  EXPECT_EQ(Ints(M, M + 3), (Ints{2, 4, 1}));
}

static Ints mesh(tp_int P, std::vector<double> X) {
  std::vector<double> D(X.size(), 1);
  Ints Out(X.size());
  EXPECT_TRUE(tp_process_mesh(int(X.size()), -1, X.data(), D.data(), P, nullptr, nullptr,
                              Out.data()));
  return Out;
}

TEST(Mesh, P3Figure4) {
  EXPECT_EQ(mesh(16, {16, 256}), (Ints{1, 16}));
  EXPECT_EQ(mesh(16, {32, 256}), (Ints{1, 16})); // equal to 2 x 8, but one dimension sends nothing
  EXPECT_EQ(mesh(16, {64, 256}), (Ints{2, 8}));
  EXPECT_EQ(mesh(16, {128, 256}), (Ints{4, 4})); // equal to 2 x 8, but lower latency
  EXPECT_EQ(mesh(16, {256, 256}), (Ints{4, 4}));
}

TEST(Mesh, P3Section4) {
  EXPECT_EQ(mesh(65536, {4096, 1024}), (Ints{512, 128}));
  EXPECT_EQ(mesh(65536, {4096, 4096}), (Ints{256, 256}));
}

TEST(Mesh, EqualDimensionsGoOutwards) { EXPECT_EQ(mesh(2, {256, 256}), (Ints{2, 1})); }

TEST(Mesh, MappedDimensionStaysWhole) {
  std::vector<double> X = {64, 4096, 256}, D = {1, 1, 1};
  tp_int Out[3];
  ASSERT_TRUE(tp_process_mesh(3, 1, X.data(), D.data(), 16, nullptr, nullptr, Out));
  EXPECT_EQ(Ints(Out, Out + 3), (Ints{2, 1, 8}));
}

TEST(Mesh, DimensionWithoutLoadTakesAll) {
  std::vector<double> X = {4096, 64}, D = {1, 0};
  tp_int Out[2];
  ASSERT_TRUE(tp_process_mesh(2, -1, X.data(), D.data(), 16, nullptr, nullptr, Out));
  EXPECT_EQ(Ints(Out, Out + 2), (Ints{1, 16}));
}

TEST(Vertical, P0Section52) {
  EXPECT_EQ(tp_vertical_best(69e-3, 11e-6), 79);
  double Least = 69e-3 + 2 * std::sqrt(69e-3 * 11e-6);
  EXPECT_NEAR(tp_vertical_time(69e-3, 11e-6, 79), Least, 1e-7);
}

TEST(Vertical, NeverLessThanOneSubtile) {
  EXPECT_EQ(tp_vertical_best(1e-6, 1e-3), 1);
  EXPECT_EQ(tp_vertical_best(0, 1e-3), 1);
}

TEST(Vertical, BestIsALocalMinimum) {
  for (double Alpha = 1e-6; Alpha < 1; Alpha *= 3) {
    tp_int N = tp_vertical_best(Alpha, 1e-6);
    EXPECT_LE(tp_vertical_time(Alpha, 1e-6, N), tp_vertical_time(Alpha, 1e-6, N + 1));
    if (N > 1) {
      EXPECT_LE(tp_vertical_time(Alpha, 1e-6, N), tp_vertical_time(Alpha, 1e-6, N - 1));
    }
  }
}

/// P3 6.2: 288 ns a point, 107 us to start a message, 10 MB/s; on 8 nodes of two CPUs. Messages of numbers of 8
/// bytes, for which the paper has no word.
struct P3Factors {
  double Inner, Boundary; // bal of a rank with both directions, of one with the second alone
};

static P3Factors p3Factors(double X1, double X2, const Ints &Mesh, double Z) {
  const double Point = 288e-9, Startup = 107e-6, Element = 8 / 10e6;
  std::vector<double> X = {X1, X2}, D = {1, 1};
  double Computing = Point * X1 * X2 * Z / double(Mesh[0] * Mesh[1]);
  auto Bal = [&](unsigned Active) {
    return tp_balance(2, tp_comm_total(2, X.data(), D.data(), Mesh.data(), Z, Active, Startup, Element), Computing);
  };
  return {Bal(3), Bal(2)};
}

TEST(Balance, P3Section62) {
  // 16 x 256 on 1 x 8, z = 100: 51 200 points, 14.7456 ms; faces of 3200 and 1600 numbers, 2.667 ms and 1.387 ms.
  P3Factors Narrow = p3Factors(16, 256, {1, 8}, 100);
  EXPECT_NEAR(Narrow.Inner, 0.725071, 1e-6);
  EXPECT_NEAR(Narrow.Boundary, 0.905938, 1e-6);
  // 64 x 256: 204 800 points, 58.9824 ms; 3200 and 6400 numbers, 2.667 ms and 5.227 ms.
  P3Factors Wide = p3Factors(64, 256, {1, 8}, 100);
  EXPECT_NEAR(Wide.Inner, 0.866163, 1e-6);
  EXPECT_NEAR(Wide.Boundary, 0.911380, 1e-6);
  // Thin tiles are all startup: nothing is left for the master.
  EXPECT_EQ(p3Factors(16, 256, {1, 8}, 1).Inner, 0);
}

TEST(Balance, SharesAddUp) {
  double Bal = tp_balance(2, 1, 4);
  EXPECT_DOUBLE_EQ(Bal, 0.75);
  EXPECT_DOUBLE_EQ(tp_master_share(2, Bal) + tp_other_share(2, Bal), 1);
}

TEST(Balance, Clamped) {
  EXPECT_EQ(tp_balance(4, 1, 1), 0);
  EXPECT_EQ(tp_balance(4, 0, 1), 1);
  EXPECT_DOUBLE_EQ(tp_master_share(4, 0) + 3 * tp_other_share(4, 0), 1);
  EXPECT_DOUBLE_EQ(tp_other_share(4, 1), 0.25);
}

TEST(Balance, MessageTimeP3) { EXPECT_NEAR(tp_message_time(1000, 107e-6, 10e6), 207e-6, 1e-12); }
