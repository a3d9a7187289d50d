// SyntaxVisitor.h - all statements, declarations and types of a piece of syntax
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_SYNTAXVISITOR_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_SYNTAXVISITOR_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/TypeLoc.h"

namespace tilepipe {

/// Goes through syntax as Clang's RecursiveASTVisitor does, implicit code left aside. A subclass of that one takes
/// compilers more than ten seconds in each file; this one is compiled once.
class SyntaxVisitor {
public:
  virtual ~SyntaxVisitor();
  /// Calls what is below for S or D and all of its parts; each comes before its own parts.
  void visit(const clang::Stmt *S);
  void visit(const clang::Decl *D);

protected:
  virtual void statement(const clang::Stmt *) {}
  virtual void declaration(const clang::Decl *) {}
  virtual void type(clang::TypeLoc) {}

private:
  class Walk;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_SYNTAXVISITOR_H
