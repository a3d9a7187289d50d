//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Privates.h"

#include "FunctionFacts.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Analysis/Analyses/LiveVariables.h"
#include "clang/Analysis/AnalysisDeclContext.h"
#include "clang/Analysis/CFG.h"

using namespace tilepipe;
using namespace clang;

struct Liveness::Analysis {
  AnalysisDeclContextManager Manager;
  AnalysisDeclContext *Context = nullptr;
  const CFG *Graph = nullptr;       ///< null: not to be had
  LiveVariables *Variables = nullptr;

  explicit Analysis(ASTContext &AST) : Manager(AST) {}
};

/// Parts of a function of which its control flow graph does not tell everything.
static bool hasHiddenFlow(const Stmt *S, unsigned Depth) {
  if (!S)
    return false;
  if (Depth > DeepestSyntax || isa<OMPExecutableDirective, CapturedStmt, BlockExpr, GCCAsmStmt>(S))
    return true;
  bool Found = false;
  forEachChild(S, [&](const Stmt *Child) { Found = Found || hasHiddenFlow(Child, Depth + 1); });
  return Found;
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
    }
  }
  if (!Known->Variables)
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
