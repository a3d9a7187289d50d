// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Driver/Translate.h"

#include "explain/Explain.h"
#include "explain/ExplainPage.h"
#include "translate/CompilerDifferences.h"
#include "translate/TimeLimit.h"
#include "translate/Verification.h"
#include "tilepipe/Analysis/Dependences.h"
#include "tilepipe/CodeGen/CodeGen.h"
#include "tilepipe/Frontend/InlineNests.h"
#include "tilepipe/Frontend/LoopMacros.h"
#include "tilepipe/Transform/Pipeline.h"
#include "tilepipe/Support/Identifiers.h"
#include "tilepipe/Support/Message.h"
#include "tilepipe/Support/Settings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <isl/map.h>
#include <pthread.h>
#include <signal.h>

using namespace tilepipe;

namespace {

/// CPU time for the stages of one nest, and for reading the next one; for the loops inside one that
/// has no proof: what it is made of has mostly taken its time already.
constexpr unsigned NestSeconds = 10, InnerSeconds = 3;

/// The stages for one file; collects what the nests add to it.
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

} // namespace

static FrontendOptions frontendOptions(const TranslateOptions &Options, const CompilerDifferences &Differences) {
  FrontendOptions Front;
  Front.File = Options.File;
  Front.ClangFlags = Options.ClangFlags;
  Front.PrintDiagnostics = Options.PrintDiagnostics;
  Front.OffersHeaders = Options.OffersHeaders;
  Front.IgnoresDirectives = Options.IgnoresDirectives;
  Front.Reassociates = Options.Tool->Reassociates;
  Front.Differences = Differences;
  return Front;
}

/// Loops of the main file that hold the bodies of functions.
static std::vector<Location> changedLoops(const InlinedFile &File) {
  std::vector<Location> All;
  for (const InlinedLoop &L : File.Loops) {
    All.push_back(L.Where);
    llvm::append_range(All, L.Inner);
  }
  return All;
}

/// Of the main file.
static std::vector<Insertion> insertions(llvm::ArrayRef<RegionText> Regions) {
  std::vector<Insertion> All;
  for (const RegionText &R : Regions)
    if (R.Header.empty())
      llvm::append_range(All, R.Insertions);
  return All;
}

/// The same in the explicit style, with what the regions share.
static std::vector<Insertion> explicitInsertions(llvm::ArrayRef<RegionText> Regions, llvm::StringRef FileText) {
  std::vector<Insertion> All;
  std::vector<std::string> Names;
  std::string Text;
  unsigned First = FileText.size(), Dimensions = 0;
  for (const RegionText &R : Regions) {
    Names.push_back(R.Name);
    Dimensions = std::max(Dimensions, R.Dimensions);
    for (const Insertion &I : R.Explicit) {
      First = std::min(First, I.Offset);
      Text += I.Text;
      All.push_back(I);
    }
  }
  if (Regions.empty())
    return {};
  All.insert(All.begin(), {First, explicitBegin(Names, Dimensions, Text)});
  All.push_back({unsigned(FileText.size()), explicitEnd(Names, llvm::is_contained(identifiersIn(FileText), "pthread_exit"))});
  return All;
}

llvm::Expected<Translation> Translator::run() {
  FrontendOptions Front = frontendOptions(Options, Differences);
  if (!Inlined.Loops.empty() || Options.HasExpandedMacros)
    Front.Text = FileText.str();
  Front.ChangedLoops = changedLoops(Inlined);
  llvm::Expected<FrontendResult> Read = readNests(
      Ctx, Front,
      [this](const Location &Where, llvm::StringRef Function, llvm::StringRef Name, const SourceFile &File) {
        return remember(Where, Function, Name, File);
      },
      [this](LoopNest Nest, const SourceFile &File) { return accept(std::move(Nest), File); },
      [this](const Location &Nest, llvm::StringRef Function, const Refusal &Why) { refuse(Nest, Function, Why); });
  if (!Read)
    return Read.takeError();
  if (Read->Text != FileText)
    return messageError("[cannot-read]", Options.File + " changed while it was read");
  Result.Marks = Read->Marks;
  Result.Nests = Read->Nests;
  CallsNests = Read->CallsNests;
  RefusedLoops = std::move(Read->Refused);
  Result.PragmaWarnings = std::move(Read->PragmaWarnings);
  AskedMacros = std::move(Read->AskedMacros);
  Result.Original = FileText.str();
  // What was decided is read back from the C that came out, by a stage that shares nothing with
  // those that decided it.
  if (wantsProofs())
    NotProved = verifyRegions(Ctx, Options, Provable, Limit, Pages, Result);
  Result.Text = applyInsertions(FileText, Tool.IsExplicit ? explicitInsertions(Result.Regions, FileText) : insertions(Result.Regions));
  return std::move(Result);
}

