// Backend.h - the C compiler behind us
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_DRIVER_BACKEND_H
#define TILEPIPE_DRIVER_BACKEND_H

#include "tilepipe/Driver/CommandLine.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tilepipe {

/// What a run of the backend said, for runs that must stay unseen.
struct BackendResult {
  int ExitCode = 0;
  std::string Errors; ///< its standard error
};

/// The compiler of --tp-backend= or else TILEPIPE_BACKEND (a program, then arguments that come
/// first), by default the compiler of the runtime's MPI. Never started through a shell.
class Backend {
public:
  /// Option: the value of --tp-backend=, empty without. Fails when the program is not found.
  static llvm::Expected<Backend> find(llvm::StringRef Option);

  /// Becomes the backend; returns only (an exit code) when that is impossible.
  int become(llvm::ArrayRef<std::string> Words) const;
  /// Starts it with our own input and output.
  pid_t start(llvm::ArrayRef<std::string> Words) const;
  /// Waits for what start() began; yields its exit code, 128 + n for death by
  /// signal n.
  int finish(pid_t Child) const;
  /// Runs it without input and output and catches what it says.
  llvm::Expected<BackendResult> runUnseen(llvm::ArrayRef<std::string> Words) const;
  /// What its --version says.
  std::string version() const;
  /// The program as the user names it.
  const std::string &name() const { return First.front(); }
  /// True for gcc, whose contraction of a * b + c depends on the loop around it.
  bool isGcc() const;

private:
  llvm::Expected<BackendResult> run(llvm::ArrayRef<std::string> Words, int Stream) const;

  std::string Program;
  std::vector<std::string> First; ///< argv[0] and the arguments that come first
};

/// Everything that decides what Clang reads: the flags that the backend gets from its
/// environment, those of Command, and the folders of mpi.h.
std::vector<std::string> clangFlags(const CommandLine &Command);

/// What the -specs= of Command add that Clang must know too; nothing when they may change more than
/// that.
std::optional<std::vector<std::string>> flagsOfSpecs(const CommandLine &Command,
                                                     const Backend &Compiler);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_BACKEND_H
