//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Renaming.h"

#include "tilepipe/Support/Identifiers.h"

using namespace tilepipe;
using llvm::StringRef;

std::vector<StringRef> tilepipe::identifiersIn(StringRef Text) {
  std::vector<StringRef> Found;
  while (!Text.empty()) {
    StringRef Word = Text.take_while(isIdentifierByte);
    if (!Word.empty() && !llvm::isDigit(Word.front()))
      Found.push_back(Word);
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return Found;
}

/// Functions and variables that the linker knows by their names.
static NameSet linkedNames(StringRef Header) {
  NameSet Names;
  for (StringRef Line : llvm::split(Header, '\n')) {
    bool IsShared = Line.consume_front("TP_PUBLIC") || (Line.consume_front("TP_WEAK") && !Line.contains("TP_LINKED"));
    if (!IsShared)
      continue;
    std::vector<StringRef> Words = identifiersIn(Line.take_until([](char C) {
      return C == '(' || C == ';';
    }));
    if (!Words.empty())
      Names.insert(Words.back().str());
  }
  return Names;
}

/// gcc quotes names with letters of the locale.
static std::string withPlainQuotes(StringRef Errors) {
  std::string Result;
  while (!Errors.empty()) {
    if (Errors.consume_front("\xE2\x80\x98") || Errors.consume_front("\xE2\x80\x99")) {
      Result += '\'';
      continue;
    }
    Result += Errors.front();
    Errors = Errors.drop_front();
  }
  return Result;
}

NameSet tilepipe::replaceableNames(StringRef Errors, StringRef Header,
                                   const std::vector<Insertion> &Emitted) {
  NameSet Ours;
  auto AddAll = [&](StringRef Text) {
    for (StringRef Word : identifiersIn(Text))
      if (Word.starts_with("tp_"))
        Ours.insert(Word.str());
  };
  AddAll(Header);
  for (const Insertion &I : Emitted)
    AddAll(I.Text);
  for (const std::string &Name : linkedNames(Header))
    Ours.erase(Name);
  NameSet Found;
  std::string Plain = withPlainQuotes(Errors);
  for (StringRef Word : identifiersIn(Plain))
    if (Ours.count(Word.str()))
      Found.insert(Word.str());
  return Found;
}

static std::string otherName(StringRef Name) { return (Name + "_of_tilepipe").str(); }

/// The names as macros, whatever the user's macros of these names are, from the header on to the end
/// of the block, which is its last line's marker.
static std::string blockRenamed(StringRef Block, size_t Header, const NameSet &Names) {
  size_t End = Block.rtrim('\n').rfind('\n') + 1;
  std::string Text = Block.take_front(Header).str();
  for (const std::string &Name : Names)
    Text += "#pragma push_macro(\"" + Name + "\")\n#undef " + Name + "\n#define " + Name + " " +
            otherName(Name) + "\n";
  Text += Block.slice(Header, End);
  for (const std::string &Name : Names)
    Text += "#pragma pop_macro(\"" + Name + "\")\n";
  return Text + Block.drop_front(End).str();
}

static std::string renamedText(StringRef Text, const NameSet &Names) {
  std::string Result;
  while (!Text.empty()) {
    StringRef Word = Text.take_while(isIdentifierByte);
    if (Word.empty())
      Word = Text.take_front(1);
    Result += Names.count(Word.str()) ? otherName(Word) : Word.str();
    Text = Text.drop_front(Word.size());
  }
  return Result;
}

std::vector<Insertion> tilepipe::renamed(std::vector<Insertion> Insertions, const NameSet &Names) {
  if (Names.empty())
    return Insertions;
  for (Insertion &I : Insertions) {
    size_t Header = I.Text.find("#include <tilepipe/runtime.h>\n");
    I.Text = Header == std::string::npos ? renamedText(I.Text, Names)
                                         : blockRenamed(I.Text, Header, Names);
  }
  return Insertions;
}