/// What a finished stage owes people: consistent values, and a page when asked for.
template <typename... Ts>
void Translator::pass(const LoopNest &Nest, Stage S, const Ts &...Values) {
  if (!Tool.printsAfter(S))
    return;
  Pages << "// " << Nest.Where.File << ":" << Nest.Where.Line << ": " << Nest.Name << "\n";
  (Values.print(Pages), ...);
}

/// A name of the nest that emitted text may use for something else; empty: none.
static llvm::StringRef reservedName(const LoopNest &Nest, llvm::StringRef FileText) {
  for (const Capture &C : Nest.Captures)
    if (C.CallText == C.Name && isReserved(C.Name))
      return C.Name;
  for (llvm::StringRef Name : identifiersIn(FileText.slice(Nest.NestText.Begin, Nest.NestText.End)))
    if (isReserved(Name))
      return Name;
  return "";
}

static llvm::Error reserved(const LoopNest &Nest, llvm::StringRef Name) {
  return refuse({"reserved-name", Nest.Where, Name.str(), "names that start with 'tp_' are the emitted code's", "rename it"});
}

/// A name of the user's that emitted text or the runtime's header has for something else; empty: none.
llvm::StringRef Translator::takenName(llvm::ArrayRef<Insertion> Emitted, const SourceFile &File) {
  if (File.OwnNames.empty())
    return "";
  if (HeaderText.empty())
    if (auto Header = llvm::MemoryBuffer::getFile(Options.IncludeDir + "/tilepipe/runtime.h"))
      HeaderText = (*Header)->getBuffer().str();
  auto Find = [&](llvm::StringRef Text) -> llvm::StringRef {
    for (llvm::StringRef Name : identifiersIn(Text))
      if (auto It = File.OwnNames.find(Name.str()); It != File.OwnNames.end())
        return *It;
    return "";
  };
  llvm::StringRef Found = Find(HeaderText);
  for (const Insertion &I : Emitted)
    Found = Found.empty() ? Find(I.Text) : Found;
  return Found;
}

/// Extents of `#pragma tilepipe tile(...)` that dependences would leap over: the program would
/// refuse to run the region.
static llvm::Error checkRequestedExtents(const LoopNest &Nest, const Pipeline &Pipe) {
  llvm::SmallVector<llvm::StringRef> Extents;
  llvm::StringRef(Nest.Requests.Tile).split(Extents, ',', -1, /*KeepEmpty=*/false);
  for (auto [Text, Least] : llvm::zip(Extents, Pipe.Reach)) {
    int64_t Extent;
    if (!Text.getAsInteger(10, Extent) && Extent < Least)
      return refuse({"pragma", Nest.Where, "",
                     "tile(" + Nest.Requests.Tile + ") has an extent of " + Text.str() +
                         " where a dependence is " + std::to_string(Least) + " long",
                     "the least extent there is " + std::to_string(Least)});
  }
  return llvm::Error::success();
}

/// No subscript of the nest counts with its outermost loop: the iterations do the same again.
static bool hasTimeLoop(const LoopNest &Nest) {
  return llvm::none_of(Nest.Accesses, [&](const Access &A) {
    isl::map Elements = isl::manage(isl_map_gist_domain(A.Relation.copy(), Nest.domain().release()));
    return isl_map_involves_dims(Elements.get(), isl_dim_in, Nest.coordinateOf(0), 1) != isl_bool_false;
  });
}

/// "region of 5 loops and 2 statements, time loop included"
static std::string contents(const LoopNest &Nest) {
  size_t Loops = Nest.Loops.size(), Statements = Nest.Statements.size();
  for (const Statement &S : Nest.Statements)
    Loops += S.InnerLoops;
  return "region of " + std::to_string(Loops) + (Loops == 1 ? " loop" : " loops") + " and " + std::to_string(Statements) +
         (Statements == 1 ? " statement" : " statements") + (hasTimeLoop(Nest) ? ", time loop included" : "");
}

/// ", operations in 'a', 'b' reassociated: ..."; "" where the bits are the program's.
static std::string reassociated(const LoopNest &Nest) {
  std::string Names;
  auto Add = [&](const std::string &Name) { Names += (Names.empty() ? "'" : ", '") + Name + "'"; };
  for (const Reduction &R : Nest.Reductions)
    if (R.IsReassociated)
      Add(R.Name);
  for (const Array &A : Nest.Arrays)
    if (A.IsReassociated)
      Add(A.Name);
  return Names.empty() ? "" : ", operations in " + Names + " reassociated: last bits differ from the sequential program's";
}

