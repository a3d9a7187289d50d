// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The skewed tile function in lanes of vectors: lines of points whose elements lie beside each other.
//
// H[i][j] = max(H[i - 1][j - 1] + s, H[i - 1][j] - 1, H[i][j - 1] - 1): the points of a line w = i + j do not wait for each
// other, but their elements lie a row apart in memory. tp_held is a ring of lines: line w has the elements of its points side
// by side, and what they read are neighbours in the two lines before. So compilers make vectors of the loop along a line, as
// of any loop over rows of an array. After some lines the runtime stores their elements (tp_from_ring).
//
// The box is run in blocks of some rows. What lies above and to the left of a block is taken from memory.
//
// Legal: each dependence advances w. Lines beside each other in the ring are different ones, which a compiler is told: no
// point of a line writes what another one reads. Verify shows that each cell has the element that is taken from it, and that
// each element is stored.
#include "Emitters.h"
#include "Interleaving.h"
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

using namespace tilepipe;

/// Rows of a block: four vectors of eight numbers hide what the first one waits for. More rows of an array at a time are more
/// than the processor foresees.
static constexpr unsigned Lanes = 32;
/// Lines of the ring, and lines after which elements are stored. A point reads the two lines before.
static constexpr unsigned Ring = 32, Chunk = 16;
/// Cells of a line, which then begins where vectors do.
static constexpr unsigned Cells = 40;
static_assert(Chunk + 2 <= Ring && Lanes < Cells);

unsigned tilepipe::laneRows() { return Lanes; }

/// The number that subscript D of all elements has more than coordinate C; nothing: there is none.
static std::optional<int64_t> offset(const isl::map &Relation, unsigned D, unsigned C) {
  isl_map *Map = Relation.copy();
  auto KeepOnly = [&](isl_dim_type Type, unsigned At) {
    Map = isl_map_project_out(Map, Type, At + 1, unsigned(isl_map_dim(Map, Type)) - At - 1);
    Map = isl_map_project_out(Map, Type, 0, At);
  };
  KeepOnly(isl_dim_out, D);
  KeepOnly(isl_dim_in, C);
  Map = isl_map_reset_tuple_id(isl_map_reset_tuple_id(Map, isl_dim_in), isl_dim_out);
  isl_set *Deltas = isl_map_deltas(Map);
  isl_val *Fixed = isl_set_plain_get_val_if_fixed(Deltas, isl_dim_set, 0);
  std::optional<int64_t> Result;
  if (isl_val_is_int(Fixed) == isl_bool_true)
    Result = isl_val_get_num_si(Fixed);
  isl_val_free(Fixed);
  isl_set_free(Deltas);
  return Result;
}

/// From one point of a line to the next one these elements stay in their row, beside each other.
static bool liesAlongLines(const RegionContext &R, const isl::map &Relation) {
  const unsigned Depth = R.Nest.depth(), Rank = unsigned(isl_map_dim(Relation.get(), isl_dim_out));
  // { S[..., i, j] -> S[..., i - 1, j + 1] }
  const isl::map Above = pointBefore(R.Nest.domain(), Depth - 2), Left = pointBefore(R.Nest.domain(), Depth - 1);
  const isl::map Next = Above.apply_range(isl::manage(isl_map_reverse(Left.copy())));
  isl_map *Elements = isl_map_apply_range(isl_map_reverse(Relation.copy()), Next.copy());
  isl_set *Steps = isl_map_deltas(isl_map_apply_range(Elements, Relation.copy()));
  isl_set *Near = isl_set_universe(isl_set_get_space(Steps));
  for (unsigned D = 0; D < Rank; ++D) {
    Near = isl_set_lower_bound_si(Near, isl_dim_set, D, D + 1 < Rank ? 0 : -1);
    Near = isl_set_upper_bound_si(Near, isl_dim_set, D, D + 1 < Rank ? 0 : 1);
  }
  return isl::manage(Steps).is_subset(isl::manage(Near));
}

/// Element without its last two subscripts: "H[p]" of "H[p][i][j]".
static std::string rowsOf(llvm::StringRef Element) {
  for (unsigned Dropped = 0; Dropped < 2; ++Dropped) {
    Element = Element.rtrim();
    if (!Element.consume_back("]"))
      return "";
    for (unsigned Open = 1; Open && !Element.empty(); Element = Element.drop_back())
      Open += Element.back() == ']' ? 1 : Element.back() == '[' ? -1 : 0;
  }
  return Element.rtrim().str();
}

