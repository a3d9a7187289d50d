// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "inline/CalledNests.h"

#include "syntax/Callee.h"

using namespace tilepipe;
using namespace clang;

bool CalledNests::hasLoops(const Stmt *S, unsigned Depth) {
  if (Depth > DeepestSyntax)
    return false;
  auto *Call = dyn_cast<CallExpr>(S);
  if (isa<ForStmt>(S) || (Call && callee(Call)))
    return true;
  return anyChild(S, [&](const Stmt *Child) { return hasLoops(Child, Depth + 1); });
}

const FunctionDecl *CalledNests::callee(const CallExpr *Call) {
  const FunctionDecl *F = Callee(Call).runs();
  if (!F)
    return nullptr;
  if (auto [It, IsNew] = Known.try_emplace(F, false); !IsNew)
    return It->second ? F : nullptr;
  bool Has = hasLoops(F->getBody(), 0);
  Known[F] = Has;
  return Has ? F : nullptr;
}

bool CalledNests::areIn(const ForStmt *Loop) {
  bool Found = false;
  forEachCallStatement(
      Loop, [&](const CallExpr *Call, bool) { Found = Found || callee(Call); }, [](const Stmt *S) { return isa<IfStmt>(S); });
  return Found;
}

llvm::ArrayRef<const Stmt *> tilepipe::calledStatements(const FunctionDecl *F) {
  auto *Block = cast<CompoundStmt>(F->getBody());
  const llvm::ArrayRef<const Stmt *> All(Block->body_begin(), Block->body_end());
  auto *Last = All.empty() ? nullptr : dyn_cast<ReturnStmt>(All.back());
  const bool IsOver = Last && (!Last->getRetValue() || Last->getRetValue()->isIntegerConstantExpr(F->getASTContext()));
  return IsOver ? All.drop_back() : All;
}

static void visitStatement(const Stmt *S, bool IsWhole, llvm::function_ref<void(const CallExpr *, bool)> F,
                           llvm::function_ref<bool(const Stmt *)> Skips) {
  if (!S || Skips(S))
    return;
  if (auto *Call = dyn_cast<CallExpr>(S)) {
    F(Call, IsWhole);
  } else if (auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      visitStatement(Child, false, F, Skips);
  } else if (auto *For = dyn_cast<ForStmt>(S)) {
    visitStatement(For->getBody(), true, F, Skips);
  } else if (auto *If = dyn_cast<IfStmt>(S)) {
    visitStatement(If->getThen(), true, F, Skips);
    visitStatement(If->getElse(), true, F, Skips);
  }
}

void tilepipe::forEachCallStatement(const Stmt *S, llvm::function_ref<void(const CallExpr *, bool)> F,
                                    llvm::function_ref<bool(const Stmt *)> Skips) {
  visitStatement(S, false, F, Skips);
}