/// That the nest was parallelized, and what is to be said of it.
std::vector<Remark> Translator::passedRemarks(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe) const {
  std::vector<Row> Distances = distinctDistances(Deps);
  std::string Message = "loop nest of depth " + std::to_string(Nest.depth()) + " parallelized as region '" + Nest.Name + "': ";
  if (!Nest.isPerfect() || Nest.Statements.front().HasLoops)
    Message += contents(Nest) + ", ";
  if (!Deps.IsUniform && Deps.Order->is_empty())
    Message += "no dependences";
  else if (!Deps.IsUniform)
    Message += Pipe.ThreadsOnlyReason.empty() ? "distances up to " + toString(std::vector<Row>{Pipe.Reach}) + " along the rows"
                                              : "affine distances";
  else
    Message += Distances.empty() ? "no dependences" : "distances " + toString(Distances);
  Message += ", tiling rows " + toString(Pipe.Tiles.Along);
  for (const InlinedLoop &L : Inlined.Loops)
    if (L.Where == Nest.Where)
      Message += ", " + std::to_string(L.Loops) + (L.Loops == 1 ? " loop" : " loops") + " of called functions included";
  Message += reassociated(Nest);
  std::vector<Remark> Remarks = {{RemarkKind::Passed, "", Nest.Where, Message, Nest.Function}};
  auto Say = [&](const char *Code, const std::string &What) {
    Remarks.push_back({RemarkKind::Analysis, Code, Nest.Where, "region '" + Nest.Name + "' " + What, Nest.Function});
  };
  if (!Pipe.ThreadsOnlyReason.empty())
    Say("threads-only", "runs on threads only: " + Pipe.ThreadsOnlyReason);
  if (const RefusedNest *R = plain(Nest, true))
    Say("not-held", "has no lanes of vectors: no proof was found for what points would leave in cells (" + R->Why.Expression + ")");
  if (const RefusedNest *R = plain(Nest, false))
    Say("not-held", "runs points as they stand: no proof was found for values that tile functions would hold, or for another order (" +
                        R->Why.Expression + ")");
  auto Trust = [&](const std::string &What) { Say("trusted", "trusts '#pragma tilepipe assume': " + What); };
  if (Nest.Requests.AssumesNoAlias)
    Trust("different arrays do not overlap");
  for (const std::string &Name : Nest.Requests.Pure)
    Trust("'" + Name + "' only computes");
  return Remarks;
}

/// A reading that only another order of points is worth.
static llvm::Error gainsNothing(const LoopNest &Nest) {
  return refuse({"not-worth", Nest.Where, "", "tiles gain nothing by another order of the points", ""});
}

static llvm::Error cutsLines(const LoopNest &Nest, int64_t Length) {
  return refuse({"not-worth", Nest.Where, "",
                 "only the " + std::to_string(Length) + " iterations of an innermost loop could run on several processors",
                 "declare arrays that each iteration of an outer loop fills again inside of that loop"});
}

/// The pipeline of stages, one nest at a time.
llvm::Error Translator::acceptOrThrow(const LoopNest &Nest, const SourceFile &File) {
  // The front end understood the nest: every later stage may rely on what the IR promises.
  Nest.verify();
  if (Nest.IsForOrder && (Tool.IsExplicit || Tool.stopsAfter(Stage::Frontend) || Tool.stopsAfter(Stage::Analysis)))
    return gainsNothing(Nest); // nobody knows yet; explicit code has no such order
  pass(Nest, Stage::Frontend, Nest);
  llvm::StringRef Reserved = reservedName(Nest, File.Text);
  if (!Reserved.empty())
    return reserved(Nest, Reserved);
  if (Tool.stopsAfter(Stage::Frontend))
    return llvm::Error::success();

  // Which iterations depend on which: the only reason why order matters.
  llvm::Expected<Dependences> Deps = analyseDependences(Ctx, Nest);
  if (!Deps)
    return Deps.takeError();
  Deps->verify(Nest);
  pass(Nest, Stage::Analysis, *Deps);
  if (Tool.stopsAfter(Stage::Analysis))
    return llvm::Error::success();

  // Rows along which tiles can be atomic, and what such tiles exchange.
  llvm::Expected<Tiling> Tiles = chooseTiling(Ctx, Nest, *Deps);
  if (!Tiles)
    return Tiles.takeError();
  if (!Tiles->Places)
    return emit(Nest, Nest, *Deps, std::move(*Tiles), File);
  // From here on the places along the rows are part of a point's tuple.
  return emit(Nest, embedded(Nest, *Tiles->Places), embedded(std::move(*Deps), *Tiles->Places), *Tiles, File);
}

