// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The nest's own tree of loops is the schedule: a band for each loop, a sequence for what a body holds.
// isl adds the bounds that a box sets.
#include "StatementLoops.h"

#include "RowPieces.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"

#include <isl/aff.h>
#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

#include <map>

using namespace tilepipe;

namespace {

class TreeBuilder {
public:
  TreeBuilder(const LoopNest &Nest, const isl::set &Points, const SunkLoops &Sunk)
      : Nest(Nest), Points(Points), Sunk(Sunk) {}

  /// The schedule of statements that share Depth loops.
  isl_schedule *below(llvm::ArrayRef<unsigned> Statements, unsigned Depth) const {
    isl_schedule *Result = nullptr;
    while (!Statements.empty()) {
      unsigned Place = Nest.Statements[Statements.front()].Places[Depth];
      auto IsElsewhere = [&](unsigned K) { return Nest.Statements[K].Places[Depth] != Place; };
      size_t Count = std::find_if(Statements.begin(), Statements.end(), IsElsewhere) - Statements.begin();
      isl_schedule *Part = at(Statements.take_front(Count), Depth);
      Result = Result ? isl_schedule_sequence(Result, Part) : Part;
      Statements = Statements.drop_front(Count);
    }
    return Result;
  }

private:
  const LoopNest &Nest;
  const isl::set Points;
  const SunkLoops &Sunk;

  bool isWhole(unsigned L) const {
    return llvm::any_of(Sunk, [&](const SunkLoop &Each) { return Each.Number == L && !Each.InFront; });
  }
  const SunkLoop *cut(unsigned L) const {
    auto Found = llvm::find_if(Sunk, [&](const SunkLoop &Each) { return Each.Number == L && Each.InFront; });
    return Found == Sunk.end() ? nullptr : &*Found;
  }

  /// { S<K>[c] }, or { T<K>[c] } where the statement is sunk.
  isl_set *named(unsigned K, bool IsSunk) const {
    isl_set *Result = Nest.coordinatesOf(K).intersect_domain(Points).range().coalesce().release();
    return IsSunk ? isl_set_set_tuple_name(Result, ("T" + std::to_string(K)).c_str()) : Result;
  }

  /// The schedule of what stands at one place of a body: a statement, or a loop.
  isl_schedule *at(llvm::ArrayRef<unsigned> Statements, unsigned Depth) const {
    const std::vector<unsigned> &Loops = Nest.Statements[Statements.front()].Loops;
    if (Loops.size() == Depth) {
      auto At = llvm::find_if(Loops, [&](unsigned L) { return isWhole(L); });
      isl_schedule *Leaf = isl_schedule_from_domain(isl_union_set_from_set(named(Statements.front(), At != Loops.end())));
      return At == Loops.end() ? Leaf : loop(Statements.front(), At - Loops.begin(), Leaf);
    }
    if (const SunkLoop *Cut = cut(Loops[Depth])) {
      const SunkLoops Whole = {{Cut->Number}};
      return isl_schedule_sequence(TreeBuilder(Nest, Points.intersect(*Cut->InFront), {}).at(Statements, Depth),
                                   TreeBuilder(Nest, Points.subtract(*Cut->InFront).coalesce(), Whole).at(Cut->Behind, Depth));
    }
    isl_schedule *Inner = below(Statements, Depth + 1);
    return isWhole(Loops[Depth]) ? Inner : loop(Statements, Depth, Inner);
  }

