// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Subscript.h"

#include "tilepipe/Support/Isl.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>

#include <numeric>

using namespace tilepipe;

/// Output dimension D of Piece where an equality says what it is.
static std::optional<Subscript> readPiece(const isl::basic_map &Piece, unsigned D) {
  isl_constraint *C = nullptr;
  if (isl_basic_map_has_defining_equality(Piece.get(), isl_dim_out, D, &C) != isl_bool_true)
    return std::nullopt;
  auto Freed = llvm::make_scope_exit([&] { isl_constraint_free(C); });
  auto Factor = [&](isl_dim_type Type, unsigned I) {
    return toInt64(isl::manage(isl_constraint_get_coefficient_val(C, Type, I)));
  };
  int64_t Own = Factor(isl_dim_out, D);
  if (std::abs(Own) != 1)
    return std::nullopt;
  for (int I = 0; I < isl_constraint_dim(C, isl_dim_out); ++I)
    if (unsigned(I) != D && Factor(isl_dim_out, I) != 0)
      return std::nullopt;
  for (int I = 0; I < isl_constraint_dim(C, isl_dim_div); ++I)
    if (Factor(isl_dim_div, I) != 0)
      return std::nullopt;
  Subscript Result;
  for (int I = 0; I < isl_constraint_dim(C, isl_dim_in); ++I) {
    Result.Direction.push_back(-Own * Factor(isl_dim_in, I));
    Result.Scale = std::gcd(Result.Scale, Result.Direction.back());
  }
  auto First = llvm::find_if(Result.Direction, [](int64_t F) { return F != 0; });
  if (First != Result.Direction.end() && *First < 0)
    Result.Scale = -Result.Scale;
  for (int64_t &F : Result.Direction)
    F = Result.Scale ? F / Result.Scale : 0;
  for (int I = 0; I < isl_constraint_dim(C, isl_dim_param); ++I)
    if (int64_t F = -Own * Factor(isl_dim_param, I))
      Result.Symbols[isl_constraint_get_dim_name(C, isl_dim_param, I)] = F;
  Result.Constant = -Own * toInt64(isl::manage(isl_constraint_get_constant_val(C)));
  return Result;
}

/// True where output dimension D is S in all of Relation.
static bool holds(const Subscript &S, const isl::map &Relation, unsigned D) {
  isl_local_space *Space = isl_local_space_from_space(Relation.space().release());
  isl_constraint *C = isl_constraint_alloc_equality(Space);
  C = isl_constraint_set_coefficient_si(C, isl_dim_out, D, -1);
  for (unsigned I = 0; I < S.Direction.size(); ++I)
    C = isl_constraint_set_coefficient_si(C, isl_dim_in, I, S.Scale * S.Direction[I]);
  for (const auto &[Name, Factor] : S.Symbols) {
    int At = isl_map_find_dim_by_name(Relation.get(), isl_dim_param, Name.c_str());
    C = isl_constraint_set_coefficient_si(C, isl_dim_param, At, Factor);
  }
  C = isl_constraint_set_constant_si(C, S.Constant);
  isl_basic_map *Same = isl_basic_map_from_constraint(C);
  return Relation.is_subset(isl::manage(isl_map_from_basic_map(Same)));
}

std::optional<Subscript> tilepipe::readSubscript(const isl::map &Relation, unsigned D) {
  std::vector<Subscript> Found;
  bool IsAny = true;
  Relation.foreach_basic_map([&](const isl::basic_map &Piece) {
    std::optional<Subscript> Here = readPiece(Piece, D);
    IsAny &= Here.has_value();
    auto IsSame = [&](const Subscript &S) { return S.isBeside(*Here) && S.Constant == Here->Constant; };
    if (Here && llvm::none_of(Found, IsSame))
      Found.push_back(*Here);
  });
  if (Found.size() == 1 && IsAny)
    return Found.front();
  for (const Subscript &S : Found)
    if (holds(S, Relation, D))
      return S;
  return std::nullopt;
}

std::optional<std::pair<int64_t, int64_t>> tilepipe::fewValues(const isl::map &Relation, unsigned D) {
  isl_map *Plain = isl_map_remove_divs(Relation.copy());
  isl_set *Values = isl_map_range(Plain);
  Values = isl_set_project_out(Values, isl_dim_set, D + 1, isl_set_dim(Values, isl_dim_set) - D - 1);
  isl::set Column = isl::manage(isl_set_project_out(Values, isl_dim_set, 0, D));
  Column = isl::manage(isl_set_remove_divs(Column.release())).project_out_all_params();
  isl::val Least = Column.dim_min_val(0), Most = Column.dim_max_val(0);
  constexpr long Few = 1 << 16;
  // An integer, for there may be no value or infinitely many.
  auto IsFew = [](const isl::val &V) {
    return isl_val_is_int(V.get()) == isl_bool_true && isl_val_cmp_si(V.get(), Few) <= 0 &&
           isl_val_cmp_si(V.get(), -Few) >= 0;
  };
  if (!IsFew(Least) || !IsFew(Most))
    return std::nullopt;
  return std::make_pair(toInt64(Least), toInt64(Most));
}
