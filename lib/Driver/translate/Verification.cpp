// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/Verification.h"

#include "translate/Bisection.h"

#include "tilepipe/Support/Message.h"
#include "tilepipe/Verify/Verify.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <numeric>
#include <set>

using namespace tilepipe;

namespace {

/// The emitted file, read as often as it takes until Clang has nothing against it.
class EmittedReader {
public:
  EmittedReader(const IslContext &Ctx, const TranslateOptions &Options,
                llvm::ArrayRef<ProvableRegion> Nests, TimeLimit &Limit, Translation &Result)
      : Ctx(Ctx), Options(Options), Nests(Nests), Limit(Limit), Result(Result) {}

  using Regions = std::vector<llvm::Expected<EmittedRegion>>;
  /// The region of each nest.
  Regions read();

private:
  llvm::Expected<EmittedText> text(const Selection &Some) const;
  std::vector<EmittedNest> nestsOf(const Selection &Some) const;
  llvm::Expected<Regions> read(const Selection &Some);
  std::optional<std::string> complaint(const Selection &Some);
  std::map<size_t, std::string> spoilers(const Selection &All, const std::string &Why);

  const IslContext &Ctx;
  const TranslateOptions &Options;
  llvm::ArrayRef<ProvableRegion> Nests;
  TimeLimit &Limit;
  const Translation &Result;
};

} // namespace

/// The file and its headers with the regions of the nests Some, and those that are not in question.
llvm::Expected<EmittedText> EmittedReader::text(const Selection &Some) const {
  std::set<size_t> LeftOut;
  for (size_t I = 0; I < Nests.size(); ++I)
    if (!llvm::is_contained(Some, I))
      LeftOut.insert(Nests[I].Region);
  EmittedText Text;
  Text.Parse.File = Options.File;
  Text.Parse.ClangFlags = Options.ClangFlags;
  Text.IncludeDir = Options.IncludeDir;
  std::map<std::string, std::vector<Insertion>> All; // the main file has no name here
  for (size_t R = 0; R < Result.Regions.size(); ++R)
    if (!LeftOut.count(R))
      llvm::append_range(All[Result.Regions[R].Header], Result.Regions[R].Insertions);
  Text.Text = applyInsertions(Result.Original, All[""]);
  for (const auto &[Name, Original] : Result.Headers)
    Text.Headers.push_back({Name, applyInsertions(Original, All[Name])});
  const std::string &Other = Options.Tool->VerifyEmitted;
  if (Other.empty())
    return Text;
  auto File = llvm::MemoryBuffer::getFile(Other);
  if (!File)
    return messageError("[cannot-read]", "cannot read '" + Other + "': " + File.getError().message());
  Text.Text = (*File)->getBuffer().str();
  return Text;
}

std::vector<EmittedNest> EmittedReader::nestsOf(const Selection &Some) const {
  std::vector<EmittedNest> Emitted;
  for (size_t I : Some) {
    const std::string &Header = Result.Regions[Nests[I].Region].Header;
    Emitted.push_back({&Nests[I].Nest, unsigned(Nests[I].Rows.size()), Header.empty() ? Result.Original : Result.Headers.at(Header)});
  }
  return Emitted;
}

llvm::Expected<EmittedReader::Regions> EmittedReader::read(const Selection &Some) {
  llvm::Expected<EmittedText> Text = text(Some);
  if (!Text)
    return Text.takeError();
  return readEmitted(Ctx, *Text, nestsOf(Some), [&] { Limit.restart(); });
}

/// What Clang has against the file with the regions of Some.
std::optional<std::string> EmittedReader::complaint(const Selection &Some) {
  Limit.restart();
  llvm::Expected<EmittedText> Text = text(Some);
  llvm::Error Failed = Text ? parseEmitted(*Text, nestsOf(Some)) : Text.takeError();
  return Failed ? std::optional(llvm::toString(std::move(Failed))) : std::nullopt;
}

/// The nests without whose regions Clang takes the file, and what it has against it with them.
std::map<size_t, std::string> EmittedReader::spoilers(const Selection &All, const std::string &Why) {
  std::map<size_t, std::string> Found;
  auto Reject = [&](size_t Nest, const std::string &Complaint) { Found[Nest] = Complaint; };
  auto Try = [&](const Selection &Some) -> llvm::Expected<std::optional<std::string>> {
    return complaint(Some);
  };
  if (!Options.Tool->VerifyEmitted.empty()) // that text is what it is
    llvm::for_each(All, [&](size_t Nest) { Reject(Nest, Why); });
  else if (std::optional<std::string> Complaint = complaint(All))
    llvm::cantFail(bisect(All, *Complaint, Try, Reject));
  return Found;
}

