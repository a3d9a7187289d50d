// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The skewed tile function in lanes of vectors.
//
// H[i][j] = max(H[i - 1][j - 1] + s, H[i - 1][j] - 1, H[i][j - 1] - 1): a block of rows is dealt to lanes, some rows to each.
// On line w each lane is one column behind the lane above it. So the first points of all lanes do not wait for each other, nor
// do the second ones. tp_held is a ring of lines: what the first rows of all lanes wrote lies side by side, and so on. A point
// finds what it reads in its own lane: in the line before, or one row above. Only the first row of a lane reads from the lane
// above. Compilers make vectors of the loop over lanes. After some lines the runtime stores their elements (tp_from_ring).
//
// What lies above and to the left of a block is taken from memory. So is what belongs to rows alone, a[i], once for a block.
// Numbers shorter than int are widened then, for vectors of one length.
//
// Legal: elements read are of columns and rows that are not behind the point's own. Lines beside each other in the ring are
// different ones, which a compiler is told: no lane writes what another one reads on that line. Verify shows that each cell
// has the element that is taken from it, and that each element is stored.
#include "Emitters.h"
#include "Interleaving.h"
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

using namespace tilepipe;

namespace {

/// How blocks are dealt to lanes, for elements of one size.
struct LaneShape {
  /// Lanes: two vectors of the longest kind. Rows of each: points of one lane wait for each other.
  unsigned Lanes, Rows;
  /// Lines of the ring, and lines after which elements are stored. A point reads the line before.
  unsigned Ring, Chunk;

  /// Cells of a line: what lies above the lanes, their rows, and one for what the next line has above the first lane. Lines
  /// begin where vectors do.
  constexpr unsigned cells() const { return (Rows + 2) * Lanes; }
  /// Columns that lanes have on the lines between two stores.
  constexpr unsigned columns() const { return Lanes + Chunk - 1; }
  constexpr unsigned rows() const { return Lanes * Rows; }
};

} // namespace

/// For numbers of four and eight bytes. A ring fits into the nearest cache.
static constexpr LaneShape OfFour = {32, 4, 32, 16}, OfEight = {16, 8, 16, 8};
static_assert(OfFour.Chunk < OfFour.Ring && OfEight.Chunk < OfEight.Ring && OfFour.rows() == OfEight.rows());
/// Elements of rows and columns that lie in arrays of their own: beyond these the nearest cache is full.
static constexpr unsigned MostPacked = 8;

unsigned tilepipe::laneRows() { return OfFour.rows(); }

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

/// From the elements of one point to those of the point before along Before: { [steps] }.
static isl::set stepsAlong(const isl::map &Before, const isl::map &Relation) {
  isl_map *Elements = isl_map_apply_range(isl_map_reverse(Relation.copy()), Before.copy());
  return isl::manage(isl_map_deltas(isl_map_apply_range(Elements, Relation.copy())));
}

/// Steps of at most Most along the last subscript alone.
static bool areNear(const isl::set &Steps, int Most) {
  const unsigned Rank = dims(Steps);
  isl_set *Near = isl_set_universe(isl_set_get_space(Steps.get()));
  for (unsigned D = 0; D < Rank; ++D) {
    Near = isl_set_lower_bound_si(Near, isl_dim_set, D, D + 1 < Rank ? 0 : -Most);
    Near = isl_set_upper_bound_si(Near, isl_dim_set, D, D + 1 < Rank ? 0 : Most);
  }
  return Steps.is_subset(isl::manage(Near));
}

/// In one column the element is the same, and lies beside that of the next column.
static bool isOfColumn(const RegionContext &R, const isl::map &Relation) {
  const unsigned Depth = R.Nest.depth();
  return areNear(stepsAlong(pointBefore(R.Nest.domain(), Depth - 2), Relation), 0) &&
         areNear(stepsAlong(pointBefore(R.Nest.domain(), Depth - 1), Relation), 1);
}

/// In one row the element is the same.
static bool isOfRow(const RegionContext &R, const isl::map &Relation) {
  return areNear(stepsAlong(pointBefore(R.Nest.domain(), R.Nest.depth() - 1), Relation), 0);
}

