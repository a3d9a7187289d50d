// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/PreprocessorLog.h"

#include "source/SourceText.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilepipe;
using namespace clang;

bool tilepipe::tellsCompilersApart(llvm::StringRef Name) {
  static const char *const Prefixes[] = {"__clang", "__GNUC", "__has_", "__VERSION__", "__GCC_",
                                         "__llvm", "__is_identifier", "__apple_build"};
  return llvm::any_of(Prefixes, [&](const char *P) { return Name.starts_with(P); });
}

std::string tilepipe::macroOfDirective(llvm::StringRef Text) {
  llvm::StringRef Language = Text.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
  return Language == "omp" || Language == "ompx" ? "_OPENMP" : Language == "acc" ? "_OPENACC" : "";
}

namespace {

/// The tokens of Text with single blanks where it has any, without comments and spliced lines.
std::string wordsOf(StringRef Text, const LangOptions &Lang) {
  std::string Terminated = Text.str(), Words; // a lexer reads the null behind its text
  const char *Begin = Terminated.c_str();
  Lexer Raw(SourceLocation(), Lang, Begin, Begin, Begin + Terminated.size());
  Token T;
  while (!Raw.LexFromRawLexer(T), T.isNot(tok::eof)) {
    if (!Words.empty() && (T.hasLeadingSpace() || T.isAtStartOfLine()))
      Words += ' ';
    StringRef Spelled(Raw.getBufferLocation() - T.getLength(), T.getLength());
    for (char C : Spelled)
      if (!T.needsCleaning() || (C != '\\' && C != '\n' && C != '\r'))
        Words += C;
  }
  return Words;
}

/// What `_Pragma("text")`, with which Text begins, says, and the operator's length. No text where the operand is no
/// string literal: it is a parameter of the macro that Text is in.
std::pair<std::string, size_t> textOfOperator(StringRef Text, const LangOptions &Lang) {
  Lexer Raw(SourceLocation(), Lang, Text.begin(), Text.begin(), Text.end());
  Token T;
  std::string Said;
  for (int I = 0; I < 3; ++I) // _Pragma ( "text"
    Raw.LexFromRawLexer(T);
  if (tok::isStringLiteral(T.getKind())) {
    StringRef Literal(Raw.getBufferLocation() - T.getLength(), T.getLength());
    Literal = Literal.drop_front(Literal.find('"') + 1).drop_back();
    for (size_t I = 0; I < Literal.size(); ++I) {
      bool IsEscape = Literal[I] == '\\' && I + 1 < Literal.size() && (Literal[I + 1] == '"' || Literal[I + 1] == '\\');
      Said += Literal[IsEscape ? ++I : I];
    }
  }
  while (T.isNot(tok::r_paren) && T.isNot(tok::eof))
    Raw.LexFromRawLexer(T);
  return {Said, size_t(Raw.getBufferLocation() - Text.begin())};
}

/// Fills the log while Clang reads.
class FactCollector : public PPCallbacks {
public:
  FactCollector(const Preprocessor &PP, PreprocessorLog &Log)
      : PP(PP), SM(PP.getSourceManager()), Lang(PP.getLangOpts()), Log(Log) {}

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
    Asked.push_back({Loc, nameOf(Name), /*IsValue=*/true});
    ask(nameOf(Name));
    std::set<std::string> Body;
    if (const MacroInfo *Info = Definition.getMacroInfo())
      for (const Token &T : Info->tokens())
        if (IdentifierInfo *Identifier = T.getIdentifierInfo()) {
          Body.insert(Identifier->getName().str());
          ask(Identifier->getName());
        }
    Log.Expansions.push_back({Loc, nameOf(Name), std::move(Body)});
  }

  void Defined(const Token &Name, const MacroDefinition &, SourceRange Range) override {
    // Both gcc and Clang are there when __GNUC__ is only asked for.
    if (nameOf(Name) != "__GNUC__")
      Asked.push_back({SM.getExpansionLoc(Range.getBegin()), nameOf(Name), /*IsValue=*/false});
  }

