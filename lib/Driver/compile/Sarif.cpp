// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --tp-sarif: our remarks for viewers and code scanning, as logs of SARIF 2.1.0 (OASIS). Section numbers in comments
// are those of the standard.
#include "compile/Compile.h"

#include "Config.h"
#include "compile/RemarkRules.h"
#include "compile/SideFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace tilepipe;
using llvm::StringRef;
namespace json = llvm::json;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

//--- texts ------------------------------------------------------------------

/// Braces mark placeholders in messages, and are doubled where they do not (3.11.5).
static std::string withBraces(StringRef Text) {
  std::string Result;
  for (char C : json::fixUTF8(Text))
    Result.append(C == '{' || C == '}' ? 2 : 1, C);
  return Result;
}

/// Of a text without links: `p[i](3)` would be one (3.11.6).
static std::string plainMessage(StringRef Text) {
  std::string Result;
  for (char C : withBraces(Text)) {
    if (llvm::isDigit(C) && StringRef(Result).ends_with("]("))
      Result.insert(Result.size() - 1, " ");
    Result += C;
  }
  return Result;
}

static std::string markdown(StringRef Text) {
  std::string Result;
  for (char C : withBraces(Text)) {
    if (StringRef("\\`*_[]<>#~|").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result;
}

/// Text as code, without the quotes that it has in remarks.
static std::string markdownCode(StringRef Text) {
  if (Text.size() > 2 && Text.starts_with("'") && Text.ends_with("'"))
    Text = Text.drop_front().drop_back();
  const char *Fence = Text.contains('`') ? "`` " : "`";
  std::string Back(Fence);
  std::reverse(Back.begin(), Back.end());
  return Fence + withBraces(Text) + Back;
}

//--- places -----------------------------------------------------------------

/// Absolute: code scanning takes relative names from the repository's root, and commands run in any folder.
static std::string uriOf(StringRef File) {
  llvm::SmallString<256> Name(File);
  fs::make_absolute(Name);
  path::remove_dots(Name, /*remove_dot_dot=*/true);
  std::string Uri = "file://";
  for (unsigned char C : Name)
    if (llvm::isAlnum(C) || StringRef("-._~/").contains(C))
      Uri += C;
    else
      Uri += {'%', llvm::hexdigit(C >> 4), llvm::hexdigit(C & 15)};
  return Uri;
}

namespace {

/// Lines of the files that remarks name.
class SourceLines {
public:
  /// Empty where there is none.
  StringRef line(const Location &Where) {
    auto [File, IsNew] = Files.try_emplace(Where.File);
    if (IsNew)
      if (auto Text = llvm::MemoryBuffer::getFile(Where.File)) {
        File->second.Text = std::move(*Text);
        File->second.Text->getBuffer().split(File->second.Lines, '\n');
      }
    const auto &Lines = File->second.Lines;
    return Where.Line - 1 < Lines.size() ? Lines[Where.Line - 1] : "";
  }

private:
  struct File {
    std::unique_ptr<llvm::MemoryBuffer> Text;
    llvm::SmallVector<StringRef, 0> Lines;
  };
  std::map<std::string, File> Files;
};

/// The log of one command, result by result.
class Log {
public:
  void add(const Translation &File);
  /// What is about no source file.
  void add(const Remark &AboutCommand);
  std::string text(int ExitCode);

private:
  json::Object region(const Location &Where, StringRef Spelled);
  json::Object physicalLocation(const Location &Where, StringRef Spelled);
  json::Object message(const Remark &R) const;
  json::Object relatedLocation(const RemarkPart &P, int Id);
  json::Object result(const Remark &R, bool IsWarning);
  json::Object result(const PragmaWarning &W);
  json::Object reportingResult(StringRef Code, bool IsWarning, json::Object Message);
  int ruleIndex(const std::string &Id, StringRef Code);

  SourceLines Sources;
  std::map<std::string, int> RuleIndices;
  json::Array Rules; ///< those that results name, as in other compilers' logs
  json::Array Results, Notifications;
};

} // namespace

static int64_t characters(StringRef Text) {
  return llvm::count_if(Text, [](unsigned char C) { return (C & 0xC0) != 0x80; });
}

/// Columns of remarks count bytes, those of the log characters. Spelled: what stands there, unless a macro does.
json::Object Log::region(const Location &Where, StringRef Spelled) {
  json::Object Region{{"startLine", Where.Line}};
  StringRef Line = Sources.line(Where);
  if (Where.Column == 0 || Where.Column > Line.size()) {
    if (Where.Column != 0)
      Region["startColumn"] = Where.Column;
    return Region;
  }
  const int64_t Start = 1 + characters(Line.take_front(Where.Column - 1));
  Region["startColumn"] = Start;
  if (!Spelled.empty() && Line.substr(Where.Column - 1).starts_with(Spelled))
    Region["endColumn"] = Start + characters(Spelled);
  return Region;
}

json::Object Log::physicalLocation(const Location &Where, StringRef Spelled) {
  json::Object Place{{"artifactLocation", json::Object{{"uri", uriOf(Where.File)}}}};
  if (Where.Line != 0)
    Place["region"] = region(Where, Spelled);
  return Place;
}

static bool isShownApart(const RemarkPart &P) {
  return (P.What == RemarkPart::Role::Expression || P.What == RemarkPart::Role::Obstacle) && P.Where.Line != 0;
}

json::Object Log::message(const Remark &R) const {
  json::Object Message{{"text", plainMessage(R.message())}};
  if (R.Parts.size() == 1)
    return Message;
  std::string Text = markdown(R.Parts.front().Text), Help, Obstacles;
  int Id = 0;
  for (const RemarkPart &P : R.Parts) {
    std::string Code = markdownCode(P.Text);
    if (isShownApart(P))
      Code = "[" + Code + "](" + std::to_string(++Id) + ")";
    if (P.What == RemarkPart::Role::Expression)
      Text += ": " + Code;
    else if (P.What == RemarkPart::Role::Obstacle)
      Obstacles += (Obstacles.empty() ? "" : ", ") + Code;
    else if (P.What == RemarkPart::Role::Help)
      Help = markdown(P.Text);
  }
  if (!Help.empty())
    Text += "\n\n**What helps:** " + Help;
  if (!Obstacles.empty())
    Text += "\n\n**More obstacles:** " + Obstacles;
  Message["markdown"] = Text;
  return Message;
}

json::Object Log::relatedLocation(const RemarkPart &P, int Id) {
  StringRef Spelled = P.Text;
  Spelled.consume_front("'") && Spelled.consume_back("'");
  return json::Object{{"id", Id},
                      {"physicalLocation", physicalLocation(P.Where, P.What == RemarkPart::Role::Expression ? P.Text : Spelled)},
                      {"message", json::Object{{"text", plainMessage(P.Text)}}}};
}

static json::Object messageString(StringRef Text) { return json::Object{{"text", withBraces(Text)}}; }

int Log::ruleIndex(const std::string &Id, StringRef Code) {
  auto [Found, IsNew] = RuleIndices.try_emplace(Id, Rules.size());
  if (!IsNew)
    return Found->second;
  RemarkRule Rule = remarkRule(Code);
  if (Code.empty()) {
    Rule.Short = Rule.Full = "The loop nest runs in parallel.";
    Rule.Help = Rule.Markdown = "The loop nest runs in parallel. TILEPIPE_STATS=table shows at run time what that gains.";
  }
  Rules.push_back(json::Object{{"id", Id},
                               {"shortDescription", messageString(Rule.Short)},
                               {"fullDescription", messageString(Rule.Full)},
                               {"help", json::Object{{"text", withBraces(Rule.Help)}, {"markdown", withBraces(Rule.Markdown)}}},
                               {"defaultConfiguration", json::Object{{"level", "note"}}}});
  return Found->second;
}

static std::string ruleId(StringRef Code) { return ("tp-" + (Code.empty() ? "parallelized" : Code)).str(); }

/// A remark is no defect of the program: its level is "note". A "warning" is what was asked for and cannot be had.
json::Object Log::reportingResult(StringRef Code, bool IsWarning, json::Object Message) {
  std::string Id = ruleId(Code);
  int Index = ruleIndex(Id, Code);
  return json::Object{{"ruleId", Id}, {"ruleIndex", Index}, {"level", IsWarning ? "warning" : "note"}, {"message", std::move(Message)}};
}

static const char *nameOf(RemarkKind Kind) {
  return Kind == RemarkKind::Passed ? "passed" : Kind == RemarkKind::Missed ? "missed" : "analysis";
}

json::Object Log::result(const Remark &R, bool IsWarning) {
  json::Object Result = reportingResult(R.Code, IsWarning, message(R));
  json::Object Place{{"physicalLocation", physicalLocation(R.Where, "for")}};
  if (!R.Function.empty())
    Place["logicalLocations"] = json::Array{json::Object{{"name", R.Function}, {"kind", "function"}}};
  Result["locations"] = json::Array{std::move(Place)};
  json::Array Related;
  for (const RemarkPart &P : R.Parts)
    if (isShownApart(P))
      Related.push_back(relatedLocation(P, Related.size() + 1));
  if (!Related.empty())
    Result["relatedLocations"] = std::move(Related);
  Result["properties"] = json::Object{{"remark", nameOf(R.Kind)}};
  return Result;
}

json::Object Log::result(const PragmaWarning &W) {
  json::Object Result = reportingResult("pragma", /*IsWarning=*/true, json::Object{{"text", plainMessage(W.Message)}});
  Result["locations"] = json::Array{json::Object{{"physicalLocation", physicalLocation(W.Where, "")}}};
  return Result;
}

/// Code scanning wants a line of the source in each result: this is said of the run.
void Log::add(const Remark &AboutCommand) {
  std::string Message = AboutCommand.Where.File + ": " + AboutCommand.message();
  Notifications.push_back(json::Object{{"descriptor", json::Object{{"id", ruleId(AboutCommand.Code)}}},
                                       {"level", AboutCommand.Kind == RemarkKind::Missed ? "warning" : "note"},
                                       {"message", json::Object{{"text", plainMessage(Message)}}}});
}

void Log::add(const Translation &File) {
  auto IsUnmet = [&](const Remark &R) {
    return R.Kind == RemarkKind::Missed &&
           llvm::any_of(File.Marks, [&](const ParallelMark &M) { return !M.IsMet && M.Where == R.Where; });
  };
  for (const PragmaWarning &W : File.PragmaWarnings)
    Results.push_back(result(W));
  for (const Remark &R : File.Remarks)
    Results.push_back(result(R, IsUnmet(R)));
}

std::string Log::text(int ExitCode) {
  json::Object Invocation{{"executionSuccessful", ExitCode == 0}, {"exitCode", ExitCode}};
  if (!Notifications.empty())
    Invocation["toolExecutionNotifications"] = std::move(Notifications);
  json::Object Driver{{"name", "tilepipe-cc"}, {"version", TILEPIPE_VERSION}, {"rules", std::move(Rules)}};
  json::Object Run{{"tool", json::Object{{"driver", std::move(Driver)}}},
                   {"columnKind", "unicodeCodePoints"},
                   {"invocations", json::Array{std::move(Invocation)}},
                   {"results", std::move(Results)}};
  json::Value All = json::Object{
      {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", json::Array{std::move(Run)}}};
  return llvm::formatv("{0:2}\n", All).str();
}

llvm::Error tilepipe::saveSarif(const CommandLine &Command, llvm::ArrayRef<TranslatedInput> Inputs,
                                llvm::ArrayRef<Remark> AboutCommand, int ExitCode) {
  if (!Command.Own.Sarif)
    return llvm::Error::success();
  // A command that only links leaves the logs of those that compiled, whose options it often has.
  std::map<std::string, Log> Files;
  for (const Argument *Input : Command.of(ArgumentKind::Input)) {
    if (!Input->isC())
      continue;
    const std::string &File = *Command.Own.Sarif;
    Log &Its = Files[File.empty() ? besideOutput(Command, *Input, ".sarif") : File];
    for (const TranslatedInput &In : Inputs)
      if (In.Input == Input)
        Its.add(In.Result);
  }
  llvm::Error Failed = llvm::Error::success();
  for (auto &[Name, Its] : Files) {
    for (const Remark &R : AboutCommand)
      Its.add(R);
    Failed = llvm::joinErrors(std::move(Failed), writeWhole(Name, Its.text(ExitCode)));
  }
  return Failed;
}
