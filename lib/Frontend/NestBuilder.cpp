//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NestBuilder.h"

#include "clang/AST/ASTContext.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/space.h>

using namespace tilepipe;
using namespace clang;

/// 64-bit symbols are taken to be smaller than this in magnitude, so that sums of
/// a few of them are computed without overflow.
static isl::val largestSymbol(isl::ctx Ctx) { return isl::val(Ctx, 1L << 62); }

NestBuilder::NestBuilder(const IslContext &Isl, const ASTContext &AST, const SourceText &Src,
                         const VariableUses &FunctionUses)
    : AST(AST), Src(Src), FunctionUses(FunctionUses), Isl(Isl) {
  Nest.Context = isl::manage(isl_set_universe(isl_space_params_alloc(ctx().get(), 0)));
  Nest.Prefix.push_back(universe(0));
}

//--- spaces -------------------------------------------------------------------

static isl_space *spaceOf(isl::ctx Ctx, unsigned Depth) {
  return isl_space_set_tuple_name(isl_space_set_alloc(Ctx.get(), 0, Depth), isl_dim_set, "S");
}

isl::set NestBuilder::universe(unsigned Depth) const {
  return isl::manage(isl_set_universe(spaceOf(ctx(), Depth)));
}

isl::pw_aff NestBuilder::constant(unsigned Depth, const isl::val &Value) const {
  return isl::manage(isl_pw_aff_val_on_domain(universe(Depth).release(), Value.copy()));
}

isl::pw_aff NestBuilder::constant(unsigned Depth, int64_t Value) const {
  return constant(Depth, isl::val(ctx(), Value));
}

isl::pw_aff NestBuilder::coordinate(unsigned Depth, unsigned D) const {
  isl_local_space *Space = isl_local_space_from_space(spaceOf(ctx(), Depth));
  return isl::manage(isl_pw_aff_var_on_domain(Space, isl_dim_set, D));
}

isl::pw_aff NestBuilder::parameter(unsigned Depth, const std::string &Name) const {
  isl_space *Space = isl_space_add_param_id(
      spaceOf(ctx(), Depth), isl_id_alloc(ctx().get(), Name.c_str(), nullptr));
  return isl::manage(
      isl_pw_aff_var_on_domain(isl_local_space_from_space(Space), isl_dim_param, 0));
}

isl::pw_aff NestBuilder::parameterAlone(const std::string &Name) const {
  isl_space *Space = isl_space_add_param_id(
      isl_space_params_alloc(ctx().get(), 0), isl_id_alloc(ctx().get(), Name.c_str(), nullptr));
  return isl::manage(
      isl_pw_aff_var_on_domain(isl_local_space_from_space(Space), isl_dim_param, 0));
}

isl::pw_aff NestBuilder::embed(const isl::pw_aff &Value, unsigned Depth) const {
  unsigned Have = isl_pw_aff_dim(Value.get(), isl_dim_in);
  assert(Have <= Depth && "embedding only adds coordinates");
  if (Have == Depth)
    return Value;
  isl_pw_aff *Raw = isl_pw_aff_add_dims(Value.copy(), isl_dim_in, Depth - Have);
  return isl::manage(
      isl_pw_aff_set_tuple_id(Raw, isl_dim_in, isl_id_alloc(ctx().get(), "S", nullptr)));
}

isl::set NestBuilder::embed(const isl::set &Set, unsigned Depth) const {
  unsigned Have = dims(Set);
  assert(Have <= Depth && "embedding only adds coordinates");
  if (Have == Depth)
    return Set;
  isl_set *Raw = isl_set_add_dims(Set.copy(), isl_dim_set, Depth - Have);
  return isl::manage(isl_set_set_tuple_name(Raw, "S"));
}

//--- names --------------------------------------------------------------------

std::optional<unsigned> NestBuilder::loopOf(const VarDecl *V) const {
  for (unsigned D = 0; D < Headers.size(); ++D)
    if (Headers[D].Iterator == V)
      return D;
  return std::nullopt;
}

bool NestBuilder::isDeclaredInBody(const VarDecl *V) const {
  if (isGlobal(V) || isa<ParmVarDecl>(V) || !Src.isInMainFile(V->getLocation()))
    return false;
  unsigned Offset = Src.offset(V->getLocation());
  return BodyRange.Begin <= Offset && Offset < BodyRange.End;
}

