// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax/ExpandedScalars.h"

#include "syntax/Types.h"

using namespace tilepipe;
using namespace clang;

static void collectWritten(const Stmt *S, const VariableUses &Uses, std::set<const VarDecl *> &Found) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && Uses.isWritten(V))
      Found.insert(VariableUses::canonical(V));
  if (auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (auto *V = dyn_cast<VarDecl>(D); V && Uses.isWritten(V))
        Found.insert(VariableUses::canonical(V));
  forEachChild(S, [&](const Stmt *Child) { collectWritten(Child, Uses, Found); });
}

/// S or something in it is a loop with V in its header.
static bool steps(const Stmt *S, const VarDecl *V) {
  auto *For = dyn_cast<ForStmt>(S);
  auto IsIn = [&](const Stmt *Part) { return Part && names(Part, V); };
  return (For && (IsIn(For->getInit()) || IsIn(For->getCond()) || IsIn(For->getInc()))) ||
         anyChild(S, [&](const Stmt *Child) { return steps(Child, V); });
}

/// The loops of S that are in no other loop of it.
static void collectLoops(const Stmt *S, std::vector<const ForStmt *> &Found) {
  if (auto *For = dyn_cast<ForStmt>(S))
    return Found.push_back(For);
  forEachChild(S, [&](const Stmt *Child) { collectLoops(Child, Found); });
}

/// A loop of S hands values of V on.
static bool isCarried(const Stmt *S, const VarDecl *V, const VariableUses &Uses, Liveness &Live) {
  std::vector<const ForStmt *> Loops;
  collectLoops(S, Loops);
  return llvm::any_of(Loops, [&](const ForStmt *For) {
    return names(For, V) && (!isPrivate(V, For, Uses, Live) || isCarried(For->getBody(), V, Uses, Live));
  });
}

ExpandedScalars tilepipe::findExpandedScalars(const ForStmt *Outermost, const VariableUses &Uses, Liveness &Live) {
  std::set<const VarDecl *> Written;
  collectWritten(Outermost->getBody(), Uses, Written);
  ExpandedScalars Result;
  for (const VarDecl *V : Written) {
    if (!V->hasLocalStorage() || !isElementType(V->getType()) || !isPrivate(V, Outermost, Uses, Live) || steps(Outermost, V))
      continue;
    const ForStmt *Own = Outermost;
    for (bool IsFurtherIn = true; IsFurtherIn;) {
      std::vector<const ForStmt *> Inner;
      collectLoops(Own->getBody(), Inner);
      auto Next = llvm::find_if(Inner, [&](const ForStmt *For) {
        return timesNamed(For, V) == timesNamed(Own, V) && isPrivate(V, For, Uses, Live);
      });
      IsFurtherIn = Next != Inner.end();
      Own = IsFurtherIn ? *Next : Own;
    }
    if (isCarried(Own->getBody(), V, Uses, Live))
      Result[V] = Own;
  }
  return Result;
}
