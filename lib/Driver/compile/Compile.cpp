// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compile/Compile.h"

#include "compile/BackendMacros.h"
#include "Config.h"
#include "explain/ExplainPage.h"
#include "tilepipe/Support/Message.h"

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

void tilepipe::printRemarks(const ToolOptions &Own, StringRef File, const Translation &Result) {
  printRemarks(Own, Result.Remarks);
  size_t Parallel = llvm::count_if(Result.Remarks, [](const Remark &R) { return R.Kind == RemarkKind::Passed; });
  // Who asks for what is missed hears nothing where nothing is.
  if (Result.Nests == 0 || Own.StopAfter || (!Own.RemarkPassed && Parallel == Result.Nests))
    return;
  std::string Message = std::to_string(Parallel) + " of " + std::to_string(Result.Nests) +
                        (Result.Nests == 1 ? " nest" : " nests") + " of the file run" + (Parallel == 1 ? "s" : "") + " in parallel";
  printRemarks(Own, Remark(Own.RemarkPassed ? RemarkKind::Passed : RemarkKind::Missed, "", {File.str(), 0, 0}, Message));
}

namespace {

/// One command in compiler mode.
class CompilerRun {
public:
  CompilerRun(const CommandLine &Command, const Backend &Compiler, const Installation &Files)
      : Command(Command), Compiler(Compiler), Files(Files) {}

  int run();

private:
  int compile();
  void saveRemarks(int Code) const;
  std::string whyLeft(const Argument &Input) const;
  void leave(const Argument &Input, StringRef Why, const char *Code);
  TranslateOptions translateOptions(const Argument &Input);
  void translateInputs();
  bool refusesOtherPragmas();
  bool anyRegions() const;
  llvm::Error writeProofs() const;
  llvm::Error writeExplanation() const;
  void printAllRemarks() const;
  llvm::Error improve();
  llvm::Expected<std::string> compileRegions(RegionCompiler &Regions, TranslatedInput &In);
  llvm::Error improveObjects(RegionCompiler &Regions);
  llvm::Error improveProgram(RegionCompiler &Regions, ScratchFolder &Scratch);
  std::string objectOf(const Argument &Input) const;
  std::string outputName() const;
  void remarkOutput(RemarkKind Kind, const char *Code, const std::string &Message);

  const CommandLine &Command;
  const Backend &Compiler;
  const Installation &Files;
  std::optional<std::vector<std::string>> SpecsFlags; ///< of harmless -specs=
  std::optional<std::map<std::string, std::string>> Macros; ///< the backend's own, as soon as a file asked
  std::vector<TranslatedInput> Inputs; ///< every C input; without a text: it was left
  std::vector<Remark> Remarks;         ///< about the command as a whole
  bool IsJudged = false;               ///< remarks hold, whatever the exit code
  int ExitCode = 0;                    ///< where the backend's is 0
};

} // namespace

/// Why Input is left as it is without a look at it; empty: it is not.
std::string CompilerRun::whyLeft(const Argument &Input) const {
  if (Input.Value == "-")
    return "it comes from the standard input";
  for (const Argument *A : Command.of(ArgumentKind::Left))
    if (!SpecsFlags || !A->isSpecs())
      return "'" + A->Words.front() + "' " + A->Why;
  return "";
}

void CompilerRun::leave(const Argument &Input, StringRef Why, const char *Code) {
  Location Where{Input.Value == "-" ? "<stdin>" : Input.Value, 1, 1};
  Inputs.push_back({&Input, {}});
  Inputs.back().Result.Remarks.push_back({RemarkKind::Missed, Code, Where, ("file not parallelized: " + Why).str()});
}

TranslateOptions CompilerRun::translateOptions(const Argument &Input) {
  TranslateOptions Options;
  Options.File = Input.Value;
  Options.ClangFlags = clangFlags(Command);
  if (SpecsFlags)
    llvm::append_range(Options.ClangFlags, *SpecsFlags);
  Options.RecordedName = [this](StringRef Name) { return prefixMapped(Command, Name, /*ForDebugger=*/false); };
  Options.LineDirectives = true;
  Options.OffersHeaders = true;
  Options.IgnoresDirectives = true;
  Options.PrintDiagnostics = false;
  Options.Tool = &Command.Own;
  Options.IncludeDir = Files.IncludeDir;
  // The same for all inputs, and asked before there is a scratch folder for objects.
  Options.BackendMacros = [this] {
    if (!Macros)
      Macros = backendMacros(Command, Compiler);
    return *Macros;
  };
  return Options;
}