/// Operations promote shorter integers to int, of which vectors have as many as of the elements that points write.
static bool isPromoted(const Array &A) { return A.IsWord && A.ElementSize < 4; }

/// The element may be read in front of the points that read it, and keeps its value.
static bool canBePacked(const RegionContext &R, const Access &Use) {
  const Array &Of = R.Nest.Arrays[Use.ArrayIndex];
  return !Of.IsWritten && !Of.IsComplex && !Use.HoistedText.empty() && (hasPlainSubscripts(Of) || isLinear(Of)) &&
         R.Nest.domain().is_subset(Use.Relation.domain());
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

/// The array has fewer elements along subscript D than a block has rows: compilers would see that no block fits.
static bool isShort(const Array &A, unsigned D) {
  if (!A.Extents[D].Size)
    return false;
  isl_val *Most = isl_pw_aff_max_val(A.Extents[D].Size->copy());
  const bool IsShort = isl_val_is_int(Most) == isl_bool_true && isl_val_cmp_si(Most, laneRows()) < 0;
  isl_val_free(Most);
  return IsShort;
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
  if (!(hasPlainSubscripts(Of) || isLinear(Of)) || Rank < 2 || Of.IsComplex || !startsAtNumbers(R))
    return std::nullopt;
  if (R.Nest.mostIterations(Depth - 2).value_or(laneRows()) < laneRows() || isShort(Of, Rank - 2))
    return std::nullopt;
  // Sums of long numbers are as fast in jammed rows.
  if (Of.ElementSize != 4 && (Of.ElementSize != 8 || Ops.Branches == 0))
    return std::nullopt;
  LaneScan Result{Of.baseType(), Write->HoistedText, isLinear(Of) ? Of.Name : rowsOf(Write->HoistedText), "", {0, 0}, {}, {}, unsigned(Of.ElementSize)};
  Result.Strides = isLinear(Of) ? "(" + Of.Extents.back().Text + ") * (tp_int)" + std::to_string(Of.ElementSize) + ", " + std::to_string(Of.ElementSize)
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
      const Array &Other = R.Nest.Arrays[Use.ArrayIndex];
      const bool IsOfColumn = isOfColumn(R, Use.Relation);
      if (IsOfColumn && !isPromoted(Other))
        continue;
      if (!(IsOfColumn || isOfRow(R, Use.Relation)) || !canBePacked(R, Use) || (!IsOfColumn && isShort(Other, Other.Extents.size() - 1)))
        return std::nullopt;
      if (llvm::none_of(Result.Packed, [&](const LaneScan::Other &O) { return O.Text == Use.HoistedText; }))
        Result.Packed.push_back({Use.HoistedText, isPromoted(Other) ? "int" : Other.baseType(), IsOfColumn});
      continue;
    }
    std::optional<LaneScan::Use> Known =
        Use.HoistedText.empty() || !R.Nest.domain().is_subset(Use.Relation.domain()) ? std::nullopt : useOf(R, Use, *Write);
    if (!Known)
      return std::nullopt;
    if (llvm::none_of(Result.Uses, [&](const LaneScan::Use &U) { return U.Text == Known->Text; }))
      Result.Uses.push_back(*Known);
  }
  auto Has = [&](unsigned Above, unsigned Left) {
    return llvm::any_of(Result.Uses, [&](const LaneScan::Use &U) { return U.Above == Above && U.Left == Left; });
  };
  const bool IsKnown = Has(0, 1) && (Has(1, 0) || !Has(1, 1)) && Result.Packed.size() <= MostPacked && !Result.Rows.empty();
  return IsKnown ? std::optional(Result) : std::nullopt;
}

namespace {

/// Names and bounds of the two innermost loops, and cells.
struct LaneText {
  const RegionContext &R;
  const LaneScan &L = *R.Lanes;
  const LaneShape Shape = L.ElementSize == 4 ? OfFour : OfEight;
  const unsigned I = R.Nest.depth() - 2, J = R.Nest.depth() - 1, Lanes = Shape.Lanes, Rows = Shape.Rows, Ring = Shape.Ring, Chunk = Shape.Chunk;

