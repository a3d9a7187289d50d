// Polynomial.h - polynomials over iterators and symbols
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_EXPR_POLYNOMIAL_H
#define TILEPIPE_LIB_FRONTEND_EXPR_POLYNOMIAL_H

#include <cstdint>
#include <map>
#include <vector>

namespace tilepipe {

/// A product of atoms (numbers given by whoever makes them), sorted, powers
/// repeated; {} is 1.
using Monomial = std::vector<unsigned>;

/// Higher degree first, then by atoms: any order that products respect would do.
struct MonomialOrder {
  bool operator()(const Monomial &A, const Monomial &B) const {
    return A.size() != B.size() ? A.size() > B.size() : A < B;
  }
};

/// Integer polynomial in normal form. Coefficients are 64 bits; an overflow makes
/// the polynomial invalid, and everything computed from it.
class Polynomial {
public:
  using Terms = std::map<Monomial, int64_t, MonomialOrder>;

  Polynomial() = default;
  static Polynomial constant(int64_t Value);
  static Polynomial atom(unsigned Atom);
  static Polynomial term(const Monomial &M, int64_t Coefficient);

  bool isValid() const { return Valid; }
  bool isZero() const { return Map.empty(); }
  bool isConstant() const { return Map.empty() || (Map.size() == 1 && Map.begin()->first.empty()); }
  int64_t constantPart() const;
  unsigned degree() const { return Map.empty() ? 0 : Map.begin()->first.size(); }
  const Terms &terms() const { return Map; }

  Polynomial operator+(const Polynomial &Other) const;
  Polynomial operator-(const Polynomial &Other) const { return *this + Other * constant(-1); }
  Polynomial operator*(const Polynomial &Other) const;
  bool operator==(const Polynomial &Other) const { return Map == Other.Map; }
  bool operator<(const Polynomial &Other) const { return Map < Other.Map; }

  /// Greatest common divisor of the coefficients, positive; 0 for zero.
  int64_t content() const;
  /// This divided by its content, leading coefficient positive.
  Polynomial primitive() const;

  /// Value in the place of Atom.
  Polynomial substitute(unsigned Atom, const Polynomial &Value) const;

  struct Division;
  /// this = Quotient * Divisor + Remainder, where no term of Remainder is a
  /// multiple of Divisor's leading term; coefficients are divided downwards.
  Division divide(const Polynomial &Divisor) const;

private:
  void add(const Monomial &M, int64_t Coefficient);

  Terms Map;
  bool Valid = true;
};

struct Polynomial::Division {
  Polynomial Quotient, Remainder;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_EXPR_POLYNOMIAL_H
