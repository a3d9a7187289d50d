// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jammed rows in which a costly function of the C library is called once for each element.
//
// A[i][j] = sqrtf(A[i - 1][j]) + sqrtf(A[i][j - 1]) takes two roots for each point, and one of each element is enough. The
// box is run in blocks. A block has an array tp_held with a cell for each of its places (j, k) in the two innermost
// dimensions, and a row and a column in front of them. A cell has the function's value of the newest element there: each
// point leaves that of the element it wrote. What neighbouring blocks and boxes wrote is computed at the block's sides.
//
// Legal: blocks are boxes, and no distance is negative. The calls have the same arguments as in the program, so they set the
// same exceptions and errno. Verify shows for each use that its cell holds what the call would give.
#include "Emitters.h"
#include "Interleaving.h"
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/map.h>

using namespace tilepipe;

/// Places of a block: of float they stay in the nearest cache. Rows: a multiple of what Jam may be. The model of plans has the
/// same numbers (runtime/plan/traffic.c).
static constexpr unsigned BlockRows = 96, BlockPoints = 64;

/// The only access that writes; null: there are others, or it is not surely done at each point.
static const Access *onlyWrite(const RegionContext &R) {
  const Access *Found = nullptr;
  for (const Access &A : R.Nest.Accesses)
    if (A.What == Access::Kind::Write) {
      if (Found || A.IsConditional || A.HoistedText.empty() || !R.Nest.domain().is_subset(A.Relation.domain()))
        return nullptr;
      Found = &A;
    }
  return Found;
}

/// The outermost dimension of a block's points: cells follow the elements along it.
static unsigned sweepDim(const RegionContext &R) { return R.Nest.depth() - std::min(R.Nest.depth(), 3u); }

std::optional<MemoCalls> tilepipe::memoCalls(const RegionContext &R) {
  if (!R.Options.HoldsValues || !hasLatency(R) || R.BoxScan.Loops.size() != R.Nest.depth() ||
      llvm::count_if(R.Nest.Accesses, [](const Access &A) { return A.Call.has_value(); }) < 2)
    return std::nullopt;
  const Statement &S = R.Nest.Statements.front();
  const Access *Write = onlyWrite(R);
  if (!Write || !S.BetweenText.empty() || S.HasContinue || !R.Nest.Reductions.empty() || !areRectangular(R, sweepDim(R)))
    return std::nullopt;
  if (!hasPlainSubscripts(R.Nest, R.Nest.Arrays[Write->ArrayIndex]))
    return std::nullopt;
  MemoCalls Result;
  Result.Written = Write->HoistedText;
  for (const Access &Use : R.Nest.Accesses) {
    if (Use.What != Access::Kind::Read || Use.ArrayIndex != Write->ArrayIndex || !Use.Call || Use.IsConditional ||
        !S.Text.contains(Use.Call->Text) || !R.Nest.domain().is_subset(Use.Relation.domain()) ||
        (!Result.Uses.empty() && Use.Call->Function != Result.Call.Function))
      continue;
    for (unsigned D = sweepDim(R); D < R.Nest.depth(); ++D) {
      if (!readsBefore(R, Use, *Write, pointBefore(R.Nest.domain(), D)))
        continue;
      std::string Text = R.FileText.slice(Use.Call->Text.Begin, Use.Call->Text.End).str();
      if (!llvm::is_contained(Result.Uses[D], Text))
        Result.Uses[D].push_back(Text);
      Result.Call = *Use.Call;
    }
  }
  return Result.Uses.size() > 1 ? std::optional(Result) : std::nullopt;
}

static std::string iterator(const RegionContext &R, unsigned D) { return R.BoxScan.Loops[D].Iterator; }

/// The cell of the point's own element, or of that before it along D.
static std::string cell(const RegionContext &R, std::optional<unsigned> D = {}) {
  const unsigned Last = R.Nest.depth() - 1;
  auto Index = [&](unsigned Of) {
    return "[" + iterator(R, Of) + " - tp_b->tp_lo[" + std::to_string(Of) + (D == Of ? "]]" : "] + 1]");
  };
  return "tp_held" + Index(Last - 1) + Index(Last);
}

static std::string first(unsigned D) { return "tp_first" + std::to_string(D); }
static std::string last(unsigned D) { return "tp_last" + std::to_string(D); }

static std::string forAll(const RegionContext &R, unsigned D) {
  const std::string Iterator = iterator(R, D);
  return "for (" + Iterator + " = " + first(D) + "; " + Iterator + " <= " + last(D) + "; " + Iterator + "++)";
}

