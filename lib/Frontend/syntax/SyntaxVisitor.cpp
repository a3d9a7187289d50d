// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax/SyntaxVisitor.h"

#include "clang/AST/RecursiveASTVisitor.h"

using namespace tilepipe;
using namespace clang;

class SyntaxVisitor::Walk : public RecursiveASTVisitor<Walk> {
public:
  explicit Walk(SyntaxVisitor &To) : To(To) {}

  bool VisitStmt(Stmt *S) {
    To.statement(S);
    return true;
  }
  bool VisitDecl(Decl *D) {
    To.declaration(D);
    return true;
  }
  bool VisitTypeLoc(TypeLoc T) {
    To.type(T);
    return true;
  }

private:
  SyntaxVisitor &To;
};

SyntaxVisitor::~SyntaxVisitor() = default;

void SyntaxVisitor::visit(const Stmt *S) { Walk(*this).TraverseStmt(const_cast<Stmt *>(S)); }

void SyntaxVisitor::visit(const Decl *D) { Walk(*this).TraverseDecl(const_cast<Decl *>(D)); }
