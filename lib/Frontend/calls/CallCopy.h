// CallCopy.h - copies of a callee's syntax
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_CALLS_CALLCOPY_H
#define TILEPIPE_LIB_FRONTEND_CALLS_CALLCOPY_H

#include "calls/InlinedCalls.h"
#include "calls/PureCalls.h"

namespace tilepipe {

/// Copies the bodies of called functions. Copies belong to Clang's tree, like all else.
class CallCopier {
public:
  /// OwnDecls: what the nest's body declares itself.
  CallCopier(const FunctionContext &Context, const std::set<const clang::Decl *> &OwnDecls)
      : Context(Context), AST(const_cast<clang::ASTContext &>(Context.AST)), OwnDecls(OwnDecls) {
    Result.AST = &AST;
  }

  /// Inlines the calls in S, and those in the bodies copied for them. Refuses a call that
  /// cannot be, or leaves it to who reads S next.
  void expand(const clang::Stmt *S, bool MayLeave);
  InlinedCalls take() { return std::move(Result); }

private:
  /// One call: what stands here for the callee's variables.
  struct Frame {
    const clang::FunctionDecl *Function;
    VariableUses Uses;
    InlinedCall Copy;
    std::map<const clang::VarDecl *, clang::Expr *> Values; ///< in place of a load of the variable
    std::map<const clang::VarDecl *, clang::VarDecl *> Locals;
    unsigned Returns = 0;
    Frame *Caller;
  };
  /// Why a body cannot be copied, on its way to the nest's own call.
  struct NotCopied {
    std::string Why;
  };
  [[noreturn]] static void fail(std::string Why) { throw NotCopied{std::move(Why)}; }

  bool isInlinable(const clang::CallExpr *Call);
  void copyCall(const clang::CallExpr *Call, Frame *Caller);
  void bindParameter(const clang::ParmVarDecl *P, const clang::Expr *Argument,
                     std::vector<clang::Stmt *> &Statements);
  void copySizes(const clang::VarDecl *V, std::vector<clang::Stmt *> &Statements);
  clang::VarDecl *newLocal(const clang::VarDecl *Original, clang::Expr *Init);
  clang::Stmt *declare(clang::VarDecl *V);
  void requireSameForCompilers(const clang::FunctionDecl *F) const;

  clang::Stmt *copy(const clang::Stmt *S);
  clang::Stmt *copyLoop(const clang::ForStmt *Loop);
  clang::Stmt *copyWhole(const clang::ForStmt *Loop, const clang::VarDecl *Iterator);
  clang::Stmt *copyDeclaration(const clang::DeclStmt *Declaration);
  clang::Expr *copy(const clang::Expr *E);
  clang::Expr *copyParts(const clang::Expr *E);
  clang::Expr *copyCast(const clang::CastExpr *Cast);
  clang::Expr *copyUnary(const clang::UnaryOperator *Unary);
  clang::Expr *copyBinary(const clang::BinaryOperator *Binary);
  clang::Expr *copyList(const clang::InitListExpr *List);
  clang::Expr *copyInnerCall(const clang::CallExpr *Call);
  clang::Expr *copyName(const clang::DeclRefExpr *Ref);
  clang::Expr *nameOf(clang::VarDecl *V, const clang::DeclRefExpr *Ref);
  void noteGlobal(const clang::VarDecl *V);
  void noteTarget(const clang::Expr *Target);

  const FunctionContext &Context;
  clang::ASTContext &AST;
  const std::set<const clang::Decl *> &OwnDecls;
  InlinedCalls Result;
  Frame *Here = nullptr;
  unsigned Nodes = 0; ///< copied for this nest
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_CALLS_CALLCOPY_H
