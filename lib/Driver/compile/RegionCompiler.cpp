// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compile/Compile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <fcntl.h>
#include <numeric>
#include <set>
#include <sys/stat.h>

using namespace tilepipe;
using llvm::StringRef;
namespace path = llvm::sys::path;

/// The flags ask for speed, and leave the places of loops to gcc.
static bool leavesAlignment(llvm::ArrayRef<std::string> Flags) {
  StringRef Level;
  for (StringRef Flag : Flags)
    if (Flag.starts_with("-falign-loops") || Flag == "-fno-align-loops")
      return false;
    else if (Flag.starts_with("-O"))
      Level = Flag;
  return Level == "-O2" || Level == "-O3" || Level == "-Ofast";
}

RegionCompiler::RegionCompiler(const CommandLine &Command, const Backend &Compiler,
                               const Installation &Files, ScratchFolder &Scratch)
    : Command(Command), Compiler(Compiler), Files(Files), Scratch(Scratch) {
  IsGcc = Compiler.isGcc();
  // gcc contracts differently in differently shaped loops; clang only within an expression.
  ForbidsContraction = !Command.Own.BackendFp && !choosesContraction(Command.frontendFlags()) && IsGcc;
  AlignsLoops = IsGcc && leavesAlignment(Command.words());
}

/// Asks for warnings, or makes errors of them.
static bool asksForWarnings(StringRef Word) {
  if (Word.ltrim('-').starts_with("pedantic"))
    return true;
  bool IsForOthers = Word.size() > 3 && Word[3] == ','; // -Wa, -Wl, -Wp,
  return Word.starts_with("-W") && !Word.starts_with("-Wno-") && !IsForOthers;
}

/// The user's command for one file: inputs, output, linking and side files left out. So are the
/// warnings he asks for: he has had them already, of the same text, and a copy of it has nothing to
/// add. Those that compilers give unasked stay, for they tell errors of ours. Action: -c, -E, or
/// empty for what the command does.
std::vector<std::string> RegionCompiler::words(StringRef Action, StringRef Source,
                                               StringRef Output) const {
  std::vector<std::string> Words;
  for (const Argument &A : Command.Arguments) {
    bool IsAboutCompiling = A.Kind == ArgumentKind::Frontend || A.Kind == ArgumentKind::Other ||
                            A.Kind == ArgumentKind::Left; // harmless ones: the file is compiled
    if (IsAboutCompiling && !asksForWarnings(A.Words.front()))
      llvm::append_range(Words, A.Words);
  }
  if (Action.empty())
    Action = Command.has(ArgumentKind::Assemble) ? "-S" : "-c";
  llvm::append_range(Words, std::vector<std::string>{Action.str(), "-o", Output.str(), "-x", "c",
                                                     Source.str()});
  return Words;
}

/// The lines of Text that All does not have. A copy of the user's text is complained of in the same
/// words as the text itself, only in another function: lines that introduce others do not count.
static std::string linesBeyond(StringRef Text, StringRef All) {
  std::set<StringRef> Known;
  for (StringRef Line : llvm::split(All, '\n'))
    Known.insert(Line);
  std::string Rest;
  for (StringRef Line : llvm::split(Text, '\n'))
    if (!Line.empty() && !Line.ends_with(":") && !Line.ends_with(",") && !Known.count(Line))
      Rest += (Line + "\n").str();
  return Rest;
}

std::string tilepipe::complaintIn(StringRef Errors) {
  for (StringRef Line : llvm::split(Errors, '\n'))
    if (Line.contains("error: ") || Line.contains("warning: ") || Line.contains("cannot "))
      return Line.str();
  return Errors.split('\n').first.str();
}

/// Makes __FILE__, diagnostics and debug information those of the user's file.
static std::string lineDirective(StringRef File) {
  std::string Text = "#line 1 \"";
  for (char C : File) {
    if (C == '"' || C == '\\')
      Text += '\\';
    if ((unsigned char)C < ' ')
      Text += {'\\', char('0' + C / 64), char('0' + C / 8 % 8), char('0' + C % 8)};
    else
      Text += C;
  }
  return Text + "\"\n";
}

void tilepipe::keepTime(StringRef From, const std::string &To) {
  struct stat Status;
  if (stat(From.str().c_str(), &Status) != 0)
    return;
  struct timespec Times[2] = {Status.st_atim, Status.st_mtim};
  (void)utimensat(AT_FDCWD, To.c_str(), Times, 0);
}

