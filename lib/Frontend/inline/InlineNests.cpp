// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Frontend/InlineNests.h"

#include "inline/CalleeText.h"
#include "inline/SameSyntax.h"
#include "source/ReadFiles.h"
#include "syntax/Callee.h"

#include "tilepipe/Frontend/Parse.h"

using namespace tilepipe;
using namespace clang;

/// A call in S is of F, or of what calls it in turn, or nobody knows of what. Functions of other files do not call F. Seen:
/// functions that were looked into.
static bool mayCall(const Stmt *S, const FunctionDecl *F, std::set<const FunctionDecl *> &Seen) {
  if (auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *Called = Call->getDirectCallee(), *Definition = Callee(Call).definition();
    if (!Called || Called->getCanonicalDecl() == F->getCanonicalDecl() ||
        (Definition && Seen.insert(Definition).second && mayCall(Definition->getBody(), F, Seen)))
      return true;
  }
  return anyChild(S, [&](const Stmt *Child) { return mayCall(Child, F, Seen); });
}

namespace {

/// The loops of one file.
class Inliner {
public:
  /// Refused: loops that keep their calls.
  Inliner(const ASTContext &AST, const ReadFile &Main, const std::vector<Location> &Regions,
          const std::optional<std::vector<Location>> &Only, const std::set<const ForStmt *> &Refused)
      : AST(AST), Main(Main), Regions(Regions), Only(Only), Refused(Refused) {}

  struct Changed {
    const ForStmt *Loop;
    const FunctionDecl *Function;
  };
  std::vector<Changed> Loops; ///< those of the result
  CalledFunctions Known;

  InlinedFile run() {
    for (const Decl *D : AST.getTranslationUnitDecl()->decls())
      if (auto *F = dyn_cast<FunctionDecl>(D); F && F->doesThisDeclarationHaveABody() && Main.Src.isInFile(F->getLocation()))
        visit(F->getBody(), F, 0);
    if (Result.Loops.empty())
      return std::move(Result);
    keepQuiet();
    Result.Text = Main.Src.text().str();
    for (auto It = Edits.rbegin(); It != Edits.rend(); ++It)
      Result.replace(It->first, It->second.End, It->second.Text);
    return std::move(Result);
  }

private:
  struct Edit {
    unsigned End;
    std::string Text;
  };

  const ASTContext &AST;
  const ReadFile &Main;
  const std::vector<Location> &Regions;
  const std::optional<std::vector<Location>> &Only;
  const std::set<const ForStmt *> &Refused;
  std::map<unsigned, Edit> Edits; ///< by the offsets at which they begin
  InlinedFile Result;
  std::set<const FunctionDecl *> Replaced;
  std::map<const FunctionDecl *, int64_t> ArrayBytes; ///< see CalleeText

  void visit(const Stmt *S, const FunctionDecl *Function, unsigned Depth) {
    if (Depth > DeepestSyntax)
      return;
    auto *For = dyn_cast<ForStmt>(S);
    if (For && (isAmong(Regions, For) || offer(For, Function)))
      return;
    forEachChild(S, [&](const Stmt *Child) { visit(Child, Function, Depth + 1); });
  }

  bool isAmong(const std::vector<Location> &Loops, const ForStmt *For) const {
    return llvm::is_contained(Loops, Main.Src.location(For->getForLoc()));
  }

  bool stays(const ForStmt *For) const {
    return !For->getForLoc().isFileID() || !Main.Src.isInFile(For->getForLoc()) || isAmong(Regions, For);
  }

