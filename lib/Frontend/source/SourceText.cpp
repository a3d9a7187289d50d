// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/SourceText.h"

#include "clang/AST/Expr.h"
#include "clang/Lex/Lexer.h"

using namespace tilepipe;
using namespace clang;

Location SourceText::location(SourceLocation Loc) const {
  if (Loc.isInvalid())
    return {Name, 0, 0};
  SourceLocation Expansion = SM.getExpansionLoc(Loc);
  std::string Where = isInFile(Loc) ? Name : SM.getFilename(Expansion).str();
  return {Where, SM.getSpellingLineNumber(Expansion), SM.getSpellingColumnNumber(Expansion)};
}

Place SourceText::place(SourceRange Range) const {
  Place P{location(Range.getBegin()), ""};
  CharSourceRange Chars = SM.getExpansionRange(Range);
  std::string Text = Lexer::getSourceText(Chars, SM, Lang).str();
  // One line, however the user broke it; long statements are cut.
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    bool IsContinued = C == '\\' && I + 1 < Text.size() && (Text[I + 1] == '\n' || Text[I + 1] == '\r');
    bool IsSpace = C == ' ' || C == '\n' || C == '\t' || C == '\r' || IsContinued;
    if (!IsSpace)
      P.Text += C;
    else if (!P.Text.empty() && P.Text.back() != ' ')
      P.Text += ' ';
  }
  constexpr size_t Longest = 60;
  if (P.Text.size() > Longest)
    P.Text = P.Text.substr(0, Longest - 3) + "...";
  return P;
}

std::optional<std::string> SourceText::exactText(const Stmt *S) const {
  CharSourceRange Tokens = CharSourceRange::getTokenRange(S->getSourceRange());
  CharSourceRange Spelled = Lexer::makeFileCharRange(Tokens, SM, Lang);
  if (Spelled.isInvalid())
    return std::nullopt;
  std::string Text = Lexer::getSourceText(Spelled, SM, Lang).str();
  if (Text.empty() || Text.find_first_of("\n\r") != std::string::npos)
    return std::nullopt;
  return Text;
}

bool SourceText::isInFile(SourceLocation Loc) const {
  return Loc.isValid() && SM.getFileID(SM.getExpansionLoc(Loc)) == File;
}

bool SourceText::isWholeMacro(SourceLocation Loc) const {
  CharSourceRange Use = SM.getExpansionRange(Loc);
  return Loc.isMacroID() && Use.getBegin() == Use.getEnd() && Lexer::isAtStartOfMacroExpansion(Loc, SM, Lang) &&
         Lexer::isAtEndOfMacroExpansion(Loc, SM, Lang);
}

std::optional<unsigned> SourceText::offsetInside(SourceLocation Loc) const {
  if (Loc.isInvalid())
    return std::nullopt;
  Loc = SM.getExpansionLoc(Loc);
  while (SM.getFileID(Loc) != File) {
    Loc = SM.getIncludeLoc(SM.getFileID(Loc));
    if (Loc.isInvalid())
      return std::nullopt;
  }
  return SM.getFileOffset(Loc);
}

bool SourceText::isBefore(SourceLocation Loc, unsigned Offset) const {
  if (std::optional<unsigned> Inside = offsetInside(Loc))
    return *Inside < Offset;
  // Nothing but what the compiler brings lies outside of the main file and its includes.
  return Loc.isInvalid() || isMainFile() ||
         SM.isBeforeInTranslationUnit(SM.getExpansionLoc(Loc), SM.getLocForStartOfFile(File));
}

unsigned SourceText::endOffset(SourceLocation Loc) const {
  SourceLocation Last = SM.getExpansionRange(Loc).getEnd();
  return SM.getFileOffset(Last) + Lexer::MeasureTokenLength(Last, SM, Lang);
}

/// The statement whose last token ends S.
static const Stmt *lastPart(const Stmt *S) {
  while (true) {
    if (auto *If = dyn_cast<IfStmt>(S))
      S = If->getElse() ? If->getElse() : If->getThen();
    else if (auto *For = dyn_cast<ForStmt>(S))
      S = For->getBody();
    else if (auto *While = dyn_cast<WhileStmt>(S))
      S = While->getBody();
    else if (auto *Label = dyn_cast<LabelStmt>(S))
      S = Label->getSubStmt();
    else if (auto *Case = dyn_cast<SwitchCase>(S))
      S = Case->getSubStmt();
    else if (auto *Attributed = dyn_cast<AttributedStmt>(S))
      S = Attributed->getSubStmt();
    else
      return S;
  }
}

