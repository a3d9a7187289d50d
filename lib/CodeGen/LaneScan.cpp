// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which nests run in lanes of vectors (EmitLanes.cpp), and what their points read: what points before them wrote, what belongs
// to rows or columns, and inputs with an element for each point.
#include "Interleaving.h"
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

using namespace tilepipe;

/// Elements of rows and columns that lie in arrays of their own: beyond these the nearest cache is full.
static constexpr unsigned MostPacked = 8, MostInputs = 2;

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

/// The array has fewer elements along subscript D than a block has rows: compilers would see that no block fits.
static bool isShort(const Array &A, unsigned D) {
  if (!A.Extents[D].Size)
    return false;
  isl_val *Most = isl_pw_aff_max_val(A.Extents[D].Size->copy());
  const bool IsShort = isl_val_is_int(Most) == isl_bool_true && isl_val_cmp_si(Most, laneRows()) < 0;
  isl_val_free(Most);
  return IsShort;
}

/// "H[p]" for the rows of H[p][i][j], or the base of linear memory. Empty: the text is not of that form.
static std::string elementRows(const Array &Of, const std::string &Element) { return isLinear(Of) ? Of.Name : rowsOf(Element); }

/// Bytes from row to row, and of an element, as C text.
static std::string stridesOf(const Array &Of, const std::string &Rows) {
  const std::string Size = std::to_string(Of.ElementSize);
  return isLinear(Of) ? "(" + Of.Extents.back().Text + ") * (tp_int)" + Size + ", " + Size : "sizeof *" + Rows + ", sizeof **" + Rows;
}

/// The body takes the element's square root, which has the element's type.
static bool isRoot(const RegionContext &R, const Access &Use) {
  if (!Use.Call || Use.What != Access::Kind::Read)
    return false;
  const std::string &Type = R.Nest.Arrays[Use.ArrayIndex].baseType();
  return Use.Call->Type == Type && ((Use.Call->Function == "sqrtf" && Type == "float") || (Use.Call->Function == "sqrt" && Type == "double"));
}

/// What the body has for the value: the element, or the call.
static std::string textOf(const RegionContext &R, const Access &Use) {
  return isRoot(R, Use) ? R.FileText.slice(Use.Call->Text.Begin, Use.Call->Text.End).str() : Use.HoistedText;
}

/// How far in front of the written element Use is, of those that lines know; nothing: elsewhere.
static std::optional<LaneScan::Use> useOf(const RegionContext &R, const Access &Use, const Access &Write) {
  const unsigned Depth = R.Nest.depth();
  const isl::map Above = pointBefore(R.Nest.domain(), Depth - 2), Left = pointBefore(R.Nest.domain(), Depth - 1);
  const bool IsRoot = isRoot(R, Use);
  const std::string Text = textOf(R, Use);
  if (readsBefore(R, Use, Write, Left))
    return LaneScan::Use{Text, 0, 1, IsRoot};
  if (readsBefore(R, Use, Write, Above))
    return LaneScan::Use{Text, 1, 0, IsRoot};
  if (readsBefore(R, Use, Write, Left.apply_range(Above)))
    return LaneScan::Use{Text, 1, 1, IsRoot};
  return std::nullopt;
}

/// From one point to the next one along D subscript Along of the element is one more, and no other subscript changes.
static bool stepsBy(const RegionContext &R, const isl::map &Relation, unsigned D, unsigned Along) {
  const isl::set Steps = stepsAlong(pointBefore(R.Nest.domain(), D), Relation); // backwards
  isl_set *One = isl_set_universe(isl_set_get_space(Steps.get()));
  for (unsigned Subscript = 0; Subscript < dims(Steps); ++Subscript)
    One = isl_set_fix_si(One, isl_dim_set, Subscript, Subscript == Along ? -1 : 0);
  return Steps.is_subset(isl::manage(One));
}

/// No point of a block writes what another point of it reads there: points of a block have the same outer coordinates.
static bool isWrittenElsewhere(const RegionContext &R, const Access &Use, const Access &Write) {
  if (Use.ArrayIndex != Write.ArrayIndex)
    return true;
  isl_map *Same = isl_map_apply_range(Use.Relation.copy(), isl_map_reverse(Write.Relation.copy()));
  for (unsigned D = 0; D + 2 < R.Nest.depth(); ++D)
    Same = isl_map_equate(Same, isl_dim_in, int(D), isl_dim_out, int(D));
  return isl::manage(Same).is_empty();
}

