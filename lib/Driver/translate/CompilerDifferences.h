// CompilerDifferences.h - macros of the two compilers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_DRIVER_COMPILERDIFFERENCES_H
#define TILEPIPE_DRIVER_COMPILERDIFFERENCES_H

#include "tilepipe/Frontend/Frontend.h"

#include <map>
#include <optional>
#include <string>

namespace tilepipe {

/// Which of the macros in Asked (see FrontendResult) the backend has with another meaning, has alone, or
/// has not. ChoosesContraction: the user says how `a * b + c` is computed.
CompilerDifferences differences(const std::map<std::string, std::optional<std::string>> &Asked,
                                const std::map<std::string, std::string> &Backend, bool ChoosesContraction);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_COMPILERDIFFERENCES_H