/// tp_held[...] = sqrtf(A[i - 1][j]): what the point before along D would have left, at all places of the loops in Along.
static void printFill(const RegionContext &R, const MemoCalls &M, unsigned D, llvm::ArrayRef<unsigned> Along, CodeBuffer &Out) {
  for (unsigned Loop : Along) {
    Out.line(forAll(R, Loop) + " {");
    Out.indent();
  }
  printIterators(R, Out);
  Out.line(cell(R, D) + " = " + M.Uses.at(D).front() + ";");
  for ([[maybe_unused]] unsigned Loop : Along) {
    Out.outdent();
    Out.line("}");
  }
}

/// In front of a block's points of one iteration of the sweep.
static void printFills(const RegionContext &R, const MemoCalls &M, CodeBuffer &Out) {
  const unsigned Points = R.Nest.depth() - 1, Rows = Points - 1;
  if (Rows > 0 && M.Uses.count(Rows - 1)) {
    Out.line("if (" + iterator(R, Rows - 1) + " == " + first(Rows - 1) + ")");
    Out.indent();
    printFill(R, M, Rows - 1, {Rows, Points}, Out);
    Out.outdent();
  }
  auto Side = [&](unsigned D, unsigned Along) {
    if (!M.Uses.count(D))
      return;
    Out.line(iterator(R, D) + " = " + first(D) + ";");
    Out.line("if (" + iterator(R, D) + " <= " + last(D) + ")");
    Out.indent();
    printFill(R, M, D, Along, Out);
    Out.outdent();
  };
  Side(Rows, Points);
  Side(Points, Rows);
}

/// One point, and what it leaves. The element in the block's last corner is none that the block uses; where no other
/// block does, the program does not call the function for it.
static void printPoint(const RegionContext &R, const MemoCalls &M, CodeBuffer &Out) {
  std::vector<HeldValue> Held;
  for (const auto &[D, Calls] : M.Uses)
    for (const std::string &Call : Calls)
      Held.push_back({Call, cell(R, D)});
  printLeafWithHeld(R, Out, M.Call.Type, "TP_HELD", Held);
  std::string IsUsed;
  for (const auto &[D, Calls] : llvm::reverse(M.Uses))
    IsUsed += (IsUsed.empty() ? "" : " || ") + iterator(R, D) + " < " + last(D);
  Out.line("if (" + IsUsed + ")");
  Out.line("  " + cell(R) + " = " + M.Call.Function + "(" + M.Written + ");");
}

static void printBlock(const RegionContext &R, const MemoCalls &M, CodeBuffer &Out) {
  const unsigned Depth = R.Nest.depth(), Sweep = sweepDim(R);
  for (unsigned D = Sweep; D < Depth; ++D)
    Out.line("const tp_int " + first(D) + " = " + R.BoxScan.Loops[D].First + ", " + last(D) + " = " +
             R.BoxScan.Loops[D].Last + ";");
  Out.line(M.Call.Type + " tp_held[" + std::to_string(BlockRows + 1) + "][" + std::to_string(BlockPoints + 1) + "];");
  if (Depth > 2) {
    Out.line(forAll(R, Sweep) + " {");
    Out.indent();
  }
  printFills(R, M, Out);
  Out.line("tp_row = " + first(Depth - 2) + ";");
  printJammedRows(R, Out, [&] { printPoint(R, M, Out); });
  if (Depth > 2) {
    Out.outdent();
    Out.line("}");
  }
}

unsigned tilepipe::memoSides(const RegionContext &R) {
  unsigned Sides = 0;
  if (R.Memo && R.Jam > 1)
    for (const auto &[D, Calls] : R.Memo->Uses)
      Sides |= 1u << D;
  return Sides;
}

std::string tilepipe::emitMemo(const RegionContext &R) {
  const MemoCalls &M = *R.Memo;
  CodeBuffer Out(1);
  printLoops(Out, R.BoxScan, sweepDim(R), LastBound::InVariable, LeafKind::Block, [&] { printBlock(R, M, Out); });
  return emitTileFunction(R, "jam",
                          "The same with " + std::to_string(R.Jam) + " rows at a time, in blocks. tp_held has what " +
                              M.Call.Function + " gave for the newest elements. The run times all functions and keeps the fastest.",
                          {{{"int", "tp_k"}, {"tp_int", "tp_row"}}, Out.str(), BlockRows, BlockPoints});
}
