//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Preprocessor.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilepipe;
using namespace clang;

/// Macros by which a file tells compilers or their modes apart.
static bool tellsCompilersApart(llvm::StringRef Name) {
  static const char *const Prefixes[] = {"__clang", "__GNUC", "__has_", "__VERSION__", "__GCC_",
                                         "__llvm", "__is_identifier", "__apple_build"};
  return llvm::any_of(Prefixes, [&](const char *P) { return Name.starts_with(P); });
}

namespace tilepipe {

/// Writes down what happens in the main file while Clang reads it.
class FactCollector : public PPCallbacks {
public:
  FactCollector(const SourceManager &SM, const LangOptions &Lang, PreprocessorFacts &Facts)
      : SM(SM), Lang(Lang), Facts(Facts) {}

  void InclusionDirective(SourceLocation HashLoc, const Token &, StringRef, bool,
                          CharSourceRange, OptionalFileEntryRef, StringRef, StringRef,
                          const Module *, bool, SrcMgr::CharacteristicKind) override {
    if (isMain(HashLoc))
      IncludedAt = SM.getFileOffset(HashLoc);
  }

  void MacroDefined(const Token &Name, const MacroDirective *Directive) override {
    const MacroInfo *Info = Directive->getMacroInfo();
    SourceRange Range(Info->getDefinitionLoc(), Info->getDefinitionEndLoc());
    change(Name, Lexer::getSourceText(CharSourceRange::getTokenRange(Range), SM, Lang).str());
    if (llvm::is_contained(Groups, true) && !SM.isInSystemHeader(Name.getLocation()))
      Facts.CompilerMacros.insert(nameOf(Name));
  }
  void MacroUndefined(const Token &Name, const MacroDefinition &,
                      const MacroDirective *) override {
    change(Name, "");
  }

  void MacroExpands(const Token &Name, const MacroDefinition &Definition, SourceRange Range,
                    const MacroArgs *) override {
    SourceLocation Loc = SM.getExpansionLoc(Range.getBegin());
    if (!isMain(Loc))
      return;
    std::set<std::string> Body;
    if (const MacroInfo *Info = Definition.getMacroInfo())
      for (const Token &T : Info->tokens())
        if (IdentifierInfo *Identifier = T.getIdentifierInfo())
          Body.insert(Identifier->getName().str());
    Facts.Expansions.push_back({SM.getFileOffset(Loc), nameOf(Name), std::move(Body)});
  }

  void PragmaDirective(SourceLocation Loc, PragmaIntroducerKind Kind) override {
    Loc = SM.getExpansionLoc(Loc);
    if (!isMain(Loc))
      return;
    unsigned Offset = SM.getFileOffset(Loc);
    StringRef Rest = SM.getBufferData(SM.getMainFileID()).substr(Offset);
    bool IsDirective = Kind == PIK_HashPragma;
    // `_Pragma("omp for")` ends at its parenthesis, a directive at its line.
    size_t End = IsDirective ? endOfDirective(Rest) : Rest.find(')') + 1;
    StringRef Text = Rest.substr(0, End);
    Text = Text.substr(Text.find("ragma") + 5).trim(" \t\r\n()\"");
    std::string Words;
    for (char C : Text)
      if (!isspace((unsigned char)C) && C != '\\')
        Words += C;
      else if (!Words.empty() && Words.back() != ' ')
        Words += ' ';
    Facts.Pragmas.push_back({Offset, unsigned(Offset + End), std::move(Words)});
  }