/// How far in front of the written element Use is, of those that lines know; nothing: elsewhere.
static std::optional<LaneScan::Use> useOf(const RegionContext &R, const Access &Use, const Access &Write) {
  const unsigned Depth = R.Nest.depth();
  const isl::map Above = pointBefore(R.Nest.domain(), Depth - 2), Left = pointBefore(R.Nest.domain(), Depth - 1);
  if (readsBefore(R, Use, Write, Left))
    return LaneScan::Use{Use.HoistedText, 0, 1};
  if (readsBefore(R, Use, Write, Above))
    return LaneScan::Use{Use.HoistedText, 1, 0};
  if (readsBefore(R, Use, Write, Left.apply_range(Above)))
    return LaneScan::Use{Use.HoistedText, 1, 1};
  return std::nullopt;
}

/// A write of the only element that points write, all in one spelling; null: there are others, or it is not surely written.
static const Access *onlyElement(const LoopNest &Nest) {
  const Access *Found = nullptr;
  bool IsSure = false;
  for (const Access &A : Nest.Accesses) {
    if (A.What != Access::Kind::Write)
      continue;
    if (Found ? A.ArrayIndex != Found->ArrayIndex || A.HoistedText != Found->HoistedText : A.HoistedText.empty())
      return nullptr;
    const bool IsSureHere = !A.IsConditional && Nest.domain().is_subset(A.Relation.domain());
    if (!Found || IsSureHere)
      Found = &A;
    IsSure |= IsSureHere;
  }
  return IsSure ? Found : nullptr;
}

/// Columns in front of the first one are numbers of the iterator's type, too: lines begin there.
static bool startsAtNumbers(const RegionContext &R) {
  const isl::set Points = R.Nest.domain();
  isl_set *Known = isl_set_universe(isl_set_get_space(Points.get()));
  Known = isl_set_lower_bound_si(Known, isl_dim_set, R.Nest.depth() - 1, -(1 << 30));
  return Points.is_subset(isl::manage(Known));
}

std::optional<LaneScan> tilepipe::laneScan(const RegionContext &R) {
  const unsigned Depth = R.Nest.depth();
  if (!R.Options.HoldsValues || !R.Options.HasLanes || R.Memo || !hasLatency(R) || !R.HasUnitRows || R.BoxScan.Loops.size() != Depth ||
      !R.Pipe.ThreadsOnlyReason.empty() || R.Nest.writesPairs())
    return std::nullopt;
  const Statement &S = R.Nest.Statements.front();
  const OpCounts &Ops = R.Nest.Ops;
  if (!S.BetweenText.empty() || S.HasContinue || !R.Nest.Reductions.empty() || Ops.Divs + Ops.Roots > 0 ||
      R.Nest.CallsLibm || R.Nest.CalleesNameMemory || !R.Nest.CalledGlobals.empty() ||
      !areRectangular(R, Depth - 2) || !isDirect(R, Depth - 2) || !isDirect(R, Depth - 1))
    return std::nullopt;
  const Access *Write = onlyElement(R.Nest);
  if (!Write)
    return std::nullopt;
  const Array &Of = R.Nest.Arrays[Write->ArrayIndex];
  const unsigned Rank = unsigned(Of.Extents.size());
  if (!(hasPlainSubscripts(Of) || isLinear(Of)) || Rank < 2 || Of.IsComplex || Of.ElementSize != 4 || !startsAtNumbers(R))
    return std::nullopt;
  LaneScan Result{Of.baseType(), Write->HoistedText, isLinear(Of) ? Of.Name : rowsOf(Write->HoistedText), "", {0, 0}, {}};
  Result.Strides = isLinear(Of) ? "(" + Of.Extents.back().Text + ") * (tp_int)4, 4"
                                : "sizeof *" + Result.Rows + ", sizeof **" + Result.Rows;
  for (unsigned D = 0; D < 2; ++D) {
    std::optional<int64_t> More = offset(Write->Relation, Rank - 2 + D, Depth - 2 + D);
    if (!More)
      return std::nullopt;
    Result.Offsets[D] = *More;
  }
  for (const Access &Use : R.Nest.Accesses) {
    if (Use.What != Access::Kind::Read)
      continue;
    if (Use.ArrayIndex != Write->ArrayIndex) {
      if (!liesAlongLines(R, Use.Relation))
        return std::nullopt;
      continue;
    }
    std::optional<LaneScan::Use> Known =
        Use.HoistedText.empty() || !R.Nest.domain().is_subset(Use.Relation.domain()) ? std::nullopt : useOf(R, Use, *Write);
    if (!Known)
      return std::nullopt;
    if (llvm::none_of(Result.Uses, [&](const LaneScan::Use &U) { return U.Text == Known->Text; }))
      Result.Uses.push_back(*Known);
  }
  const bool Waits = llvm::any_of(Result.Uses, [](const LaneScan::Use &U) { return U.Left && !U.Above; });
  return Waits && !Result.Rows.empty() ? std::optional(Result) : std::nullopt;
}

