//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ConvexScan.h"
#include "RegionEmitter.h"
#include "tilepipe/Support/Identifiers.h"

#include "llvm/ADT/STLExtras.h"

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
    Out.line("  tp_out->tp_lo" + Index + " = 0; tp_out->tp_hi" + Index + " = (tp_int)1 << 62;");
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

/// Value wherever it is one expression; nothing where it has cases.
static std::optional<isl::pw_aff> everywhere(const isl::pw_aff &Value) {
  std::optional<isl::pw_aff> Result;
  if (isl_pw_aff_n_piece(Value.get()) == 1)
    Value.foreach_piece([&](isl::set, isl::multi_aff Only) { Result = isl::pw_aff(Only.at(0)); });
  return Result;
}

/// True where the bounds are an empty box without iterations, too.
bool RegionEmitter::emptiesBounds() const {
  isl::set Full = Nest.Context;
  for (unsigned D = 0; D < Nest.depth(); ++D) {
    std::optional<isl::pw_aff> First = everywhere(span(D).First), Last = everywhere(span(D).Last);
    if (!First || !Last)
      return false;
    Full = Full.intersect(Last->ge_set(*First).params());
  }
  return Full.is_subset(Nest.domain().params());
}

std::string RegionEmitter::bounds() const {
  CodeBuffer Out(1);
  declineHugeSymbols(Out);
  std::string Otherwise;
  if (!emptiesBounds()) {
    Out.line("const int tp_some = " + printCondition(Nest.domain().params(), Nest.Context, supportIdentifier) + ";");
    Otherwise = " : 0";
  }
  for (unsigned D = 0; D < Nest.depth(); ++D) {
    auto Set = [&](const char *Side, const isl::pw_aff &Value) {
      return "tp_out->" + (Side + ("[" + std::to_string(D) + "] = ")) + (Otherwise.empty() ? "" : "tp_some ? ") +
             printValue(Value, Nest.Context, supportIdentifier) + Otherwise + ";";
    };
    isl::pw_aff End = isl::manage(isl_pw_aff_add_constant_val(span(D).Last.copy(), isl_val_one(span(D).Last.ctx().get())));
    Out.line(Set("tp_lo", span(D).First) + " " + Set("tp_hi", End));
  }
  return function("Bounding box of the iterations " + toString(Nest.domain()),
                  "void " + Prefix + "_bounds(const void *tp_v, tp_box *tp_out)", Out.str());
}

/// True when each place in the bounding box of Set is a point.
static bool isBox(const isl::set &Set, const isl::set &Context) {
  isl::set Hull = isl::set::universe(Set.get_space());
  for (unsigned D = 0; D < dims(Set); ++D) {
    isl::set Others = projectOut(projectOut(Set, D + 1, dims(Set) - D - 1), 0, D).coalesce();
    // One convex set of integers in one dimension.
    bool IsInterval = isl_set_n_basic_set(Others.get()) == 1;
    Others.foreach_basic_set([&](isl::basic_set Part) { IsInterval &= isl_basic_set_dim(Part.get(), isl_dim_div) == 0; });
    if (!IsInterval)
      return false;
    isl_set *Column = isl_set_insert_dims(Others.copy(), isl_dim_set, 0, D);
    Column = isl_set_add_dims(Column, isl_dim_set, dims(Set) - D - 1);
    Column = isl_set_set_tuple_name(Column, tupleName(Set).c_str());
    Hull = Hull.intersect(isl::manage(Column));
  }
  return Hull.intersect_params(Context).is_subset(Set);
}

/// Loops over all but the innermost dimension, whose iterations are counted at once where they can.
static void countPiece(CodeBuffer &Out, const LoopChain &Loops) {
  const LoopChain::Loop &Last = Loops.Loops.back();
  bool IsCounted = Loops.LeafGuard.empty();
  printLoops(Out, Loops, Loops.Loops.size() - IsCounted, LastBound::InHead, LeafKind::Statement, [&] {
    std::string Count = Last.Last + " - (" + Last.First + ")";
    if (Last.Step != 1)
      Count = "tp_floord(" + Count + ", " + std::to_string(Last.Step) + ")";
    Out.line(!IsCounted || Last.IsSingle ? "tp_count++;" : "tp_count += tp_max(" + Count + " + 1, 0);");
  });
}

std::string RegionEmitter::points() const {
  if (llvm::all_of(Pipe.Tiles.Rows, isUnitRow) && isBox(Nest.domain(), Nest.Context))
    return "";
  std::vector<std::string> Names;
  for (unsigned D = 0; D < Nest.depth(); ++D)
    Names.push_back("tp_c" + std::to_string(D));
  CodeBuffer Loops(1), Out(1);
  for (const isl::basic_set &Piece : disjointPieces(Pipe.BoxDomain))
    if (auto Scan = convexLoops(Piece, BoxContext, Names, supportIdentifier))
      countPiece(Loops, *Scan);
  Out.line("tp_int tp_count = 0;");
  for (const std::string &Name : Names)
    if (mentions(Loops.str(), Name))
      Out.line("tp_int " + Name + ";");
  Out.raw(Loops.str());
  Out.line("return tp_count;");
  return function("Number of iterations in the box.",
                  "tp_int " + Prefix + "_points(const tp_box *tp_b, const void *tp_v)", Out.str());
}

/// From subscript to subscript, in bytes: what messages need to say which element is meant.
std::string RegionEmitter::strides(unsigned I) const {
  const Array &A = Nest.Arrays[I];
  std::string Out = "tp_out[" + std::to_string(I) + "].", Stride, Text;
  for (unsigned D = A.Extents.size(); D-- > A.IsRows;) {
    bool IsOuter = D + 1 < A.Extents.size() && !A.Extents[D].Unit;
    std::string Inner = IsOuter ? A.Extents[D + 1].Text : "";
    Stride = IsOuter ? (llvm::all_of(Inner, isIdentifierByte) ? Inner : "(" + Inner + ")") + " * " + Stride
                     : std::to_string(A.Extents[D].Unit ? A.Extents[D].Unit : A.ElementSize);
    Text = Out + "tp_stride[" + std::to_string(D) + "] = " + Stride + "; " + Text;
  }
  if (A.IsRows)
    Text = Out + "tp_stride[0] = 0; " + Text;
  std::string Origin = std::to_string(A.Offset);
  if (!A.Shift.empty()) {
    unsigned Last = A.IsRows;
    while (Last + 1 < A.Extents.size() && !A.Extents[Last].Unit)
      ++Last;
    Origin += " + (" + A.Shift + ") * " + std::to_string(A.Extents[Last].Unit ? A.Extents[Last].Unit : A.ElementSize);
  }
  return Out + "tp_origin = " + Origin + "; " + llvm::StringRef(Text).rtrim().str();
}
