// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UserNest.h"

#include "Executor.h"
#include "StandingElement.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilepipe;
using namespace clang;

/// What E says without a hint for the compiler how often it is true.
static const Expr *withoutHint(const Expr *E) {
  auto *Hint = dyn_cast_or_null<CallExpr>(E ? stripped(E) : nullptr);
  bool IsHint = Hint && isCallOf(Hint, "__builtin_expect_with_probability") && Hint->getNumArgs() == 3;
  return IsHint ? stripped(Hint->getArg(0)) : E;
}

/// for (int tp_ran = <Name>(...); tp_ran < 1; tp_ran = tp_loop_ended(tp_ran))
static bool loopsUntilRun(const ForStmt *For, llvm::StringRef Name) {
  auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit());
  auto *Ran = Init && Init->isSingleDecl() ? dyn_cast<VarDecl>(Init->getSingleDecl()) : nullptr;
  auto *Test = dyn_cast_or_null<BinaryOperator>(withoutHint(For->getCond()));
  auto *Next = dyn_cast_or_null<BinaryOperator>(For->getInc());
  if (!Ran || !Ran->getInit() || !isCallOf(Ran->getInit(), Name) || !Test || !Next)
    return false;
  auto *One = dyn_cast<IntegerLiteral>(stripped(Test->getRHS()));
  auto *Ended = dyn_cast<CallExpr>(stripped(Next->getRHS()));
  return Test->getOpcode() == BO_LT && Evaluator::variable(Test->getLHS()) == Ran && One && One->getValue() == 1 &&
         Next->getOpcode() == BO_Assign && Evaluator::variable(Next->getLHS()) == Ran && Ended &&
         isCallOf(Ended, "tp_loop_ended") && Ended->getNumArgs() == 1 && Evaluator::variable(Ended->getArg(0)) == Ran;
}

static const CallExpr *callIn(const Stmt *S, llvm::StringRef Name) {
  auto *Call = dyn_cast_or_null<CallExpr>(S);
  if (!S || (Call && isCallOf(Call, Name)))
    return Call;
  for (const Stmt *Child : S->children())
    if (const CallExpr *Found = callIn(Child, Name))
      return Found;
  return nullptr;
}

/// What TP_OTHERWISE_TAKE of the runtime makes of a call of Name; it has the results in a variable of its own.
static bool takesResults(const EmittedFile &File, const ForStmt *For, llvm::StringRef Name, RegionCall &Here) {
  auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit());
  auto *Results = Init ? dyn_cast<VarDecl>(*Init->decl_begin()) : nullptr;
  if (!Results || Results->getName() != "tp_results" || !File.isIn(For, "TP_OTHERWISE_TAKE"))
    return false;
  Here.Call = callIn(For->getCond(), Name);
  Here.Nest = dyn_cast<ForStmt>(behindHints(For->getBody()));
  Here.Loop = For;
  Here.Results = Results;
  Here.KnowsAllAnswers = true;
  return Here.Call != nullptr;
}

/// What TP_OTHERWISE_THEN of the runtime makes of a call of Name.
static bool movesPointers(const EmittedFile &File, const ForStmt *For, llvm::StringRef Name, RegionCall &Here) {
  auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit());
  auto *Ran = Init && Init->isSingleDecl() ? dyn_cast<VarDecl>(Init->getSingleDecl()) : nullptr;
  if (!Ran || Ran->getName() != "tp_ran" || !File.isIn(For, "TP_OTHERWISE_THEN"))
    return false;
  Here.Call = callIn(For->getCond(), Name);
  Here.Nest = dyn_cast<ForStmt>(behindHints(For->getBody()));
  Here.Loop = For;
  Here.KnowsAllAnswers = true;
  return Here.Call != nullptr;
}

static void collectCalls(const EmittedFile &File, const Stmt *S, llvm::StringRef Name, std::vector<RegionCall> &Found) {
  if (!S)
    return;
  RegionCall Here;
  if (auto *If = dyn_cast<IfStmt>(S); If && isCallOf(If->getCond(), Name)) {
    Here.Call = cast<CallExpr>(stripped(If->getCond()));
    Here.Exits = dyn_cast<CompoundStmt>(If->getThen());
    Here.Nest = dyn_cast_or_null<ForStmt>(behindHints(If->getElse()));
    Found.push_back(Here);
  } else if (auto *For = dyn_cast<ForStmt>(S); For && loopsUntilRun(For, Name)) {
    auto *Ran = cast<VarDecl>(cast<DeclStmt>(For->getInit())->getSingleDecl());
    Here.Call = cast<CallExpr>(stripped(Ran->getInit()));
    Here.Nest = dyn_cast<ForStmt>(behindHints(For->getBody()));
    Here.KnowsAllAnswers = true;
    Here.Loop = For;
    Found.push_back(Here);
  } else if (For && (takesResults(File, For, Name, Here) || movesPointers(File, For, Name, Here))) {
    Found.push_back(Here);
  }
  for (const Stmt *Child : S->children())
    collectCalls(File, Child, Name, Found);
}

