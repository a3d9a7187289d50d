// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// -ffile-prefix-map and its kin: objects must not tell the folder they were made in.
#include "compile/Compile.h"

#include "llvm/ADT/STLExtras.h"

using namespace tilepipe;
using llvm::StringRef;

std::string tilepipe::prefixMapped(const CommandLine &Command, StringRef Name, bool ForDebugger) {
  // The last option that fits counts, for gcc and clang alike.
  for (const Argument &A : llvm::reverse(Command.Arguments)) {
    StringRef Word = A.Words.front();
    if (!Word.consume_front("-ffile-prefix-map=") && !Word.consume_front("-fdebug-prefix-map=") &&
        !(!ForDebugger && Word.consume_front("-fmacro-prefix-map=")))
      continue;
    auto [Old, New] = Word.rsplit('=');
    StringRef Rest = Name;
    if (Rest.consume_front(Old))
      return (New + Rest).str();
  }
  return Name.str();
}
