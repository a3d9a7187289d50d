// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expr/Polynomial.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>

using namespace tilepipe;

Polynomial Polynomial::constant(int64_t Value) { return term({}, Value); }

Polynomial Polynomial::atom(unsigned Atom) { return term({Atom}, 1); }

Polynomial Polynomial::term(const Monomial &M, int64_t Coefficient) {
  Polynomial P;
  P.add(M, Coefficient);
  return P;
}

void Polynomial::add(const Monomial &M, int64_t Coefficient) {
  int64_t &Entry = Map[M];
  // The extreme negative has no absolute value; nobody needs it as a coefficient.
  if (__builtin_add_overflow(Entry, Coefficient, &Entry) || Entry == INT64_MIN)
    Valid = false;
  if (Entry == 0)
    Map.erase(M);
}

int64_t Polynomial::constantPart() const {
  auto It = Map.find({});
  return It == Map.end() ? 0 : It->second;
}

Polynomial Polynomial::operator+(const Polynomial &Other) const {
  Polynomial Sum = *this;
  Sum.Valid &= Other.Valid;
  for (const auto &[M, Coefficient] : Other.Map)
    Sum.add(M, Coefficient);
  return Sum;
}

Polynomial Polynomial::operator*(const Polynomial &Other) const {
  Polynomial Product;
  // Written-out products of sums grow without bound; no subscript needs so many terms.
  constexpr size_t Longest = 4096;
  Product.Valid = Valid && Other.Valid && Map.size() * Other.Map.size() <= Longest;
  if (!Product.Valid)
    return Product;
  for (const auto &[M, A] : Map)
    for (const auto &[N, B] : Other.Map) {
      Monomial Both;
      std::merge(M.begin(), M.end(), N.begin(), N.end(), std::back_inserter(Both));
      int64_t Coefficient;
      if (__builtin_mul_overflow(A, B, &Coefficient))
        Product.Valid = false;
      else
        Product.add(Both, Coefficient);
    }
  return Product;
}

Polynomial Polynomial::substitute(unsigned Atom, const Polynomial &Value) const {
  Polynomial Result;
  Result.Valid = Valid;
  for (const auto &[M, Coefficient] : Map) {
    Polynomial Term = constant(Coefficient);
    for (unsigned Factor : M)
      Term = Term * (Factor == Atom ? Value : atom(Factor));
    Result = Result + Term;
  }
  return Result;
}

int64_t Polynomial::content() const {
  int64_t Divisor = 0;
  for (const auto &[M, Coefficient] : Map)
    Divisor = std::gcd(Divisor, Coefficient);
  return Divisor;
}

Polynomial Polynomial::primitive() const {
  if (isZero() || !Valid)
    return *this;
  int64_t Divisor = Map.begin()->second < 0 ? -content() : content();
  Polynomial Result;
  for (const auto &[M, Coefficient] : Map)
    Result.Map[M] = Coefficient / Divisor;
  return Result;
}

/// M / N, when N divides M.
static std::optional<Monomial> quotient(const Monomial &M, const Monomial &N) {
  if (!std::includes(M.begin(), M.end(), N.begin(), N.end()))
    return std::nullopt;
  Monomial Rest;
  std::set_difference(M.begin(), M.end(), N.begin(), N.end(), std::back_inserter(Rest));
  return Rest;
}

static int64_t floorDivide(int64_t A, int64_t B) {
  int64_t Q = A / B;
  return Q - (A % B != 0 && (A < 0) != (B < 0));
}

/// By a number to the nearest: the -1 of 50 * i + j - 1 belongs to j, not to a row
/// before. By a symbol downwards.
static int64_t divideCoefficient(int64_t Coefficient, int64_t By, bool IsNumber) {
  constexpr int64_t Large = int64_t(1) << 61; // doubling would overflow
  if (!IsNumber || Coefficient > Large || Coefficient < -Large || By > Large)
    return floorDivide(Coefficient, By);
  return floorDivide(2 * Coefficient + By, 2 * By);
}

Polynomial::Division Polynomial::divide(const Polynomial &Divisor) const {
  assert(!Divisor.isZero() && "division by zero");
  Division Result;
  Polynomial Rest = *this;
  const auto &[Lead, LeadCoefficient] = *Divisor.Map.begin();
  // Each step removes the largest term, or what of it the divisor divides.
  while (!Rest.isZero() && Rest.Valid) {
    auto [M, Coefficient] = *Rest.Map.begin();
    std::optional<Monomial> Part = quotient(M, Lead);
    int64_t Factor = Part ? divideCoefficient(Coefficient, LeadCoefficient, Lead.empty()) : 0;
    if (Factor != 0) {
      Polynomial Term = term(*Part, Factor);
      Result.Quotient = Result.Quotient + Term;
      Rest = Rest - Term * Divisor;
    }
    auto It = Rest.Map.find(M);
    if (It != Rest.Map.end()) {
      Result.Remainder.add(M, It->second);
      Rest.Map.erase(It);
    }
  }
  Result.Quotient.Valid &= Rest.Valid;
  Result.Remainder.Valid &= Rest.Valid;
  return Result;
}
