// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Report/Report.h"

#include "Charts.h"
#include "Document.h"
#include "RemarkLog.h"
#include "tilepipe/Support/Html.h"
#include "tilepipe/Support/Message.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace tilepipe;
using html::escaped;

/// Parts of the time from which on they are worth a word; parts of the program's below which a region is not.
static constexpr double Much = 0.3, Uneven = 1.25, Little = 0.02;

static std::string number(double N) {
  static constexpr std::pair<double, const char *> Units[] = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (auto [Unit, Name] : Units)
    if (N >= Unit) {
      OS << llvm::format("%.3g", N / Unit) << Name;
      return Text;
    }
  OS << llvm::format("%.3g", N);
  return Text;
}

static std::string percent(std::optional<double> Part) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (Part)
    OS << llvm::format("%.0f %%", 100 * *Part);
  return Text;
}

static std::string listOf(llvm::ArrayRef<int64_t> All) {
  return llvm::join(llvm::map_range(All, [](int64_t N) { return std::to_string(N); }), " \u00d7 ");
}

static void printOverview(const ProgramFigures &P, llvm::raw_ostream &OS) {
  OS << "<p>" << llvm::format("%.3g", P.Seconds) << " s on " << P.Ranks << (P.Ranks == 1 ? " rank" : " ranks");
  if (P.Threads)
    OS << " of " << *P.Threads << (*P.Threads == 1 ? " thread" : " threads");
  OS << ", hosts: " << escaped(llvm::join(P.Hosts, ", ")) << ".";
  if (P.Signal)
    OS << " Signal " << *P.Signal << " ended it.";
  if (P.Alone)
    OS << " Other ranks were not used: " << escaped(*P.Alone) << ".";
  OS << "</p>\n<div class=\"wide\"><table>\n<tr><th>region</th><th>calls</th><th>in parallel</th><th>seconds</th><th>share</th>"
        "<th>points/s</th><th>efficiency</th></tr>\n";
  for (auto [I, R] : llvm::enumerate(P.Regions)) {
    OS << "<tr><td><a href=\"#r" << I << "\">" << escaped(R.Region) << "</a></td><td>" << R.Calls << "</td><td>" << R.Ran << "</td>";
    if (R.All)
      OS << "<td>" << llvm::format("%.3g", R.All->Seconds) << "</td><td>" << percent(R.All->Share) << "</td><td>"
         << (R.All->PointsPerSecond ? number(*R.All->PointsPerSecond) : "") << "</td><td>" << percent(R.All->Efficiency) << "</td>";
    else
      OS << "<td></td><td></td><td></td><td></td>";
    OS << "</tr>\n";
  }
  OS << "</table></div>\n";
}

/// The nest, if its file is where it was.
static void printSource(llvm::StringRef Name, int64_t First, llvm::raw_ostream &OS) {
  if (auto File = llvm::MemoryBuffer::getFile(Name))
    html::printNest((*File)->getBuffer(), unsigned(std::max<int64_t>(First, 0)), OS);
}

static void printPlan(const PlanFigures &Plan, llvm::raw_ostream &OS) {
  OS << "<p>Plan of the last run: " << Plan.Ranks << (Plan.Ranks == 1 ? " rank" : " ranks") << " of " << Plan.Threads
     << (Plan.Threads == 1 ? " thread" : " threads") << ", mesh " << listOf(Plan.Mesh) << ", group " << listOf(Plan.Group)
     << ", tiles of " << listOf(Plan.Extents) << ", " << listOf(Plan.Grid) << " rows of tiles, " << escaped(Plan.Schedule)
     << " schedule, " << escaped(Plan.Grouping) << " groups";
  if (!Plan.Along.empty())
    OS << ", mapped along " << escaped(Plan.Along);
  if (Plan.Transport)
    OS << ", faces by " << escaped(*Plan.Transport);
  OS << ".";
  if (Plan.Why)
    OS << " Why only so many CPUs: " << escaped(*Plan.Why) << ".";
  if (!Plan.Ignored.empty())
    OS << " Settings that change nothing: " << escaped(llvm::join(Plan.Ignored, ", ")) << ".";
  OS << "</p>\n";
}

