// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ElementRows.h"
#include "Interleaving.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

using namespace tilepipe;

std::optional<int64_t> tilepipe::offset(const isl::map &Relation, unsigned D, unsigned C) {
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

std::string tilepipe::elementRows(const LoopNest &Nest, const Array &Of, const std::string &Element) { return isLinear(Nest, Of) ? Of.Name : rowsOf(Element); }

std::string tilepipe::stridesOf(const LoopNest &Nest, const Array &Of, const std::string &Rows) {
  const std::string Size = std::to_string(Of.ElementSize);
  if (isLinear(Nest, Of))
    return "(" + Of.Extents.back().Text + ") * (tp_int)" + Size + ", " + Size;
  const bool ArePointers = Of.Rows + 1 == Of.Extents.size();
  return (ArePointers ? "0" : "sizeof *" + Rows) + ", sizeof **" + Rows;
}

std::string tilepipe::rowsAndStrides(const std::string &Rows, const std::string &Strides) {
  return (llvm::StringRef(Strides).starts_with("0,") ? "(void *)" : "") + Rows + ", " + Strides;
}

/// From one point to the next one along D subscript Along of the element is one more, and no other subscript changes.
static bool stepsBy(const RegionContext &R, const isl::map &Relation, unsigned D, unsigned Along) {
  const isl::set Steps = stepsAlong(pointBefore(R.Nest.domain(), D), Relation); // backwards
  isl_set *One = isl_set_universe(isl_set_get_space(Steps.get()));
  for (unsigned Subscript = 0; Subscript < dims(Steps); ++Subscript)
    One = isl_set_fix_si(One, isl_dim_set, Subscript, Subscript == Along ? -1 : 0);
  return Steps.is_subset(isl::manage(One));
}

bool tilepipe::isWrittenElsewhere(const RegionContext &R, const Access &Use, const Access &Write) {
  if (Use.ArrayIndex != Write.ArrayIndex)
    return true;
  isl_map *Same = isl_map_apply_range(Use.Relation.copy(), isl_map_reverse(Write.Relation.copy()));
  for (unsigned D = 0; D + 2 < R.Nest.depth(); ++D)
    Same = isl_map_equate(Same, isl_dim_in, int(D), isl_dim_out, int(D));
  return isl::manage(Same).is_empty();
}

bool tilepipe::readsSurely(const RegionContext &R) {
  if (R.Pipe.ThreadsOnlyReason.empty())
    return true;
  auto IsRead = [](const Access &A, bool IsConditional) { return A.What == Access::Kind::Read && A.IsConditional == IsConditional; };
  return llvm::all_of(R.Nest.Accesses, [&](const Access &A) {
    return !IsRead(A, true) || llvm::any_of(R.Nest.Accesses, [&](const Access &Sure) {
      return IsRead(Sure, false) && Sure.ArrayIndex == A.ArrayIndex && A.Relation.is_subset(Sure.Relation);
    });
  });
}

const Access *tilepipe::onlyElement(const LoopNest &Nest) {
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

bool tilepipe::isOfColumn(const RegionContext &R, const isl::map &Relation) {
  const unsigned Depth = R.Nest.depth();
  return areNear(stepsAlong(pointBefore(R.Nest.domain(), Depth - 2), Relation), 0) &&
         areNear(stepsAlong(pointBefore(R.Nest.domain(), Depth - 1), Relation), 1);
}

bool tilepipe::isOfRow(const RegionContext &R, const isl::map &Relation) {
  return areNear(stepsAlong(pointBefore(R.Nest.domain(), R.Nest.depth() - 1), Relation), 0);
}

std::optional<ElementRows> tilepipe::elementRowsOf(const RegionContext &R, const Access &Use) {
  const unsigned Depth = R.Nest.depth();
  const Array &Of = R.Nest.Arrays[Use.ArrayIndex];
  const unsigned Rank = unsigned(Of.Extents.size());
  if (Rank < 2 || !(hasPlainSubscripts(R.Nest, Of) || isLinear(R.Nest, Of)) || Of.IsComplex || !stepsBy(R, Use.Relation, Depth - 2, Rank - 2) ||
      !stepsBy(R, Use.Relation, Depth - 1, Rank - 1))
    return std::nullopt;
  ElementRows Result{elementRows(R.Nest, Of, Use.HoistedText), "", {0, 0}};
  Result.Strides = stridesOf(R.Nest, Of, Result.Array);
  for (unsigned D = 0; D < 2; ++D) {
    std::optional<int64_t> More = offset(Use.Relation, Rank - 2 + D, Depth - 2 + D);
    if (!More)
      return std::nullopt;
    Result.Offsets[D] = *More;
  }
  return Result.Array.empty() ? std::nullopt : std::optional(Result);
}
