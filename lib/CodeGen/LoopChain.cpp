// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LoopChain.h"

#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/id.h>
#include <isl/union_map.h>

using namespace tilepipe;

static bool isIdentifier(const isl::ast_expr &Expr, llvm::StringRef Name) {
  return isl_ast_expr_get_type(Expr.get()) == isl_ast_expr_id &&
         isl::manage(isl_ast_expr_id_get_id(Expr.get())).name() == Name;
}

LoopChain::Loop tilepipe::readLoop(const isl::ast_node &Node, const IdentifierText &Name) {
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
      Result.Loops.push_back(readLoop(Node, Name));
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
         (!StepText.empty() ? " += " + StepText : Step == 1 ? "++" : " += " + std::to_string(Step)) + ")";
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
