// OverwrittenInput.h - inputs that are outputs too, and outputs that are two
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_DRIVER_OVERWRITTENINPUT_H
#define TILEPIPE_DRIVER_OVERWRITTENINPUT_H

#include "tilepipe/Driver/CommandLine.h"

namespace tilepipe {

/// The first file that Command reads and would write, under whatever names; empty: there is none.
/// Only files that the command line names count, not those that they include.
std::string overwrittenInput(const CommandLine &Command);

/// Takes those of our own options back whose files Command writes otherwise, and yields them: "--tp-sarif=sweep.o".
std::vector<std::string> dropSharedOutputs(CommandLine &Command);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_OVERWRITTENINPUT_H
