// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expr/Spaces.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/space.h>

using namespace tilepipe;

static isl_space *spaceOf(isl::ctx Ctx, unsigned Depth) {
  return isl_space_set_tuple_name(isl_space_set_alloc(Ctx.get(), 0, Depth), isl_dim_set, "S");
}

isl::set Spaces::universe(unsigned Depth) const {
  return isl::manage(isl_set_universe(spaceOf(ctx(), Depth)));
}

isl::pw_aff Spaces::constant(unsigned Depth, const isl::val &Value) const {
  return isl::manage(isl_pw_aff_val_on_domain(universe(Depth).release(), Value.copy()));
}

isl::pw_aff Spaces::constant(unsigned Depth, int64_t Value) const {
  return constant(Depth, isl::val(ctx(), Value));
}

isl::pw_aff Spaces::coordinate(unsigned Depth, unsigned D) const {
  isl_local_space *Space = isl_local_space_from_space(spaceOf(ctx(), Depth));
  return isl::manage(isl_pw_aff_var_on_domain(Space, isl_dim_set, D));
}

isl::pw_aff Spaces::parameter(unsigned Depth, const std::string &Name) const {
  isl_space *Space = isl_space_add_param_id(
      spaceOf(ctx(), Depth), isl_id_alloc(ctx().get(), Name.c_str(), nullptr));
  return isl::manage(
      isl_pw_aff_var_on_domain(isl_local_space_from_space(Space), isl_dim_param, 0));
}

isl::pw_aff Spaces::parameterAlone(const std::string &Name) const {
  isl_space *Space = isl_space_add_param_id(
      isl_space_params_alloc(ctx().get(), 0), isl_id_alloc(ctx().get(), Name.c_str(), nullptr));
  return isl::manage(
      isl_pw_aff_var_on_domain(isl_local_space_from_space(Space), isl_dim_param, 0));
}

isl::pw_aff Spaces::embed(const isl::pw_aff &Value, unsigned Depth) const {
  unsigned Have = isl_pw_aff_dim(Value.get(), isl_dim_in);
  assert(Have <= Depth && "embedding only adds coordinates");
  if (Have == Depth)
    return Value;
  isl_pw_aff *Raw = isl_pw_aff_add_dims(Value.copy(), isl_dim_in, Depth - Have);
  return isl::manage(
      isl_pw_aff_set_tuple_id(Raw, isl_dim_in, isl_id_alloc(ctx().get(), "S", nullptr)));
}

isl::set Spaces::embed(const isl::set &Set, unsigned Depth) const {
  unsigned Have = dims(Set);
  assert(Have <= Depth && "embedding only adds coordinates");
  if (Have == Depth)
    return Set;
  isl_set *Raw = isl_set_add_dims(Set.copy(), isl_dim_set, Depth - Have);
  return isl::manage(isl_set_set_tuple_name(Raw, "S"));
}