/// Files that Clang cannot parse are left to the backend, which has the last word on what is C.
void CompilerRun::translateInputs() {
  if (llvm::any_of(Command.Arguments, [](const Argument &A) { return A.isSpecs(); }))
    SpecsFlags = flagsOfSpecs(Command, Compiler);
  for (const Argument *Input : Command.of(ArgumentKind::Input)) {
    std::string Why = whyLeft(*Input);
    if (Input->isC() && !Why.empty())
      leave(*Input, Why, "option");
    if (!Input->isC() || !Why.empty() || !fs::is_regular_file(Input->Value))
      continue;
    llvm::Expected<Translation> Result = translate(translateOptions(*Input), llvm::errs());
    if (!Result) {
      leave(*Input, llvm::toString(Result.takeError()), "unparsed");
      continue;
    }
    Inputs.push_back({Input, std::move(*Result)});
  }
}

/// A command that only links leaves the proofs of those that compiled.
llvm::Error CompilerRun::writeProofs() const {
  if (Command.Own.ProofFile.empty() || Inputs.empty())
    return llvm::Error::success();
  std::string Certificates;
  for (const TranslatedInput &In : Inputs)
    Certificates += In.Result.Certificates;
  return writeWhole(Command.Own.ProofFile, Certificates);
}

llvm::Error CompilerRun::writeExplanation() const {
  if (Command.Own.ExplainFile.empty())
    return llvm::Error::success();
  std::vector<ExplainedFile> Explained;
  for (const TranslatedInput &In : Inputs)
    Explained.push_back({In.Input->Value, &In.Result});
  return writeWhole(Command.Own.ExplainFile, explainPage(Explained));
}

bool CompilerRun::anyRegions() const {
  return llvm::any_of(Inputs, [](const TranslatedInput &In) { return !In.Result.Regions.empty(); });
}

int CompilerRun::run() {
  int Code = compile();
  saveRemarks(Code);
  return Code;
}

/// What cannot be written is no reason to fail a build that has worked.
void CompilerRun::saveRemarks(int Code) const {
  bool Hold = Code == 0 || IsJudged;
  llvm::Error Failed = saveSarif(Command, Hold ? Inputs : std::vector<TranslatedInput>(), Remarks, Code);
  Failed = llvm::joinErrors(std::move(Failed), writeProofs());
  if (Code == 0) {
    Failed = llvm::joinErrors(std::move(Failed), writeExplanation());
    Failed = llvm::joinErrors(std::move(Failed), saveRecords(Command, Inputs, /*HasClangs=*/!Compiler.isGcc()));
  }
  llvm::handleAllErrors(std::move(Failed), [](const llvm::ErrorInfoBase &E) {
    llvm::errs() << "tilepipe-cc: warning: " << withCode(E) << "\n";
  });
}

/// Clang's options of records are ours with gcc, which does not know them.
static std::vector<std::string> wordsFor(const Backend &Compiler, const CommandLine &Command) {
  auto IsRecords = [](const Argument &A) {
    StringRef First = A.Words.front();
    return First.starts_with("-foptimization-record-") || First == "-fsave-optimization-record=yaml";
  };
  if (llvm::none_of(Command.Arguments, IsRecords) || !Compiler.isGcc())
    return Command.words();
  CommandLine Known = Command;
  llvm::erase_if(Known.Arguments, IsRecords);
  return Known.words();
}

int CompilerRun::compile() {
  bool HasCInput = llvm::any_of(Command.Arguments, [](auto &A) { return A.isC(); });
  bool NeedsRuntime = takesRuntime(Command) && linksRegions(Command);
  // A program with the runtime has that in the place of this.
  std::vector<std::string> Words = wordsFor(Compiler, Command);
  if (!NeedsRuntime)
    llvm::append_range(Words, onceLinkWords(Command, Files));
  if (!HasCInput && !NeedsRuntime)
    return Compiler.become(Words);
  bool HasOwnPragmas = holdsOwnPragmas(Command);
  if (HasOwnPragmas)
    Words.push_back("-Wno-unknown-pragmas");

  // The backend works while Clang reads; unless its work might have to be forbidden.
  pid_t Child = Command.Own.Require ? -1 : Compiler.start(Words);
  translateInputs();
  if (Command.Own.Require) {
    std::vector<const Translation *> Files;
    for (const TranslatedInput &In : Inputs)
      Files.push_back(&In.Result);
    std::string Unmet = HasCInput ? unmetRequirement(Files) : "";
    if (!Unmet.empty()) {
      printAllRemarks();
      IsJudged = true;
      llvm::errs() << "tilepipe-cc: error: " << Unmet << " [-Werror=tilepipe]\n";
      return 1;
    }
    Child = Compiler.start(Words);
  }
  int Code = Compiler.finish(Child);
  // Where nothing was compiled, nothing was parallelized.
  if (Code != 0)
    return Code;
  for (const TranslatedInput &In : Inputs)
    printPragmaWarnings(In.Result);
  if (HasOwnPragmas && refusesOtherPragmas())
    return 1;
  if (anyRegions() || NeedsRuntime)
    if (llvm::Error E = improve())
      remarkOutput(RemarkKind::Missed, "driver", llvm::toString(std::move(E)));
  printAllRemarks();
  return ExitCode;
}

