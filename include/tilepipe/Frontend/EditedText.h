// EditedText.h - a file's text with parts replaced
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_FRONTEND_EDITEDTEXT_H
#define TILEPIPE_FRONTEND_EDITEDTEXT_H

#include <cstdint>
#include <map>
#include <string>

namespace tilepipe {

/// Each line has the number that it has in the file.
struct EditedText {
  std::string Text;
  /// By how many bytes the text grew, by the offsets in the file behind which it did.
  std::map<unsigned, int64_t> Growth;

  /// Puts With in the place of the file's bytes from Begin to End. Later edits come first.
  void replace(unsigned Begin, unsigned End, const std::string &With) {
    Text.replace(Begin, End - Begin, With);
    Growth[Begin] = int64_t(With.size()) - int64_t(End - Begin);
  }

  /// Where the text has what the file has at Offset.
  unsigned offset(unsigned Offset) const {
    int64_t Result = Offset;
    for (auto It = Growth.begin(); It != Growth.end() && It->first < Offset; ++It)
      Result += It->second;
    return Result;
  }
};

} // namespace tilepipe

#endif // TILEPIPE_FRONTEND_EDITEDTEXT_H
