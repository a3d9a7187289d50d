// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The skewed tile function in lanes of vectors.
//
// H[i][j] = max(H[i - 1][j - 1] + s, H[i - 1][j] - 1, H[i][j - 1] - 1): each row of a block is a lane. On line w each lane is one
// column behind the lane above it. So no lane waits for another one on that line. tp_held is a ring of lines: what the lanes
// wrote lies side by side, in front of it what the lanes above them wrote on the line before (tp_shift_lanes). Compilers make
// vectors of the loop over lanes. After some lines the runtime stores their elements (tp_from_ring).
//
// What lies above and to the left of a block is taken from memory. So is what belongs to rows alone, a[i], once for a block.
// Numbers shorter than int are widened then, for vectors of one length. Of inputs that have an element for each point, b[i][j]
// or H[p - 1][i][j], the runtime lays out those of some lines as the lanes need them (tp_to_ring).
//
// Square roots are taken once for each element, of all lanes at a time (tp_roots): the library's own function would set errno
// in one lane, and compilers make no vectors of it.
//
// Legal: elements read are of columns and rows that are not behind the point's own. Lines beside each other in the ring are
// different ones, which a compiler is told: no lane writes what another one reads on that line. Verify shows that each cell
// has the element that is taken from it, and that each element is stored.
#include "ElementRows.h"
#include "Emitters.h"
#include "Interleaving.h"
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"

using namespace tilepipe;

namespace {

/// The ring of lines, for elements of one size. Lines begin where vectors do.
struct LaneShape {
  /// Lines of the ring, and lines after which elements are stored: a vector of the longest kind. A point reads the line before.
  unsigned Ring, Chunk;

  /// Cells of a line: what lies above the lanes, the lanes, and one for what the next line has above the first lane.
  constexpr unsigned cells() const { return 2 * Lanes + Chunk; }
  /// Columns that lanes have on the lines between two stores.
  constexpr unsigned columns() const { return Lanes + Chunk - 1; }

  /// Rows of a block, TP_LANE_ROWS in tilepipe/runtime.h. A line waits for the one before; several vectors hide that.
  static constexpr unsigned Lanes = 64;
};

} // namespace

/// For numbers of four and eight bytes. A ring fits into the nearest cache.
static constexpr LaneShape OfFour = {32, 16}, OfEight = {16, 8};
static_assert(OfFour.Chunk < OfFour.Ring && OfEight.Chunk < OfEight.Ring);
/// A block of fewer rows would have few lanes, and more lines than the plain function takes for it.
static constexpr unsigned LeastRows = 8;

unsigned tilepipe::laneRows() { return LaneShape::Lanes; }
unsigned tilepipe::moreLines() { return LaneShape::Lanes - 1; }

namespace {

/// Names and bounds of the two innermost loops, and cells.
struct LaneText {
  const RegionContext &R;
  const LaneScan &L = *R.Lanes;
  const LaneShape Shape = L.ElementSize == 4 ? OfFour : OfEight;
  const unsigned I = R.Nest.depth() - 2, J = R.Nest.depth() - 1, Lanes = LaneShape::Lanes, Ring = Shape.Ring, Chunk = Shape.Chunk;

  std::string iterator(unsigned D) const { return R.BoxScan.Loops[D].Iterator; }
  std::string first(unsigned D) const { return "tp_first" + std::to_string(D); }
  std::string last(unsigned D) const { return "tp_last" + std::to_string(D); }
  std::string lo(unsigned D) const { return "tp_b->tp_lo[" + std::to_string(D) + "]"; }
  std::string hi(unsigned D) const { return "tp_b->tp_hi[" + std::to_string(D) + "]"; }

