// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which nests run in lanes of vectors (EmitLanes.cpp), and what their points read: what points before them wrote, what belongs
// to rows or columns, and inputs with an element for each point.
#include "ElementRows.h"
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

/// Operations promote shorter integers to int, of which vectors have as many as of the elements that points write.
static bool isPromoted(const Array &A) { return A.IsWord && A.ElementSize < 4; }

/// The element may be read in front of the points that read it, and keeps its value.
static bool canBePacked(const RegionContext &R, const Access &Use) {
  const Array &Of = R.Nest.Arrays[Use.ArrayIndex];
  return !Of.IsWritten && !Of.IsComplex && !Use.HoistedText.empty() && (hasPlainSubscripts(R.Nest, Of) || isLinear(R.Nest, Of)) &&
         R.Nest.domain().is_subset(Use.Relation.domain());
}

/// A has pointers to rows of elements, which lanes take by what these have.
static bool isTable(const LoopNest &Nest, const Array &A) {
  return llvm::any_of(Nest.Arrays, [&](const Array &Of) { return Of.Rows > A.Rows && Of.base() == A.base(); });
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

/// The body takes the element's square root, which has the element's type.
static bool isRoot(const RegionContext &R, const Access &Use) {
  if (!Use.Call || Use.What != Access::Kind::Read)
    return false;
  const std::string &Type = R.Nest.Arrays[Use.ArrayIndex].ElementType;
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

/// Use as an input with an element for each point, which memory has in front of a block's points; nothing: it is none.
static std::optional<LaneScan::Input> inputOf(const RegionContext &R, const Access &Use, const Access &Write) {
  const Array &Of = R.Nest.Arrays[Use.ArrayIndex];
  const unsigned Rank = unsigned(Of.Extents.size());
  if (Rank < 2 || Of.ElementSize != R.Nest.Arrays[Write.ArrayIndex].ElementSize || isShort(Of, Rank - 2) || !isWrittenElsewhere(R, Use, Write))
    return std::nullopt;
  std::optional<ElementRows> Rows = elementRowsOf(R, Use);
  return Rows ? std::optional(LaneScan::Input{textOf(R, Use), Of.ElementType, Rows->Array, Rows->Strides, {Rows->Offsets[0], Rows->Offsets[1]}, isRoot(R, Use)})
              : std::nullopt;
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
  if (isTable(R.Nest, R.Nest.Arrays[Use.ArrayIndex]))
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
    addNew(Result.Packed, {Use.HoistedText, isPromoted(Of) ? "int" : Of.ElementType, IsOfColumn});
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
      !readsSurely(R) || R.Nest.writesPairs())
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
  if (!(hasPlainSubscripts(R.Nest, Of) || isLinear(R.Nest, Of)) || Rank < 2 || Of.IsComplex || !startsAtNumbers(R))
    return std::nullopt;
  if (Of.ElementSize != 4 && Of.ElementSize != 8)
    return std::nullopt;
  if (R.Nest.mostIterations(Depth - 2).value_or(laneRows()) < laneRows() || isShort(Of, Rank - 2))
    return std::nullopt;
  LaneScan Result{Of.ElementType, Write->HoistedText, elementRows(R.Nest, Of, Write->HoistedText), "", {0, 0}, {}, {}, {}, unsigned(Of.ElementSize)};
  Result.Strides = stridesOf(R.Nest, Of, Result.Rows);
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
