// LoopMacros.h - loops whose headers or ends macros supply
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   #define SWEEP(n) for (int i = 0; i < n; i++) {
//   #define END }
//   SWEEP(n) a[i] = 0; END
//
// has a loop, but no text of it that a region could stand in front of. With the macros expanded it has.
#ifndef TILEPIPE_FRONTEND_LOOPMACROS_H
#define TILEPIPE_FRONTEND_LOOPMACROS_H

#include "tilepipe/Frontend/EditedText.h"
#include "tilepipe/Frontend/Frontend.h"

#include <set>

namespace tilepipe {

/// A file without macros that frame loops.
struct ExpandedFile : EditedText {
  std::set<std::string> Functions; ///< those in which macros were expanded
};

/// Text, the main file's, with macros expanded that frame loops: in functions with such loops all whose replacement has a
/// `for`, or braces without their counterparts. The preprocessor makes the same tokens of both texts. Nothing: there are no
/// such macros, or some of them hang on where they stand or on the compiler.
/// Compare: how predefined macros (FrontendResult::AskedMacros) differ for the backend. Fails where the file has errors.
llvm::Expected<std::optional<ExpandedFile>>
expandLoopMacros(const FrontendOptions &Options, llvm::StringRef Text,
                 llvm::function_ref<CompilerDifferences(const std::map<std::string, std::optional<std::string>> &)> Compare);

} // namespace tilepipe

#endif // TILEPIPE_FRONTEND_LOOPMACROS_H