RegionCall tilepipe::findCall(const RegionSource &Source) {
  std::vector<RegionCall> Found;
  std::string Name = Source.Prefix + "_run";
  for (const FunctionDecl *F : Source.File.functions())
    if (!F->getName().starts_with("tp_"))
      collectCalls(Source.File, F->getBody(), Name, Found);
  if (Found.size() != 1 || !Found.front().Nest)
    throw std::runtime_error("the call of region " + Source.Nest.Name + " is not found once");
  return Found.front();
}

static void collectNames(const Stmt *S, std::vector<const DeclRefExpr *> &Result) {
  if (!S)
    return;
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    Result.push_back(Ref);
  for (const Stmt *Child : S->children())
    collectNames(Child, Result);
}

/// The variable that S assigns to by its name; null: S is something else.
static const VarDecl *assigned(const Stmt *S) {
  auto *Assignment = dyn_cast<BinaryOperator>(S);
  return Assignment && Assignment->isAssignmentOp() ? Evaluator::variable(Assignment->getLHS()) : nullptr;
}

static void collectAssignments(const Stmt *S, std::vector<const Stmt *> &Result) {
  if (!S)
    return;
  if (assigned(S))
    Result.push_back(S);
  for (const Stmt *Child : S->children())
    collectAssignments(Child, Result);
}

/// The loops of a nest in the order of its text.
static void collectLoops(const Stmt *S, std::vector<const ForStmt *> &Result) {
  if (!S)
    return;
  if (auto *For = dyn_cast<ForStmt>(S))
    Result.push_back(For);
  for (const Stmt *Child : S->children())
    collectLoops(Child, Result);
}

UserNest::UserNest(const RegionSource &Source, const RegionCall &Call, llvm::StringRef UserText)
    : Source(Source), Begin(Source.File.begin(Call.Nest)) {
  const LoopNest &Nest = Source.Nest;
  const EmittedFile &File = Source.File;
  if (File.text(Begin, at(Nest.NestText.End)) != UserText.slice(Nest.NestText.Begin, Nest.NestText.End))
    File.fail(Call.Nest, "the nest behind the call is not the user's");
  std::vector<const DeclRefExpr *> All;
  collectNames(Call.Nest, All);
  std::vector<const Stmt *> Assignments;
  collectAssignments(Call.Nest, Assignments);
  for (const Statement &S : Nest.Statements) {
    Copy Body;
    for (const TextRange &R : S.BetweenText)
      addTokens(Body, R);
    auto Add = [&](bool Is, std::initializer_list<std::string> Tokens) {
      if (Is)
        Body.Tokens.insert(Body.Tokens.end(), Tokens);
    };
    Add(S.HasContinue, {"do", "{"});
    addTokens(Body, S.Text);
    Add(S.HasContinue, {"}", "while", "(", "0", ")", ";"});
    const std::vector<std::string> Before = tokensBefore(Bodies.size()), Behind = tokensBehind(Bodies.size());
    Body.Tokens.insert(Body.Tokens.end(), Behind.begin(), Behind.end());
    if (!S.BetweenText.empty()) {
      Body.Tokens.insert(Body.Tokens.begin(), "{");
      Body.Tokens.push_back("}");
    }
    Body.Tokens.insert(Body.Tokens.begin(), Before.begin(), Before.end());
    Body.Ranges = S.BetweenText;
    Body.Ranges.push_back(S.Text);
    for (const DeclRefExpr *Ref : All)
      if (isIn(Body, Ref->getBeginLoc()))
        Body.Names.push_back(Ref);
    for (const Stmt *Assignment : Assignments)
      if (isIn(Body, Assignment->getBeginLoc()))
        Body.Sets.insert(assigned(Assignment));
    Bodies.push_back(std::move(Body));
  }
  collectLoops(Call.Nest, Loops);
  // Those of a statement's text run as a whole.
  llvm::erase_if(Loops, [&](const ForStmt *For) {
    return llvm::any_of(Bodies, [&](const Copy &Body) { return isIn(Body, For->getForLoc()); });
  });
  if (Loops.size() != Nest.Loops.size())
    File.fail(Call.Nest, "nest whose loops are not found");
}

/// Tokens of C text made of words, brackets and blanks.
static void append(std::vector<std::string> &Tokens, llvm::StringRef Text) {
  while (!(Text = Text.ltrim()).empty()) {
    llvm::StringRef Word = Text.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    Tokens.push_back(Word.empty() ? Text.take_front(1).str() : Word.str());
    Text = Text.drop_front(Tokens.back().size());
  }
}

std::vector<std::string> UserNest::tokensBefore(unsigned K) const {
  std::vector<std::string> Tokens;
  for (const ExpandedScalar &E : Source.Nest.Expanded)
    if (llvm::is_contained(E.NamedBy, K) && !llvm::is_contained(E.DeclaredBy, K))
      append(Tokens, E.Type + " " + E.Name + (E.isGivenIn(K) ? "" : " = " + E.Element) + ";");
  return Tokens;
}

