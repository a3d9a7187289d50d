// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The skewed tile function whose lines lie in rings of cells.
//
// u[i][j] = (u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j]) / 4: points of a line, w = 2 i + j, do not wait for each
// other, but their elements lie in different rows. So a block of rows has a copy of what it reads and writes, in which the
// elements of a line lie side by side: those of the next row in the next cell, those of the next column in the next line. All
// that a line reads lies side by side then, and compilers make vectors of its points. Lines beside each other are different
// ones, which they are told. The ring has the last lines alone: the runtime takes elements from memory some lines before points
// need them, and stores those of lines that are done.
//
// Legal: elements that a block reads and writes are in memory what the program has there when the block begins, and nothing
// else writes them before it ends. Each has one cell, which is filled before a point writes the element.
#include "ElementRows.h"
#include "Emitters.h"
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"

using namespace tilepipe;

namespace {

struct RingText {
  const RegionContext &R;
  const LineScan &Lines = *R.Lines;
  const LineRing &Ring = *Lines.Ring;
  const unsigned I = R.Nest.depth() - 2, J = I + 1;

  bool hasTurns() const { return !Ring.FirstTurn.empty(); }
  static std::string signedBy(int64_t By) { return By == 0 ? "" : (By < 0 ? " - " : " + ") + std::to_string(std::abs(By)); }
  std::string cells(unsigned Plane) const { return Plane ? "tp_input" + std::to_string(Plane - 1) : "tp_held"; }
  /// The cell of the point's element so many rows and columns on.
  std::string cell(unsigned Plane, int64_t Row, int64_t Column) const {
    const std::string Line = signedBy(Lines.Slope * Row + Column);
    return cells(Plane) + "[" + (Line.empty() ? "tp_w" : "(tp_w" + Line + ")") + " & (TP_LINES - 1)][" + widenedIdentifier(loopVariable(R, I)) +
           " - tp_row" + signedBy(int64_t(Ring.Planes[Plane].Before) + Row) + "]";
  }
};

} // namespace

static std::string edges(llvm::ArrayRef<LineRing::Edge> Edges) {
  std::string Text;
  for (const LineRing::Edge &E : Edges)
    Text += (Text.empty() ? "{" : ", {") + E.OfRow0 + ", " + std::to_string(E.Slope) + "}";
  return "(const tp_edge[]){" + Text + "}, " + std::to_string(Edges.size());
}

/// A call of the runtime for the lines from First to Last.
static std::string moved(const RingText &T, const char *Function, unsigned Plane, const std::string &Reaches, const std::string &First, const std::string &Last) {
  const LineRing::Plane &P = T.Ring.Planes[Plane];
  const std::string Cells = T.cells(Plane);
  return std::string(Function) + "(" + rowsAndStrides(P.Array, P.Strides) + ", " + Cells + ", sizeof *" + Cells + ", " + std::to_string(T.Lines.Slope) + ", tp_row" +
         RingText::signedBy(-int64_t(P.Before)) + ", " + T.Ring.First + ", " + T.Ring.Last + ", " + std::to_string(P.Offsets[0]) + ", " + std::to_string(P.Offsets[1]) +
         ", " + edges(T.Ring.Firsts) + ", " + edges(T.Ring.Lasts) + ", " + Reaches + First + ", " + Last + ");";
}

static std::string reaches(llvm::ArrayRef<LineRing::Reach> Reaches) {
  std::string Text;
  for (const LineRing::Reach &R : Reaches)
    Text += (Text.empty() ? "{" : ", {") + std::to_string(R.Row) + ", " + std::to_string(R.First) + ", " + std::to_string(R.Last) + "}";
  return "(const tp_reach[]){" + Text + "}, " + std::to_string(Reaches.size()) + ", ";
}

static void printPoint(const RingText &T, CodeBuffer &Out) {
  const RegionContext &R = T.R;
  Out.line(loopVariable(R, T.J) + " = tp_w - " + std::to_string(T.Lines.Slope) + " * " + widenedIdentifier(loopVariable(R, T.I)) + ";");
  printIterators(R, Out);
  Out.line("{");
  Out.indent();
  const bool IsRead = llvm::any_of(T.Ring.Uses, [&](const LineRing::Use &U) { return U.Text == T.Ring.Written; });
  Out.line("__typeof__(" + T.Ring.Written + ") tp_written" + (IsRead ? " = TP_HELD(" + T.Ring.Written + ", " + T.cell(0, 0, 0) + ")" : "") + ";");
  std::vector<HeldValue> Held;
  for (const LineRing::Use &U : T.Ring.Uses)
    if (U.Text != T.Ring.Written)
      Held.push_back({U.Text, T.cell(U.Plane, U.Row, U.Column), T.Ring.Planes[U.Plane].Type});
  printLeafWithHeld(R, Out, T.Ring.Planes.front().Type, "TP_HELD", Held, {{T.Ring.Written, "tp_written"}});
  Out.line(T.cell(0, 0, 0) + " = tp_written;");
  Out.outdent();
  Out.line("}");
}