  /// Inner inside the loop that is number Depth of those around each of Statements.
  isl_schedule *loop(llvm::ArrayRef<unsigned> Statements, unsigned Depth, isl_schedule *Inner) const {
    isl_union_pw_aff *Counter = nullptr;
    auto Add = [&](isl_set *Of) {
      isl_aff *Coordinate = isl_aff_var_on_domain(isl_local_space_from_space(isl_set_get_space(Of)), isl_dim_set, Depth);
      isl_union_pw_aff *Here = isl_union_pw_aff_from_pw_aff(isl_pw_aff_from_aff(Coordinate));
      Counter = Counter ? isl_union_pw_aff_union_add(Counter, Here) : Here;
      isl_set_free(Of);
    };
    for (unsigned K : Statements) {
      const SunkLoop *Around = sunkAround(Nest, K, Sunk);
      const bool IsSunk = Around && !Around->InFront;
      Add(named(K, IsSunk));
      if (Around && Around->InFront) // the cut is inside
        Add(named(K, true));
    }
    return isl_schedule_insert_partial_schedule(Inner, isl_multi_union_pw_aff_from_union_pw_aff(Counter));
  }
};

/// One loop for each loop of the user's where it holds several statements; closer bounds inside.
isl_schedule_node *chooseLoopTypes(isl_schedule_node *Node, void *) {
  if (isl_schedule_node_get_type(Node) != isl_schedule_node_band)
    return Node;
  isl_union_set *Domain = isl_schedule_node_get_domain(Node);
  bool IsShared = isl_union_set_n_set(Domain) > 1;
  isl_union_set_free(Domain);
  return isl_schedule_node_band_member_set_ast_loop_type(Node, 0, IsShared ? isl_ast_loop_atomic
                                                                           : isl_ast_loop_default);
}

class TreePrinter {
public:
  TreePrinter(CodeBuffer &Out, const LoopNest &Nest, const SunkLoops &Sunk, std::optional<JammedLoop> Jammed, const std::vector<Counter> &Counters,
              const std::vector<std::optional<StrideText>> &Strides, const IdentifierText &Name, llvm::function_ref<void(CodeBuffer &, unsigned)> Leaf,
              llvm::function_ref<void(CodeBuffer &)> Turn, llvm::function_ref<std::string(unsigned, llvm::ArrayRef<unsigned>)> FirstInRow)
      : Out(Out), Nest(Nest), Sunk(Sunk), Jammed(Jammed), Counters(Counters), Strides(Strides), Outside(Name), Leaf(Leaf), Turn(Turn), FirstInRow(FirstInRow),
        Name([this](llvm::StringRef Id) { return text(Id); }) {}

  void print(const isl::ast_node &Node) {
    switch (isl_ast_node_get_type(Node.get())) {
    case isl_ast_node_block:
      for (const isl::ast_node &Child : childrenOf(Node))
        print(Child);
      return;
    case isl_ast_node_if:
      return printIf(Node);
    case isl_ast_node_for:
      return printFor(Node);
    case isl_ast_node_user:
      return printStatement(Node);
    default:
      throw std::runtime_error("unexpected node");
    }
  }

private:
  CodeBuffer &Out;
  const LoopNest &Nest;
  const SunkLoops &Sunk;
  const std::optional<JammedLoop> Jammed;
  const std::vector<Counter> &Counters;
  const std::vector<std::optional<StrideText>> &Strides;
  const IdentifierText &Outside;
  llvm::function_ref<void(CodeBuffer &, unsigned)> Leaf;
  llvm::function_ref<void(CodeBuffer &)> Turn;
  llvm::function_ref<std::string(unsigned, llvm::ArrayRef<unsigned>)> FirstInRow;
  IdentifierText Name;
  std::map<unsigned, unsigned> Around; ///< by depth: loops of the nest
  bool IsJammed = false; ///< inside of rows that advance together

  void open(const std::string &Head) {
    Out.line(Head + "{");
    Out.indent();
  }
  void close() {
    Out.outdent();
    Out.line("}");
  }

  std::string text(llvm::StringRef Id) const {
    llvm::StringRef Number = Id;
    unsigned Depth;
    if (Number.consume_front("tp_c") && !Number.getAsInteger(10, Depth))
      if (auto It = Around.find(Depth); It != Around.end())
        return widened(Counters[It->second]);
    return Outside(Id);
  }
  static std::string widened(const Counter &C) {
    return C.IsNegative || C.Of.Type == "tp_int" ? C.coordinate() : "(tp_int)" + C.coordinate();
  }
  /// The value of the variable at a coordinate.
  static std::string valueAt(const Counter &C, const std::string &Coordinate) {
    return C.IsNegative ? "-(" + Coordinate + ")" : Coordinate;
  }

