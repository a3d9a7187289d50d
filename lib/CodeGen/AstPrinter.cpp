//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AstPrinter.h"

#include "tilepipe/Support/Identifiers.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"

#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/id.h>
#include <isl/union_map.h>

using namespace tilepipe;

bool tilepipe::mentions(llvm::StringRef Text, llvm::StringRef Name) {
  for (size_t At = Text.find(Name); At != llvm::StringRef::npos; At = Text.find(Name, At + 1)) {
    size_t End = At + Name.size();
    if ((At == 0 || !isIdentifierByte(Text[At - 1])) && (End == Text.size() || !isIdentifierByte(Text[End])))
      return true;
  }
  return false;
}

std::string tilepipe::quoted(llvm::StringRef Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Result += '\\';
    // A line break, in the name of a file.
    if ((unsigned char)C < ' ')
      Result += {'\\', char('0' + C / 64), char('0' + C / 8 % 8), char('0' + C % 8)};
    else
      Result += C;
  }
  return Result + "\"";
}

std::string tilepipe::declarations(const std::vector<Variable> &Variables) {
  std::string Text, End;
  const Variable *Before = nullptr;
  for (const Variable &V : Variables) {
    bool IsSame = Before && Before->Type == V.Type && Before->Comment.empty() && !llvm::StringRef(V.Type).contains('*');
    Text += IsSame ? ", " + V.Name : End + "  " + V.Type + (llvm::StringRef(V.Type).ends_with("*") ? "" : " ") + V.Name;
    End = ";" + V.Comment + "\n";
    Before = &V;
  }
  return Text + End;
}

std::string tilepipe::comment(llvm::StringRef Text) {
  std::string Result;
  for (char C : Text) {
    bool IsEdge = !Result.empty() && ((Result.back() == '*' && C == '/') || (Result.back() == '/' && C == '*'));
    Result += IsEdge ? std::string(" ") + C : std::string(1, C);
  }
  return "/* " + Result + " */";
}