  std::string iterator(unsigned D) const { return R.BoxScan.Loops[D].Iterator; }
  std::string first(unsigned D) const { return "tp_first" + std::to_string(D); }
  std::string last(unsigned D) const { return "tp_last" + std::to_string(D); }
  std::string lo(unsigned D) const { return "tp_b->tp_lo[" + std::to_string(D) + "]"; }
  std::string hi(unsigned D) const { return "tp_b->tp_hi[" + std::to_string(D) + "]"; }

  static std::string more(const std::string &Text, int64_t By) {
    return By == 0 ? Text : Text + (By < 0 ? " - " : " + ") + std::to_string(By < 0 ? -By : By);
  }
  /// A cell of the line that is Behind lines behind the one before tp_w.
  std::string cell(unsigned Behind, const std::string &At) const {
    return "tp_held[" + (Behind ? "(tp_w + " + std::to_string(Behind) + ")" : "tp_w") + " % " + std::to_string(Ring) + "][" + At + "]";
  }
  /// The cells of row tp_s of each lane, or of the row above it.
  std::string rowOf(unsigned Above) const {
    return (Above ? "tp_s * " : "(tp_s + 1) * ") + std::to_string(Lanes) + " + tp_k";
  }
  /// The last row of the lane above.
  std::string laneAbove() const { return std::to_string(Rows * Lanes + 1) + " + tp_k"; }
  /// Where the lane finds what belongs to its row, or to its column.
  std::string packed(size_t Number) const {
    return "tp_packed" + std::to_string(Number) + (L.Packed[Number].IsOfColumn ? "[0][tp_w - tp_from + tp_k]" : "[tp_s][tp_k]");
  }
  /// "i = tp_row + (31 - tp_k) * 4;": the first row of a lane, or row tp_s.
  std::string setRow(const char *Row) const {
    return iterator(I) + " = tp_row + (" + std::to_string(Lanes - 1) + " - tp_k) * " + std::to_string(Rows) + Row + ";";
  }
  const LaneScan::Use *find(unsigned Above, unsigned Left) const {
    auto Found = llvm::find_if(L.Uses, [&](const LaneScan::Use &U) { return U.Above == Above && U.Left == Left; });
    return Found == L.Uses.end() ? nullptr : &*Found;
  }
};

} // namespace

static void openLoop(CodeBuffer &Out, const std::string &Name, unsigned Count) {
  Out.line("for (" + Name + " = 0; " + Name + " < " + std::to_string(Count) + "; " + Name + "++) {");
  Out.indent();
}

static void close(CodeBuffer &Out, unsigned Levels) {
  for (; Levels > 0; --Levels) {
    Out.outdent();
    Out.line("}");
  }
}

/// In front of a block's lines: what belongs to rows, and what lies to the left of its points.
static void printLeft(const LaneText &T, CodeBuffer &Out) {
  const std::string Last = std::to_string(T.Lanes - 1);
  Out.line(T.iterator(T.J) + " = tp_left;");
  openLoop(Out, "tp_k", T.Lanes);
  openLoop(Out, "tp_s", T.Rows);
  Out.line(T.setRow(" + tp_s"));
  printIterators(T.R, Out);
  for (const auto &[Number, O] : llvm::enumerate(T.L.Packed))
    if (!O.IsOfColumn)
      Out.line(T.packed(Number) + " = " + O.Text + ";");
  Out.line("tp_held[" + Last + " - tp_k][" + T.rowOf(0) + "] = " + T.find(0, 1)->Text + ";");
  close(Out, 2);
  const LaneScan::Use *Corner = T.find(1, 1);
  if (!Corner)
    return;
  Out.line(T.iterator(T.I) + " = tp_row;");
  printIterators(T.R, Out);
  Out.line("tp_held[0][" + Last + "] = " + Corner->Text + ";");
  openLoop(Out, "tp_k", T.Lanes - 1);
  Out.line(T.setRow(""));
  printIterators(T.R, Out);
  Out.line("tp_held[" + Last + " - tp_k][tp_k] = TP_HELD(" + Corner->Text + ", tp_held[" + std::to_string(T.Lanes - 2) + " - tp_k][" +
           T.laneAbove() + "]);");
  close(Out, 1);
}

