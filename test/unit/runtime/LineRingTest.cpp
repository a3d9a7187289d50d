// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of blocks into the cells of lines and back, against the sentence that says which cell an element is. Arrays end where
// the last element that is moved does.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

extern "C" {
#include "tilepipe/runtime.h"
}

namespace {

constexpr int Untouched = -7;

struct Block {
  tp_int Slope, Row, LastRow, Offset0, Offset1, Begin, Cells;
  std::vector<tp_edge> Firsts, Lasts;
  std::vector<tp_reach> Reaches;

  bool hasPoint(tp_int I, tp_int J) const {
    auto At = [&](const tp_edge &E) { return E.tp_of_row0 + E.tp_slope * I; };
    return I >= Row && I <= LastRow && std::all_of(Firsts.begin(), Firsts.end(), [&](const tp_edge &E) { return J >= At(E); }) &&
           std::all_of(Lasts.begin(), Lasts.end(), [&](const tp_edge &E) { return J <= At(E); });
  }
};

using Place = std::pair<tp_int, tp_int>;

/// (i, j) of all points, and of what Reaches says of them.
std::set<Place> places(const Block &B, const std::vector<tp_reach> &Reaches, tp_int Size) {
  std::set<Place> Result;
  for (tp_int I = B.Row; I <= B.LastRow; ++I)
    for (tp_int J = 0; J < Size; ++J)
      for (const tp_reach &R : Reaches)
        for (tp_int More = R.tp_first; B.hasPoint(I, J) && More <= R.tp_last; ++More)
          Result.insert({I + R.tp_row, J + More});
  return Result;
}

/// Size: rows and columns of the array, in which everything lies. ArePointers: of its rows there are those that have elements
/// of the block, each behind a pointer.
template <typename Number> void checkMemory(const Block &B, tp_int Size, bool ArePointers) {
  const std::set<Place> Taken = places(B, B.Reaches, Size), Points = places(B, {{0, 0, 0}}, Size);
  auto LineOf = [&](const Place &P) { return B.Slope * P.first + P.second; };
  std::vector<Number> Array(Size * Size);
  for (size_t K = 0; K < Array.size(); ++K)
    Array[K] = Number(K % 100003);
  auto At = [&](const Place &P) { return (P.first + B.Offset0) * Size + P.second + B.Offset1; };
  tp_int First = 0, Last = 0;
  for (const Place &P : Taken) {
    First = std::min(First, LineOf(P));
    Last = std::max(Last, LineOf(P));
  }
  auto RowsOf = [&](std::vector<Number> &Of) {
    std::vector<Number *> Result(Size);
    for (const Place &P : Taken)
      Result[P.first + B.Offset0] = Of.data() + (P.first + B.Offset0) * Size;
    return Result;
  };
  const tp_int Stride = ArePointers ? 0 : Size * sizeof(Number);
  const std::vector<Number> Empty(TP_LINES * B.Cells, Number(Untouched));
  for (tp_int From = First - 3; From <= Last; From += 16)
    for (tp_int Count : {16, 7}) {
      std::vector<Number> Held = Empty, Wanted = Empty;
      std::vector<Number *> Rows = RowsOf(Array);
      tp_to_lines(ArePointers ? (void *)Rows.data() : Array.data(), Stride, sizeof(Number), Held.data(), B.Cells * sizeof(Number), B.Slope, B.Begin, B.Row, B.LastRow, B.Offset0, B.Offset1,
                  B.Firsts.data(), B.Firsts.size(), B.Lasts.data(), B.Lasts.size(), B.Reaches.data(), B.Reaches.size(), From, From + Count - 1);
      auto CellOf = [&](const Place &P) { return (LineOf(P) & (TP_LINES - 1)) * B.Cells + P.first - B.Begin; };
      auto IsIn = [&](const Place &P) { return LineOf(P) >= From && LineOf(P) < From + Count; };
      for (const Place &P : Taken)
        if (IsIn(P))
          Wanted[CellOf(P)] = Array[At(P)];
      ASSERT_EQ(Held, Wanted) << "slope " << B.Slope << " rows " << B.Row << " to " << B.LastRow << " lines from " << From;
      std::vector<Number> Stored = Array, Right = Array;
      for (size_t K = 0; K < Held.size(); ++K)
        Held[K] = Number(K + 500);
      Rows = RowsOf(Stored);
      tp_from_lines(ArePointers ? (void *)Rows.data() : Stored.data(), Stride, sizeof(Number), Held.data(), B.Cells * sizeof(Number), B.Slope, B.Begin, B.Row, B.LastRow, B.Offset0, B.Offset1,
                    B.Firsts.data(), B.Firsts.size(), B.Lasts.data(), B.Lasts.size(), From, From + Count - 1);
      for (const Place &P : Points)
        if (IsIn(P))
          Right[At(P)] = Held[CellOf(P)];
      ASSERT_EQ(Stored, Right) << "slope " << B.Slope << " rows " << B.Row << " to " << B.LastRow << " lines from " << From;
    }
}

template <typename Number> void check(const Block &B, tp_int Size) {
  for (bool ArePointers : {false, true})
    checkMemory<Number>(B, Size, ArePointers);
}

TEST(LineRing, Rectangles) {
  const std::vector<tp_reach> Star = {{0, -1, 1}, {-1, 0, 0}, {1, 0, 0}}, Box = {{0, -1, 1}, {-1, -1, 1}, {1, -1, 1}};
  for (const std::vector<tp_reach> &Reaches : {Star, Box})
    for (tp_int Rows : {1, 3, 8, 32}) {
      const Block B = {2, 5, 4 + Rows, 0, 0, -3, 48, {{3, 0}}, {{60, 0}}, Reaches};
      check<double>(B, 70);
      check<float>(B, 70);
    }
}

TEST(LineRing, AnyBlocks) {
  std::mt19937 Random(1);
  auto Draw = [&](tp_int Least, tp_int Most) { return std::uniform_int_distribution<tp_int>(Least, Most)(Random); };
  constexpr tp_int Size = 110;
  for (int Round = 0; Round < 300; ++Round) {
    Block B = {Draw(1, 5), Draw(4, 40), 0, Draw(-1, 1), Draw(-1, 1), 0, 0, {}, {}, {{0, Draw(-2, 0), Draw(0, 2)}}};
    B.LastRow = B.Row + Draw(0, 36);
    B.Begin = B.Row - Draw(2, 17);
    B.Cells = B.LastRow + 3 - B.Begin + Draw(0, 9);
    for (tp_int Count = Draw(1, 3); Count > 0; --Count) {
      const tp_int Slope = Draw(-1, 1);
      B.Firsts.push_back({Draw(4, 60) - Slope * B.Row, Slope});
    }
    B.Firsts.push_back({4, 0});
    for (tp_int Count = Draw(1, 3); Count > 0; --Count) {
      const tp_int Slope = Draw(-1, 1);
      B.Lasts.push_back({Draw(40, 100) - Slope * B.Row, Slope});
    }
    B.Lasts.push_back({Size - 5, 0});
    // Each row has a point.
    auto HasPoint = [&](tp_int I) {
      for (tp_int J = 0; J < Size; ++J)
        if (B.hasPoint(I, J))
          return true;
      return false;
    };
    while (B.LastRow > B.Row && !HasPoint(B.LastRow))
      --B.LastRow;
    while (B.LastRow > B.Row && !HasPoint(B.Row))
      ++B.Row;
    bool HasAll = true;
    for (tp_int I = B.Row; I <= B.LastRow; ++I)
      HasAll = HasAll && HasPoint(I);
    for (tp_int Row : {-2, -1, 1, 2})
      if (Draw(0, 1)) {
        const tp_int First = Draw(-2, 2);
        B.Reaches.push_back({Row, First, First + Draw(0, 3)});
      }
    if (!HasAll)
      continue;
    check<double>(B, Size);
    check<int>(B, Size);
  }
}

} // namespace
