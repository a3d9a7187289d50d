// Driver.h - the command tilepipe-cc
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_DRIVER_DRIVER_H
#define TILEPIPE_DRIVER_DRIVER_H

#include "llvm/ADT/ArrayRef.h"

namespace tilepipe {

/// Does what the command line says and yields the exit code: source to source,
/// or as a C compiler around the backend. Argv[0] is the program's own name.
int runDriver(llvm::ArrayRef<const char *> Argv);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_DRIVER_H