std::vector<std::string> UserNest::tokensBehind(unsigned K) const {
  std::vector<std::string> Tokens;
  for (const ExpandedScalar &E : Source.Nest.Expanded)
    if (llvm::is_contained(E.NamedBy, K) && !llvm::is_contained(E.FinishedBy, K))
      append(Tokens, E.Element + " = " + E.Name + ";");
  return Tokens;
}

SourceLocation UserNest::at(unsigned Offset) const {
  return Begin.getLocWithOffset(int(Offset) - int(Source.Nest.NestText.Begin));
}

/// The text of S is around Loc.
bool UserNest::isAround(const Stmt *S, SourceLocation Loc) const {
  const SourceManager &SM = Source.File.ast().getSourceManager();
  return !SM.isBeforeInTranslationUnit(Loc, Source.File.begin(S)) && SM.isBeforeInTranslationUnit(Loc, Source.File.end(S));
}

/// Every `continue` below S that leaves S.
static void collectContinues(const Stmt *S, std::vector<const Stmt *> &Result) {
  if (!S || isa<ForStmt, WhileStmt, DoStmt>(S))
    return;
  if (isa<ContinueStmt>(S))
    Result.push_back(S);
  for (const Stmt *Child : S->children())
    collectContinues(Child, Result);
}

void UserNest::checkPlaces() const {
  const std::vector<Statement> &All = Source.Nest.Statements;
  for (const ForStmt *For : Loops) {
    std::vector<const Stmt *> Continues;
    collectContinues(For->getBody(), Continues);
    const SourceManager &SM = Source.File.ast().getSourceManager();
    for (const Stmt *Continue : Continues)
      for (const Statement &S : All)
        if (isAround(For, at(S.Text.Begin)) &&
            SM.isBeforeInTranslationUnit(Source.File.begin(Continue), at(S.Text.Begin)))
          Source.File.fail(Continue, "'continue' that skips a statement");
  }
  for (const Statement &S : All) {
    std::vector<unsigned> Around;
    for (unsigned L = 0; L < Loops.size(); ++L)
      if (isAround(Loops[L], at(S.Text.Begin)))
        Around.push_back(L);
    if (Around != S.Loops || S.Places.size() != S.Loops.size() + 1)
      Source.File.fail(Loops.front(), "statement inside of other loops");
  }
  for (size_t K = 0; K < All.size(); ++K)
    for (size_t L = K + 1; L < All.size(); ++L) {
      const Statement &A = All[K], &B = All[L];
      size_t Common = 0;
      while (Common < A.Loops.size() && Common < B.Loops.size() && A.Loops[Common] == B.Loops[Common])
        ++Common;
      bool IsInOrder = A.Text.End <= B.Text.Begin &&
                       std::equal(A.Places.begin(), A.Places.begin() + Common, B.Places.begin()) &&
                       A.Places[Common] < B.Places[Common];
      if (!IsInOrder)
        Source.File.fail(Loops.front(), "statements in another order than in the text");
    }
}

std::vector<unsigned> UserNest::statementsIn(const Stmt *S) const {
  const SourceManager &SM = Source.File.ast().getSourceManager();
  std::vector<unsigned> Result;
  for (unsigned K = 0; K < Bodies.size(); ++K)
    if (const TextRange &Text = Source.Nest.Statements[K].Text;
        SM.isBeforeInTranslationUnit(Source.File.begin(S), at(Text.End)) &&
        SM.isBeforeInTranslationUnit(at(Text.Begin), Source.File.end(S)))
      Result.push_back(K);
  return Result;
}

bool UserNest::isRepeated(const Stmt *S, llvm::ArrayRef<const Stmt *> Behind) const {
  const VarDecl *V = assigned(S);
  if (!V || cast<BinaryOperator>(S)->getOpcode() != BO_Assign ||
      llvm::none_of(Source.Nest.Privates, [&](const Private &P) { return P.Name == V->getName(); }) ||
      llvm::any_of(Behind, [&](const Stmt *Other) { return assignedIn(Other).count(V) > 0; }))
    return false;
  auto Names = [&](unsigned K) {
    return llvm::any_of(Bodies[K].Names, [&](const DeclRefExpr *E) { return E->getDecl() == V; });
  };
  std::set<unsigned> Readers;
  for (const Stmt *Other : Behind)
    for (unsigned K : statementsIn(Other))
      if (Names(K))
        Readers.insert(K);
  // Others that name it have another assignment.
  for (unsigned K = 0; K < Bodies.size(); ++K) {
    const bool IsHere = llvm::any_of(Source.Nest.Statements[K].BetweenText,
                                     [&](TextRange R) { return at(R.Begin) == Source.File.begin(S); });
    if (IsHere != (Readers.count(K) > 0) || (Names(K) && !Bodies[K].Sets.count(V)))
      return false;
  }
  return true;
}

void UserNest::checkCovered(const Stmt *Part, const std::set<const Stmt *> &Others) const { checkCovered(Part, Others, {}); }

