// Document.h - the JSON of a file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_REPORT_DOCUMENT_H
#define TILEPIPE_REPORT_DOCUMENT_H

#include "llvm/Support/JSON.h"

namespace tilepipe {

/// Text as JSON. An error of one line where it is none, or is nested deeper than any file of a run.
llvm::Expected<llvm::json::Value> parseDocument(llvm::StringRef Text);

} // namespace tilepipe

#endif // TILEPIPE_REPORT_DOCUMENT_H
