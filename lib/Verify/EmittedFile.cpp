// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "EmittedFile.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace tilepipe;
using namespace clang;

/// Where L stands in a file: in the outermost macro use, but what is written in TP_OTHERWISE(...) and
/// TP_OTHERWISE_TAKE(...), the call of a region, and in TP_HELD(...) and TP_NEVER(...), stands where it is written. IsEnd: at the end of a macro use.
static SourceLocation placeOf(SourceLocation L, const SourceManager &SM, const LangOptions &Language, bool IsEnd) {
  llvm::SmallString<32> Buffer;
  while (L.isMacroID()) {
    SourceLocation Use = SM.getExpansionLoc(L);
    llvm::StringRef Macro = Lexer::getSpelling(Use, Buffer, SM, Language);
    bool IsOurs = SM.isMacroArgExpansion(L) && (Macro == "TP_OTHERWISE" || Macro == "TP_OTHERWISE_TAKE" ||
                                                Macro == "TP_OTHERWISE_THEN" || Macro == "TP_HELD" || Macro == "TP_HELD_INTEGER" ||
                                                Macro == "TP_NEVER");
    CharSourceRange Outer = SM.getImmediateExpansionRange(L);
    L = IsOurs ? SM.getImmediateSpellingLoc(L) : IsEnd ? Outer.getEnd() : Outer.getBegin();
  }
  return L;
}

/// Tokens of the system's headers are nobody's body; the others are kept for a comparison.
void EmittedFile::listen(Preprocessor &PP) {
  SourceManager &SM = PP.getSourceManager();
  PP.setTokenWatcher([this, &PP, &SM](const Token &T) {
    if (T.isAnnotation() || T.is(tok::eof))
      return;
    auto [File, Offset] = SM.getDecomposedLoc(placeOf(T.getLocation(), SM, PP.getLangOpts(), /*IsEnd=*/false));
    if (File != SM.getMainFileID() && SrcMgr::isSystem(SM.getFileCharacteristic(SM.getLocForStartOfFile(File))))
      return;
    std::vector<ExpandedToken> &All = Tokens[File];
    // What TP_OTHERWISE has behind the call belongs to its closing parenthesis.
    if (!All.empty() && Offset < All.back().Offset)
      Offset = SM.getDecomposedLoc(SM.getExpansionRange(T.getLocation()).getEnd()).second;
    All.push_back({Offset, PP.getSpelling(T)});
  });
}

void EmittedFile::index(ASTContext &Context) {
  AST = &Context;
  for (const Decl *D : AST->getTranslationUnitDecl()->decls()) {
    if (auto *V = dyn_cast<VarDecl>(D)) {
      if (V->getIdentifier() && V->getInit())
        Variables[V->getName()] = V;
    } else if (auto *F = dyn_cast<FunctionDecl>(D);
               F && F->getIdentifier() && F->doesThisDeclarationHaveABody()) {
      Functions[F->getName()] = F;
      Bodies.push_back(F);
    }
  }
}

const FunctionDecl *EmittedFile::function(llvm::StringRef Name) const { return Functions.lookup(Name); }

const VarDecl *EmittedFile::variable(llvm::StringRef Name) const { return Variables.lookup(Name); }

llvm::ArrayRef<ExpandedToken> EmittedFile::tokens(SourceLocation Begin, SourceLocation End) const {
  const SourceManager &SM = AST->getSourceManager();
  auto [File, First] = SM.getDecomposedLoc(Begin);
  auto [LastFile, Last] = SM.getDecomposedLoc(End);
  auto Found = Tokens.find(File);
  if (Found == Tokens.end() || File != LastFile)
    return {};
  auto Before = [](const ExpandedToken &T, unsigned Offset) { return T.Offset < Offset; };
  const std::vector<ExpandedToken> &All = Found->second;
  auto From = std::lower_bound(All.begin(), All.end(), First, Before);
  auto To = std::lower_bound(From, All.end(), Last, Before);
  return llvm::ArrayRef<ExpandedToken>(All).slice(From - All.begin(), To - From);
}

