// Compile.h - as a C compiler around the backend
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The backend's own result is always made first, by exactly the user's command:
// its diagnostics, exit code and side files are therefore the real ones. What was
// parallelized then replaces objects and programs where that worked without a
// word from the backend; whatever fails leaves the backend's result.
#ifndef TILEPIPE_DRIVER_COMPILE_H
#define TILEPIPE_DRIVER_COMPILE_H

#include "compile/Backend.h"
#include "translate/Bisection.h"
#include "compile/HeaderText.h"
#include "compile/Installation.h"
#include "compile/ScratchFolder.h"
#include "tilepipe/Driver/Translate.h"
#include "tilepipe/Support/OutputFile.h"

#include <optional>

namespace tilepipe {

/// A C input, and what became of it.
struct TranslatedInput {
  const Argument *Input;
  Translation Result;
};

/// Compiles translated inputs beside the user's objects.
class RegionCompiler {
public:
  RegionCompiler(const CommandLine &Command, const Backend &Compiler, const Installation &Files,
                 ScratchFolder &Scratch);

  /// Object (with -S: assembler text) in the scratch folder of the file with all regions that the
  /// backend takes without a new word; empty when it takes none. Regions that it does not take
  /// become missed in In's remarks.
  llvm::Expected<std::string> compile(TranslatedInput &In);
  /// Remarks about contraction for a file that was accepted.
  void remarkContraction(TranslatedInput &In) const;

private:
  /// A try with some of a file's regions.
  struct Attempt {
    std::string Object;    ///< empty: rejected
    std::string Complaint; ///< the reason then
    std::string Errors;    ///< all that the backend said
  };

  llvm::Expected<Attempt> attempt(const TranslatedInput &In, const Selection &Regions);
  llvm::Expected<std::string> search(TranslatedInput &In, const Attempt &All);
  llvm::Expected<std::string> newWords(const TranslatedInput &In, llvm::StringRef Errors);
  llvm::Expected<BackendResult> build(const TranslatedInput &In, const UnitInsertions &Unit,
                                      std::string &Object);
  llvm::Expected<std::string> textWith(const TranslatedInput &In,
                                       const UnitInsertions &Unit) const;
  llvm::Expected<std::vector<std::string>> textWords(const TranslatedInput &In,
                                                     const UnitInsertions &Unit,
                                                     llvm::StringRef Source);
  std::vector<std::string> words(llvm::StringRef Action, llvm::StringRef Source,
                                 llvm::StringRef Output) const;

  // RegionHeaders.cpp
  /// Expanded of a unit with regions in headers; without it they become missed.
  llvm::Error prepareHeaders(TranslatedInput &In);
  llvm::Expected<std::string> expand(const TranslatedInput &In);
  llvm::Expected<std::string> preprocess(std::vector<std::string> Options, llvm::StringRef Source,
                                         std::string &Output);
  llvm::Expected<std::string> overlayFile(const TranslatedInput &In, const UnitInsertions &Unit);

  const CommandLine &Command;
  const Backend &Compiler;
  const Installation &Files;
  ScratchFolder &Scratch;
  std::string Expanded;    ///< text of the file at hand behind the inclusion of files
  bool IsGcc;
  bool ForbidsContraction; ///< we add -ffp-contract=off
  bool AlignsLoops;        ///< we add -falign-loops=32
};

/// Makes region number Region of In missed, for the reason Complaint.
void rejectRegion(TranslatedInput &In, size_t Region, const Refusal &Why);

/// The line of a compiler's output that says what is wrong.
std::string complaintIn(llvm::StringRef Errors);

/// Gives To the time of From, which __TIMESTAMP__ tells. Best effort.
void keepTime(llvm::StringRef From, const std::string &To);

/// True when a file or library that Command links contains regions.
bool linksRegions(const CommandLine &Command);

/// True when the linked output is a program or a shared library that may hold the runtime.
bool takesRuntime(const CommandLine &Command);

/// Keeps mpicc from naming MPI's library in a link that cannot hold it, or that asks for no library. A build
/// made for a plain compiler has such links. For this process and those it starts.
void leaveMpiOut(const CommandLine &Command, const Backend &Compiler);

/// Words behind Command's that make a program without regions run once under mpirun
/// (runtime/once); empty where Command links no such program.
std::vector<std::string> onceLinkWords(const CommandLine &Command, const Installation &Files);

/// Name of an MPI library that Program is linked with and that is not the runtime's; empty: none.
std::string otherMpi(llvm::StringRef Program);
/// Name of the runtime's MPI library.
std::string runtimeMpi();

/// Files that Command compiles, or what they include by names in quotes, may hold `#pragma tilepipe`.
bool holdsOwnPragmas(const CommandLine &Command);

/// What the backend says of the unknown pragmas in Command's C inputs that are not tilepipe's.
struct UnknownPragmas {
  std::string Lines;
  bool AreErrors = false;
};
llvm::Expected<UnknownPragmas> unknownPragmas(const CommandLine &Command, const Backend &Compiler);

/// Prints the warnings of pragmas that were meant for us; nobody has to ask for them.
void printPragmaWarnings(const Translation &Result);

/// Name as it stands in an object under the -f*-prefix-map options of Command. ForDebugger: in debug
/// information; else in what the program itself can see, for which all kinds of them count.
std::string prefixMapped(const CommandLine &Command, llvm::StringRef Name, bool ForDebugger);

/// Links the program again with the runtime and with Objects in place of the
/// inputs they stand for, into the scratch file Output.
llvm::Expected<BackendResult>
linkProgram(const CommandLine &Command, const Backend &Compiler, const Installation &Files,
            llvm::ArrayRef<std::pair<const Argument *, std::string>> Objects,
            llvm::StringRef Output);

/// Writes the remarks of Inputs where -fsave-optimization-record puts such; HasClangs: behind those that clang has
/// just written.
llvm::Error saveRecords(const CommandLine &Command, llvm::ArrayRef<TranslatedInput> Inputs, bool HasClangs);
/// Writes what --tp-sarif asks for. AboutCommand: remarks about no source file. A command that failed has no result
/// but those of --tp-require.
llvm::Error saveSarif(const CommandLine &Command, llvm::ArrayRef<TranslatedInput> Inputs,
                      llvm::ArrayRef<Remark> AboutCommand, int ExitCode);

/// Behaves as the backend for Command; yields the exit code.
int runAsCompiler(const CommandLine &Command, const Installation &Files);

/// Prints the remarks that were asked for.
void printRemarks(const ToolOptions &Own, llvm::ArrayRef<Remark> Remarks);
/// Those of a file, and behind them how many of its nests run in parallel.
void printRemarks(const ToolOptions &Own, llvm::StringRef File, const Translation &Result);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_COMPILE_H
