// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that are combined: each CPU but the first has a copy, and the program's array has all of it in the end.
extern "C" {
#include "copies_rig.h"
}

#include "gtest/gtest.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <vector>

namespace {

/// What a region's argument structure holds: an array beside, and two that are combined.
struct Arguments {
  void *Other, *First, *Second;
  tp_int Size, FirstElement;
};

/// A region of some threads that combines two arrays of type T: the elements from FirstElement on, so many.
template <typename T> class Region {
public:
  Region(int Combination, int Threads) {
    int Sign = !std::numeric_limits<T>::is_integer ? TP_ARRAY_FLOATING : std::numeric_limits<T>::is_signed ? TP_ARRAY_SIGNED : 0;
    int Flags = TP_ARRAY_WRITTEN | Combination | Sign;
    describe(0, "other", 8, offsetof(Arguments, Other), TP_ARRAY_WRITTEN);
    describe(1, "first", sizeof(T), offsetof(Arguments, First), Flags);
    describe(2, "second", sizeof(T), offsetof(Arguments, Second), Flags);
    Shape.tp_arrays = 3;
    Shape.tp_array = Infos.data();
    Shape.tp_args = sizeof(Arguments);
    Shape.tp_ranges = ranges;
    Rig = copies_rig_make(&Shape, Threads);
  }
  ~Region() { copies_rig_free(Rig); }
  Region(const Region &) = delete;

  /// False: there is no memory for the copies.
  bool begin(const Arguments &A) { return copies_rig_begin(Rig, &A); }
  const Arguments &of(int Thread) { return *static_cast<const Arguments *>(copies_rig_arguments(Rig, Thread)); }
  void end() { copies_rig_end(Rig); }
  bool hasCopies() const { return copies_rig_has_copies(Rig); }

private:
  void describe(int Number, const char *Name, size_t Element, size_t Field, int Flags) {
    tp_array_info &I = Infos[Number];
    I.tp_name = Name;
    I.tp_element = static_cast<tp_int>(Element);
    I.tp_field = static_cast<tp_int>(Field);
    I.tp_flags = Flags;
  }
  static void ranges(const void *Args, tp_range *Out) {
    const Arguments &A = *static_cast<const Arguments *>(Args);
    for (int K = 1; K < 3; K++) {
      Out[K].tp_first = A.FirstElement * static_cast<tp_int>(sizeof(T));
      Out[K].tp_past = Out[K].tp_first + A.Size * static_cast<tp_int>(sizeof(T));
    }
  }
  std::array<tp_array_info, 3> Infos{};
  tp_region Shape{};
  copies_rig *Rig;
};

/// What the operator makes of two values, as C does for numbers of this type.
template <typename T> T together(int Combination, T X, T Y) {
  unsigned long long A = static_cast<unsigned long long>(X), B = static_cast<unsigned long long>(Y);
  switch (Combination) {
  case TP_ARRAY_COMBINED_ADD: return static_cast<T>(A + B);
  case TP_ARRAY_COMBINED_MULTIPLY: return static_cast<T>(A * B);
  case TP_ARRAY_COMBINED_AND: return static_cast<T>(A & B);
  case TP_ARRAY_COMBINED_OR: return static_cast<T>(A | B);
  case TP_ARRAY_COMBINED_XOR: return static_cast<T>(A ^ B);
  case TP_ARRAY_COMBINED_MIN: return X < Y ? X : Y;
  default: return X > Y ? X : Y;
  }
}

/// Every thread combines values with elements of its copy, the ends of the type's range among them.
template <typename T> void checkOperator(int Combination) {
  using Limits = std::numeric_limits<T>;
  const std::vector<T> Values = {0, 1, 2, 3, 5, 77, static_cast<T>(-1), Limits::min(), Limits::max(), static_cast<T>(Limits::max() - 1)};
  const int Threads = 4, Size = 97;
  std::vector<T> First(Size), Second(Size), Other(Size, 9), MustFirst(Size), MustSecond(Size);
  for (int K = 0; K < Size; K++) {
    First[K] = MustFirst[K] = Values[K % Values.size()];
    Second[K] = MustSecond[K] = Values[K * 7 % Values.size()];
  }
  Arguments A = {Other.data(), First.data(), Second.data(), Size, 0};
  Region<T> R(Combination, Threads);
  ASSERT_TRUE(R.begin(A));
  for (int Turn = 0; Turn < 500; Turn++) {
    const int Thread = Turn * 13 % Threads, At = Turn * 31 % Size;
    const T Value = Values[Turn * 3 % Values.size()];
    const Arguments &Mine = R.of(Thread);
    T *X = static_cast<T *>(Turn % 2 ? Mine.First : Mine.Second);
    T &Must = Turn % 2 ? MustFirst[At] : MustSecond[At];
    X[At] = together(Combination, X[At], Value);
    Must = together(Combination, Must, Value);
    EXPECT_EQ(Mine.Other, A.Other) << "an array that is not combined has no copy";
    EXPECT_EQ(Mine.Size, A.Size);
    EXPECT_EQ(Mine.First == A.First, Thread == 0) << "the first CPU has the program's array";
  }
  R.end();
  EXPECT_EQ(First, MustFirst) << "operator " << Combination << ", " << sizeof(T) << " bytes";
  EXPECT_EQ(Second, MustSecond) << "operator " << Combination << ", " << sizeof(T) << " bytes";
  EXPECT_EQ(Other, std::vector<T>(Size, 9));
}

template <typename T> class Copies : public testing::Test {};
using Types = testing::Types<signed char, unsigned char, short, unsigned short, int, unsigned, long long, unsigned long long>;
TYPED_TEST_SUITE(Copies, Types);

TYPED_TEST(Copies, EachOperator) {
  for (int Combination : {TP_ARRAY_COMBINED_ADD, TP_ARRAY_COMBINED_MULTIPLY, TP_ARRAY_COMBINED_AND, TP_ARRAY_COMBINED_OR,
                          TP_ARRAY_COMBINED_XOR, TP_ARRAY_COMBINED_MIN, TP_ARRAY_COMBINED_MAX})
    checkOperator<TypeParam>(Combination);
}

TEST(CopiesOfArrays, OneThreadHasNone) {
  int X[3] = {1, 2, 3};
  Arguments A = {X, X, X, 3, 0};
  Region<int> R(TP_ARRAY_COMBINED_ADD, 1);
  ASSERT_TRUE(R.begin(A));
  EXPECT_FALSE(R.hasCopies());
  EXPECT_EQ(&R.of(0), &A);
  R.end();
}

TEST(CopiesOfArrays, NothingCombined) {
  int X[3] = {1, 2, 3};
  Arguments A = {X, X, X, 3, 0};
  Region<int> R(0, 4);
  ASSERT_TRUE(R.begin(A));
  EXPECT_FALSE(R.hasCopies());
  EXPECT_EQ(&R.of(3), &A);
}

TEST(CopiesOfArrays, AThreadWithoutTilesLeavesNothing) {
  int X[3] = {1, 2, 3}, Y[3] = {4, 5, 6};
  Arguments A = {X, X, Y, 3, 0};
  for (int Turn = 0; Turn < 2; Turn++) { // the memory of the run before is no value
    Region<int> R(TP_ARRAY_COMBINED_ADD, 3);
    ASSERT_TRUE(R.begin(A));
    static_cast<int *>(R.of(1).First)[1] += 10;
    if (Turn == 0)
      static_cast<int *>(R.of(2).First)[2] += 100;
    R.end();
  }
  EXPECT_EQ(X[0], 1);
  EXPECT_EQ(X[1], 22);
  EXPECT_EQ(X[2], 103);
  EXPECT_EQ(Y[1], 5);
}

TEST(CopiesOfArrays, OnlyThePartOfTheNest) {
  // Elements in front and behind belong to somebody else, and so do elements that no CPU has changed.
  std::vector<int> X(100, 7), Y(100, 8);
  Arguments A = {nullptr, X.data(), Y.data(), 20, 40};
  Region<int> R(TP_ARRAY_COMBINED_MAX, 2);
  ASSERT_TRUE(R.begin(A));
  int *Mine = static_cast<int *>(R.of(1).First);
  EXPECT_EQ(Mine[40], std::numeric_limits<int>::min());
  EXPECT_EQ(Mine[59], std::numeric_limits<int>::min());
  Mine[40] = 9;
  Mine[59] = 6;
  R.end();
  for (int K = 0; K < 100; K++)
    EXPECT_EQ(X[K], K == 40 ? 9 : 7);
  EXPECT_EQ(Y, std::vector<int>(100, 8));
}

/// Copies start from what changes no number, and are combined in the order of the threads.
template <typename T> void checkFloating() {
  std::vector<T> X = {1, T(-0.0), 3, std::numeric_limits<T>::infinity()}, Y(4, 2), Other(4);
  Arguments A = {Other.data(), X.data(), Y.data(), 4, 0};
  Region<T> Sums(TP_ARRAY_COMBINED_ADD, 3);
  ASSERT_TRUE(Sums.begin(A));
  const T Large = T(1) / std::numeric_limits<T>::epsilon() * 4;
  T *Second = static_cast<T *>(Sums.of(1).First), *Third = static_cast<T *>(Sums.of(2).First);
  EXPECT_TRUE(std::signbit(Second[0]) && Second[0] == 0);
  X[0] += 1;
  Second[0] += Large;
  Third[0] -= Large;
  Third[3] += 5;
  Sums.end();
  EXPECT_EQ(X[0], 0); // what is added to Large is rounded away
  EXPECT_TRUE(X[1] == 0 && std::signbit(X[1]));
  EXPECT_EQ(X[3], std::numeric_limits<T>::infinity());
  EXPECT_EQ(Y[3], 2);
  Region<T> Products(TP_ARRAY_COMBINED_MULTIPLY, 3);
  ASSERT_TRUE(Products.begin(A));
  static_cast<T *>(Products.of(1).Second)[3] *= 3;
  static_cast<T *>(Products.of(2).Second)[3] *= -5;
  Products.end();
  EXPECT_EQ(Y[3], -30);
  EXPECT_EQ(X[2], 3);
}

TEST(CopiesOfArrays, FloatingPointNumbers) {
  checkFloating<float>();
  checkFloating<double>();
}

TEST(CopiesOfArrays, MemoryThatCannotBeWrittenStaysUntouched) {
  static const int X[4] = {1, 2, 3, 4}; // a store would end the test
  static const int Y[4] = {5, 6, 7, 8};
  Arguments A = {nullptr, const_cast<int *>(X), const_cast<int *>(Y), 4, 0};
  Region<int> R(TP_ARRAY_COMBINED_ADD, 3);
  ASSERT_TRUE(R.begin(A));
  R.of(1), R.of(2);
  R.end();
  EXPECT_EQ(X[2], 3);
}

TEST(CopiesOfArrays, AnEmptyRangeIsNoArray) {
  int X = 1, Y = 2;
  Arguments A = {nullptr, &X, &Y, 0, 0};
  Region<int> R(TP_ARRAY_COMBINED_ADD, 3);
  ASSERT_TRUE(R.begin(A));
  R.of(2);
  R.end();
  EXPECT_EQ(X, 1);
}

TEST(CopiesOfArrays, TooLargeIsAnError) {
  int X = 1;
  Arguments A = {nullptr, &X, &X, tp_int(1) << 40, 0};
  Region<long long> R(TP_ARRAY_COMBINED_ADD, 3);
  EXPECT_FALSE(R.begin(A));
  EXPECT_FALSE(R.hasCopies());
}

} // namespace
