// OutputFile.h - files that appear whole or not at all
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_SUPPORT_OUTPUTFILE_H
#define TILEPIPE_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tilepipe {

/// Makes Text the content of Path, or leaves Path as it was and fails. "-" is
/// the standard output; what is not a regular file is written in place.
llvm::Error writeWhole(llvm::StringRef Path, llvm::StringRef Text);

/// Replaces the file To by a copy of From in the same way; To keeps its mode.
llvm::Error replaceWhole(llvm::StringRef From, llvm::StringRef To);

} // namespace tilepipe

#endif // TILEPIPE_SUPPORT_OUTPUTFILE_H
