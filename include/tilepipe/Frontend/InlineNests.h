// InlineNests.h - loops with the nests of the functions that they call
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (int t = 0; t < steps; t++) { step(n, a, b); step(n, b, a); }
//
// has its nests in `step`. Each is a region by itself. With the function's body in place of each call, the loop is a tree of
// loops like any other, and may be one region.
#ifndef TILEPIPE_FRONTEND_INLINENESTS_H
#define TILEPIPE_FRONTEND_INLINENESTS_H

#include "tilepipe/Frontend/EditedText.h"
#include "tilepipe/Frontend/Frontend.h"

namespace tilepipe {

/// A loop of the main file that holds the bodies of functions that it called.
struct InlinedLoop {
  Location Where;
  std::vector<Location> Inner; ///< loops of the main file inside that hold some
  unsigned Loops; ///< `for` loops of these bodies
};

/// A file that computes what the main file of the options computes.
struct InlinedFile : EditedText {
  std::vector<InlinedLoop> Loops; ///< empty: no call was replaced
};

/// Replaces calls of functions with nests in the loops of Text, the main file's: in those of Only, or in outermost ones and,
/// where that cannot be done, in those inside. Loops of Regions stay as they are. Of each loop all such calls are
/// replaced or none, see CalleeText. Fails where the file has errors.
llvm::Expected<InlinedFile> inlineNests(const FrontendOptions &Options, llvm::StringRef Text,
                                        const std::vector<Location> &Regions, const std::optional<std::vector<Location>> &Only);

} // namespace tilepipe

#endif // TILEPIPE_FRONTEND_INLINENESTS_H
