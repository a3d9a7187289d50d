// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Report/Otf2.h"

#include "tilepipe/Support/Message.h"

#ifndef TILEPIPE_OTF2

llvm::Error tilepipe::writeOtf2(llvm::ArrayRef<ReportInput>, llvm::StringRef) {
  return messageError("[built-without]", "--otf2: this tilepipe-report was built without the OTF2 library");
}

#else

#include "Document.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <otf2/otf2.h>

#include <map>
#include <optional>
#include <vector>

using namespace tilepipe;
using llvm::StringRef;
using llvm::json::Object;

/// Numbers of definitions. Those of a kind are written in ascending order.
enum : uint32_t { Machine = 0, AllLocations = 0, AllRanks = 1, Messages = 0, CategoriesFrom = 2 };
static constexpr uint64_t TicksPerSecond = 1000000000;

namespace {

struct Rank;

/// An arrow. Only one with both ends is written: a file of bounded size may have lost one.
struct Message {
  const Rank *From = nullptr, *To = nullptr;
  uint64_t Bytes = 0;
  uint32_t Tag = 0; ///< a number of its own, so that no order of messages matters
};

struct Span {
  uint64_t Begin, End; ///< in ticks
  uint32_t Region;
  uint64_t Bytes;
  const Message *Sends = nullptr, *Receives = nullptr;
};

struct Track {
  std::string Name;
  int64_t Lost = 0;
  std::vector<Span> Spans;
};

struct Rank {
  uint32_t Number = 0; ///< in the communicator
  std::string Name, Host = "unknown";
  std::map<int64_t, Track> Tracks;
};

struct Events {
  std::map<int64_t, Rank> Ranks;
  std::map<std::pair<std::string, std::string>, uint32_t> Regions; ///< by category and name
  std::map<std::string, Message> Messages;
};

} // namespace

static uint64_t ticks(std::optional<double> Microseconds) {
  return uint64_t(std::clamp(Microseconds.value_or(0) * 1000 + 0.5, 0.0, 9e18));
}

static std::string textOf(const Object &From, StringRef Key) { return From.getString(Key).value_or("").str(); }

static void readName(const Object &Event, Rank &Of, Track &Thread) {
  const Object *Arguments = Event.getObject("args");
  if (!Arguments)
    return;
  const std::string What = textOf(Event, "name"), Name = textOf(*Arguments, "name");
  if (What == "process_name") {
    Of.Name = Name;
    const size_t Host = Name.find(" on ");
    Of.Host = Host == std::string::npos ? Of.Host : Name.substr(Host + 4);
  } else if (What == "thread_name") {
    Thread.Name = Name;
    Thread.Lost = Arguments->getInteger("lost").value_or(0);
  }
}

/// An arrow begins or ends in the slice in front of it.
static void readArrow(const Object &Event, bool Begins, const Rank &At, Track &Of, Events &To) {
  if (Of.Spans.empty())
    return;
  Message &Here = To.Messages.try_emplace(textOf(Event, "id"), Message{nullptr, nullptr, 0, uint32_t(To.Messages.size())}).first->second;
  (Begins ? Here.From : Here.To) = &At;
  (Begins ? Of.Spans.back().Sends : Of.Spans.back().Receives) = &Here;
  Here.Bytes = Of.Spans.back().Bytes;
}

static void readEvent(const Object &Event, Events &To) {
  std::optional<int64_t> Pid = Event.getInteger("pid");
  if (!Pid)
    return;
  Rank &Of = To.Ranks[*Pid];
  Of.Tracks[0]; // a member of the communicator, also without slices
  Track &Thread = Of.Tracks[Event.getInteger("tid").value_or(0)];
  const std::string Phase = textOf(Event, "ph");
  if (Phase == "M")
    readName(Event, Of, Thread);
  if (Phase == "s" || Phase == "f")
    readArrow(Event, Phase == "s", Of, Thread, To);
  if (Phase != "X")
    return;
  const Object *Arguments = Event.getObject("args");
  const int64_t Bytes = Arguments ? Arguments->getInteger("bytes").value_or(0) : 0;
  const auto Region = To.Regions.insert({{textOf(Event, "cat"), textOf(Event, "name")}, uint32_t(To.Regions.size())}).first;
  const uint64_t Begin = ticks(Event.getNumber("ts"));
  Thread.Spans.push_back({Begin, Begin + ticks(Event.getNumber("dur")), Region->second, uint64_t(std::max<int64_t>(Bytes, 0))});
}