  /// What Node consists of.
  static std::vector<isl::ast_node> childrenOf(const isl::ast_node &Node) {
    if (isl_ast_node_get_type(Node.get()) != isl_ast_node_block)
      return {Node};
    std::vector<isl::ast_node> Result;
    isl_ast_node_list *Children = isl_ast_node_block_get_children(Node.get());
    for (int I = 0; I < isl_ast_node_list_n_ast_node(Children); ++I)
      Result.push_back(isl::manage(isl_ast_node_list_get_ast_node(Children, I)));
    isl_ast_node_list_free(Children);
    return Result;
  }

  /// The statement of the first leaf inside Node, and its loops: positions in Statement::Loops.
  struct Leaves {
    unsigned Statement;
    std::vector<unsigned> Loops;
  };
  Leaves leafOf(isl::ast_node Node) const {
    for (;;)
      switch (isl_ast_node_get_type(Node.get())) {
      case isl_ast_node_for:
        Node = isl::manage(isl_ast_node_for_get_body(Node.get()));
        break;
      case isl_ast_node_if:
        Node = isl::manage(isl_ast_node_if_get_then_node(Node.get()));
        break;
      case isl_ast_node_block:
        Node = childrenOf(Node).front();
        break;
      default: {
        isl::ast_expr Call = isl::manage(isl_ast_node_user_get_expr(Node.get()));
        isl::ast_expr Function = isl::manage(isl_ast_expr_get_op_arg(Call.get(), 0));
        std::string Id = isl::manage(isl_ast_expr_get_id(Function.get())).name();
        unsigned K = 0;
        bool Failed = llvm::StringRef(Id).drop_front().getAsInteger(10, K);
        assert(!Failed && "not a statement"), (void)Failed;
        return {K, loopsInTile(Nest, K, Id[0] == 'T' ? Sunk : SunkLoops())};
      }
      }
  }

  void printIf(const isl::ast_node &Node) {
    open("if (" + printExpression(isl::manage(isl_ast_node_if_get_cond(Node.get())), Name) + ") ");
    print(isl::manage(isl_ast_node_if_get_then_node(Node.get())));
    close();
    if (isl_ast_node_if_has_else_node(Node.get()) != isl_bool_true)
      return;
    open("else ");
    print(isl::manage(isl_ast_node_if_get_else_node(Node.get())));
    close();
  }

  /// Isl prints one coordinate, or a part of them, as if each were an iteration. Of a loop with a stride none may be.
  void checkCoordinates(unsigned Number) const {
    if (Strides[Number])
      throw std::runtime_error("a loop whose step is no constant has coordinates of a form that is not printed");
  }

  /// isl leaves out loops of one iteration, whose variables the statement may name all the same.
  void printStatement(const isl::ast_node &Node) {
    const auto [K, InTile] = leafOf(Node);
    const std::vector<unsigned> &Loops = Nest.Statements[K].Loops;
    isl::ast_expr Call = isl::manage(isl_ast_node_user_get_expr(Node.get()));
    unsigned Opened = 0;
    if (IsJammed) {
      Out.raw("#pragma GCC unroll " + std::to_string(Jammed->Rows) + "\n");
      open("for (tp_k = 0; tp_k < " + std::to_string(Jammed->Rows) + "; tp_k++) ");
      ++Opened;
      const Counter &Row = Counters[Jammed->Number];
      Out.line(Row.Of.Name + " = " + valueAt(Row, "tp_row + tp_k") + ";");
    }
    for (unsigned D = 0; D < Loops.size(); ++D) {
      if (Around.count(D))
        continue;
      const Counter &C = Counters[Loops[InTile[D]]];
      checkCoordinates(Loops[InTile[D]]);
      open("");
      ++Opened;
      Out.line(C.Of.Type + " " + C.Of.Name + ";");
      Out.line(C.Of.Name + " = " + valueAt(C, printExpression(isl::manage(isl_ast_expr_get_op_arg(Call.get(), int(InTile[D]) + 1)), Name)) + ";");
      if (D == 0)
        Turn(Out);
    }
    Leaf(Out, K);
    for (; Opened > 0; --Opened)
      close();
  }

