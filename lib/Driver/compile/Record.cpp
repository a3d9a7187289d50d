// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// -fsave-optimization-record: our remarks as LLVM's remark documents, where clang
// puts its own.
#include "compile/Compile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilepipe;
using llvm::StringRef;
namespace path = llvm::sys::path;

/// Text as a YAML scalar in single quotes.
static std::string scalar(StringRef Text) {
  std::string Result = "'";
  for (char C : Text)
    Result += C == '\'' ? "''" : C == '\n' ? " " : std::string(1, C);
  return Result + "'";
}

/// The code in brackets at the end of a remark: "[tp-depth]" is "depth".
static StringRef codeOf(const Remark &R) {
  StringRef Message = R.Message;
  size_t Begin = Message.rfind("[tp-");
  if (!Message.ends_with("]") || Begin == StringRef::npos)
    return R.Kind == RemarkKind::Passed ? "Parallelized" : "NotParallelized";
  return Message.slice(Begin + 4, Message.size() - 1);
}

static void printDocument(llvm::raw_ostream &OS, const Remark &R, StringRef Function) {
  OS << "--- !"
     << (R.Kind == RemarkKind::Passed   ? "Passed"
         : R.Kind == RemarkKind::Missed ? "Missed"
                                        : "Analysis")
     << "\nPass:            tilepipe\nName:            " << scalar(codeOf(R))
     << "\nDebugLoc:        { File: " << scalar(R.Where.File) << ", Line: " << R.Where.Line
     << ", Column: " << R.Where.Column << " }\nFunction:        " << scalar(Function)
     << "\nArgs:\n  - String:          " << scalar(R.Message) << "\n...\n";
}

/// The file that clang would write for Input; empty: none is asked for.
static std::string recordFile(const CommandLine &Command, const Argument &Input) {
  std::string File;
  for (const Argument &A : Command.Arguments) {
    StringRef Word = A.Words.front();
    if (Word.consume_front("-foptimization-record-file="))
      return Word.str();
    if (Word.starts_with("-fsave-optimization-record"))
      File = "asked";
  }
  if (File.empty())
    return File;
  llvm::SmallString<128> Name(Command.Output);
  if (Command.links())
    Name = (Command.Output.empty() ? "a" : Command.Output) + "-" + path::stem(Input.Value).str();
  else if (Name.empty())
    Name = path::stem(Input.Value);
  path::replace_extension(Name, Command.links() ? path::extension(Name) + ".opt.yaml" : ".opt.yaml");
  return std::string(Name);
}

llvm::Error tilepipe::saveRecord(const CommandLine &Command, const TranslatedInput &In,
                                 const Backend &Compiler) {
  std::string File = recordFile(Command, *In.Input);
  if (File.empty())
    return llvm::Error::success();
  std::string Text;
  if (!Compiler.isGcc()) // has just written its own
    if (auto Written = llvm::MemoryBuffer::getFile(File))
      Text = (*Written)->getBuffer().str();
  llvm::raw_string_ostream OS(Text);
  for (const Remark &R : In.Result.Remarks) {
    StringRef Function;
    for (const RegionText &Region : In.Result.Regions)
      if (Region.Where.Line == R.Where.Line && Region.Where.Column == R.Where.Column &&
          Region.Where.File == R.Where.File)
        Function = Region.Function;
    printDocument(OS, R, Function);
  }
  return writeWhole(File, OS.str());
}