  void If(SourceLocation Loc, SourceRange Condition, ConditionValueKind) override {
    conditional(Loc, +1);
    test(Condition);
  }
  void Elif(SourceLocation Loc, SourceRange Condition, ConditionValueKind,
            SourceLocation) override {
    conditional(Loc, 0);
    test(Condition);
  }
  void Ifdef(SourceLocation Loc, const Token &Name, const MacroDefinition &) override {
    conditional(Loc, +1);
    testDefined(nameOf(Name));
  }
  void Ifndef(SourceLocation Loc, const Token &Name, const MacroDefinition &) override {
    conditional(Loc, +1);
    testDefined(nameOf(Name));
  }
  void Elifdef(SourceLocation Loc, const Token &Name, const MacroDefinition &) override {
    conditional(Loc, 0);
    testDefined(nameOf(Name));
  }
  void Elifdef(SourceLocation Loc, SourceRange, SourceLocation) override { conditional(Loc, 0); }
  void Elifndef(SourceLocation Loc, const Token &Name, const MacroDefinition &) override {
    conditional(Loc, 0);
    testDefined(nameOf(Name));
  }
  void Elifndef(SourceLocation Loc, SourceRange, SourceLocation) override { conditional(Loc, 0); }
  void Else(SourceLocation Loc, SourceLocation) override { conditional(Loc, 0); }
  void Endif(SourceLocation Loc, SourceLocation) override { conditional(Loc, -1); }
  void SourceRangeSkipped(SourceRange Range, SourceLocation) override {
    if (isMain(Range.getBegin()) && isMain(Range.getEnd()))
      Facts.Skipped.push_back({SM.getFileOffset(Range.getBegin()), SM.getFileOffset(Range.getEnd())});
  }

private:
  bool isMain(SourceLocation Loc) const {
    return Loc.isFileID() && SM.getFileID(Loc) == SM.getMainFileID();
  }
  static std::string nameOf(const Token &Name) {
    return Name.getIdentifierInfo() ? Name.getIdentifierInfo()->getName().str() : "";
  }
  void change(const Token &Name, std::string Definition) {
    SourceLocation Loc = Name.getLocation();
    if (isMain(Loc))
      Facts.Changes.emplace(SM.getFileOffset(Loc), Change{nameOf(Name), std::move(Definition)});
    else if (IncludedAt)
      Facts.Changes.emplace(*IncludedAt, Change{nameOf(Name), std::move(Definition)});
    else if (!Definition.empty()) // by the compiler or its command line
      Facts.Predefined.insert(nameOf(Name));
  }
  void conditional(SourceLocation Loc, int Change) {
    if (isMain(Loc))
      Facts.Conditionals.push_back({SM.getFileOffset(Loc), Change, ""});
    if (Change > 0)
      Groups.push_back(false);
    else if (Change < 0 && !Groups.empty())
      Groups.pop_back();
    LastIsMain = isMain(Loc);
  }
  /// The directive just seen asks for macro Name.
  void test(llvm::StringRef Name) {
    if (!tellsCompilersApart(Name) || Groups.empty())
      return;
    Groups.back() = true;
    if (LastIsMain)
      Facts.Conditionals.back().CompilerTest = Name.str();
  }
  void testDefined(llvm::StringRef Name) {
    if (Name != "__GNUC__")
      test(Name);
  }
  void test(SourceRange Condition) {
    SourceLocation Begin = SM.getExpansionLoc(Condition.getBegin());
    if (Begin.isInvalid() || SM.isInSystemHeader(Begin))
      return;
    StringRef Line = SM.getBufferData(SM.getFileID(Begin)).substr(SM.getFileOffset(Begin));
    Line = Line.substr(0, endOfDirective(Line));
    // Both gcc and Clang are there when __GNUC__ is only asked for.
    bool AsksValue = !Line.contains("defined");
    while (!Line.empty()) {
      Line = Line.drop_until([](char C) { return llvm::isAlpha(C) || C == '_'; });
      StringRef Name = Line.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
      if (Name != "__GNUC__" || AsksValue)
        test(Name);
      Line = Line.substr(Name.size());
    }
  }
  /// Length of the logical line at the front of Text.
  static size_t endOfDirective(StringRef Text) {
    size_t End = 0;
    while (true) {
      End = Text.find('\n', End);
      if (End == StringRef::npos)
        return Text.size();
      if (!Text.substr(0, End).rtrim('\r').ends_with("\\"))
        return End;
      ++End;
    }
  }

  using Change = PreprocessorFacts::Change;

  const SourceManager &SM;
  const LangOptions &Lang;
  PreprocessorFacts &Facts;
  std::optional<unsigned> IncludedAt; ///< offset of the last #include
  std::vector<bool> Groups; ///< open #if groups: tells compilers apart
  bool LastIsMain = false;
};

} // namespace tilepipe

void PreprocessorFacts::attach(CompilerInstance &Compiler, PreprocessorFacts &Facts) {
  Compiler.getPreprocessor().addPPCallbacks(
      std::make_unique<FactCollector>(Compiler.getSourceManager(), Compiler.getLangOpts(), Facts));
}

void PreprocessorFacts::finish(const SourceText &Src) {
  llvm::sort(Pragmas, [](const PragmaUse &A, const PragmaUse &B) { return A.Offset < B.Offset; });
  for (size_t I = Pragmas.size(); I-- > 0;) {
    unsigned Next = Src.skipBlank(Pragmas[I].Next);
    bool IsChained = I + 1 < Pragmas.size() && Pragmas[I + 1].Offset == Next;
    Pragmas[I].Next = IsChained ? Pragmas[I + 1].Next : Next;
  }
}

const PragmaUse *PreprocessorFacts::pragmaBefore(unsigned Offset) const {
  for (const PragmaUse &P : Pragmas)
    if (P.Next == Offset && !P.isOurs())
      return &P;
  return nullptr;
}

bool PreprocessorFacts::isSwitchedOff(unsigned Offset) const {
  return llvm::any_of(Pragmas, [&](const PragmaUse &P) {
    return P.Next == Offset && P.Text == "tilepipe off";
  });
}

const PragmaUse *PreprocessorFacts::pragmaInside(TextRange Range) const {
  for (const PragmaUse &P : Pragmas)
    if (Range.Begin <= P.Offset && P.Offset < Range.End && !P.isOurs())
      return &P;
  return nullptr;
}

