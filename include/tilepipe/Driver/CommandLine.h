// CommandLine.h - what the user asked for
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line as plain values. The tool's own options are parsed and checked.
// The backend's arguments keep the user's order and spelling, each with its words.
#ifndef TILEPIPE_DRIVER_COMMANDLINE_H
#define TILEPIPE_DRIVER_COMMANDLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace tilepipe {

/// Stages that --tp-print-after and --tp-stop-after name, in order.
enum class Stage { Frontend, Analysis, Transform, CodeGen, Verify };

/// Our own options.
struct ToolOptions {
  bool RemarkPassed = false;
  bool RemarkMissed = false;
  bool RemarkAnalysis = false;
  std::optional<std::string> Sarif; ///< a file for all remarks; empty: one beside the output
  bool IsExplicit = false; ///< --tp-style=explicit: MPI calls and OpenMP pragmas in the place of the runtime
  bool Explain = false;
  std::string ExplainFile;  ///< for a page with pictures; empty: none
  std::map<std::string, int64_t> Sizes; ///< of its pictures: values of symbols by name
  bool Require = false;     ///< exit 1 when no nest was parallelized
  bool BackendFp = false;   ///< --tp-fp=backend: do not touch contraction
  bool Reassociates = false; ///< --tp-fp=reassociate: floating-point sums and products may have another order
  std::string Settings;     ///< "schedule=overlap;tile=64,64"
  bool Verify = true;         ///< regions without a proof are left out
  std::string ProofFile;      ///< for the certificates of all regions; empty: none
  unsigned long ProofQuota = 0; ///< isl operations for each obligation; 0: the usual quota
  unsigned Seconds = 0;       ///< CPU time for a nest; 0: the usual
  std::string VerifyEmitted;  ///< a file to be read in the place of the emitted text; empty: none
  std::vector<Stage> PrintAfter;
  std::optional<Stage> StopAfter;
  bool Any = false;         ///< some option that asks for regions was given
  bool PrintsVersion = false, PrintsHelp = false;
  std::optional<std::string> Completes; ///< a word whose continuations are printed
  std::string Wrapper;      ///< "on", "off"; empty: not said
  std::string Backend;      ///< a program and its first arguments; empty: not said

  bool printsAfter(Stage S) const;
  bool stopsAfter(Stage S) const { return StopAfter && *StopAfter == S; }
};

/// What an argument is to the driver; one argument may need two words.
enum class ArgumentKind {
  Input,      ///< a file, or "-"
  Language,   ///< -x
  Output,     ///< -o
  Compile,    ///< -c
  Assemble,   ///< -S
  Pass,       ///< makes the whole command the backend's: -E, --version, ...
  Side,       ///< files beside the output: -MD, -save-temps, ...
  Frontend,   ///< Clang must know it too: -I, -D, -std=, ...
  Link,       ///< -l, -L, -Wl, ...
  Left,       ///< files compiled under it are left as they are: --coverage, -specs=, ...
  Other
};

/// One argument of the backend: the words as the user wrote them.
struct Argument {
  ArgumentKind Kind = ArgumentKind::Other;
  std::vector<std::string> Words;
  std::string Value;    ///< of -o, -x, -l, -L and inputs
  std::string Language; ///< Input: the -x in force, empty when by file name
  std::string Why;      ///< Left: the reason, "counts what the user's own text does"
  bool isC() const;     ///< a C file, or C from the standard input
  bool isCSource() const;
  bool isSpecs() const { return llvm::StringRef(Words.front()).trim('-').starts_with("specs="); }
  bool is(llvm::StringRef Word) const { return Words.front() == Word; }
};

struct CommandLine {
  ToolOptions Own;
  std::vector<Argument> Arguments; ///< the backend's, ours left out
  std::string Output;              ///< of the last -o, empty without
  std::vector<std::string> ResponseFiles; ///< @file, those on the command line itself

  /// Words of all arguments, in order.
  std::vector<std::string> words() const;
  /// The arguments of one kind.
  std::vector<const Argument *> of(ArgumentKind Kind) const;
  bool has(ArgumentKind Kind) const { return !of(Kind).empty(); }
  bool hasWord(llvm::StringRef Word) const;
  /// Flags for Clang: the words of the Frontend arguments.
  std::vector<std::string> frontendFlags() const;
  /// One C file to be rewritten into another one, without the backend.
  bool isSourceToSource() const;
  /// Objects become a program or a library.
  bool links() const;
};

/// Flags say how `a * b + c` is computed.
bool choosesContraction(llvm::ArrayRef<std::string> Flags);

/// Our own options, one a line with what they mean.
void printOwnOptions(llvm::raw_ostream &OS);

/// Our options and their values that begin with Word, a line for each. A tab and its help follow an
/// option.
void printCompletions(llvm::raw_ostream &OS, llvm::StringRef Word);

/// Parses the words after the program's name; response files are expanded.
/// Fails on a value of one of our options that is not understood: the error's
/// text is one line without "error:".
llvm::Expected<CommandLine> parseCommandLine(llvm::ArrayRef<const char *> Words);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_COMMANDLINE_H
