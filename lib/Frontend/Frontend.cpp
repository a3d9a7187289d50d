// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Frontend/Frontend.h"

#include "calls/PureCalls.h"
#include "inline/CalledNests.h"
#include "nest/NestReader.h"
#include "nest/Requests.h"
#include "source/ClangSetup.h"
#include "source/ReadFiles.h"
#include "source/Refusals.h"
#include "syntax/Callee.h"
#include "syntax/FileTemporaries.h"
#include "syntax/PointedObjects.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"

using namespace tilepipe;
using namespace clang;

namespace {

/// Walks the statements of functions and offers every nest.
class NestWalker {
public:
  NestWalker(const IslContext &Isl, const ASTContext &AST,
             const tilepipe::FrontendOptions &Options, const PreprocessorLog &Log,
             NestMemory Remember, NestConsumer Accept, RefusalConsumer Refuse)
      : Isl(Isl), AST(AST), Options(Options), Remember(Remember), Accept(Accept), Refuse(Refuse), Calls(AST), Temporaries(AST), Objects(AST), Files(AST, Options, Log) {}

  llvm::Error run() {
    for (const Decl *D : AST.getTranslationUnitDecl()->decls()) {
      auto *Function = dyn_cast<FunctionDecl>(D);
      if (!Function || !Function->doesThisDeclarationHaveABody() ||
          !Files.isUsers(Function->getLocation()) || !hasLoop(Function->getBody()))
        continue;
      if (llvm::Error E = walkFunction(Function, Files.of(Function->getLocation())))
        return E;
    }
    refuseStrayRequests();
    return llvm::Error::success();
  }

  std::vector<ParallelMark> Marks;
  unsigned Nests = 0; ///< see FrontendResult
  bool CallsNests = false; ///< see FrontendResult
  std::vector<RefusedLoop> Refused; ///< see FrontendResult

private:
  /// What surrounds a statement and forbids a nest there: a refusal to give.
  using Barrier = std::optional<Refusal>;

  static bool hasLoop(const Stmt *S, unsigned Depth = 0) {
    if (!S || Depth > DeepestSyntax)
      return false;
    bool Found = isa<ForStmt>(S);
    forEachChild(S, [&](const Stmt *Child) { Found = Found || hasLoop(Child, Depth + 1); });
    return Found;
  }

  /// The first call in S of a function whose definition, in this file, has loops; null: there is none.
  static const CallExpr *findCalledNest(const Stmt *S, unsigned Depth = 0) {
    if (Depth > DeepestSyntax)
      return nullptr;
    auto *Call = dyn_cast<CallExpr>(S);
    if (const FunctionDecl *Definition = Call ? Callee(Call).definition() : nullptr; Definition && hasLoop(Definition->getBody()))
      return Call;
    const CallExpr *Found = nullptr;
    forEachChild(S, [&](const Stmt *Child) { Found = Found ? Found : findCalledNest(Child, Depth + 1); });
    return Found;
  }

  /// The backend makes no code of a function that nobody here uses.
  static bool isUsed(const FunctionDecl *Function) {
    if (Function->isReferenced() || Function->isUsed())
      return true;
    return Function->isExternallyVisible() &&
           (!Function->isInlined() || Function->isInlineDefinitionExternallyVisible());
  }

  llvm::Error walkFunction(const FunctionDecl *Function, const ReadFile &File) {
    VariableUses Uses(Function);
    Liveness Live(AST, Function, Temporaries);
    FunctionContext Context{Isl, AST, File.Src, File.Directives, Calls, Function, Uses, Live, Objects, Options.Differences.FusesConstants,
                            Options.Reassociates};
    Current = &Context;
    CurrentFile = &File.Offered;
    std::string Why = File.WhyNot;
    if (Why.empty() && File.Offered.IsHeader && !isUsed(Function))
      Why = "its function is not used here";
    Barrier Around;
    if (!Why.empty())
      Around = refusals::inHeader({File.Src.location(Function->getLocation()), ""}, Why);
    return walk(Function->getBody(), Around, 0);
  }

  /// IsOperand: S is a part of an expression, and holds loops behind the barrier of a StmtExpr alone. To find where it
  /// begins Clang descends to its first operand: asked of each, that takes the square of a long expression.
  llvm::Error walk(const Stmt *S, Barrier Around, unsigned Depth, bool IsOperand = false) {
    if (!S || Depth > DeepestSyntax)
      return llvm::Error::success();
    if (!Around && !IsOperand)
      Around = barrierOf(S);
    if (auto *For = dyn_cast<ForStmt>(S))
      return offer(For, Around, Depth);
    return walkParts(S, Around, Depth);
  }

