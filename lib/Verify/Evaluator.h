// Evaluator.h - expressions of emitted C as isl values
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_VERIFY_EVALUATOR_H
#define TILEPIPE_LIB_VERIFY_EVALUATOR_H

#include "EmittedFile.h"
#include "Value.h"
#include "tilepipe/IR/LoopNest.h"

#include "clang/AST/Expr.h"

#include <map>

namespace tilepipe {

/// What a variable of emitted code is known to be.
struct Binding {
  std::optional<Value> Number; ///< an integer
  std::string Field;           ///< copied from this member of the argument structure
  enum class What { Scalar, Arguments, End, Stream } Is = What::Scalar;

  /// Left behind by a loop: Number is what it started from, the value now the first one of
  /// Number, Number + Step, ... that is greater than Limit. Worked out when asked for.
  struct Exit {
    Value Limit;
    int64_t Step;
  };
  std::optional<Exit> Left;
};

/// Corners of a box.
struct BoxValue {
  std::vector<Value> Lo, Hi;
};

/// The region being read.
struct RegionSource {
  const IslContext &Isl;
  const EmittedFile &File;
  const LoopNest &Nest;
  std::string Prefix; ///< "tp_sweep"
  /// Parameters that occur: ranges of the symbols' types, boxes that lie in the space.
  isl::set Known;
  /// The same where it is no convex set: dearer to ask, and none of it is lost.
  isl::set Exact;
  unsigned Rows; ///< of the tiling
  bool IsThreadsOnly = false; ///< what is read under a condition may not exist where that is false

  isl::ctx ctx() const { return Isl.get(); }
  /// Emitted text may read the elements of Use at all points, whatever the program's data say.
  bool mayRead(const Access &Use) const { return !(Use.IsConditional && IsThreadsOnly); }
};

/// Evaluates integer expressions in the state of an emitted function: variables, boxes, and
/// the parameters under which the current point is reached. Throws std::runtime_error, with
/// place and text, at what it does not understand.
class Evaluator {
public:
  explicit Evaluator(const RegionSource &Source) : Source(Source), Path(everywhere(Source.ctx())) {}

  Value number(const clang::Expr *E);
  /// The same of an expression with iterators, whose assignments may have cut bits off. Throws unless its type has the number.
  Value exactNumber(const clang::Expr *E);
  /// Parameters for which E is not zero.
  isl::set condition(const clang::Expr *E);
  /// A parameter of its own.
  std::string freshParameter(const char *Prefix = "tp_i");
  static bool isFresh(llvm::StringRef Parameter) {
    return Parameter.starts_with("tp_i") && Parameter.drop_front(4).find_first_not_of("0123456789") == llvm::StringRef::npos;
  }
  /// The corners that a tile's box has: parameters tp_lo0, tp_hi0, ...
  BoxValue parameterBox() const;
  /// The member of the argument structure that E reads, perhaps through variables; or empty.
  std::string fieldOf(const clang::Expr *E) const;
  /// Corner of a box that is a variable, "tp_rest.tp_lo[0]"; null: E is none.
  Value *cornerOf(const clang::Expr *E);
  /// The box that E names: "tp_b", "&tp_rest", "*tp_b"; null: none.
  const BoxValue *boxOf(const clang::Expr *E) const;
  /// The variable that E names, through parentheses and casts; null: none.
  static const clang::VarDecl *variable(const clang::Expr *E);

  [[noreturn]] void fail(const clang::Stmt *S, const llvm::Twine &What) const {
    Source.File.fail(S, What);
  }

  const RegionSource &Source;
  isl::set Path; ///< parameter set
  std::map<const clang::VarDecl *, Binding> Vars;
  std::map<const clang::VarDecl *, BoxValue> Boxes;
  /// Expressions of the user's that stand for symbols: "g->n", without blanks, as in (tp_int)(g->n)
  /// and (g ? g->n : 0).
  std::map<std::string, std::string> Spelled;

private:
  unsigned Fresh = 0;

  Value literal(int64_t V) const { return Value::constant(Source.ctx(), V); }
  Value conversion(const clang::CastExpr *E);
  std::optional<Value> spelled(const clang::Expr *E) const;
  bool fits(const Value &V, clang::QualType Type) const;
  Value binary(const clang::BinaryOperator *E);
  Value arithmetic(const clang::BinaryOperator *E);
  Value unsignedArithmetic(const clang::BinaryOperator *E);
  Value quotient(const clang::BinaryOperator *E);
  Value call(const clang::CallExpr *E);
  Value member(const clang::MemberExpr *E);
  Value subscript(const clang::ArraySubscriptExpr *E);
  Value read(const clang::DeclRefExpr *E);
  Value exitValue(Binding &Left);
  Value indicator(const isl::set &Where) const;
};

/// Text without blanks.
std::string squeezed(llvm::StringRef Text);
/// E's value is implicitly converted to another type of numbers, which may not have it.
bool isConverted(const clang::Expr *E);
/// S, or the statement behind hints for compilers (`#pragma GCC unroll 6`).
const clang::Stmt *behindHints(const clang::Stmt *S);
/// E without parentheses and casts.
const clang::Expr *stripped(const clang::Expr *E);
/// What E names, without a conversion in the text; null: nothing of that kind.
template <typename Decl>
const Decl *namedUnconverted(const clang::Expr *E) {
  auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref ? llvm::dyn_cast<Decl>(Ref->getDecl()) : nullptr;
}
/// E is a call of Name; a function of the runtime's header.
bool isCallOf(const clang::Expr *E, llvm::StringRef Name);

} // namespace tilepipe

#endif // TILEPIPE_LIB_VERIFY_EVALUATOR_H
