// Message.h - errors that a tool prints, with the codes of docs/Messages.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_SUPPORT_MESSAGE_H
#define TILEPIPE_SUPPORT_MESSAGE_H

#include "llvm/Support/Error.h"

#include <string>

namespace tilepipe {

/// The code is apart from the text: a remark that quotes the text has a code of its own.
class MessageError : public llvm::ErrorInfo<MessageError, llvm::StringError> {
public:
  static char ID;
  MessageError(const char *Code, const llvm::Twine &Text) : ErrorInfo(Text, llvm::inconvertibleErrorCode()), Code(Code) {}
  const char *const Code;
};

/// Code in brackets, as it is printed: "[option]".
llvm::Error messageError(const char *Code, const llvm::Twine &Text);

/// The text with its code: [internal] where it has none.
std::string withCode(const llvm::ErrorInfoBase &E);
/// The same of all errors in E, one per line.
std::string withCodes(llvm::Error E);

} // namespace tilepipe

#endif // TILEPIPE_SUPPORT_MESSAGE_H