std::optional<unsigned> SourceText::endOfStatement(const Stmt *S) const {
  const Stmt *Last = lastPart(S);
  SourceLocation End = Last->getEndLoc();
  if (!isInFile(End))
    return std::nullopt;
  bool NeedsSemicolon = !isa<CompoundStmt, NullStmt, DeclStmt, SwitchStmt>(Last);
  unsigned Offset = endOffset(End);
  if (End.isMacroID() && !Lexer::isAtEndOfMacroExpansion(End, SM, Lang)) {
    // The semicolon may be the macro's own; anything else leaves its end inside the macro.
    if (!NeedsSemicolon)
      return std::nullopt;
    SourceLocation Semi =
        Lexer::findLocationAfterToken(SM.getSpellingLoc(End), tok::semi, SM, Lang, false);
    if (Semi.isInvalid())
      return std::nullopt;
    // Further tokens of the macro are another statement.
    SourceLocation Behind = End.getLocWithOffset(int(SM.getFileOffset(Semi)) - 1 - int(SM.getFileOffset(SM.getSpellingLoc(End))));
    return Lexer::isAtEndOfMacroExpansion(Behind, SM, Lang) ? std::optional<unsigned>(Offset) : std::nullopt;
  }
  if (!NeedsSemicolon)
    return Offset;
  Token Semi = tokenAt(Offset);
  if (Semi.is(tok::semi))
    return SM.getFileOffset(Semi.getLocation()) + Semi.getLength();
  return std::nullopt;
}

std::optional<TextRange> SourceText::statementRange(const Stmt *S) const {
  SourceLocation Begin = S->getBeginLoc();
  if (!isInFile(Begin))
    return std::nullopt;
  if (Begin.isMacroID() && !Lexer::isAtStartOfMacroExpansion(Begin, SM, Lang))
    return std::nullopt;
  std::optional<unsigned> End = endOfStatement(S);
  if (!End)
    return std::nullopt;
  return TextRange{offset(Begin), *End};
}

Token SourceText::tokenAt(unsigned Offset) const {
  Lexer Raw(SM.getLocForStartOfFile(File), Lang, text().begin(), text().begin() + Offset, text().end());
  Token Tok;
  Raw.LexFromRawLexer(Tok);
  return Tok;
}

unsigned SourceText::skipBlank(unsigned Offset) const {
  return SM.getFileOffset(tokenAt(Offset).getLocation());
}

bool tilepipe::endsInSplice(llvm::StringRef Line, const LangOptions &Lang) {
  // Compilers let blanks stand between the backslash and the end of the line.
  Line = Line.rtrim(" \t\r\f\v");
  return Line.ends_with("\\") || (Lang.Trigraphs && Line.ends_with("?\?/"));
}

size_t tilepipe::lengthOfDirective(llvm::StringRef Text, const LangOptions &Lang) {
  auto EndOfLine = [&](size_t From) {
    size_t End = Text.find('\n', From);
    while (End != llvm::StringRef::npos && endsInSplice(Text.substr(0, End), Lang))
      End = Text.find('\n', End + 1);
    return std::min(End, Text.size());
  };
  // Comments may hold ends of lines.
  Lexer Raw(SourceLocation(), Lang, Text.begin(), Text.begin(), Text.end());
  Raw.SetCommentRetentionState(true);
  size_t End = EndOfLine(0);
  Token Tok;
  for (bool IsAtEnd = false; !IsAtEnd;) {
    IsAtEnd = Raw.LexFromRawLexer(Tok);
    size_t Behind = Raw.getBufferLocation() - Text.begin();
    if (Tok.is(tok::eof) || Behind - Tok.getLength() > End)
      break;
    End = EndOfLine(Behind);
  }
  return End;
}

unsigned SourceText::attributesBefore(unsigned Offset) const {
  // Brackets pair up in C, so that a second one directly behind a first begins attributes.
  if (!text().substr(0, Offset).contains("[["))
    return Offset;
  SourceLocation Start = SM.getLocForStartOfFile(File);
  Lexer Raw(Start, Lang, text().begin(), text().begin(), text().end());
  Token Tok, Last = {};
  unsigned Begin = Offset, Depth = 0; // of a run of attributes, and open brackets in it
  bool IsRun = false;
  while (!Raw.LexFromRawLexer(Tok)) {
    unsigned At = SM.getFileOffset(Tok.getLocation());
    if (At >= Offset)
      break;
    bool IsOpening = Tok.is(tok::l_square);
    if (Depth > 0 || (IsRun && IsOpening)) {
      Depth += IsOpening;
      Depth -= Tok.is(tok::r_square);
    } else if (IsOpening && Last.is(tok::l_square)) {
      IsRun = true;
      Begin = SM.getFileOffset(Last.getLocation());
      Depth = 2;
    } else {
      IsRun = false;
    }
    Last = Tok;
  }
  return IsRun ? Begin : Offset;
}

unsigned SourceText::lineStart(unsigned Offset) const {
  size_t NewLine = text().substr(0, Offset).rfind('\n');
  return NewLine == llvm::StringRef::npos ? 0 : NewLine + 1;
}

void SourceText::forEachIdentifier(
    TextRange Range, llvm::function_ref<void(llvm::StringRef, unsigned)> F) const {
  SourceLocation Start = SM.getLocForStartOfFile(File);
  Lexer Raw(Start, Lang, text().begin(), text().begin() + Range.Begin, text().end());
  Token Tok;
  while (!Raw.LexFromRawLexer(Tok)) {
    unsigned Offset = SM.getFileOffset(Tok.getLocation());
    if (Offset >= Range.End)
      break;
    if (Tok.is(tok::raw_identifier))
      F(Tok.getRawIdentifier(), Offset);
  }
}