void NestBuilder::capture(const VarDecl *V, bool IsInBody, Place At) {
  V = V->getCanonicalDecl();
  auto [It, IsNew] = CaptureOf.try_emplace(V, Nest.Captures.size());
  if (!IsNew) {
    Nest.Captures[It->second].IsInBody |= IsInBody;
    return;
  }
  std::string Name = V->getNameAsString();
  if (V->getType().isVolatileQualified() || V->getType()->isAtomicType())
    giveUp(refusals::isVolatile(At, Name));
  if (V->isLocalExternDecl())
    giveUp(refusals::localType(At, "'" + Name + "' is declared extern inside the function"));
  Capture C;
  C.Name = C.CallText = Name;
  C.Type = fileScopeSpelling(V->getType(), AST, At);
  C.IsInBody = IsInBody;
  C.IsReachable = isGlobal(V) || FunctionUses.isAddressTaken(V);
  Nest.Captures.push_back(std::move(C));
}

//--- atoms --------------------------------------------------------------------

unsigned NestBuilder::addAtom(Atom A) {
  Atoms.push_back(std::move(A));
  return Atoms.size() - 1;
}

unsigned NestBuilder::addSymbol(const std::string &Name, const std::string &Text, unsigned Bits) {
  Nest.Symbols.push_back({Name, Text});
  Atom A;
  A.Symbol = Name;
  A.Text = Text;
  A.Bits = Bits;
  return addAtom(std::move(A));
}

unsigned NestBuilder::iteratorAtom(unsigned Loop) {
  auto [It, IsNew] = IteratorAtoms.try_emplace(Loop, Atoms.size());
  if (IsNew) {
    Atom A;
    A.Loop = Loop;
    A.Bits = rangeOf(Headers[Loop].Iterator->getType(), AST).Bits;
    addAtom(std::move(A));
  }
  return It->second;
}

unsigned NestBuilder::symbolAtom(const VarDecl *V, Place At) {
  V = V->getCanonicalDecl();
  auto It = VariableAtoms.find(V);
  if (It != VariableAtoms.end())
    return It->second;
  capture(V, /*IsInBody=*/false, At);
  IntRange Range = rangeOf(V->getType(), AST);
  std::string Name = V->getNameAsString();
  unsigned Atom = addSymbol(Name, Name, Range.Bits);
  VariableAtoms[V] = Atom;
  constrainSymbol(Name, Range);
  return Atom;
}

bool NestBuilder::isSymbol(const VarDecl *V) const {
  return VariableAtoms.count(V->getCanonicalDecl());
}

