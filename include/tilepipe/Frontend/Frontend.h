//===- Frontend.h - C source to loop nests ----------------------*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_FRONTEND_FRONTEND_H
#define TILEPIPE_FRONTEND_FRONTEND_H

#include "tilepipe/IR/LoopNest.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tilepipe {

/// One translation unit to read.
struct FrontendOptions {
  std::string File;                    ///< path as the user gave it
  std::vector<std::string> ClangFlags; ///< -I, -D, -U, -std=, -include, -m..., in order
  std::string ResourceDir;             ///< of Clang; empty: the one of the installed clang
  bool PrintDiagnostics = true;        ///< false: errors only fail, the backend will print them
  bool OffersHeaders = false;          ///< nests of the user's headers too, not only refusals
};

/// The file whose bytes a nest's offsets refer to.
struct SourceFile {
  std::string Name; ///< of a header: as Clang found it, "./inc/sweep.h"
  llvm::StringRef Text;
  bool IsHeader = false;
};

/// A `#pragma tilepipe parallel`.
struct ParallelMark {
  Location Where;     ///< of the loop behind it, or of itself where there is none
  bool IsMet = false; ///< that loop is an accepted nest
};

struct FrontendResult {
  std::string Text; ///< the main file's bytes as they were parsed
  std::vector<ParallelMark> Marks;
};

/// Decides about a nest that the front end understood. Success: the nest is
/// accepted and its inner loops are left alone. A RefusalError: the refusal is
/// reported and the loops inside are tried next. Other errors end the run.
using NestConsumer = llvm::function_ref<llvm::Error(LoopNest, const SourceFile &)>;
/// Told each refusal, with the location of the nest it is about.
using RefusalConsumer = llvm::function_ref<void(const Location &Nest, const Refusal &)>;

/// Parses Options.File with Clang and offers each outermost perfect nest of its
/// functions to Accept, in source order; after a refusal, of its own or by Accept,
/// it goes on with the nests inside. Every `for` loop of the main file and of headers
/// that are not the system's gets exactly one outcome: it is part of an accepted nest
/// or of a reported refusal.
/// Fails (with Clang's diagnostics printed to stderr, unless switched off) when the file has errors.
llvm::Expected<FrontendResult> readNests(const IslContext &Ctx, const FrontendOptions &Options,
                                         NestConsumer Accept, RefusalConsumer Refuse);

} // namespace tilepipe

#endif // TILEPIPE_FRONTEND_FRONTEND_H