  static std::string more(const std::string &Text, int64_t By) {
    return By == 0 ? Text : Text + (By < 0 ? " - " : " + ") + std::to_string(By < 0 ? -By : By);
  }
  /// A cell of the line that is Behind lines behind the one before tp_w.
  std::string cell(bool IsRoot, unsigned Behind, const std::string &At) const {
    return ring(IsRoot) + "[" + lineOf(Behind) + "][" + At + "]";
  }
  std::string lineOf(unsigned Behind) const {
    return (Behind ? "(tp_w + " + std::to_string(Behind) + ")" : "tp_w") + " % " + std::to_string(Ring);
  }
  static std::string ring(bool IsRoot) { return IsRoot ? "tp_root" : "tp_held"; }
  /// The lanes that have a point on line tp_w.
  static std::string firstLane() { return "tp_begin_lane"; }
  static std::string lastLane() { return "tp_last_lane"; }
  /// For the runtime: the first row and the first and last column of a block, by subscripts; and the lines from tp_from on.
  std::string places(const int64_t (&Offsets)[2]) const {
    return "tp_rows, " + more(lo(I), Offsets[0]) + ", " + more(lo(J), Offsets[1]) + ", " + more(hi(J), Offsets[1] - 1);
  }
  std::string someLines() const { return "tp_from, tp_min(tp_from + " + std::to_string(Chunk - 1) + ", tp_lines)"; }
  /// The cell of lane tp_k, or of what lies above it.
  std::string ofLane(bool IsAbove) const { return IsAbove ? "tp_k" : std::to_string(Lanes) + " + tp_k"; }
  /// Where the lane finds what belongs to its row, or to its column.
  std::string packed(size_t Number) const {
    return "tp_packed" + std::to_string(Number) + (L.Packed[Number].IsOfColumn ? "[0][tp_w - tp_from + tp_k]" : "[0][tp_k]");
  }
  /// "i = tp_row + (63 - tp_k);"
  std::string setRow() const { return iterator(I) + " = tp_row + (" + std::to_string(Lanes - 1) + " - tp_k);"; }
  /// Where the lane finds an element of an input, or its root.
  static std::string input(bool IsRoot, size_t Number) { return (IsRoot ? "tp_root" : "tp_input") + std::to_string(Number); }
  static std::string inputCell(bool IsRoot, size_t Number, const std::string &Lane) {
    return input(IsRoot, Number) + "[tp_w - tp_from][" + Lane + "]";
  }
  const LaneScan::Use *find(unsigned Above, unsigned Left, bool IsRoot) const {
    auto Found = llvm::find_if(L.Uses, [&](const LaneScan::Use &U) { return U.Above == Above && U.Left == Left && U.IsRoot == IsRoot; });
    return Found == L.Uses.end() ? nullptr : &*Found;
  }
};

} // namespace

static void openLoop(CodeBuffer &Out, const std::string &Name, unsigned Count, const std::string &First = "0") {
  Out.line("for (" + Name + " = " + First + "; " + Name + " < " + std::to_string(Count) + "; " + Name + "++) {");
  Out.indent();
}

static void close(CodeBuffer &Out, unsigned Levels) {
  for (; Levels > 0; --Levels) {
    Out.outdent();
    Out.line("}");
  }
}

/// In front of a block's lines: what belongs to rows.
static void printRows(const LaneText &T, CodeBuffer &Out) {
  if (llvm::all_of(T.L.Packed, [](const LaneScan::Other &O) { return O.IsOfColumn; }))
    return;
  Out.line(T.iterator(T.J) + " = tp_left;");
  openLoop(Out, "tp_k", T.Lanes, std::to_string(T.Lanes) + " - tp_rows");
  Out.line(T.setRow());
  printIterators(T.R, Out);
  for (const auto &[Number, O] : llvm::enumerate(T.L.Packed))
    if (!O.IsOfColumn)
      Out.line(T.packed(Number) + " = " + O.Text + ";");
  close(Out, 1);
}

