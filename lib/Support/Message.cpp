// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Support/Message.h"

using namespace tilepipe;

char MessageError::ID = 0;

llvm::Error tilepipe::messageError(const char *Code, const llvm::Twine &Text) {
  return llvm::make_error<MessageError>(Code, Text);
}

std::string tilepipe::withCode(const llvm::ErrorInfoBase &E) {
  const char *Code = E.isA<MessageError>() ? static_cast<const MessageError &>(E).Code : "[internal]";
  return E.message() + " " + Code;
}

std::string tilepipe::withCodes(llvm::Error E) {
  std::string Lines;
  llvm::handleAllErrors(std::move(E), [&](const llvm::ErrorInfoBase &Each) {
    Lines += (Lines.empty() ? "" : "\n") + withCode(Each);
  });
  return Lines;
}
