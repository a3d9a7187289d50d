// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Document.h"

using namespace tilepipe;

/// LLVM's parser calls itself for each level, and the stack ends at some ten thousands. Logs of SARIF have about ten.
static constexpr unsigned MostLevels = 100;

static bool isNestedTooDeeply(llvm::StringRef Text) {
  unsigned Levels = 0;
  bool InString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (C == '"')
      InString = !InString;
    else if (InString)
      I += C == '\\';
    else if ((C == '[' || C == '{') && ++Levels > MostLevels)
      return true;
    else if ((C == ']' || C == '}') && Levels > 0)
      --Levels;
  }
  return false;
}

llvm::Expected<llvm::json::Value> tilepipe::parseDocument(llvm::StringRef Text) {
  if (isNestedTooDeeply(Text))
    return llvm::createStringError("more than " + llvm::Twine(MostLevels) + " levels of nesting");
  return llvm::json::parse(Text);
}
