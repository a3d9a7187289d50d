//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "syntax/PerfectNest.h"

#include "clang/AST/ASTContext.h"

using namespace tilepipe;
using namespace clang;

/// S does more than compute a value, calls left aside.
static bool hasEffect(const Stmt *S) {
  auto *Unary = dyn_cast<UnaryOperator>(S);
  auto *Binary = dyn_cast<BinaryOperator>(S);
  bool Found = isa<StmtExpr>(S) || (Unary && Unary->isIncrementDecrementOp()) ||
               (Binary && Binary->isAssignmentOp());
  forEachChild(S, [&](const Stmt *Child) { Found = Found || hasEffect(Child); });
  return Found;
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

PerfectNest::PerfectNest(const ForStmt *Outermost, const VariableUses &Uses) {
  for (const ForStmt *For = Outermost; For;) {
    Loops.push_back(For);
    LoopBody Body(For->getBody(), Uses);
    For = Body.Inner;
    Obstacle = Body.Obstacle;
    for (const DeclStmt *S : Body.Declarations)
      if (For && cast<VarDecl>(*S->decl_begin())->hasInit())
        Between.push_back({S, unsigned(Loops.size())});
  }
}

const Stmt *PerfectNest::wholeBody(const ASTContext &AST) const {
  if (Between.empty())
    return innermostBody();
  std::vector<Stmt *> All;
  for (const Declaration &D : Between)
    All.push_back(const_cast<DeclStmt *>(D.What));
  All.push_back(const_cast<Stmt *>(innermostBody()));
  return CompoundStmt::Create(AST, All, FPOptionsOverride(), innermostBody()->getBeginLoc(),
                              innermostBody()->getEndLoc());
}
