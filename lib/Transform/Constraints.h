// Constraints.h - sets of some of the constraints that others have
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_TRANSFORM_CONSTRAINTS_H
#define TILEPIPE_LIB_TRANSFORM_CONSTRAINTS_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <isl/constraint.h>
#include <isl/set.h>

namespace tilepipe {

/// A superset of Set, which it takes: the constraints without existentially quantified variables for which Keeps is true.
inline isl_basic_set *withConstraints(isl_basic_set *Set, llvm::function_ref<bool(isl_constraint *)> Keeps) {
  Set = isl_basic_set_remove_divs(Set);
  std::pair<llvm::function_ref<bool(isl_constraint *)>, isl_basic_set *> Kept{Keeps, isl_basic_set_universe(isl_basic_set_get_space(Set))};
  auto Look = [](isl_constraint *C, void *User) {
    auto &[Keeps, Result] = *static_cast<decltype(Kept) *>(User);
    if (Keeps(C))
      Result = isl_basic_set_add_constraint(Result, C);
    else
      isl_constraint_free(C);
    return isl_stat_ok;
  };
  isl_basic_set_foreach_constraint(Set, Look, &Kept);
  isl_basic_set_free(Set);
  return Kept.second;
}

} // namespace tilepipe

#endif // TILEPIPE_LIB_TRANSFORM_CONSTRAINTS_H
