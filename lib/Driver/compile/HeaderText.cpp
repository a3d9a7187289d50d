// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compile/HeaderText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace tilepipe;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

/// The marker `# 7 "name" 1 3`; its name as written, with its quotes.
struct Marker {
  unsigned Line;
  StringRef Name;
};

static std::optional<Marker> readMarker(StringRef Line) {
  Marker Result;
  Line = Line.ltrim(" \t"); // gcc leaves the indentation of an #if whose group it has skipped
  if (!Line.consume_front("# ") || Line.consumeInteger(10, Result.Line) ||
      !Line.consume_front(" \""))
    return std::nullopt;
  size_t End = 0;
  while (End < Line.size() && Line[End] != '"')
    End += Line[End] == '\\' ? 2 : 1;
  if (End >= Line.size())
    return std::nullopt;
  Result.Name = Line.take_front(End);
  return Result;
}

static std::string unescaped(StringRef Name) {
  std::string Result;
  for (; !Name.empty(); Name = Name.drop_front()) {
    unsigned Code;
    if (Name.front() == '\\' && Name.size() >= 4 && !Name.substr(1, 3).getAsInteger(8, Code)) {
      Result += char(Code);
      Name = Name.drop_front(3);
      continue;
    }
    if (Name.front() == '\\' && Name.size() > 1)
      Name = Name.drop_front();
    Result += Name.front();
  }
  return Result;
}

namespace {

/// Insertions of one file, by the line they go to.
class LinesOfFile {
public:
  explicit LinesOfFile(const EditedFile &File) : File(File) {
    File.Original.split(Lines, '\n');
    for (const Insertion &I : sorted(File.Insertions)) {
      StringRef Before = File.Original.take_front(I.Offset);
      unsigned Begin = Before.rfind('\n') + 1;
      ByLine[1 + Before.count('\n')].push_back({I.Offset - Begin, I.Text});
    }
  }

  bool is(StringRef Name) const {
    return Name == File.Name || fs::equivalent(Name, File.Name);
  }

  /// Lines that the file itself renumbers cannot be told from others.
  bool renumbersLines() const {
    return llvm::any_of(Lines, [](StringRef Line) {
      Line = Line.ltrim();
      if (!Line.consume_front("#"))
        return false;
      Line = Line.ltrim();
      return Line.starts_with("line") || (!Line.empty() && llvm::isDigit(Line.front()));
    });
  }

  bool isDone() const { return ByLine.empty(); }

  /// Line number Number with its insertions, once; nothing where there are none. Fails when
  /// Text is not that line.
  llvm::Expected<std::optional<std::string>> insert(unsigned Number, StringRef Text,
                                                    StringRef QuotedName) {
    auto Found = ByLine.find(Number);
    if (Found == ByLine.end())
      return std::nullopt;
    if (Lines[Number - 1] != Text)
      return llvm::createStringError("line %u of '%s' is not what was read", Number,
                                     File.Name.c_str());
    std::vector<Insertion> Here;
    for (const Insertion &I : Found->second)
      Here.push_back({I.Offset, renamedMarkers(I.Text, QuotedName)});
    ByLine.erase(Found);
    return applyInsertions(Text, std::move(Here));
  }

  const std::string &name() const { return File.Name; }

private:
  static std::vector<Insertion> sorted(std::vector<Insertion> Insertions) {
    llvm::stable_sort(Insertions,
                      [](const Insertion &A, const Insertion &B) { return A.Offset < B.Offset; });
    return Insertions;
  }

  /// Text with gcc's name for the file in its markers.
  std::string renamedMarkers(StringRef Text, StringRef QuotedName) const {
    std::string Result;
    for (bool IsFirst = true; IsFirst || !Text.empty(); IsFirst = false) {
      StringRef Line = Text.take_until([](char C) { return C == '\n'; });
      std::optional<Marker> M = readMarker(Line);
      if (M && unescaped(M->Name) == File.Name)
        Result += ("# " + llvm::Twine(M->Line) + " \"" + QuotedName + "\"" +
                   Line.substr(M->Name.end() + 1 - Line.begin()))
                      .str();
      else
        Result += Line;
      Text = Text.drop_front(Line.size());
      if (Text.consume_front("\n"))
        Result += '\n';
    }
    return Result;
  }

  const EditedFile &File;
  llvm::SmallVector<StringRef, 0> Lines;
  std::map<unsigned, std::vector<Insertion>> ByLine; ///< offsets within the line
};

} // namespace

llvm::Expected<std::string> tilepipe::insertIntoExpanded(StringRef Expanded,
                                                         llvm::ArrayRef<EditedFile> Files) {
  std::vector<LinesOfFile> Edited;
  for (const EditedFile &File : Files) {
    if (File.Insertions.empty())
      continue;
    Edited.emplace_back(File);
    if (Edited.back().renumbersLines())
      return llvm::createStringError("'%s' renumbers its lines", File.Name.c_str());
  }

  std::string Result;
  std::map<std::string, LinesOfFile *> ByName; // null: nothing goes there
  LinesOfFile *Current = nullptr;
  std::string Quoted;
  unsigned Number = 1;
  while (!Expanded.empty()) {
    StringRef Line = Expanded.take_until([](char C) { return C == '\n'; });
    Expanded = Expanded.drop_front(Line.size());
    bool IsEnded = Expanded.consume_front("\n");
    if (std::optional<Marker> M = readMarker(Line)) {
      Quoted = M->Name.str();
      auto [Known, IsNew] = ByName.try_emplace(Quoted, nullptr);
      if (IsNew)
        for (LinesOfFile &File : Edited)
          if (File.is(unescaped(Quoted)))
            Known->second = &File;
      Current = Known->second;
      Number = M->Line;
      Result += Line;
    } else if (Current) {
      auto Inserted = Current->insert(Number++, Line, Quoted);
      if (!Inserted)
        return Inserted.takeError();
      Result += *Inserted ? **Inserted : Line.str();
    } else {
      Result += Line;
    }
    if (IsEnded)
      Result += '\n';
  }
  for (const LinesOfFile &File : Edited)
    if (!File.isDone())
      return llvm::createStringError("lines of '%s' were not found again", File.name().c_str());
  return Result;
}

std::string
tilepipe::overlayFor(llvm::ArrayRef<std::pair<std::string, std::string>> Contents) {
  llvm::json::Array Roots;
  for (const auto &[Name, File] : Contents) {
    llvm::SmallString<256> Absolute(Name);
    fs::make_absolute(Absolute);
    Roots.push_back(llvm::json::Object{
        {"type", "file"}, {"name", std::string(Absolute)}, {"external-contents", File}});
  }
  llvm::json::Value All = llvm::json::Object{{"version", 0},
                                             {"case-sensitive", "true"},
                                             {"use-external-names", "false"},
                                             {"roots", std::move(Roots)}};
  std::string Text;
  llvm::raw_string_ostream(Text) << All;
  return Text;
}