void UserNest::checkCovered(const Stmt *Part, const std::set<const Stmt *> &Others, llvm::ArrayRef<const Stmt *> Behind) const {
  const Stmt *S = behindHints(Part);
  if (!S || isa<NullStmt, DeclStmt>(S) || Others.count(S) || isRepeated(S, Behind))
    return;
  if (auto *For = dyn_cast<ForStmt>(S); For && llvm::is_contained(Loops, For))
    return checkCovered(For->getBody(), Others);
  SourceLocation Begin = Source.File.begin(S);
  const SourceManager &SM = Source.File.ast().getSourceManager();
  for (const Statement &Known : Source.Nest.Statements)
    if (!SM.isBeforeInTranslationUnit(Begin, at(Known.Text.Begin)) &&
        !SM.isBeforeInTranslationUnit(at(Known.Text.End), Source.File.end(S)))
      return;
  auto *Block = dyn_cast<CompoundStmt>(S);
  if (!Block)
    Source.File.fail(S, "part of the nest that is no statement");
  for (auto It = Block->body_begin(); It != Block->body_end(); ++It)
    checkCovered(*It, Others, llvm::ArrayRef(It + 1, Block->body_end()));
}

void UserNest::addTokens(Copy &Body, TextRange Range) const {
  for (const ExpandedToken &T : Source.File.tokens(at(Range.Begin), at(Range.End))) {
    // A structure's name stands for what the base pointer of that name points to.
    auto Object = llvm::find_if(Source.Nest.Arrays, [&](const Array &A) { return A.Object == T.Text; });
    if (Object == Source.Nest.Arrays.end() || Object->Kind == Array::Storage::Static)
      Body.Tokens.push_back(T.Text);
    else
      Body.Tokens.insert(Body.Tokens.end(), {"(", "*", Object->base(), ")"});
  }
}

/// Loc is in one of the texts of Body.
bool UserNest::isIn(const Copy &Body, SourceLocation Loc) const {
  const SourceManager &SM = Source.File.ast().getSourceManager();
  SourceLocation At = SM.getExpansionLoc(Loc);
  return llvm::any_of(Body.Ranges, [&](TextRange R) {
    return !SM.isBeforeInTranslationUnit(At, at(R.Begin)) && SM.isBeforeInTranslationUnit(At, at(R.End));
  });
}

/// The runtime's function for one of the C library's, which gives the same for all numbers; else Name.
static llvm::StringRef ofLibrary(llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Known[] = {"tp_fmin", "tp_fminf", "tp_fmax", "tp_fmaxf"};
  return llvm::is_contained(Known, Name) ? Name.drop_front(3) : Name;
}

bool UserNest::isBody(unsigned K, const CompoundStmt *Block, unsigned First, llvm::ArrayRef<StandIn> Known) const {
  const Stmt *Child = *(Block->body_begin() + First);
  const SourceManager &SM = Source.File.ast().getSourceManager();
  llvm::ArrayRef<std::string> Left = Bodies[K].Tokens;
  const std::vector<ExpandedToken> Copy = Source.File.tokens(Source.File.begin(Child), SM.getExpansionLoc(Block->getRBracLoc()));
  std::map<const StandIn *, unsigned> Promoted;
  for (const auto &[At, T] : llvm::enumerate(Copy)) {
    auto Found = llvm::find_if(llvm::reverse(Known), [&](const StandIn &Each) { return Each.Variable->getName() == T.Text; });
    llvm::ArrayRef<ExpandedToken> Meant = T;
    // What a condition stands for is a whole only where parentheses say so.
    if (Found != Known.rend() && Found->IsNever &&
        (At == 0 || Copy[At - 1].Text != "(" || At + 1 == Copy.size() || Copy[At + 1].Text != ")"))
      return false;
    if (Found != Known.rend() && Found->IsPromoted)
      ++Promoted[&*Found];
    if (Found != Known.rend())
      Meant = Source.File.tokens(Source.File.begin(Found->Of), Source.File.end(Found->Of));
    for (const ExpandedToken &Each : Meant) {
      if (Left.empty() || Left.front() != ofLibrary(Each.Text))
        return false;
      Left = Left.drop_front();
    }
  }
  auto IsConverted = [&](const auto &Each) { return isConvertedBy(Each.first->Of, Each.second); };
  return Left.empty() && llvm::all_of(Promoted, IsConverted);
}

static void collectElements(const Stmt *S, std::vector<const Expr *> &Result) {
  if (auto *Element = dyn_cast_or_null<ArraySubscriptExpr>(S))
    Result.push_back(Element);
  for (const Stmt *Child : S ? S->children() : Stmt::const_child_range(Stmt::const_child_iterator(), Stmt::const_child_iterator()))
    collectElements(Child, Result);
}