/// In front of some lines: what belongs to their columns.
static void printColumns(const LaneText &T, CodeBuffer &Out) {
  if (llvm::none_of(T.L.Packed, [](const LaneScan::Other &O) { return O.IsOfColumn; }))
    return;
  const std::string &J = T.iterator(T.J), &Type = T.R.Nest.Loops[T.J].Type;
  Out.line(T.iterator(T.I) + " = tp_row;");
  openLoop(Out, "tp_k", T.Shape.columns());
  Out.line(J + " = (" + Type + ")(" + T.lo(T.J) + " - " + std::to_string(T.Lanes - 1) + " + tp_from + tp_k);");
  Out.line("if (" + J + " >= " + T.lo(T.J) + " && " + J + " < " + T.hi(T.J) + ") {");
  Out.indent();
  printIterators(T.R, Out);
  for (const auto &[Number, O] : llvm::enumerate(T.L.Packed))
    if (O.IsOfColumn)
      Out.line("tp_packed" + std::to_string(Number) + "[0][tp_k] = " + O.Text + ";");
  close(Out, 2);
}

/// In front of a line's points: what lies above the first lane.
static void printAbove(const LaneText &T, CodeBuffer &Out) {
  const LaneScan::Use *Above = T.find(1, 0);
  if (!Above)
    return;
  Out.line("if (tp_w < " + T.hi(T.J) + " - " + T.lo(T.J) + ") {");
  Out.indent();
  Out.line(T.iterator(T.I) + " = tp_row;");
  Out.line(T.iterator(T.J) + " = tp_column + " + std::to_string(T.Lanes - 1) + ";");
  printIterators(T.R, Out);
  Out.line(T.cell(0, std::to_string((T.Rows + 1) * T.Lanes)) + " = " + Above->Text + ";");
  close(Out, 1);
}

/// One lane's points on a line.
static void printLane(const LaneText &T, CodeBuffer &Out) {
  Out.line(T.iterator(T.J) + " = tp_column + tp_k;");
  if (const LaneScan::Use *Above = T.find(1, 0)) {
    Out.line(T.setRow(""));
    printIterators(T.R, Out);
    Out.line(T.cell(1, "tp_k") + " = TP_HELD(" + Above->Text + ", " + T.cell(0, T.laneAbove()) + ");");
  }
  Out.raw("#pragma GCC unroll " + std::to_string(T.Rows) + "\n");
  openLoop(Out, "tp_s", T.Rows);
  Out.line(T.setRow(" + tp_s"));
  Out.line("{");
  Out.indent();
  Out.line("__typeof__(" + T.L.Written + ") tp_written;");
  std::vector<HeldValue> Held;
  for (const LaneScan::Use &U : T.L.Uses)
    Held.push_back({U.Text, T.cell(U.Left ? 0 : 1, T.rowOf(U.Above))});
  for (const auto &[Number, O] : llvm::enumerate(T.L.Packed))
    Held.push_back({O.Text, T.packed(Number), O.Type});
  printLeafWithHeld(T.R, Out, T.L.Type, "TP_HELD", Held, {{T.L.Written, "tp_written"}});
  Out.line(T.cell(1, T.rowOf(0)) + " = tp_written;");
  close(Out, 2);
}

/// All lanes have a point on a line but on the first and last ones: compilers then know how many there are.
static void printLine(const LaneText &T, CodeBuffer &Out) {
  const std::string &Type = T.R.Nest.Loops[T.J].Type, Last = std::to_string(T.Lanes - 1);
  Out.line("const " + Type + " tp_column = (" + Type + ")(" + T.lo(T.J) + " - " + Last + " + tp_w);");
  printAbove(T, Out);
  Out.raw("TP_INDEPENDENT\n");
  Out.line("for (tp_k = tp_max(0, " + Last + " - tp_w); tp_k <= tp_min(" + Last + ", tp_lines - tp_w); tp_k++) {");
  Out.indent();
  printLane(T, Out);
  close(Out, 1);
}

