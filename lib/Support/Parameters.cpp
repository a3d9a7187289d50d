// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Support/Parameters.h"

#include <isl/set.h>

isl::set tilepipe::aboutParameters(const isl::set &Context, llvm::function_ref<bool(const isl::id &)> Keeps) {
  isl_set *Result = Context.copy();
  for (isl_size I = isl_set_dim(Result, isl_dim_param); I-- > 0;)
    if (!Keeps(isl::manage(isl_set_get_dim_id(Result, isl_dim_param, unsigned(I)))))
      Result = isl_set_project_out(Result, isl_dim_param, unsigned(I), 1);
  return isl::manage(Result);
}
