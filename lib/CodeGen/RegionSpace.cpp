//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ConvexScan.h"
#include "RegionEmitter.h"

#include <isl/aff.h>
#include <isl/set.h>

using namespace tilepipe;

/// Symbols beyond which h_d . j could overflow; spaces that large are declined. Rows that are unit
/// vectors multiply nothing. The second one is for loops whose variable is the user's int: the first
/// value of a loop that is empty, for corners of a box far from each other, must fit too.
static constexpr const char *LargestSymbol = "((tp_int)1 << 40)";
static constexpr const char *LargestOfInts = "((tp_int)1 << 27)";

static bool isUnitRow(const Row &R) {
  return llvm::count(R, 0) + 1 == long(R.size()) && llvm::count(R, 1) == 1;
}

void RegionEmitter::declineHugeSymbols(CodeBuffer &Out) const {
  if (llvm::all_of(Pipe.Tiles.Rows, isUnitRow) || Nest.Symbols.empty())
    return;
  std::string Largest = "0";
  for (const Symbol &S : Nest.Symbols) {
    std::string Name = supportIdentifier(S.Name);
    Largest = "tp_max(" + Largest + ", tp_max(" + Name + ", -" + Name + "))";
  }
  bool HasInt = false;
  for (unsigned D = 0; D < Nest.depth(); ++D)
    HasInt |= isDirect(D) && Nest.Loops[D].Type == "int";
  Out.line("if (" + Largest + " > " + (HasInt ? LargestOfInts : LargestSymbol) + ") { /* too large for skewed coordinates */");
  for (unsigned D = 0; D < Nest.depth(); ++D) {
    std::string Index = "[" + std::to_string(D) + "]";
    Out.line("  tp_out->tp_lo" + Index + " = 0;");
    Out.line("  tp_out->tp_hi" + Index + " = (tp_int)1 << 62;");
  }
  Out.line("  return;");
  Out.line("}");
}

/// Of points that lie on a grid the convex shadow is taken: which of its corners hold a point is
/// a question with many answers, and nobody minds a box that is a point too wide.
const RegionEmitter::Span &RegionEmitter::span(unsigned D) const {
  isl::set Shadow = isl::manage(isl_set_remove_divs(Nest.domain().copy()));
  for (unsigned I = Spans.size(); I <= D; ++I) {
    isl::set Image = rowImage(Shadow, Pipe.Tiles.Rows[I]).intersect_params(Nest.Context);
    Spans.push_back({dimMin(Image, 0), dimMax(Image, 0)});
  }
  return Spans[D];
}

std::string RegionEmitter::bounds() const {
  CodeBuffer Out(1);
  declineHugeSymbols(Out);
  std::string Some = printCondition(Nest.domain().params(), Nest.Context, supportIdentifier);
  Out.line("const int tp_some = " + Some + ";");
  for (unsigned D = 0; D < Nest.depth(); ++D) {
    std::string Index = "[" + std::to_string(D) + "]";
    Out.line("tp_out->tp_lo" + Index + " = tp_some ? " +
             printValue(span(D).First, Nest.Context, supportIdentifier) + " : 0;");
    Out.line("tp_out->tp_hi" + Index + " = tp_some ? " +
             printValue(span(D).Last, Nest.Context, supportIdentifier) + " + 1 : 0;");
  }
  return function("Bounding box of the iterations " + toString(Nest.domain()),
                  "void " + Prefix + "_bounds(const void *tp_v, tp_box *tp_out)", Out.str());
}

/// True when Set is its own rectangular hull.
static bool isRectangle(const isl::set &Set, const isl::set &Context) {
  isl::set Hull = isl::set::universe(Set.get_space());
  for (unsigned D = 0; D < dims(Set); ++D) {
    isl::set Others = projectOut(projectOut(Set, D + 1, dims(Set) - D - 1), 0, D);
    isl_set *Column = isl_set_insert_dims(Others.copy(), isl_dim_set, 0, D);
    Column = isl_set_add_dims(Column, isl_dim_set, dims(Set) - D - 1);
    Column = isl_set_set_tuple_name(Column, tupleName(Set).c_str());
    Hull = Hull.intersect(isl::manage(Column));
  }
  return Hull.intersect_params(Context).is_subset(Set);
}