  void PragmaDirective(SourceLocation Loc, PragmaIntroducerKind Kind) override {
    // A macro spells `_Pragma` where it is defined, and takes the length of its own use.
    SourceLocation Spelled = SM.getSpellingLoc(Loc);
    std::optional<size_t> MacroLength;
    if (Loc.isMacroID()) {
      CharSourceRange Use = SM.getExpansionRange(Loc);
      MacroLength = SM.getFileOffset(Use.getEnd()) - SM.getFileOffset(Use.getBegin()) +
                    Lexer::MeasureTokenLength(Use.getEnd(), SM, Lang);
    }
    Loc = SM.getExpansionLoc(Loc);
    if (!isUsers(Loc))
      return;
    StringRef Rest = SM.getBufferData(SM.getFileID(Spelled)).substr(SM.getFileOffset(Spelled));
    size_t End = lengthOfDirective(Rest, Lang);
    std::string Text;
    if (Kind == PIK_HashPragma)
      Text = Rest.slice(Rest.find("ragma") + 5, End).str();
    else
      std::tie(Text, End) = textOfOperator(Rest, Lang);
    Log.Pragmas.push_back({Loc, unsigned(MacroLength.value_or(End)), wordsOf(Text, Lang)});
    // Whether the backend knows the directive, too.
    std::string Macro = macroOfDirective(Log.Pragmas.back().Text);
    if (!Macro.empty() && !PP.getMacroInfo(PP.getIdentifierInfo(Macro)))
      ask(Macro);
  }

  void If(SourceLocation Loc, SourceRange, ConditionValueKind) override {
    conditional(Loc, +1);
    testCondition(Loc);
  }
  void Elif(SourceLocation Loc, SourceRange, ConditionValueKind, SourceLocation) override {
    conditional(Loc, 0);
    testCondition(Loc);
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
    if (!isUsers(Range.getBegin()))
      return;
    Log.Skipped.push_back(Range);
    // The backend may read what Clang skips. (The group is closed already if this was its end.)
    if (llvm::is_contained(Groups, true) || ClosedTest)
      definedIn(Range);
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
    ClosedTest = false;
    if (Change > 0) {
      Groups.push_back(false);
      GroupBegins.push_back(Loc);
    } else if (Change < 0 && !Groups.empty()) {
      ClosedTest = Groups.back();
      if (ClosedTest)
        Log.CompilerGroups.push_back({GroupBegins.back(), Loc});
      Groups.pop_back();
      GroupBegins.pop_back();
    }
  }
  /// What Name is depends on the compiler's own macros, if it is not a macro of the program.
  void ask(llvm::StringRef Name) {
    const MacroInfo *Info = PP.getMacroInfo(PP.getIdentifierInfo(Name));
    if (Info && !Info->isBuiltinMacro() && SM.isWrittenInBuiltinFile(Info->getDefinitionLoc()))
      Log.AskedMacros.try_emplace(Name.str(), replacementOf(*Info));
    else if (!Info && Name.starts_with("_"))
      Log.AskedMacros.try_emplace(Name.str(), std::nullopt);
  }
  /// Headers that come with a compiler define Name, or may.
  bool isOfHeaders(llvm::StringRef Name) const {
    if (const MacroInfo *Info = PP.getMacroInfo(PP.getIdentifierInfo(Name)))
      return SM.isInSystemHeader(Info->getDefinitionLoc());
    return Name.starts_with("_GCC") || (Name.starts_with("_") && Name.contains("_H"));
  }
  std::string replacementOf(const MacroInfo &Info) const {
    std::string Text;
    for (const Token &T : Info.tokens())
      Text += (Text.empty() ? "" : " ") + Lexer::getSpelling(T, SM, Lang);
    return Text;
  }
  /// The directive just seen asks for macro Name: its value, or whether there is one.
  void test(llvm::StringRef Name, bool IsValue) {
    if (LastIsUsers) {
      ask(Name);
      Log.Conditionals.back().AsksHeaders |= isOfHeaders(Name);
    }
    const auto &Different = IsValue ? Log.Differences.ByValue : Log.Differences.ByExistence;
    bool TellsApart = tellsCompilersApart(Name) || Log.CompilerMacros.count(Name.str()) || Different.count(Name.str());
    if (Groups.empty() || !TellsApart)
      return;
    Groups.back() = true;
    if (LastIsUsers)
      Log.Conditionals.back().CompilerTest = Name.str();
  }
  void testDefined(llvm::StringRef Name) {
    if (Name != "__GNUC__")
      test(Name, /*IsValue=*/false);
  }
  /// The directive at Loc has been evaluated: what it asked for, also inside of other
  /// macros, and what its text names but Clang did not look at (`1 || __has_builtin(x)`).
  void testCondition(SourceLocation Loc) {
    if (!isUsers(Loc))
      return;
    StringRef Line = SM.getBufferData(SM.getFileID(Loc)).substr(SM.getFileOffset(Loc));
    Line = Line.substr(0, lengthOfDirective(Line, Lang));
    SourceLocation End = Loc.getLocWithOffset(int(Line.size()));
    for (const Question &Q : Asked)
      if (!(Q.Where < Loc) && Q.Where < End)
        test(Q.Name, Q.IsValue);
    Asked.clear();
    bool AsksValue = !Line.contains("defined");
    forEachName(Line, [&](StringRef Name) {
      if (Name != "__GNUC__" || AsksValue)
        test(Name, AsksValue);
    });
  }
  /// Macros that skipped text defines or undefines.
  void definedIn(SourceRange Range) {
    if (!SM.isWrittenInSameFile(Range.getBegin(), Range.getEnd()))
      return;
    unsigned Begin = SM.getFileOffset(Range.getBegin()), End = SM.getFileOffset(Range.getEnd());
    StringRef Text = SM.getBufferData(SM.getFileID(Range.getBegin())).slice(Begin, End), Line;
    while (!Text.empty()) {
      std::tie(Line, Text) = Text.split('\n');
      if (!Line.ltrim().consume_front("#"))
        continue;
      Line = Line.substr(Line.find('#') + 1).ltrim();
      Log.SkipsHeaders |= Line.starts_with("include");
      if (!Line.consume_front("define") && !Line.consume_front("undef"))
        continue;
      Log.CompilerMacros.insert(
          Line.ltrim().take_while([](char C) { return llvm::isAlnum(C) || C == '_'; }).str());
    }
  }
  static void forEachName(StringRef Line, llvm::function_ref<void(StringRef)> Visit) {
    while (!Line.empty()) {
      Line = Line.drop_until([](char C) { return llvm::isAlpha(C) || C == '_'; });
      StringRef Name = Line.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
      Visit(Name);
      Line = Line.substr(Name.size());
    }
  }
  struct Question {
    SourceLocation Where;
    std::string Name;
    bool IsValue;
  };

