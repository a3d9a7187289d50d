// OverwrittenInput.h - inputs that are outputs too
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_DRIVER_OVERWRITTENINPUT_H
#define TILEPIPE_DRIVER_OVERWRITTENINPUT_H

#include "tilepipe/Driver/CommandLine.h"

namespace tilepipe {

/// The first file that Command reads and would write, under whatever names; empty: there is none.
/// Only files that the command line names count, not those that they include.
std::string overwrittenInput(const CommandLine &Command);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_OVERWRITTENINPUT_H