/// Why the nest is to be left to threads; empty: it is not. Of several statements only the proof shows that no face carries
/// an older value over a newer one. Whether it does is known from having translated the nest before.
std::string Translator::whyNoRanks(const LoopNest &Nest, bool IsEmbedded) const {
  if (IsEmbedded && !Tool.Verify)
    return "a nest of several statements needs a proof of what ranks exchange, and none was asked for";
  for (const RefusedNest &R : Known.LeftToThreads)
    if (R.Where == Nest.Where)
      return "no proof was found for what ranks would exchange (" + R.Why.Expression + ")";
  return "";
}

/// What was wrong with lanes of vectors, or without them with values that the nest's tile functions would hold; null: they may.
const RefusedNest *Translator::plain(const LoopNest &Nest, bool HasLanes) const {
  auto Found = llvm::find_if(Known.Plain, [&](const RefusedNest &R) { return R.Where == Nest.Where && R.HasLanes == HasLanes; });
  return Found == Known.Plain.end() ? nullptr : &*Found;
}

/// The stages behind the choice of a tiling. Read: the nest as the front end gave it.
llvm::Error Translator::emit(const LoopNest &Read, const LoopNest &Nest, const Dependences &Deps, Tiling Tiles,
                             const SourceFile &File) {
  Tiles.verify(Deps);
  std::optional<isl::map> Places = Tiles.Places;
  llvm::Expected<Pipeline> Pipe = buildPipeline(Ctx, Nest, Deps, std::move(Tiles), whyNoRanks(Read, Places.has_value()));
  if (!Pipe)
    return Pipe.takeError();
  Pipe->verify(Nest);
  if (std::optional<int64_t> Length = onlyWithinLines(Nest, *Pipe))
    return cutsLines(Nest, *Length);
  std::string Settings = joinSettings(Tool.Settings, Nest.Requests.Settings);
  std::string Recorded = Options.RecordedName ? Options.RecordedName(File.Name) : std::string(File.Name);
  CodeGenOptions Emit{File.Name, Recorded, Settings, Options.LineDirectives, !plain(Nest, false),
                      !plain(Nest, true)};
  if (Nest.IsForOrder && !gainsByOrder(Ctx, Nest, Deps, *Pipe, File.Text, Emit))
    return gainsNothing(Nest);
  pass(Nest, Stage::Transform, *Pipe);
  if (Tool.Explain)
    explain(Ctx, Nest, Deps, *Pipe, Settings, Pages);
  std::string Explanation;
  if (!Tool.ExplainFile.empty())
    Explanation = sourceLines(Nest, File.Text) + explainInPictures(Nest, Deps, *Pipe, Settings, Tool.Sizes) +
                  explainInWords(Ctx, Nest, Deps, *Pipe, Settings);
  if (Tool.stopsAfter(Stage::Transform))
    return llvm::Error::success();

  if (llvm::Error E = checkRequestedExtents(Nest, *Pipe))
    return E;

  // The pipeline as C; the user's own text stays as it is.
  llvm::Expected<std::vector<Insertion>> Text =
      emitRegion(Ctx, Nest, Deps, *Pipe, File.Text, Emit);
  if (!Text)
    return Text.takeError();
  std::vector<Insertion> Explicit;
  if (Tool.IsExplicit)
    if (llvm::Error E = emitExplicit(Nest, Deps, *Pipe, File, Emit).moveInto(Explicit))
      return E;
  const Insertion Shared{0, Tool.IsExplicit ? explicitBegin({}, 1, "TP_STATEMENT( tp_floord( tp_take( tp_meet(") + explicitEnd({}, /*EndsThreads=*/true) : ""};
  for (llvm::ArrayRef<Insertion> Each : {llvm::ArrayRef(*Text), llvm::ArrayRef(Explicit), llvm::ArrayRef(Shared)})
    if (llvm::StringRef Taken = takenName(Each, File); !Taken.empty())
      return reserved(Nest, Taken);
  if (Tool.printsAfter(Stage::CodeGen))
    for (const Insertion &I : *Text)
      Pages << "// inserted at byte " << I.Offset << "\n" << I.Text << "\n";
  if (wantsProofs())
    Provable.push_back({Result.Regions.size(), Read, Pipe->Tiles.Rows, Places, Pipe->ThreadsOnlyReason.empty()});
  add({Nest.Where, Nest.Name, Nest.Function, File.IsHeader ? File.Name : "", std::move(*Text), std::move(Explicit),
       unsigned(Pipe->Tiles.Rows.size()), passedRemarks(Nest, Deps, *Pipe), "", std::move(Explanation)},
      File);
  return llvm::Error::success();
}

