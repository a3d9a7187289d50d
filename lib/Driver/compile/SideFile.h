// SideFile.h - names of files beside the output
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_DRIVER_SIDEFILE_H
#define TILEPIPE_DRIVER_SIDEFILE_H

#include "tilepipe/Driver/CommandLine.h"

namespace tilepipe {

/// The file with Extension (".opt.yaml") that belongs to Input, named as clang names optimization records: by the
/// output, or by the input where the command links or names no file.
std::string besideOutput(const CommandLine &Command, const Argument &Input, llvm::StringRef Extension);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_SIDEFILE_H
