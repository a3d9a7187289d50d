//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilepipe;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

void tilepipe::printRemarks(const ToolOptions &Own, llvm::ArrayRef<Remark> Remarks) {
  for (const Remark &R : Remarks) {
    bool IsWanted = R.Kind == RemarkKind::Passed   ? Own.RemarkPassed
                    : R.Kind == RemarkKind::Missed ? Own.RemarkMissed
                                                   : Own.RemarkAnalysis;
    if (IsWanted)
      llvm::errs() << toString(R) << "\n";
  }
}

namespace {

/// One command in compiler mode.
class CompilerRun {
public:
  CompilerRun(const CommandLine &Command, const Backend &Compiler, const Installation &Files)
      : Command(Command), Compiler(Compiler), Files(Files) {}

  int run();

private:
  void translateInputs();
  bool anyRegions() const;
  void printAllRemarks() const;
  llvm::Error improve();
  llvm::Expected<std::string> compileRegions(RegionCompiler &Regions, TranslatedInput &In);
  llvm::Error improveObjects(RegionCompiler &Regions);
  llvm::Error improveProgram(RegionCompiler &Regions, ScratchFolder &Scratch);
  std::string objectOf(const Argument &Input) const;
  void keepOriginal(TranslatedInput &In, StringRef Why);
  void remarkOutput(RemarkKind Kind, const std::string &Message);

  const CommandLine &Command;
  const Backend &Compiler;
  const Installation &Files;
  std::vector<TranslatedInput> Inputs; ///< every C input that Clang could parse
  std::vector<Remark> Remarks;         ///< about the command as a whole
};

} // namespace

/// Files that Clang cannot parse are left to the backend, which has the last word on what is C.
void CompilerRun::translateInputs() {
  TranslateOptions Options;
  Options.ClangFlags = clangFlags(Command);
  Options.LineDirectives = true;
  Options.PrintDiagnostics = false;
  Options.Tool = &Command.Own;
  for (const Argument *Input : Command.of(ArgumentKind::Input)) {
    if (!Input->isCSource() || !fs::is_regular_file(Input->Value))
      continue;
    Options.File = Input->Value;
    llvm::Expected<Translation> Result = translate(Options, llvm::errs());
    if (!Result) {
      Remarks.push_back({RemarkKind::Missed,
                         {Input->Value, 1, 1},
                         "file not parallelized: " + llvm::toString(Result.takeError()) +
                             " [tp-unparsed]"});
      continue;
    }
    Inputs.push_back({Input, std::move(*Result)});
  }
}

bool CompilerRun::anyRegions() const {
  return llvm::any_of(Inputs, [](const TranslatedInput &In) { return In.Result.Regions > 0; });
}

int CompilerRun::run() {
  bool HasCInput = llvm::any_of(Command.Arguments, [](auto &A) { return A.isCSource(); });
  bool NeedsRuntime = takesRuntime(Command) && linksRegions(Command);
  if (!HasCInput && !NeedsRuntime)
    return Compiler.become(Command.words());

  // The backend works while Clang reads; unless its work might have to be forbidden.
  pid_t Child = Command.Own.Require ? -1 : Compiler.start(Command.words());
  translateInputs();
  if (Command.Own.Require) {
    if (HasCInput && !anyRegions()) {
      printAllRemarks();
      llvm::errs() << "tilepipe-cc: error: no loop nest could be parallelized [-Werror=tilepipe]\n";
      return 1;
    }
    Child = Compiler.start(Command.words());
  }
  int Code = Compiler.finish(Child);
  // Where nothing was compiled, nothing was parallelized.
  if (Code != 0)
    return Code;
  if (anyRegions() || NeedsRuntime)
    if (llvm::Error E = improve())
      remarkOutput(RemarkKind::Missed, llvm::toString(std::move(E)) + " [tp-driver]");
  printAllRemarks();
  return 0;
}

void CompilerRun::printAllRemarks() const {
  for (const TranslatedInput &In : Inputs)
    printRemarks(Command.Own, In.Result.Remarks);
  printRemarks(Command.Own, Remarks);
}

/// Puts what was parallelized in the place of what the backend made.
llvm::Error CompilerRun::improve() {
  llvm::Expected<ScratchFolder> Scratch = ScratchFolder::create();
  if (!Scratch)
    return Scratch.takeError();
  RegionCompiler Regions(Command, Compiler, Files, *Scratch);
  return Command.links() ? improveProgram(Regions, *Scratch) : improveObjects(Regions);
}