/// In the explicit style. The program has no MPI of its own there, and does not change how the processor rounds.
llvm::Expected<std::vector<Insertion>> Translator::emitExplicit(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe,
                                                                const SourceFile &File, const CodeGenOptions &Emit) {
  static constexpr llvm::StringLiteral NotBeside[] = {"MPI_Init", "MPI_Init_thread", "fork", "vfork", "fesetround", "fesetenv",
                                                      "fegetenv", "feholdexcept", "feenableexcept", "_mm_setcsr"};
  for (llvm::StringRef Name : identifiersIn(File.Text))
    if (llvm::is_contained(NotBeside, Name))
      return tilepipe::refuse({"explicit-style", Nest.Where, "", "the explicit style has no text for programs that call " + Name.str(),
                               "leave --tp-style=explicit out"});
  tp_settings Wishes;
  if (std::string Wrong = compiledSettings(Nest, Emit.Settings, int(Pipe.Tiles.Rows.size()), Wishes); !Wrong.empty())
    return tilepipe::refuse({"explicit-style", Nest.Where, "", Wrong, ""});
  auto List = [](const tp_list &Numbers) { return std::vector<int64_t>(Numbers.at, Numbers.at + Numbers.count); };
  return emitExplicitRegion(Ctx, Nest, Deps, Pipe, File.Text, Emit,
                            {List(Wishes.tile), List(Wishes.mesh), Wishes.schedule != TP_SCHEDULE_BLOCKING});
}

void Translator::add(RegionText Region, const SourceFile &File) {
  if (File.IsHeader)
    Result.Headers.try_emplace(File.Name, File.Text.str());
  llvm::append_range(Result.Remarks, Region.Remarks);
  Result.Regions.push_back(std::move(Region));
}

static llvm::Error tooComplex(const LoopNest &Nest, const char *Resource) {
  return refuse({"too-complex", Nest.Where, "",
                 std::string("its analysis needs more ") + Resource + " than allowed", ""});
}

/// A nest that was proved counts, whatever became of its readings before.
std::optional<llvm::Error> Translator::remember(const Location &Where, llvm::StringRef Function, llvm::StringRef Name,
                                                const SourceFile &File) {
  for (const RegionText &R : Known.Proved)
    if (R.Where == Where && R.Name == Name) {
      add(R, File);
      return llvm::Error::success();
    }
  for (const RefusedLoop &L : Known.RefusedLoops)
    if (L.Where == Where && L.Function == Function)
      return tilepipe::refuse(L.Why);
  return std::nullopt;
}

/// Whatever goes wrong with one nest leaves the user's loop and is reported; nothing ends the run.
llvm::Error Translator::accept(LoopNest Nest, const SourceFile &File) {
  for (const RefusedNest &R : Known.Refused)
    if (R.Where == Nest.Where)
      return tilepipe::refuse(R.Why);
  Limit.restart();
  auto Restart = llvm::make_scope_exit([this] { Limit.restart(); });
  auto Outcome = guarded<bool>(Ctx, [&]() -> llvm::Expected<bool> {
    if (llvm::Error E = acceptOrThrow(Nest, File))
      return E;
    return true;
  });
  if (Outcome)
    return llvm::Error::success();
  return llvm::handleErrors(
      Outcome.takeError(),
      [&](std::unique_ptr<RefusalError> E) {
        Refused.push_back({Nest.Where, E->refusal(), ""});
        return llvm::Error(std::move(E));
      },
      [&](const QuotaError &) { return tooComplex(Nest, "steps"); },
      [&](const llvm::ErrorInfoBase &E) {
        if (Limit.isExceeded())
          return tooComplex(Nest, "time");
        return tilepipe::refuse({"internal", Nest.Where, "", E.message(), ""});
      });
}

void Translator::refuse(const Location &Nest, llvm::StringRef Function, const Refusal &Why) {
  Limit.restart(); // a front end that ran out of time must not cost the file's other nests theirs
  Result.HasLoopMacros |= Why.Code == "macro-loop";
  Result.Remarks.push_back(missedRemark(Nest, Function, Why));
}

std::string tilepipe::unmetRequirement(llvm::ArrayRef<const Translation *> Files) {
  bool AnyMark = false, AnyRegion = false;
  for (const Translation *File : Files) {
    AnyRegion |= !File->Regions.empty();
    for (const ParallelMark &M : File->Marks) {
      AnyMark = true;
      if (!M.IsMet)
        return "the loop nest at " + M.Where.File + ":" + std::to_string(M.Where.Line) +
               " is marked parallel, and was not parallelized";
    }
  }
  return AnyMark || AnyRegion ? "" : "no loop nest could be parallelized";
}

