// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes of hand-written regions: what the probes find against what is known.
#include <gtest/gtest.h>

extern "C" {
#include "plan/plan.h"
}

namespace {

// for i in [1, N], for j in [1, M]: A[i][j] = A[i-1][j] + A[i][j-1] + B[i][j], doubles, A (N+1) x (M+1).
struct Args {
  double *A, *B;
  tp_int N, M;
};

const Args &args(const void *P) { return *static_cast<const Args *>(P); }

void bounds(const void *P, tp_box *B) {
  B->tp_lo[0] = B->tp_lo[1] = 1;
  B->tp_hi[0] = args(P).N + 1;
  B->tp_hi[1] = args(P).M + 1;
}

tp_int points(const tp_box *B, const void *) {
  return (B->tp_hi[0] - B->tp_lo[0]) * (B->tp_hi[1] - B->tp_lo[1]);
}

void ranges(const void *P, tp_range *Out) {
  Out[0].tp_first = Out[1].tp_first = 0;
  Out[0].tp_past = Out[1].tp_past = (args(P).N + 1) * (args(P).M + 1) * 8;
}

void row(const void *P, int Array, tp_int I, tp_int First, tp_int Last, tp_stream *S) {
  double *Base = Array ? args(P).B : args(P).A;
  tp_run(S, Array, Base + I * (args(P).M + 1) + First, (Last - First) * 8);
}

void livein(const tp_box *B, const void *P, tp_stream *S) {
  for (tp_int I = B->tp_lo[0]; I < B->tp_hi[0]; I++) {
    if (I == 1)
      row(P, 0, 0, B->tp_lo[1], B->tp_hi[1], S);
    if (B->tp_lo[1] == 1)
      row(P, 0, I, 0, 1, S);
    row(P, 1, I, B->tp_lo[1], B->tp_hi[1], S);
  }
}

void owned(const tp_box *B, const void *P, tp_stream *S) {
  for (tp_int I = B->tp_lo[0]; I < B->tp_hi[0]; I++)
    row(P, 0, I, B->tp_lo[1], B->tp_hi[1], S);
}

void face(int Crosses, const tp_box *B, const tp_int *, const void *P, tp_stream *S) {
  if (Crosses == 1 && B->tp_hi[0] <= args(P).N)
    row(P, 0, B->tp_hi[0] - 1, B->tp_lo[1], B->tp_hi[1], S);
  for (tp_int I = B->tp_lo[0]; Crosses == 2 && B->tp_hi[1] <= args(P).M && I < B->tp_hi[0]; I++)
    row(P, 0, I, B->tp_hi[1] - 1, B->tp_hi[1], S);
}

struct Shape : ::testing::Test {
  double Cell = 0;
  Args A = {&Cell, &Cell, 1000, 2000}; // only addresses are enumerated, nothing is read
  tp_array_info Arrays[2] = {{"A", 8, 0, TP_ARRAY_WRITTEN, 2}, {"B", 8, 8, 0, 2}};
  tp_variant Variants[TP_VARIANTS] = {};
  tp_region R = {};
  tp_shape S = {};

