// ExprReader.h - integer expressions as polynomials and sets
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_EXPR_EXPRREADER_H
#define TILEPIPE_LIB_FRONTEND_EXPR_EXPRREADER_H

#include "expr/NestNames.h"

namespace tilepipe {

/// Reads integer expressions inside of loops, whose coordinates are known.
///
/// Unsigned C arithmetic is modular, polynomials are not. Sums and products are
/// read as if in Z, which is right modulo 2^bits; where the value itself matters
/// (a comparison, a division, a wider type, a subscript) the points at which the
/// two differ are added to wrapped(). Signed overflow is undefined in C: there
/// the two may be taken to agree.
class ExprReader {
public:
  /// IsHeader: of the header of a loop that is started at Around.domain().
  ExprReader(NestNames &Names, const EnclosingLoops &Around, bool IsHeader = false)
      : Names(Names), Syntax(Names.Syntax), Around(Around), IsHeader(IsHeader),
        Depth(Around.depth()), Wrapped(isl::set::empty(Names.universe(Depth).space())) {}

  /// Value of E modulo its type's range, or nothing: see culprit().
  std::optional<Polynomial> polynomial(const clang::Expr *E);
  /// Value of E in Z.
  std::optional<Polynomial> settled(const clang::Expr *E);
  /// Value of E in Z as an affine expression, or nothing: see culprit().
  std::optional<isl::pw_aff> affine(const clang::Expr *E);
  /// Points where E is true, or nothing: see culprit().
  std::optional<isl::set> condition(const clang::Expr *E);

  /// Adds to wrapped() the points where P, the value of E in Z, is no value of
  /// Range. False when those are unknown.
  bool requireRange(const Polynomial &P, const clang::Expr *E, IntRange Range);

  /// What is read from now on may never be evaluated (behind `&&`).
  void beginSkippable() { MaySkip = true; }

  /// From now on `/` and `%` divide no negative number where some parameters admit that: the
  /// points at which one does belong to wrapped(). The answer has half as many cases.
  void assumeDividends() { AssumesDividends = true; }

  /// Points at which some expression read so far is not what was answered.
  const isl::set &wrapped() const { return Wrapped; }
  /// The part of the last expression that was not understood.
  const clang::Expr *culprit() const { return Culprit; }

private:
  using MaybePolynomial = std::optional<Polynomial>;
  std::nullopt_t fail(const clang::Expr *E) {
    if (!Culprit)
      Culprit = E;
    return std::nullopt;
  }
  MaybePolynomial ofCast(const clang::CastExpr *Cast);
  MaybePolynomial ofVariable(const clang::Expr *Lvalue);
  MaybePolynomial ofMember(const clang::Expr *Member);
  MaybePolynomial ofUnary(const clang::UnaryOperator *Unary);
  MaybePolynomial sumForParity(const clang::BinaryOperator *And);
  MaybePolynomial ofBinary(const clang::BinaryOperator *Binary);
  MaybePolynomial ofDivision(const clang::BinaryOperator *Binary, const Polynomial &Left,
                             int64_t Right);
  /// Of Left % n, n fixed during the nest, as in `(i + 1) % n`: Left, or Left - n. Points at which Left does not lie between -n
  /// and 2n belong to wrapped(); where there are some for each large n, there is no answer.
  MaybePolynomial ofRemainder(const clang::BinaryOperator *Binary, const Polynomial &Left);
  MaybePolynomial ofChoice(const clang::ConditionalOperator *Choice);
  std::optional<isl::set> comparison(const clang::BinaryOperator *Comparison);
  bool requireNotNegative(const clang::Expr *E);

  /// Calls of functions that are expressions under another name: see ExprCall.cpp.
  MaybePolynomial ofCall(const clang::CallExpr *Call);
  MaybePolynomial ofInlined(const InlinedCall &In);
  MaybePolynomial ofCalleeVariable(const clang::Expr *Lvalue);
  /// What Statements, which run to the end of the function, return.
  MaybePolynomial returned(std::vector<const clang::Stmt *> Statements);
  MaybePolynomial returnedByIf(const clang::IfStmt *If, std::vector<const clang::Stmt *> Behind);

  /// Excludes the negative values of Dividend; false where they have to be reckoned with.
  bool excludeNegative(const isl::pw_aff &Dividend);

  bool MaySkip = false; ///< what is read now may not be evaluated
  bool AssumesDividends = false;
  NestNames &Names;
  const NestSyntax &Syntax;
  const EnclosingLoops &Around;
  const bool IsHeader;
  const unsigned Depth;
  isl::set Wrapped;
  const clang::Expr *Culprit = nullptr;
  /// The call being read: parameters and locals, none of which changes.
  struct Frame {
    const VariableUses &Uses;
    std::map<const clang::VarDecl *, Polynomial> Values;
  };
  Frame *Callee = nullptr;
  /// Locals that stand for their initialisers can double an expression each.
  unsigned Steps = 0, Nesting = 0;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_EXPR_EXPRREADER_H