/// The points of some lines. Rows of other lines than those of the turn might be no numbers of the iterator's type.
static void printPoints(const RingText &T, CodeBuffer &Out, const std::string &First, const std::string &Last) {
  const LoopChain::Loop &Lines = T.Ring.LinesOfTurn;
  Out.line("const tp_int tp_last = tp_min(" + Lines.Last + ", " + Last + ");");
  Out.line("for (tp_w = tp_max(" + Lines.First + ", " + First + "); tp_w <= tp_last; tp_w++) {");
  Out.indent();
  Out.line("const tp_int tp_last_row = " + T.Ring.Points.Last + ";");
  Out.raw("TP_INDEPENDENT\n");
  Out.line(T.Ring.Points.head("tp_last_row") + " {");
  Out.indent();
  printPoint(T, Out);
  for (unsigned Level = 0; Level < 2; ++Level) {
    Out.outdent();
    Out.line("}");
  }
}

/// What some lines need, their points, and what these have written.
static void printLines(const RingText &T, CodeBuffer &Out) {
  const int64_t Ahead = T.Ring.Ahead, Last = LineRing::Chunk - 1, Stored = -Ahead - T.Ring.Lag * (T.Ring.Turns - 1);
  auto From = [](int64_t By) { return "tp_from" + RingText::signedBy(By); };
  for (unsigned Plane = 0; Plane < T.Ring.Planes.size(); ++Plane)
    Out.line(moved(T, "tp_to_lines", Plane, reaches(T.Ring.Planes[Plane].Reaches), From(0), From(Last)));
  if (T.hasTurns()) {
    const std::string Lag = T.Ring.Lag ? " - " + std::to_string(T.Ring.Lag) + " * (" + widenedIdentifier(T.Ring.Turn.Iterator) + " - tp_turn)" : "";
    Out.line(T.Ring.Turn.head("tp_last_turn") + " {");
    Out.indent();
    printPoints(T, Out, From(-Ahead) + Lag, From(Last - Ahead) + Lag);
    Out.outdent();
    Out.line("}");
  } else {
    printPoints(T, Out, From(-Ahead), From(Last - Ahead));
  }
  Out.line(moved(T, "tp_from_lines", 0, "", From(Stored), From(Stored + Last)));
}

/// The lines of a block.
static void printBlock(const RingText &T, CodeBuffer &Out) {
  const std::string Chunk = std::to_string(LineRing::Chunk);
  const LoopChain::Loop &Lines = T.Ring.Lines;
  for (unsigned Plane = 0; Plane < T.Ring.Planes.size(); ++Plane)
    Out.line(T.Ring.Planes[Plane].Type + " " + T.cells(Plane) + "[TP_LINES][" + std::to_string(T.Ring.Planes[Plane].Cells) + "] TP_ALIGNED;");
  if (T.hasTurns())
    Out.line("const tp_int tp_turn = " + T.Ring.FirstTurn + ", tp_last_turn = " + T.Ring.Turn.Last + ";");
  Out.line("const tp_int tp_row = " + T.Ring.FirstRow + ";");
  // By number, and not by their first lines: remainders would take the proof time.
  Out.line("const tp_int tp_last_chunk = tp_floord(" + Lines.Last + RingText::signedBy(T.Ring.Ahead + T.Ring.Lag * (T.Ring.Turns - 1)) + ", " + Chunk + ");");
  Out.line("for (tp_chunk = tp_floord(" + Lines.First + RingText::signedBy(-T.Ring.Behind) + ", " + Chunk + "); tp_chunk <= tp_last_chunk; tp_chunk++) {");
  Out.indent();
  Out.line("const tp_int tp_from = " + Chunk + " * tp_chunk;");
  printLines(T, Out);
  Out.outdent();
  Out.line("}");
}

std::string tilepipe::emitLineRing(const RegionContext &R) {
  const RingText T{R};
  CodeBuffer Scan(1);
  Scan.line("if (" + T.Ring.IsBlock + ") {");
  Scan.indent();
  printLoops(Scan, R.BoxScan, T.Ring.Around, LastBound::InVariable, LeafKind::Block, [&] { printBlock(T, Scan); });
  Scan.outdent();
  Scan.line("} else {");
  Scan.line("  " + plainCall(R, "tp_b"));
  Scan.line("}");
  ScanText Text{{{"tp_int", "tp_chunk"}, {"tp_int", "tp_w"}}, Scan.str()};
  // Boxes are cut along the dimension of rows, and along that of turns or another one beside it, where all is one block.
  const unsigned Rows = T.Ring.Dimension, Turns = unsigned(T.Ring.Turns);
  const bool IsLast = T.hasTurns() || Rows + 1 == R.dimensions();
  constexpr unsigned All = 1u << 30;
  Text.Last = IsLast ? Rows : Rows + 1;
  Text.Rows = T.hasTurns() ? Turns : IsLast ? All : T.Lines.Rows;
  Text.Points = IsLast ? T.Lines.Rows : All;
  return emitTileFunction(R, "skew", "The same along lines tp_w across " + std::to_string(T.Lines.Rows) +
                              " rows. What a block of rows reads and writes has copies, those of a line side by side: for vectors.", Text);
}
