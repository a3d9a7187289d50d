// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of docs/Refusals.md, which is compiled in: what a code means stands there alone.
#include "compile/RemarkRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace tilepipe;
using llvm::StringRef;

static constexpr char Document[] =
#include "Refusals.inc"
    ;

static constexpr char SeeDocument[] = "docs/Refusals.md explains all codes.";

/// Calls F(text, is it code) for the pieces of Markdown outside and inside of backquotes.
template <typename Function> static void forEachSpan(StringRef Markdown, Function F) {
  for (bool IsCode = false; !Markdown.empty(); IsCode = !IsCode) {
    auto [Span, Rest] = Markdown.split('`');
    F(Span, IsCode);
    Markdown = Rest;
  }
}

/// "[text](target)" becomes "text": where remarks are read, relative links lead nowhere.
static std::string withoutLinks(StringRef Text) {
  std::string Result;
  for (;;) {
    size_t Middle = Text.find("](");
    size_t Begin = Middle == StringRef::npos ? Middle : Text.rfind('[', Middle);
    size_t End = Middle == StringRef::npos ? Middle : Text.find(')', Middle);
    if (Begin == StringRef::npos || End == StringRef::npos)
      return Result + Text.str();
    Result += (Text.take_front(Begin) + Text.slice(Begin + 1, Middle)).str();
    Text = Text.drop_front(End + 1);
  }
}

/// A cell of a table without links, and without backquotes where IsPlain.
static std::string clean(StringRef Cell, bool IsPlain) {
  std::string Result;
  forEachSpan(Cell.trim(), [&](StringRef Span, bool IsCode) {
    Result += !IsCode ? withoutLinks(Span) : IsPlain ? Span.str() : "`" + Span.str() + "`";
  });
  return Result;
}

/// Text up to the first of Ends outside of backquotes; all of it without one.
static StringRef before(StringRef Text, llvm::ArrayRef<StringRef> Ends) {
  size_t First = Text.size();
  forEachSpan(Text, [&](StringRef Span, bool IsCode) {
    for (StringRef End : Ends)
      if (size_t At = Span.find(End); !IsCode && At != StringRef::npos)
        First = std::min(First, size_t(Span.data() + At - Text.data()));
  });
  return Text.take_front(First);
}

static std::string sentence(std::string Text) {
  if (!Text.empty())
    Text.front() = llvm::toUpper(Text.front());
  bool HasStop = StringRef(Text).ends_with(".") || (StringRef(Text).ends_with(".)") && !StringRef(Text).ends_with("...)"));
  return HasStop ? Text : Text + ".";
}

/// Whole sentences of Text, at most Most characters.
static std::string cut(std::string Text, size_t Most) {
  if (Text.size() > Most)
    Text.resize(Text.rfind(". ", Most - 1) + 1);
  return Text;
}

using Row = std::map<StringRef, StringRef>; // cells by the names of their columns

static std::string helpOf(const Row &Cells, bool IsPlain) {
  auto Cell = [&](StringRef Column) {
    auto Found = Cells.find(Column);
    return Found == Cells.end() ? "" : clean(Found->second, IsPlain);
  };
  std::string Help = sentence(Cell("means"));
  if (std::string Example = Cell("example"); !Example.empty())
    Help += "\n\nExample: " + Example;
  if (std::string Cure = Cell("what helps"); !Cure.empty())
    Help += "\n\nWhat helps: " + sentence(Cure);
  return Help + "\n\n" + SeeDocument;
}

static void addRules(const Row &Cells, std::vector<RemarkRule> &Rules) {
  StringRef Means = Cells.at("means").trim();
  StringRef Gist = before(Means, {". ", ": ", "; "});
  RemarkRule Rule{"", sentence(clean(Gist, /*IsPlain=*/true)),
                  cut(sentence(clean(before(Means, {". ("}), /*IsPlain=*/true)), 1000), helpOf(Cells, /*IsPlain=*/true),
                  helpOf(Cells, /*IsPlain=*/false)};
  forEachSpan(Cells.at("code"), [&](StringRef Span, bool IsCode) {
    Rule.Code = Span.str();
    if (IsCode)
      Rules.push_back(Rule);
  });
}

static std::vector<RemarkRule> readRules() {
  std::vector<RemarkRule> Rules;
  llvm::SmallVector<StringRef, 0> Columns;
  for (StringRef Line : llvm::split(StringRef(Document), '\n')) {
    Line = Line.trim();
    if (!Line.consume_front("|") || !Line.consume_back("|")) {
      Columns.clear();
      continue;
    }
    llvm::SmallVector<StringRef, 4> Cells;
    Line.split(Cells, " | ");
    if (Columns.empty()) {
      for (StringRef Cell : Cells)
        Columns.push_back(Cell.trim());
      continue;
    }
    if (Columns.front() != "code" || Cells.size() != Columns.size())
      continue;
    Row Named;
    for (auto [Column, Cell] : llvm::zip(Columns, Cells))
      Named[Column] = Cell;
    addRules(Named, Rules);
  }
  return Rules;
}

const std::vector<RemarkRule> &tilepipe::remarkRules() {
  static const std::vector<RemarkRule> Rules = readRules();
  return Rules;
}

RemarkRule tilepipe::remarkRule(StringRef Code) {
  auto Found = llvm::find_if(remarkRules(), [&](const RemarkRule &R) { return R.Code == Code; });
  if (Found != remarkRules().end())
    return *Found;
  return {Code.str(), SeeDocument, SeeDocument, SeeDocument, SeeDocument};
}
