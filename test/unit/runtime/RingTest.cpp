// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cells of lines into the rows of an array, against the sentence that says which cell an element is.
#include "tilepipe/runtime.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

namespace {

constexpr tp_int Ring = 32, Cells = 40;
constexpr int Untouched = -7;

struct Store {
  tp_int Origin0, Origin1, First0, Last0, First1, Last1, First, Last;
};

/// Each element of Rows x Columns is stored where the sentence says, and no other one.
void check(tp_int Rows, tp_int Columns, const Store &S) {
  std::vector<int> Held(Ring * Cells), Got(Rows * Columns, Untouched), Wanted = Got;
  for (size_t I = 0; I < Held.size(); ++I)
    Held[I] = int(I);
  tp_from_ring(Got.data(), Columns * 4, 4, Held.data(), Cells * 4, Ring, S.Origin0, S.Origin1, S.First0, S.Last0, S.First1, S.Last1,
               S.First, S.Last);
  for (tp_int I = S.First0; I <= S.Last0; ++I)
    for (tp_int J = S.First1; J <= S.Last1; ++J) {
      const tp_int Lane = S.Origin0 - I, Line = J - S.Origin1 - Lane;
      if (Line >= S.First && Line <= S.Last)
        Wanted[I * Columns + J] = int((Line + 2) % Ring * Cells + Lane);
    }
  EXPECT_EQ(Got, Wanted) << S.Origin0 << " " << S.Origin1 << " " << S.First0 << " " << S.Last0 << " " << S.First1 << " " << S.Last1
                         << " " << S.First << " " << S.Last;
}

TEST(Ring, WholeSquares) { check(40, 100, {31, -31, 0, 31, 0, 99, 48, 63}); }

TEST(Ring, LinesThatBeginAndEndInside) {
  for (tp_int First = 0; First <= 112; First += 16)
    check(32, 90, {31, -31, 0, 31, 0, 89, First, std::min<tp_int>(First + 15, 120)});
}

TEST(Ring, NothingOutside) {
  check(8, 8, {7, 0, 3, 2, 0, 7, 0, 15});
  check(8, 8, {7, 0, 0, 7, 5, 4, 0, 15});
  check(8, 8, {7, 0, 0, 7, 0, 7, 9, 8});
}

TEST(Ring, AnyPlaces) {
  std::mt19937 Random(1);
  auto Draw = [&](tp_int Least, tp_int Most) { return std::uniform_int_distribution<tp_int>(Least, Most)(Random); };
  for (int Round = 0; Round < 2000; ++Round) {
    const tp_int Rows = Draw(1, 50), Columns = Draw(1, 90);
    Store S;
    S.First0 = Draw(0, Rows - 1);
    S.Last0 = std::min(Draw(S.First0, Rows - 1), S.First0 + 31);
    S.Origin0 = S.Last0 + Draw(0, 31 - (S.Last0 - S.First0));
    S.First1 = Draw(0, Columns - 1);
    S.Last1 = Draw(S.First1, Columns - 1);
    S.Origin1 = Draw(-40, 5);
    S.First = Draw(0, 140);
    S.Last = S.First + Draw(0, 15);
    check(Rows, Columns, S);
  }
}

} // namespace
