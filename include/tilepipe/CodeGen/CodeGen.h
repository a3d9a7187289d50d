// CodeGen.h - pipelines to C text
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_CODEGEN_CODEGEN_H
#define TILEPIPE_CODEGEN_CODEGEN_H

#include "tilepipe/Transform/Pipeline.h"
#include "llvm/ADT/StringRef.h"

namespace tilepipe {

/// Text to insert at a byte offset of the user's file; nothing is ever removed.
struct Insertion {
  unsigned Offset;
  std::string Text;
};

struct CodeGenOptions {
  std::string File;         ///< as the user named it, for line directives
  std::string RecordedFile; ///< as statistics name it
  std::string Settings;   ///< defaults compiled in: "schedule=overlap;tile=64,64"
  /// Mark inserted blocks as generated with line directives, so that the user's
  /// lines keep their numbers (compiler mode). Off: plain insertion only.
  bool LineDirectives = false;
  /// Off: tile functions take all values from memory, as the user's text does.
  bool HoldsValues = true;
};

/// The two insertions of one nest: definitions before its function, and the call
/// in front of it (docs/Internals.md, "What is emitted").
/// FileText: the bytes the nest's offsets refer to. Pipe loses what ranks exchange
/// where loops over it are too complex to generate.
llvm::Expected<std::vector<Insertion>> emitRegion(const IslContext &Ctx, const LoopNest &Nest,
                                                  const Dependences &Deps, Pipeline &Pipe,
                                                  llvm::StringRef FileText,
                                                  const CodeGenOptions &Options);

/// FileText with all insertions applied, in offset order (stable for equal offsets).
std::string applyInsertions(llvm::StringRef FileText, std::vector<Insertion> Insertions);

} // namespace tilepipe

#endif // TILEPIPE_CODEGEN_CODEGEN_H
