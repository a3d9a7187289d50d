//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "syntax/Privates.h"

#include "syntax/FunctionFacts.h"

#include "clang/AST/Attr.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Analysis/Analyses/LiveVariables.h"
#include "clang/Analysis/AnalysisDeclContext.h"
#include "clang/Analysis/CFG.h"

#include <set>

using namespace tilepipe;
using namespace clang;

struct Liveness::Analysis {
  AnalysisDeclContextManager Manager;
  AnalysisDeclContext *Context = nullptr;
  const CFG *Graph = nullptr;       ///< null: not to be had
  LiveVariables *Variables = nullptr;
  /// Named where the graph shows nothing: in types, for example.
  std::set<const VarDecl *> Hidden;

  explicit Analysis(ASTContext &AST) : Manager(AST) {}
};

/// Parts of a function of which its control flow graph does not tell everything.
static bool hasHiddenFlow(const Stmt *S, unsigned Depth) {
  if (!S)
    return false;
  if (Depth > DeepestSyntax || !isKnownSyntax(S) ||
      isa<OMPExecutableDirective, CapturedStmt, GCCAsmStmt>(S))
    return true;
  bool Found = false;
  forEachChild(S, [&](const Stmt *Child) { Found = Found || hasHiddenFlow(Child, Depth + 1); });
  return Found;
}

/// Adds to Hidden the variables that S names in expressions that Shown lacks.
static void findHidden(const Stmt *S, const std::set<const Stmt *> &Shown,
                       std::set<const VarDecl *> &Hidden) {
  auto *Ref = dyn_cast<DeclRefExpr>(S);
  if (auto *V = Ref && !Shown.count(Ref) ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr)
    Hidden.insert(VariableUses::canonical(V));
  forEachChild(S, [&](const Stmt *Child) { findHidden(Child, Shown, Hidden); });
}

/// Every statement and expression that the elements of Graph are.
static std::set<const Stmt *> elementsOf(const CFG &Graph) {
  std::set<const Stmt *> Result;
  for (const CFGBlock *Block : Graph)
    for (const CFGElement &Element : *Block)
      if (std::optional<CFGStmt> S = Element.getAs<CFGStmt>())
        Result.insert(S->getStmt());
  return Result;
}

Liveness::Liveness(const ASTContext &AST, const FunctionDecl *Function)
    : AST(AST), Function(Function) {}
Liveness::~Liveness() = default;

bool Liveness::isDeadAtCondition(const VarDecl *V, const ForStmt *Loop) {
  if (!Known) {
    // The analysis only reads; its interface does not say so.
    Known = std::make_unique<Analysis>(const_cast<ASTContext &>(AST));
    CFG::BuildOptions &Options = Known->Manager.getCFGBuildOptions();
    Options.setAllAlwaysAdd();
    Options.PruneTriviallyFalseEdges = false;
    constexpr unsigned MostBlocks = 3000;
    if (!hasHiddenFlow(Function->getBody(), 0)) {
      Known->Context = Known->Manager.getContext(Function);
      Known->Graph = Known->Context->getCFG();
      if (Known->Graph && Known->Graph->size() <= MostBlocks)
        Known->Variables = Known->Context->getAnalysis<LiveVariables>();
      if (Known->Variables)
        findHidden(Function->getBody(), elementsOf(*Known->Graph), Known->Hidden);
    }
  }
  if (!Known->Variables || Known->Hidden.count(VariableUses::canonical(V)))
    return false;
  for (const CFGBlock *Block : *Known->Graph)
    if (Block->getTerminatorStmt() == Loop)
      return !Known->Variables->isLive(Block, V->getCanonicalDecl()) &&
             !Known->Variables->isLive(Block, V);
  return false;
}

bool tilepipe::isPrivate(const VarDecl *V, const ForStmt *Innermost,
                         const VariableUses &FunctionUses, Liveness &Live) {
  QualType Type = V->getType();
  return V->hasLocalStorage() && Type->isArithmeticType() && !Type->isAtomicType() &&
         !Type.isVolatileQualified() && !V->hasAttr<CleanupAttr>() &&
         !FunctionUses.isAddressTaken(V) && Live.isDeadAtCondition(V, Innermost);
}

static bool contains(const Stmt *S, const Stmt *Part) {
  return S == Part || anyChild(S, [&](const Stmt *Child) { return contains(Child, Part); });
}

/// S names V outside of Nest, where no loop has set it first. The header of a loop around Nest reads V behind Nest.
static bool mayRead(const Stmt *S, const VarDecl *V, const ForStmt *Nest) {
  if (S == Nest)
    return false;
  if (isa<LabelStmt>(S) || isa<SwitchStmt>(S)) // ways into the midst of loops
    return true;
  if (auto *For = dyn_cast<ForStmt>(S))
    if (const VarDecl *First = setFirst(For); First && First->getCanonicalDecl() == V->getCanonicalDecl() && !contains(For, Nest))
      return false;
  if (isa<DeclRefExpr>(S) && names(S, V))
    return true;
  return anyChild(S, [&](const Stmt *Child) { return mayRead(Child, V, Nest); });
}

bool tilepipe::isDeadBehind(const VarDecl *V, const ForStmt *Nest, const FunctionDecl *Function) {
  return V->hasLocalStorage() && !mayRead(Function->getBody(), V, Nest);
}