  llvm::Error walkParts(const Stmt *S, const Barrier &Around, unsigned Depth) {
    llvm::Error Result = llvm::Error::success();
    forEachChild(S, [&](const Stmt *Child) {
      if (!Result)
        Result = walk(Child, Around, Depth + 1, isa<Expr>(S) && isa<Expr>(Child) && !isa<StmtExpr>(Child));
    });
    return Result;
  }

  Barrier barrierOf(const Stmt *S) const {
    const SourceText &Src = Current->Src;
    Place At{Src.location(S->getBeginLoc()), ""};
    if (isa<StmtExpr>(S))
      return refusals::unsupportedExpression(At, "the loop is part of an expression");
    if (isa<OMPExecutableDirective>(S))
      return refusals::pragma(At, "the loop belongs to an OpenMP directive");
    if (isa<AttributedStmt>(withoutHints(S)))
      return refusals::pragma(At, "the loop has an attribute");
    if (S->getBeginLoc().isFileID() && Src.isInFile(S->getBeginLoc())) {
      unsigned Begin = Src.offset(S->getBeginLoc());
      if (Current->Directives.isSwitchedOff(Begin))
        return refusals::switchedOff(At);
      if (const PragmaUse *P = Current->Directives.pragmaBefore(Begin); P && P->isOpenMP())
        return refusals::pragma(At, "the loop belongs to '#pragma " + P->Text + "'");
    }
    return std::nullopt;
  }

  /// The requests in front of For, for which it is asked whether it was accepted. False: there are none.
  bool mark(const ForStmt *For, const Location &Where, bool IsAccepted) {
    SourceLocation Begin = For->getBeginLoc();
    if (!Begin.isFileID() || !Current->Src.isInFile(Begin))
      return false;
    std::vector<const PragmaUse *> Requests = Current->Directives.requestsBefore(Current->Src.offset(Begin));
    for (const PragmaUse *P : Requests) {
      Placed.insert(P);
      if (asksForParallel(*P))
        Marks.push_back({Where, IsAccepted});
    }
    return !Requests.empty();
  }

  static bool asksForParallel(const PragmaUse &P) {
    NestRequests Requests;
    addRequests(P.Text, Requests);
    return Requests.IsRequired;
  }

  /// A request that no loop heard would be silence.
  void refuseStrayRequests() {
    const SourceManager &SM = AST.getSourceManager();
    const ReadFile &Main = Files.of(SM.getLocForStartOfFile(SM.getMainFileID()));
    for (const PragmaUse *P : Main.Directives.requests()) {
      if (Placed.count(P))
        continue;
      Location Where = Main.Src.location(
          SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(P->Offset));
      if (asksForParallel(*P))
        Marks.push_back({Where, false});
      Refuse(Where, "", refusals::pragma({Where, ""}, "'#pragma " + P->Text + "' stands in front of no loop"));
    }
  }

  bool isAmongChanged(const Location &Where) const { return llvm::is_contained(Options.ChangedLoops, Where); }

  /// Gives one loop its outcome, and those inside theirs.
  llvm::Error offer(const ForStmt *For, const Barrier &Around, unsigned Depth) {
    Location Where = Current->Src.location(For->getForLoc());
    if (IsChanged && !isAmongChanged(Where))
      return llvm::Error::success();
    llvm::Error Outcome = Around ? refuse(*Around) : remembered(For, Where);
    bool IsRequested = mark(For, Where, !Outcome);
    if (!Outcome) {
      ++Nests;
      return llvm::Error::success();
    }
    bool IsSingle = !hasLoop(For->getBody());
    CallsNests |= !Around && LoopsAround == 0 && Nested.areIn(For);
    unsigned Before = Nests;
    Barrier Inside = Around;
    Outcome = llvm::handleErrors(std::move(Outcome), [&](const RefusalError &E) {
      Refusal Why = E.refusal();
      if (const CallExpr *Call = IsSingle ? findCalledNest(For->getBody()) : nullptr)
        Why = refusals::calledNest(Current->Src.place(Call), Call->getDirectCallee()->getNameAsString());
      Why.IsImplied = LoopsAround != 0 && !IsRequested && IsSingle && !Around;
      Refuse(Where, Current->Function->getNameAsString(), Why);
      // gcc merges iterations of the whole nest; with a call in place of its inner loops it does not.
      if (E.refusal().Code == refusals::RoundedNear)
        Inside = E.refusal();
    });
    if (Outcome)
      return Outcome;
    const bool WasChanged = std::exchange(IsChanged, IsChanged || isAmongChanged(Where));
    ++LoopsAround;
    Outcome = walkParts(For, Inside, Depth);
    --LoopsAround;
    IsChanged = WasChanged;
    if (LoopsAround == 0 && !IsSingle && Nests == Before && !CurrentFile->IsHeader)
      ++Nests;
    return Outcome;
  }

