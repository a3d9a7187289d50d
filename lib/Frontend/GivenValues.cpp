//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GivenValues.h"

#include "FunctionFacts.h"

#include "clang/AST/RecursiveASTVisitor.h"

using namespace tilepipe;
using namespace clang;

namespace {
class Collector : public RecursiveASTVisitor<Collector> {
public:
  using Table = std::map<const VarDecl *, std::vector<const Expr *>>;
  explicit Collector(Table &Values) : Values(Values) {}

  bool VisitVarDecl(VarDecl *V) {
    if (V->hasInit())
      give(V, V->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->isAssignmentOp())
      if (auto *Ref = dyn_cast<DeclRefExpr>(E->getLHS()->IgnoreParens()))
        if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
          give(V, E->getRHS());
    return true;
  }
  bool VisitCallExpr(CallExpr *E) {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (Callee && Callee->getDefinition())
      Callee = Callee->getDefinition();
    for (unsigned I = 0; Callee && I < std::min(E->getNumArgs(), Callee->getNumParams()); ++I) {
      const Expr *Converted = argumentFor(Callee->getParamDecl(I), E->getArg(I));
      give(Callee->getParamDecl(I), Converted ? Converted : E->getArg(I));
    }
    return true;
  }

private:
  void give(const VarDecl *V, const Expr *Value) { Values[V->getCanonicalDecl()].push_back(Value); }

  Table &Values;
};
} // namespace

GivenValues::GivenValues(const ASTContext &AST) {
  Collector(Values).TraverseDecl(AST.getTranslationUnitDecl());
}

void GivenValues::add(const Stmt *S) {
  if (Added.insert(S).second)
    Collector(Values).TraverseStmt(const_cast<Stmt *>(S));
}

const std::vector<const Expr *> &GivenValues::of(const VarDecl *V) const {
  static const std::vector<const Expr *> None;
  auto It = Values.find(V->getCanonicalDecl());
  return It == Values.end() ? None : It->second;
}
