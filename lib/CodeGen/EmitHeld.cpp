// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jammed rows that hold the elements that they have written last.
//
// A[i][j] = A[i - 1][j] + A[i][j - 1] - A[i - 1][j - 1] stores each element and loads it again for the next point of the row,
// which waits for both, and for the row below. tp_held[0] has the newest element of each row, behind that of the row above
// all; tp_held[1] has what lies above the newest ones: the next corners. The loops over rows are unrolled, so all are registers. Values
// that are loaded already are also chosen from without a branch.
//
// Legal as the jammed rows are: elements keep their type. Verify shows for each value that it is the element's.
#include "Emitters.h"
#include "Interleaving.h"
#include "TileText.h"

#include <isl/map.h>

using namespace tilepipe;

/// Elements exist wherever points access them, whatever the conditions in the body say. To load a number that is not needed
/// has no effect.
static bool exist(const RegionContext &R) { return R.Pipe.ThreadsOnlyReason.empty(); }

/// The element of an array that each point writes; null: points write several, or perhaps none that is there.
static const Access *elementOf(const RegionContext &R, unsigned ArrayIndex) {
  const Access *Found = nullptr;
  bool IsWritten = false;
  for (const Access &A : R.Nest.Accesses) {
    if (A.What != Access::Kind::Write || A.ArrayIndex != ArrayIndex)
      continue;
    if (A.HoistedText.empty() || !R.Nest.domain().is_subset(A.Relation.domain()) ||
        (Found && !A.Relation.is_equal(Found->Relation)))
      return nullptr;
    Found = &A;
    IsWritten |= !A.IsConditional;
  }
  return Found && (IsWritten || exist(R)) ? Found : nullptr;
}

static bool ascends(const isl::map &Before, const Access &Write) {
  isl_map *Elements = isl_map_apply_range(isl_map_reverse(Write.Relation.copy()), Before.copy());
  Elements = isl_map_apply_range(Elements, Write.Relation.copy());
  isl_map *Less = isl_map_lex_gt(isl_space_range(isl_map_get_space(Write.Relation.get())));
  return isl::manage(Elements).is_subset(isl::manage(Less));
}

/// What the body reads of the element that the point before wrote.
static std::string readOf(const RegionContext &R, const Access &Write, const isl::map &Before) {
  for (const Access &Use : R.Nest.Accesses)
    if (Use.What == Access::Kind::Read && Use.ArrayIndex == Write.ArrayIndex && !Use.HoistedText.empty() &&
        (!Use.IsConditional || exist(R)) && R.Nest.domain().is_subset(Use.Relation.domain()) && readsBefore(R, Use, Write, Before))
      return Use.HoistedText;
  return "";
}

std::optional<HeldElements> tilepipe::heldElements(const RegionContext &R) {
  if (!R.Options.HoldsValues || R.Memo || !hasLatency(R) || R.BoxScan.Loops.size() != R.Nest.depth())
    return std::nullopt;
  const Statement &S = R.Nest.Statements.front();
  const unsigned Points = R.Nest.depth() - 1, Rows = Points - 1;
  if (!S.BetweenText.empty() || S.HasContinue || !llvm::all_of(R.Nest.Reductions, [](const Reduction &Each) { return Each.hasAnyOrder(); }) || !areRectangular(R, Rows))
    return std::nullopt;
  const isl::map Left = pointBefore(R.Nest.domain(), Points), Above = pointBefore(R.Nest.domain(), Rows);
  for (unsigned I = 0; I < R.Nest.Arrays.size(); ++I) {
    const Array &A = R.Nest.Arrays[I];
    const Access *Write = hasPlainSubscripts(R.Nest, A) || isLinear(R.Nest, A) ? elementOf(R, I) : nullptr;
    if (!Write || !ascends(Left, *Write))
      continue;
    HeldElements Result = {A.ElementType, A.IsWord ? "TP_HELD_INTEGER" : "TP_HELD", Write->HoistedText, readOf(R, *Write, Left),
                           readOf(R, *Write, Above), readOf(R, *Write, Left.apply_range(Above))};
    if (Result.Above.empty())
      Result.Corner.clear();
    if (!Result.Left.empty())
      return Result;
  }
  return std::nullopt;
}

/// In front of the first point of some rows: what the point before it has written.
static void printBorder(const RegionContext &R, const HeldElements &H, CodeBuffer &Out) {
  const unsigned D = R.Nest.depth() - 1;
  const LoopChain::Loop &Row = R.BoxScan.Loops[D - 1], &Points = R.BoxScan.Loops[D];
  const std::string Rows = std::to_string(R.Jam);
  Out.line(H.Type + " tp_held[" + (H.Corner.empty() ? "1" : "2") + "][" + std::to_string(R.Jam + 1) + "];");
  Out.line(Points.Iterator + " = " + Points.First + ";");
  Out.line("if (" + Points.Iterator + " <= tp_last" + std::to_string(D) + ")");
  Out.indent();
  Out.line("for (tp_k = 0; tp_k < " + Rows + "; tp_k++) {");
  Out.indent();
  Out.line(Row.Iterator + " = tp_row + tp_k;");
  printIterators(R, Out);
  Out.line("tp_held[0][tp_k + 1] = " + H.Left + ";");
  if (!H.Corner.empty())
    Out.line("tp_held[1][tp_k] = " + H.Corner + ";");
  Out.outdent();
  Out.line("}");
  Out.outdent();
}

/// In front of the points of one place in all rows.
static void printAbove(const RegionContext &R, const HeldElements &H, CodeBuffer &Out) {
  if (H.Above.empty())
    return;
  Out.line(R.BoxScan.Loops[R.Nest.depth() - 2].Iterator + " = tp_row;");
  printIterators(R, Out);
  Out.line("tp_held[0][0] = " + H.Above + ";");
}

static void printPoint(const RegionContext &R, const HeldElements &H, CodeBuffer &Out) {
  std::vector<HeldValue> Held = {{H.Left, "tp_held[0][tp_k + 1]"}};
  if (!H.Above.empty())
    Held.push_back({H.Above, "tp_held[0][tp_k]"});
  if (!H.Corner.empty())
    Held.push_back({H.Corner, "tp_held[1][tp_k]"});
  printLeafWithHeld(R, Out, H.Type, H.Macro, Held);
  if (!H.Corner.empty())
    Out.line("tp_held[1][tp_k] = " + std::string(H.Macro) + "(" + H.Above + ", tp_held[0][tp_k]);");
  Out.line("tp_held[0][tp_k + 1] = " + H.Written + ";");
}

std::string tilepipe::emitHeld(const RegionContext &R) {
  const HeldElements &H = *R.Held;
  CodeBuffer Scan(1);
  printLoops(Scan, R.BoxScan, R.Nest.depth() - 2, LastBound::InVariable, LeafKind::Block, [&] {
    declareRows(R, Scan);
    printJammedRows(R, Scan, [&] { printPoint(R, H, Scan); }, [&] { printBorder(R, H, Scan); },
                    [&] { printAbove(R, H, Scan); });
  });
  return emitTileFunction(R, "jam",
                          "The same with " + std::to_string(R.Jam) +
                              " rows at a time. tp_held has what they wrote last. The run times all and keeps the fastest.",
                          {{{"int", "tp_k"}}, Scan.str()});
}