/// False: the text is of something else. The runtime writes a line for each event, which is read alone: in one document an event
/// takes 12 KB of memory. Other layouts are read as one document.
static llvm::Expected<bool> read(StringRef Text, Events &To) {
  const bool HasLines = Text.consume_front("{\"traceEvents\":[\n");
  for (StringRef Line; HasLines && Text.starts_with("{");) {
    std::tie(Line, Text) = Text.split('\n');
    llvm::Expected<llvm::json::Value> Event = parseDocument(Line.rtrim(","));
    if (!Event)
      return Event.takeError();
    readEvent(*Event->getAsObject(), To);
  }
  if (HasLines && !Text.starts_with("]"))
    return llvm::createStringError("the end of the events is missing");
  if (!HasLines) {
    llvm::Expected<llvm::json::Value> Document = parseDocument(Text);
    if (!Document)
      return Document.takeError();
    const Object *All = Document->getAsObject();
    const llvm::json::Array *Traced = All ? All->getArray("traceEvents") : nullptr;
    if (!Traced)
      return false;
    for (const llvm::json::Value &Each : *Traced)
      if (const Object *Event = Each.getAsObject())
        readEvent(*Event, To);
  }
  uint32_t Number = 0;
  for (auto &[Pid, Of] : To.Ranks) {
    Of.Number = Number++;
    for (auto &[Tid, Thread] : Of.Tracks)
      llvm::stable_sort(Thread.Spans, [](const Span &A, const Span &B) { return A.Begin < B.Begin; });
  }
  return true;
}

static bool isWhole(const Message *M) { return M && M->From && M->To; }

static void leave(OTF2_EvtWriter *To, const Span &S) {
  if (isWhole(S.Receives))
    OTF2_EvtWriter_MpiRecv(To, nullptr, S.End, S.Receives->From->Number, Messages, S.Receives->Tag, S.Receives->Bytes);
  OTF2_EvtWriter_Leave(To, nullptr, S.End, S.Region);
}

static void writeSpans(const std::vector<Span> &All, OTF2_EvtWriter *To) {
  std::vector<Span> Open;
  auto LeaveUntil = [&](uint64_t Time) {
    for (; !Open.empty() && Open.back().End <= Time; Open.pop_back())
      leave(To, Open.back());
  };
  for (Span S : All) {
    LeaveUntil(S.Begin);
    // A slice lies inside the one around it.
    S.End = Open.empty() ? S.End : std::min(S.End, Open.back().End);
    OTF2_EvtWriter_Enter(To, nullptr, S.Begin, S.Region);
    if (isWhole(S.Sends))
      OTF2_EvtWriter_MpiSend(To, nullptr, S.Begin, S.Sends->To->Number, Messages, S.Sends->Tag, S.Sends->Bytes);
    Open.push_back(S);
  }
  LeaveUntil(UINT64_MAX);
}

namespace {

/// Definitions of the archive. A text is defined where it is named first.
class Definitions {
  OTF2_GlobalDefWriter *const To;
  llvm::StringMap<uint32_t> Texts, Hosts;