static void printTime(const RegionFigures &R, llvm::raw_ostream &OS) {
  const RunFigures &A = *R.All;
  const double Known = A.LiveIn + A.Compute + A.Wait + A.Comm + A.Gather;
  OS << "<h3>Where the time went</h3>\n";
  drawParts("measured",
            {{"tiles", A.Compute}, {"waiting", A.Wait}, {"packing and sending", A.Comm}, {"sending live-ins", A.LiveIn},
             {"other", A.Seconds - Known}, {"results", A.Gather}},
            std::max({A.Seconds, A.Predicted, Known}), OS);
  if (A.Predicted > 0)
    drawParts("model",
              {{"tiles", A.PredictedCompute}, {"fill", A.Fill}, {"communication", A.PredictedComm}, {"start", A.Start},
               {"synchronisation", A.Sync}, {"moving data", A.Move}},
              std::max({A.Seconds, A.Predicted, Known}), OS);
  OS << "<p class=\"note\">Tiles, waiting, packing and sending: means over the CPUs that ran. " << A.Tiles << " tiles, of which "
     << A.Jammed << " jammed, " << A.Skewed << " skewed and " << A.Blocked << " in blocks. " << A.Messages << " messages of " << number(double(A.Bytes))
     << "B; live-ins " << number(double(A.LiveInBytes)) << "B, results " << number(double(A.ResultBytes))
     << "B, arrays that stay " << number(double(A.MovedBytes)) << "B.</p>\n";
  if (R.ByRank.size() < 2)
    return;
  double Longest = 0;
  for (const RankFigures &Rank : R.ByRank)
    Longest = std::max(Longest, Rank.Compute + Rank.Wait + Rank.Comm);
  OS << "<h3>Ranks, CPU seconds</h3>\n";
  for (const RankFigures &Rank : R.ByRank)
    drawBar("rank " + std::to_string(Rank.Rank),
            {{"tiles", Rank.Compute}, {"waiting", Rank.Wait}, {"packing and sending", Rank.Comm}}, Longest, OS);
}

/// "tile=8,64 schedule=blocking" as variables of the environment.
static std::string asVariables(llvm::StringRef Changes) {
  std::string Text;
  for (llvm::StringRef Each : llvm::split(Changes, ' ')) {
    auto [Name, Value] = Each.split('=');
    Text += (Text.empty() ? "TILEPIPE_" : " TILEPIPE_") + Name.upper() + "=" + Value.str();
  }
  return Text;
}

/// What tuning has measured: the setting that helps, and how much.
static std::string measured(const TuningFigures &T) {
  std::string Text = std::to_string(T.Plans) + " plans were measured. ";
  auto Seconds = [](double S) { return number(S) + " s"; };
  if (T.Changes.empty())
    Text += "The first one is the best: " + Seconds(T.Best);
  else
    Text += "<code>" + escaped(asVariables(T.Changes)) + "</code> takes " + Seconds(T.Best) + ", the first plan " + Seconds(T.First);
  if (T.Loop)
    Text += ", the program's own loop " + Seconds(*T.Loop);
  return Text + ".";
}

/// What the figures suggest. Each line names a setting.
static std::vector<std::string> advice(const RegionFigures &R) {
  std::vector<std::string> Lines;
  if (R.Ran == 0)
    Lines.push_back("Each call ran as the program's own loop. <code>TILEPIPE_ALWAYS=1</code> runs it in parallel all the same.");
  if (!R.All)
    return Lines;
  const RunFigures &A = *R.All;
  if (A.Share.value_or(1) < Little)
    return Lines;
  if (R.Tuned)
    Lines.push_back(measured(*R.Tuned));
  if (R.Plans)
    Lines.push_back("The plan was found by tuning: " + escaped(*R.Plans) + ".");
  else if (A.Efficiency.value_or(1) < 1 - Much)
    Lines.push_back("<code>TILEPIPE_TUNE=1</code> runs the plan's neighbours and keeps the best one for later runs.");
  if (R.PlansIgnored)
    Lines.push_back("Tuned plans were not used: " + escaped(*R.PlansIgnored) + ".");
  if (A.LiveIn + A.Gather > Much * A.Seconds)
    Lines.push_back("Live-ins and results take " + percent((A.LiveIn + A.Gather) / A.Seconds) +
                    ". Arrays from <code>malloc</code> may stay on the ranks between regions: <code>TILEPIPE_DATA=stay</code>.");
  if (A.Wait > Much * A.Seconds)
    Lines.push_back("CPUs wait for " + percent(A.Wait / A.Seconds) + " of the time. Smaller tiles fill the pipeline sooner: "
                    "<code>TILEPIPE_TILE</code>.");
  if (A.Comm > Much * A.Seconds)
    Lines.push_back("Packing and sending take " + percent(A.Comm / A.Seconds) + ". Larger tiles send fewer messages: "
                    "<code>TILEPIPE_TILE</code>.");
  if (A.Imbalance.value_or(1) > Uneven)
    Lines.push_back("The busiest CPU computes " + percent(*A.Imbalance - 1) + " longer than the mean. <code>TILEPIPE_ASSIGN=cyclic"
                    "</code> spreads tiles of uneven spaces.");
  if (R.Profile && *R.Profile == "built-in")
    Lines.push_back("The model has built-in numbers. <code>tilepipe-calibrate</code> measures this machine.");
  return Lines;
}