/// Macros whose expansion depends on where it stands.
static bool dependsOnPlace(llvm::StringRef Name) {
  return Name == "__LINE__" || Name == "__COUNTER__" || Name == "__INCLUDE_LEVEL__";
}

std::string PreprocessorFacts::unstableMacro(TextRange Range) const {
  for (const Expansion &E : Expansions)
    if (Range.Begin <= E.Offset && E.Offset < Range.End &&
        (dependsOnPlace(E.Name) || tellsCompilersApart(E.Name) || CompilerMacros.count(E.Name)))
      return E.Name;
  return "";
}

/// Identifiers of Range and of the macros that it expands.
std::set<std::string> PreprocessorFacts::namesOf(const SourceText &Src, TextRange Range) const {
  std::set<std::string> Names;
  Src.forEachIdentifier(Range, [&](llvm::StringRef Name, unsigned) { Names.insert(Name.str()); });
  for (const Expansion &E : Expansions)
    if (Range.Begin <= E.Offset && E.Offset < Range.End) {
      Names.insert(E.Name);
      Names.insert(E.Body.begin(), E.Body.end());
    }
  return Names;
}

PreprocessorFacts::Meaning PreprocessorFacts::meaningAt(const SourceText &Src, TextRange Range,
                                                        TextRange Body, unsigned Before) const {
  Meaning Result;
  std::set<std::string> Names = namesOf(Src, Range), Inside;
  std::map<std::string, std::string> Definitions; // at the beginning of Range, where changed
  for (auto It = Changes.lower_bound(Before); It != Changes.end() && It->first < Range.End; ++It) {
    const auto &[Offset, C] = *It;
    if (!Names.count(C.Name))
      continue;
    if (Offset < Range.Begin) {
      Definitions[C.Name] = C.Definition;
      continue;
    }
    // The body is repeated: what it defines must not meet an earlier use in it. Its own
    // `#define` names the macro as well.
    unsigned Line = Src.lineStart(Offset);
    bool IsFirst = Inside.insert(C.Name).second;
    bool IsUsed = IsFirst && namesOf(Src, {Range.Begin, Line}).count(C.Name);
    Definitions.try_emplace(C.Name, "");
    if (!Body.contains({Offset, Offset}) || IsUsed)
      Result.Clash = C.Name;
  }
  for (const auto &[Name, Definition] : Definitions) {
    Result.Set += "#pragma push_macro(\"" + Name + "\")\n#undef " + Name + "\n";
    if (!Definition.empty())
      Result.Set += "#define " + Definition + "\n";
    Result.Restore += "#pragma pop_macro(\"" + Name + "\")\n";
  }
  return Result;
}

std::string PreprocessorFacts::macroAmong(const std::set<std::string> &Names, unsigned Before,
                                          TextRange Range) const {
  std::set<std::string> Macros;
  for (const std::string &Name : Names)
    if (Predefined.count(Name))
      Macros.insert(Name);
  for (const auto &[Offset, C] : Changes) {
    if (Offset >= Range.End)
      break;
    if (!Names.count(C.Name))
      continue;
    bool IsSame = C.Definition == "bool _Bool"; // <stdbool.h>; Clang then prints it so
    if (!C.Definition.empty() && !IsSame)
      Macros.insert(C.Name);
    else if (Offset < Before)
      Macros.erase(C.Name);
  }
  return Macros.empty() ? "" : *Macros.begin();
}

std::string PreprocessorFacts::textWithoutConditionals(const SourceText &Src,
                                                       TextRange Range) const {
  llvm::StringRef Text = Src.text();
  // Positions of lines to leave out: directives themselves and what they skip.
  std::vector<TextRange> Out = Skipped;
  for (const Conditional &C : Conditionals)
    Out.push_back({C.Offset, C.Offset + 1});
  std::string Result;
  unsigned Position = Range.Begin;
  for (bool IsContinued = false; Position < Range.End;) {
    unsigned Next = std::min<size_t>(Text.find('\n', Position), Range.End - 1) + 1;
    llvm::StringRef Line = Text.slice(Position, Next);
    bool IsOut = IsContinued || llvm::any_of(Out, [&](const TextRange &R) {
                   return R.Begin < Next && R.End > Position;
                 });
    if (!IsOut)
      Result += Line;
    IsContinued = IsOut && Line.rtrim("\r\n").ends_with("\\");
    Position = Next;
  }
  return Result;
}

bool PreprocessorFacts::hasWholeConditionals(TextRange Range) const {
  int Open = 0;
  for (const Conditional &C : Conditionals) {
    if (C.Offset < Range.Begin || C.Offset >= Range.End)
      continue;
    if (C.Change <= 0 && Open == 0)
      return false;
    Open += C.Change;
  }
  return Open == 0;
}

std::string PreprocessorFacts::compilerTest(TextRange Range) const {
  for (const Conditional &C : Conditionals)
    if (Range.Begin <= C.Offset && C.Offset < Range.End && !C.CompilerTest.empty())
      return C.CompilerTest;
  return "";
}
