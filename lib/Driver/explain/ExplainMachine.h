// ExplainMachine.h - the machine that --tp-explain plans for
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_DRIVER_EXPLAINMACHINE_H
#define TILEPIPE_DRIVER_EXPLAINMACHINE_H

#include <string>

extern "C" {
#include "plan/plan.h"
}

namespace tilepipe {

/// What is known of this machine, and where from.
struct KnownMachine {
  tp_machine Numbers; ///< the parts in Numbers.calibrated
  std::string Source; ///< "built-in numbers", "those of FILE, ..."; one that was not used, and why
};

/// The machine profile that TILEPIPE_PROFILE names, else the latest of this CPU in the user's cache folder, else
/// none. Which MPI library a program will run with is not known here: any profile's will do.
KnownMachine findMachine();

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_EXPLAINMACHINE_H
