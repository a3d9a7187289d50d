// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is never an output: gcc compares names alone, and not those of side
// files; other backends compare nothing. Nor do two outputs share a file.
#include "OverwrittenInput.h"

#include "compile/SideFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace tilepipe;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// A file that the command writes.
struct WrittenFile {
  std::string Name;
  const Argument *From = nullptr; ///< an input that is its own result (`x.i` of -save-temps); null: none
};

} // namespace

/// The words that an option hands to the preprocessor or the linker.
static void appendInnerWords(const Argument &A, std::vector<std::string> &Words) {
  StringRef First = A.Words.front();
  if (First.consume_front("-Wl,") || First.consume_front("-Wp,"))
    for (StringRef Word : llvm::split(First, ','))
      Words.push_back(Word.str());
  else if (First == "-Xlinker" || First == "-Xpreprocessor")
    Words.push_back(A.Value);
}

static std::vector<std::string> readFiles(const CommandLine &Command) {
  std::vector<std::string> Files = Command.ResponseFiles;
  for (const Argument &A : Command.Arguments)
    if (A.Kind == ArgumentKind::Input || A.is("-include") || A.is("-imacros") ||
        (A.Kind == ArgumentKind::Link && StringRef(A.Words.front()).starts_with("-T")))
      Files.push_back(A.Value);
  if (!Command.Own.VerifyEmitted.empty())
    Files.push_back(Command.Own.VerifyEmitted);
  return Files;
}

/// Inputs that are compiled or assembled, not only linked.
static bool isTranslated(const Argument &A) {
  if (A.Kind != ArgumentKind::Input || A.Value == "-")
    return false;
  return !A.Language.empty() ||
         llvm::StringSwitch<bool>(path::extension(A.Value))
             .Cases(".c", ".i", ".s", ".S", ".cc", ".cpp", ".cxx", ".C", ".f", ".f90", true)
             .Default(false);
}

/// What -c, -S and -save-temps make of the inputs beside what is named.
static void appendDerived(const CommandLine &Command, std::vector<WrittenFile> &Files) {
  bool SavesTemps = llvm::any_of(Command.Arguments, [](const Argument &A) {
    return StringRef(A.Words.front()).ltrim('-').starts_with("save-temps");
  });
  std::string Program = Command.Output.empty() ? "a" : Command.Output;
  for (const Argument &A : Command.Arguments) {
    if (!isTranslated(A))
      continue;
    std::string Stem = path::stem(A.Value).str();
    if (!Command.links() && !Command.has(ArgumentKind::Pass) && Command.Output.empty())
      Files.push_back({Stem + (Command.has(ArgumentKind::Assemble) ? ".s" : ".o")});
    if (!SavesTemps)
      continue;
    if (Command.links())
      Stem = path::stem(Program).str() + "-" + Stem;
    for (const char *Extension : {".i", ".s", ".o"})
      Files.push_back({Stem + Extension, &A});
  }
  if (Command.links() && Command.Output.empty())
    Files.push_back({"a.out"});
}

/// Without those of our own options.
static std::vector<WrittenFile> writtenFiles(const CommandLine &Command) {
  std::vector<WrittenFile> Files = {{Command.Output}};
  std::vector<std::string> Inner;
  for (const Argument &A : Command.Arguments) {
    StringRef First = A.Words.front();
    if (First.starts_with("-MF") || First.starts_with("-MJ") || First == "-aux-info")
      Files.push_back({A.Value});
    if (First.consume_front("-foptimization-record-file="))
      Files.push_back({First.str()});
    appendInnerWords(A, Inner);
  }
  for (size_t I = 0; I < Inner.size(); ++I) {
    StringRef Word = Inner[I];
    bool TakesNext = Word == "-MF" || Word == "-MD" || Word == "-MMD" || Word == "-Map" || Word == "--Map";
    if (TakesNext && I + 1 < Inner.size())
      Files.push_back({Inner[I + 1]});
    else if (Word.consume_front("-Map=") || Word.consume_front("--Map="))
      Files.push_back({Word.str()});
  }
  appendDerived(Command, Files);
  return Files;
}

std::string tilepipe::overwrittenInput(const CommandLine &Command) {
  std::vector<std::string> Inputs = readFiles(Command);
  std::vector<WrittenFile> Outputs = writtenFiles(Command);
  for (const std::string &Name : {Command.Own.ProofFile, Command.Own.ExplainFile, Command.Own.Sarif.value_or("")})
    Outputs.push_back({Name});
  for (const WrittenFile &Output : Outputs)
    for (const std::string &Input : Inputs) {
      bool IsOwn = Output.From && Output.From->Value == Input;
      // /dev/null may be both.
      if (!IsOwn && fs::is_regular_file(Input) && fs::equivalent(Input, Output.Name))
        return Input;
    }
  return "";
}

/// Neither of them need be there yet.
static bool isSameFile(StringRef First, StringRef Second) {
  fs::file_status Status;
  // Devices and pipes take several outputs.
  if (First.empty() || First == "-" || (!fs::status(First, Status) && !fs::is_regular_file(Status)))
    return false;
  llvm::SmallString<256> Names[] = {First, Second};
  for (llvm::SmallString<256> &Name : Names) {
    fs::make_absolute(Name);
    path::remove_dots(Name, /*remove_dot_dot=*/true);
  }
  return Names[0] == Names[1] || fs::equivalent(First, Second);
}

std::vector<std::string> tilepipe::dropSharedOutputs(CommandLine &Command) {
  std::vector<WrittenFile> Others = writtenFiles(Command);
  std::vector<std::string> Dropped;
  auto IsFree = [&](const std::string &Option, const std::string &Name) {
    bool IsTaken = llvm::any_of(Others, [&](const WrittenFile &O) { return isSameFile(Name, O.Name); });
    if (IsTaken)
      Dropped.push_back(Option);
    Others.push_back({Name});
    return !IsTaken;
  };
  ToolOptions &Own = Command.Own;
  if (!IsFree("--tp-emit-proof=" + Own.ProofFile, Own.ProofFile))
    Own.ProofFile.clear();
  if (!IsFree("--tp-explain=" + Own.ExplainFile, Own.ExplainFile))
    Own.ExplainFile.clear();
  if (Own.Sarif && !Own.Sarif->empty() && !IsFree("--tp-sarif=" + *Own.Sarif, *Own.Sarif))
    Own.Sarif.reset();
  std::set<std::string> Logs; // several inputs may share one
  for (const Argument &A : Command.Arguments)
    if (A.isC())
      Logs.insert(besideOutput(Command, A, ".sarif"));
  for (const std::string &Log : Logs)
    if (Own.Sarif && Own.Sarif->empty() && !IsFree("--tp-sarif", Log))
      Own.Sarif.reset();
  return Dropped;
}
