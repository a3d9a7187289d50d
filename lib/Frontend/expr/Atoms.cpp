// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expr/NestNames.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/space.h>

using namespace tilepipe;
using namespace clang;

unsigned NestNames::addAtom(Atom A) {
  Atoms.push_back(std::move(A));
  return Atoms.size() - 1;
}

unsigned NestNames::addSymbol(const std::string &Name, const std::string &Text, unsigned Bits) {
  Symbols.push_back({Name, Text});
  Atom A;
  A.Symbol = Name;
  A.Text = Text;
  A.Bits = Bits;
  return addAtom(std::move(A));
}

unsigned NestNames::iteratorAtom(const EnclosingLoops::Level &L) {
  auto [It, IsNew] = IteratorAtoms.try_emplace(L.Header->For, Atoms.size());
  if (IsNew) {
    Atom A;
    A.Value = L.Read.Value;
    A.IsIterator = true;
    A.Bits = rangeOf(L.Header->Iterator->getType(), Syntax.AST).Bits;
    addAtom(std::move(A));
  }
  return It->second;
}

/// An iterator has the value of its loop only inside of it.
void NestNames::requireNoIterator(const VarDecl *V, Place At) const {
  if (Syntax.isIterator(V))
    giveUp(refusals::imperfectNest(At, "'" + V->getNameAsString() + "' is read outside of the loop that steps it"));
}

unsigned NestNames::symbolAtom(const VarDecl *V, Place At) {
  V = V->getCanonicalDecl();
  auto It = VariableAtoms.find(V);
  if (It != VariableAtoms.end())
    return It->second;
  requireNoIterator(V, At);
  capture(V, /*IsInBody=*/false, At);
  IntRange Range = rangeOf(V->getType(), Syntax.AST);
  std::string Name = V->getNameAsString();
  unsigned Atom = addSymbol(Name, Name, Range.Bits);
  VariableAtoms[V] = Atom;
  constrainSymbol(Name, Range);
  return Atom;
}

bool NestNames::isSymbol(const VarDecl *V) const {
  return VariableAtoms.count(V->getCanonicalDecl());
}

std::string NestNames::extentSymbol(const std::string &Name, const std::string &CallText) {
  for (const Symbol &S : Symbols)
    if (S.Name == Name)
      return Name;
  Capture C;
  C.Name = Name;
  C.Type = "tp_int";
  C.CallText = CallText;
  Captures.push_back(std::move(C));
  addSymbol(Name, Name, 64);
  // More elements than 2^40 have no place in memory; fewer than one is undefined.
  isl::pw_aff Size = parameterAlone(Name);
  auto Constant = [&](int64_t Value) {
    return isl::manage(isl_pw_aff_val_on_domain(Size.domain().release(),
                                                isl_val_int_from_si(ctx().get(), Value)));
  };
  constrainContext(Size.ge_set(Constant(1)).params());
  constrainContext(Size.le_set(Constant(int64_t(1) << 40)).params());
  return Name;
}

unsigned NestNames::fieldAtom(const std::string &Name, IntRange Range) {
  auto It = OpaqueAtoms.find(Name);
  if (It != OpaqueAtoms.end())
    return It->second;
  unsigned Atom = OpaqueAtoms[Name] = addSymbol(Name, Name, Range.Bits);
  constrainSymbol(Name, Range);
  return Atom;
}

unsigned NestNames::memberAtom(const std::string &Text, IntRange Range) {
  auto It = OpaqueAtoms.find(Text);
  if (It != OpaqueAtoms.end())
    return It->second;
  std::string Name = "tp_s" + std::to_string(NextOpaque++);
  unsigned Atom = OpaqueAtoms[Text] = addSymbol(Name, Text, Range.Bits);
  Atoms[Atom].IsNamed = true;
  constrainSymbol(Name, Range);
  return Atom;
}

unsigned NestNames::opaqueAtom(const std::string &Text, const std::optional<isl::pw_aff> &Exact) {
  auto It = OpaqueAtoms.find(Text);
  if (It != OpaqueAtoms.end())
    return It->second;
  std::string Name = "tp_s" + std::to_string(NextOpaque++);
  unsigned Atom = OpaqueAtoms[Text] = addSymbol(Name, Text, 64);
  if (Exact)
    constrainContext(parameterAlone(Name).eq_set(*Exact).params());
  else
    constrainSymbol(Name, {64, false});
  return Atom;
}

Polynomial NestNames::wholeQuotient(const Polynomial &Dividend, const Polynomial &Divisor, const std::string &Of) {
  // The user's types may divide without a sign.
  std::string Whole = text(Dividend), By = text(Divisor);
  const std::string Dividing = "(tp_int)" + Whole, Divided = "(tp_int)" + By;
  auto Operation = [&](const char *Op, const char *Otherwise) {
    return opaqueAtom("(" + Divided + " > 0 ? " + Dividing + Op + Divided + " : " + Otherwise + ")", std::nullopt);
  };
  unsigned Quotient = Operation(" / ", "0"), Rest = Operation(" % ", "1");
  auto Zero = affineAlone(Polynomial());
  assumeNever(affineAlone(Polynomial::atom(Rest)).ne_set(Zero).params(),
              "'" + Whole + "' is no multiple of '" + By + "' in subscripts of " + Of,
              refusals::delinearisation({Syntax.where(), Of}));
  Atoms[Quotient].IsNamed = true;
  return Polynomial::atom(Quotient);
}