namespace {

/// Names and bounds of the two innermost loops.
struct LaneText {
  const RegionContext &R;
  const LaneScan &L = *R.Lanes;
  const unsigned I = R.Nest.depth() - 2, J = R.Nest.depth() - 1;

  std::string iterator(unsigned D) const { return R.BoxScan.Loops[D].Iterator; }
  std::string first(unsigned D) const { return "tp_first" + std::to_string(D); }
  std::string last(unsigned D) const { return "tp_last" + std::to_string(D); }
  std::string lo(unsigned D) const { return "tp_b->tp_lo[" + std::to_string(D) + "]"; }
  std::string hi(unsigned D) const { return "tp_b->tp_hi[" + std::to_string(D) + "]"; }

  static std::string more(const std::string &Text, int64_t By) {
    return By == 0 ? Text : Text + (By < 0 ? " - " : " + ") + std::to_string(By < 0 ? -By : By);
  }
  /// A cell: so many lines behind a place in the ring, in this lane.
  static std::string cell(const std::string &Line, int64_t Behind, const std::string &Lane) {
    const std::string At = more(Line, Behind);
    return "tp_held[(" + At + ") % " + std::to_string(Ring) + "][" + Lane + "]";
  }
  /// The cell of the element that Use takes at the point of lane tp_k on line tp_w. The row above is the next lane.
  static std::string cellOf(const LaneScan::Use &U) {
    return cell("tp_w", 2 - int64_t(U.Above) - U.Left, U.Above ? "tp_k + 1" : "tp_k");
  }
  /// The row of lane 0, and the column of lane 0 on line 0.
  std::string originRow() const { return hi(I) + " - 1"; }
  std::string originColumn() const { return lo(J) + " - " + std::to_string(Lanes - 1); }
  std::string column() const { return "(" + lo(J) + " - " + std::to_string(Lanes - 1) + " + tp_w)"; }
  const LaneScan::Use *find(unsigned Above, unsigned Left) const {
    auto Found = llvm::find_if(L.Uses, [&](const LaneScan::Use &U) { return U.Above == Above && U.Left == Left; });
    return Found == L.Uses.end() ? nullptr : &*Found;
  }
};

} // namespace

/// The cell of what Use takes at the point where the iterators are.
static std::string cellHere(const LaneText &T, const LaneScan::Use &U) {
  return LaneText::cell(T.iterator(T.I) + " - " + T.lo(T.I) + " + " + T.iterator(T.J) + " - " + T.lo(T.J),
                        2 - int64_t(U.Above) - U.Left, T.hi(T.I) + " - " + T.iterator(T.I) + (U.Above ? "" : " - 1"));
}

static void printTake(const LaneText &T, const LaneScan::Use &U, CodeBuffer &Out) {
  Out.line(cellHere(T, U) + " = " + U.Text + ";");
}

/// In front of a block's lines: what lies to the left of its points.
static void printLeft(const LaneText &T, CodeBuffer &Out) {
  const LaneScan::Use *Left = T.find(0, 1), *Corner = T.find(1, 1);
  Out.line(T.iterator(T.J) + " = " + T.first(T.J) + ";");
  Out.line("if (" + T.iterator(T.J) + " <= " + T.last(T.J) + ")");
  Out.line("  for (" + T.iterator(T.I) + " = " + T.first(T.I) + "; " + T.iterator(T.I) + " <= " + T.last(T.I) + "; " +
           T.iterator(T.I) + "++) {");
  Out.indent();
  Out.indent();
  if (Corner) {
    Out.line("if (" + T.iterator(T.I) + " == " + T.first(T.I) + ")");
    Out.indent();
    printTake(T, *Corner, Out);
    Out.outdent();
  }
  printTake(T, *Left, Out);
  Out.outdent();
  Out.line("}");
  Out.outdent();
}

/// In front of a line's points: what lies above the one in the first row, and where the line begins at the left.
static void printAbove(const LaneText &T, CodeBuffer &Out) {
  const LaneScan::Use *Above = T.find(1, 0), *Corner = T.find(1, 1);
  if (!Above && !Corner)
    return;
  Out.line(T.iterator(T.I) + " = " + T.first(T.I) + ";");
  Out.line(T.iterator(T.J) + " = (" + T.R.Nest.Loops[T.J].Type + ")(" + T.lo(T.J) + " + tp_w + " + T.lo(T.I) + " - " +
           T.iterator(T.I) + ");");
  Out.line("if (" + T.iterator(T.I) + " <= " + T.last(T.I) + " && " + T.iterator(T.J) + " >= " + T.first(T.J) + " && " + T.iterator(T.J) +
           " <= " + T.last(T.J) + ")");
  Out.indent();
  printTake(T, Above ? *Above : *Corner, Out);
  Out.outdent();
}

