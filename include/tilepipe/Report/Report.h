// Report.h - a page about a run, from the files that it has written
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_REPORT_REPORT_H
#define TILEPIPE_REPORT_REPORT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace tilepipe {

/// A file's name and its text.
struct ReportInput {
  std::string Name, Text;
};

/// One self-contained page of HTML. Each input is known by what it says: the statistics of a run (TILEPIPE_STATS=json:FILE;
/// exactly one), its timeline (TILEPIPE_TRACE=FILE; at most one), logs of remarks (tilepipe-cc --tp-sarif). Any other text
/// is an error with one line that names the file. Source files that the statistics name are read; one that is not there is left out.
llvm::Expected<std::string> reportPage(llvm::ArrayRef<ReportInput> Inputs);

} // namespace tilepipe

#endif // TILEPIPE_REPORT_REPORT_H
