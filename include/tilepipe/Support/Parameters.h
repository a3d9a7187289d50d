// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters of isl sets.
#ifndef TILEPIPE_SUPPORT_PARAMETERS_H
#define TILEPIPE_SUPPORT_PARAMETERS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <isl/cpp.h>

namespace tilepipe {

/// What Context = [p] -> { : } says of the parameters for which Keeps is true; the others are projected out. Each would
/// be a column of every relation and of every linear program.
isl::set aboutParameters(const isl::set &Context, llvm::function_ref<bool(const isl::id &)> Keeps);

} // namespace tilepipe

#endif // TILEPIPE_SUPPORT_PARAMETERS_H