/// The text to compile in the place of In's file.
llvm::Expected<std::string> RegionCompiler::textWith(const TranslatedInput &In,
                                                     const UnitInsertions &Unit) const {
  StringRef Original = In.Input->Value;
  if (IsGcc && !Unit.Headers.empty()) {
    std::vector<EditedFile> Edited = {{Original.str(), In.Result.Original, Unit.Main}};
    for (const auto &[Name, Insertions] : Unit.Headers)
      Edited.push_back({Name, In.Result.Headers.at(Name), Insertions});
    return insertIntoExpanded(Expanded, Edited);
  }
  std::string Text = applyInsertions(In.Result.Original, Unit.Main);
  // A byte order mark counts only where a file begins.
  StringRef Plain = Text;
  Plain.consume_front("\xEF\xBB\xBF");
  return lineDirective(Original) + Plain.str();
}

/// The working folder, spelled as nobody else does.
static std::string besideMain() {
  llvm::SmallString<128> Folder;
  if (llvm::sys::fs::current_path(Folder))
    return ".";
  return (Folder + "/.").str();
}

/// Errors with the names that the user's own compilation has for headers.
static std::string withUsersNames(StringRef Errors) {
  std::string Result;
  for (std::string Beside = besideMain() + "/"; !Errors.empty();) {
    auto [Before, After] = Errors.split(Beside);
    Result += Before;
    Errors = After;
  }
  return Result;
}

/// Options for that text, which stands in Source.
llvm::Expected<std::vector<std::string>>
RegionCompiler::textWords(const TranslatedInput &In, const UnitInsertions &Unit,
                          StringRef Source) {
  if (IsGcc && !Unit.Headers.empty())
    return std::vector<std::string>{"-fpreprocessed", "-fdirectives-only"};
  // Names in quotes are looked up beside the user's file first, as ever.
  StringRef Dir = path::parent_path(In.Input->Value);
  std::vector<std::string> Words = {"-iquote", Dir.empty() ? "." : Dir.str()};
  // What gcc finds beside "main.c" it calls "size.h", but "./size.h" what it finds in ".".
  // The second folder keeps gcc from taking the first for the -I. that may follow.
  if (IsGcc && Dir.empty())
    Words = {"-iquote", besideMain(), "-iquote", path::parent_path(Source).str()};
  if (Unit.Headers.empty())
    return Words;
  llvm::Expected<std::string> Overlay = overlayFile(In, Unit);
  if (!Overlay)
    return Overlay.takeError();
  llvm::append_range(Words, std::vector<std::string>{"-ivfsoverlay", *Overlay});
  return Words;
}

/// Compiles In's file with insertions.
llvm::Expected<BackendResult> RegionCompiler::build(const TranslatedInput &In,
                                                    const UnitInsertions &Unit,
                                                    std::string &Object) {
  StringRef Original = In.Input->Value;
  llvm::Expected<std::string> Text = textWith(In, Unit);
  if (!Text)
    return BackendResult{1, "error: " + llvm::toString(Text.takeError())};
  // The folder is ours alone, so that no file of others beside it can be included by its name.
  llvm::Expected<std::string> Source = Scratch.place(path::filename(Original));
  if (!Source)
    return Source.takeError();
  if (llvm::Error E = writeWhole(*Source, *Text))
    return E;
  keepTime(Original, *Source);
  llvm::Expected<std::string> Place = Scratch.place(path::stem(Original).str() + ".o");
  if (!Place)
    return Place.takeError();
  Object = *Place;

  llvm::Expected<std::vector<std::string>> Words = textWords(In, Unit, *Source);
  if (!Words)
    return Words.takeError();
  llvm::append_range(*Words, words("", *Source, Object));
  // clang takes "./" from __FILE__ of headers as soon as macros have a map.
  std::string Map = IsGcc ? "-ffile-prefix-map=" : "-fdebug-prefix-map=";
  llvm::append_range(*Words, std::vector<std::string>{"-isystem", Files.IncludeDir,
                                                      Map + *Source + "=" +
                                                          prefixMapped(Command, Original, true)});
  // Behind the user's own maps, which fit the working folder too.
  if (IsGcc)
    Words->push_back(Map + besideMain() + "/=");
  if (ForbidsContraction)
    Words->push_back("-ffp-contract=off");
  // The text in front of a loop moves it. gcc aligns only those that need few bytes for that, and short loops take
  // a third longer in some places.
  if (AlignsLoops)
    Words->push_back("-falign-loops=32");
  return Compiler.runUnseen(*Words);
}