/// In front of a line: what lies to the left of the lane that begins on it.
static void printLeft(const LaneText &T, CodeBuffer &Out) {
  Out.line("if (tp_w < tp_rows) {");
  Out.indent();
  Out.line("tp_k = (int)(" + std::to_string(T.Lanes - 1) + " - tp_w);");
  Out.line(T.iterator(T.J) + " = tp_left;");
  Out.line(T.setRow());
  printIterators(T.R, Out);
  for (bool IsAbove : {false, true})
    for (bool IsRoot : {false, true})
      if (const LaneScan::Use *Left = T.find(IsAbove, 1, IsRoot))
        Out.line(T.cell(IsRoot, 0, T.ofLane(IsAbove)) + " = " + Left->Text + ";");
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

/// In front of some lines: elements of inputs.
static void printInputs(const LaneText &T, CodeBuffer &Out) {
  for (const auto &[Number, I] : llvm::enumerate(T.L.Inputs)) {
    const std::string Cells = LaneText::input(false, Number);
    Out.line("tp_to_ring(" + rowsAndStrides(I.Rows, I.Strides) + ", " + Cells + ", sizeof *" + Cells + ", " + T.places(I.Offsets) + ", " + T.someLines() + ");");
  }
}

/// In front of a line's points: what lies above the first lane.
static void printAbove(const LaneText &T, CodeBuffer &Out) {
  const LaneScan::Use *Uses[] = {T.find(1, 0, false), T.find(1, 0, true)};
  if (!Uses[0] && !Uses[1])
    return;
  Out.line("if (tp_w < " + T.hi(T.J) + " - " + T.lo(T.J) + ") {");
  Out.indent();
  Out.line(T.iterator(T.I) + " = tp_row;");
  Out.line(T.iterator(T.J) + " = tp_column + " + std::to_string(T.Lanes - 1) + ";");
  printIterators(T.R, Out);
  for (const LaneScan::Use *Above : Uses)
    if (Above)
      Out.line(T.cell(Above->IsRoot, 0, std::to_string(2 * T.Lanes)) + " = " + Above->Text + ";");
  close(Out, 1);
}

/// A loop over the lanes that have a point on the line.
static void openLanes(const LaneText &T, CodeBuffer &Out) {
  Out.line("for (tp_k = " + T.firstLane() + "; tp_k <= " + T.lastLane() + "; tp_k++) {");
  Out.indent();
  Out.line(T.iterator(T.J) + " = tp_column + tp_k;");
  Out.line(T.setRow());
}

/// What lanes have above them: what the lanes above wrote on the line before. A load that crosses two stores would wait for
/// both; the runtime shifts vectors instead.
static void printLanesAbove(const LaneText &T, CodeBuffer &Out) {
  for (bool IsRoot : {false, true}) {
    const LaneScan::Use *Above = T.find(1, 0, IsRoot);
    if (!Above)
      continue;
    const std::string To = LaneText::ring(IsRoot) + "[" + T.lineOf(1) + "]", From = LaneText::ring(IsRoot) + "[" + T.lineOf(0) + "]";
    const std::string Behind = std::to_string(T.Lanes + 1);
    Out.line("if (!tp_shift_lanes(" + To + ", " + From + " + " + Behind + ", " + std::to_string(T.L.ElementSize) + ", " + T.firstLane() + ", " +
             T.lastLane() + "))");
    Out.indent();
    openLanes(T, Out);
    printIterators(T.R, Out);
    Out.line(To + "[tp_k] = TP_HELD(" + Above->Text + ", " + From + "[" + Behind + " + tp_k]);");
    close(Out, 1);
    Out.outdent();
  }
}

/// A lane's point on a line.
static void printPoint(const LaneText &T, CodeBuffer &Out) {
  Out.line("{");
  Out.indent();
  Out.line("__typeof__(" + T.L.Written + ") tp_written;");
  std::vector<HeldValue> Held;
  for (const LaneScan::Use &U : T.L.Uses)
    Held.push_back({U.Text, T.cell(U.IsRoot, U.Left ? 0 : 1, T.ofLane(U.Above))});
  for (const auto &[Number, O] : llvm::enumerate(T.L.Packed))
    Held.push_back({O.Text, T.packed(Number), O.Type});
  for (const auto &[Number, I] : llvm::enumerate(T.L.Inputs))
    Held.push_back({I.Text, T.inputCell(I.IsRoot, Number, "tp_k"), I.Type});
  printLeafWithHeld(T.R, Out, T.L.Type, "TP_HELD", Held, {{T.L.Written, "tp_written"}});
  Out.line(T.cell(false, 1, T.ofLane(false)) + " = tp_written;");
  close(Out, 1);
}

static void printRoots(const LaneText &T, CodeBuffer &Out, const std::string &To, const std::string &From) {
  Out.line("tp_roots(&" + To + ", &" + From + ", " + std::to_string(T.L.ElementSize) + ", " + T.firstLane() + ", " + T.lastLane() + ");");
}

/// All lanes have a point on a line but on the first and last ones. In the block's last corner the program may not take the
/// root of what a point has written.
static void printLine(const LaneText &T, CodeBuffer &Out) {
  const std::string &Type = T.R.Nest.Loops[T.J].Type, Last = std::to_string(T.Lanes - 1);
  Out.line("const " + Type + " tp_column = (" + Type + ")(" + T.lo(T.J) + " - " + Last + " + tp_w);");
  Out.line("const tp_int " + T.firstLane() + " = tp_max(" + std::to_string(T.Lanes) + " - tp_rows, " + Last + " - tp_w), " + T.lastLane() +
           " = tp_min(" + Last + ", tp_lines - tp_w);");
  printLeft(T, Out);
  printAbove(T, Out);
  printLanesAbove(T, Out);
  for (const auto &[Number, I] : llvm::enumerate(T.L.Inputs))
    if (I.IsRoot)
      printRoots(T, Out, T.inputCell(true, Number, "0"), T.inputCell(false, Number, "0"));
  Out.raw("TP_INDEPENDENT\n");
  openLanes(T, Out);
  printPoint(T, Out);
  close(Out, 1);
  if (!T.find(1, 0, true))
    return;
  Out.line("if (tp_w < tp_lines - " + std::to_string(T.Lanes) + " + tp_rows)");
  Out.indent();
  const std::string Cells = std::to_string(T.Lanes);
  printRoots(T, Out, T.cell(true, 1, Cells), T.cell(false, 1, Cells));
  Out.outdent();
}

/// What the points of these lines have written.
static void printStores(const LaneText &T, CodeBuffer &Out) {
  Out.line("tp_from_ring(&tp_late, " + rowsAndStrides(T.L.Rows, T.L.Strides) + ", tp_held, sizeof *tp_held, " + std::to_string(T.Ring) + ", " +
           T.places(T.L.Offsets) + ", " + T.someLines() + ");");
}

static void printLines(const LaneText &T, CodeBuffer &Out) {
  const std::string &RowType = T.R.Nest.Loops[T.I].Type, &Type = T.R.Nest.Loops[T.J].Type;
  Out.line("const tp_int tp_lines = " + T.hi(T.J) + " - " + T.lo(T.J) + " + " + std::to_string(T.Lanes - 2) + ";");
  Out.line("const " + RowType + " tp_row = (" + RowType + ")" + T.lo(T.I) + ";");
  Out.line("const " + Type + " tp_left = (" + Type + ")" + T.lo(T.J) + ";");
  for (bool IsRoot : {false, true})
    if (!IsRoot || T.find(1, 0, true))
      Out.line(T.L.Type + " " + LaneText::ring(IsRoot) + "[" + std::to_string(T.Ring) + "][" + std::to_string(T.Shape.cells()) + "] TP_ALIGNED;");
  for (const auto &[Number, I] : llvm::enumerate(T.L.Inputs))
    for (bool IsRoot : {false, true})
      if (!IsRoot || I.IsRoot)
        Out.line(I.Type + " " + LaneText::input(IsRoot, Number) + "[" + std::to_string(T.Chunk) + "][" + std::to_string(T.Lanes) + "] TP_ALIGNED;");
  for (const auto &[Number, O] : llvm::enumerate(T.L.Packed))
    Out.line(O.Type + " tp_packed" + std::to_string(Number) + "[1][" + std::to_string(O.IsOfColumn ? T.Shape.columns() : T.Lanes) + "] TP_ALIGNED;");
  Out.line("tp_late_rows tp_late;");
  printRows(T, Out);
  Out.line("for (tp_from = 0; tp_from <= tp_lines; tp_from += " + std::to_string(T.Chunk) + ") {");
  Out.indent();
  printColumns(T, Out);
  printInputs(T, Out);
  Out.line("for (tp_w = tp_from; tp_w <= tp_min(tp_from + " + std::to_string(T.Chunk - 1) + ", tp_lines); tp_w++) {");
  Out.indent();
  printLine(T, Out);
  close(Out, 1);
  printStores(T, Out);
  close(Out, 1);
}

/// Few rows are the plain function's, and boxes with places that are no points: bounds may hang on loops around.
static void printBlock(const LaneText &T, CodeBuffer &Out) {
  for (unsigned D : {T.I, T.J})
    Out.line("const tp_int " + T.first(D) + " = " + T.R.BoxScan.Loops[D].First + ", " + T.last(D) + " = " +
             T.R.BoxScan.Loops[D].Last + ";");
  const std::string Rows = T.hi(T.I) + " - " + T.lo(T.I);
  std::string IsFull = Rows + " >= " + std::to_string(LeastRows) + " && " + Rows + " <= " + std::to_string(T.Lanes);
  for (unsigned D : {T.I, T.J})
    IsFull += " && " + T.first(D) + " <= " + T.lo(D) + " && " + T.last(D) + " >= " + T.hi(D) + " - 1";
  Out.line("if (" + IsFull + ") {");
  Out.indent();
  Out.line("const tp_int tp_rows = " + Rows + ";");
  printLines(T, Out);
  Out.outdent();
  Out.line("} else {");
  Out.indent();
  printPlainRest(T.R, Out, "");
  close(Out, 1);
}

std::string tilepipe::emitLanes(const RegionContext &R) {
  const LaneText T{R};
  CodeBuffer Scan(1);
  printLoops(Scan, R.BoxScan, T.I, LastBound::InVariable, LeafKind::Block, [&] { printBlock(T, Scan); });
  return emitTileFunction(R, "skew",
                          "The same with a lane for each of " + std::to_string(T.Lanes) +
                              " rows, along lines tp_w. What lanes write lies side by side in tp_held: for vectors.",
                          {{{"int", "tp_k"}, {"tp_int", "tp_w"}, {"tp_int", "tp_from"}}, Scan.str(), T.Lanes, 1u << 30});
}
