// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Driver/Driver.h"

#include "compile/BackendMacros.h"
#include "compile/Compile.h"
#include "Config.h"
#include "explain/ExplainPage.h"
#include "OverwrittenInput.h"

#include "tilepipe/Support/Isl.h"
#include "tilepipe/Support/Message.h"
#include "tilepipe/Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilepipe;

static int fail(const llvm::Twine &Message) {
  llvm::errs() << "tilepipe-cc: error: " << Message << "\n";
  return 1;
}

/// The backend of --tp-backend=Option with exactly Words.
static int beTheBackend(llvm::StringRef Option, llvm::ArrayRef<std::string> Words) {
  llvm::Expected<Backend> Compiler = Backend::find(Option);
  if (!Compiler)
    return fail(withCodes(Compiler.takeError()));
  return Compiler->become(Words);
}

/// TILEPIPE_WRAPPER=off, for configure scripts: no word is looked at but the backend's name.
static int beTheBackendOf(llvm::ArrayRef<const char *> Words) {
  std::string Option;
  std::vector<std::string> Rest;
  for (llvm::StringRef Word : Words)
    if (Word.consume_front("--tp-backend="))
      Option = Word.str();
    else
      Rest.push_back(Word.str());
  return beTheBackend(Option, Rest);
}

static bool isSwitchedOff(llvm::ArrayRef<const char *> Words) {
  const char *Variable = getenv("TILEPIPE_WRAPPER");
  return Variable && llvm::StringRef(Variable) == "off" && llvm::none_of(Words, [](llvm::StringRef Word) {
           return Word.starts_with("--tp-wrapper=");
         });
}

/// Everything that an object depends on besides the command and the files it names: caches of objects
/// compare this text (ccache: compiler_check).
static int printVersion(const CommandLine &Command, const Installation &Files, const char *Argv0) {
  static int Anchor;
  llvm::SmallVector<std::string, 2> Parts = {llvm::sys::fs::getMainExecutable(Argv0, &Anchor),
                                             Files.IncludeDir + "/tilepipe/runtime.h"};
  uint64_t Sum = 0;
  for (const std::string &Part : Parts)
    if (auto Content = llvm::MemoryBuffer::getFile(Part, /*IsText=*/false, /*RequiresNullTerminator=*/false))
      Sum = Sum * 31 + llvm::xxh3_64bits((*Content)->getBuffer());
  llvm::outs() << "tilepipe-cc " TILEPIPE_VERSION << "\nchecksum " << llvm::format_hex_no_prefix(Sum, 16) << "\n";
  if (llvm::Expected<Backend> Compiler = Backend::find(Command.Own.Backend))
    llvm::outs() << "backend " << Compiler->name() << ": " << llvm::StringRef(Compiler->version()).split('\n').first
                 << "\n";
  else
    return fail(withCodes(Compiler.takeError()));
  return 0;
}

static int runSourceToSource(const CommandLine &Command, const Installation &Files) {
  TranslateOptions Options;
  Options.File = Command.of(ArgumentKind::Input).front()->Value;
  Options.ClangFlags = clangFlags(Command);
  Options.Tool = &Command.Own;
  Options.IncludeDir = Files.IncludeDir;
  Options.BackendMacros = [&]() -> std::map<std::string, std::string> {
    if (llvm::Expected<Backend> Compiler = Backend::find(Command.Own.Backend))
      return backendMacros(Command, *Compiler);
    else
      llvm::consumeError(Compiler.takeError());
    return {};
  };
  llvm::raw_ostream &Pages = Command.Output == "-" ? llvm::errs() : llvm::outs();
  llvm::Expected<Translation> Result = translate(Options, Pages);
  Pages.flush();
  if (!Result)
    return fail(withCodes(llvm::joinErrors(Result.takeError(), saveSarif(Command, {}, {}, 1))));
  printPragmaWarnings(*Result);
  printRemarks(Command.Own, Options.File, *Result);
  std::string Unmet = Command.Own.Require && !Command.Own.StopAfter ? unmetRequirement({&*Result}) : "";
  const TranslatedInput In{Command.of(ArgumentKind::Input).front(), *Result};
  if (llvm::Error E = llvm::joinErrors(saveSarif(Command, In, {}, Unmet.empty() ? 0 : 1),
                                       saveRecords(Command, In, /*HasClangs=*/false)))
    return fail(withCodes(std::move(E)));
  if (!Command.Own.ProofFile.empty())
    if (llvm::Error E = writeWhole(Command.Own.ProofFile, Result->Certificates))
      return fail(withCodes(std::move(E)));
  if (!Command.Own.ExplainFile.empty())
    if (llvm::Error E = writeWhole(Command.Own.ExplainFile, explainPage({{Options.File, &*Result}})))
      return fail(withCodes(std::move(E)));
  if (Command.Own.StopAfter)
    return 0;
  if (!Unmet.empty())
    return fail(Unmet + " [-Werror=tilepipe]");
  if (llvm::Error E = writeWhole(Command.Output, Result->Text))
    return fail(withCodes(std::move(E)));
  // Without a region it has no start of MPI.
  if (Command.Own.IsExplicit && Result->Regions.empty())
    llvm::errs() << "tilepipe-cc: warning: the explicit style has no text for any loop of '" << Options.File
                 << "', and mpirun would run the program once per rank: start it without [no-text]\n";
  return 0;
}

int tilepipe::runDriver(llvm::ArrayRef<const char *> Argv) {
  llvm::ArrayRef<const char *> Words = Argv.drop_front();
  if (isSwitchedOff(Words))
    return beTheBackendOf(Words);

  // The isl inside libLLVM would silently give other answers.
  if (!isExpectedIsl())
    return fail("linked with an unexpected isl: " + llvm::StringRef(islVersion()).trim() + " [isl]");
  llvm::Expected<CommandLine> Command = parseCommandLine(Words);
  if (!Command)
    return fail(withCodes(Command.takeError()));
  if (Command->Own.Wrapper == "off")
    return beTheBackend(Command->Own.Backend, Command->words());
  const Installation Files = Installation::find(Argv.front());
  if (Command->Own.PrintsHelp) {
    printOwnOptions(llvm::outs());
    return 0;
  }
  if (Command->Own.Completes) {
    printCompletions(llvm::outs(), *Command->Own.Completes);
    return 0;
  }
  if (Command->Own.PrintsVersion)
    return printVersion(*Command, Files, Argv.front());
  std::string Input = overwrittenInput(*Command);
  if (!Input.empty()) {
    llvm::errs() << "tilepipe-cc: fatal error: input file '" << Input << "' is the same as output file [overwritten-input]\n";
    return 1;
  }
  bool IsSourceToSource = Command->isSourceToSource();
  for (const std::string &Option : dropSharedOutputs(*Command)) {
    llvm::errs() << "tilepipe-cc: " << (IsSourceToSource ? "error" : "warning") << ": '" << Option
                 << "' names a file that the command writes already [option]\n";
    if (IsSourceToSource)
      return 1;
  }
  if (IsSourceToSource)
    return runSourceToSource(*Command, Files);
  return runAsCompiler(*Command, Files);
}