void tilepipe::rejectNest(Translation &Result, const Location &Where, const Refusal &Why) {
  auto IsAbout = [&](const Remark &R) { return R.Where == Where; };
  for (Remark &R : Result.Remarks)
    if (R.Kind == RemarkKind::Passed && IsAbout(R))
      R = missedRemark(Where, std::string(R.Function), Why);
  llvm::erase_if(Result.Remarks, [&](const Remark &R) {
    return R.Kind == RemarkKind::Analysis && IsAbout(R);
  });
  for (ParallelMark &M : Result.Marks)
    if (M.Where == Where)
      M.IsMet = false;
}

namespace {
/// What became of a file.
struct Outcome {
  Translation Result;
  KnownNests Known;        ///< of all its nests
  bool CallsNests = false; ///< see FrontendResult
};
} // namespace

/// The file until every region that is left has a proof: a nest without one is refused as if it had
/// not been understood, so that the loops inside it get their turn. Where only ranks have none, it is a region for
/// threads; where tile functions hold values, it is tried without them. Nests about which all is known, Known at first, stay as they are. A text of another origin
/// (--tp-verify-emitted) is read once, for what it is. Differences: none: the backend was not asked yet.
static llvm::Expected<Outcome> translateProved(const TranslateOptions &Options, llvm::StringRef FileText,
                                               const InlinedFile &Inlined, KnownNests Known,
                                               std::optional<CompilerDifferences> &Differences, llvm::raw_ostream &Pages) {
  const unsigned Most = Options.Tool->Seconds ? Options.Tool->Seconds : NestSeconds;
  for (unsigned Seconds = Most;;) {
    const CompilerDifferences Now = Differences.value_or(CompilerDifferences());
    Translator T(Options, FileText, Inlined, Known, Seconds, Now, Pages);
    llvm::Expected<Translation> Result = T.run();
    if (!Result)
      return Result.takeError();
    // Asking the backend takes as long as reading a file: only where the answer can change something.
    if (Options.BackendMacros && !Differences && !Result->Regions.empty()) {
      Differences = differences(T.AskedMacros, Options.BackendMacros(), choosesContraction(Options.ClangFlags));
      if (Differences->any()) {
        Known = {};
        continue;
      }
    }
    const bool IsLast = T.NotProved.empty() || !Options.Tool->VerifyEmitted.empty();
    for (const RefusedNest &R : T.NotProved)
      if (R.MayBePlain && !IsLast)
        Known.Plain.push_back(R);
      else
        (R.MayUseThreads && !IsLast ? Known.LeftToThreads : Known.Refused).push_back(R);
    if (IsLast) {
      for (const RefusedNest &R : Known.Refused)
        Result->Certificates += R.Certificate;
      for (const RegionText &R : Result->Regions)
        Result->Certificates += R.Certificate;
    }
    // A nest that is to be emitted in another way was refused in its first reading, perhaps, and accepted in a later one.
    auto IsTriedAgain = [&](const RefusedNest &R) {
      return llvm::any_of(T.NotProved, [&](const RefusedNest &N) {
        return N.Where == R.Where && !IsLast && (N.MayBePlain || N.MayUseThreads);
      });
    };
    llvm::copy_if(T.Refused, std::back_inserter(Known.Refused), [&](const RefusedNest &R) { return !IsTriedAgain(R); });
    Known.Proved = Result->Regions;
    Known.RefusedLoops = std::move(T.RefusedLoops);
    if (IsLast)
      return Outcome{std::move(*Result), std::move(Known), T.CallsNests};
    Seconds = std::min(Most, InnerSeconds);
  }
}

/// Of the main file's text, as it is now.
static void moveInsertions(RegionText &R, const EditedText &Now) {
  for (std::vector<Insertion> *Each : {&R.Insertions, &R.Explicit})
    for (Insertion &I : *Each)
      I.Offset = Now.offset(I.Offset);
}

/// What is known of the nests of a file, for the text with inlined loops.
static KnownNests knownOf(KnownNests Known, const InlinedFile &File) {
  const std::vector<Location> Changed = changedLoops(File);
  llvm::erase_if(Known.Refused, [&](RefusedNest &R) {
    R.Certificate.clear(); // has been said
    return llvm::is_contained(Changed, R.Where);
  });
  llvm::erase_if(Known.RefusedLoops, [&](const RefusedLoop &L) { return llvm::is_contained(Changed, L.Where); });
  for (RegionText &R : Known.Proved)
    moveInsertions(R, File);
  return Known;
}

/// Lines of Text that differ from the file's.
static void printChanges(llvm::StringRef FileText, llvm::StringRef Text, llvm::raw_ostream &Pages) {
  for (unsigned Line = 1; !Text.empty(); ++Line) {
    auto [Old, OldRest] = FileText.split('\n');
    auto [New, NewRest] = Text.split('\n');
    if (Old != New)
      Pages << "// calls replaced in line " << Line << "\n" << New << "\n";
    FileText = OldRest;
    Text = NewRest;
  }
}

