// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expr/Polynomial.h"

#include <gtest/gtest.h>

using namespace tilepipe;

namespace {

/// Atoms of the tests.
const Polynomial I = Polynomial::atom(0), J = Polynomial::atom(1), M = Polynomial::atom(2),
                 L = Polynomial::atom(3);

Polynomial number(int64_t Value) { return Polynomial::constant(Value); }

TEST(Polynomial, SumsCancel) {
  EXPECT_TRUE((I + J - I - J).isZero());
  EXPECT_EQ((I + number(1)) * (I - number(1)), I * I - number(1));
  EXPECT_EQ((I * M + number(3)).degree(), 2u);
  EXPECT_TRUE(number(7).isConstant());
  EXPECT_EQ((J + number(7)).constantPart(), 7);
}

TEST(Polynomial, DividesLinearSubscripts) {
  // (i - 1) * m + j: rows of m elements.
  Polynomial::Division D = ((I - number(1)) * M + J).divide(M);
  EXPECT_EQ(D.Quotient, I - number(1));
  EXPECT_EQ(D.Remainder, J);
}

TEST(Polynomial, DividesBySums) {
  Polynomial Row = M + number(1);
  Polynomial::Division D = ((I - number(1)) * Row + J + number(1)).divide(Row);
  EXPECT_EQ(D.Quotient, I - number(1));
  EXPECT_EQ(D.Remainder, J + number(1));
}

TEST(Polynomial, DividesProductsOfSymbols) {
  Polynomial::Division D = ((I * M + J) * L).divide(M * L);
  EXPECT_EQ(D.Quotient, I);
  EXPECT_EQ(D.Remainder, J * L);
}

TEST(Polynomial, DividesCoefficientsDownwards) {
  // 2 * i * m - m + j in rows of 2 * m: row i - 1, element m + j.
  Polynomial::Division D = (number(2) * I * M - M + J).divide(number(2) * M);
  EXPECT_EQ(D.Quotient, I - number(1));
  EXPECT_EQ(D.Remainder, M + J);
}

TEST(Polynomial, QuotientAndRemainderMakeTheWhole) {
  const Polynomial Values[] = {I * M * L + J * L - number(5), (I + J) * (M + L) + number(3),
                               number(-7) * M + I, number(0)};
  const Polynomial Divisors[] = {M, L, M + number(1), number(3) * M, M * L, number(1)};
  for (const Polynomial &V : Values)
    for (const Polynomial &D : Divisors) {
      Polynomial::Division Parts = V.divide(D);
      EXPECT_EQ(Parts.Quotient * D + Parts.Remainder, V);
    }
}

TEST(Polynomial, PrimitivePartHasNoFactor) {
  Polynomial P = number(-4) * M + number(6);
  EXPECT_EQ(P.content(), 2);
  EXPECT_EQ(P.primitive(), number(2) * M - number(3));
}

TEST(Polynomial, OverflowIsInvalid) {
  Polynomial Big = number(INT64_MAX);
  EXPECT_TRUE(Big.isValid());
  EXPECT_FALSE((Big + number(1)).isValid());
  EXPECT_FALSE((Big * I * number(2)).isValid());
  EXPECT_FALSE((Big * number(2) - Big).isValid());
}

TEST(Polynomial, LongProductsAreInvalid) {
  Polynomial Sum = number(1), Product = number(1);
  for (unsigned Atom = 0; Atom < 10; ++Atom)
    Sum = Sum + Polynomial::atom(Atom);
  for (int Power = 0; Power < 8; ++Power)
    Product = Product * Sum;
  EXPECT_FALSE(Product.isValid());
}

} // namespace