/// The numbers of all regions.
static std::vector<size_t> allOf(const TranslatedInput &In) {
  std::vector<size_t> All(In.Result.Regions.size());
  std::iota(All.begin(), All.end(), 0);
  return All;
}

/// What the backend says of the transformed file and not of the user's own: that the user has been
/// told already.
llvm::Expected<std::string> RegionCompiler::newWords(const TranslatedInput &In, StringRef Errors) {
  if (Errors.empty())
    return std::string();
  llvm::Expected<std::string> Unused = Scratch.place("original.o");
  if (!Unused)
    return Unused.takeError();
  llvm::Expected<BackendResult> Alone = Compiler.runUnseen(words("", In.Input->Value, *Unused));
  if (!Alone)
    return Alone.takeError();
  return linesBeyond(Errors, Alone->Errors);
}

llvm::Expected<RegionCompiler::Attempt> RegionCompiler::attempt(const TranslatedInput &In,
                                                                const Selection &Regions) {
  UnitInsertions Unit;
  for (size_t R : Regions) {
    const RegionText &Region = In.Result.Regions[R];
    std::vector<Insertion> &File = Region.Header.empty() ? Unit.Main : Unit.Headers[Region.Header];
    llvm::append_range(File, Region.Insertions);
  }
  Attempt Result;
  std::string Object;
  llvm::Expected<BackendResult> Made = build(In, Unit, Object);
  if (!Made)
    return Made.takeError();
  Result.Errors = withUsersNames(Made->Errors);
  if (Made->ExitCode == 0) {
    llvm::Expected<std::string> New = newWords(In, Result.Errors);
    if (!New)
      return New.takeError();
    if (New->empty())
      Result.Object = Object;
    Result.Errors = *New;
  }
  Result.Complaint = complaintIn(Result.Errors);
  return Result;
}

/// The regions that the backend takes, where it does not take all of them.
llvm::Expected<std::string> RegionCompiler::search(TranslatedInput &In, const Attempt &All) {
  std::string Object;
  auto Try = [&](const Selection &Regions) -> llvm::Expected<std::optional<std::string>> {
    llvm::Expected<Attempt> Made = attempt(In, Regions);
    if (!Made)
      return Made.takeError();
    if (Made->Object.empty())
      return Made->Complaint;
    Object = Made->Object;
    return std::nullopt;
  };
  auto Reject = [&](size_t R, const std::string &Complaint) {
    rejectRegion(In, R, {"backend-rejected", In.Result.Regions[R].Where, Complaint,
                         "the backend does not take the transformed file", ""});
  };
  if (llvm::Error E = bisect(allOf(In), All.Complaint, Try, Reject))
    return E;
  return Object;
}

llvm::Expected<std::string> RegionCompiler::compile(TranslatedInput &In) {
  if (llvm::Error E = prepareHeaders(In))
    return E;
  if (In.Result.Regions.empty())
    return std::string();
  llvm::Expected<Attempt> All = attempt(In, allOf(In));
  if (!All)
    return All.takeError();
  return All->Object.empty() ? search(In, *All) : All->Object;
}

void tilepipe::rejectRegion(TranslatedInput &In, size_t Region, const Refusal &Why) {
  rejectNest(In.Result, In.Result.Regions[Region].Where, Why);
}

void RegionCompiler::remarkContraction(TranslatedInput &In) const {
  const char *Message = nullptr, *Code = "fp-backend";
  if (ForbidsContraction) {
    Code = "fp-contract";
    Message = "file compiled with -ffp-contract=off, so that results keep their bits in every "
              "schedule; --tp-fp=backend leaves contraction to the backend";
  } else if (choosesContraction(Command.frontendFlags()) || Command.Own.BackendFp)
    Message = "contraction is the backend's choice here: last bits may differ from the sequential "
              "program as between any two builds";
  if (!Message || In.Result.Remarks.empty())
    return;
  const Remark *First = &In.Result.Remarks.front();
  for (const Remark &R : llvm::reverse(In.Result.Remarks))
    if (R.Kind == RemarkKind::Passed)
      First = &R;
  In.Result.Remarks.push_back(Remark(RemarkKind::Analysis, Code, First->Where, Message, First->Function));
}