/// Use as an input with an element for each point, which memory has in front of a block's points; nothing: it is none.
static std::optional<LaneScan::Input> inputOf(const RegionContext &R, const Access &Use, const Access &Write) {
  const unsigned Depth = R.Nest.depth();
  const Array &Of = R.Nest.Arrays[Use.ArrayIndex];
  const unsigned Rank = unsigned(Of.Extents.size());
  if (Rank < 2 || !(hasPlainSubscripts(Of) || isLinear(Of)) || Of.IsComplex ||
      Of.ElementSize != R.Nest.Arrays[Write.ArrayIndex].ElementSize || isShort(Of, Rank - 2) ||
      !stepsBy(R, Use.Relation, Depth - 2, Rank - 2) || !stepsBy(R, Use.Relation, Depth - 1, Rank - 1) ||
      !isWrittenElsewhere(R, Use, Write))
    return std::nullopt;
  LaneScan::Input Result{textOf(R, Use), Of.baseType(), elementRows(Of, Use.HoistedText), "", {0, 0}, isRoot(R, Use)};
  Result.Strides = stridesOf(Of, Result.Rows);
  for (unsigned D = 0; D < 2; ++D) {
    std::optional<int64_t> More = offset(Use.Relation, Rank - 2 + D, Depth - 2 + D);
    if (!More)
      return std::nullopt;
    Result.Offsets[D] = *More;
  }
  return Result.Rows.empty() ? std::nullopt : std::optional(Result);
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

/// All square roots are of single elements, and surely taken. No other call is costly.
static bool knowsRoots(const RegionContext &R) {
  const auto Roots = llvm::count_if(R.Nest.Accesses, [&](const Access &A) { return isRoot(R, A) && !A.IsConditional; });
  return unsigned(Roots) == R.Nest.Ops.Roots && llvm::all_of(R.Nest.Accesses, [&](const Access &A) {
           return !A.Call || (isRoot(R, A) && R.Nest.Statements.front().Text.contains(A.Call->Text));
         });
}

template <typename T> static void addNew(std::vector<T> &To, const T &New) {
  if (llvm::none_of(To, [&](const T &Old) { return Old.Text == New.Text; }))
    To.push_back(New);
}

/// Use as one that lanes know, into Result. False: it is none.
static bool addRead(const RegionContext &R, const Access &Use, const Access &Write, LaneScan &Result) {
  const Array &Of = R.Nest.Arrays[Use.ArrayIndex];
  const bool IsOther = Use.ArrayIndex != Write.ArrayIndex, IsOfColumn = IsOther && isOfColumn(R, Use.Relation);
  if (IsOfColumn && !isPromoted(Of) && !isRoot(R, Use))
    return true;
  if (Use.HoistedText.empty() || !R.Nest.domain().is_subset(Use.Relation.domain()))
    return false;
  if (!IsOther)
    if (std::optional<LaneScan::Use> Known = useOf(R, Use, Write)) {
      addNew(Result.Uses, *Known);
      return true;
    }
  if (IsOfColumn || (IsOther && isOfRow(R, Use.Relation))) {
    if (!canBePacked(R, Use) || isRoot(R, Use) || (!IsOfColumn && isShort(Of, Of.Extents.size() - 1)))
      return false;
    addNew(Result.Packed, {Use.HoistedText, isPromoted(Of) ? "int" : Of.baseType(), IsOfColumn});
    return true;
  }
  if (std::optional<LaneScan::Input> Known = inputOf(R, Use, Write)) {
    addNew(Result.Inputs, *Known);
    return true;
  }
  return false;
}

/// Lanes have what points read: they pass on what lies to the left and above. Of a block's last column and row the program
/// takes roots where both are read. Without roots jammed rows are as fast where there are inputs, or faster.
static bool isKnown(const LaneScan &L) {
  auto Has = [&](unsigned Above, unsigned Left, bool IsRoot) {
    return llvm::any_of(L.Uses, [&](const LaneScan::Use &U) { return U.Above == Above && U.Left == Left && U.IsRoot == IsRoot; });
  };
  for (bool IsRoot : {false, true})
    if (Has(1, 1, IsRoot) && !(Has(1, 0, IsRoot) && Has(0, 1, IsRoot)))
      return false;
  if (Has(1, 0, true) != Has(0, 1, true) || (!L.Inputs.empty() && !L.hasRoots()))
    return false;
  return (Has(0, 1, false) || Has(0, 1, true)) && L.Packed.size() <= MostPacked && L.Inputs.size() <= MostInputs && !L.Rows.empty();
}

std::optional<LaneScan> tilepipe::laneScan(const RegionContext &R) {
  const unsigned Depth = R.Nest.depth();
  if (!R.Options.HoldsValues || !R.Options.HasLanes || !hasLatency(R) || !R.HasUnitRows || R.BoxScan.Loops.size() != Depth ||
      !R.Pipe.ThreadsOnlyReason.empty() || R.Nest.writesPairs())
    return std::nullopt;
  const Statement &S = R.Nest.Statements.front();
  const OpCounts &Ops = R.Nest.Ops;
  if (!S.BetweenText.empty() || S.HasContinue || !R.Nest.Reductions.empty() || Ops.Divs > 0 || !knowsRoots(R) ||
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
  if (Of.ElementSize != 4 && (Of.ElementSize != 8 || Ops.Branches + Ops.Roots == 0))
    return std::nullopt;
  LaneScan Result{Of.baseType(), Write->HoistedText, elementRows(Of, Write->HoistedText), "", {0, 0}, {}, {}, {}, unsigned(Of.ElementSize)};
  Result.Strides = stridesOf(Of, Result.Rows);
  for (unsigned D = 0; D < 2; ++D) {
    std::optional<int64_t> More = offset(Write->Relation, Rank - 2 + D, Depth - 2 + D);
    if (!More)
      return std::nullopt;
    Result.Offsets[D] = *More;
  }
  for (const Access &Use : R.Nest.Accesses)
    if (Use.What == Access::Kind::Read && !addRead(R, Use, *Write, Result))
      return std::nullopt;
  return isKnown(Result) ? std::optional(Result) : std::nullopt;
}