/// What is known of the nests of a file, for the text with macros expanded.
static KnownNests knownOf(const KnownNests &Known, const ExpandedFile &File) {
  KnownNests Result;
  llvm::copy_if(Known.RefusedLoops, std::back_inserter(Result.RefusedLoops),
                [&](const RefusedLoop &L) { return !File.Functions.count(L.Function); });
  llvm::copy_if(Known.Proved, std::back_inserter(Result.Proved),
                [&](const RegionText &R) { return !File.Functions.count(R.Function); });
  for (RegionText &R : Result.Proved)
    moveInsertions(R, File);
  return Result;
}

/// Those loops of File that leave no errors behind where only they hold bodies.
static std::vector<Location> thatParse(const InlinedFile &File, const FrontendOptions &Front, llvm::StringRef FileText,
                                       const std::vector<Location> &Regions) {
  std::vector<Location> Good;
  for (const InlinedLoop &L : File.Loops) {
    llvm::Expected<InlinedFile> Alone = inlineNests(Front, FileText, Regions, std::vector<Location>{L.Where});
    if (!Alone) {
      llvm::consumeError(Alone.takeError());
      continue;
    }
    llvm::Expected<InlinedFile> Parsed = inlineNests(Front, Alone->Text, {}, std::vector<Location>());
    if (Parsed)
      Good.push_back(L.Where);
    else
      llvm::consumeError(Parsed.takeError());
  }
  return Good;
}

/// The same. Loops that are no regions, and call functions whose nests are, are translated again with the functions' bodies
/// inside, and stay so where that makes them regions. Known: at first of the nests of FileText, then of all of them.
static llvm::Expected<Translation> translateWithCallees(const TranslateOptions &Options, llvm::StringRef FileText,
                                                        KnownNests &Known, std::optional<CompilerDifferences> &Differences,
                                                        llvm::raw_ostream &Pages) {
  llvm::Expected<Outcome> Plain = translateProved(Options, FileText, {}, Known, Differences, Pages);
  if (!Plain)
    return Plain.takeError();
  Known = Plain->Known;
  // Files with regions in headers are compiled in a way that needs the file as it is.
  if (!Plain->CallsNests || Plain->Result.Regions.empty() || Options.Tool->StopAfter || !Plain->Result.Headers.empty())
    return std::move(Plain->Result);
  std::vector<Location> Regions;
  for (const RegionText &R : Plain->Result.Regions)
    Regions.push_back(R.Where);
  TranslateOptions Quiet = Options; // errors of such a text are not the user's
  Quiet.PrintDiagnostics = false;
  const FrontendOptions Front = frontendOptions(Quiet, Differences.value_or(CompilerDifferences()));
  // At first all such loops hold the bodies, then those that are regions so: other loops keep their calls.
  for (std::optional<std::vector<Location>> Only;;) {
    llvm::Expected<InlinedFile> File = inlineNests(Front, FileText, Regions, Only);
    if (!File)
      return File.takeError();
    if (File->Loops.empty())
      return std::move(Plain->Result);
    std::string Printed;
    llvm::raw_string_ostream Out(Printed);
    if (Options.Tool->printsAfter(Stage::Frontend))
      printChanges(FileText, File->Text, Out);
    llvm::Expected<Outcome> With = translateProved(Quiet, File->Text, *File, knownOf(Known, *File), Differences, Out);
    if (!With) { // the user's file is all right; a body names what is not declared where it is called
      llvm::consumeError(With.takeError());
      std::vector<Location> Good = thatParse(*File, Front, FileText, Regions);
      if (Good.size() == File->Loops.size())
        return std::move(Plain->Result);
      Only = std::move(Good);
      continue;
    }
    std::vector<Location> Found = changedLoops(*File);
    llvm::erase_if(Found, [&](const Location &L) {
      return llvm::none_of(With->Result.Regions, [&](const RegionText &R) { return R.Where == L; });
    });
    const bool AreWhole = llvm::all_of(File->Loops, [&](const InlinedLoop &L) { return llvm::is_contained(Found, L.Where); });
    if (AreWhole) {
      Pages << Printed;
      return std::move(With->Result);
    }
    Only = std::move(Found);
  }
}