  /// Loops that one macro makes have one place.
  llvm::Error remembered(const ForStmt *For, const Location &Where) {
    const std::string Name = freshName(), Function = Current->Function->getNameAsString();
    const bool HasPlace = !For->getForLoc().isMacroID();
    std::optional<llvm::Error> Known = HasPlace ? Remember(Where, Function, Name, *CurrentFile) : std::nullopt;
    llvm::Error Outcome = Known ? std::move(*Known) : read(For, Name);
    if (!Outcome) {
      Names.insert(Name);
      return Outcome;
    }
    return llvm::handleErrors(std::move(Outcome), [&](std::unique_ptr<RefusalError> E) {
      if (HasPlace)
        Refused.push_back({Where, Function, E->refusal()});
      return llvm::Error(std::move(E));
    });
  }

  llvm::Error read(const ForStmt *For, const std::string &Name) {
    // Refused where nothing is gained: the loops that the scalars keep together are text of a statement then.
    if (helps(For, Name, Reading::TreeOfElements) || helps(For, Name, Reading::TreeOfChains))
      return llvm::Error::success();
    bool IsImperfect = false, WritesScalar = false;
    ScratchLists Scratch;
    llvm::Error Outcome = llvm::handleErrors(readPerfect(For, Name), [&](std::unique_ptr<RefusalError> E) {
      IsImperfect = E->refusal().Code == refusals::ImperfectNestCode;
      WritesScalar = E->refusal().Code == refusals::ScalarWrittenCode;
      Scratch = E->refusal().Scratch;
      return IsImperfect ? llvm::Error::success() : llvm::Error(std::move(E));
    });
    if (IsImperfect && !Outcome)
      Outcome = readTrees(For, Name);
    const bool Helps = (WritesScalar && helps(For, Name, Reading::TreeOfExpanded)) || helpsWithSome(For, Name, Reading::Tree, Scratch);
    if (Outcome && Helps) {
      llvm::consumeError(std::move(Outcome));
      Outcome = llvm::Error::success();
    }
    return Outcome;
  }

  /// The tree has further readings where arrays are in the way that each point may have for itself, and one where no band was
  /// found and statements may be placed one by one. The last one has scalars as arrays. The first one's refusal stands
  /// when nothing helps.
  llvm::Error readTrees(const ForStmt *For, const std::string &Name) {
    ScratchLists Scratch;
    bool LacksBand = false;
    llvm::Error First = llvm::handleErrors(readLast(For, Name, Reading::Tree), [&](std::unique_ptr<RefusalError> E) {
      Scratch = E->refusal().Scratch;
      LacksBand = E->refusal().LacksBand;
      return llvm::Error(std::move(E));
    });
    bool IsRead = !First;
    if (!IsRead && !Scratch.empty())
      IsRead = helpsWithSome(For, Name, Reading::Tree, Scratch) || helpsWithSome(For, Name, Reading::TreeOfExpanded, Scratch);
    else if (!IsRead)
      IsRead = (LacksBand && helps(For, Name, Reading::TreeOfSingles)) ||
               helps(For, Name, Reading::TreeOfExpanded, {}, &Scratch) ||
               helpsWithSome(For, Name, Reading::TreeOfExpanded, Scratch);
    if (!IsRead)
      return First;
    llvm::consumeError(std::move(First));
    return llvm::Error::success();
  }

  using ScratchLists = std::vector<std::vector<std::string>>;

  /// The nest is a region when it is read so. Further: lists to try, where it is refused.
  bool helps(const ForStmt *For, const std::string &Name, Reading How, const std::vector<std::string> &Scratch = {},
             ScratchLists *Further = nullptr) {
    bool IsRegion = true;
    llvm::handleAllErrors(
        readLast(For, Name, How, Scratch),
        [&](const RefusalError &E) {
          IsRegion = false;
          if (Further)
            *Further = E.refusal().Scratch;
        },
        [&](const llvm::ErrorInfoBase &) { IsRegion = false; });
    return IsRegion;
  }

  bool helpsWithSome(const ForStmt *For, const std::string &Name, Reading How, const ScratchLists &Scratch) {
    return llvm::any_of(Scratch, [&](const std::vector<std::string> &Some) { return helps(For, Name, How, Some); });
  }

  llvm::Error readPerfect(const ForStmt *For, const std::string &Name) {
    llvm::Expected<LoopNest> Nest = readNest(*Current, For, Name);
    if (!Nest)
      return Nest.takeError();
    bool HasOther = Nest->HasOtherReading;
    llvm::Error Outcome = Accept(std::move(*Nest), *CurrentFile);
    return Outcome && HasOther ? readSplit(For, Name, std::move(Outcome)) : std::move(Outcome);
  }

