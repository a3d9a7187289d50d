// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

const CFGBlock *Liveness::conditionOf(const VarDecl *V, const ForStmt *Loop) {
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
    return nullptr;
  for (const CFGBlock *Block : *Known->Graph)
    if (Block->getTerminatorStmt() == Loop)
      return Block;
  return nullptr;
}

bool Liveness::isDeadAtCondition(const VarDecl *V, const ForStmt *Loop) {
  const CFGBlock *Condition = conditionOf(V, Loop);
  return Condition && !Known->Variables->isLive(Condition, V->getCanonicalDecl()) &&
         !Known->Variables->isLive(Condition, V);
}

bool Liveness::isDeadBehind(const VarDecl *V, const ForStmt *Loop) {
  const CFGBlock *Condition = conditionOf(V, Loop);
  if (!Condition || Condition->succ_size() != 2)
    return false;
  const CFGBlock *Behind = *std::next(Condition->succ_begin());
  if (!Behind)
    return false;
  // Statements know what is live in front of them, blocks what is live at their end.
  for (const CFGElement &Element : *Behind)
    if (std::optional<CFGStmt> S = Element.getAs<CFGStmt>())
      return !Known->Variables->isLive(S->getStmt(), V->getCanonicalDecl()) &&
             !Known->Variables->isLive(S->getStmt(), V);
  return !Known->Variables->isLive(Behind, V->getCanonicalDecl()) && !Known->Variables->isLive(Behind, V);
}

bool tilepipe::isPrivate(const VarDecl *V, const ForStmt *Innermost,
                         const VariableUses &FunctionUses, Liveness &Live) {
  QualType Type = V->getType();
  return V->hasLocalStorage() && Type->isArithmeticType() && !Type->isAtomicType() &&
         !Type.isVolatileQualified() && !V->hasAttr<CleanupAttr>() &&
         !FunctionUses.isAddressTaken(V) && Live.isDeadAtCondition(V, Innermost);
}

bool tilepipe::isDeadBehind(const VarDecl *V, const ForStmt *Nest, const VariableUses &FunctionUses, Liveness &Live) {
  return V->hasLocalStorage() && !FunctionUses.isAddressTaken(V) && !V->hasAttr<CleanupAttr>() && Live.isDeadBehind(V, Nest);
}

/// S names V outside of Nest.
static bool namesOutside(const Stmt *S, const VarDecl *V, const ForStmt *Nest) {
  auto *Ref = dyn_cast<DeclRefExpr>(S);
  return S != Nest && ((Ref && names(Ref, V)) || anyChild(S, [&](const Stmt *Child) { return namesOutside(Child, V, Nest); }));
}

bool tilepipe::isOnlyNamedIn(const VarDecl *V, const ForStmt *Nest, const FunctionDecl *Function,
                             const VariableUses &FunctionUses) {
  QualType Element = V->getASTContext().getBaseElementType(V->getType());
  return V->hasLocalStorage() && V->getType()->isConstantArrayType() && Element->isArithmeticType() &&
         !Element.isVolatileQualified() && !Element->isAtomicType() && !V->hasAttrs() && !FunctionUses.isAddressTaken(V) &&
         !namesOutside(Function->getBody(), V, Nest);
}
