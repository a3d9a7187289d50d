// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The jammed tile function: some rows of the last dimension but one advance
// together along the last one. Where every point waits for its neighbour in the
// row, the processor so overlaps the chains of several rows.
//
// Legal without another test: every distance is non-negative in both dimensions,
// and so is the order (block of rows, point of the row, row of the block).
//
// Where tiles are skewed, or rows are not equally long, the function runs the box in strips that are
// a few points wide along the last row of the tiling. Each strip is a box of a few points per row,
// whose rows overlap too. Legal, for no distance is negative along any row of the tiling; and equal bit
// for bit whatever the body is, for the points run in the same function.
#include "Emitters.h"
#include "Interleaving.h"
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/map.h>

using namespace tilepipe;

/// Rows that pay for a body of few operations, and for a larger one or costly calls: beyond that
/// the processor overlaps enough by itself, and registers run out.
static constexpr unsigned ManyRows = 6, FewRows = 4;
static constexpr unsigned FewOperations = 40;
/// Of so many groups of rows six each still lie beside each other in the nearest cache where rows are a power of two apart:
/// five groups take 0.25 s with six rows and 0.15 s with four, where the loop takes 0.18 s.
static constexpr unsigned MostGroups = 4;
/// Points of a row in a strip. 6 and 8 are as good for Gauss-Seidel with nine points, SOR and error
/// diffusion (2.1 to 2.9 x); below, starts of rows weigh more.
static constexpr unsigned StripPoints = 6;

/// The points of the two innermost dimensions are a rectangle, given the outer ones.
static bool hasEqualRows(const RegionContext &R) {
  if (R.Nest.depth() < 2 || R.BoxScan.Loops.size() != R.Nest.depth())
    return false;
  const LoopChain::Loop &Rows = R.BoxScan.Loops[R.Nest.depth() - 2], &Points = R.BoxScan.Loops.back();
  return !Rows.IsSingle && Rows.Step == 1 && Points.Guard.empty() && !Points.IsSingle &&
         !mentions(Points.First, Rows.Iterator) && !mentions(Points.Last, Rows.Iterator) &&
         R.BoxScan.LeafGuard.empty();
}

static bool isUnit(const Row &R, unsigned D) {
  for (unsigned K = 0; K < R.size(); ++K)
    if (R[K] != (K == D))
      return false;
  return true;
}

/// Rows of elements that jammed rows run through at once, over the number of jammed rows: the body's accesses, but for
/// where along the row and in which of the jammed rows.
static unsigned rowGroups(const RegionContext &R) {
  const unsigned RowDim = R.Nest.depth() - 2;
  const isl::set Points = R.Nest.domain();
  std::vector<std::pair<unsigned, isl::map>> Groups; // arrays, outer coordinates to rows
  for (const Access &A : R.Nest.Accesses) {
    isl_map *Rows = isl_map_gist_domain(A.Relation.copy(), Points.copy());
    const unsigned Rank = unsigned(isl_map_dim(Rows, isl_dim_out));
    if (Rank < 2 || !isl_map_involves_dims(Rows, isl_dim_in, RowDim, 1)) {
      isl_map_free(Rows);
      continue;
    }
    Rows = isl_map_project_out(isl_map_project_out(Rows, isl_dim_out, Rank - 1, 1), isl_dim_in, RowDim, 2);
    const isl::map Group = isl::manage(Rows);
    auto IsSame = [&](const auto &Known) { return Known.first == A.ArrayIndex && Known.second.is_equal(Group); };
    if (llvm::none_of(Groups, IsSame))
      Groups.push_back({A.ArrayIndex, Group});
  }
  return unsigned(Groups.size());
}

unsigned tilepipe::jammedRows(const RegionContext &R) {
  if (R.JammedTree)
    return R.JammedTree->Rows;
  if (!hasLatency(R))
    return 0;
  bool IsSkewed = false;
  for (unsigned D = 0; D < R.Nest.depth(); ++D)
    IsSkewed |= !isUnit(R.Pipe.Tiles.Rows[D], D);
  if (IsSkewed || !hasEqualRows(R))
    return R.Pipe.Tiles.Rows.back().back() > 0 ? 1 : 0;
  // Of pairs gcc 12 fuses the multiplications and additions even where contraction is forbidden,
  // in one shape of loop and not in another.
  if (R.Nest.writesPairs())
    return 0;
  return operations(R.Nest) > FewOperations || R.Memo || rowGroups(R) > MostGroups ? FewRows : ManyRows;
}

void tilepipe::printPlainRest(const RegionContext &R, CodeBuffer &Out, const std::string &FirstRow) {
  const unsigned RowDim = R.Nest.depth() - 2;
  Out.line("tp_box tp_rest = *tp_b;");
  for (unsigned D = 0; D < RowDim; ++D) {
    std::string At = "[" + std::to_string(D) + "] = " + loopVariable(R, D);
    Out.line("tp_rest.tp_lo" + At + ";");
    Out.line("tp_rest.tp_hi" + At + " + 1;");
  }
  if (!FirstRow.empty())
    Out.line("tp_rest.tp_lo[" + std::to_string(RowDim) + "] = " + FirstRow + ";");
  Out.line(plainCall(R, "&tp_rest"));
}

