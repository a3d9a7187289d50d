// LineMarker.h - where text comes from, for compilers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_CODEGEN_LINEMARKER_H
#define TILEPIPE_LIB_CODEGEN_LINEMARKER_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace tilepipe {

/// A line of its own that makes the next one the line of Offset in the user's File,
/// as he counts: line directives of his own hold. IsGenerated: what follows counts as
/// a system header, in which nothing is warned of.
std::string userLineMarker(llvm::StringRef FileText, unsigned Offset, llvm::StringRef File,
                           bool IsGenerated);

/// The same for lines that are nobody's.
std::string generatedLineMarker();

} // namespace tilepipe

#endif // TILEPIPE_LIB_CODEGEN_LINEMARKER_H
