// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_CODEGEN_ATTEMPT_H
#define TILEPIPE_LIB_CODEGEN_ATTEMPT_H

#include "tilepipe/Support/Isl.h"

#include <isl/ctx.h>

#include <optional>

namespace tilepipe {

/// What F returns, or nothing where it needs more operations than that: for a step inside a stage
/// that can be done in another way. The stage's own count begins anew behind it.
template <typename Fn>
auto attempt(isl::ctx Ctx, unsigned long MaxOperations, Fn F) -> std::optional<decltype(F())> {
  struct Restorer {
    isl_ctx *Raw;
    unsigned long Before = isl_ctx_get_max_operations(Raw);
    ~Restorer() {
      isl_ctx_reset_error(Raw);
      isl_ctx_reset_operations(Raw);
      isl_ctx_set_max_operations(Raw, Before);
    }
  } Quota{Ctx.get()};
  isl_ctx_reset_operations(Quota.Raw);
  isl_ctx_set_max_operations(Quota.Raw, MaxOperations);
  try {
    return F();
  } catch (const isl::exception &) { // the quota, whatever isl calls it
    return std::nullopt;
  }
}

} // namespace tilepipe

#endif