static void printLine(const LaneText &T, CodeBuffer &Out) {
  const std::string &RowType = T.R.Nest.Loops[T.I].Type, &Type = T.R.Nest.Loops[T.J].Type;
  Out.line("const " + RowType + " tp_row = (" + RowType + ")(" + T.originRow() + ");");
  Out.line("const " + Type + " tp_column = (" + Type + ")" + T.column() + ";");
  printAbove(T, Out);
  Out.raw("TP_INDEPENDENT\n");
  Out.line("for (tp_k = tp_max(" + T.originRow() + " - " + T.last(T.I) + ", " + T.first(T.J) + " - " + T.column() + "); tp_k <= tp_min(" +
           T.originRow() + " - " + T.first(T.I) + ", " + T.last(T.J) + " - " + T.column() + "); tp_k++) {");
  Out.indent();
  Out.line(T.iterator(T.I) + " = tp_row - tp_k;");
  Out.line(T.iterator(T.J) + " = tp_column + tp_k;");
  Out.line("{");
  Out.indent();
  Out.line("__typeof__(" + T.L.Written + ") tp_written;");
  std::vector<HeldValue> Held;
  for (const LaneScan::Use &U : T.L.Uses)
    Held.push_back({U.Text, T.cellOf(U)});
  printLeafWithHeld(T.R, Out, T.L.Type, "TP_HELD", Held, {{T.L.Written, "tp_written"}});
  Out.line(LaneText::cell("tp_w", 2, "tp_k") + " = tp_written;");
  for (unsigned Level = 0; Level < 2; ++Level) {
    Out.outdent();
    Out.line("}");
  }
}

/// What the points of these lines have written.
static void printStores(const LaneText &T, CodeBuffer &Out) {
  std::string Call = "tp_from_ring(" + T.L.Rows + ", " + T.L.Strides + ", tp_held, sizeof *tp_held, " + std::to_string(Ring);
  Call += ", " + LaneText::more(T.originRow(), T.L.Offsets[0]) + ", " + LaneText::more(T.originColumn(), T.L.Offsets[1]);
  for (unsigned D : {T.I, T.J})
    Call += ", " + LaneText::more(T.first(D), T.L.Offsets[D - T.I]) + ", " + LaneText::more(T.last(D), T.L.Offsets[D - T.I]);
  Out.line(Call + ", tp_from, tp_min(tp_from + " + std::to_string(Chunk - 1) + ", tp_lines));");
}

static void printLines(const LaneText &T, CodeBuffer &Out) {
  for (unsigned D : {T.I, T.J})
    Out.line("const tp_int " + T.first(D) + " = " + T.R.BoxScan.Loops[D].First + ", " + T.last(D) + " = " +
             T.R.BoxScan.Loops[D].Last + ";");
  Out.line("const tp_int tp_lines = " + T.hi(T.I) + " - " + T.lo(T.I) + " + " + T.hi(T.J) + " - " + T.lo(T.J) + " - 2;");
  Out.line(T.L.Type + " tp_held[" + std::to_string(Ring) + "][" + std::to_string(Cells) + "];");
  printLeft(T, Out);
  Out.line("for (tp_from = 0; tp_from <= tp_lines; tp_from += " + std::to_string(Chunk) + ") {");
  Out.indent();
  Out.line("for (tp_w = tp_from; tp_w <= tp_min(tp_from + " + std::to_string(Chunk - 1) + ", tp_lines); tp_w++) {");
  Out.indent();
  printLine(T, Out);
  Out.outdent();
  Out.line("}");
  printStores(T, Out);
  Out.outdent();
  Out.line("}");
}

/// Lines of fewer points are no faster than rows: what is left of a vector runs point by point, and the next line waits for all.
static void printBlock(const LaneText &T, CodeBuffer &Out) {
  Out.line("if (" + T.hi(T.I) + " - " + T.lo(T.I) + " == " + std::to_string(Lanes) + ") {");
  Out.indent();
  printLines(T, Out);
  Out.outdent();
  Out.line("} else {");
  Out.indent();
  printPlainRest(T.R, Out, "");
  Out.outdent();
  Out.line("}");
}

std::string tilepipe::emitLanes(const RegionContext &R) {
  const LaneText T{R};
  CodeBuffer Scan(1);
  printLoops(Scan, R.BoxScan, T.I, LastBound::InVariable, LeafKind::Block, [&] { printBlock(T, Scan); });
  return emitTileFunction(R, "skew",
                          "The same along lines tp_w across " + std::to_string(Lanes) +
                              " rows, whose points lie beside each other in tp_held: for vectors.",
                          {{{"int", "tp_k"}, {"tp_int", "tp_w"}, {"tp_int", "tp_from"}}, Scan.str(), Lanes, 1u << 30});
}
