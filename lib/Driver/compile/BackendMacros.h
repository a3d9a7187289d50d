// BackendMacros.h - macros of the backend's own
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_DRIVER_BACKENDMACROS_H
#define TILEPIPE_DRIVER_BACKENDMACROS_H

#include "compile/Backend.h"

#include <map>
#include <string>

namespace tilepipe {

/// The macros that the backend defines under the options of Command, by name; function-like ones as
/// "NAME(x)". Empty when it does not tell.
std::map<std::string, std::string> backendMacros(const CommandLine &Command, const Backend &Compiler);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_BACKENDMACROS_H