/// The same operators of the same numbers and names.
static bool isSame(const Expr *A, const Expr *B) {
  A = A->IgnoreParenImpCasts();
  B = B->IgnoreParenImpCasts();
  if (A->getStmtClass() != B->getStmtClass())
    return false;
  auto AreSame = [&](auto *X, auto Of) { return Of(X) == Of(cast<std::remove_pointer_t<decltype(X)>>(B)); };
  if (auto *Ref = dyn_cast<DeclRefExpr>(A))
    return AreSame(Ref, [](const DeclRefExpr *X) { return X->getDecl()->getDeclName().getAsString(); });
  if (auto *Number = dyn_cast<IntegerLiteral>(A))
    return A->getType().getCanonicalType() == B->getType().getCanonicalType() &&
           AreSame(Number, [](const IntegerLiteral *X) { return X->getValue(); });
  auto *Binary = dyn_cast<BinaryOperator>(A);
  if (Binary && !AreSame(Binary, [](const BinaryOperator *X) { return X->getOpcode(); }))
    return false;
  auto *Unary = dyn_cast<UnaryOperator>(A);
  if (Unary && !AreSame(Unary, [](const UnaryOperator *X) { return X->getOpcode(); }))
    return false;
  auto *Cast = dyn_cast<CStyleCastExpr>(A);
  if (Cast && !AreSame(Cast, [](const CStyleCastExpr *X) { return X->getType().getCanonicalType(); }))
    return false;
  auto *Member = dyn_cast<MemberExpr>(A);
  if (Member && !AreSame(Member, [](const MemberExpr *X) { return std::pair(X->isArrow(), X->getMemberDecl()->getDeclName().getAsString()); }))
    return false;
  if (!Binary && !Unary && !Cast && !Member && !isa<ArraySubscriptExpr>(A))
    return false;
  return std::equal(A->child_begin(), A->child_end(), B->child_begin(), B->child_end(),
                    [](const Stmt *X, const Stmt *Y) { return isSame(cast<Expr>(X), cast<Expr>(Y)); });
}

bool UserNest::hasElement(const Expr *E) const {
  const std::string Text = squeezed(Source.File.spelled(E));
  std::vector<const Expr *> Elements;
  collectElements(Loops.front(), Elements);
  llvm::erase_if(Elements, [&](const Expr *U) { return squeezed(Source.File.spelled(U)) != Text; });
  return !Elements.empty() && llvm::all_of(Elements, [&](const Expr *U) { return isSame(U, E); });
}

/// How often S takes the value of an element for which Is holds, and at once converts it to a type that it says: where the
/// element's own type does not matter. Calls of functions of the program's convert to their parameters' types.
static unsigned conversions(const Stmt *S, llvm::function_ref<bool(const Expr *)> Is) {
  if (!S)
    return 0;
  auto IsValue = [&](const Expr *E) {
    auto *Cast = dyn_cast<ImplicitCastExpr>(E->IgnoreParens());
    return Cast && Cast->getCastKind() == CK_LValueToRValue && Is(Cast->getSubExpr()->IgnoreParens());
  };
  unsigned Count = 0;
  if (auto *Cast = dyn_cast<CastExpr>(S))
    Count += llvm::is_contained({CK_IntegralCast, CK_IntegralToFloating, CK_IntegralToBoolean}, Cast->getCastKind()) &&
             IsValue(Cast->getSubExpr());
  if (auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && Callee->hasPrototype() && Callee->getBuiltinID() == 0 && Call->getNumArgs() == Callee->getNumParams())
      Count += llvm::count_if(Call->arguments(), IsValue);
  }
  for (const Stmt *Child : S->children())
    Count += conversions(Child, Is);
  return Count;
}

bool UserNest::isConvertedBy(const Expr *Element, unsigned Uses) const {
  const std::string Text = squeezed(Source.File.spelled(Element));
  return conversions(Loops.front(), [&](const Expr *E) {
           return isa<ArraySubscriptExpr>(E) && squeezed(Source.File.spelled(E)) == Text && isSame(E, Element);
         }) == Uses;
}

/// D is declared from First to the end of Block.
static bool isWithin(const EmittedFile &File, const Decl *D, const Stmt *First, const Stmt *Block) {
  const SourceManager &SM = File.ast().getSourceManager();
  SourceLocation At = SM.getExpansionLoc(D->getLocation());
  return !SM.isBeforeInTranslationUnit(At, File.begin(First)) &&
         SM.isBeforeInTranslationUnit(At, File.end(Block));
}

/// Declared by a statement, or between the loops.
bool UserNest::isOwn(const Decl *D) const {
  return llvm::any_of(Bodies, [&](const Copy &Body) { return isIn(Body, D->getLocation()); });
}

/// How an expression is used: for its value, as the object of an assignment, or in another way.
enum class Use { Value, Target, Other };