  /// False: its calls are kept. Those of loops inside may be replaced.
  bool offer(const ForStmt *For, const FunctionDecl *Function) {
    if (stays(For) || Refused.count(For) || (Only && !isAmong(*Only, For)))
      return false;
    std::map<unsigned, Edit> Own;
    CalleeText Callees(AST, Main.Src, Main.Directives, Function, Known, ArrayBytes[Function]);
    bool IsWhole = true;
    auto Replace = [&](const CallExpr *Call, bool IsBody) {
      if (!IsWhole || !Known.Nests.callee(Call))
        return;
      std::optional<std::string> Text = Callees.inPlaceOf(Call);
      std::optional<TextRange> Range = Main.Src.statementRange(Call);
      if ((IsWhole = Text && Range))
        Own[Range->Begin] = {Range->End, onItsLines(IsBody ? "{ " + *Text + " }" : *Text, *Range)};
    };
    forEachCallStatement(For, Replace, [&](const Stmt *S) {
      auto *Inner = dyn_cast<ForStmt>(S);
      return isa<IfStmt>(S) || (Inner && stays(Inner));
    });
    if (!IsWhole || Own.empty() || !declare(Callees.Arrays, For, Function))
      return false;
    ArrayBytes[Function] = Callees.ArrayBytes;
    Loops.push_back({For, Function});
    Result.Loops.push_back({Main.Src.location(For->getForLoc()), {}, Callees.Loops});
    addChanged(For->getBody(), Own, Result.Loops.back().Inner);
    Edits.merge(Own);
    Replaced.insert(Callees.Replaced.begin(), Callees.Replaced.end());
    return true;
  }

  /// Loops of S in which Own replaces something.
  void addChanged(const Stmt *S, const std::map<unsigned, Edit> &Own, std::vector<Location> &Loops) const {
    if (auto *For = dyn_cast<ForStmt>(S); For && !stays(For))
      if (std::optional<TextRange> Range = Main.Src.statementRange(For)) {
        auto First = Own.lower_bound(Range->Begin);
        if (First != Own.end() && First->first < Range->End)
          Loops.push_back(Main.Src.location(For->getForLoc()));
      }
    forEachChild(S, [&](const Stmt *Child) { addChanged(Child, Own, Loops); });
  }

  /// At the beginning of the function's body. False: For would not stay where it is, or the function may call itself, and its
  /// stack grows by the arrays each time.
  bool declare(const std::string &Arrays, const ForStmt *For, const FunctionDecl *Function) {
    if (Arrays.empty())
      return true;
    const SourceLocation Begin = Function->getBody()->getBeginLoc();
    std::set<const FunctionDecl *> Seen;
    if (mayCall(Function->getBody(), Function, Seen) || !Begin.isFileID() || !Main.Src.isInFile(Begin) || Main.Src.location(Begin).Line == Main.Src.location(For->getForLoc()).Line)
      return false;
    const unsigned At = Main.Src.offset(Begin) + 1;
    Edits.try_emplace(At, Edit{At, ""}).first->second.Text += " " + Arrays;
    return true;
  }

  /// What follows keeps its line.
  std::string onItsLines(std::string Text, TextRange Range) const {
    return Text + std::string(Main.Src.text().slice(Range.Begin, Range.End).count('\n'), '\n');
  }

  /// A static function that is called no more is no mistake of the user's.
  void keepQuiet() {
    for (const FunctionDecl *F : Replaced)
      if (F->getStorageClass() == SC_Static) {
        unsigned Begin = Main.Src.offset(F->getBeginLoc());
        Edits[Begin] = {Begin, "__attribute__((__unused__)) "};
      }
  }
};

/// Which loops of the text mean something else than the file's, of which all is known.
class CompareAction : public ParsedFileAction {
public:
  CompareAction(const ASTContext &File, const SourceText &Src, const InlinedFile &Inlined, Inliner &From)
      : File(File), Src(Src), Inlined(Inlined), From(From) {}

  std::vector<const ForStmt *> Different;

private:
  bool needsBody(const FunctionDecl *F) override {
    return llvm::any_of(From.Loops, [&](const auto &L) { return L.Function->getName() == F->getName(); });
  }

