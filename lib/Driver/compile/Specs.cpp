// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// -specs= can change anything, but distributions use it to harden code. What it
// changes stands in the words that gcc's compiler proper gets, which -### shows.
#include "compile/Backend.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace tilepipe;
using llvm::StringRef;

/// The words of the compiler proper for a C file; empty: not told.
static std::vector<std::string> compilerWords(const CommandLine &Command, const Backend &Compiler,
                                              bool WithSpecs) {
  std::vector<std::string> Words;
  for (const Argument &A : Command.Arguments)
    if (A.Kind == ArgumentKind::Frontend || A.Kind == ArgumentKind::Other ||
        (WithSpecs && A.Kind == ArgumentKind::Left))
      llvm::append_range(Words, A.Words);
  llvm::append_range(Words, std::vector<std::string>{"-###", "-S", "-x", "c", "/dev/null", "-o",
                                                     "/dev/null"});
  llvm::Expected<BackendResult> Said = Compiler.runUnseen(Words);
  if (!Said) {
    llvm::consumeError(Said.takeError());
    return {};
  }
  for (StringRef Line : llvm::split(Said->Errors, '\n')) {
    llvm::SmallVector<StringRef, 64> Found;
    llvm::SplitString(Line, Found);
    if (Said->ExitCode == 0 && !Found.empty() && Found.front().trim('"').ends_with("/cc1"))
      return {Found.begin(), Found.end()};
  }
  return {};
}

/// Words that change neither what a file says nor what C means.
static bool isHarmless(StringRef Word) {
  for (StringRef Prefix : {"-fPIE", "-fpie", "-fPIC", "-fpic", "-fstack-", "-fcf-protection",
                           "-fno-plt", "-fasynchronous-unwind-tables", "-fno-omit-frame-pointer",
                           "-mno-omit-leaf-frame-pointer", "-mbranch-protection=", "-g"})
    if (Word.starts_with(Prefix))
      return true;
  return false;
}

std::optional<std::vector<std::string>> tilepipe::flagsOfSpecs(const CommandLine &Command,
                                                               const Backend &Compiler) {
  std::vector<std::string> Without = compilerWords(Command, Compiler, false);
  std::vector<std::string> With = compilerWords(Command, Compiler, true);
  std::map<StringRef, int> Balance;
  for (StringRef Word : Without)
    --Balance[Word];
  for (StringRef Word : With)
    ++Balance[Word];
  std::vector<std::string> Added;
  if (Without.empty() || With.empty())
    return std::nullopt;
  for (auto [Word, Count] : Balance) {
    if (Count != 0 && !isHarmless(Word))
      return std::nullopt;
    if (Count > 0 && (Word.starts_with("-fP") || Word.starts_with("-fp")))
      Added.push_back(Word.str()); // these define macros
  }
  return Added;
}