std::string tilepipe::plainCall(const RegionContext &R, const std::string &Box) {
  std::string Arguments = Box;
  for (const Parameter &P : scanParameters(R))
    Arguments += ", " + P.Name;
  return R.Prefix + "_tile_scan(" + Arguments + ");";
}

/// Rows that are left over.
static void remainingRows(const RegionContext &R, CodeBuffer &Out) {
  Out.line("if (tp_row <= tp_last" + std::to_string(R.Nest.depth() - 2) + ") {");
  Out.indent();
  printPlainRest(R, Out, "tp_row");
  Out.outdent();
  Out.line("}");
}

void tilepipe::printJammedRows(const RegionContext &R, CodeBuffer &Out, llvm::function_ref<void()> Leaf,
                               llvm::function_ref<void()> InFront, llvm::function_ref<void()> AtPlace) {
  assert(hasEqualRows(R) && "checked by jammedRows");
  unsigned RowDim = R.Nest.depth() - 2;
  const LoopChain::Loop &Row = R.BoxScan.Loops[RowDim], &Points = R.BoxScan.Loops[RowDim + 1];
  std::string Rows = std::to_string(R.Jam), LastRow = "tp_last" + std::to_string(RowDim),
              LastPoint = "tp_last" + std::to_string(RowDim + 1);
  Out.line("for (; tp_row + " + std::to_string(R.Jam - 1) + " <= " + LastRow + "; tp_row += " + Rows +
           ") {");
  Out.indent();
  InFront();
  Out.line(Points.head(LastPoint) + " {");
  Out.indent();
  AtPlace();
  Out.raw("#pragma GCC unroll " + Rows + "\n");
  Out.line("for (tp_k = 0; tp_k < " + Rows + "; tp_k++) {");
  Out.indent();
  Out.line(Row.Iterator + " = tp_row + tp_k;");
  Leaf();
  for (unsigned Level = 0; Level < 3; ++Level) {
    Out.outdent();
    Out.line("}");
  }
  remainingRows(R, Out);
}

void tilepipe::declareRows(const RegionContext &R, CodeBuffer &Out) {
  unsigned RowDim = R.Nest.depth() - 2;
  const LoopChain::Loop &Row = R.BoxScan.Loops[RowDim], &Points = R.BoxScan.Loops[RowDim + 1];
  Out.line("const tp_int tp_last" + std::to_string(RowDim) + " = " + Row.Last + ", tp_last" + std::to_string(RowDim + 1) +
           " = " + Points.Last + ";");
  Out.line("tp_int tp_row = " + Row.First + ";");
}

static void jamRows(const RegionContext &R, CodeBuffer &Out) {
  declareRows(R, Out);
  printJammedRows(R, Out, [&] { printLeaf(R, Out, R.BoxScan.Coordinates, touchable(R)); });
}

static std::string strips(const RegionContext &R) {
  std::string Last = "[" + std::to_string(R.Nest.depth() - 1) + "]";
  std::string Width = std::to_string(StripPoints * R.Pipe.Tiles.Rows.back().back());
  return "/* The same in strips of " + Width + " along the last row of the tiling, in which rows are short. */\n" +
         "static void " + R.Prefix + "_jam(const tp_box *tp_b, const void *tp_v) {\n  tp_box tp_strip = *tp_b;\n" +
         "  for (; tp_strip.tp_lo" + Last + " < tp_b->tp_hi" + Last + "; tp_strip.tp_lo" + Last + " += " +
         Width + ") {\n    tp_strip.tp_hi" + Last + " = tp_min(tp_strip.tp_lo" + Last + " + " + Width +
         ", tp_b->tp_hi" + Last + ");\n    " + R.Prefix + "_tile(&tp_strip, tp_v);\n  }\n}\n\n";
}

std::string tilepipe::emitJam(const RegionContext &R) {
  if (R.Jam == 0)
    return "";
  if (R.Jam == 1)
    return strips(R);
  if (R.Memo)
    return emitMemo(R);
  if (R.Held)
    return emitHeld(R);
  CodeBuffer Scan(1);
  if (R.JammedTree)
    Scan.raw(treeLoops(R, PointOrder::Jammed, RowsBegin::AsTheyAre));
  else
    printLoops(Scan, R.BoxScan, R.Nest.depth() - 2, LastBound::InVariable, LeafKind::Block, [&] { jamRows(R, Scan); });
  return emitTileFunction(R, "jam",
                          "The same with " + std::to_string(R.Jam) +
                              " rows at a time. The run times all and keeps the fastest.",
                          {{{"int", "tp_k"}}, Scan.str()});
}