/// All names in S; in the place of a stand-in those that it stands for. Throws where it is used for anything else.
static void collectMeant(const EmittedFile &File, const Stmt *S, llvm::ArrayRef<StandIn> Known, Use How,
                         std::vector<const DeclRefExpr *> &Result) {
  if (!S)
    return;
  if (auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    auto Found = llvm::find_if(Known, [&](const StandIn &Each) { return Each.Variable == Ref->getDecl(); });
    if (Found == Known.end())
      Result.push_back(Ref);
    else if (How == Use::Value || (Found->IsWritten && How == Use::Target))
      collectNames(Found->Of, Result);
    else
      File.fail(Ref, "value in the place of an object");
  }
  auto *Cast = dyn_cast<ImplicitCastExpr>(S);
  auto *Assignment = dyn_cast<BinaryOperator>(S);
  if ((Cast && Cast->getCastKind() == CK_LValueToRValue) || isa<UnaryExprOrTypeTraitExpr>(S))
    How = Use::Value;
  else if (How == Use::Value ? !isa<ParenExpr, ChooseExpr, GenericSelectionExpr>(S) : !isa<ParenExpr>(S))
    How = Use::Other;
  for (const Stmt *Child : S->children())
    collectMeant(File, Child, Known,
                 Assignment && Assignment->isAssignmentOp() && Child == Assignment->getLHS() ? Use::Target : How, Result);
}

void UserNest::checkNames(unsigned K, const CompoundStmt *Block, unsigned First, const FunctionDecl *Function,
                          const std::set<const VarDecl *> &Iterators, llvm::ArrayRef<StandIn> Known) const {
  const std::vector<const DeclRefExpr *> &Names = Bodies[K].Names;
  std::vector<const DeclRefExpr *> Copies;
  for (auto It = Block->body_begin() + First; It != Block->body_end(); ++It)
    collectMeant(Source.File, *It, Known, Use::Other, Copies);
  checkElements(K, Block, First, Function, Iterators, Copies);
  if (Copies.size() != Names.size())
    Source.File.fail(Block, "copy of the body with other names");
  for (size_t I = 0; I < Names.size(); ++I) {
    bool IsOwnCopy = isWithin(Source.File, Copies[I]->getDecl(), *(Block->body_begin() + First), Block);
    checkName(Names[I], Copies[I], Function, IsOwnCopy);
    if (!IsOwnCopy)
      checkIterator(Copies[I], Iterators);
  }
}

/// A variable of the tile may have the name of an iterator.
void UserNest::checkIterator(const DeclRefExpr *Emitted, const std::set<const VarDecl *> &Iterators) const {
  const ValueDecl *D = Emitted->getDecl();
  auto IsNamedAlike = [&](const VarDecl *V) { return V->getDeclName() == D->getDeclName(); };
  if (llvm::any_of(Iterators, IsNamedAlike) && llvm::none_of(Iterators, [&](const VarDecl *V) { return V == D; }))
    Source.File.fail(Emitted, "name of an iterator that means another variable");
}

/// The program's element that E is, in the body of E's statements.
ElementOfScalar UserNest::elementOf(const ExpandedScalar &E) const {
  const SourceManager &SM = Source.File.ast().getSourceManager();
  auto IsOf = [&](const CompoundStmt *Body) {
    const SourceLocation First = SM.getExpansionLoc(Body->getLBracLoc()), Last = SM.getExpansionLoc(Body->getRBracLoc());
    return llvm::all_of(E.NamedBy, [&](unsigned K) {
      const SourceLocation Text = at(Bodies[K].Ranges.back().Begin);
      return SM.isBeforeInTranslationUnit(First, Text) && SM.isBeforeInTranslationUnit(Text, Last);
    });
  };
  std::vector<const ExpandedScalar *> Alike;
  for (const ExpandedScalar &Each : Source.Nest.Expanded)
    if (Each.Name == E.Name && !Source.Nest.Arrays[Each.ArrayIndex].IsOwn)
      Alike.push_back(&Each);
  if (!Source.Nest.standsAlone(E))
    Source.File.fail(Loops.front(), "element '" + E.Element + "' that something else names meanwhile");
  return standingElement(Source.File, Loops.front(), E, IsOf, Alike);
}

