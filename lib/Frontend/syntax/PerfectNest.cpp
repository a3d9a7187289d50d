//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "syntax/PerfectNest.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace tilepipe;
using namespace clang;

/// S does more than compute a value, calls left aside.
static bool hasEffect(const Stmt *S) {
  auto *Unary = dyn_cast<UnaryOperator>(S);
  auto *Binary = dyn_cast<BinaryOperator>(S);
  return isa<StmtExpr>(S) || (Unary && Unary->isIncrementDecrementOp()) ||
         (Binary && Binary->isAssignmentOp()) || anyChild(S, hasEffect);
}

/// All variables of S are scalars that keep their initial values, or all have none.
static bool mayStandBetween(const DeclStmt *S, const VariableUses &Uses) {
  return llvm::all_of(S->decls(), [&](const Decl *D) {
    auto *V = dyn_cast<VarDecl>(D);
    if (!V || !V->hasLocalStorage() || V->hasAttrs() || V->getType().isVolatileQualified())
      return false;
    bool IsFirstAlike = V->hasInit() == cast<VarDecl>(*S->decl_begin())->hasInit();
    if (!V->hasInit())
      return IsFirstAlike && V->getType()->isArithmeticType();
    return IsFirstAlike && V->getType()->isScalarType() && Uses.isFixed(V) &&
           !hasEffect(V->getInit());
  });
}

namespace {
/// A loop's body, taken apart.
struct LoopBody {
  const ForStmt *Inner = nullptr;   ///< null: the body is another
  const Stmt *Obstacle = nullptr;   ///< then: the first that is neither a loop nor harmless
  std::vector<const DeclStmt *> Declarations;

  LoopBody(const Stmt *S, const VariableUses &Uses) {
    // Braces and empty statements around the one inner loop are no statements of their own.
    while (auto *Block = dyn_cast_or_null<CompoundStmt>(S)) {
      S = nullptr;
      for (const Stmt *Child : Block->body()) {
        if (isa<NullStmt>(Child))
          continue;
        auto *Declaration = dyn_cast<DeclStmt>(Child);
        if (S || (Declaration && !mayStandBetween(Declaration, Uses))) {
          Obstacle = S && !isa<ForStmt>(S) ? S : Child;
          return;
        }
        if (Declaration)
          Declarations.push_back(Declaration);
        else
          S = Child;
      }
    }
    Inner = dyn_cast_or_null<ForStmt>(S);
    Obstacle = Inner ? nullptr : S;
  }
};
} // namespace

static PerfectNest findLoops(const ForStmt *Outermost, const VariableUses &Uses) {
  PerfectNest Shape;
  for (const ForStmt *For = Outermost; For;) {
    Shape.Loops.push_back(For);
    LoopBody Body(For->getBody(), Uses);
    For = Body.Inner;
    Shape.Obstacle = Body.Obstacle;
    for (const DeclStmt *S : Body.Declarations)
      if (For && cast<VarDecl>(*S->decl_begin())->hasInit())
        Shape.Between.push_back({S, unsigned(Shape.Loops.size())});
  }
  return Shape;
}

/// Contains a `for` loop, which would make the nest around S imperfect.
static bool hasLoop(const Stmt *S) { return isa<ForStmt>(S) || anyChild(S, hasLoop); }

static bool isDeeperThan(const Stmt *S, unsigned Limit) {
  return Limit == 0 || anyChild(S, [&](const Stmt *Child) { return isDeeperThan(Child, Limit - 1); });
}

static void checkShape(const PerfectNest &Shape, const SourceText &Src) {
  Place At{Src.location(Shape.location()), ""};
  if (isDeeperThan(Shape.Loops.front(), DeepestSyntax))
    giveUp(refusals::tooComplex(At));
  if (Shape.Obstacle && isa<AttributedStmt>(Shape.Obstacle))
    giveUp(refusals::pragma(At, "an inner loop has an attribute or a loop pragma"));
  if (hasLoop(Shape.innermostBody()))
    giveUp(refusals::imperfectNest(
        Src.place(Shape.Obstacle ? Shape.Obstacle : Shape.innermostBody())));
  constexpr size_t Shallowest = 2, Deepest = 5;
  if (Shape.Loops.size() < Shallowest || Shape.Loops.size() > Deepest)
    giveUp(refusals::depth(At, Shape.Loops.size()));
}

