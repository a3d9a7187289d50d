// RemarkRules.h - what the codes of remarks mean
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_DRIVER_REMARKRULES_H
#define TILEPIPE_DRIVER_REMARKRULES_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace tilepipe {

/// A code, as docs/Refusals.md explains it. Plain texts have no links; Markdown has no relative ones.
struct RemarkRule {
  std::string Code;     ///< "scalar-written"
  std::string Short;    ///< one sentence
  std::string Full;     ///< at most 1000 characters
  std::string Help;     ///< all that is to be said, an example included
  std::string Markdown; ///< the same
};

/// Those of all rows of the document's tables of codes, in its order.
const std::vector<RemarkRule> &remarkRules();
/// That of Code; for a code that the document does not have: one that names the document.
RemarkRule remarkRule(llvm::StringRef Code);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_REMARKRULES_H
