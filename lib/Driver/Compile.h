//===- Compile.h - as a C compiler around the backend -----------*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The backend's own result is always made first, by exactly the user's command:
// its diagnostics, exit code and side files are therefore the real ones. What was
// parallelized then replaces objects and programs where that worked without a
// word from the backend; whatever fails leaves the backend's result.
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_DRIVER_COMPILE_H
#define TILEPIPE_DRIVER_COMPILE_H

#include "Backend.h"
#include "Installation.h"
#include "OutputFile.h"
#include "tilepipe/Driver/Translate.h"

#include <optional>

namespace tilepipe {

/// A C input with regions.
struct TranslatedInput {
  const Argument *Input;
  Translation Result;
};

/// Compiles one translated input beside the user's object.
class RegionCompiler {
public:
  RegionCompiler(const CommandLine &Command, const Backend &Compiler, const Installation &Files,
                 ScratchFolder &Scratch);

  /// Object (with -S: assembler text) of the transformed file in the scratch
  /// folder; empty when the backend rejects it or warns anew, with the reason.
  llvm::Expected<std::string> compile(const TranslatedInput &In, std::string &Rejection);
  /// Remarks about contraction for a file that was accepted.
  void remarkContraction(TranslatedInput &In) const;

private:
  std::vector<std::string> words(llvm::StringRef Source, llvm::StringRef Object) const;
  bool choosesContraction() const;
  std::vector<std::string> toleratedMarkers() const;

  const CommandLine &Command;
  const Backend &Compiler;
  const Installation &Files;
  ScratchFolder &Scratch;
  bool ForbidsContraction; ///< we add -ffp-contract=off
};

/// The line of a compiler's output that says what is wrong.
std::string complaintIn(llvm::StringRef Errors);

/// True when a file or library that Command links contains regions.
bool linksRegions(const CommandLine &Command);

/// True when the linked output is a program that may hold the runtime.
bool takesRuntime(const CommandLine &Command);

/// Links the program again with the runtime and with Objects in place of the
/// inputs they stand for, into the scratch file Output.
llvm::Expected<BackendResult>
linkProgram(const CommandLine &Command, const Backend &Compiler, const Installation &Files,
            llvm::ArrayRef<std::pair<const Argument *, std::string>> Objects,
            llvm::StringRef Output);

/// Behaves as the backend for Command; yields the exit code.
int runAsCompiler(const CommandLine &Command, const Installation &Files);

/// Prints the remarks that were asked for.
void printRemarks(const ToolOptions &Own, llvm::ArrayRef<Remark> Remarks);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_COMPILE_H
