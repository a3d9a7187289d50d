// Otf2.h - the timeline of a run as an OTF2 archive, for Vampir and the tools of Score-P
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_REPORT_OTF2_H
#define TILEPIPE_REPORT_OTF2_H

#include "tilepipe/Report/Report.h"

namespace tilepipe {

/// Writes the one timeline (TILEPIPE_TRACE=FILE) among Inputs to Folder, which is new or empty: whole or not at all. A rank is a
/// location group, a thread a location, a slice a pair of Enter and Leave, an arrow a message. Errors are one line each; without
/// the library there is nothing else.
llvm::Error writeOtf2(llvm::ArrayRef<ReportInput> Inputs, llvm::StringRef Folder);

} // namespace tilepipe

#endif // TILEPIPE_REPORT_OTF2_H