  uint32_t text(StringRef Text) {
    auto [At, IsNew] = Texts.try_emplace(Text, Texts.size());
    if (IsNew)
      OTF2_GlobalDefWriter_WriteString(To, At->second, At->first().str().c_str());
    return At->second;
  }
  void group(uint32_t Self, StringRef Name, OTF2_GroupType Type, OTF2_Paradigm Paradigm, const std::vector<uint64_t> &Members) {
    OTF2_GlobalDefWriter_WriteGroup(To, Self, text(Name), Type, Paradigm, OTF2_GROUP_FLAG_NONE, uint32_t(Members.size()), Members.data());
  }

public:
  explicit Definitions(OTF2_GlobalDefWriter *To) : To(To) {
    OTF2_GlobalDefWriter_WriteSystemTreeNode(To, Machine, text("machine"), text("machine"), OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  }
  void clock(uint64_t End) { OTF2_GlobalDefWriter_WriteClockProperties(To, TicksPerSecond, 0, End, OTF2_UNDEFINED_TIMESTAMP); }
  void rank(const Rank &R) {
    auto [Host, IsNew] = Hosts.try_emplace(R.Host, Machine + 1 + Hosts.size());
    if (IsNew)
      OTF2_GlobalDefWriter_WriteSystemTreeNode(To, Host->second, text(R.Host), text("node"), Machine);
    OTF2_GlobalDefWriter_WriteLocationGroup(To, R.Number, text(R.Name), OTF2_LOCATION_GROUP_TYPE_PROCESS, Host->second,
                                            OTF2_UNDEFINED_LOCATION_GROUP);
  }
  void thread(uint64_t Self, const Track &T, uint64_t Count, uint32_t Rank) {
    OTF2_GlobalDefWriter_WriteLocation(To, Self, text(T.Name), OTF2_LOCATION_TYPE_CPU_THREAD, Count, Rank);
    OTF2_AttributeValue Lost;
    Lost.int64 = T.Lost;
    if (T.Lost > 0)
      OTF2_GlobalDefWriter_WriteLocationProperty(To, Self, text("lost slices"), OTF2_TYPE_INT64, Lost);
  }
  /// Categories are groups of regions.
  void regions(const Events &From) {
    std::map<std::string, std::vector<uint64_t>> Categories;
    std::vector<const std::pair<std::string, std::string> *> InOrder(From.Regions.size());
    for (const auto &[Names, Self] : From.Regions)
      InOrder[Self] = &Names;
    for (auto [Self, Names] : llvm::enumerate(InOrder)) {
      const uint32_t Name = text(Names->second), Category = text(Names->first);
      OTF2_GlobalDefWriter_WriteRegion(To, uint32_t(Self), Name, Name, Category, OTF2_REGION_ROLE_CODE, OTF2_PARADIGM_USER,
                                       OTF2_REGION_FLAG_NONE, OTF2_UNDEFINED_STRING, 0, 0);
      Categories[Names->first].push_back(Self);
    }
    uint32_t Self = CategoriesFrom;
    for (const auto &[Name, Members] : Categories)
      group(Self++, Name, OTF2_GROUP_TYPE_REGIONS, OTF2_PARADIGM_USER, Members);
  }
  void communicator(const std::vector<uint64_t> &FirstThreads) {
    std::vector<uint64_t> Ranks;
    for (uint64_t I = 0; I < FirstThreads.size(); ++I)
      Ranks.push_back(I);
    group(AllLocations, "threads of ranks", OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, FirstThreads);
    group(AllRanks, "ranks", OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, Ranks);
    OTF2_GlobalDefWriter_WriteComm(To, Messages, text("ranks"), AllRanks, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
  }
};

} // namespace

static void write(const Events &All, OTF2_Archive *To) {
  std::vector<uint64_t> Counts, FirstThreads;
  uint64_t End = 0;
  OTF2_Archive_OpenEvtFiles(To);
  for (const auto &[Pid, R] : All.Ranks) {
    FirstThreads.push_back(Counts.size());
    for (const auto &[Tid, Thread] : R.Tracks) {
      OTF2_EvtWriter *Writer = OTF2_Archive_GetEvtWriter(To, Counts.size());
      writeSpans(Thread.Spans, Writer);
      for (const Span &S : Thread.Spans)
        End = std::max(End, S.End);
      OTF2_EvtWriter_GetNumberOfEvents(Writer, &Counts.emplace_back());
      OTF2_Archive_CloseEvtWriter(To, Writer);
    }
  }
  OTF2_Archive_CloseEvtFiles(To);
  // Readers expect a file of definitions for each location, though all are global.
  OTF2_Archive_OpenDefFiles(To);
  for (uint64_t Location = 0; Location < Counts.size(); ++Location)
    OTF2_Archive_CloseDefWriter(To, OTF2_Archive_GetDefWriter(To, Location));
  OTF2_Archive_CloseDefFiles(To);

  Definitions Out(OTF2_Archive_GetGlobalDefWriter(To));
  Out.clock(End + 1);
  uint64_t Location = 0;
  for (const auto &[Pid, R] : All.Ranks) {
    Out.rank(R);
    for (const auto &[Tid, Thread] : R.Tracks) {
      Out.thread(Location, Thread, Counts[Location], R.Number);
      ++Location;
    }
  }
  Out.communicator(FirstThreads);
  Out.regions(All);
}

/// The first error of the library, which calls this for each of them and prints nothing then.
static OTF2_ErrorCode keepFirst(void *First, const char *, uint64_t, const char *, OTF2_ErrorCode Code, const char *, va_list) {
  OTF2_ErrorCode &Kept = *static_cast<OTF2_ErrorCode *>(First);
  Kept = Kept == OTF2_SUCCESS ? Code : Kept;
  return Code;
}

static OTF2_FlushType flushAlways(void *, OTF2_FileType, OTF2_LocationRef, void *, bool) { return OTF2_FLUSH; }

/// Empty: written.
static std::string writeArchive(const Events &All, const char *Folder) {
  OTF2_ErrorCode First = OTF2_SUCCESS;
  OTF2_Error_RegisterCallback(keepFirst, &First);
  OTF2_FlushCallbacks Flush = {flushAlways, nullptr};
  if (OTF2_Archive *To = OTF2_Archive_Open(Folder, "traces", OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
                                           OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE)) {
    OTF2_Archive_SetFlushCallbacks(To, &Flush, nullptr);
    OTF2_Archive_SetSerialCollectiveCallbacks(To);
    OTF2_Archive_SetCreator(To, "tilepipe-report");
    write(All, To);
    OTF2_Archive_Close(To);
  }
  OTF2_Error_RegisterCallback(nullptr, nullptr);
  return First == OTF2_SUCCESS ? "" : OTF2_Error_GetDescription(First);
}

static llvm::Error writeFolder(const Events &All, StringRef Folder) {
  llvm::SmallString<256> Place(Folder), Made;
  std::string Why;
  std::error_code Code = llvm::sys::fs::make_absolute(Place);
  if (!Code)
    Code = llvm::sys::fs::createUniqueDirectory(Place, Made);
  if (!Code)
    Why = writeArchive(All, Made.c_str());
  if (!Code && Why.empty())
    Code = llvm::sys::fs::rename(Made, Place);
  if (Code)
    Why = Code.message();
  if (Why.empty())
    return llvm::Error::success();
  if (!Made.empty())
    llvm::sys::fs::remove_directories(Made);
  return messageError("[cannot-write]", "'" + Folder + "': " + Why);
}

llvm::Error tilepipe::writeOtf2(llvm::ArrayRef<ReportInput> Inputs, StringRef Folder) {
  Events Found;
  bool IsFound = false;
  for (const ReportInput &In : Inputs) {
    Events Here;
    llvm::Expected<bool> IsTimeline = read(In.Text, IsFound ? Here : Found);
    if (!IsTimeline)
      return messageError("[report-input]", "'" + In.Name + "': " + toString(IsTimeline.takeError()));
    if (*IsTimeline && IsFound)
      return messageError("[report-input]", "'" + In.Name + "': a second timeline, but an archive is about one run");
    IsFound |= *IsTimeline;
  }
  if (!IsFound)
    return messageError("[report-input]", "no timeline among the files: run the program with TILEPIPE_TRACE=FILE");
  return writeFolder(Found, Folder);
}

#endif