/// The name the backend gives to what it makes of Input.
std::string CompilerRun::objectOf(const Argument &Input) const {
  if (!Command.Output.empty())
    return Command.Output;
  bool IsAssembler = Command.has(ArgumentKind::Assemble);
  return (path::stem(Input.Value) + (IsAssembler ? ".s" : ".o")).str();
}

/// The object of a translated input; empty when the backend does not take it, which
/// has been remarked then.
llvm::Expected<std::string> CompilerRun::compileRegions(RegionCompiler &Regions,
                                                        TranslatedInput &In) {
  std::string Why;
  llvm::Expected<std::string> Object = Regions.compile(In, Why);
  if (!Object)
    return Object;
  if (Object->empty())
    keepOriginal(In, Why);
  else
    Regions.remarkContraction(In);
  return Object;
}

llvm::Error CompilerRun::improveObjects(RegionCompiler &Regions) {
  for (TranslatedInput &In : Inputs) {
    std::string Target = objectOf(*In.Input);
    if (In.Result.Regions == 0 || !fs::is_regular_file(Target))
      continue;
    llvm::Expected<std::string> Object = compileRegions(Regions, In);
    if (!Object)
      return Object.takeError();
    if (Object->empty())
      continue;
    if (llvm::Error E = replaceWhole(*Object, Target))
      return E;
  }
  return llvm::Error::success();
}

llvm::Error CompilerRun::improveProgram(RegionCompiler &Regions, ScratchFolder &Scratch) {
  std::vector<std::pair<const Argument *, std::string>> Objects;
  for (TranslatedInput &In : Inputs) {
    if (In.Result.Regions == 0)
      continue;
    llvm::Expected<std::string> Object = compileRegions(Regions, In);
    if (!Object)
      return Object.takeError();
    if (Object->empty())
      continue;
    Objects.push_back({In.Input, *Object});
  }
  std::string Target = Command.Output.empty() ? "a.out" : Command.Output;
  if (!fs::is_regular_file(Target))
    return llvm::Error::success();
  llvm::Expected<std::string> Program = Scratch.place("program");
  if (!Program)
    return Program.takeError();
  llvm::Expected<BackendResult> Linked = linkProgram(Command, Compiler, Files, Objects, *Program);
  if (!Linked)
    return Linked.takeError();
  if (Linked->ExitCode != 0) {
    std::string Why = complaintIn(Linked->Errors);
    for (TranslatedInput &In : Inputs)
      keepOriginal(In, Why);
    remarkOutput(RemarkKind::Missed, "cannot be linked with the runtime: '" + Why +
                                         "'; its regions run sequentially [tp-no-runtime]");
    return llvm::Error::success();
  }
  if (!takesRuntime(Command))
    remarkOutput(RemarkKind::Analysis, "made without the runtime: its regions run sequentially "
                                       "unless the program brings it [tp-no-runtime]");
  return replaceWhole(*Program, Target);
}

/// The nests of a file whose transformed text was rejected are missed after all.
void CompilerRun::keepOriginal(TranslatedInput &In, StringRef Why) {
  for (Remark &R : In.Result.Remarks)
    if (R.Kind == RemarkKind::Passed)
      R = missedRemark(R.Where, {"backend-rejected", R.Where, Why.str(),
                                 "the backend does not take the transformed file", ""});
  llvm::erase_if(In.Result.Remarks, [](auto &R) { return R.Kind == RemarkKind::Analysis; });
}

void CompilerRun::remarkOutput(RemarkKind Kind, const std::string &Message) {
  std::string Name = Command.Output.empty() ? "a.out" : Command.Output;
  Remarks.push_back({Kind, {Name, 1, 1}, Message});
}

int tilepipe::runAsCompiler(const CommandLine &Command, const Installation &Files) {
  llvm::Expected<Backend> Compiler = Backend::find();
  if (!Compiler) {
    llvm::errs() << "tilepipe-cc: error: " << llvm::toString(Compiler.takeError()) << "\n";
    return 1;
  }
  // Nothing to translate, or the compiler talks about itself.
  if (Command.has(ArgumentKind::Pass) || !Command.has(ArgumentKind::Input))
    return Compiler->become(Command.words());
  return CompilerRun(Command, *Compiler, Files).run();
}