  void SetUp() override {
    R.tp_dims = R.tp_arrays = R.tp_faces = 2;
    R.tp_array = Arrays;
    R.tp_variants = Variants;
    R.tp_crosses[0] = 1;
    R.tp_crosses[1] = 2;
    R.tp_face = face;
    R.tp_reach[0] = R.tp_reach[1] = 1;
    R.tp_ops.tp_adds = 2;
    R.tp_ops.tp_loads = 3;
    R.tp_ops.tp_stores = 1;
    R.tp_bounds = bounds;
    R.tp_points = points;
    R.tp_ranges = ranges;
    R.tp_livein = livein;
    R.tp_owned = owned;
  }
  void ask() {
    ASSERT_EQ(tp_shape_of(&R, &A, &S), TP_OK);
    tp_shape_add_moved(&R, &A, &S);
  }
};

TEST_F(Shape, SpaceAndReach) {
  ask();
  EXPECT_EQ(S.dims, 2);
  EXPECT_EQ(S.lo[0], 1);
  EXPECT_EQ(S.hi[1], 2001);
  EXPECT_EQ(S.points, 2000000);
  EXPECT_EQ(S.reach[0], 1);
  EXPECT_FALSE(S.threads_only);
}

TEST_F(Shape, KindsOfTileFunctions) {
  ask();
  EXPECT_FALSE(S.kinds.blocked);
  EXPECT_EQ(S.kinds.jam_rows + S.kinds.line_rows, 0);
  for (tp_variant &Each : Variants)
    Each = {[](const tp_box *, const void *) {}, 6, {0, 1}, 0};
  ask();
  EXPECT_TRUE(S.kinds.blocked);
  EXPECT_EQ(S.kinds.jam_rows + S.kinds.line_rows, 12);
}

TEST_F(Shape, LoadsAreBytesPerPointOfTheSide) {
  ask();
  EXPECT_DOUBLE_EQ(S.load[0], 8);
  EXPECT_DOUBLE_EQ(S.load[1], 8);
}

TEST_F(Shape, BytesThatMove) {
  ask();
  EXPECT_NEAR(S.livein_bytes, 8. * 2000000 + 8. * 3000, 1);
  EXPECT_NEAR(S.owned_bytes, 8. * 2000000, 1);
  EXPECT_NEAR(S.held_bytes, S.livein_bytes + S.owned_bytes, 1);
}

/// double **A, or double ***A: the ranges are of the pointers to rows, of those that lead there, and of one row.
TEST_F(Shape, RowsBehindPointersAreCounted) {
  tp_array_info Rows[3] = {{"A", 8, 0, 0, 1}, {"A[]", 8, 0, TP_ARRAY_WRITTEN | TP_ARRAY_ROWS, 2}, {"B", 8, 8, 0, 2}};
  R.tp_array = Rows;
  R.tp_arrays = 2;
  R.tp_flags = TP_REGION_THREADS_ONLY;
  R.tp_ranges = [](const void *P, tp_range *Out) {
    Out[0].tp_first = 8, Out[0].tp_past = 8 + args(P).N * 8;
    Out[1].tp_first = 0, Out[1].tp_past = args(P).M * 8;
    Out[2].tp_first = 0, Out[2].tp_past = 50 * 8;
  };
  ask();
  EXPECT_DOUBLE_EQ(S.written_bytes, 1000 * 2000 * 8.);
  EXPECT_DOUBLE_EQ(S.bytes, 1000 * 2001 * 8.);
  Rows[1].tp_flags = TP_ARRAY_ROWS;
  Rows[2] = {"A[][]", 8, 0, TP_ARRAY_WRITTEN | TP_ARRAY_ROWS | TP_ARRAY_ROWS_OF_ROWS, 3};
  R.tp_arrays = 3;
  ask();
  EXPECT_DOUBLE_EQ(S.written_bytes, 1000 * 2000 * 50 * 8.);
}

TEST_F(Shape, RangesBoundTheBytes) {
  A.N = 3, A.M = 4;
  ask();
  EXPECT_LE(S.owned_bytes, 8. * 4 * 5);
  EXPECT_LE(S.livein_bytes, 2 * 8. * 4 * 5);
  EXPECT_LE(S.held_bytes, 2 * 8. * 4 * 5);
}

TEST_F(Shape, InnerDimensionIsContiguous) {
  ask();
  EXPECT_EQ(S.contiguous_dim, 1);
  EXPECT_EQ(S.contiguous_bytes, 8);
}

TEST_F(Shape, PointCostIsPlausible) {
  ask();
  EXPECT_GT(S.point, 0.3e-9);
  EXPECT_LT(S.point, 5e-9);
  R.tp_ops = {};
  ask();
  EXPECT_GT(S.point, 0);
}

TEST_F(Shape, EmptySpaceAsksNothingFurther) {
  A.N = 0;
  R.tp_owned = nullptr;
  R.tp_livein = nullptr;
  ask();
  EXPECT_EQ(S.points, 0);
}

TEST_F(Shape, WithoutACountEachPlaceIsAPoint) {
  R.tp_points = nullptr;
  ask();
  EXPECT_EQ(S.points, 2000000);
  EXPECT_DOUBLE_EQ(S.load[0], 8);
}

TEST_F(Shape, ThreadsOnlyNeedsNoMoving) {
  R.tp_flags = TP_REGION_THREADS_ONLY;
  R.tp_livein = nullptr;
  ask();
  EXPECT_TRUE(S.threads_only);
  EXPECT_EQ(S.livein_bytes, 0);
}

} // namespace