  const Preprocessor &PP;
  const SourceManager &SM;
  const LangOptions &Lang;
  PreprocessorLog &Log;
  std::vector<bool> Groups; ///< open #if groups: tells compilers apart
  std::vector<SourceLocation> GroupBegins;
  bool ClosedTest = false; ///< the last directive closed a group that does
  bool LastIsUsers = false;
  std::vector<Question> Asked; ///< since the last #if or #elif
};

/// Sees every token that the parser gets.
class AttributeFinder {
public:
  AttributeFinder(const SourceManager &SM, PreprocessorLog &Log) : SM(SM), Log(Log) {}
  /// `__attribute__((optimize("O3")))`, `[[gnu::optimize(3)]]`, `__attribute__((target("fpmath=387")))`
  void see(const Token &T) {
    if (T.is(tok::l_paren) && Name.isValid())
      Log.OptimizeAttributes.push_back(SM.getExpansionLoc(Name));
    const IdentifierInfo *Identifier = T.isAnnotation() ? nullptr : T.getIdentifierInfo();
    bool IsName = Identifier && llvm::is_contained({"optimize", "__optimize__", "target", "__target__", "target_clones", "__target_clones__"},
                                                   Identifier->getName());
    Name = IsName && Previous.isOneOf(tok::l_paren, tok::comma, tok::coloncolon, tok::colon) ? T.getLocation() : SourceLocation();
    Previous = T;
  }

private:
  const SourceManager &SM;
  PreprocessorLog &Log;
  Token Previous = {};
  SourceLocation Name;
};

/// `_Pragma("tilepipe ...")` from a macro: its text stands in no file.
class RequestHandler : public PragmaHandler {
public:
  explicit RequestHandler(PreprocessorLog &Log) : PragmaHandler("tilepipe"), Log(Log) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer, Token &) override {
    const SourceManager &SM = PP.getSourceManager();
    std::string Text = "tilepipe";
    Token T;
    for (PP.LexUnexpandedToken(T); T.isNot(tok::eod); PP.LexUnexpandedToken(T))
      Text += (T.hasLeadingSpace() ? " " : "") + PP.getSpelling(T);
    SourceLocation Loc = SM.getExpansionLoc(Introducer.Loc);
    if (!Introducer.Loc.isMacroID() || Log.Pragmas.empty() || Log.Pragmas.back().Loc != Loc)
      return;
    Log.Pragmas.back().Text = Text;
  }

private:
  PreprocessorLog &Log;
};

} // namespace

void PreprocessorLog::attach(CompilerInstance &Compiler) {
  Preprocessor &PP = Compiler.getPreprocessor();
  PP.addPPCallbacks(std::make_unique<FactCollector>(PP, *this));
  PP.AddPragmaHandler(new RequestHandler(*this)); // PP's own from here on
  auto Finder = std::make_shared<AttributeFinder>(Compiler.getSourceManager(), *this);
  PP.setTokenWatcher([Finder](const Token &T) { Finder->see(T); });
}
