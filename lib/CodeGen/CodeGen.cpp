// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/CodeGen/CodeGen.h"

#include "Emitters.h"
#include "Interior.h"
#include "LineMarker.h"
#include "Results.h"

#include "llvm/ADT/STLExtras.h"

using namespace tilepipe;

/// Definitions as a block of their own. With line directives the block counts as
/// a system header (flag 3), so it adds no warning, and the user's text after it
/// keeps its line numbers.
static std::string block(const std::string &Definitions, const LoopNest &Nest,
                         llvm::StringRef FileText, const CodeGenOptions &Options) {
  std::string Title = "/* tilepipe: the loop nest at line " + std::to_string(Nest.Where.Line) +
                      " of " + Nest.Function + ", as a pipeline of tiles. */\n";
  bool IsAtLineStart = Nest.InsertAt == 0 || FileText[Nest.InsertAt - 1] == '\n';
  std::string Before = IsAtLineStart ? "" : "\n";
  const std::string Include = "#include <tilepipe/runtime.h>\n";
  if (!Options.LineDirectives)
    return Before + Title + Include + "TP_QUIET\n" + Definitions + "TP_QUIET_END\n";
  return Before + generatedLineMarker() + Title + Include + Definitions +
         userLineMarker(FileText, Nest.InsertAt, Options.File, /*IsGenerated=*/false);
}

/// What goes before the user's function. Exchange: the functions that enumerate what ranks exchange.
static std::string definitions(const RegionContext &R, const std::string &Exchange) {
  std::string Types;
  for (const TypeName &T : R.Nest.TypeNames)
    Types += "typedef " + T.Text + " " + T.Name + ";\n";
  const JoinFunctions Joins = emitJoins(R);
  const Emitted Known{emitPoints(R), emitWork(R), emitReference(R), emitLocalise(R), Joins.Part, Joins.Join};
  // Jammed and skewed tile functions are those of the interior, where the nest sets its borders itself.
  const std::optional<Interior> Inside = interiorOf(R);
  std::optional<RegionContext> Inner;
  if (Inside)
    Inner.emplace(Inside->Nest, R.Deps, R.Pipe, R.FileText, R.Options, Inside->Borders);
  const RegionContext &Variants = Inner && Inner->Held ? *Inner : R;
  const std::string Space = emitBounds(R) + Known.Points + Known.Work + emitRanges(R);
  const std::vector<ArgumentMember> Arguments = arguments(R, Space + Exchange);
  // What a reader looks for comes first, tables last.
  return Types + emitArguments(R, Arguments) + emitTile(R) + emitJam(Variants) + emitSkew(Variants) + emitBlocks(Variants) + emitVariants(Variants) + emitPipeline(R) + Space + Known.Reference +
         Exchange + Known.Localise + Known.Part + Known.Join + emitDescriptor(R, Arguments, Known) + emitEntry(R);
}

/// F's text, or an error, within a quota.
template <typename Fn>
static llvm::Expected<std::string> emit(const IslContext &Ctx, unsigned long Quota, Fn F) {
  QuotaGuard Guard(Ctx, Quota);
  return guarded<std::string>(Ctx, F);
}

bool tilepipe::gainsByOrder(const IslContext &Ctx, const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe,
                            llvm::StringRef FileText, const CodeGenOptions &Options) {
  QuotaGuard Guard(Ctx, StageQuota);
  llvm::Expected<bool> Result = guarded<bool>(Ctx, [&] {
    RegionContext R(Nest, Deps, Pipe, FileText, Options);
    return R.isReordered() || R.JammedTree;
  });
  if (Result)
    return *Result;
  llvm::consumeError(Result.takeError());
  return false;
}

llvm::Expected<std::vector<Insertion>>
tilepipe::emitRegion(const IslContext &Ctx, const LoopNest &Nest, const Dependences &Deps,
                     Pipeline &Pipe, llvm::StringRef FileText, const CodeGenOptions &Options) {
  std::optional<RegionContext> Region;
  std::string Exchange, Call;
  auto EmitExchange = [&] { return emitExchange(*Region); };
  auto EmitAll = [&] {
    Call = emitCall(*Region);
    // The nest's macros are not for the runtime's header.
    return block(Nest.Prologue + definitions(*Region, Exchange) + Nest.Epilogue, Nest, FileText, Options);
  };
  auto Prepare = [&] {
    Region.emplace(Nest, Deps, Pipe, FileText, Options);
    return std::string();
  };
  auto Failed = [&](llvm::Expected<std::string> &Text) {
    return refuseUnlessRefused(Text.takeError(), Nest.Where, "the code of the nest");
  };
  llvm::Expected<std::string> Text = emit(Ctx, StageQuota, Prepare);
  if (!Text)
    return Failed(Text);
  Text = emit(Ctx, ExchangeQuota, EmitExchange);
  if (!Text) {
    llvm::consumeError(Text.takeError()); // the quota, whatever isl calls it
    Pipe.dropExchange();
    Text = emit(Ctx, StageQuota, EmitExchange);
  }
  if (!Text)
    return Failed(Text);
  Exchange = std::move(*Text);
  Text = emit(Ctx, StageQuota, EmitAll);
  if (!Text)
    return Failed(Text);
  return std::vector<Insertion>{{Nest.InsertAt, std::move(*Text)},
                                {Nest.CallAt, std::move(Call)}};
}

std::string tilepipe::applyInsertions(llvm::StringRef FileText,
                                      std::vector<Insertion> Insertions) {
  llvm::stable_sort(Insertions, [](const Insertion &A, const Insertion &B) {
    return A.Offset < B.Offset;
  });
  std::string Result;
  unsigned Position = 0;
  for (const Insertion &I : Insertions) {
    Result += FileText.slice(Position, I.Offset);
    Result += I.Text;
    Position = I.Offset;
  }
  Result += FileText.drop_front(Position);
  return Result;
}