EmittedReader::Regions EmittedReader::read() {
  Selection All(Nests.size()), Kept;
  std::iota(All.begin(), All.end(), 0);
  llvm::Expected<Regions> Whole = read(All);
  if (Whole)
    return std::move(*Whole);
  std::map<size_t, std::string> Spoilers = spoilers(All, llvm::toString(Whole.takeError()));
  llvm::copy_if(All, std::back_inserter(Kept), [&](size_t Nest) { return !Spoilers.count(Nest); });
  std::string Why;
  llvm::Expected<Regions> Rest = read(Kept);
  if (!Rest)
    Why = llvm::toString(Rest.takeError());
  Regions Found;
  size_t Next = 0;
  for (size_t Nest : All)
    if (auto Spoiler = Spoilers.find(Nest); Spoiler != Spoilers.end())
      Found.push_back(llvm::createStringError("%s", Spoiler->second.c_str()));
    else if (Why.empty())
      Found.push_back(std::move((*Rest)[Next++]));
    else
      Found.push_back(llvm::createStringError("%s", Why.c_str()));
  return Found;
}

/// Regions that only threads run are asked less there.
static bool concernsRanks(const Obligation &O) { return O.Number == 2 || (O.Number >= 4 && O.Number <= 7); }

/// Why the region has no proof; empty: it has one. IsAboutRanks: threads alone may have a proof.
static std::string whyNotProved(const IslContext &Ctx, const ProvableRegion &Nest,
                                llvm::Expected<EmittedRegion> Region,
                                const TranslateOptions &Options, llvm::raw_ostream &Pages,
                                std::string &Certificate, bool &IsAboutRanks) {
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
  const bool GivesOrderUp = llvm::any_of(Nest.Nest.Reductions, [](const Reduction &R) { return R.IsReassociated; }) ||
                            llvm::any_of(Nest.Nest.Arrays, [](const Array &A) { return A.IsReassociated; });
  if (GivesOrderUp && !Options.Tool->Reassociates)
    return "it gives up an order that is the program's";
  unsigned long Quota = Options.Tool->ProofQuota;
  Proof P = prove(Ctx, Nest.Nest, *Region, Nest.Rows, Quota ? Quota : StageQuota, Nest.Places);
  P.print(OS);
  OS << "\n";
  if (P.isProved())
    return "";
  const Obligation *O = P.failed();
  if (!O)
    return "nothing was shown";
  IsAboutRanks = concernsRanks(*O);
  return "obligation " + std::to_string(O->Number) + ", " + O->Name +
         (O->CounterExample.empty() ? "" : ": " + O->CounterExample);
}

std::vector<RefusedNest> tilepipe::verifyRegions(const IslContext &Ctx, const TranslateOptions &Options,
                             llvm::ArrayRef<ProvableRegion> Nests, TimeLimit &Limit,
                             llvm::raw_ostream &Pages, Translation &Result) {
  std::vector<RefusedNest> Refused;
  if (Nests.empty())
    return Refused;
  auto Restart = [&] { Limit.restart(); };
  EmittedReader::Regions Regions = EmittedReader(Ctx, Options, Nests, Limit, Result).read();

  std::set<size_t> Left;
  for (size_t I = 0; I < Nests.size(); ++I) {
    Restart();
    RegionText &Text = Result.Regions[Nests[I].Region];
    bool IsAboutRanks = false;
    std::string Why =
        whyNotProved(Ctx, Nests[I], std::move(Regions[I]), Options, Pages, Text.Certificate, IsAboutRanks);
    if (Why.empty())
      continue;
    const LoopNest &Nest = Nests[I].Nest;
    auto Has = [&](const char *Part) {
      return llvm::any_of(Text.Insertions, [&](const Insertion &Each) { return llvm::StringRef(Each.Text).contains(Part); });
    };
    Left.insert(Nests[I].Region);
    Refused.push_back({Nest.Where,
                       {"not-proved", Nest.Where, Why,
                        "no proof was found that the emitted code computes the nest", ""},
                       Text.Certificate,
                       IsAboutRanks && Nests[I].IsForRanks,
                       Has("tp_held[") || Has("TP_REGION_SINKS") || Has("tp_first_piece("), Has("tp_from_ring(") || Has("tp_from_lines(")});
    rejectNest(Result, Nest.Where, Refused.back().Why);
    for (const Loop &Inner : llvm::drop_begin(Nest.Loops))
      Result.Remarks.push_back(missedRemark(
          Inner.Where, Nest.Function, {"not-proved", Inner.Where, "", "it is part of a nest without a proof", ""}));
  }
  Restart();
  std::vector<RegionText> Kept;
  for (size_t R = 0; R < Result.Regions.size(); ++R)
    if (!Left.count(R))
      Kept.push_back(std::move(Result.Regions[R]));
  Result.Regions = std::move(Kept);
  return Refused;
}