namespace {

isl::ast_expr operand(const isl::ast_expr &Expr, int I) {
  return isl::manage(isl_ast_expr_op_get_arg(Expr.get(), I));
}

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

/// For what has the parameters of Space. isl leaves parameters that its context does not know out
/// of remainders: (l - n) % 3 would become (-n) % 3.
static isl::ast_build buildFrom(const isl::set &Context, const isl::space &Space) {
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

static bool isIdentifier(const isl::ast_expr &Expr, llvm::StringRef Name) {
  return isl_ast_expr_get_type(Expr.get()) == isl_ast_expr_id &&
         isl::manage(isl_ast_expr_id_get_id(Expr.get())).name() == Name;
}

static LoopChain::Loop readFor(const isl::ast_node &Node, const IdentifierText &Name) {
  LoopChain::Loop Result;
  isl::ast_expr Iterator = isl::manage(isl_ast_node_for_get_iterator(Node.get()));
  Result.Iterator = isl::manage(isl_ast_expr_id_get_id(Iterator.get())).name();
  Result.First = printExpression(isl::manage(isl_ast_node_for_get_init(Node.get())), Name);
  Result.IsSingle = isl_ast_node_for_is_degenerate(Node.get()) == isl_bool_true;
  if (Result.IsSingle)
    return Result;
  Result.Step = toInt64(isl::manage(isl_ast_expr_int_get_val(
      isl::manage(isl_ast_node_for_get_inc(Node.get())).get())));
  isl::ast_expr Condition = isl::manage(isl_ast_node_for_get_cond(Node.get()));
  bool IsOperation = isl_ast_expr_get_type(Condition.get()) == isl_ast_expr_op;
  isl_ast_expr_op_type Type =
      IsOperation ? isl_ast_expr_op_get_type(Condition.get()) : isl_ast_expr_op_error;
  bool IsBound = Type == isl_ast_expr_op_le || Type == isl_ast_expr_op_lt;
  if (!IsBound || !isIdentifier(operand(Condition, 0), Result.Iterator))
    throw std::runtime_error("loop without an upper bound");
  isl::ast_expr Last = operand(Condition, 1);
  if (Type == isl_ast_expr_op_lt) {
    isl_ast_expr *One = isl_ast_expr_from_val(isl_val_one(isl_ast_expr_get_ctx(Condition.get())));
    Last = isl::manage(isl_ast_expr_sub(Last.release(), One));
  }
  Result.Last = printExpression(Last, Name);
  return Result;
}

static LoopChain readChain(isl::ast_node Node, const std::vector<std::string> &Iterators,
                           const IdentifierText &Name) {
  LoopChain Result;
  for (std::string Guard;;)
    switch (isl_ast_node_get_type(Node.get())) {
    case isl_ast_node_for:
      Result.Loops.push_back(readFor(Node, Name));
      Result.Loops.back().Guard = std::move(Guard);
      Guard.clear();
      Node = isl::manage(isl_ast_node_for_get_body(Node.get()));
      break;
    case isl_ast_node_if: {
      if (isl_ast_node_if_has_else_node(Node.get()) == isl_bool_true)
        throw std::runtime_error("unexpected else");
      std::string Condition =
          printExpression(isl::manage(isl_ast_node_if_get_cond(Node.get())), Name);
      Guard += (Guard.empty() ? "" : " && ") + Condition;
      Node = isl::manage(isl_ast_node_if_get_then_node(Node.get()));
      break;
    }
    case isl_ast_node_user: {
      Result.LeafGuard = std::move(Guard);
      isl::ast_expr Call = isl::manage(isl_ast_node_user_get_expr(Node.get()));
      for (unsigned D = 0; D < Iterators.size(); ++D) {
        isl::ast_expr Value = operand(Call, D + 1);
        Result.Coordinates.push_back(isIdentifier(Value, Iterators[D]) ? ""
                                                                       : printExpression(Value, Name));
      }
      return Result;
    }
    default:
      throw std::runtime_error("the iterations of a tile need more than one copy of the body");
    }
}

std::string LoopChain::Loop::head(const std::string &Last) const {
  return "for (" + Iterator + " = " + First + "; " + Iterator + " <= " + Last + "; " + Iterator +
         (Step == 1 ? "++" : " += " + std::to_string(Step)) + ")";
}

void tilepipe::printLoops(CodeBuffer &Out, const LoopChain &Chain, unsigned Count, LastBound Bound, LeafKind Kind,
                          llvm::function_ref<void()> Leaf) {
  struct Line {
    std::string Text;
    bool IsHead;
  };
  std::vector<Line> Lines;
  auto Guard = [&](const std::string &Condition) {
    if (!Condition.empty())
      Lines.push_back({"if (" + Condition + ")", true});
  };
  for (unsigned D = 0; D < Count; ++D) {
    const LoopChain::Loop &L = Chain.Loops[D];
    Guard(L.Guard);
    if (L.IsSingle) {
      if (!L.Iterator.empty())
        Lines.push_back({L.Iterator + " = " + L.First + ";", false});
    } else if (Bound == LastBound::InHead) {
      Lines.push_back({L.head(L.Last), true});
    } else {
      std::string Last = "tp_last" + std::to_string(D);
      Lines.push_back({"const tp_int " + Last + " = " + L.Last + ";", false});
      Lines.push_back({L.head(Last), true});
    }
  }
  Guard(Count < Chain.Loops.size() ? Chain.Loops[Count].Guard : Chain.LeafGuard);
  std::vector<bool> HasBraces;
  for (unsigned I = 0; I < Lines.size(); ++I) {
    bool IsBlock = I + 1 < Lines.size() ? !Lines[I + 1].IsHead : Kind == LeafKind::Block;
    Out.line(Lines[I].Text + (Lines[I].IsHead && IsBlock ? " {" : ""));
    if (Lines[I].IsHead) {
      Out.indent();
      HasBraces.push_back(IsBlock);
    }
  }
  Leaf();
  for (; !HasBraces.empty(); HasBraces.pop_back()) {
    Out.outdent();
    if (HasBraces.back())
      Out.line("}");
  }
}

LoopChain tilepipe::scan(const isl::set &Set, const isl::set &Context,
                         const std::vector<std::string> &Iterators, const IdentifierText &Name) {
  isl_ast_build *Build = buildFrom(Context, Set.space()).release();
  isl_ctx *Ctx = isl_set_get_ctx(Set.get());
  isl_id_list *Names = isl_id_list_alloc(Ctx, Iterators.size());
  for (const std::string &Iterator : Iterators)
    Names = isl_id_list_add(Names, isl_id_alloc(Ctx, Iterator.c_str(), nullptr));
  Build = isl_ast_build_set_iterators(Build, Names);
  isl_map *Order = isl_map_reset_tuple_id(isl_set_identity(Set.copy()), isl_dim_out);
  // One leaf, guarded by conditions where needed.
  isl_set *Times = isl_set_universe(isl_space_range(isl_map_get_space(Order)));
  isl_set *Option = isl_set_read_from_str(Ctx, "{ atomic[x] }");
  Build = isl_ast_build_set_options(
      Build, isl_union_map_from_map(isl_map_from_domain_and_range(Times, Option)));
  isl_ast_node *Node =
      isl_ast_build_node_from_schedule_map(Build, isl_union_map_from_map(Order));
  isl_ast_build_free(Build);
  if (!Node) // the quota; isl has noted why
    isl::exception::throw_last_error(Set.ctx());
  return readChain(isl::manage(Node), Iterators, Name);
}
