// RemarkLog.h - what the page takes from a log of tilepipe-cc --tp-sarif
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_REPORT_REMARKLOG_H
#define TILEPIPE_REPORT_REMARKLOG_H

#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace tilepipe {

/// A nest that stays the program's own loop.
struct MissedNest {
  std::string File;
  int64_t Line = 0;
  std::string Text, Code; ///< why; "tp-no-band"
};

/// Adds the missed nests of a log to To. False, with the reason at Where.
bool fromJSON(const llvm::json::Value &From, std::vector<MissedNest> &To, llvm::json::Path Where);

} // namespace tilepipe

#endif // TILEPIPE_REPORT_REMARKLOG_H
