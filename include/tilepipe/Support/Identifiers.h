// Identifiers.h - names in C text
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_SUPPORT_IDENTIFIERS_H
#define TILEPIPE_SUPPORT_IDENTIFIERS_H

#include "llvm/ADT/StringExtras.h"

#include <vector>

namespace tilepipe {

/// A byte of a name, as gcc and Clang take them: `$` and letters of UTF-8 too.
inline bool isIdentifierByte(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '$' || (unsigned char)C >= 0x80;
}

/// The identifiers in C text, in order, those in comments and strings too.
inline std::vector<llvm::StringRef> identifiersIn(llvm::StringRef Text) {
  std::vector<llvm::StringRef> Found;
  while (!Text.empty()) {
    llvm::StringRef Word = Text.take_while(isIdentifierByte);
    if (!Word.empty() && !llvm::isDigit(Word.front()))
      Found.push_back(Word);
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return Found;
}

/// Names that emitted code and the runtime's header begin with.
inline bool isReserved(llvm::StringRef Name) { return Name.starts_with("tp_") || Name.starts_with("TP_"); }

} // namespace tilepipe

#endif // TILEPIPE_SUPPORT_IDENTIFIERS_H