  void finish(ASTContext &Text) override {
    std::map<unsigned, const ForStmt *> Found; // by offsets in the main file
    for (const Decl *D : Text.getTranslationUnitDecl()->decls())
      if (auto *F = dyn_cast<FunctionDecl>(D); F && F->doesThisDeclarationHaveABody())
        collect(F->getBody(), Text.getSourceManager(), Found);
    SameSyntax Syntax(File, Text, From.Known.Fresh, From.Known.Nests);
    for (const auto &L : From.Loops) {
      auto InText = Found.find(Inlined.offset(Src.offset(L.Loop->getForLoc())));
      if (InText == Found.end() || !Syntax.areSame(L.Loop, InText->second))
        Different.push_back(L.Loop);
    }
  }

  static void collect(const Stmt *S, const SourceManager &SM, std::map<unsigned, const ForStmt *> &Found) {
    auto *For = dyn_cast<ForStmt>(S);
    if (For && For->getForLoc().isFileID() && SM.getFileID(For->getForLoc()) == SM.getMainFileID())
      Found[SM.getFileOffset(For->getForLoc())] = For;
    forEachChild(S, [&](const Stmt *Child) { collect(Child, SM, Found); });
  }

  const ASTContext &File;
  const SourceText &Src;
  const InlinedFile &Inlined;
  Inliner &From;
};

class InlineAction : public ParsedFileAction {
public:
  InlineAction(const tilepipe::FrontendOptions &Options, const std::vector<Location> &Regions,
               const std::optional<std::vector<Location>> &Only)
      : Options(Options), Regions(Regions), Only(Only) {}

  InlinedFile Result;

private:
  void begin(CompilerInstance &Compiler) override {
    Log.Differences = Options.Differences;
    Log.attach(Compiler);
  }

  void finish(ASTContext &AST) override {
    const SourceManager &SM = AST.getSourceManager();
    ReadFiles Files(AST, Options, Log);
    const ReadFile &Main = Files.of(SM.getLocForStartOfFile(SM.getMainFileID()));
    std::set<const ForStmt *> Refused;
    for (;;) {
      Inliner All(AST, Main, Regions, Only, Refused);
      Result = All.run();
      const unsigned Before = Refused.size();
      if (Result.Loops.empty() || isProved(AST, Main, All, Result, Refused))
        return;
      if (Refused.size() > Before)
        continue;
      // The text has errors. Which loops have some by themselves?
      constexpr unsigned MostLoops = 64; // each takes a reading of the file
      for (const InlinedLoop &L : llvm::ArrayRef(Result.Loops).take_front(MostLoops)) {
        std::optional<std::vector<Location>> One{{L.Where}};
        Inliner Alone(AST, Main, Regions, One, Refused);
        InlinedFile File = Alone.run();
        if (!File.Loops.empty() && !isProved(AST, Main, Alone, File, Refused))
          Refused.insert(Alone.Loops.front().Loop);
      }
      if (Refused.size() == Before) {
        Result = InlinedFile();
        return;
      }
    }
  }

  /// Inlined, which From made, means what the file does. Loops of which that is not known go to Refused: none where the
  /// text has errors.
  bool isProved(const ASTContext &AST, const ReadFile &Main, Inliner &From, const InlinedFile &Inlined,
                std::set<const ForStmt *> &Refused) const {
    tilepipe::FrontendOptions Quiet = Options; // errors of such a text are not the user's
    Quiet.PrintDiagnostics = false;
    CompareAction Compare(AST, Main.Src, Inlined, From);
    if (llvm::Error E = parseText(Quiet, Inlined.Text, {}, Compare)) {
      llvm::consumeError(std::move(E));
      return false;
    }
    Refused.insert(Compare.Different.begin(), Compare.Different.end());
    return Compare.Different.empty();
  }

  const tilepipe::FrontendOptions &Options;
  const std::vector<Location> &Regions;
  const std::optional<std::vector<Location>> &Only;
  PreprocessorLog Log;
};

} // namespace

llvm::Expected<InlinedFile> tilepipe::inlineNests(const FrontendOptions &Options, llvm::StringRef Text,
                                                  const std::vector<Location> &Regions,
                                                  const std::optional<std::vector<Location>> &Only) {
  InlineAction Action(Options, Regions, Only);
  if (llvm::Error E = parseText(Options, Text, {}, Action))
    return E;
  return std::move(Action.Result);
}
