//===- BackendMacros.h - macros of the backend's own ------------*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_DRIVER_BACKENDMACROS_H
#define TILEPIPE_DRIVER_BACKENDMACROS_H

#include "Backend.h"

#include "tilepipe/Frontend/Frontend.h"

namespace tilepipe {

/// The macros that the backend defines under the options of Command, by name; function-like ones as
/// "NAME(x)". Empty when it does not tell.
std::map<std::string, std::string> backendMacros(const CommandLine &Command, const Backend &Compiler);

/// Which of the macros in Asked (see FrontendResult) the backend has with another meaning, has alone, or
/// has not. ChoosesContraction: the user says how `a * b + c` is computed.
CompilerDifferences differences(const std::map<std::string, std::optional<std::string>> &Asked,
                                const std::map<std::string, std::string> &Backend, bool ChoosesContraction);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_BACKENDMACROS_H
