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

static const Stmt *wholeBody(const PerfectNest &Shape, const ASTContext &AST) {
  const Stmt *Inner = Shape.innermostBody();
  if (Shape.Between.empty())
    return Inner;
  std::vector<Stmt *> All;
  for (const PerfectNest::Declaration &D : Shape.Between)
    All.push_back(const_cast<DeclStmt *>(D.What));
  All.push_back(const_cast<Stmt *>(Inner));
  return CompoundStmt::Create(AST, All, FPOptionsOverride(), Inner->getBeginLoc(),
                              Inner->getEndLoc());
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

PerfectNest tilepipe::readShape(const ForStmt *Outermost, const VariableUses &Uses,
                                const ASTContext &AST, const SourceText &Src) {
  PerfectNest Shape = findLoops(Outermost, Uses);
  checkShape(Shape, Src);
  Shape.Body = wholeBody(Shape, AST);
  OwnDeclarations(Shape.OwnDecls).TraverseStmt(const_cast<Stmt *>(Shape.Body));
  return Shape;
}