unsigned NestNames::affineAtom(const isl::pw_aff &Value, unsigned Depth) {
  for (unsigned I = 0; I < Atoms.size(); ++I)
    if (Atoms[I].Value && !Atoms[I].IsIterator && Atoms[I].Depth == Depth && Atoms[I].Value->plain_is_equal(Value))
      return I;
  Atom A;
  A.Value = Value;
  A.Depth = Depth;
  return addAtom(std::move(A));
}

bool NestNames::isSymbolic(const Polynomial &P) const {
  for (const auto &[M, Coefficient] : P.terms())
    for (unsigned Atom : M)
      if (!isSymbolic(Atom))
        return false;
  return true;
}

isl::pw_aff NestNames::value(unsigned Atom, unsigned Depth) const {
  const NestNames::Atom &A = Atoms[Atom];
  if (!A.Symbol.empty())
    return parameter(Depth, A.Symbol);
  return embed(*A.Value, Depth);
}

const NestNames::Atom &NestNames::productSymbol(const Monomial &M) {
  std::string Text = productText(M, TextFor::Call);
  bool IsNew = !OpaqueAtoms.count(Text);
  unsigned Atom = opaqueAtom(Text, std::nullopt);
  if (IsNew) {
    isl::set Large = largeFactors(Polynomial::term(M, 1), 0, 64);
    assumeNever(Large, "'" + Text + "' may not fit in 64 bits", refusals::wrap({{}, Text}));
  }
  return Atoms[Atom];
}

bool NestNames::isAffine(const Polynomial &P) const {
  for (const auto &[M, Coefficient] : P.terms())
    if (M.size() > 1 && !isSymbolic(Polynomial::term(M, 1)))
      return false;
  return true;
}

std::optional<isl::pw_aff> NestNames::affine(const Polynomial &P, unsigned Depth) {
  if (!isAffine(P))
    return std::nullopt;
  isl::pw_aff Sum = constant(Depth, P.constantPart());
  for (const auto &[M, Coefficient] : P.terms()) {
    if (M.empty())
      continue;
    isl::pw_aff Value = M.size() == 1 ? value(M.front(), Depth)
                                      : parameter(Depth, productSymbol(M).Symbol);
    Sum = Sum.add(Value.scale(isl::val(ctx(), Coefficient)));
  }
  return Sum;
}

isl::pw_aff NestNames::affineAlone(const Polynomial &P) {
  assert(isSymbolic(P) && "no coordinates outside the nest");
  isl_space *Params = isl_space_params_alloc(ctx().get(), 0);
  isl::pw_aff Sum = isl::manage(isl_pw_aff_val_on_domain(
      isl_set_universe(Params), isl_val_int_from_si(ctx().get(), P.constantPart())));
  for (const auto &[M, Coefficient] : P.terms()) {
    if (M.empty())
      continue;
    const std::string &Name = M.size() == 1 ? Atoms[M.front()].Symbol : productSymbol(M).Symbol;
    Sum = Sum.add(parameterAlone(Name).scale(isl::val(ctx(), Coefficient)));
  }
  return Sum;
}

const std::string &NestNames::text(unsigned Atom, TextFor Place) const {
  const NestNames::Atom &A = Atoms[Atom];
  return A.IsNamed && Place == TextFor::Functions ? A.Symbol : A.Text;
}

std::string NestNames::productText(const Monomial &M, TextFor Place) const {
  if (Place == TextFor::Functions)
    if (auto Product = OpaqueAtoms.find(productText(M, TextFor::Call)); Product != OpaqueAtoms.end())
      return Atoms[Product->second].Symbol;
  std::string Text;
  for (unsigned Atom : M)
    Text += (Text.empty() ? "(tp_int)" : " * ") + text(Atom, Place);
  return M.size() > 1 ? "(" + Text + ")" : Text;
}

std::string NestNames::text(const Polynomial &P, TextFor Place) const {
  if (P.terms().size() == 1) {
    const auto &[M, Coefficient] = *P.terms().begin();
    if (M.empty())
      return std::to_string(Coefficient);
    if (Coefficient == 1)
      return M.size() == 1 ? text(M.front(), Place) : productText(M, Place);
  }
  std::string Text;
  for (const auto &[M, Coefficient] : P.terms()) {
    int64_t Magnitude = Coefficient;
    if (!Text.empty()) {
      Text += Coefficient < 0 ? " - " : " + ";
      Magnitude = std::abs(Coefficient);
    }
    if (M.empty() || Magnitude != 1)
      Text += std::to_string(Magnitude) + (M.empty() ? "" : " * ");
    Text += productText(M, Place);
  }
  return "(" + (Text.empty() ? "0" : Text) + ")";
}

isl::set NestNames::largeFactors(const Polynomial &P, unsigned Depth, unsigned Bits) {
  isl::set Large = isl::set::empty(universe(Depth).space());
  for (const auto &[M, Coefficient] : P.terms()) {
    if (M.size() < 2)
      continue;
    // Two factors of at most 32 bits always fit in 64.
    bool AreNarrow = M.size() == 2 && Bits == 64 && llvm::all_of(M, [&](unsigned Atom) {
      return Atoms[Atom].Bits <= 32;
    });
    if (AreNarrow)
      continue;
    // The sum of the terms fits when each has its share, a power of two.
    unsigned ShareBits = Bits - 1 - llvm::Log2_32_Ceil(P.terms().size());
    isl::pw_aff Limit = constant(Depth, int64_t(1) << (ShareBits / M.size()));
    for (unsigned Atom : M) {
      isl::pw_aff Value = value(Atom, Depth);
      Large = Large.unite(Value.gt_set(Limit)).unite(Value.lt_set(Limit.neg()));
    }
  }
  return Large;
}
