// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access/Delinearise.h"

#include <functional>
#include <numeric>
#include <set>

using namespace tilepipe;

bool tilepipe::multipliesCoordinates(const NestNames &Names, const Polynomial &P) {
  return llvm::any_of(P.terms(), [&](const auto &Term) {
    return llvm::count_if(Term.first, [&](unsigned Atom) { return !Names.isSymbolic(Atom); }) > 1;
  });
}

/// What each atom of the iterations is multiplied with in P.
static void collectStrides(const NestNames &Names, const Polynomial &P,
                           std::vector<Polynomial> &Strides) {
  std::map<unsigned, Polynomial> OfAtom;
  for (const auto &[M, Coefficient] : P.terms()) {
    Monomial Symbols;
    std::optional<unsigned> Moving;
    for (unsigned Atom : M) {
      if (Names.isSymbolic(Atom))
        Symbols.push_back(Atom);
      else
        Moving = Atom;
    }
    if (!Moving)
      continue;
    Polynomial &Stride = OfAtom[*Moving];
    Stride = Stride + Polynomial::term(Symbols, Coefficient);
  }
  for (auto &[Atom, Stride] : OfAtom)
    Strides.push_back(std::move(Stride));
}

Polynomial tilepipe::strideOf(const Polynomial &P, unsigned Atom) {
  Polynomial Stride;
  for (const auto &[M, Coefficient] : P.terms())
    if (llvm::is_contained(M, Atom)) {
      Monomial Rest = M;
      Rest.erase(llvm::find(Rest, Atom));
      Stride = Stride + Polynomial::term(Rest, Coefficient);
    }
  return Stride;
}

std::vector<Polynomial> tilepipe::findStrides(const NestNames &Names,
                                              const std::vector<Polynomial> &Indices,
                                              bool SplitsConstantRows, bool AlongDiagonals) {
  std::vector<Polynomial> All;
  for (const Polynomial &P : Indices)
    collectStrides(Names, P, All);
  for (Polynomial &Stride : All)
    if (AlongDiagonals && !Stride.isConstant())
      Stride = Polynomial::term(Stride.terms().begin()->first, Stride.terms().begin()->second);
  // Strides that differ by a factor only (2 * m of A[2 * i * m + j]) are one dimension.
  std::map<Polynomial, int64_t> Contents;
  std::set<int64_t, std::greater<>> Constants;
  for (const Polynomial &Stride : All)
    if (SplitsConstantRows && Stride.isConstant() && Stride.content() > 1)
      Constants.insert(Stride.content());
    else if (!Stride.isConstant()) {
      int64_t &Content = Contents[Stride.primitive()];
      Content = std::gcd(Content, Stride.content());
    }
  std::vector<Polynomial> Chain;
  for (const auto &[Primitive, Content] : Contents)
    Chain.push_back(Primitive * Polynomial::constant(Content));
  llvm::sort(Chain, [](const Polynomial &P, const Polynomial &Q) {
    return P.degree() != Q.degree() ? P.degree() > Q.degree() : P < Q;
  });
  for (int64_t Constant : Constants)
    Chain.push_back(Polynomial::constant(Constant));
  Chain.push_back(Polynomial::constant(1));
  for (unsigned I = 0; I + 1 < Chain.size(); ++I)
    if (!Chain[I].divide(Chain[I + 1]).Remainder.isZero())
      return {};
  return Chain;
}

std::vector<Polynomial> tilepipe::splitIndex(const Polynomial &Value,
                                             const std::vector<Polynomial> &Strides) {
  std::vector<Polynomial> Indices;
  Polynomial Rest = Value;
  for (const Polynomial &Stride : Strides) {
    Polynomial::Division Parts = Rest.divide(Stride);
    Indices.push_back(Parts.Quotient);
    Rest = Parts.Remainder;
  }
  return Indices;
}
