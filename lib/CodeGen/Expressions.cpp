// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Expressions.h"

#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/id.h>

using namespace tilepipe;

isl::ast_expr tilepipe::operand(const isl::ast_expr &Expr, int I) {
  return isl::manage(isl_ast_expr_op_get_arg(Expr.get(), I));
}

namespace {

std::string printInteger(const isl::ast_expr &Expr) {
  int64_t Value = toInt64(isl::manage(isl_ast_expr_int_get_val(Expr.get())));
  bool FitsInt = Value >= INT32_MIN + 1 && Value <= INT32_MAX;
  std::string Text = std::to_string(Value) + (FitsInt ? "" : "LL");
  return Value < 0 ? "(" + Text + ")" : Text;
}

/// Spelling between two operands, null for operators that are not infix.
const char *infix(isl_ast_expr_op_type Type) {
  switch (Type) {
  case isl_ast_expr_op_and:
  case isl_ast_expr_op_and_then:
    return " && ";
  case isl_ast_expr_op_or:
  case isl_ast_expr_op_or_else:
    return " || ";
  case isl_ast_expr_op_add:
    return " + ";
  case isl_ast_expr_op_sub:
    return " - ";
  case isl_ast_expr_op_mul:
    return " * ";
  case isl_ast_expr_op_div:    // exact
  case isl_ast_expr_op_pdiv_q: // of a non-negative dividend
    return " / ";
  case isl_ast_expr_op_pdiv_r:
  case isl_ast_expr_op_zdiv_r:
    return " % ";
  case isl_ast_expr_op_eq:
    return " == ";
  case isl_ast_expr_op_le:
    return " <= ";
  case isl_ast_expr_op_lt:
    return " < ";
  case isl_ast_expr_op_ge:
    return " >= ";
  case isl_ast_expr_op_gt:
    return " > ";
  default:
    return nullptr;
  }
}

class ExpressionPrinter {
public:
  explicit ExpressionPrinter(const IdentifierText &Name) : Name(Name) {}

  std::string print(const isl::ast_expr &Expr, bool IsNested = false) {
    switch (isl_ast_expr_get_type(Expr.get())) {
    case isl_ast_expr_int:
      return printInteger(Expr);
    case isl_ast_expr_id:
      return Name(isl::manage(isl_ast_expr_id_get_id(Expr.get())).name());
    case isl_ast_expr_op:
      return printOperation(Expr, IsNested);
    default:
      throw std::runtime_error("unexpected expression");
    }
  }

private:
  const IdentifierText &Name;

  std::string printOperation(const isl::ast_expr &Expr, bool IsNested) {
    isl_ast_expr_op_type Type = isl_ast_expr_op_get_type(Expr.get());
    int Count = isl_ast_expr_op_get_n_arg(Expr.get());
    if (const char *Operator = infix(Type))
      return parenthesise(print(operand(Expr, 0), true) + Operator + print(operand(Expr, 1), true),
                          IsNested);
    switch (Type) {
    case isl_ast_expr_op_minus:
      return "(-" + print(operand(Expr, 0), true) + ")";
    case isl_ast_expr_op_max:
      return printFold("tp_max", Expr, Count);
    case isl_ast_expr_op_min:
      return printFold("tp_min", Expr, Count);
    case isl_ast_expr_op_fdiv_q:
      return "tp_floord(" + print(operand(Expr, 0)) + ", " + print(operand(Expr, 1)) + ")";
    case isl_ast_expr_op_cond:
    case isl_ast_expr_op_select:
      return "(" + print(operand(Expr, 0), true) + " ? " + print(operand(Expr, 1), true) + " : " +
             print(operand(Expr, 2), true) + ")";
    default:
      throw std::runtime_error("unexpected operator");
    }
  }

  static std::string parenthesise(std::string Text, bool IsNested) {
    return IsNested ? "(" + Text + ")" : Text;
  }

  /// max(a, b, c) as tp_max(tp_max(a, b), c)
  std::string printFold(const char *Function, const isl::ast_expr &Expr, int Count) {
    std::string Text = print(operand(Expr, 0));
    for (int I = 1; I < Count; ++I)
      Text = std::string(Function) + "(" + Text + ", " + print(operand(Expr, I)) + ")";
    return Text;
  }
};

} // namespace

std::string tilepipe::printExpression(const isl::ast_expr &Expr, const IdentifierText &Name) {
  return ExpressionPrinter(Name).print(Expr);
}

isl::ast_build tilepipe::buildFrom(const isl::set &Context, const isl::space &Space) {
  isl_set *Aligned = isl_set_align_params(Context.copy(), isl_space_params(Space.copy()));
  return isl::ast_build::from_context(isl::manage(Aligned));
}

std::string tilepipe::printValue(const isl::pw_aff &Value, const isl::set &Context,
                                 const IdentifierText &Name) {
  return printExpression(buildFrom(Context, Value.space()).expr_from(Value.coalesce()), Name);
}

std::string tilepipe::printCondition(const isl::set &Params, const isl::set &Context,
                                     const IdentifierText &Name) {
  isl::set Simple = Params.coalesce().gist(Context);
  if (Simple.is_empty())
    return "0";
  return printExpression(buildFrom(Context, Simple.space()).expr_from(Simple), Name);
}
