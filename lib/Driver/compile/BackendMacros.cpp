// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compile/BackendMacros.h"

#include "compile/ScratchFolder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tilepipe;
using llvm::StringRef;

std::map<std::string, std::string> tilepipe::backendMacros(const CommandLine &Command, const Backend &Compiler) {
  std::map<std::string, std::string> Macros;
  llvm::Expected<ScratchFolder> Scratch = ScratchFolder::create();
  if (!Scratch) {
    llvm::consumeError(Scratch.takeError());
    return Macros;
  }
  llvm::Expected<std::string> List = Scratch->place("macros");
  if (!List) {
    llvm::consumeError(List.takeError());
    return Macros;
  }
  std::vector<std::string> Words;
  for (const Argument &A : Command.Arguments) {
    bool IsAboutCompiling = A.Kind == ArgumentKind::Frontend || A.Kind == ArgumentKind::Other ||
                            A.Kind == ArgumentKind::Left;
    bool IncludesFile = StringRef(A.Words.front()).ltrim('-').starts_with("i"); // -include, -imacros
    if (IsAboutCompiling && !IncludesFile)
      llvm::append_range(Words, A.Words);
  }
  llvm::append_range(Words, std::vector<std::string>{"-w", "-E", "-dM", "-o", *List, "-x", "c", "/dev/null"});
  llvm::Expected<BackendResult> Said = Compiler.runUnseen(Words);
  if (!Said || Said->ExitCode != 0) {
    llvm::consumeError(Said.takeError());
    return Macros;
  }
  auto File = llvm::MemoryBuffer::getFile(*List);
  for (StringRef Line : llvm::split(File ? (*File)->getBuffer() : "", '\n'))
    if (Line.consume_front("#define ")) {
      auto [Name, Text] = Line.split(' ');
      Macros[Name.str()] = Text.str();
    }
  return Macros;
}
