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
// Numbers shorter than int are widened then, for vectors of one length. Of inputs that have an element for each point, b[i][j]
// or H[p - 1][i][j], the runtime lays out those of some lines as the lanes need them (tp_to_ring).
//
// Square roots are taken once for each element, of all lanes at a time (tp_roots): the library's own function would set errno
// in one lane, and compilers make no vectors of it. Then the loop over lanes runs for one row of all lanes after the other.
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
/// A block of fewer rows would have few lanes, and almost as many lines as a whole one.
static constexpr unsigned LeastRows = 32;

unsigned tilepipe::laneRows() { return OfFour.rows(); }

static const LaneShape &shapeOf(const LaneScan &L) { return L.ElementSize == 4 ? OfFour : OfEight; }

unsigned tilepipe::moreLines(const LaneScan &L) { return shapeOf(L).Lanes - 1; }

namespace {

/// Names and bounds of the two innermost loops, and cells.
struct LaneText {
  const RegionContext &R;
  const LaneScan &L = *R.Lanes;
  const LaneShape Shape = shapeOf(L);
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
  std::string cell(bool IsRoot, unsigned Behind, const std::string &At) const {
    return ring(IsRoot) + "[" + (Behind ? "(tp_w + " + std::to_string(Behind) + ")" : "tp_w") + " % " + std::to_string(Ring) + "][" + At + "]";
  }
  static std::string ring(bool IsRoot) { return IsRoot ? "tp_root" : "tp_held"; }
  /// Lanes that have a row tp_s; without roots all their rows.
  std::string lanesOfRow() const {
    const std::string Height = std::to_string(Rows);
    return L.hasRoots() ? "(tp_rows - tp_s + " + std::to_string(Rows - 1) + ") / " + Height : "tp_rows / " + Height;
  }
  std::string allLanes() const { return L.hasRoots() ? "(tp_rows + " + std::to_string(Rows - 1) + ") / " + std::to_string(Rows) : lanesOfRow(); }
  /// The lanes that have a point on line tp_w, of so many.
  std::string firstLane(const std::string &Of) const {
    return "tp_max(" + std::to_string(Lanes) + " - " + Of + ", " + std::to_string(Lanes - 1) + " - tp_w)";
  }
  std::string lastLane() const { return "tp_min(" + std::to_string(Lanes - 1) + ", tp_lines - tp_w)"; }
  /// For the runtime: the first row and the first and last column of a block, by subscripts; and the lines from tp_from on.
  std::string places(const int64_t (&Offsets)[2]) const {
    return "tp_rows, " + more(lo(I), Offsets[0]) + ", " + more(lo(J), Offsets[1]) + ", " + more(hi(J), Offsets[1] - 1);
  }
  std::string someLines() const { return "tp_from, tp_min(tp_from + " + std::to_string(Chunk - 1) + ", tp_lines)"; }
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
  /// Where the lane finds an element of an input, or its root.
  static std::string input(bool IsRoot, size_t Number) { return (IsRoot ? "tp_root" : "tp_input") + std::to_string(Number); }
  std::string inputCell(bool IsRoot, size_t Number, const std::string &Lane) const {
    return input(IsRoot, Number) + "[tp_w - tp_from][tp_s * " + std::to_string(Lanes) + Lane + "]";
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

/// In front of a block's lines: what belongs to rows, and what lies to the left of its points.
static void printLeft(const LaneText &T, CodeBuffer &Out) {
  const std::string Last = std::to_string(T.Lanes - 1);
  Out.line(T.iterator(T.J) + " = tp_left;");
  openLoop(Out, "tp_s", T.Rows);
  openLoop(Out, "tp_k", T.Lanes, std::to_string(T.Lanes) + " - " + T.lanesOfRow());
  Out.line(T.setRow(" + tp_s"));
  printIterators(T.R, Out);
  for (const auto &[Number, O] : llvm::enumerate(T.L.Packed))
    if (!O.IsOfColumn)
      Out.line(T.packed(Number) + " = " + O.Text + ";");
  for (bool IsRoot : {false, true})
    if (const LaneScan::Use *Left = T.find(0, 1, IsRoot))
      Out.line(T.ring(IsRoot) + "[" + Last + " - tp_k][" + T.rowOf(0) + "] = " + Left->Text + ";");
  close(Out, 2);
  for (bool IsRoot : {false, true}) {
    const LaneScan::Use *Corner = T.find(1, 1, IsRoot);
    if (!Corner)
      continue;
    Out.line(T.iterator(T.I) + " = tp_row;");
    printIterators(T.R, Out);
    Out.line(T.ring(IsRoot) + "[0][" + Last + "] = " + Corner->Text + ";");
    openLoop(Out, "tp_k", T.Lanes - 1, std::to_string(T.Lanes) + " - " + T.allLanes());
    Out.line(T.setRow(""));
    printIterators(T.R, Out);
    Out.line(T.ring(IsRoot) + "[" + Last + " - tp_k][tp_k] = TP_HELD(" + Corner->Text + ", " + T.ring(IsRoot) + "[" + std::to_string(T.Lanes - 2) +
             " - tp_k][" + T.laneAbove() + "]);");
    close(Out, 1);
  }
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
    Out.line("tp_to_ring(" + rowsAndStrides(I.Rows, I.Strides) + ", " + Cells + ", sizeof *" + Cells + ", " + std::to_string(T.Rows) + ", " +
             T.places(I.Offsets) + ", " + T.someLines() + ");");
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
      Out.line(T.cell(Above->IsRoot, 0, std::to_string((T.Rows + 1) * T.Lanes)) + " = " + Above->Text + ";");
  close(Out, 1);
}

/// What a lane's first row on a line has above it.
static void printLaneAbove(const LaneText &T, CodeBuffer &Out) {
  const LaneScan::Use *Uses[] = {T.find(1, 0, false), T.find(1, 0, true)};
  if (!Uses[0] && !Uses[1])
    return;
  Out.line(T.setRow(""));
  printIterators(T.R, Out);
  for (const LaneScan::Use *Above : Uses)
    if (Above)
      Out.line(T.cell(Above->IsRoot, 1, "tp_k") + " = TP_HELD(" + Above->Text + ", " + T.cell(Above->IsRoot, 0, T.laneAbove()) + ");");
}

/// Row tp_s of a lane on a line.
static void printRow(const LaneText &T, CodeBuffer &Out) {
  Out.line(T.setRow(" + tp_s"));
  Out.line("{");
  Out.indent();
  Out.line("__typeof__(" + T.L.Written + ") tp_written;");
  std::vector<HeldValue> Held;
  for (const LaneScan::Use &U : T.L.Uses)
    Held.push_back({U.Text, T.cell(U.IsRoot, U.Left ? 0 : 1, T.rowOf(U.Above))});
  for (const auto &[Number, O] : llvm::enumerate(T.L.Packed))
    Held.push_back({O.Text, T.packed(Number), O.Type});
  for (const auto &[Number, I] : llvm::enumerate(T.L.Inputs))
    Held.push_back({I.Text, T.inputCell(I.IsRoot, Number, " + tp_k"), I.Type});
  printLeafWithHeld(T.R, Out, T.L.Type, "TP_HELD", Held, {{T.L.Written, "tp_written"}});
  Out.line(T.cell(false, 1, T.rowOf(0)) + " = tp_written;");
  close(Out, 1);
}

/// A loop over the lanes that have a point on the line, of so many: none waits for another one.
static void openLanes(const LaneText &T, CodeBuffer &Out, const std::string &Of) {
  Out.raw("TP_INDEPENDENT\n");
  Out.line("for (tp_k = " + T.firstLane(Of) + "; tp_k <= " + T.lastLane() + "; tp_k++) {");
  Out.indent();
  Out.line(T.iterator(T.J) + " = tp_column + tp_k;");
}

static void printRoots(const LaneText &T, CodeBuffer &Out, const std::string &To, const std::string &From) {
  Out.line("tp_roots(&" + To + ", &" + From + ", " + std::to_string(T.L.ElementSize) + ", " + T.firstLane(T.lanesOfRow()) + ", " + T.lastLane() + ");");
}

/// One row of all lanes after the other, and the roots of what they have written. In the block's last corner the program
/// may not take one.
static void printRowsOfLanes(const LaneText &T, CodeBuffer &Out) {
  const std::string Height = std::to_string(T.Rows);
  printAbove(T, Out);
  openLanes(T, Out, T.allLanes());
  printLaneAbove(T, Out);
  close(Out, 1);
  openLoop(Out, "tp_s", T.Rows);
  for (const auto &[Number, I] : llvm::enumerate(T.L.Inputs))
    if (I.IsRoot)
      printRoots(T, Out, T.inputCell(true, Number, ""), T.inputCell(false, Number, ""));
  openLanes(T, Out, T.lanesOfRow());
  printRow(T, Out);
  close(Out, 1);
  if (T.find(1, 0, true)) {
    Out.line("if (tp_w < tp_lines - " + std::to_string(T.Lanes) + " + " + T.allLanes() + " || tp_s < (tp_rows - 1) % " + Height + ")");
    Out.indent();
    const std::string Cells = "(tp_s + 1) * " + std::to_string(T.Lanes);
    printRoots(T, Out, T.cell(true, 1, Cells), T.cell(false, 1, Cells));
    Out.outdent();
  }
  close(Out, 1);
}

/// All lanes have a point on a line but on the first and last ones: compilers then know how many there are.
static void printLine(const LaneText &T, CodeBuffer &Out) {
  const std::string &Type = T.R.Nest.Loops[T.J].Type, Last = std::to_string(T.Lanes - 1);
  Out.line("const " + Type + " tp_column = (" + Type + ")(" + T.lo(T.J) + " - " + Last + " + tp_w);");
  if (T.L.hasRoots()) {
    printRowsOfLanes(T, Out);
    return;
  }
  printAbove(T, Out);
  openLanes(T, Out, T.allLanes());
  printLaneAbove(T, Out);
  Out.raw("#pragma GCC unroll " + std::to_string(T.Rows) + "\n");
  openLoop(Out, "tp_s", T.Rows);
  printRow(T, Out);
  close(Out, 2);
}

/// What the points of these lines have written.
static void printStores(const LaneText &T, CodeBuffer &Out) {
  Out.line("tp_from_ring(&tp_late, " + rowsAndStrides(T.L.Rows, T.L.Strides) + ", tp_held, sizeof *tp_held, " + std::to_string(T.Ring) + ", " +
           std::to_string(T.Rows) + ", " + T.places(T.L.Offsets) + ", " + T.someLines() + ");");
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
        Out.line(I.Type + " " + LaneText::input(IsRoot, Number) + "[" + std::to_string(T.Chunk) + "][" + std::to_string(laneRows()) + "] TP_ALIGNED;");
  for (const auto &[Number, O] : llvm::enumerate(T.L.Packed))
    Out.line(O.Type + " tp_packed" + std::to_string(Number) +
             (O.IsOfColumn ? "[1][" + std::to_string(T.Shape.columns()) : "[" + std::to_string(T.Rows) + "][" + std::to_string(T.Lanes)) + "] TP_ALIGNED;");
  Out.line("tp_late_rows tp_late;");
  printLeft(T, Out);
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

/// Few rows are the plain function's, and boxes with places that are no points: bounds may hang on loops around. So are rows
/// that do not fill a lane, but where rows run one after the other.
static void printBlock(const LaneText &T, CodeBuffer &Out) {
  for (unsigned D : {T.I, T.J})
    Out.line("const tp_int " + T.first(D) + " = " + T.R.BoxScan.Loops[D].First + ", " + T.last(D) + " = " +
             T.R.BoxScan.Loops[D].Last + ";");
  const std::string Rows = T.hi(T.I) + " - " + T.lo(T.I), Height = std::to_string(T.Rows);
  std::string IsFull = Rows + " >= " + std::to_string(LeastRows) + " && " + Rows + " <= " + std::to_string(laneRows());
  for (unsigned D : {T.I, T.J})
    IsFull += " && " + T.first(D) + " <= " + T.lo(D) + " && " + T.last(D) + " >= " + T.hi(D) + " - 1";
  Out.line("if (" + IsFull + ") {");
  Out.indent();
  Out.line("const tp_int tp_rows = " + (T.L.hasRoots() ? Rows : "(" + Rows + ") / " + Height + " * " + Height) + ";");
  if (T.L.hasRoots()) {
    printLines(T, Out);
  } else {
    Out.line("{"); // what lanes write is not in memory before the end of it
    Out.indent();
    printLines(T, Out);
    close(Out, 1);
    Out.line("if (tp_rows < " + Rows + ") {");
    Out.indent();
    printPlainRest(T.R, Out, T.lo(T.I) + " + tp_rows");
    close(Out, 1);
  }
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
                          "The same in " + std::to_string(T.Lanes) + " lanes of " + std::to_string(T.Rows) +
                              " rows each, along lines tp_w. What lanes write lies side by side in tp_held: for vectors.",
                          {{{"int", "tp_k"}, {"int", "tp_s"}, {"tp_int", "tp_w"}, {"tp_int", "tp_from"}}, Scan.str(), laneRows(), 1u << 30});
}
