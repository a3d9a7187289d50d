// Bisection.h - what spoils the rest
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiler takes a text as a whole or not at all. One region that it does not
// take must not cost the others: halves are tried, then their halves, as long as
// few tries do.
#ifndef TILEPIPE_LIB_DRIVER_BISECTION_H
#define TILEPIPE_LIB_DRIVER_BISECTION_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace tilepipe {

using Selection = std::vector<size_t>; ///< numbers of regions, ascending

/// Takes apart All, which is not taken for the reason Complaint. Try says why a selection is not
/// taken, or nothing; its last success was with all that is not handed to Reject.
llvm::Error bisect(
    const Selection &All, const std::string &Complaint,
    llvm::function_ref<llvm::Expected<std::optional<std::string>>(const Selection &)> Try,
    llvm::function_ref<void(size_t Region, const std::string &Complaint)> Reject);

} // namespace tilepipe

#endif // TILEPIPE_LIB_DRIVER_BISECTION_H
