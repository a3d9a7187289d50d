// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nest/NestText.h"

#include "syntax/NamedDeclarations.h"

#include "clang/AST/Attr.h"
#include "llvm/ADT/StringExtras.h"

#include <set>
#include <vector>

using namespace tilepipe;
using namespace clang;

/// The frame of the nest, headers' parentheses and all, must be in the file itself:
/// only then do offsets into it mean what they seem to. A macro that is one of its tokens
/// (`#define LOOP for`) stands where the token would.
static void requireOwnFrame(const SourceText &Src, const ForStmt *For) {
  Place At{Src.location(For->getForLoc()), ""};
  for (SourceLocation Loc : {For->getForLoc(), For->getLParenLoc(), For->getRParenLoc()}) {
    if (Loc.isMacroID() && !Src.isWholeMacro(Loc))
      giveUp(refusals::macroLoop(At));
    if (!Src.isInFile(Loc))
      giveUp(refusals::inHeader(At, "its text comes from an included file"));
  }
}

/// Offset at which definitions go: in front of the function's declaration, of attributes and a pragma
/// that belong to it, and of a `#if` group that holds only a part of it; on a line of their own where that
/// is possible.
static unsigned insertionPoint(const FunctionContext &Context, const TextRange &Nest) {
  const SourceText &Src = Context.Src;
  const PreprocessorFacts &Directives = Context.Directives;
  const FunctionDecl *Function = Context.Function;
  unsigned Begin = Src.offset(Function->getBeginLoc());
  // Clang's declaration begins behind `[[...]]`; a macro may hold those. Pragmas give attributes to all
  // functions behind them (`GCC visibility push(hidden)`): those are no part of this one.
  for (const Attr *A : Function->attrs())
    if (!A->isInherited() && Src.isInFile(A->getLocation()) && !Directives.isInPragma(Src.offset(A->getLocation())))
      Begin = std::min(Begin, Src.offset(A->getLocation()));
  Begin = Src.attributesBefore(Begin);
  if (const PragmaUse *P = Directives.openMPBefore(Begin))
    Begin = P->Offset;
  Begin = Directives.beforeGroups(Src, Begin, Nest.Begin);
  unsigned Line = Src.lineStart(Begin);
  llvm::StringRef Before = Src.text().substr(Line, Begin - Line);
  bool IsContinued = endsInSplice(Src.text().substr(0, Line).drop_back(Line > 0), Src.language());
  return Before.trim().empty() && !IsContinued ? Line : Begin;
}

/// From the declaration in front of D to the body of D or to the declaration behind it: where attributes of D are.
static SourceRange surroundings(const FunctionDecl *D, const SourceManager &SM) {
  SourceLocation Begin = SM.getExpansionLoc(D->getBeginLoc()), End = SM.getExpansionLoc(D->getEndLoc());
  SourceRange Result(SM.getLocForStartOfFile(SM.getMainFileID()), SM.getLocForEndOfFile(SM.getMainFileID()));
  for (const Decl *Other : D->getASTContext().getTranslationUnitDecl()->decls()) {
    SourceLocation OtherBegin = SM.getExpansionLoc(Other->getBeginLoc());
    SourceLocation OtherEnd = SM.getExpansionLoc(Other->getEndLoc());
    if (OtherBegin.isInvalid() || OtherEnd.isInvalid())
      continue;
    if (SM.isBeforeInTranslationUnit(OtherEnd, Begin))
      Result.setBegin(OtherEnd);
    if (!SM.isBeforeInTranslationUnit(End, OtherBegin))
      continue;
    Result.setEnd(OtherBegin);
    break;
  }
  if (D->doesThisDeclarationHaveABody())
    Result.setEnd(SM.getExpansionLoc(D->getBody()->getBeginLoc()));
  return Result;
}

/// Emitted functions are compiled as the file is.
static void requireNoOwnOptions(Place At, const FunctionDecl *Function, const PreprocessorFacts &Directives) {
  const SourceManager &SM = Function->getASTContext().getSourceManager();
  if (Function->hasAttr<TargetAttr>() || Function->hasAttr<TargetClonesAttr>())
    giveUp(refusals::pragma(At, "the attribute 'target' compiles its function under options of its own"));
  for (const FunctionDecl *D : Function->redecls())
    if (D->getBeginLoc().isValid() && Directives.hasOptimizeAttribute(surroundings(D, SM), SM))
      giveUp(refusals::pragma(At, "the attribute 'optimize' or 'target' compiles its function under options of its own"));
}