/// The elements that a copy of statement K names beside the user's text: array, iterator; behind it the variable as
/// well. They are what they are called. Removes them from Copies.
void UserNest::checkElements(unsigned K, const CompoundStmt *Block, unsigned First, const FunctionDecl *Function,
                             const std::set<const VarDecl *> &Iterators, std::vector<const DeclRefExpr *> &Copies) const {
  // Those of the program's elements; an element of the region's own has two, the array's and the iterator's.
  std::map<const ExpandedScalar *, std::vector<const DeclRefExpr *>> NamesOf;
  for (const ExpandedScalar &E : Source.Nest.Expanded) {
    if (!llvm::is_contained(E.NamedBy, K))
      continue;
    const bool IsOfProgram = !Source.Nest.Arrays[E.ArrayIndex].IsOwn, IsSetHere = llvm::is_contained(E.SetBy, K);
    const ElementOfScalar Standing = IsOfProgram ? elementOf(E) : ElementOfScalar();
    collectNames(Standing.Element, NamesOf[&E]);
    const bool IsFinishedHere = Standing.Finish && isIn(Bodies[K], Standing.Finish->getBeginLoc());
    if (IsOfProgram && IsFinishedHere != llvm::is_contained(E.FinishedBy, K))
      Source.File.fail(Block, "copy of the body behind which '" + E.Element + "' is another value");
    if (IsSetHere && !(Standing.Set && isIn(Bodies[K], Standing.Set->getBeginLoc())))
      Source.File.fail(Block, "copy of the body in front of which '" + E.Name + "' has no value");
  }
  auto Size = [&](const ExpandedScalar &E) { return Source.Nest.Arrays[E.ArrayIndex].IsOwn ? 2 : NamesOf[&E].size(); };
  auto IsElement = [&](const ExpandedScalar &E, size_t At) {
    if (!Source.Nest.Arrays[E.ArrayIndex].IsOwn) {
      for (const DeclRefExpr *Name : NamesOf[&E]) {
        const DeclRefExpr *Copy = Copies[At++];
        checkName(Name, Copy, Function, /*IsOwnCopy=*/false);
        checkIterator(Copy, Iterators);
      }
      return true;
    }
    auto *Base = dyn_cast<ParmVarDecl>(Copies[At]->getDecl());
    auto *Index = dyn_cast<VarDecl>(Copies[At + 1]->getDecl());
    return Base && Base->getDeclContext() == Function && Base->getName() == Source.Nest.Arrays[E.ArrayIndex].base() &&
           Index && Iterators.count(Index) &&
           Base->getName().str() + "[" + Index->getName().str() + "]" == E.Element;
  };
  size_t Begin = 0, Count = 0;
  for (const ExpandedScalar &E : Source.Nest.Expanded) {
    if (!llvm::is_contained(E.NamedBy, K))
      continue;
    Count += llvm::is_contained(E.FinishedBy, K) ? 0 : Size(E) + 1;
    if (E.isGivenIn(K))
      continue;
    if (Copies.size() < Begin + Size(E) || !IsElement(E, Begin))
      Source.File.fail(Block, "copy of the body in front of which '" + E.Name + "' is not its element");
    Begin += Size(E);
  }
  size_t End = Copies.size() - std::min(Copies.size() - Begin, Count), At = End;
  for (const ExpandedScalar &E : Source.Nest.Expanded) {
    if (!llvm::is_contained(E.NamedBy, K) || llvm::is_contained(E.FinishedBy, K))
      continue;
    const size_t Value = At + Size(E);
    if (Copies.size() <= Value || !IsElement(E, At) || Copies[Value]->getDecl()->getName() != E.Name ||
        !isWithin(Source.File, Copies[Value]->getDecl(), *(Block->body_begin() + First), Block))
      Source.File.fail(Block, "copy of the body behind which the element of '" + E.Name + "' does not get its value");
    At = Value + 1;
  }
  Copies.erase(Copies.begin() + End, Copies.end());
  Copies.erase(Copies.begin(), Copies.begin() + Begin);
}

void UserNest::checkName(const DeclRefExpr *User, const DeclRefExpr *Emitted,
                         const FunctionDecl *Function, bool IsOwnCopy) const {
  const ValueDecl *U = User->getDecl(), *E = Emitted->getDecl();
  bool IsCombined = llvm::any_of(Source.Nest.Arrays, [&](const Array &A) { return A.CombinedBy && A.Name == U->getName(); });
  if (IsCombined && U->getCanonicalDecl() == E->getCanonicalDecl() && !isOwn(U))
    Source.File.fail(Emitted, "the program's array, which CPUs have copies of");
  if (U->getCanonicalDecl() == E->getCanonicalDecl())
    return;
  auto *Library = dyn_cast<FunctionDecl>(U);
  if (Library && Library->getBuiltinID() && !Library->hasBody() && isa<FunctionDecl>(E) && Source.File.isRuntimes(E) &&
      ofLibrary(E->getName()) == U->getName())
    return;
  bool IsOwn = isOwn(U);
  // An expanded scalar: the copy's variable, whose value checkElements has looked at.
  bool IsExpanded = llvm::any_of(Source.Nest.Expanded, [&](const ExpandedScalar &S) { return S.Name == U->getName(); });
  if (IsExpanded && IsOwnCopy && U->getName() == E->getName())
    return checkType(U, cast<VarDecl>(E));
  if (IsOwn && IsOwnCopy && U->getName() == E->getName())
    return;
  auto *Variable = dyn_cast<VarDecl>(E);
  bool IsLocal = Variable && Variable->getDeclContext() == Function && !IsOwn && !IsOwnCopy;
  bool IsObject = llvm::any_of(Source.Nest.Arrays, [&](const Array &A) {
    return !A.Object.empty() && A.Object == U->getName() && A.base() == E->getName();
  });
  if (!IsLocal || !(U->getName() == E->getName() || IsObject))
    Source.File.fail(Emitted, "name that means something else in the copy of the body");
  if (!IsObject)
    checkType(U, Variable);
}