/// One statement that stands for all of them.
static const Stmt *together(const std::vector<const Stmt *> &All, const ASTContext &AST) {
  if (All.size() == 1)
    return All.front();
  std::vector<Stmt *> Children;
  for (const Stmt *S : All)
    Children.push_back(const_cast<Stmt *>(S));
  return CompoundStmt::Create(AST, Children, FPOptionsOverride(), All.back()->getBeginLoc(), All.back()->getEndLoc());
}

/// Everything that Parts run, declarations in front of several parts once.
static const Stmt *wholeBody(const PerfectNest &Shape, const ASTContext &AST) {
  std::vector<const Stmt *> All;
  for (const PerfectNest::Part &P : Shape.Parts) {
    for (const PerfectNest::Declaration &D : P.Between)
      if (!llvm::is_contained(All, D.What))
        All.push_back(D.What);
    All.insert(All.end(), P.Text.begin(), P.Text.end());
  }
  return together(All, AST);
}

namespace {
/// Declarations of a piece of text, whatever file or macro they come from.
class OwnDeclarations : public RecursiveASTVisitor<OwnDeclarations> {
public:
  explicit OwnDeclarations(std::set<const Decl *> &Found) : Found(Found) {}
  bool VisitDecl(Decl *D) {
    Found.insert(D);
    return true;
  }

private:
  std::set<const Decl *> &Found;
};
} // namespace

/// Fills what follows from the parts.
static void finishShape(PerfectNest &Shape, const ASTContext &AST) {
  for (PerfectNest::Part &P : Shape.Parts)
    P.Body = together(P.Text, AST);
  Shape.Body = wholeBody(Shape, AST);
  OwnDeclarations(Shape.OwnDecls).TraverseStmt(const_cast<Stmt *>(Shape.Body));
}

PerfectNest tilepipe::readShape(const ForStmt *Outermost, const VariableUses &Uses,
                                const ASTContext &AST, const SourceText &Src) {
  PerfectNest Shape = findLoops(Outermost, Uses);
  checkShape(Shape, Src);
  PerfectNest::Part Only;
  for (unsigned D = 0; D < Shape.Loops.size(); ++D)
    Only.Loops.push_back(D);
  Only.Places.assign(Shape.Loops.size() + 1, 0);
  Only.Between = Shape.Between;
  Only.Text = {Shape.innermostBody()};
  Shape.Parts.push_back(std::move(Only));
  finishShape(Shape, AST);
  return Shape;
}

namespace {

class TreeReader {
public:
  TreeReader(PerfectNest &Shape, const VariableUses &Uses, const SourceText &Src)
      : Shape(Shape), Uses(Uses), Src(Src) {}

  void readLoop(const ForStmt *For) {
    Around.push_back(Shape.Loops.size());
    Shape.Loops.push_back(For);
    size_t Outside = Between.size();
    unsigned Place = 0;
    std::vector<const Stmt *> Run;
    readBody(For->getBody(), Place, Run);
    endRun(Place, Run);
    Between.resize(Outside);
    Around.pop_back();
  }

private:
  PerfectNest &Shape;
  const VariableUses &Uses;
  const SourceText &Src;
  std::vector<unsigned> Around, Places; ///< of what is read now
  std::vector<PerfectNest::Declaration> Between;

  /// Braces are no statements of their own, but names end with them: what is declared inside stays there.
  void readBody(const Stmt *S, unsigned &Place, std::vector<const Stmt *> &Run) {
    auto *Block = dyn_cast<CompoundStmt>(S);
    if (!Block)
      return readChild(S, Place, Run);
    for (const Stmt *Child : Block->body())
      if (isa<CompoundStmt>(Child) && hasLoop(Child))
        giveUp(refusals::imperfectNest(Src.place(Child), "a block of its own around inner loops"));
      else
        readChild(Child, Place, Run);
  }

