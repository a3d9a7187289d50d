// Frontend.h - C source to loop nests
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_FRONTEND_FRONTEND_H
#define TILEPIPE_FRONTEND_FRONTEND_H

#include "tilepipe/IR/LoopNest.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <optional>
#include <set>

namespace tilepipe {

/// Where the backend and Clang differ: predefined macros, and known numbers.
struct CompilerDifferences {
  std::set<std::string> ByValue, ByExistence; ///< the latter part of the former
  /// `a * b + c` of known numbers is computed with one rounding, of others with two.
  bool FusesConstants = false;
  bool any() const { return FusesConstants || !ByValue.empty(); }
};

/// One translation unit to read.
struct FrontendOptions {
  std::string File;                    ///< path as the user gave it
  std::optional<std::string> Text;     ///< of the file, where it is not what is stored there
  std::vector<Location> ChangedLoops;  ///< hold text that the file has elsewhere; of the loops inside only those among these are offered
  std::vector<std::string> ClangFlags; ///< -I, -D, -U, -std=, -include, -m..., in order
  std::string ResourceDir;             ///< of Clang; empty: the one of the installed clang
  bool PrintDiagnostics = true;        ///< false: errors only fail, the backend will print them
  bool OffersHeaders = false;          ///< nests of the user's headers too, not only refusals
  /// The backend compiles the file as ClangFlags say: directives of OpenMP and OpenACC that neither knows are text
  /// without a meaning.
  bool IgnoresDirectives = false;
  bool Reassociates = false;           ///< sums and products of floating-point numbers may have another order
  CompilerDifferences Differences;     ///< text that hangs on these is left alone
};

/// The file whose bytes a nest's offsets refer to.
struct SourceFile {
  std::string Name; ///< of a header: as Clang found it, "./inc/sweep.h"
  llvm::StringRef Text;
  bool IsHeader = false;
  std::set<std::string> OwnNames; ///< reserved ones (isReserved) of macros and at file scope
};

/// A `#pragma tilepipe parallel`.
struct ParallelMark {
  Location Where;     ///< of the loop behind it, or of itself where there is none
  bool IsMet = false; ///< that loop is an accepted nest
};

/// A pragma that was meant for us and is not understood.
struct PragmaWarning {
  Location Where;
  std::string Message;
};

/// A loop that became no nest, with the reason: its own text's, or the one of Accept.
struct RefusedLoop {
  Location Where;
  std::string Function;
  Refusal Why;
};

struct FrontendResult {
  std::vector<PragmaWarning> PragmaWarnings; ///< of the main file and the user's headers
  std::string Text; ///< the main file's bytes as they were parsed
  std::vector<ParallelMark> Marks;
  /// Accepted nests, and outermost loops of the file that hold further loops and no accepted nest.
  unsigned Nests = 0;
  bool CallsNests = false; ///< a loop that is no region holds calls of functions with loops
  std::vector<RefusedLoop> Refused; ///< those that were read, and have a place of their own: not of macros
  /// Predefined macros that the user's files asked for, with what Clang has for them; nothing: it has none.
  std::map<std::string, std::optional<std::string>> AskedMacros;
};

/// Decides about a nest that the front end understood. Success: the nest is
/// accepted and its inner loops are left alone. A RefusalError: the refusal is
/// reported and the loops inside are tried next. Other errors end the run.
using NestConsumer = llvm::function_ref<llvm::Error(LoopNest, const SourceFile &)>;
/// What is known of a loop before it is read, which takes longer than all else where its body is long. Success: it is an
/// accepted nest of that name; a RefusalError: it is none; nothing: it has to be read.
using NestMemory = llvm::function_ref<std::optional<llvm::Error>(const Location &Where, llvm::StringRef Function,
                                                                 llvm::StringRef Name, const SourceFile &)>;
/// Called for each refusal, with the location of the nest it is about and the name of its function (empty: none).
using RefusalConsumer = llvm::function_ref<void(const Location &Nest, llvm::StringRef Function, const Refusal &)>;

/// Parses Options.File with Clang and offers each outermost perfect nest of its
/// functions to Accept, in source order. After a refusal, of its own or by Accept,
/// it goes on with the nests inside. Every `for` loop of the main file and of the
/// user's headers gets exactly one outcome: it is part of an accepted nest or of a
/// reported refusal.
/// Fails (with Clang's diagnostics printed to stderr, unless switched off) when the file has errors.
llvm::Expected<FrontendResult> readNests(const IslContext &Ctx, const FrontendOptions &Options,
                                         NestMemory Remember, NestConsumer Accept, RefusalConsumer Refuse);

} // namespace tilepipe

#endif // TILEPIPE_FRONTEND_FRONTEND_H
