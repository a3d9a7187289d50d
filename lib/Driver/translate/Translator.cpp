// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/Translator.h"

#include "explain/Explain.h"
#include "explain/ExplainPage.h"
#include "tilepipe/Support/Identifiers.h"
#include "tilepipe/Support/Message.h"
#include "tilepipe/Support/Settings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MemoryBuffer.h"

#include <isl/map.h>

using namespace tilepipe;

FrontendOptions tilepipe::frontendOptions(const TranslateOptions &Options, const CompilerDifferences &Differences) {
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

std::vector<Location> tilepipe::changedLoops(const InlinedFile &File) {
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
  // Explicit code has no such order; what stops before the tiling does not know whether there is one.
  if (Nest.IsForOrder && (Tool.IsExplicit || Tool.stopsAfter(Stage::Frontend) || Tool.stopsAfter(Stage::Analysis) || !mayGainByOrder(Nest)))
    return gainsNothing(Nest);
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
