// ClangSetup.h - a Clang instance for one file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SOURCE_CLANGSETUP_H
#define TILEPIPE_LIB_FRONTEND_SOURCE_CLANGSETUP_H

#include "tilepipe/Frontend/Frontend.h"

namespace clang {
class FrontendAction;
}

namespace tilepipe {

/// Runs Action over Options.File as the user's compiler flags describe it:
/// warnings off, errors to stderr. Flags that Clang does not know are dropped.
/// Contents: what files hold instead of what is in them.
llvm::Error runClang(const FrontendOptions &Options, clang::FrontendAction &Action,
                     llvm::ArrayRef<std::pair<std::string, llvm::StringRef>> Contents = {});

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SOURCE_CLANGSETUP_H
