// NestNames.h - what a nest calls its values
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one table of a nest's names: which variable, member or value is which symbol
// or capture, and what is assumed of them. It lives as long as one nest is read, and
// grows as readers ask for names.
//
// Spaces: depth d stands for { S[c0, ..., c(d-1)] }. Expressions are read as
// polynomials over *atoms*: an iterator's value, a symbol, or a quasi-affine
// expression of the coordinates that is no polynomial (i / 2).
#ifndef TILEPIPE_LIB_FRONTEND_EXPR_NESTNAMES_H
#define TILEPIPE_LIB_FRONTEND_EXPR_NESTNAMES_H

#include "expr/EnclosingLoops.h"
#include "expr/Polynomial.h"
#include "expr/RecordValues.h"
#include "expr/Spaces.h"
#include "syntax/Types.h"

namespace tilepipe {

class NestNames : public Spaces {
public:
  /// Nest: LoopNest::Name. The nest's private variables and reductions are named at once.
  NestNames(const NestSyntax &Syntax, const std::string &Nest);

  const NestSyntax &Syntax;

  //--- captures ---
  /// Makes V's value available to emitted code. Refuses what cannot be copied.
  void capture(const clang::VarDecl *V, bool IsInBody, Place At);
  /// The same for a constant of the function's own enumeration.
  void capture(const clang::EnumConstantDecl *Constant, Place At);
  /// A value under a name of its own.
  void capture(Capture C) { Captures.push_back(std::move(C)); }
  /// Spelling at file scope of the type of the lvalue Text, part of V or what V points to.
  std::string spellingOf(clang::QualType Type, const clang::VarDecl *V, const std::string &Text,
                         Place At);
  /// Structures of which members are taken along.
  RecordValues &records() { return Members; }

  //--- atoms ---
  unsigned iteratorAtom(const EnclosingLoops::Level &L);
  /// V is an integer variable that does not change in the nest.
  unsigned symbolAtom(const clang::VarDecl *V, Place At);
  bool isSymbol(const clang::VarDecl *V) const;
  /// An extent of an array, computed at the call; its own name is answered.
  std::string extentSymbol(const std::string &Name, const std::string &CallText);
  /// The capture Name, the value of a member that does not change in the nest.
  unsigned fieldAtom(const std::string &Name, IntRange Range);
  /// Member of a captured structure, as the user spelled it.
  unsigned memberAtom(const std::string &Text, IntRange Range);
  /// The value of an operation on symbols that is no polynomial; Text computes it.
  /// Exact is its value over [], where that is known.
  unsigned opaqueAtom(const std::string &Text, const std::optional<isl::pw_aff> &Exact);
  /// Dividend / Divisor of symbols, computed at the call. The generated code declines where it leaves a rest; Of: the
  /// array that is meant.
  Polynomial wholeQuotient(const Polynomial &Dividend, const Polynomial &Divisor, const std::string &Of);
  unsigned affineAtom(const isl::pw_aff &Value, unsigned Depth);

  bool isSymbolic(unsigned Atom) const { return !Atoms[Atom].Symbol.empty(); }
  bool isSymbolic(const Polynomial &P) const;
  /// Affine in the coordinates; products of symbols count as symbols.
  bool isAffine(const Polynomial &P) const;
  isl::pw_aff value(unsigned Atom, unsigned Depth) const;
  /// Nothing when P is not affine. A product of symbols becomes a symbol.
  std::optional<isl::pw_aff> affine(const Polynomial &P, unsigned Depth);
  /// { [] -> [value] } of a symbolic polynomial.
  isl::pw_aff affineAlone(const Polynomial &P);
  /// C text of a symbolic polynomial, evaluated in tp_int: at the call, or in the region's functions, which have symbols for
  /// members of structures and for wholeQuotient().
  enum class TextFor { Call, Functions };
  std::string text(const Polynomial &P, TextFor Place = TextFor::Call) const;
  /// Points where a factor of a product is too large for it to be computed in
  /// 64 bits, or in Bits bits where that is less.
  isl::set largeFactors(const Polynomial &P, unsigned Depth, unsigned Bits);

  //--- assumptions ---
  /// What is read from now on happens at Points (of any depth): assumptions must leave some.
  void enter(const isl::set &Points) { Reached = Points; }
  /// The generated code declines under parameters for which Points (of any
  /// depth) is not empty. IfAlways is thrown when nothing would be left.
  void assumeNever(const isl::set &Points, const std::string &Reason, const Refusal &IfAlways);
  /// The same of points at which the expression At has another value than was read (ExprReader::wrapped()).
  void assumeRead(const isl::set &Wrapped, const Place &At);
  void constrainContext(const isl::set &Params) { Context = Context.intersect(Params); }
  /// Adds Min <= Name <= Max, clipped to what 64 bits compute with.
  void constrainSymbol(const std::string &Name, IntRange Range);
  const isl::set &context() const { return Context; }
  /// See LoopNest::ThreadsOnlyReason; the last reason counts.
  void leaveToThreads(std::string Why) { ThreadsOnlyReason = std::move(Why); }

  /// Hands over Context, Symbols, Captures, Privates, Reductions, TypeNames, Assumptions and ThreadsOnlyReason.
  void moveTo(LoopNest &Nest);

private:
  struct Atom {
    std::string Symbol; ///< the isl parameter; empty for iterators and affine atoms
    std::string Text;   ///< C expression of a symbol
    std::optional<isl::pw_aff> Value; ///< of an iterator or affine atom
    bool IsIterator = false;
    unsigned Depth = 0; ///< of an affine atom's Value
    unsigned Bits = 64; ///< of its C type
    bool IsNamed = false; ///< functions of the region have no other text for it than the symbol
  };

  unsigned addAtom(Atom A);
  unsigned addSymbol(const std::string &Name, const std::string &Text, unsigned Bits);
  const std::string &text(unsigned Atom, TextFor Place) const;
  std::string productText(const Monomial &M, TextFor Place) const;
  const Atom &productSymbol(const Monomial &M);
  const isl::set &assumed();
  bool isSettled(const isl::set &Comparable) const;
  void requireNoIterator(const clang::VarDecl *V, Place At) const;

  const std::string Name; ///< of the nest
  isl::set Reached;
  isl::set Context;
  std::vector<Symbol> Symbols;
  std::vector<Capture> Captures;
  std::vector<Private> Privates;
  std::vector<Reduction> Reductions;
  std::vector<TypeName> TypeNames;
  std::vector<Assumption> Assumptions;
  std::string ThreadsOnlyReason;
  RecordValues Members;

  std::optional<isl::set> Assumed; ///< without the first NumAssumed assumptions' violations
  size_t NumAssumed = 0;
  /// What assumeNever() has been asked for, by hash: its parts, of which the assumptions leave nothing. A body
  /// has hundreds of accesses with the same few bounds.
  std::multimap<uint32_t, isl::set> Settled;
  std::vector<Atom> Atoms;
  std::map<const clang::VarDecl *, unsigned> VariableAtoms;
  std::map<std::string, unsigned> OpaqueAtoms; ///< by text
  std::map<const clang::ForStmt *, unsigned> IteratorAtoms;
  std::map<const clang::VarDecl *, unsigned> CaptureOf;
  unsigned NextOpaque = 0;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_EXPR_NESTNAMES_H
