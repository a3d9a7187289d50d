// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Frontend/LoopMacros.h"

#include "source/ReadFiles.h"
#include "syntax/Syntax.h"

#include "tilepipe/Frontend/Parse.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Tooling/Syntax/Tokens.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace tilepipe;
using namespace clang;

namespace {

using Comparison = llvm::function_ref<CompilerDifferences(const std::map<std::string, std::optional<std::string>> &)>;

/// The text with macros expanded, and the tokens that the preprocessor makes of a text.
class ExpandAction : public ParsedFileAction {
public:
  /// Text: what is parsed.
  ExpandAction(const tilepipe::FrontendOptions &Options, llvm::StringRef Text, Comparison Compare)
      : Options(Options), Text(Text), Compare(Compare) {}

  std::optional<ExpandedFile> Result;
  std::vector<std::string> Tokens;

private:
  void begin(CompilerInstance &Compiler) override {
    Log.attach(Compiler);
    Collector.emplace(Compiler.getPreprocessor());
  }

  void finish(ASTContext &AST) override {
    const SourceManager &SM = AST.getSourceManager();
    Log.Differences = Compare(Log.AskedMacros);
    ReadFiles Files(AST, Options, Log);
    const ReadFile &Main = Files.of(SM.getLocForStartOfFile(SM.getMainFileID()));
    syntax::TokenBuffer Buffer = std::move(*Collector).consume();
    for (const syntax::Token &T : Buffer.expandedTokens())
      Tokens.push_back(T.text(SM).str());
    for (const Decl *D : AST.getTranslationUnitDecl()->decls())
      if (auto *F = dyn_cast<FunctionDecl>(D);
          F && F->doesThisDeclarationHaveABody() && Main.Src.isInFile(F->getLocation()) && hasFramedLoop(F->getBody(), Main.Src, 0))
        Bodies.push_back({{Main.Src.offset(F->getBody()->getBeginLoc()), Main.Src.offset(F->getBody()->getEndLoc())},
                          F->getNameAsString()});
    if (!Bodies.empty())
      expand(Buffer, Main, SM);
  }

  /// A macro supplies a part of a loop's frame.
  static bool hasFramedLoop(const Stmt *S, const SourceText &Src, unsigned Depth) {
    if (Depth > DeepestSyntax)
      return false;
    bool Found = false;
    if (auto *For = dyn_cast<ForStmt>(S))
      for (SourceLocation Loc : {For->getForLoc(), For->getLParenLoc(), For->getRParenLoc(), For->getEndLoc()})
        Found |= Loc.isMacroID() && !Src.isWholeMacro(Loc);
    forEachChild(S, [&](const Stmt *Child) { Found = Found || hasFramedLoop(Child, Src, Depth + 1); });
    return Found;
  }

  /// Tokens hold a `for`, or a brace without its counterpart.
  static bool framesLoops(llvm::ArrayRef<syntax::Token> Tokens) {
    int Open = 0;
    bool IsWhole = true, HasLoop = false;
    for (const syntax::Token &T : Tokens) {
      HasLoop |= T.kind() == tok::kw_for;
      Open += (T.kind() == tok::l_brace) - (T.kind() == tok::r_brace);
      IsWhole &= Open >= 0;
    }
    return HasLoop || !IsWhole || Open != 0;
  }

  void expand(const syntax::TokenBuffer &Buffer, const ReadFile &Main, const SourceManager &SM) {
    std::map<unsigned, std::pair<unsigned, std::string>> Edits; // by their begins: ends and texts
    std::set<std::string> Functions;
    for (const syntax::TokenBuffer::Expansion &E : Buffer.expansionsOverlapping(Buffer.spelledTokens(SM.getMainFileID()))) {
      TextRange Range{Main.Src.offset(E.Spelled.front().location()), Main.Src.offset(E.Spelled.back().endLocation())};
      const auto Body = llvm::find_if(
          Bodies, [&](const auto &B) { return B.first.Begin < Range.Begin && Range.End <= B.first.End; });
      if (Body == Bodies.end() || E.Spelled.front().kind() == tok::hash || !framesLoops(E.Expanded))
        continue;
      if (!Main.Directives.unstableMacro(Range).empty() || Main.Directives.isInPragma(Range.Begin))
        return;
      std::string Expanded;
      for (const syntax::Token &T : E.Expanded)
        Expanded += (Expanded.empty() ? "" : " ") + T.text(SM).str();
      // What follows keeps its line.
      Expanded += std::string(Text.slice(Range.Begin, Range.End).count('\n'), '\n');
      Edits[Range.Begin] = {Range.End, std::move(Expanded)};
      Functions.insert(Body->second);
    }
    if (Edits.empty())
      return;
    Result.emplace();
    Result->Text = Text.str();
    Result->Functions = std::move(Functions);
    for (auto It = Edits.rbegin(); It != Edits.rend(); ++It)
      Result->replace(It->first, It->second.first, It->second.second);
  }

  const tilepipe::FrontendOptions &Options;
  llvm::StringRef Text;
  Comparison Compare;
  PreprocessorLog Log;
  std::optional<syntax::TokenCollector> Collector;
  std::vector<std::pair<TextRange, std::string>> Bodies; ///< of functions with loops that macros frame, by name
};

} // namespace

llvm::Expected<std::optional<ExpandedFile>> tilepipe::expandLoopMacros(const FrontendOptions &Options, llvm::StringRef Text,
                                                                      Comparison Compare) {
  ExpandAction Expand(Options, Text, Compare);
  if (llvm::Error E = parseText(Options, Text, {}, Expand))
    return E;
  if (!Expand.Result)
    return std::nullopt;
  // Replacements may be macros again where they stand.
  ExpandAction Again(Options, Expand.Result->Text, Compare);
  if (llvm::Error E = parseText(Options, Expand.Result->Text, {}, Again))
    return E;
  if (Again.Tokens != Expand.Tokens)
    return std::nullopt;
  return std::move(Expand.Result);
}