std::string NestBuilder::extentSymbol(const std::string &Name, const std::string &CallText) {
  for (const Symbol &S : Nest.Symbols)
    if (S.Name == Name)
      return Name;
  Nest.Captures.push_back({Name, "tp_int", CallText});
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

unsigned NestBuilder::memberAtom(const std::string &Text, IntRange Range) {
  auto It = OpaqueAtoms.find(Text);
  if (It != OpaqueAtoms.end())
    return It->second;
  std::string Name = "tp_s" + std::to_string(NextOpaque++);
  unsigned Atom = OpaqueAtoms[Text] = addSymbol(Name, Text, Range.Bits);
  constrainSymbol(Name, Range);
  return Atom;
}

unsigned NestBuilder::opaqueAtom(const std::string &Text, const std::optional<isl::pw_aff> &Exact) {
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

unsigned NestBuilder::affineAtom(const isl::pw_aff &Value, unsigned Depth) {
  for (unsigned I = 0; I < Atoms.size(); ++I)
    if (Atoms[I].Value && Atoms[I].Depth == Depth && Atoms[I].Value->plain_is_equal(Value))
      return I;
  Atom A;
  A.Value = Value;
  A.Depth = Depth;
  return addAtom(std::move(A));
}

bool NestBuilder::isSymbolic(const Polynomial &P) const {
  for (const auto &[M, Coefficient] : P.terms())
    for (unsigned Atom : M)
      if (!isSymbolic(Atom))
        return false;
  return true;
}

isl::pw_aff NestBuilder::value(unsigned Atom, unsigned Depth) const {
  const NestBuilder::Atom &A = Atoms[Atom];
  if (!A.Symbol.empty())
    return parameter(Depth, A.Symbol);
  if (A.Loop >= 0)
    return embed(Nest.Loops[A.Loop].Value, Depth);
  return embed(*A.Value, Depth);
}

const NestBuilder::Atom &NestBuilder::productSymbol(const Monomial &M) {
  std::string Text = productText(M);
  bool IsNew = !OpaqueAtoms.count(Text);
  unsigned Atom = opaqueAtom(Text, std::nullopt);
  if (IsNew) {
    isl::set Large = largeFactors(Polynomial::term(M, 1), 0, 64);
    assumeNever(Large, "'" + Text + "' may not fit in 64 bits", refusals::wrap({{}, Text}));
  }
  return Atoms[Atom];
}

bool NestBuilder::isAffine(const Polynomial &P) const {
  for (const auto &[M, Coefficient] : P.terms())
    if (M.size() > 1 && !isSymbolic(Polynomial::term(M, 1)))
      return false;
  return true;
}

std::optional<isl::pw_aff> NestBuilder::affine(const Polynomial &P, unsigned Depth) {
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

isl::pw_aff NestBuilder::affineAlone(const Polynomial &P) {
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

std::string NestBuilder::productText(const Monomial &M) const {
  std::string Text;
  for (unsigned Atom : M)
    Text += (Text.empty() ? "(tp_int)" : " * ") + Atoms[Atom].Text;
  return M.size() > 1 ? "(" + Text + ")" : Text;
}

std::string NestBuilder::text(const Polynomial &P) const {
  if (P.terms().size() == 1) {
    const auto &[M, Coefficient] = *P.terms().begin();
    if (M.empty())
      return std::to_string(Coefficient);
    if (Coefficient == 1)
      return M.size() == 1 ? Atoms[M.front()].Text : productText(M);
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
    Text += productText(M);
  }
  return "(" + (Text.empty() ? "0" : Text) + ")";
}

isl::set NestBuilder::largeFactors(const Polynomial &P, unsigned Depth, unsigned Bits) {
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

//--- assumptions --------------------------------------------------------------

void NestBuilder::assumeNever(const isl::set &Points, const std::string &Reason,
                              const Refusal &IfAlways) {
  isl::set Assumed = Nest.Context;
  for (const Assumption &A : Nest.Assumptions)
    Assumed = Assumed.subtract(A.Violation);
  isl::set Bad = Points.params().intersect(Assumed);
  if (Bad.is_empty())
    return;
  // What remains must still start the loops that were read so far.
  isl::set Useful = Nest.Prefix.back().params().intersect(Assumed);
  if (!Useful.is_empty() && Useful.is_subset(Bad))
    giveUp(IfAlways);
  isl::set Violation = Bad.gist(Assumed).coalesce();
  Nest.Assumptions.push_back({Violation, Reason});
}

void NestBuilder::constrainSymbol(const std::string &Name, IntRange Range) {
  isl::pw_aff Value = parameterAlone(Name);
  isl_space *Params = isl_space_params_alloc(ctx().get(), 0);
  auto Constant = [&](const isl::val &V) {
    return isl::manage(
        isl_pw_aff_val_on_domain(isl_set_universe(isl_space_copy(Params)), V.copy()));
  };
  isl::val Limit = largestSymbol(ctx());
  if (Range.Bits < 64) {
    constrainContext(Value.ge_set(Constant(Range.min(ctx()))).params());
    constrainContext(Value.le_set(Constant(Range.max(ctx()))).params());
  } else if (!Range.IsUnsigned) {
    constrainContext(Value.ge_set(Constant(Limit.neg())).params());
    constrainContext(Value.le_set(Constant(Limit)).params());
  } else {
    // As a tp_int it may come out negative: that is tested, not taken for granted.
    isl::set Outside = Value.lt_set(Constant(isl::val::zero(ctx())))
                           .unite(Value.gt_set(Constant(Limit)));
    Nest.Assumptions.push_back({Outside.params(), "'" + Name + "' is 2^62 or more"});
  }
  isl_space_free(Params);
}
