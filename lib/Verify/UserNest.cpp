//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UserNest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilepipe;
using namespace clang;

/// for (int tp_ran = <Name>(...); tp_ran < 1; tp_ran = tp_ended(tp_ran))
static bool loopsUntilRun(const ForStmt *For, llvm::StringRef Name) {
  auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit());
  auto *Ran = Init && Init->isSingleDecl() ? dyn_cast<VarDecl>(Init->getSingleDecl()) : nullptr;
  auto *Test = dyn_cast_or_null<BinaryOperator>(For->getCond());
  auto *Next = dyn_cast_or_null<BinaryOperator>(For->getInc());
  if (!Ran || !Ran->getInit() || !isCallOf(Ran->getInit(), Name) || !Test || !Next)
    return false;
  auto *One = dyn_cast<IntegerLiteral>(stripped(Test->getRHS()));
  auto *Ended = dyn_cast<CallExpr>(stripped(Next->getRHS()));
  return Test->getOpcode() == BO_LT && Evaluator::variable(Test->getLHS()) == Ran && One && One->getValue() == 1 &&
         Next->getOpcode() == BO_Assign && Evaluator::variable(Next->getLHS()) == Ran && Ended &&
         isCallOf(Ended, "tp_ended") && Ended->getNumArgs() == 1 && Evaluator::variable(Ended->getArg(0)) == Ran;
}

static void collectCalls(const Stmt *S, llvm::StringRef Name, std::vector<RegionCall> &Found) {
  if (!S)
    return;
  RegionCall Here;
  if (auto *If = dyn_cast<IfStmt>(S); If && isCallOf(If->getCond(), Name)) {
    Here.Call = cast<CallExpr>(stripped(If->getCond()));
    Here.Exits = dyn_cast<CompoundStmt>(If->getThen());
    Here.Nest = dyn_cast_or_null<ForStmt>(If->getElse());
    Found.push_back(Here);
  } else if (auto *For = dyn_cast<ForStmt>(S); For && loopsUntilRun(For, Name)) {
    auto *Ran = cast<VarDecl>(cast<DeclStmt>(For->getInit())->getSingleDecl());
    Here.Call = cast<CallExpr>(stripped(Ran->getInit()));
    Here.Nest = dyn_cast<ForStmt>(For->getBody());
    Here.KnowsAllAnswers = true;
    Found.push_back(Here);
  }
  for (const Stmt *Child : S->children())
    collectCalls(Child, Name, Found);
}