/// What the points of these lines have written.
static void printStores(const LaneText &T, CodeBuffer &Out) {
  std::string Call = "tp_from_ring(&tp_late, " + T.L.Rows + ", " + T.L.Strides + ", tp_held, sizeof *tp_held, " + std::to_string(T.Ring) +
                     ", " + std::to_string(T.Rows);
  Call += ", " + LaneText::more(T.lo(T.I), T.L.Offsets[0]) + ", " + LaneText::more(T.lo(T.J), T.L.Offsets[1]) + ", " +
          LaneText::more(T.hi(T.J), T.L.Offsets[1] - 1);
  Out.line(Call + ", tp_from, tp_min(tp_from + " + std::to_string(T.Chunk - 1) + ", tp_lines));");
}

static void printLines(const LaneText &T, CodeBuffer &Out) {
  const std::string &RowType = T.R.Nest.Loops[T.I].Type, &Type = T.R.Nest.Loops[T.J].Type;
  Out.line("const tp_int tp_lines = " + T.hi(T.J) + " - " + T.lo(T.J) + " + " + std::to_string(T.Lanes - 2) + ";");
  Out.line("const " + RowType + " tp_row = (" + RowType + ")" + T.lo(T.I) + ";");
  Out.line("const " + Type + " tp_left = (" + Type + ")" + T.lo(T.J) + ";");
  Out.line(T.L.Type + " tp_held[" + std::to_string(T.Ring) + "][" + std::to_string(T.Shape.cells()) + "] TP_ALIGNED;");
  for (const auto &[Number, O] : llvm::enumerate(T.L.Packed))
    Out.line(O.Type + " tp_packed" + std::to_string(Number) +
             (O.IsOfColumn ? "[1][" + std::to_string(T.Shape.columns()) : "[" + std::to_string(T.Rows) + "][" + std::to_string(T.Lanes)) + "] TP_ALIGNED;");
  Out.line("tp_late_rows tp_late;");
  printLeft(T, Out);
  Out.line("for (tp_from = 0; tp_from <= tp_lines; tp_from += " + std::to_string(T.Chunk) + ") {");
  Out.indent();
  printColumns(T, Out);
  Out.line("for (tp_w = tp_from; tp_w <= tp_min(tp_from + " + std::to_string(T.Chunk - 1) + ", tp_lines); tp_w++) {");
  Out.indent();
  printLine(T, Out);
  close(Out, 1);
  printStores(T, Out);
  close(Out, 1);
}

/// Blocks of fewer rows are the plain function's, and boxes with places that are no points: bounds may hang on loops around.
static void printBlock(const LaneText &T, CodeBuffer &Out) {
  for (unsigned D : {T.I, T.J})
    Out.line("const tp_int " + T.first(D) + " = " + T.R.BoxScan.Loops[D].First + ", " + T.last(D) + " = " +
             T.R.BoxScan.Loops[D].Last + ";");
  std::string IsWhole = T.hi(T.I) + " - " + T.lo(T.I) + " == " + std::to_string(laneRows());
  for (unsigned D : {T.I, T.J})
    IsWhole += " && " + T.first(D) + " <= " + T.lo(D) + " && " + T.last(D) + " >= " + T.hi(D) + " - 1";
  Out.line("if (" + IsWhole + ") {");
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
                          "The same in " + std::to_string(T.Lanes) + " lanes of " + std::to_string(T.Rows) +
                              " rows each, along lines tp_w. What lanes write lies side by side in tp_held: for vectors.",
                          {{{"int", "tp_k"}, {"int", "tp_s"}, {"tp_int", "tp_w"}, {"tp_int", "tp_from"}}, Scan.str(), laneRows(), 1u << 30});
}