std::string EmittedFile::spelling(const Stmt *S) const {
  std::string Result;
  for (const ExpandedToken &T : tokens(begin(S), end(S)))
    Result += T.Text;
  return Result;
}

llvm::StringRef EmittedFile::text(SourceLocation Begin, SourceLocation End) const {
  const SourceManager &SM = AST->getSourceManager();
  return Lexer::getSourceText(CharSourceRange::getCharRange(Begin, End), SM, AST->getLangOpts());
}

SourceLocation EmittedFile::begin(const Stmt *S) const {
  return placeOf(S->getBeginLoc(), AST->getSourceManager(), AST->getLangOpts(), /*IsEnd=*/false);
}

SourceLocation EmittedFile::end(const Stmt *S) const {
  const SourceManager &SM = AST->getSourceManager();
  SourceLocation Last = placeOf(S->getEndLoc(), SM, AST->getLangOpts(), /*IsEnd=*/true);
  return Lexer::getLocForEndOfToken(Last, 0, SM, AST->getLangOpts());
}

llvm::StringRef EmittedFile::text(const Stmt *S) const { return text(begin(S), end(S)); }

llvm::StringRef EmittedFile::spelled(const Expr *E) const {
  const SourceManager &SM = AST->getSourceManager();
  const CharSourceRange Tokens = CharSourceRange::getTokenRange(E->getSourceRange());
  return Lexer::getSourceText(Lexer::makeFileCharRange(Tokens, SM, AST->getLangOpts()), SM, AST->getLangOpts());
}

bool EmittedFile::isMadeBy(const Decl *D, llvm::StringRef Macro, llvm::StringRef Argument) const {
  const SourceManager &SM = AST->getSourceManager();
  SourceLocation Begin = D->getBeginLoc();
  if (!Begin.isMacroID() || SM.isMacroArgExpansion(Begin) ||
      !SM.getFilename(SM.getSpellingLoc(Begin)).ends_with("tilepipe/runtime.h"))
    return false;
  CharSourceRange Use = SM.getExpansionRange(Begin);
  SourceLocation End = Lexer::getLocForEndOfToken(Use.getEnd(), 0, SM, AST->getLangOpts());
  return text(Use.getBegin(), End) == (Macro + "(" + Argument + ")").str();
}

bool EmittedFile::isIn(const Stmt *S, llvm::StringRef Macro) const {
  const SourceManager &SM = AST->getSourceManager();
  SourceLocation Begin = S->getBeginLoc();
  return Begin.isMacroID() && !SM.isMacroArgExpansion(Begin) &&
         SM.getFilename(SM.getSpellingLoc(Begin)).ends_with("tilepipe/runtime.h") &&
         Lexer::getImmediateMacroName(Begin, SM, AST->getLangOpts()) == Macro;
}

bool EmittedFile::isRuntimes(const Decl *D) const {
  const SourceManager &SM = AST->getSourceManager();
  return SM.getFilename(SM.getExpansionLoc(D->getLocation())).ends_with("tilepipe/runtime.h");
}

void EmittedFile::failAt(SourceLocation Where, const llvm::Twine &What) const {
  PresumedLoc At = AST->getSourceManager().getPresumedLoc(Where);
  std::string Place;
  if (At.isValid())
    Place = std::string(At.getFilename()) + ":" + std::to_string(At.getLine()) + ":" +
            std::to_string(At.getColumn()) + ": ";
  throw std::runtime_error(Place + What.str());
}

void EmittedFile::fail(const Stmt *S, const llvm::Twine &What) const {
  std::string Text = text(S).take_front(120).str();
  Text = Text.substr(0, Text.find('\n'));
  failAt(S->getBeginLoc(), What + (Text.empty() ? "" : ": '" + Text + "'"));
}

void EmittedFile::fail(const Decl *D, const llvm::Twine &What) const {
  failAt(D->getLocation(), What);
}
