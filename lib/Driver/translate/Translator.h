// Translator.h - the stages for one text of a file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_DRIVER_TRANSLATOR_H
#define TILEPIPE_LIB_DRIVER_TRANSLATOR_H

#include "translate/CompilerDifferences.h"
#include "translate/TimeLimit.h"
#include "translate/Verification.h"
#include "tilepipe/Analysis/Dependences.h"
#include "tilepipe/CodeGen/CodeGen.h"
#include "tilepipe/Driver/Translate.h"
#include "tilepipe/Frontend/Frontend.h"
#include "tilepipe/Frontend/InlineNests.h"
#include "tilepipe/Transform/Pipeline.h"

namespace tilepipe {

/// Reads a file's text, which may differ from the file, once; collects what the nests add to it.
class Translator {
public:
  Translator(const TranslateOptions &Options, llvm::StringRef FileText, const InlinedFile &Inlined, const KnownNests &Known,
             unsigned Seconds, const CompilerDifferences &Differences, llvm::raw_ostream &Pages)
      : Options(Options), Tool(*Options.Tool), FileText(FileText), Inlined(Inlined), Known(Known), Differences(Differences),
        Pages(Pages), Limit(Ctx, Seconds) {}

  llvm::Expected<Translation> run();

  // By run(), beside what it answers.
  std::vector<RefusedNest> NotProved, Refused; ///< by the proof, by earlier stages
  std::vector<RefusedLoop> RefusedLoops;       ///< see FrontendResult
  bool CallsNests = false;                     ///< see FrontendResult
  std::map<std::string, std::optional<std::string>> AskedMacros; ///< see FrontendResult

private:
  bool wantsProofs() const {
    return Tool.Verify && (!Tool.StopAfter || Tool.stopsAfter(Stage::Verify));
  }
  std::optional<llvm::Error> remember(const Location &Where, llvm::StringRef Function, llvm::StringRef Name, const SourceFile &File);
  llvm::Error accept(LoopNest Nest, const SourceFile &File);
  llvm::Error acceptOrThrow(const LoopNest &Nest, const SourceFile &File);
  std::string whyNoRanks(const LoopNest &Nest, bool IsEmbedded) const;
  llvm::Error emit(const LoopNest &Read, const LoopNest &Nest, const Dependences &Deps, Tiling Tiles,
                   const SourceFile &File);
  llvm::Expected<std::vector<Insertion>> emitExplicit(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe,
                                                      const SourceFile &File, const CodeGenOptions &Emit);
  void refuse(const Location &Nest, llvm::StringRef Function, const Refusal &Why);
  template <typename... Ts> void pass(const LoopNest &Nest, Stage S, const Ts &...Values);
  void add(RegionText Region, const SourceFile &File);
  const RefusedNest *plain(const LoopNest &Nest, bool HasLanes) const;
  std::vector<Remark> passedRemarks(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe) const;
  llvm::StringRef takenName(llvm::ArrayRef<Insertion> Emitted, const SourceFile &File);

  const TranslateOptions &Options;
  const ToolOptions &Tool;
  llvm::StringRef FileText;
  const InlinedFile &Inlined; ///< what FileText is made of, where loops are inlined
  const KnownNests &Known;
  const CompilerDifferences &Differences;
  llvm::raw_ostream &Pages;
  IslContext Ctx;
  TimeLimit Limit;
  std::string HeaderText; ///< the runtime's, where it was asked for
  Translation Result;
  std::vector<ProvableRegion> Provable; ///< of Result.Regions, where a proof is asked for
};

/// What the front end is to know of Options.
FrontendOptions frontendOptions(const TranslateOptions &Options, const CompilerDifferences &Differences);

/// Loops of the main file that hold the bodies of functions.
std::vector<Location> changedLoops(const InlinedFile &File);

} // namespace tilepipe

#endif // TILEPIPE_LIB_DRIVER_TRANSLATOR_H
