//===- NestBuilder.h - a LoopNest under construction ------------*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Clang side of a nest's names: which variable is which iterator, symbol or
// capture. A NestBuilder lives as long as one nest is read.
//
// Spaces: depth d stands for { S[c0, ..., c(d-1)] }. Expressions are read as
// polynomials over *atoms*: an iterator's value, a symbol, or a quasi-affine
// expression of the coordinates that is no polynomial (i / 2).
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_FRONTEND_EXPR_NESTBUILDER_H
#define TILEPIPE_LIB_FRONTEND_EXPR_NESTBUILDER_H

#include "expr/Polynomial.h"
#include "syntax/LoopHeader.h"
#include "syntax/Types.h"
#include "tilepipe/IR/LoopNest.h"

#include <functional>
#include <memory>
#include <set>

namespace tilepipe {

class Records;

/// A call's callee in the terms of its caller: see InlinedCalls.h.
struct InlinedCall {
  const clang::CompoundStmt *Body = nullptr; ///< parameters are its first variables
  /// What the only `return`, at the end of Body, answers; null when there are others.
  const clang::Expr *Result = nullptr;
  bool Writes = false; ///< memory that is not its own
};

class NestBuilder {
public:
  NestBuilder(const IslContext &Isl, const clang::ASTContext &AST, const SourceText &Src,
              const VariableUses &FunctionUses);

  LoopNest Nest;
  const clang::ASTContext &AST;
  const SourceText &Src;
  const VariableUses &FunctionUses; ///< of the whole function
  /// Writes inside the nest's body; set before the body is read.
  const VariableUses *BodyUses = nullptr;
  /// Variables through which the body, called functions included, writes elements.
  std::set<const clang::VarDecl *> Stored;
  std::vector<LoopHeader> Headers;
  TextRange BodyRange;
  /// What the body, and what stands between the loops, declares; also in text that it includes.
  std::set<const clang::Decl *> OwnDecls;
  /// Read p[i * 50 + j] as p[i][j] with rows of 50, under the assumption that j
  /// stays inside its row; otherwise as one dimension, without assumptions.
  bool SplitsConstantRows = false;

  //--- spaces ---
  isl::ctx ctx() const { return Isl.get(); }
  isl::set universe(unsigned Depth) const;
  isl::pw_aff constant(unsigned Depth, const isl::val &Value) const;
  isl::pw_aff constant(unsigned Depth, int64_t Value) const;
  isl::pw_aff coordinate(unsigned Depth, unsigned D) const;
  isl::pw_aff parameter(unsigned Depth, const std::string &Name) const;
  /// { [] -> [Name] }
  isl::pw_aff parameterAlone(const std::string &Name) const;
  /// The same over more coordinates.
  isl::pw_aff embed(const isl::pw_aff &Value, unsigned Depth) const;
  isl::set embed(const isl::set &Set, unsigned Depth) const;

  //--- names ---
  /// Number of the loop whose iterator V is.
  std::optional<unsigned> loopOf(const clang::VarDecl *V) const;
  bool isDeclaredInBody(const clang::VarDecl *V) const;
  /// S names an iterator, or a variable that the body declares: its value is not that of the whole nest.
  bool changes(const clang::Stmt *S) const;
  /// Emitted text, in front of the nest's function, may name F.
  bool isDeclaredBefore(const clang::FunctionDecl *F) const;
  /// Makes V's value available to emitted code. Refuses what cannot be copied.
  void capture(const clang::VarDecl *V, bool IsInBody, Place At);
  /// The same for a constant of the function's own enumeration.
  void capture(const clang::EnumConstantDecl *Constant, Place At);

  /// Spelling at file scope of the type of the lvalue Text, part of V or what V points to.
  std::string spellingOf(clang::QualType Type, const clang::VarDecl *V, const std::string &Text,
                         Place At);

  /// What the nest does with structures; made when first asked for.
  Records &records();

  /// V, declared outside of the nest, is private to each iteration (see Privates.h).
  std::function<bool(const clang::VarDecl *)> IsPrivate;
  std::set<const clang::VarDecl *> Privates; ///< those found
  void addPrivate(const clang::VarDecl *V, Place At);

  //--- calls ---
  std::map<const clang::CallExpr *, InlinedCall> Inlined;
  std::set<const clang::VarDecl *> InlinedLocals; ///< variables of their bodies
  /// Globals that called functions name by themselves, without repetition.
  std::vector<const clang::VarDecl *> CalledGlobals;
  void addCalledGlobal(const clang::VarDecl *V);
  /// The inlined call that E, less parentheses, is; or null.
  const InlinedCall *inlined(const clang::Expr *E) const;
  /// The lvalue E, less parentheses; where it starts from the address that an inlined call
  /// answers, from that instead: `*at(g, i)` is `g->u[i]`.
  const clang::Expr *resolved(const clang::Expr *E) const;

  //--- atoms ---
  unsigned iteratorAtom(unsigned Loop);
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
  /// C text of a symbolic polynomial, evaluated in tp_int.
  std::string text(const Polynomial &P) const;
  const std::string &text(unsigned Atom) const { return Atoms[Atom].Text; }
  /// Points where a factor of a product is too large for it to be computed in
  /// 64 bits, or in Bits bits where that is less.
  isl::set largeFactors(const Polynomial &P, unsigned Depth, unsigned Bits);

  //--- assumptions ---
  /// The generated code declines under parameters for which Points (of any
  /// depth) is not empty. IfAlways is thrown when nothing would be left.
  void assumeNever(const isl::set &Points, const std::string &Reason, const Refusal &IfAlways);
  void constrainContext(const isl::set &Params) { Nest.Context = Nest.Context.intersect(Params); }
  /// Adds Min <= Name <= Max, clipped to what 64 bits compute with.
  void constrainSymbol(const std::string &Name, IntRange Range);

private:
  struct Atom {
    std::string Symbol; ///< the isl parameter; empty for iterators and affine atoms
    std::string Text;   ///< C expression of a symbol
    int Loop = -1;      ///< of an iterator
    std::optional<isl::pw_aff> Value; ///< of an affine atom
    unsigned Depth = 0; ///< of Value
    unsigned Bits = 64; ///< of its C type
  };

  mutable std::map<const clang::Expr *, const clang::Expr *> Resolved;
  std::shared_ptr<Records> TheRecords;
  unsigned addAtom(Atom A);
  unsigned addSymbol(const std::string &Name, const std::string &Text, unsigned Bits);
  std::string productText(const Monomial &M) const;
  const Atom &productSymbol(const Monomial &M);

  const isl::set &assumed();

  const IslContext &Isl;
  std::optional<isl::set> Assumed; ///< without the first NumAssumed assumptions' violations
  size_t NumAssumed = 0;
  std::vector<Atom> Atoms;
  std::map<const clang::VarDecl *, unsigned> VariableAtoms;
  std::map<std::string, unsigned> OpaqueAtoms; ///< by text
  std::map<unsigned, unsigned> IteratorAtoms;
  std::map<const clang::VarDecl *, unsigned> CaptureOf;
  unsigned NextOpaque = 0;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_EXPR_NESTBUILDER_H
