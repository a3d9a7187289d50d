// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Backends do not know `#pragma tilepipe`. Their warning of unknown pragmas is
// switched off for files with it, and asked for again for the other pragmas there.
#include "compile/Compile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <set>
#include <utility>

using namespace tilepipe;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// Reads texts without a preprocessor: comments count, macros do not.
class PragmaSearch {
public:
  explicit PragmaSearch(const CommandLine &Command) {
    for (const Argument &A : Command.Arguments)
      if (StringRef(A.Words.front()).starts_with("-I") || StringRef(A.Words.front()).starts_with("-iquote"))
        Folders.push_back(A.Value);
  }

  bool holds(StringRef File) {
    if (!fs::is_regular_file(File) || !Seen.insert(File.str()).second)
      return false;
    auto Content = llvm::MemoryBuffer::getFile(File);
    if (!Content)
      return false;
    StringRef Text = (*Content)->getBuffer();
    if (Text.contains("tilepipe") && Text.contains("ragma"))
      return true;
    for (StringRef Line : llvm::split(Text, '\n'))
      if (Line.ltrim().consume_front("#") && includesSuch(Line, path::parent_path(File)))
        return true;
    return false;
  }

private:
  /// Line: `#include "name"`, perhaps.
  bool includesSuch(StringRef Line, StringRef Beside) {
    StringRef Rest = Line.ltrim().drop_front().ltrim();
    if (!Rest.consume_front("include") || !(Rest = Rest.ltrim()).consume_front("\""))
      return false;
    StringRef Name = Rest.split('"').first;
    auto In = [&](StringRef Folder) {
      llvm::SmallString<256> File(Folder);
      path::append(File, Name);
      return holds(File);
    };
    return In(Beside) || llvm::any_of(Folders, In);
  }

  std::vector<std::string> Folders;
  std::set<std::string> Seen;
};

} // namespace

bool tilepipe::holdsOwnPragmas(const CommandLine &Command) {
  PragmaSearch Search(Command);
  return llvm::any_of(Command.Arguments, [&](const Argument &A) {
    return (A.isC() || A.is("-include")) && Search.holds(A.Value);
  });
}

/// Takes the first warning or error off Text, with the lines of source and the notes behind it.
static StringRef takeDiagnostic(StringRef &Text) {
  size_t End = 0;
  do {
    End = Text.find('\n', End);
    if (End == StringRef::npos)
      return std::exchange(Text, "");
    StringRef Next = Text.substr(++End).split('\n').first;
    if (Next.contains("warning: ") || Next.contains("error: "))
      break;
  } while (true);
  StringRef Taken = Text.take_front(End);
  Text = Text.drop_front(End);
  return Taken;
}

llvm::Expected<UnknownPragmas> tilepipe::unknownPragmas(const CommandLine &Command, const Backend &Compiler) {
  std::vector<std::string> Flags;
  for (const Argument &A : Command.Arguments)
    if (A.Kind == ArgumentKind::Frontend || A.Kind == ArgumentKind::Other)
      llvm::append_range(Flags, A.Words);
  UnknownPragmas Result;
  for (const Argument *Input : Command.of(ArgumentKind::Input)) {
    if (!Input->isCSource())
      continue;
    std::vector<std::string> Words = Flags;
    llvm::append_range(Words, std::vector<std::string>{"-fsyntax-only", "-x", "c", Input->Value});
    llvm::Expected<BackendResult> Said = Compiler.runUnseen(Words);
    if (!Said)
      return Said.takeError();
    for (StringRef Rest = Said->Errors; !Rest.empty();) {
      StringRef One = takeDiagnostic(Rest);
      // "[-Wunknown-pragmas]"; as an error "[-Werror=unknown-pragmas]" or "[-Werror,-Wunknown-pragmas]".
      StringRef Line = One.split('\n').first;
      if (!Line.trim().ends_with("unknown-pragmas]") || (One.contains("ragma") && One.contains("tilepipe")))
        continue;
      Result.Lines += (Line + "\n").str();
      Result.AreErrors |= Line.contains("[-Werror");
    }
  }
  return Result;
}

void tilepipe::printPragmaWarnings(const Translation &Result) {
  for (const PragmaWarning &W : Result.PragmaWarnings)
    llvm::errs() << W.Where.File << ":" << W.Where.Line << ":" << W.Where.Column << ": warning: " << W.Message << " [pragma]\n";
}
