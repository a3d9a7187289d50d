// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compile/Compile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace tilepipe;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static bool contains(const llvm::MemoryBuffer &Content, StringRef Bytes) {
  return memmem(Content.getBufferStart(), Content.getBufferSize(), Bytes.data(), Bytes.size());
}

/// Regions are collected in a section, whose name stands in plain objects and in archives of them.
/// Link-time optimisation hides sections, but not the names of functions that are called. Looking
/// for the bytes needs no format.
static bool holdsRegions(StringRef File) {
  if (!fs::is_regular_file(File))
    return false;
  auto Content = llvm::MemoryBuffer::getFile(File, /*IsText=*/false,
                                             /*RequiresNullTerminator=*/false);
  if (!Content)
    return false;
  const llvm::MemoryBuffer &Bytes = **Content;
  bool IsHidden = contains(Bytes, ".gnu.lto_") || contains(Bytes, "BC\xC0\xDE");
  return contains(Bytes, "tp_regions") || (IsHidden && contains(Bytes, "tp_region_run"));
}

static bool isObjectOrArchive(const Argument &A) {
  if (A.Kind != ArgumentKind::Input || !A.Language.empty())
    return false;
  StringRef Extension = path::extension(A.Value);
  return llvm::StringSwitch<bool>(Extension)
      .Cases(".c", ".cc", ".cpp", ".cxx", ".C", ".h", ".s", ".S", ".i", false)
      .Cases(".so", ".f", ".f90", ".F90", ".m", ".ld", false)
      .Default(!A.Value.empty());
}

/// The archive that -l Name stands for in the folders of -L, empty when it is none of ours to see.
static std::string archiveOf(const CommandLine &Command, StringRef Name) {
  bool IsExact = Name.consume_front(":");
  for (const Argument &A : Command.Arguments) {
    if (A.Kind != ArgumentKind::Link || !StringRef(A.Words.front()).starts_with("-L"))
      continue;
    auto inFolder = [&](const llvm::Twine &File) {
      llvm::SmallString<256> Path(A.Value);
      path::append(Path, File);
      return std::string(Path);
    };
    if (IsExact && fs::exists(inFolder(Name)))
      return inFolder(Name);
    if (!Command.hasWord("-static") && fs::exists(inFolder("lib" + Name + ".so")))
      return "";
    if (fs::exists(inFolder("lib" + Name + ".a")))
      return inFolder("lib" + Name + ".a");
  }
  return "";
}

bool tilepipe::linksRegions(const CommandLine &Command) {
  return llvm::any_of(Command.Arguments, [&](const Argument &A) {
    if (isObjectOrArchive(A))
      return holdsRegions(A.Value);
    bool IsLibrary = A.Kind == ArgumentKind::Link && StringRef(A.Words.front()).starts_with("-l");
    return IsLibrary && holdsRegions(archiveOf(Command, A.Value));
  });
}

static bool hasAny(const CommandLine &Command, llvm::ArrayRef<StringRef> Words) {
  return llvm::any_of(Words, [&](StringRef Word) { return Command.hasWord(Word); });
}

/// MPI is a shared library, so a static program cannot hold the runtime.
bool tilepipe::takesRuntime(const CommandLine &Command) {
  return Command.links() &&
         !hasAny(Command, {"-r", "-nostdlib", "-nodefaultlibs", "-static", "-static-pie"});
}

/// Whether the backend makes an empty output of Command's kind. It shows whether MPI can be a part of one.
static bool linksNothing(const CommandLine &Command, const Backend &Compiler) {
  std::vector<std::string> Words = {"-nostdlib", "-x", "c", "/dev/null", "-o", "/dev/null"};
  for (StringRef Word : {"-static", "-static-pie", "-m32", "-mx32", "-m16"})
    if (Command.hasWord(Word))
      Words.push_back(Word.str());
  llvm::Expected<BackendResult> Linked = Compiler.runUnseen(Words);
  if (Linked)
    return Linked->ExitCode == 0;
  llvm::consumeError(Linked.takeError());
  return false;
}

void tilepipe::leaveMpiOut(const CommandLine &Command, const Backend &Compiler) {
  bool IsBare = hasAny(Command, {"-r", "-nostdlib"});
  bool IsOther = hasAny(Command, {"-static", "-static-pie", "-m32", "-mx32", "-m16"});
  if (Command.links() && !getenv("OMPI_LIBS") && (IsBare || (IsOther && !linksNothing(Command, Compiler))))
    setenv("OMPI_LIBS", "", /*overwrite=*/0);
}

/// Whether functions of the C library that free memory may be stood in front of: sanitizers have their own, and a library
/// leaves them to the program.
static bool mayInterpose(const CommandLine &Command) {
  return !Command.hasWord("-shared") && llvm::none_of(Command.Arguments, [](const Argument &A) {
    return StringRef(A.Words.front()).starts_with("-fsanitize");
  });
}

std::vector<std::string> tilepipe::onceLinkWords(const CommandLine &Command, const Installation &Files) {
  // Not for libraries, for programs without the C library, and for other machines.
  if (!Command.links() || !Command.has(ArgumentKind::Input) ||
      hasAny(Command, {"-shared", "-r", "-nostdlib", "-nodefaultlibs", "-nostartfiles", "-ffreestanding", "-m32",
                       "-mx32", "-m16", "-target"}))
    return {};
  for (const Argument &A : Command.Arguments)
    if (StringRef(A.Words.front()).starts_with("--target=") || A.is("-T"))
      return {};
  if (!fs::exists(Files.Once))
    return {};
  std::vector<std::string> Words;
  if (Command.has(ArgumentKind::Language))
    Words = {"-x", "none"};
  bool IsStatic = hasAny(Command, {"-static", "-static-pie"});
  Words.push_back(IsStatic ? "-Wl,-u,__tp_once_static" : "-Wl,-u,__tp_once");
  Words.push_back(Files.Once);
  return Words;
}

llvm::Expected<BackendResult>
tilepipe::linkProgram(const CommandLine &Command, const Backend &Compiler,
                      const Installation &Files,
                      llvm::ArrayRef<std::pair<const Argument *, std::string>> Objects,
                      StringRef Output) {
  std::vector<std::string> Words;
  for (const Argument &A : Command.Arguments) {
    const auto *Made = llvm::find_if(Objects, [&](auto &O) { return O.first == &A; });
    if (Made != Objects.end()) {
      // An object is no C source, even behind -x c.
      if (!A.Language.empty())
        llvm::append_range(Words, std::vector<std::string>{"-x", "none"});
      Words.push_back(Made->second);
      if (!A.Language.empty())
        llvm::append_range(Words, std::vector<std::string>{"-x", A.Language});
    } else if (A.Kind != ArgumentKind::Output && A.Kind != ArgumentKind::Side) {
      llvm::append_range(Words, A.Words);
    }
  }
  llvm::append_range(Words, std::vector<std::string>{"-o", Output.str()});
  if (takesRuntime(Command)) {
    bool HasLanguage = Command.has(ArgumentKind::Language);
    if (HasLanguage)
      llvm::append_range(Words, std::vector<std::string>{"-x", "none"});
    if (mayInterpose(Command))
      Words.push_back("-Wl,-u,__tp_memory_functions");
    llvm::append_range(Words, runtimeLinkWords(Files, Command.hasWord("-fopenmp")));
    // Every library has a runtime of its own, which is nobody else's.
    if (Command.hasWord("-shared"))
      Words.push_back("-Wl,--exclude-libs," + path::filename(Files.Runtime).str());
  }
  return Compiler.runUnseen(Words);
}
