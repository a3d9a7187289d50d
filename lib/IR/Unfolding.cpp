// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/IR/Unfolding.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/stride_info.h>

using namespace tilepipe;

/// Programs keep a few steps.
constexpr int64_t MostSize = 1 << 20;

/// { A[y] -> A[x] }: 0 <= x < Size in Dim and the same modulo Size, equal in the other dimensions.
static isl::map folding(const isl::space &Elements, unsigned Dim, int64_t Size) {
  isl_multi_aff *Fold = isl_multi_aff_identity_on_domain_space(Elements.copy());
  isl_val *By = isl_val_int_from_si(Elements.ctx().get(), Size);
  Fold = isl_multi_aff_set_aff(Fold, int(Dim), isl_aff_mod_val(isl_multi_aff_get_aff(Fold, int(Dim)), By));
  return isl::manage(isl_map_from_multi_aff(Fold));
}

/// Number modulo Size, with small coefficients: isl answers any of those that are the same. Null: it has remainders or
/// fractions itself.
static isl_aff *reduced(isl_aff *Number, int64_t Size) {
  if (isl_aff_dim(Number, isl_dim_div) != 0 || !isl::manage(isl_aff_get_denominator_val(Number)).is_one())
    return isl_aff_free(Number);
  // Half of Size stays positive, as in t % 2.
  auto Reduced = [&](isl_val *V, int64_t Least) {
    int64_t Rest = (toInt64(isl::manage(V)) - Least) % Size;
    return Rest + Least + (Rest < 0 ? Size : 0);
  };
  const int64_t Least = -((Size - 1) / 2);
  for (isl_dim_type Type : {isl_dim_param, isl_dim_in})
    for (int D = 0; D < isl_aff_dim(Number, Type); ++D)
      Number = isl_aff_set_coefficient_si(Number, Type, D, int(Reduced(isl_aff_get_coefficient_val(Number, Type, D), Least)));
  return isl_aff_set_constant_si(Number, int(Reduced(isl_aff_get_constant_val(Number), 0)));
}

/// { S[c] -> A[y] } with any y in dimension Dim.
static isl::map withAny(const isl::map &Relation, unsigned Dim) {
  isl_map *Result = isl_map_insert_dims(isl_map_project_out(Relation.copy(), isl_dim_out, Dim, 1), isl_dim_out, Dim, 1);
  return isl::manage(isl_map_set_tuple_id(Result, isl_dim_out, isl_map_get_tuple_id(Relation.get(), isl_dim_out)));
}

/// Relation = { S[c] -> A[x] } with the number in dimension Dim of which x is the remainder there.
static std::optional<Unfolding> unfoldingAt(const isl::map &Relation, unsigned Dim) {
  isl_stride_info *Info = isl_map_get_range_stride_info(Relation.get(), int(Dim));
  const std::optional<int64_t> Size = asInteger(isl::manage(isl_stride_info_get_stride(Info)));
  isl_aff *Number = isl_stride_info_get_offset(Info);
  isl_stride_info_free(Info);
  Number = Size && *Size >= 2 && *Size <= MostSize ? reduced(Number, *Size) : isl_aff_free(Number);
  if (!Number)
    return std::nullopt;
  isl_map *Others = withAny(Relation, Dim).release();
  isl_map *Value = isl_map_insert_dims(isl_map_from_aff(Number), isl_dim_out, 0, Dim);
  Value = isl_map_add_dims(Value, isl_dim_out, unsigned(isl_map_dim(Others, isl_dim_out)) - Dim - 1);
  Value = isl_map_set_tuple_id(Value, isl_dim_out, isl_map_get_tuple_id(Others, isl_dim_out));
  Unfolding Result{Dim, *Size, isl::manage(isl_map_intersect(Others, Value))};
  isl_set *Negative = isl_set_upper_bound_si(isl_map_range(Result.Writes.copy()), isl_dim_set, Dim, -1);
  if (!isl::manage(Negative).is_empty())
    return std::nullopt;
  const isl::map Folded = Result.Writes.apply_range(folding(Relation.space().range(), Dim, *Size));
  return Folded.is_equal(Relation) ? std::optional(Result) : std::nullopt;
}

isl::map tilepipe::unfolded(const isl::map &Written, const Unfolding &By) {
  return withAny(Written, By.Dim).intersect(By.Writes);
}

/// A point writes elements of both that differ in dimension Dim alone: which of them an element stands for would be open.
static bool areMixed(const isl::map &A, const isl::map &B, unsigned Dim) { return !withAny(A, Dim).intersect(B).is_subset(A); }

/// All writes, by dimension Dim.
static std::optional<Unfolding> unfoldedWrites(const LoopNest &Nest, unsigned Array, unsigned Dim) {
  std::optional<Unfolding> Result;
  for (const Access &A : Nest.Accesses) {
    if (A.What != Access::Kind::Write || A.ArrayIndex != Array)
      continue;
    std::optional<Unfolding> One = unfoldingAt(A.Relation, Dim);
    if (!One || (Result && (Result->Size != One->Size || areMixed(Result->Writes, One->Writes, Dim))))
      return std::nullopt;
    if (Result)
      Result->Writes = Result->Writes.unite(One->Writes).coalesce();
    else
      Result = One;
  }
  return Result;
}

std::optional<Unfolding> tilepipe::unfoldingOf(const LoopNest &Nest, unsigned Array) {
  for (unsigned D = 0; D + 1 < Nest.Arrays[Array].Extents.size(); ++D)
    if (std::optional<Unfolding> Result = unfoldedWrites(Nest, Array, D))
      return Result;
  return std::nullopt;
}