RegionCall tilepipe::findCall(const RegionSource &Source) {
  std::vector<RegionCall> Found;
  std::string Name = Source.Prefix + "_run";
  for (const FunctionDecl *F : Source.File.functions())
    if (!F->getName().starts_with("tp_"))
      collectCalls(F->getBody(), Name, Found);
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

static bool hasInitialValue(const DeclStmt *S) {
  return llvm::any_of(S->decls(), [](const Decl *D) {
    auto *V = dyn_cast<VarDecl>(D);
    return !V || V->hasInit();
  });
}

/// Fills Loops, with fewer than the nest has where it is not a perfect one, and Parts.
void UserNest::findParts(const ForStmt *Outermost) {
  const Stmt *S = Outermost;
  while (Loops.size() < Source.Nest.depth()) {
    while (auto *Block = dyn_cast_or_null<CompoundStmt>(S)) {
      S = nullptr;
      for (const Stmt *Child : Block->body()) {
        auto *Declaration = dyn_cast<DeclStmt>(Child);
        if (S && !isa<NullStmt>(Child))
          return;
        if (Declaration && hasInitialValue(Declaration))
          Parts.push_back(Declaration);
        else if (!Declaration && !isa<NullStmt>(Child))
          S = Child;
      }
    }
    auto *Loop = dyn_cast_or_null<ForStmt>(S);
    if (!Loop)
      return;
    Loops.push_back(Loop);
    S = Loop->getBody();
  }
  Parts.push_back(S);
}

UserNest::UserNest(const RegionSource &Source, const RegionCall &Call, llvm::StringRef UserText)
    : Source(Source) {
  const LoopNest &Nest = Source.Nest;
  const EmittedFile &File = Source.File;
  SourceLocation Begin = File.begin(Call.Nest);
  auto At = [&](unsigned Offset) {
    return Begin.getLocWithOffset(int(Offset) - int(Nest.NestText.Begin));
  };
  if (File.text(Begin, At(Nest.NestText.End)) !=
      UserText.slice(Nest.NestText.Begin, Nest.NestText.End))
    File.fail(Call.Nest, "the nest behind the call is not the user's");
  findParts(Call.Nest);
  if (Loops.size() != Nest.depth() || Nest.BetweenText.size() + 1 != Parts.size())
    File.fail(Call.Nest, "nest whose body is not found");
  auto Add = [&](TextRange Range) {
    for (const ExpandedToken &T : File.tokens(At(Range.Begin), At(Range.End))) {
      // A structure's name stands for what the base pointer of that name points to.
      auto Object = llvm::find_if(Nest.Arrays, [&](const Array &A) { return A.Object == T.Text; });
      if (Object == Nest.Arrays.end() || Object->Kind == Array::Storage::Static)
        Body.push_back(T.Text);
      else
        Body.insert(Body.end(), {"(", "*", Object->base(), ")"});
    }
  };
  for (const TextRange &R : Nest.BetweenText)
    Add(R);
  if (Nest.HasContinue)
    Body.push_back("do");
  Add(Nest.BodyText);
  if (Nest.HasContinue)
    Body.insert(Body.end(), {"while", "(", "0", ")", ";"});
  if (!Nest.BetweenText.empty()) {
    Body.insert(Body.begin(), "{");
    Body.push_back("}");
  }
  for (const Stmt *Part : Parts)
    collectNames(Part, Names);
}

bool UserNest::isBody(const CompoundStmt *Block, unsigned First) const {
  const Stmt *Child = *(Block->body_begin() + First);
  const SourceManager &SM = Source.File.ast().getSourceManager();
  SourceLocation End = SM.getExpansionLoc(Block->getRBracLoc());
  std::vector<std::string> Text;
  for (const ExpandedToken &T : Source.File.tokens(Source.File.begin(Child), End))
    Text.push_back(T.Text);
  return Text == Body;
}

static bool isWithin(const EmittedFile &File, const Decl *D, const Stmt *S) {
  const SourceManager &SM = File.ast().getSourceManager();
  SourceLocation At = SM.getExpansionLoc(D->getLocation());
  return !SM.isBeforeInTranslationUnit(At, File.begin(S)) &&
         SM.isBeforeInTranslationUnit(At, File.end(S));
}

/// Declared by the body, or between the loops.
bool UserNest::isOwn(const Decl *D) const {
  return llvm::any_of(Parts, [&](const Stmt *Part) { return isWithin(Source.File, D, Part); });
}

void UserNest::checkNames(const CompoundStmt *Block, unsigned First,
                          const FunctionDecl *Function) const {
  std::vector<const DeclRefExpr *> Copies;
  for (auto It = Block->body_begin() + First; It != Block->body_end(); ++It)
    collectNames(*It, Copies);
  if (Copies.size() != Names.size())
    Source.File.fail(Block, "copy of the body with other names");
  for (size_t I = 0; I < Names.size(); ++I)
    checkName(Names[I], Copies[I], Function, Block);
}

void UserNest::checkName(const DeclRefExpr *User, const DeclRefExpr *Emitted,
                         const FunctionDecl *Function, const Stmt *Copy) const {
  const ValueDecl *U = User->getDecl(), *E = Emitted->getDecl();
  if (U->getCanonicalDecl() == E->getCanonicalDecl())
    return;
  bool IsOwn = isOwn(U), IsOwnCopy = isWithin(Source.File, E, Copy);
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
  for (const Array &A : Source.Nest.Arrays)
    if (A.base() == Emitted->getName())
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
  if (AST.getCanonicalType(Row).getUnqualifiedType() !=
      AST.getCanonicalType(UserRow).getUnqualifiedType())
    Bad();
}

const ValueDecl *UserNest::meaning(llvm::StringRef Name) const {
  for (const DeclRefExpr *Ref : Names)
    if (Ref->getDecl()->getName() == Name && !isOwn(Ref->getDecl()))
      return Ref->getDecl();
  return nullptr;
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