  void readChild(const Stmt *S, unsigned &Place, std::vector<const Stmt *> &Run) {
    if (isa<NullStmt>(S))
      return;
    if (auto *For = dyn_cast<ForStmt>(S)) {
      endRun(Place, Run);
      Places.push_back(Place++);
      readLoop(For);
      Places.pop_back();
      return;
    }
    if (isa<AttributedStmt>(S))
      giveUp(refusals::pragma(Src.place(S), "an inner loop has an attribute or a loop pragma"));
    if (hasLoop(S))
      giveUp(refusals::imperfectNest(Src.place(S), "an inner loop runs under a condition, or in another statement"));
    auto *Declaration = dyn_cast<DeclStmt>(S);
    if (Declaration && mayStandBetween(Declaration, Uses)) {
      endRun(Place, Run);
      if (cast<VarDecl>(*Declaration->decl_begin())->hasInit())
        Between.push_back({Declaration, unsigned(Around.size())});
      return;
    }
    Run.push_back(S);
  }

  void endRun(unsigned &Place, std::vector<const Stmt *> &Run) {
    if (Run.empty())
      return;
    PerfectNest::Part P;
    P.Loops = Around;
    P.Places.push_back(0); // the nest's outermost loop
    P.Places.insert(P.Places.end(), Places.begin(), Places.end());
    P.Places.push_back(Place++);
    P.Between = Between;
    P.Text = std::move(Run);
    Run.clear();
    Shape.Parts.push_back(std::move(P));
  }
};

} // namespace

static void collectVariables(const Stmt *S, std::set<const VarDecl *> &Named) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      Named.insert(VariableUses::canonical(V));
  forEachChild(S, [&](const Stmt *Child) { collectVariables(Child, Named); });
}

/// What one part declares no other names; what one part writes as a variable no other names either, but for
/// iterators, which loops set.
static void checkHandedOver(const PerfectNest &Shape, const SourceText &Src) {
  std::set<const VarDecl *> Iterators;
  for (const ForStmt *For : Shape.Loops)
    if (For->getInit())
      collectVariables(For->getInit(), Iterators);
  for (const PerfectNest::Part &P : Shape.Parts) {
    VariableUses Own(P.Body);
    std::set<const Decl *> Declared;
    OwnDeclarations(Declared).TraverseStmt(const_cast<Stmt *>(P.Body));
    for (const PerfectNest::Part &Other : Shape.Parts) {
      if (&Other == &P)
        continue;
      std::set<const VarDecl *> Named;
      collectVariables(Other.Body, Named);
      for (const PerfectNest::Declaration &D : Other.Between)
        collectVariables(D.What, Named);
      for (const VarDecl *V : Named)
        if (Declared.count(V) || (V->getType()->isScalarType() && Own.isWritten(V)))
          giveUp(refusals::imperfectNest({Src.location(Other.Text.front()->getBeginLoc()), V->getNameAsString()},
                                         "'" + V->getNameAsString() + "' hands a value from one statement to another"));
    }
  }
}

PerfectNest tilepipe::readTree(const ForStmt *Outermost, const VariableUses &Uses, const ASTContext &AST,
                               const SourceText &Src) {
  PerfectNest Shape;
  Place At{Src.location(Outermost->getForLoc()), ""};
  if (isDeeperThan(Outermost, DeepestSyntax))
    giveUp(refusals::tooComplex(At));
  TreeReader(Shape, Uses, Src).readLoop(Outermost);
  size_t Depth = 0;
  for (const PerfectNest::Part &P : Shape.Parts)
    Depth = std::max(Depth, P.Loops.size());
  constexpr size_t Deepest = 5, MostParts = 40;
  if (Shape.Parts.empty() || Depth > Deepest)
    giveUp(refusals::depth(At, Depth));
  if (Shape.Parts.size() > MostParts)
    giveUp(refusals::tooComplex(At));
  finishShape(Shape, AST);
  checkHandedOver(Shape, Src);
  return Shape;
}