/// Loops over all but the innermost dimension, whose iterations are counted at once where they can.
static void countPiece(CodeBuffer &Out, const ConvexLoops &Loops,
                       const std::vector<std::string> &Names) {
  printLoops(Out, Loops, Names, [&](const ConvexLoops::Bounds &Last) {
    std::string Step = std::to_string(Last.Step);
    if (Last.Condition.empty()) {
      std::string Count = Last.Last + " - (" + Last.First + ")";
      if (Last.Step != 1)
        Count = "tp_floord(" + Count + ", " + Step + ")";
      Out.line(Last.IsSingle ? "tp_count++;" : "tp_count += tp_max(" + Count + " + 1, 0);");
      return;
    }
    const std::string &It = Names.back();
    Out.line("for (" + It + " = " + Last.First + "; " + It + " <= " + Last.Last + "; " + It +
             " += " + Step + ")");
    Out.line("  tp_count += " + Last.Condition + ";");
  });
}

std::string RegionEmitter::points() const {
  CodeBuffer Out(1);
  if (isRectangle(Pipe.BoxDomain, BoxContext)) {
    std::string Product;
    for (unsigned D = 0; D < Nest.depth(); ++D) {
      std::string N = std::to_string(D);
      isl::set Image = rowImage(Pipe.BoxDomain, Pipe.Tiles.Rows[D]).intersect_params(BoxContext);
      Out.line("const tp_int tp_n" + N + " = " +
               printValue(dimMax(Image, 0), BoxContext, supportIdentifier) + " - " +
               printValue(dimMin(Image, 0), BoxContext, supportIdentifier) + " + 1;");
      Product += (D ? " * " : "") + ("tp_max(tp_n" + N + ", 0)");
    }
    Out.line("return " + Product + ";");
  } else {
    std::vector<std::string> Names;
    for (unsigned D = 0; D < Nest.depth(); ++D)
      Names.push_back("tp_c" + std::to_string(D));
    CodeBuffer Loops(1);
    for (const isl::basic_set &Piece : disjointPieces(Pipe.BoxDomain))
      if (auto Scan = convexLoops(Piece, BoxContext, Names, supportIdentifier))
        countPiece(Loops, *Scan, Names);
    Out.line("tp_int tp_count = 0;");
    for (const std::string &Name : Names)
      if (mentions(Loops.str(), Name))
        Out.line("tp_int " + Name + ";");
    Out.raw(Loops.str());
    Out.line("return tp_count;");
  }
  return function("Number of iterations in the box.",
                  "tp_int " + Prefix + "_points(const tp_box *tp_b, const void *tp_v)", Out.str());
}

std::string RegionEmitter::subscripts() const {
  CodeBuffer Out(1);
  if (!Nest.Arrays.empty())
    Out.line("tp_int tp_index;");
  Out.line("switch (tp_array) {");
  for (unsigned I = 0; I < Nest.Arrays.size(); ++I) {
    const Array &A = Nest.Arrays[I];
    Out.line("case " + std::to_string(I) + ":");
    Out.indent();
    if (A.Offset)
      Out.line("tp_offset -= " + std::to_string(A.Offset) + ";");
    if (A.IsRows)
      Out.line("tp_out[0] = 0;");
    for (unsigned First = A.IsRows, Last; First < A.Extents.size(); First = Last + 1) {
      for (Last = First; Last + 1 < A.Extents.size() && !A.Extents[Last].Unit; ++Last) {
      }
      uint64_t Unit = A.Extents[Last].Unit ? A.Extents[Last].Unit : A.ElementSize;
      Out.line("tp_index = tp_offset / " + std::to_string(Unit) + ";");
      Out.line("tp_offset %= " + std::to_string(Unit) + ";");
      if (First == A.IsRows && !A.Shift.empty())
        Out.line("tp_index -= " + A.Shift + ";");
      for (unsigned D = Last; D > First; --D) {
        Out.line("tp_out[" + std::to_string(D) + "] = tp_index % (" + A.Extents[D].Text + ");");
        Out.line("tp_index /= (" + A.Extents[D].Text + ");");
      }
      Out.line("tp_out[" + std::to_string(First) + "] = tp_index;");
    }
    Out.line("break;");
    Out.outdent();
  }
  Out.line("default:");
  Out.line("  break;");
  Out.line("}");
  return function("Subscripts of the element at a byte offset, for messages.",
                  "void " + Prefix +
                      "_subscripts(int tp_array, tp_int tp_offset, const void *tp_v, tp_int *tp_out)",
                  Out.str());
}
