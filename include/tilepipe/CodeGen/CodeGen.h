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
  /// Off: tile functions run points in the program's order, whole rows, and take all values from memory.
  bool HoldsValues = true;
  /// Off: no points lie side by side in cells.
  bool HasLanes = true;
};

/// The two insertions of one nest: definitions before its function, and the call
/// in front of it (docs/Internals.md, "What is emitted").
/// FileText: the bytes the nest's offsets refer to. Pipe loses what ranks exchange
/// where loops over it are too complex to generate.
llvm::Expected<std::vector<Insertion>> emitRegion(const IslContext &Ctx, const LoopNest &Nest,
                                                  const Dependences &Deps, Pipeline &Pipe,
                                                  llvm::StringRef FileText,
                                                  const CodeGenOptions &Options);

/// Another order of Nest's points would gain, as far as its loops and accesses tell: dependences may forbid it.
bool mayGainByOrder(const LoopNest &Nest);

/// The nest's tiles run points in another order than the program, or may do so (docs/Internals.md, "Which loop runs innermost?").
bool gainsByOrder(const IslContext &Ctx, const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe,
                  llvm::StringRef FileText, const CodeGenOptions &Options);

/// How a region without the runtime is dealt out, fixed in its text; 0 and empty: chosen.
struct ExplicitShape {
  std::vector<int64_t> Tile; ///< extents; the first one of a dimension that ranks do not share counts
  std::vector<int64_t> Mesh; ///< ranks by dimension: the first dimension with more than one is shared, by so many at most
  bool Overlaps = true;      ///< faces travel while tiles run (P1, section 4); else in front of and behind them
};

/// The insertions of one nest in MPI calls and OpenMP pragmas, which need no runtime (docs/Explicit.md). They stand between
/// explicitBegin and explicitEnd of the file. Refuses ("explicit-style") what is no chain of ranks.
llvm::Expected<std::vector<Insertion>> emitExplicitRegion(const IslContext &Ctx, const LoopNest &Nest, const Dependences &Deps,
                                                          const Pipeline &Pipe, llvm::StringRef FileText,
                                                          const CodeGenOptions &Options, const ExplicitShape &Shape);
/// What regions of these names share: in front of the first one, and at the end of the file. Dimensions: the most.
std::string explicitBegin(llvm::ArrayRef<std::string> Names, unsigned Dimensions, llvm::StringRef Text);
/// EndsThreads: the main thread may end before others do.
std::string explicitEnd(llvm::ArrayRef<std::string> Names, bool EndsThreads);

/// FileText with all insertions applied, in offset order (stable for equal offsets).
std::string applyInsertions(llvm::StringRef FileText, std::vector<Insertion> Insertions);

} // namespace tilepipe

#endif // TILEPIPE_CODEGEN_CODEGEN_H