void UserNest::checkType(const ValueDecl *User, const VarDecl *Emitted) const {
  const ASTContext &AST = Source.File.ast();
  auto Plain = [&](QualType T) { return AST.getCanonicalType(T).getUnqualifiedType(); };
  if (Plain(User->getType()) == Plain(Emitted->getType()))
    return;
  if (auto *Enum = User->getType()->getAs<EnumType>(); Enum && Plain(Enum->getDecl()->getIntegerType()) == Plain(Emitted->getType()))
    return; // the same values
  if (llvm::any_of(Source.Nest.Reductions, [&](const Reduction &R) {
        return R.Name == Emitted->getName() ||
               llvm::any_of(R.Companions, [&](const Reduction::Companion &C) { return C.Name == Emitted->getName(); });
      }))
    return; // TileResults looks at it
  for (const Array &A : Source.Nest.Arrays)
    if (A.base() == Emitted->getName() || A.base() == PointerCycle::base(Emitted->getName().str()))
      return checkArrayType(User->getType(), Emitted, A);
  for (const AggregateCopy &H : Source.Nest.AggregateCopies)
    if (H.Name == Emitted->getName() || H.Variable == Emitted->getName()) {
      // A pointer to a constant structure is one to a structure that is not written.
      auto Target = [&](QualType T) { return T->isPointerType() ? T->getPointeeType() : T; };
      if (User->getType()->isPointerType() == Emitted->getType()->isPointerType() &&
          Plain(Target(User->getType())) == Plain(Target(Emitted->getType())))
        return;
    }
  Source.File.fail(Emitted, "'" + Emitted->getName() + "' has another type");
}

/// Pointers to rows: the same elements, and rows as the nest knows them.
void UserNest::checkArrayType(QualType User, const VarDecl *Emitted, const Array &A) const {
  const ASTContext &AST = Source.File.ast();
  auto Pointee = [&](QualType T) { return T->getPointeeType(); };
  auto Bad = [&] { Source.File.fail(Emitted, "'" + Emitted->getName() + "' has another type"); };
  QualType Row = Pointee(Emitted->getType());
  User = User->isArrayType() ? AST.getArrayDecayedType(User) : User;
  if (Row.isNull() || !User->isPointerType())
    Bad();
  QualType UserRow = Pointee(User);
  for (const std::string &Dim : A.DeclaredDims) {
    const ArrayType *Here = AST.getAsArrayType(Row), *There = AST.getAsArrayType(UserRow);
    if (!Here || !There)
      Bad();
    if (auto *Variable = dyn_cast<VariableArrayType>(Here)) {
      if (squeezed(Source.File.text(Variable->getSizeExpr())) != squeezed(Dim))
        Bad();
    } else if (auto *Constant = dyn_cast<ConstantArrayType>(Here)) {
      if (std::to_string(Constant->getSize().getZExtValue()) != Dim)
        Bad();
    } else {
      Bad();
    }
    Row = Here->getElementType();
    UserRow = There->getElementType();
  }
  Row = AST.getCanonicalType(Row).getUnqualifiedType();
  UserRow = AST.getCanonicalType(UserRow).getUnqualifiedType();
  // Sums of some iterations may leave the type, and are never undefined.
  bool IsSum = A.CombinedBy == Reduction::Operator::Add || A.CombinedBy == Reduction::Operator::Multiply;
  if (IsSum && UserRow->isSignedIntegerType())
    UserRow = AST.getCorrespondingUnsignedType(UserRow);
  if (Row != UserRow)
    Bad();
}

const ValueDecl *UserNest::meaning(llvm::StringRef Name) const {
  for (const Copy &Body : Bodies)
    for (const DeclRefExpr *Ref : Body.Names)
      if (Ref->getDecl()->getName() == Name && !isOwn(Ref->getDecl()))
        return Ref->getDecl();
  return nullptr;
}

void UserNest::checkOnce(unsigned K, const VarDecl *V) const {
  auto Names = [&](const DeclRefExpr *Ref) { return Ref->getDecl() == V; };
  for (unsigned Other = 0; Other < Bodies.size(); ++Other)
    if (Other != K && llvm::any_of(Bodies[Other].Names, Names))
      Source.File.fail(Loops.front(), "two statements that name '" + V->getName() + "'");
  std::vector<const Stmt *> Left = {Loops.front()};
  while (!Left.empty()) {
    const Stmt *S = Left.back();
    Left.pop_back();
    if (!S || !names(S, {V}))
      continue;
    auto *Do = dyn_cast<DoStmt>(S); // a macro's, which runs once
    auto *Again = Do ? dyn_cast<IntegerLiteral>(stripped(Do->getCond())) : nullptr;
    bool IsOnce = Again && Again->getValue() == 0;
    if ((isa<ForStmt, WhileStmt>(S) || (Do && !IsOnce)) && !llvm::is_contained(Loops, S))
      Source.File.fail(S, "loop of a statement that names '" + V->getName() + "'");
    Left.insert(Left.end(), S->child_begin(), S->child_end());
  }
}

const VarDecl *UserNest::iterator(unsigned D) const {
  std::vector<const DeclRefExpr *> Header;
  for (const Stmt *S : {Loops[D]->getInit(), cast_or_null<Stmt>(Loops[D]->getCond()),
                        cast_or_null<Stmt>(Loops[D]->getInc())})
    collectNames(S, Header);
  for (const DeclRefExpr *Ref : Header)
    if (Ref->getDecl()->getName() == Source.Nest.Loops[D].Iterator)
      return dyn_cast<VarDecl>(Ref->getDecl());
  return nullptr;
}
