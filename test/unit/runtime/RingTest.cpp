// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cells of lines into the rows of an array and back, against the sentence that says which cell an element is. Roots of numbers,
// against the library's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

extern "C" {
#include "exec/ring.h"
}

namespace {

constexpr tp_int Ring = 32;
constexpr int Untouched = -7;

struct Block {
  tp_int First0, First1, Last1, Chunk, Missing = 0; ///< Missing: rows that there are lanes for, and the block has not
};

/// Pointers to the rows of Array from First on; there are none before.
template <typename Number> std::vector<Number *> pointers(std::vector<Number> &Array, tp_int Columns, tp_int First) {
  std::vector<Number *> Result(Array.size() / Columns);
  for (size_t R = First; R < Result.size(); ++R)
    Result[R] = Array.data() + R * Columns;
  return Result;
}

/// Each element of a block is stored where the sentence says, and no other one. Whether elements wait or not, and where rows
/// lie behind each other or behind pointers.
template <typename Number> void checkMemory(tp_int Columns, const Block &B, bool ArePointers) {
  const tp_int Lanes = TP_LANE_ROWS, Count = std::max<tp_int>(Lanes - B.Missing, 1), Rows = B.First0 + Count + 1;
  const tp_int Cells = 2 * Lanes + 64 / sizeof(Number), Lines = B.Last1 - B.First1 + Lanes - 1;
  for (int Streams : {0, 1}) {
    std::vector<Number> Held(Ring * Cells), Got(Rows * Columns, Untouched), Wanted = Got;
    std::vector<Number *> Table = pointers(Got, Columns, B.First0);
    tp_late_rows Late;
    tp_ring_streams(Streams);
    for (tp_int First = 0; First <= Lines; First += B.Chunk) {
      const tp_int Last = std::min(First + B.Chunk - 1, Lines);
      for (tp_int W = First; W <= Last; ++W)
        for (tp_int At = 0; At < Cells; ++At)
          Held[(W + 1) % Ring * Cells + At] = Number(W * Cells + At);
      tp_from_ring(&Late, ArePointers ? (void *)Table.data() : Got.data(), ArePointers ? 0 : Columns * sizeof(Number), sizeof(Number), Held.data(), Cells * sizeof(Number), Ring, Count, B.First0, B.First1, B.Last1, First, Last);
    }
    for (tp_int R = 0; R < Count; ++R)
      for (tp_int J = B.First1; J <= B.Last1; ++J) {
        const tp_int K = Lanes - 1 - R, W = J - B.First1 + R;
        Wanted[(B.First0 + R) * Columns + J] = Number(W * Cells + Lanes + K);
      }
    EXPECT_EQ(Got, Wanted) << Columns << " " << Count << " " << B.First0 << " " << B.First1 << " " << B.Last1 << " " << B.Chunk << " " << Streams;
  }
  tp_ring_streams(0);
}

template <typename Number> void check(tp_int Columns, const Block &B) {
  for (bool ArePointers : {false, true})
    checkMemory<Number>(Columns, B, ArePointers);
}

/// Blocks of four bytes, and of eight.
void checkBoth(tp_int Columns, Block B) {
  check<int>(Columns, B);
  B.Chunk = (B.Chunk + 1) / 2; // no more bytes in a call
  check<long long>(Columns, B);
}

TEST(Ring, WholeRows) { checkBoth(400, {0, 0, 399, 16}); }

TEST(Ring, RowsBeginAtAnyPlaceOfALine) {
  for (tp_int First1 = 0; First1 < 40; ++First1)
    checkBoth(301, {1, First1, 300 - First1 / 2, 16});
}

TEST(Ring, ShortRows) {
  for (tp_int Last1 = 0; Last1 < 90; ++Last1)
    checkBoth(91, {1, 0, Last1, 16});
}

TEST(Ring, AnyBlocks) {
  std::mt19937 Random(1);
  auto Draw = [&](tp_int Least, tp_int Most) { return std::uniform_int_distribution<tp_int>(Least, Most)(Random); };
  for (int Round = 0; Round < 300; ++Round) {
    const tp_int Columns = Draw(1, 700), First1 = Draw(0, Columns - 1);
    checkBoth(Columns, {Draw(0, 5), First1, Draw(First1, Columns - 1), Draw(1, 16), Round % 2 ? Draw(0, 70) : 0});
  }
}

/// The cells of the lines of a call have the elements of memory that the sentence names, and all others what they had.
template <typename Number> void checkInputs(tp_int Columns, const Block &B, bool ArePointers) {
  const tp_int Lanes = TP_LANE_ROWS, Count = std::max<tp_int>(Lanes - B.Missing, 1), Cells = Lanes, Lines = B.Last1 - B.First1 + Lanes - 1;
  std::vector<Number> Rows((B.First0 + Count) * Columns);
  std::iota(Rows.begin(), Rows.end(), Number(1));
  std::vector<Number *> Table = pointers(Rows, Columns, B.First0);
  for (tp_int First = 0; First <= Lines; First += B.Chunk) {
    const tp_int Last = std::min(First + B.Chunk - 1, Lines);
    std::vector<Number> Got(B.Chunk * Cells, Untouched), Wanted = Got;
    std::vector<Number *> Known = Table; // rows without a point on these lines need not exist
    for (tp_int R = 0; R < Count; ++R)
      if (R > Last || R + B.Last1 - B.First1 < First)
        Known[B.First0 + R] = nullptr;
    tp_to_ring(ArePointers ? (void *)Known.data() : Rows.data(), ArePointers ? 0 : Columns * sizeof(Number), sizeof(Number), Got.data(), Cells * sizeof(Number), Count, B.First0, B.First1, B.Last1, First, Last);
    for (tp_int R = 0; R < Count; ++R)
      for (tp_int J = B.First1; J <= B.Last1; ++J) {
        const tp_int K = Lanes - 1 - R, W = J - B.First1 + R;
        if (W >= First && W <= Last)
          Wanted[(W - First) * Cells + K] = Rows[(B.First0 + R) * Columns + J];
      }
    EXPECT_EQ(Got, Wanted) << Columns << " " << Count << " " << B.First0 << " " << B.First1 << " " << B.Last1 << " " << First;
  }
}

TEST(Ring, Inputs) {
  std::mt19937 Random(2);
  auto Draw = [&](tp_int Least, tp_int Most) { return std::uniform_int_distribution<tp_int>(Least, Most)(Random); };
  for (int Round = 0; Round < 200; ++Round) {
    const tp_int Columns = Draw(1, 400), First1 = Draw(0, Columns - 1);
    const Block B = {Draw(0, 5), First1, Draw(First1, Columns - 1), Draw(1, 8), Round % 2 ? Draw(0, 70) : 0};
    for (bool ArePointers : {false, true}) {
      checkInputs<int>(Columns, B, ArePointers);
      checkInputs<long long>(Columns, B, ArePointers);
    }
  }
}

/// Lanes from First to Last get what lies one cell further in From, and no other cell changes. Also where the compiler has other
/// vectors than the runtime.
template <typename Number> void checkShift() {
  constexpr tp_int Lanes = TP_LANE_ROWS;
  for (tp_int First = 0; First <= Lanes; ++First)
    for (tp_int Last = First - 1; Last < Lanes; ++Last) {
      alignas(64) Number Cells[3 * Lanes], Wanted[3 * Lanes];
      std::iota(Cells, Cells + 3 * Lanes, Number(1));
      std::copy(Cells, Cells + 3 * Lanes, Wanted);
      for (tp_int K = First; K <= Last; ++K)
        Wanted[K] = Cells[Lanes + 1 + K];
      if (!tp_shift_lanes(Cells, Cells + Lanes + 1, sizeof(Number), First, Last))
        return; // a loop does it
      EXPECT_TRUE(std::equal(Cells, Cells + 3 * Lanes, Wanted)) << First << " " << Last;
    }
}

TEST(Ring, Shift) {
  checkShift<int>();
  checkShift<long long>();
}

/// The library's roots bit for bit, with its errno and exceptions.
template <typename Number> void checkRoots(const std::vector<Number> &Of, Number (*Root)(Number)) {
  std::vector<Number> Got(Of.size() + 1, 5), Wanted = Got;
  const tp_int First = Of.size() / 9;
  auto Effects = [](auto Run) {
    errno = 0;
    std::feclearexcept(FE_ALL_EXCEPT);
    Run();
    return std::pair(errno, std::fetestexcept(FE_ALL_EXCEPT));
  };
  const auto Here = Effects([&] { tp_roots(Got.data(), Of.data(), sizeof(Number), First, tp_int(Of.size()) - 1); });
  const auto There = Effects([&] {
    for (size_t I = First; I < Of.size(); ++I)
      Wanted[I] = Root(Of[I]);
  });
  EXPECT_EQ(Here, There) << Of.size();
  EXPECT_EQ(std::memcmp(Got.data(), Wanted.data(), Got.size() * sizeof(Number)), 0) << Of.size();
}

TEST(Ring, Roots) {
  std::mt19937 Random(3);
  float (*volatile RootOfFloat)(float) = sqrtf; // calls, of the library
  double (*volatile RootOfDouble)(double) = sqrt;
  for (int Round = 0; Round < 400; ++Round) {
    std::vector<float> Floats(Round % 70);
    for (float &F : Floats) {
      const uint32_t Bits = Random() & (Round % 3 ? 0x7fffffffu : ~0u); // a third have negative numbers
      std::memcpy(&F, &Bits, sizeof F);
      if (Round % 2 && std::isnan(F))
        F = 4;
    }
    std::vector<double> Doubles(Floats.begin(), Floats.end());
    checkRoots<float>(Floats, RootOfFloat);
    checkRoots<double>(Doubles, RootOfDouble);
  }
  checkRoots<float>({-0.0f, 0.0f, 4}, RootOfFloat); // none is negative
}

} // namespace