/// Says what the backend was kept from saying of pragmas that are not ours. True: they are errors, and what was made is
/// gone.
bool CompilerRun::refusesOtherPragmas() {
  llvm::Expected<UnknownPragmas> Others = unknownPragmas(Command, Compiler);
  if (!Others) {
    llvm::consumeError(Others.takeError());
    return false;
  }
  llvm::errs() << Others->Lines;
  if (!Others->AreErrors)
    return false;
  for (const Argument *Input : Command.of(ArgumentKind::Input))
    if (Input->isCSource()) {
      std::string Made = Command.links() ? outputName() : objectOf(*Input);
      if (fs::is_regular_file(Made))
        fs::remove(Made);
    }
  return true;
}

/// The program that the command links.
std::string CompilerRun::outputName() const { return Command.Output.empty() ? "a.out" : Command.Output; }

void CompilerRun::printAllRemarks() const {
  for (const TranslatedInput &In : Inputs)
    printRemarks(Command.Own, In.Input->Value, In.Result);
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
/// has been remarked then. What the backend has to say may be about bodies in place of calls, which belong to no region.
llvm::Expected<std::string> CompilerRun::compileRegions(RegionCompiler &Regions,
                                                        TranslatedInput &In) {
  llvm::Expected<std::string> Object = Regions.compile(In);
  const bool IsRejected = llvm::any_of(In.Result.Remarks, [](const Remark &R) { return R.Code == "backend-rejected"; });
  if (Object && In.Result.HasBodies && IsRejected) {
    TranslateOptions Options = translateOptions(*In.Input);
    Options.KeepsCalls = true;
    llvm::Expected<Translation> Again = translate(Options, llvm::errs());
    if (!Again)
      return Again.takeError();
    In.Result = std::move(*Again);
    Object = Regions.compile(In);
  }
  if (Object && !Object->empty())
    Regions.remarkContraction(In);
  return Object;
}

llvm::Error CompilerRun::improveObjects(RegionCompiler &Regions) {
  for (TranslatedInput &In : Inputs) {
    std::string Target = objectOf(*In.Input);
    if (In.Result.Regions.empty() || !fs::is_regular_file(Target))
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
    if (In.Result.Regions.empty())
      continue;
    llvm::Expected<std::string> Object = compileRegions(Regions, In);
    if (!Object)
      return Object.takeError();
    if (Object->empty())
      continue;
    Objects.push_back({In.Input, *Object});
  }
  std::string Target = outputName();
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
      for (size_t R = 0; R < In.Result.Regions.size(); ++R)
        rejectRegion(In, R, {"no-runtime", In.Result.Regions[R].Where, Why,
                             "the program cannot be linked with the runtime", ""});
    remarkOutput(RemarkKind::Missed, "no-runtime",
                 "cannot be linked with the runtime: '" + Why + "'; its regions run sequentially");
    return llvm::Error::success();
  }
  // Where a program calls MPI, the backend's own link names its library. Behind the runtime's it may count as not needed.
  std::string Other = takesRuntime(Command) ? otherMpi(*Program) : "";
  if (Other.empty() && takesRuntime(Command))
    Other = otherMpi(Target);
  if (!Other.empty()) {
    llvm::errs() << "tilepipe-cc: error: the backend '" << Compiler.name() << "' links " << Other
                 << ", and tilepipe's runtime is made for " << runtimeMpi()
                 << ": one program cannot have both; name a backend of that MPI by --tp-backend= or "
                    "TILEPIPE_BACKEND [other-mpi]\n";
    fs::remove(Target);
    ExitCode = 1;
    return llvm::Error::success();
  }
  if (!takesRuntime(Command))
    remarkOutput(RemarkKind::Analysis, "no-runtime",
                 "made without the runtime: its regions run sequentially unless the program brings it");
  return replaceWhole(*Program, Target);
}

void CompilerRun::remarkOutput(RemarkKind Kind, const char *Code, const std::string &Message) {
  Remarks.push_back({Kind, Code, {outputName(), 1, 1}, Message});
}

int tilepipe::runAsCompiler(const CommandLine &Command, const Installation &Files) {
  llvm::Expected<Backend> Compiler = Backend::find(Command.Own.Backend);
  if (!Compiler) {
    llvm::errs() << "tilepipe-cc: error: " << withCodes(Compiler.takeError()) << "\n";
    return 1;
  }
  // Behind the backend's lines, for build systems read the first ones.
  if (Command.hasWord("--version")) {
    int Code = Compiler->finish(Compiler->start(Command.words()));
    if (Code == 0)
      llvm::outs() << "tilepipe-cc " TILEPIPE_VERSION " (--tp-help: its own options)\n";
    return Code;
  }
  leaveMpiOut(Command, *Compiler);
  // Nothing to translate, or the compiler talks about itself.
  if (Command.has(ArgumentKind::Pass) || !Command.has(ArgumentKind::Input))
    return Compiler->become(wordsFor(*Compiler, Command));
  return CompilerRun(Command, *Compiler, Files).run();
}