static void printRegion(const RegionFigures &R, size_t Index, const Timeline &Trace, llvm::raw_ostream &OS) {
  OS << "<section id=\"r" << Index << "\">\n<h2>" << escaped(R.Region) << " <span class=\"note\">" << escaped(R.File) << ":" << R.Line
     << "</span></h2>\n<p>" << R.Calls << (R.Calls == 1 ? " call, " : " calls, ") << R.Ran << " of them in parallel.";
  if (R.Declined > 0 && (R.DeclinedFor || R.Reason))
    OS << " " << R.Declined << " ran as the program's own loop, the last one because: "
       << escaped(R.DeclinedFor ? *R.DeclinedFor : *R.Reason) << ".";
  if (R.Alone)
    OS << " Other ranks were not used: " << escaped(*R.Alone) << ".";
  OS << "</p>\n";
  printSource(R.File, R.Line, OS);
  if (R.Last)
    printPlan(*R.Last, OS);
  if (R.All && R.Ran > 0)
    printTime(R, OS);
  auto Traced = Trace.find(R.Region);
  if (R.Last && Traced != Trace.end() && !Traced->second.Threads.empty()) {
    OS << "<h3>Run " << Traced->second.Number << "</h3>\n";
    if (!Traced->second.IsWhole)
      OS << "<p class=\"note\">The timeline lacks a part of this run.</p>\n";
    drawRun(Traced->second, *R.Last, OS);
  }
  const std::vector<std::string> Lines = advice(R);
  if (!Lines.empty()) {
    OS << "<h3>What may help</h3>\n<ul>\n";
    for (const std::string &Line : Lines)
      OS << "<li>" << Line << "</li>\n";
    OS << "</ul>\n";
  }
  OS << "</section>\n";
}

/// Nests that the compiler has left as they are.
static void printMissed(const std::vector<MissedNest> &All, llvm::raw_ostream &OS) {
  for (const MissedNest &N : All) {
    OS << "<section class=\"refused\">\n<h2>Left as it is <span class=\"note\">" << escaped(N.File) << ":" << N.Line
       << "</span></h2>\n<p>" << escaped(N.Text) << " [" << escaped(N.Code) << "]</p>\n";
    printSource(N.File, N.Line, OS);
    OS << "</section>\n";
  }
}

static llvm::Error inFile(const ReportInput &In, llvm::Error E) {
  return messageError("[report-input]", "'" + In.Name + "': " + llvm::toString(std::move(E)));
}

/// From as a T, an error with the place where it is none.
template <typename T> static llvm::Error readAs(const llvm::json::Value &From, T &To, const char *What) {
  llvm::json::Path::Root Root(What);
  return fromJSON(From, To, Root) ? llvm::Error::success() : Root.getError();
}

llvm::Expected<std::string> tilepipe::reportPage(llvm::ArrayRef<ReportInput> Inputs) {
  std::optional<ProgramFigures> Program;
  std::optional<Timeline> Trace;
  std::vector<MissedNest> Missed;
  auto Twice = [](const ReportInput &In, const char *What) {
    return messageError("[report-input]", "'" + In.Name + "': a second " + What + ", but a page is about one run");
  };
  for (const ReportInput &In : Inputs) {
    llvm::Expected<llvm::json::Value> Document = parseDocument(In.Text);
    if (!Document)
      return inFile(In, Document.takeError());
    const llvm::json::Object *Object = Document->getAsObject();
    if (Object && Object->getString("schema") == "tilepipe-statistics") {
      if (Program)
        return Twice(In, "file of statistics");
      if (llvm::Error E = readAs(*Document, Program.emplace(), "statistics"))
        return inFile(In, std::move(E));
    } else if (Object && Object->get("traceEvents")) {
      if (Trace)
        return Twice(In, "timeline");
      if (llvm::Error E = readAs(*Document, Trace.emplace(), "timeline"))
        return inFile(In, std::move(E));
    } else if (Object && Object->get("runs")) {
      if (llvm::Error E = readAs(*Document, Missed, "log"))
        return inFile(In, std::move(E));
    } else {
      return messageError("[report-input]", "'" + In.Name + "': neither statistics (TILEPIPE_STATS=json:FILE), nor a timeline "
                                     "(TILEPIPE_TRACE=FILE), nor a log of remarks (tilepipe-cc --tp-sarif)");
    }
  }
  if (!Program)
    return messageError("[report-input]", "no statistics among the files: run the program with TILEPIPE_STATS=json:FILE");
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  html::beginPage(llvm::sys::path::filename(Program->Program), OS);
  OS << "<h1>" << escaped(llvm::sys::path::filename(Program->Program)) << "</h1>\n";
  printOverview(*Program, OS);
  for (auto [I, Region] : llvm::enumerate(Program->Regions))
    printRegion(Region, I, Trace.value_or(Timeline()), OS);
  printMissed(Missed, OS);
  html::endPage(OS);
  return Text;
}
