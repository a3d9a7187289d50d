//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PreprocessorLog.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilepipe;
using namespace clang;

bool tilepipe::tellsCompilersApart(llvm::StringRef Name) {
  static const char *const Prefixes[] = {"__clang", "__GNUC", "__has_", "__VERSION__", "__GCC_",
                                         "__llvm", "__is_identifier", "__apple_build"};
  return llvm::any_of(Prefixes, [&](const char *P) { return Name.starts_with(P); });
}

namespace {

/// Fills the log while Clang reads.
class FactCollector : public PPCallbacks {
public:
  FactCollector(const SourceManager &SM, const LangOptions &Lang, PreprocessorLog &Log)
      : SM(SM), Lang(Lang), Log(Log) {}

  void FileChanged(SourceLocation Loc, FileChangeReason Reason, SrcMgr::CharacteristicKind,
                   FileID) override {
    if (Reason == EnterFile)
      Log.ChangesBefore.emplace(SM.getFileID(Loc), Log.Changes.size());
  }

  void MacroDefined(const Token &Name, const MacroDirective *Directive) override {
    const MacroInfo *Info = Directive->getMacroInfo();
    SourceRange Range(Info->getDefinitionLoc(), Info->getDefinitionEndLoc());
    change(Name, Lexer::getSourceText(CharSourceRange::getTokenRange(Range), SM, Lang).str());
    if (llvm::is_contained(Groups, true) && !SM.isInSystemHeader(Name.getLocation()))
      Log.CompilerMacros.insert(nameOf(Name));
  }
  void MacroUndefined(const Token &Name, const MacroDefinition &,
                      const MacroDirective *) override {
    change(Name, "");
  }

  void MacroExpands(const Token &Name, const MacroDefinition &Definition, SourceRange Range,
                    const MacroArgs *) override {
    SourceLocation Loc = SM.getExpansionLoc(Range.getBegin());
    if (!isUsers(Loc))
      return;
    std::set<std::string> Body;
    if (const MacroInfo *Info = Definition.getMacroInfo())
      for (const Token &T : Info->tokens())
        if (IdentifierInfo *Identifier = T.getIdentifierInfo())
          Body.insert(Identifier->getName().str());
    Log.Expansions.push_back({Loc, nameOf(Name), std::move(Body)});
  }

  void PragmaDirective(SourceLocation Loc, PragmaIntroducerKind Kind) override {
    Loc = SM.getExpansionLoc(Loc);
    if (!isUsers(Loc))
      return;
    StringRef Rest = SM.getBufferData(SM.getFileID(Loc)).substr(SM.getFileOffset(Loc));
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
    Log.Pragmas.push_back({Loc, unsigned(End), std::move(Words)});
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
    if (isUsers(Range.getBegin()))
      Log.Skipped.push_back(Range);
  }

private:
  bool isUsers(SourceLocation Loc) const {
    return Loc.isFileID() && !SM.isInSystemHeader(Loc);
  }
  static std::string nameOf(const Token &Name) {
    return Name.getIdentifierInfo() ? Name.getIdentifierInfo()->getName().str() : "";
  }
  void change(const Token &Name, std::string Definition) {
    Log.Changes.push_back({Name.getLocation(), nameOf(Name), std::move(Definition)});
  }
  void conditional(SourceLocation Loc, int Change) {
    LastIsUsers = isUsers(Loc);
    if (LastIsUsers)
      Log.Conditionals.push_back({Loc, Change, ""});
    if (Change > 0) {
      Groups.push_back(false);
      GroupBegins.push_back(Loc);
    } else if (Change < 0 && !Groups.empty()) {
      if (Groups.back())
        Log.CompilerGroups.push_back({GroupBegins.back(), Loc});
      Groups.pop_back();
      GroupBegins.pop_back();
    }
  }
  /// The directive just seen asks for macro Name.
  void test(llvm::StringRef Name) {
    if (!tellsCompilersApart(Name) || Groups.empty())
      return;
    Groups.back() = true;
    if (LastIsUsers)
      Log.Conditionals.back().CompilerTest = Name.str();
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

  const SourceManager &SM;
  const LangOptions &Lang;
  PreprocessorLog &Log;
  std::vector<bool> Groups; ///< open #if groups: tells compilers apart
  std::vector<SourceLocation> GroupBegins;
  bool LastIsUsers = false;
};

} // namespace

void PreprocessorLog::attach(CompilerInstance &Compiler) {
  Compiler.getPreprocessor().addPPCallbacks(std::make_unique<FactCollector>(
      Compiler.getSourceManager(), Compiler.getLangOpts(), *this));
}
