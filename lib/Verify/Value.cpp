// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Value.h"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/set.h>

using namespace tilepipe;

isl::set tilepipe::everywhere(isl::ctx Ctx) {
  return isl::manage(isl_set_universe(isl_space_params_alloc(Ctx.get(), 0)));
}

isl::set tilepipe::nowhere(isl::ctx Ctx) {
  return isl::manage(isl_set_empty(isl_space_params_alloc(Ctx.get(), 0)));
}

Value::Value(const isl::pw_aff &Plain)
    : Parts{isl::manage(isl_pw_aff_project_domain_on_params(Plain.copy()))} {}

Value Value::constant(isl::ctx Ctx, int64_t V) {
  isl_set *Universe = isl_set_universe(isl_space_params_alloc(Ctx.get(), 0));
  return Value(isl::manage(isl_pw_aff_val_on_domain(Universe, isl_val_int_from_si(Ctx.get(), V))));
}

Value Value::parameter(isl::ctx Ctx, const std::string &Name) {
  isl_id *Id = isl_id_alloc(Ctx.get(), Name.c_str(), nullptr);
  isl_space *Space = isl_space_params_alloc(Ctx.get(), 0);
  Space = isl_space_add_param_id(Space, isl_id_copy(Id));
  isl_aff *Aff = isl_aff_param_on_domain_space_id(Space, Id);
  return Value(isl::manage(isl_pw_aff_from_aff(Aff)));
}

isl::pw_aff Value::plain() const {
  isl::pw_aff Result = Parts.front();
  for (size_t I = 1; I < Parts.size(); ++I)
    Result = How == Fold::Min ? Result.min(Parts[I]) : Result.max(Parts[I]);
  return Parts.size() > 1 ? Result.coalesce() : Result;
}

Value Value::fold(const Value &A, const Value &B, Fold How) {
  auto Fits = [&](const Value &V) { return V.How == Fold::None || V.How == How; };
  Value Result = Fits(A) ? A : A.single();
  Value Other = Fits(B) ? B : B.single();
  Result.How = How;
  for (const isl::pw_aff &Part : Other.Parts)
    if (llvm::none_of(Result.Parts, [&](const isl::pw_aff &Known) {
          return isl_pw_aff_plain_is_equal(Known.get(), Part.get()) == isl_bool_true;
        }))
      Result.Parts.push_back(Part);
  if (Result.Parts.size() == 1)
    Result.How = Fold::None;
  return Result;
}

bool Value::isSame(const Value &Other) const {
  if (How != Other.How || Parts.size() != Other.Parts.size())
    return false;
  for (size_t I = 0; I < Parts.size(); ++I)
    if (isl_pw_aff_plain_is_equal(Parts[I].get(), Other.Parts[I].get()) != isl_bool_true)
      return false;
  return true;
}

Value Value::operator+(const Value &Other) const {
  if (How != Fold::None && Other.How != Fold::None && How != Other.How)
    return Value(plain().add(Other.plain()));
  Value Result = *this;
  Result.How = How == Fold::None ? Other.How : How;
  Result.Parts.clear();
  for (const isl::pw_aff &A : Parts)
    for (const isl::pw_aff &B : Other.Parts)
      Result.Parts.push_back(A.add(B));
  return Result;
}

Value Value::operator-() const {
  Value Result = *this;
  for (isl::pw_aff &Part : Result.Parts)
    Part = Part.neg();
  if (How != Fold::None)
    Result.How = How == Fold::Min ? Fold::Max : Fold::Min;
  return Result;
}

Value Value::times(int64_t Factor) const {
  if (Factor < 0)
    return (-*this).times(-Factor);
  Value Result = *this;
  for (isl::pw_aff &Part : Result.Parts)
    Part = isl::manage(isl_pw_aff_scale_val(
        Part.copy(), isl_val_int_from_si(isl_pw_aff_get_ctx(Part.get()), Factor)));
  return Result;
}

Value Value::floorDivided(int64_t Divisor) const {
  Value Result = *this;
  for (isl::pw_aff &Part : Result.Parts)
    Part = isl::manage(isl_pw_aff_floor(isl_pw_aff_scale_down_val(
        Part.copy(), isl_val_int_from_si(isl_pw_aff_get_ctx(Part.get()), Divisor))));
  return Result;
}

std::optional<int64_t> Value::asConstant() const {
  if (Parts.size() != 1 || isl_pw_aff_isa_aff(Parts.front().get()) != isl_bool_true)
    return std::nullopt;
  isl::aff What = isl::manage(isl_pw_aff_as_aff(Parts.front().copy()));
  if (!What.is_cst())
    return std::nullopt;
  return toInt64(What.constant_val());
}

/// A least value is above what all its parts are above, a greatest one above what one is.
isl::set Value::atLeast(const Value &Other) const {
  auto AllOf = [](Fold How) { return How != Fold::Max; };
  std::optional<isl::set> Result;
  for (const isl::pw_aff &A : Parts) {
    std::optional<isl::set> Above;
    for (const isl::pw_aff &B : Other.Parts) {
      isl::set Here = A.ge_set(B).params();
      if (!Above)
        Above = Here;
      else
        Above = Other.How == Fold::Max ? conjunction(*Above, Here) : Above->unite(Here);
    }
    if (!Result)
      Result = Above;
    else
      Result = AllOf(How) ? conjunction(*Result, *Above) : Result->unite(*Above);
  }
  return *Result;
}

isl::set tilepipe::parametersAsTuple(const isl::set &Set, const std::vector<std::string> &Names,
                                     const std::string &Name) {
  isl_set *Result = isl_set_from_params(Set.copy());
  for (unsigned I = 0; I < Names.size(); ++I) {
    int At = isl_set_find_dim_by_name(Result, isl_dim_param, Names[I].c_str());
    if (At < 0)
      Result = isl_set_insert_dims(Result, isl_dim_set, I, 1);
    else
      Result = isl_set_move_dims(Result, isl_dim_set, I, isl_dim_param, At, 1);
    Result = isl_set_set_dim_name(Result, isl_dim_set, I, nullptr);
  }
  return isl::manage(isl_set_set_tuple_name(Result, Name.c_str()));
}

isl::set tilepipe::withoutParameters(const isl::set &Set,
                                     llvm::function_ref<bool(llvm::StringRef)> Drops) {
  isl_set *Result = Set.copy();
  for (int I = isl_set_dim(Result, isl_dim_param) - 1; I >= 0; --I)
    if (Drops(isl_set_get_dim_name(Result, isl_dim_param, I)))
      Result = isl_set_project_out(Result, isl_dim_param, I, 1);
  return isl::manage(Result);
}