namespace {

/// `#pragma STDC FP_CONTRACT` and the like were in force at some operation of S.
bool hasOwnArithmetic(const Stmt *S) {
  auto Stores = [](const auto *E) { return E && E->hasStoredFPFeatures(); };
  return Stores(dyn_cast<BinaryOperator>(S)) || Stores(dyn_cast<UnaryOperator>(S)) || Stores(dyn_cast<CastExpr>(S)) ||
         Stores(dyn_cast<CallExpr>(S)) ||
         anyChild(S, hasOwnArithmetic);
}

} // namespace

/// Clang has read the declarations as they are for itself.
static void requireStableDeclarations(const FunctionContext &Context, const ForStmt *Nest) {
  const SourceManager &SM = Context.AST.getSourceManager();
  for (const Decl *D : namedDeclarations(Nest, SM)) {
    if (D == Context.Function)
      continue;
    std::string Macro = Context.Directives.unstableDeclaration(D->getSourceRange(), Nest->getForLoc(), SM);
    const auto *Named = dyn_cast<NamedDecl>(D);
    if (!Macro.empty())
      giveUp(refusals::localMacro({Context.Src.location(Nest->getForLoc()), ""},
                                  "the declaration of '" + (Named ? Named->getNameAsString() : "") +
                                      "' depends on '" + Macro +
                                      "', which may be another for the backend compiler"));
  }
}

/// Text that is emitted again, in front of the function, must leave the warnings behind it as they were.
static void requirePairedDiagnostics(Place At, TextRange Text, const PreprocessorFacts &Directives) {
  if (const PragmaUse *P = Directives.unpairedDiagnostic(Text))
    giveUp(refusals::pragma(At, "'#pragma " + P->Text + "' inside the nest has no counterpart there"));
}

static std::optional<TextRange> textBetween(const SourceText &Src, const Stmt *First, const Stmt *Last) {
  std::optional<TextRange> Begin = Src.statementRange(First), End = Src.statementRange(Last);
  if (!Begin || !End)
    return std::nullopt;
  return TextRange{Begin->Begin, End->End};
}

/// Where the text of a part stands: from its first statement to its last.
static NestText::Part placePart(const SourceText &Src, const PreprocessorFacts &Directives, const NestShape::Part &P,
                                Place At) {
  NestText::Part Result;
  for (const NestShape::Declaration &D : P.Between) {
    std::optional<TextRange> Text = Src.statementRange(D.What);
    if (!Text)
      giveUp(refusals::macroLoop(At));
    if (!Directives.hasWholeConditionals(*Text))
      giveUp(refusals::localMacro(At, "an '#if' group begins or ends inside a declaration"));
    requirePairedDiagnostics(At, *Text, Directives);
    Result.Between.push_back(*Text);
  }
  std::optional<TextRange> Text = textBetween(Src, P.Text.front(), P.Text.back());
  // A `#if` group that chooses between headers of loops ends behind the `{` of the body.
  const auto *Block = dyn_cast<CompoundStmt>(P.Text.front());
  if (Text && !Directives.hasWholeConditionals(*Text) && P.Text.size() == 1 && Block && !Block->body_empty())
    Text = textBetween(Src, Block->body_front(), Block->body_back());
  if (!Text)
    giveUp(refusals::macroLoop(At));
  Result.Body = *Text;
  requirePairedDiagnostics(At, Result.Body, Directives);
  if (!Directives.hasWholeConditionals(Result.Body))
    giveUp(refusals::localMacro(At, "an '#if' group begins or ends inside the body"));
  return Result;
}