  static unsigned depthOf(const isl::ast_node &For) {
    isl::ast_expr Iterator = isl::manage(isl_ast_node_for_get_iterator(For.get()));
    std::string Id = isl::manage(isl_ast_expr_get_id(Iterator.get())).name();
    unsigned Depth = 0;
    bool Failed = llvm::StringRef(Id).drop_front(4).getAsInteger(10, Depth);
    assert(!Failed && "not one of the iterators"), (void)Failed;
    return Depth;
  }

  /// Full groups of rows, from First to Last, both coordinates. Returns the row behind them.
  std::string printRows(const isl::ast_node &For, const std::string &First, const std::string &Last) {
    const std::string Rows = std::to_string(Jammed->Rows);
    Out.line("tp_int tp_row = " + First + ";");
    open("for (; tp_row + " + std::to_string(Jammed->Rows - 1) + " <= " + Last + "; tp_row += " + Rows + ") ");
    IsJammed = true;
    print(isl::manage(isl_ast_node_for_get_body(For.get())));
    IsJammed = false;
    close();
    return "tp_row";
  }

  /// FirstInRow of the loop For of the nest's loop Number. Empty, too: it holds more than statements, or is not in all loops of one.
  std::string firstInRow(const isl::ast_node &For, unsigned Number) const {
    const isl::ast_node Body = isl::manage(isl_ast_node_for_get_body(For.get()));
    std::vector<unsigned> Statements;
    for (const isl::ast_node &Node : childrenOf(Body)) {
      if (isl_ast_node_get_type(Node.get()) != isl_ast_node_user)
        return "";
      Statements.push_back(leafOf(Node).Statement);
      if (Around.size() != Nest.Statements[Statements.back()].Loops.size())
        return "";
    }
    return FirstInRow(Number, Statements);
  }

  /// Opens the blocks of For, which is L, and returns their number. Its variable has the iterations of the nest's loop Number.
  unsigned openLoop(const isl::ast_node &For, const LoopChain::Loop &L, unsigned Number, unsigned Depth) {
    const Counter &C = Counters[Number];
    const std::optional<StrideText> &Stride = Strides[Number];
    const std::string Last = "tp_last" + std::to_string(Depth), End = "tp_end" + std::to_string(Depth);
    const std::string &Variable = C.Of.Name;
    Out.line("const tp_int " + Last + " = " + valueAt(C, L.Last) + ";");
    if (Stride && L.Step != 1)
      checkCoordinates(Number);
    std::string First = Stride ? Stride->firstFrom(L.First) : L.First;
    const bool IsPlain = L.Step == 1 && !Stride, IsRows = Jammed && Jammed->Number == Number && IsPlain;
    if (IsRows)
      First = printRows(For, L.First, valueAt(C, Last));
    const std::string Row = IsPlain && !IsRows && !IsJammed && !C.IsNegative ? firstInRow(For, Number) : "";
    if (!Row.empty()) {
      const PieceLoops Loops = pieceLoops(Variable, First, Last, End, Row);
      Out.line("tp_int " + End + ";");
      open(Loops.Pieces + " ");
      open(Loops.Points + " ");
      return 2;
    }
    const char *Sign = C.IsNegative ? "-" : "+";
    std::string Step = Stride ? " += " + Stride->Step : L.Step == 1 ? std::string(Sign) + Sign : std::string(" ") + Sign + "= " + std::to_string(L.Step);
    open("for (" + Variable + " = " + valueAt(C, First) + "; " + Variable + (C.IsNegative ? " >= " : " <= ") + Last + "; " + Variable + Step + ") ");
    return 1;
  }