  /// A second reading of a nest that was refused as First: with constant rows
  /// split, dependences between rows that run into each other are assumed away,
  /// and excluded at run time. A third allows skewed tiles to the first. First stands
  /// when nothing helps.
  llvm::Error readSplit(const ForStmt *For, const std::string &Name, llvm::Error First) {
    llvm::Error Second = readLast(For, Name, Reading::SplitRows);
    if (Second) { // the first reading again, with skewed tiles
      llvm::consumeError(std::move(Second));
      Second = readLast(For, Name, Reading::Perfect);
    }
    if (Second) {
      llvm::consumeError(std::move(Second));
      return First;
    }
    llvm::consumeError(std::move(First));
    return llvm::Error::success();
  }

  llvm::Error readLast(const ForStmt *For, const std::string &Name, Reading How,
                       const std::vector<std::string> &Scratch = {}) {
    llvm::Expected<LoopNest> Nest = readNest(*Current, For, Name, How, Scratch);
    if (!Nest)
      return Nest.takeError();
    Nest->HasOtherReading = false;
    return Accept(std::move(*Nest), *CurrentFile);
  }

  /// The function's name, with the number of its accepted nests behind it.
  std::string freshName() const {
    std::string Base = Current->Function->getNameAsString();
    std::string Name = Base;
    for (unsigned N = 2; Names.count(Name); ++N)
      Name = Base + "_" + std::to_string(N);
    return Name;
  }

  const IslContext &Isl;
  const ASTContext &AST;
  const tilepipe::FrontendOptions &Options;
  NestMemory Remember;
  NestConsumer Accept;
  RefusalConsumer Refuse;
  PureCalls Calls;
  CalledNests Nested;
  FileTemporaries Temporaries;
  PointedObjects Objects;
  ReadFiles Files;
  FunctionContext *Current = nullptr;
  const SourceFile *CurrentFile = nullptr;
  unsigned LoopsAround = 0; ///< of the function, all refused
  bool IsChanged = false; ///< what is read now stands in a loop of ChangedLoops
  std::set<std::string> Names;
  std::set<const PragmaUse *> Placed; ///< requests in front of a loop
};

/// Collects the preprocessor's facts while parsing, and reads the nests behind it.
class NestAction : public ASTFrontendAction {
public:
  NestAction(const IslContext &Isl, const tilepipe::FrontendOptions &Options, NestMemory Remember, NestConsumer Accept,
             RefusalConsumer Refuse)
      : Isl(Isl), Options(Options), Remember(Remember), Accept(Accept), Refuse(Refuse) {}

  llvm::Error Result = llvm::Error::success();
  FrontendResult Read;

private:
  class Consumer : public ASTConsumer {
  public:
    explicit Consumer(NestAction &Action) : Action(Action) {}
    void HandleTranslationUnit(ASTContext &AST) override { Action.finish(AST); }

  private:
    NestAction &Action;
  };

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 llvm::StringRef) override {
    Log.Differences = Options.Differences;
    Log.attach(Compiler);
    return std::make_unique<Consumer>(*this);
  }

  void finish(ASTContext &AST) {
    if (AST.getDiagnostics().hasErrorOccurred())
      return;
    const SourceManager &SM = AST.getSourceManager();
    Read.Text = SM.getBufferData(SM.getMainFileID()).str();
    Read.AskedMacros = Log.AskedMacros;
    llvm::cantFail(std::move(Result));
    NestWalker Walker(Isl, AST, Options, Log, Remember, Accept, Refuse);
    Result = Walker.run();
    Read.Marks = std::move(Walker.Marks);
    Read.Nests = Walker.Nests;
    Read.CallsNests = Walker.CallsNests;
    Read.Refused = std::move(Walker.Refused);
    warnOfPragmas(SM);
  }

  void warnOfPragmas(const SourceManager &SM) {
    std::set<SourceLocation> Seen; // a header may be included several times, under one place each
    for (const PreprocessorLog::Pragma &P : Log.Pragmas) {
      std::string Why = misspelling(P.Text);
      PresumedLoc At = SM.getPresumedLoc(P.Loc);
      if (!Why.empty() && At.isValid() && Seen.insert(P.Loc).second)
        Read.PragmaWarnings.push_back({{At.getFilename(), At.getLine(), At.getColumn()}, Why});
    }
  }

  const IslContext &Isl;
  const tilepipe::FrontendOptions &Options;
  NestMemory Remember;
  NestConsumer Accept;
  RefusalConsumer Refuse;
  PreprocessorLog Log;
};

} // namespace

llvm::Expected<FrontendResult> tilepipe::readNests(const IslContext &Ctx,
                                                   const tilepipe::FrontendOptions &Options,
                                                   NestMemory Remember, NestConsumer Accept, RefusalConsumer Refuse) {
  NestAction Action(Ctx, Options, Remember, Accept, Refuse);
  llvm::Error Ran = runClang(Options, Action);
  if (llvm::Error Failed = llvm::joinErrors(std::move(Ran), std::move(Action.Result)))
    return Failed;
  return std::move(Action.Read);
}