NestText tilepipe::placeNest(const FunctionContext &Context, const NestShape &Shape) {
  const SourceText &Src = Context.Src;
  const PreprocessorFacts &Directives = Context.Directives;
  const FunctionDecl *Function = Context.Function;
  const ForStmt *Outermost = Shape.Loops.front();
  NestText Result;
  Place At{Src.location(Shape.location()), ""};
  if (!Src.isInFile(Function->getBeginLoc()))
    giveUp(refusals::inHeader(At, "its function begins in another file"));
  for (const ForStmt *For : Shape.Loops)
    requireOwnFrame(Src, For);
  std::optional<TextRange> Nest = Src.statementRange(Outermost);
  if (!Nest)
    giveUp(refusals::macroLoop(At));
  Result.Nest = *Nest;
  Result.InsertAt = insertionPoint(Context, *Nest);

  requireNoOwnOptions(At, Function, Directives);
  if (hasOwnArithmetic(Outermost))
    giveUp(refusals::pragma(At, "a pragma in force here says how floating-point numbers are computed; it may not reach "
                                "the emitted functions"));
  std::optional<unsigned> CallAt = Directives.beginOfHints(Nest->Begin);
  if (!CallAt || Directives.pragmaBefore(Nest->Begin))
    giveUp(refusals::pragma(At, "a pragma directly before the nest needs the loop behind it"));
  Result.CallAt = *CallAt;
  if (const PragmaUse *P = Directives.pragmaInside(*Nest))
    giveUp(refusals::pragma(At, "a pragma inside the nest: '#pragma " + P->Text + "'"));
  // Behind these: the text of a directive's loop is not found.
  for (const NestShape::Part &P : Shape.Parts)
    Result.Parts.push_back(placePart(Src, Directives, P, At));
  requirePairedDiagnostics(At, *Nest, Directives);
  if (!Directives.hasWholeConditionals(*Nest))
    Result.Source = Directives.textWithoutConditionals(Src, *Nest);
  std::string Macro = Directives.unstableMacro(*Nest);
  if (!Macro.empty())
    giveUp(refusals::localMacro(At, "macro '" + Macro +
                                        "' may mean something else in front of the function"));
  PreprocessorFacts::Meaning Macros =
      Directives.meaningAt(Src, *Nest, Shape.isPerfect() ? Result.Parts.front().Body : TextRange{Nest->Begin, Nest->Begin},
                           Result.InsertAt);
  if (!Macros.Clash.empty())
    giveUp(refusals::localMacro(At, "macro '" + Macros.Clash + "' changes inside the nest"));
  Result.Prologue = Macros.Set;
  Result.Epilogue = Macros.Restore;
  Macro = Directives.compilerTest(*Nest);
  if (!Macro.empty())
    giveUp(refusals::localMacro(At, "'#if' on '" + Macro +
                                        "' may show other text to the backend compiler"));
  requireStableDeclarations(Context, Outermost);
  return Result;
}

void tilepipe::checkMacros(const LoopNest &Nest, const PreprocessorFacts &Directives) {
  // What the emitted text says besides the user's own: keywords and names of types.
  std::set<std::string> Words = {
      "char",   "const",  "do",       "double", "else",   "enum",   "extern", "float",
      "for",    "if",     "int",      "long",   "return", "short",  "signed", "sizeof",
      "static", "struct", "typedef",  "union",  "unsigned", "void", "while"};
  auto AddWords = [&](llvm::StringRef Type) {
    auto IsNameChar = [](char C) { return llvm::isAlnum(C) || C == '_'; };
    while (!Type.empty()) {
      llvm::StringRef Word = Type.take_while(IsNameChar);
      if (!Word.empty())
        Words.insert(Word.str());
      Type = Type.drop_front(std::max<size_t>(Word.size(), 1));
    }
  };
  for (const Array &A : Nest.Arrays) {
    AddWords(A.ElementType);
    AddWords(A.baseType());
  }
  for (const Capture &C : Nest.Captures)
    AddWords(C.Type);
  for (const AggregateCopy &H : Nest.AggregateCopies)
    AddWords(H.Type);
  for (const Loop &L : Nest.Loops)
    AddWords(L.Type);
  std::string Macro = Directives.macroAmong(Words, Nest.InsertAt, Nest.NestText);
  if (!Macro.empty())
    giveUp(refusals::hidingMacro({Nest.Where, ""}, Macro));
}
