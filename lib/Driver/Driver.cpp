//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tilepipe/Driver/Driver.h"

#include "BackendMacros.h"
#include "Compile.h"
#include "OutputFile.h"
#include "OverwrittenInput.h"

#include "tilepipe/Support/Isl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilepipe;

static int fail(const llvm::Twine &Message) {
  llvm::errs() << "tilepipe-cc: error: " << Message << "\n";
  return 1;
}

/// TILEPIPE_WRAPPER=off: the backend with exactly our words, for configure scripts.
static int beTheBackend(llvm::ArrayRef<const char *> Words) {
  llvm::Expected<Backend> Compiler = Backend::find();
  if (!Compiler)
    return fail(llvm::toString(Compiler.takeError()));
  return Compiler->become(std::vector<std::string>(Words.begin(), Words.end()));
}

static int runSourceToSource(const CommandLine &Command, const Installation &Files) {
  TranslateOptions Options;
  Options.File = Command.of(ArgumentKind::Input).front()->Value;
  Options.ClangFlags = clangFlags(Command);
  Options.Tool = &Command.Own;
  Options.IncludeDir = Files.IncludeDir;
  Options.BackendMacros = [&]() -> std::map<std::string, std::string> {
    if (llvm::Expected<Backend> Compiler = Backend::find())
      return backendMacros(Command, *Compiler);
    else
      llvm::consumeError(Compiler.takeError());
    return {};
  };
  llvm::raw_ostream &Pages = Command.Output == "-" ? llvm::errs() : llvm::outs();
  llvm::Expected<Translation> Result = translate(Options, Pages);
  Pages.flush();
  if (!Result)
    return fail(llvm::toString(Result.takeError()));
  printRemarks(Command.Own, Result->Remarks);
  if (!Command.Own.ProofFile.empty())
    if (llvm::Error E = writeWhole(Command.Own.ProofFile, Result->Certificates))
      return fail(llvm::toString(std::move(E)));
  if (Command.Own.StopAfter)
    return 0;
  std::string Unmet = Command.Own.Require ? unmetRequirement({&*Result}) : "";
  if (!Unmet.empty())
    return fail(Unmet + " [-Werror=tilepipe]");
  if (llvm::Error E = writeWhole(Command.Output, Result->Text))
    return fail(llvm::toString(std::move(E)));
  return 0;
}

int tilepipe::runDriver(llvm::ArrayRef<const char *> Argv) {
  llvm::ArrayRef<const char *> Words = Argv.drop_front();
  const char *Wrapper = getenv("TILEPIPE_WRAPPER");
  if (Wrapper && llvm::StringRef(Wrapper) == "off")
    return beTheBackend(Words);

  // The isl inside libLLVM would silently give other answers.
  if (!isExpectedIsl())
    return fail("linked with an unexpected isl: " + llvm::StringRef(islVersion()).trim());
  llvm::Expected<CommandLine> Command = parseCommandLine(Words);
  if (!Command)
    return fail(llvm::toString(Command.takeError()));
  std::string Input = overwrittenInput(*Command);
  if (!Input.empty()) {
    llvm::errs() << "tilepipe-cc: fatal error: input file '" << Input << "' is the same as output file\n";
    return 1;
  }
  if (Command->isSourceToSource())
    return runSourceToSource(*Command, Installation::find(Argv.front()));
  return runAsCompiler(*Command, Installation::find(Argv.front()));
}
