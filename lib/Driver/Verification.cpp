//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verification.h"

#include "Renaming.h"

#include "tilepipe/Verify/Verify.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace tilepipe;

/// Ends of all names in Text that look like ours, with something to tell them from ours.
static std::vector<Insertion> otherNames(llvm::StringRef Text) {
  std::vector<Insertion> Result;
  for (llvm::StringRef Word : identifiersIn(Text))
    if (Word.starts_with("tp_") || Word.starts_with("TP_"))
      Result.push_back({unsigned(Word.end() - Text.begin()), "_of_user"});
  return Result;
}

/// The file and its headers with everything inserted. HasOwn: the user's own names that look like
/// ours get other ones, as ours do for the backend (Renaming.h); no nest has any of them.
static llvm::Expected<EmittedText> emittedText(const TranslateOptions &Options,
                                               const Translation &Result, bool HasOwn) {
  EmittedText Text;
  Text.Parse.File = Options.File;
  Text.Parse.ClangFlags = Options.ClangFlags;
  Text.IncludeDir = Options.IncludeDir;
  std::map<std::string, std::vector<Insertion>> All; // the main file has no name here
  for (const RegionText &R : Result.Regions)
    llvm::append_range(All[R.Header], R.Insertions);
  if (HasOwn)
    llvm::append_range(All[""], otherNames(Result.Original));
  Text.Text = applyInsertions(Result.Original, All[""]);
  for (const auto &[Name, Original] : Result.Headers)
    Text.Headers.push_back({Name, applyInsertions(Original, All[Name])});
  const std::string &Other = Options.Tool->VerifyEmitted;
  if (Other.empty())
    return Text;
  auto File = llvm::MemoryBuffer::getFile(Other);
  if (!File)
    return llvm::createStringError(File.getError(),
                                   "cannot read '" + Other + "': " + File.getError().message());
  Text.Text = (*File)->getBuffer().str();
  return Text;
}

/// Why the region has no proof; empty: it has one.
static std::string whyNotProved(const IslContext &Ctx, const ProvableRegion &Nest,
                                llvm::Expected<EmittedRegion> Region,
                                const TranslateOptions &Options, llvm::raw_ostream &Pages,
                                std::string &Certificate) {
  llvm::raw_string_ostream OS(Certificate);
  if (!Region) {
    std::string Why = llvm::toString(Region.takeError());
    OS << "region " << Nest.Nest.Name << " is not proved: " << Why << "\n\n";
    return Why;
  }
  if (Options.Tool->printsAfter(Stage::Verify))
    Region->print(Pages);
  if (Options.Tool->stopsAfter(Stage::Verify))
    return "";
  unsigned long Quota = Options.Tool->ProofQuota;
  Proof P = prove(Ctx, Nest.Nest, *Region, Nest.Rows, Quota ? Quota : StageQuota);
  P.print(OS);
  OS << "\n";
  if (P.isProved())
    return "";
  const Obligation *O = P.failed();
  if (!O)
    return "nothing was shown";
  return "obligation " + std::to_string(O->Number) + ", " + O->Name +
         (O->CounterExample.empty() ? "" : ": " + O->CounterExample);
}

std::vector<RefusedNest> tilepipe::verifyRegions(const IslContext &Ctx, const TranslateOptions &Options,
                             llvm::ArrayRef<ProvableRegion> Nests, TimeLimit &Limit,
                             llvm::raw_ostream &Pages, Translation &Result) {
  std::vector<RefusedNest> Refused;
  if (Nests.empty())
    return Refused;
  std::vector<EmittedNest> Emitted;
  for (const ProvableRegion &P : Nests) {
    const std::string &Header = Result.Regions[P.Region].Header;
    Emitted.push_back({&P.Nest, Header.empty() ? Result.Original : Result.Headers[Header]});
  }
  auto Restart = [&] { Limit.restart(); };
  auto Read = [&](bool HasOwn) {
    std::vector<llvm::Expected<EmittedRegion>> Regions;
    if (llvm::Expected<EmittedText> Text = emittedText(Options, Result, HasOwn))
      Regions = readEmitted(Ctx, *Text, Emitted, Restart);
    else
      for (std::string Why = llvm::toString(Text.takeError()); Regions.size() < Nests.size();)
        Regions.push_back(llvm::createStringError("%s", Why.c_str()));
    return Regions;
  };
  std::vector<llvm::Expected<EmittedRegion>> Regions = Read(false);
  bool IsNone = llvm::all_of(Regions, [](auto &R) { return !R; });
  if (IsNone && Options.Tool->VerifyEmitted.empty() && !otherNames(Result.Original).empty()) {
    for (auto &R : Regions)
      llvm::consumeError(R.takeError());
    Regions = Read(true);
  }

  std::set<size_t> Left;
  for (size_t I = 0; I < Nests.size(); ++I) {
    Restart();
    RegionText &Text = Result.Regions[Nests[I].Region];
    std::string Why =
        whyNotProved(Ctx, Nests[I], std::move(Regions[I]), Options, Pages, Text.Certificate);
    if (Why.empty())
      continue;
    const LoopNest &Nest = Nests[I].Nest;
    Left.insert(Nests[I].Region);
    Refused.push_back({Nest.Where,
                       {"not-proved", Nest.Where, Why,
                        "no proof was found that the emitted code computes the nest", ""},
                       Text.Certificate});
    rejectNest(Result, Nest.Where, Refused.back().Why);
    for (const Loop &Inner : llvm::drop_begin(Nest.Loops))
      Result.Remarks.push_back(missedRemark(
          Inner.Where, {"not-proved", Inner.Where, "", "it is part of a nest without a proof", ""}));
  }
  Restart();
  std::vector<RegionText> Kept;
  for (size_t R = 0; R < Result.Regions.size(); ++R)
    if (!Left.count(R))
      Kept.push_back(std::move(Result.Regions[R]));
  Result.Regions = std::move(Kept);
  return Refused;
}