/// The same. A file in which macros frame loops is translated again with these macros expanded, and stays so where that
/// makes more regions.
static llvm::Expected<Translation> translateWithMacros(const TranslateOptions &Options, llvm::StringRef FileText,
                                                       llvm::raw_ostream &Pages) {
  KnownNests Known;
  std::optional<CompilerDifferences> Differences;
  llvm::Expected<Translation> Plain = translateWithCallees(Options, FileText, Known, Differences, Pages);
  if (!Plain || Options.Tool->StopAfter || !Plain->Headers.empty() || !Plain->HasLoopMacros)
    return Plain;
  auto Compare = [&](const std::map<std::string, std::optional<std::string>> &Asked) {
    return Options.BackendMacros ? differences(Asked, Options.BackendMacros(), choosesContraction(Options.ClangFlags))
                                 : CompilerDifferences();
  };
  FrontendOptions Quiet = frontendOptions(Options, {});
  Quiet.PrintDiagnostics = false;
  llvm::Expected<std::optional<ExpandedFile>> Expanded = expandLoopMacros(Quiet, FileText, Compare);
  if (!Expanded) { // the user's file is all right
    llvm::consumeError(Expanded.takeError());
    return Plain;
  }
  if (!*Expanded)
    return Plain;
  std::string Printed;
  llvm::raw_string_ostream Out(Printed);
  TranslateOptions Again = Options;
  Again.HasExpandedMacros = true;
  Known = knownOf(Known, **Expanded);
  llvm::Expected<Translation> With = translateWithCallees(Again, (*Expanded)->Text, Known, Differences, Out);
  if (!With) { // the user's file is all right
    llvm::consumeError(With.takeError());
    return Plain;
  }
  const bool IsBetter = With->Regions.size() > Plain->Regions.size() || !Options.Tool->VerifyEmitted.empty();
  if (!IsBetter || !With->Headers.empty())
    return Plain;
  Pages << Printed;
  return With;
}

/// True if a thread with such a stack can be created. LLVM ends the process where it cannot.
static bool canCreateThread(size_t StackSize) {
  pthread_attr_t Attributes;
  pthread_t Thread;
  if (pthread_attr_init(&Attributes) != 0)
    return false;
  bool IsCreated = pthread_attr_setstacksize(&Attributes, StackSize) == 0 &&
                   pthread_create(&Thread, &Attributes, [](void *) -> void * { return nullptr; }, nullptr) == 0;
  pthread_attr_destroy(&Attributes);
  return IsCreated && pthread_join(Thread, nullptr) == 0;
}

namespace {
/// A stack for handlers of signals: a thread that has used up its own has no room for them.
class SignalStack {
public:
  SignalStack() : Memory(new char[Size]) {
    stack_t Now = {};
    Now.ss_sp = Memory.get();
    Now.ss_size = Size;
    sigaltstack(&Now, nullptr);
  }
  ~SignalStack() {
    stack_t None = {};
    None.ss_flags = SS_DISABLE;
    sigaltstack(&None, nullptr);
  }

private:
  static constexpr size_t Size = 64 << 10;
  std::unique_ptr<char[]> Memory;
};
} // namespace

/// LLVM's handlers would use the stack of the thread that has crashed.
static void handleOnSignalStack() {
  for (int Signal : {SIGSEGV, SIGBUS}) {
    struct sigaction Handler;
    sigaction(Signal, nullptr, &Handler);
    Handler.sa_flags |= SA_ONSTACK;
    sigaction(Signal, &Handler, nullptr);
  }
}

llvm::Expected<Translation> tilepipe::translate(const TranslateOptions &Options,
                                                llvm::raw_ostream &Pages) {
  auto File = llvm::MemoryBuffer::getFile(Options.File);
  if (!File)
    return messageError("[cannot-read]", "cannot read '" + Options.File +
                                                        "': " + File.getError().message());
  // A defect of ours must not cost the user his build: a crash is a file without regions. Clang
  // recurses deeply, hence a thread with a stack of its own.
  constexpr unsigned StackSize = 64 << 20;
  if (!canCreateThread(StackSize))
    return messageError("[memory]", "too little memory to translate '" + Options.File + "'");
  TranslateOptions Once = Options;
  if (Options.BackendMacros)
    Once.BackendMacros = [&, Known = std::optional<std::map<std::string, std::string>>()]() mutable {
      if (!Known)
        Known = Options.BackendMacros();
      return *Known;
    };
  std::optional<llvm::Expected<Translation>> Result;
  llvm::CrashRecoveryContext::Enable();
  handleOnSignalStack();
  llvm::CrashRecoveryContext Safely;
  bool IsDone = Safely.RunSafelyOnThread(
      [&] {
        SignalStack OfThisThread;
        Result.emplace(translateWithMacros(Once, (*File)->getBuffer(), Pages));
      },
      StackSize);
  llvm::CrashRecoveryContext::Disable();
  if (!IsDone)
    return messageError("[internal]", "internal error while translating '" + Options.File + "'");
  return std::move(*Result);
}