  void printFor(const isl::ast_node &Node) {
    LoopChain::Loop L = readLoop(Node, Name);
    const unsigned Depth = depthOf(Node);
    const auto [K, InTile] = leafOf(Node);
    const unsigned Number = Nest.Statements[K].Loops[InTile[Depth]];
    const Counter &C = Counters[Number];
    const Variable &V = C.Of;
    open("");
    Out.line(V.Type + " " + V.Name + ";");
    Around.emplace(Depth, Number);
    unsigned Opened = 0;
    if (L.IsSingle) {
      checkCoordinates(Number);
      Out.line(V.Name + " = " + valueAt(C, L.First) + ";");
    } else {
      Opened = openLoop(Node, L, Number, Depth);
    }
    if (Depth == 0)
      Turn(Out);
    print(isl::manage(isl_ast_node_for_get_body(Node.get())));
    for (; Opened > 0; --Opened)
      close();
    Around.erase(Depth);
    close();
  }
};

} // namespace

std::string Counter::coordinate() const { return IsNegative ? "(-(tp_int)" + Of.Name + ")" : Of.Name; }

std::string StrideText::firstFrom(const std::string &From) const {
  return "tp_stride(" + From + ", " + First + ", " + Step + ")";
}

std::optional<StrideText> tilepipe::strideText(const Loop &L, const isl::set &Context, const IdentifierText &Name) {
  if (!L.Strided)
    return std::nullopt;
  return StrideText{printValue(L.Strided->First, Context, Name), printValue(L.Strided->Step, Context, Name)};
}

void tilepipe::printStatementLoops(CodeBuffer &Out, const LoopNest &Nest, const isl::set &Points,
                                   const isl::set &Context, const SunkLoops &Sunk, std::optional<JammedLoop> Jammed, const std::vector<Counter> &Counters,
                                   const std::vector<std::optional<StrideText>> &Strides, const IdentifierText &Name,
                                   llvm::function_ref<void(CodeBuffer &, unsigned)> Leaf,
                                   llvm::function_ref<void(CodeBuffer &)> Turn,
                                   llvm::function_ref<std::string(unsigned L, llvm::ArrayRef<unsigned> Statements)> FirstInRow) {
  std::vector<unsigned> All(Nest.Statements.size());
  for (unsigned K = 0; K < All.size(); ++K)
    All[K] = K;
  isl_schedule *Schedule = TreeBuilder(Nest, Points, Sunk).below(All, 0);
  isl_schedule_node *Root = isl_schedule_get_root(Schedule);
  isl_schedule_free(Schedule);
  Root = isl_schedule_node_map_descendant_bottom_up(Root, chooseLoopTypes, nullptr);
  Schedule = isl_schedule_node_get_schedule(Root);
  isl_schedule_node_free(Root);

  isl_set *Aligned = isl_set_align_params(Context.copy(), isl_space_params(Points.get_space().release()));
  isl_ast_build *Build = isl_ast_build_from_context(Aligned);
  isl_id_list *Names = isl_id_list_alloc(Context.ctx().get(), int(Nest.depth()));
  for (unsigned D = 0; D < Nest.depth(); ++D)
    Names = isl_id_list_add(Names, isl_id_alloc(Context.ctx().get(), ("tp_c" + std::to_string(D)).c_str(), nullptr));
  Build = isl_ast_build_set_iterators(Build, Names);
  isl_ast_node *Node = isl_ast_build_node_from_schedule(Build, Schedule);
  isl_ast_build_free(Build);
  if (!Node) // the quota; isl has noted why
    isl::exception::throw_last_error(Context.ctx());
  TreePrinter(Out, Nest, Sunk, Jammed, Counters, Strides, Name, Leaf, Turn, FirstInRow).print(isl::manage(Node));
}
