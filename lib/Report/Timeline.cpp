// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Timeline.h"

#include "llvm/ADT/StringSwitch.h"

#include <optional>
#include <set>

using namespace tilepipe;
using llvm::json::Object;
using llvm::json::ObjectMapper;
using llvm::json::Path;
using llvm::json::Value;

/// By region and number.
using AllRuns = std::map<std::pair<std::string, int64_t>, TracedRun>;

static std::optional<Slice::Kind> kindOf(llvm::StringRef Category) {
  return llvm::StringSwitch<std::optional<Slice::Kind>>(Category)
      .Case("compute", Slice::Kind::Compute)
      .Case("wait", Slice::Kind::Wait)
      .Case("comm", Slice::Kind::Communicate)
      .Default(std::nullopt);
}

/// What happened in one event of the file: a slice of a run. Nothing: it is about something else.
static std::optional<std::pair<std::pair<std::string, int64_t>, Slice>> sliceOf(const Object &Event) {
  const Object *Arguments = Event.getObject("args");
  std::optional<llvm::StringRef> Category = Event.getString("cat");
  std::optional<double> Begin = Event.getNumber("ts"), Length = Event.getNumber("dur");
  std::optional<Slice::Kind> What = Category ? kindOf(*Category) : std::nullopt;
  if (!Arguments || !What || !Begin || !Length)
    return std::nullopt;
  std::optional<llvm::StringRef> Region = Arguments->getString("region");
  std::optional<int64_t> Run = Arguments->getInteger("run");
  if (!Region || !Run)
    return std::nullopt;
  Slice Here{*What, *Begin, *Length, {}};
  if (const llvm::json::Array *Tile = Arguments->getArray("tile"))
    for (const Value &At : *Tile)
      Here.Tile.push_back(At.getAsInteger().value_or(0));
  return std::pair(std::pair(Region->str(), *Run), Here);
}

/// A file of bounded size lacks the first slices of some threads, perhaps those of the first run that it has of them. All that
/// begins behind the end of such a run is known.
static double knownFrom(const AllRuns &Runs, const std::set<ThreadOfRank> &Lossy) {
  double Known = 0;
  for (const ThreadOfRank &Thread : Lossy) {
    std::optional<std::pair<double, double>> First; // begin and end
    for (const auto &[Name, Run] : Runs) {
      auto Here = Run.Threads.find(Thread);
      if (Here == Run.Threads.end())
        continue;
      const Slice &Last = Here->second.back();
      const std::pair Span(Here->second.front().Begin, Last.Begin + Last.Length);
      First = First ? std::min(*First, Span) : Span;
    }
    Known = std::max(Known, First ? First->second : 0);
  }
  return Known;
}

bool tilepipe::fromJSON(const Value &From, Timeline &To, Path Where) {
  const Object *All = From.getAsObject();
  const llvm::json::Array *Events = All ? All->getArray("traceEvents") : nullptr;
  if (!Events) {
    Where.report("no events");
    return false;
  }
  AllRuns Runs;
  std::set<ThreadOfRank> Lossy;
  for (const Value &Each : *Events) {
    const Object *Event = Each.getAsObject();
    if (!Event)
      continue;
    const ThreadOfRank Thread(Event->getInteger("pid").value_or(0), Event->getInteger("tid").value_or(0));
    if (Event->getString("cat") == "lost")
      Lossy.insert(Thread);
    auto Found = sliceOf(*Event);
    if (!Found)
      continue;
    TracedRun &Run = Runs[Found->first];
    Run.Number = Found->first.second;
    Run.Tiles += Found->second.What == Slice::Kind::Compute;
    Run.Threads[Thread].push_back(std::move(Found->second));
  }
  const double Known = knownFrom(Runs, Lossy);
  for (auto &[Name, Run] : Runs) {
    for (const auto &[Thread, Slices] : Run.Threads)
      Run.IsWhole &= Slices.front().Begin >= Known;
    TracedRun &Best = To[Name.first];
    if (std::pair(Run.IsWhole, Run.Tiles) > std::pair(Best.IsWhole && !Best.Threads.empty(), Best.Tiles))
      Best = std::move(Run);
  }
  return true;
}
