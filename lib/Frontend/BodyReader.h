//===- BodyReader.h - the innermost body ------------------------*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_FRONTEND_BODYREADER_H
#define TILEPIPE_LIB_FRONTEND_BODYREADER_H

#include "ArrayAccess.h"
#include "PureCalls.h"

#include "llvm/ADT/DenseSet.h"

namespace tilepipe {

/// Checks what the text of a nest's body names and does: everything must mean the
/// same in a function of its own before the user's. Records captures. Refuses
/// statements and writes that no later stage could keep in order.
void checkBodyText(NestBuilder &B, const clang::Stmt *Body);

/// Reads the body's accesses in the order of evaluation, where an unsequenced
/// operand comes before the operator that uses it.
class BodyReader {
public:
  BodyReader(NestBuilder &B, PureCalls &Calls)
      : B(B), Calls(Calls), Table(B), Where(B.Nest.domain()) {}

  /// Fills Accesses, Arrays, Ops, CalledGlobals and CallsLibm of B.Nest.
  void read(const clang::Stmt *Body);

private:
  /// Points at which a condition may be true and may be false.
  struct Sides {
    isl::set True, False;
    bool IsExact;
  };

  void visit(const clang::Stmt *S);
  void visitIf(const clang::IfStmt *If);
  void visitExpr(const clang::Expr *E);
  void visitCast(const clang::CastExpr *Cast);
  void visitUnary(const clang::UnaryOperator *Unary);
  void visitBinary(const clang::BinaryOperator *Binary);
  void visitAssignment(const clang::BinaryOperator *Assignment);
  void visitCall(const clang::CallExpr *Call);
  void visitSizeof(const clang::UnaryExprOrTypeTraitExpr *Trait);
  /// Evaluates the subscripts on the way to an lvalue.
  void visitAddress(const clang::Expr *Lvalue);
  void visitPointer(const clang::Expr *Pointer);
  void visitIndex(const clang::Expr *Index);
  Sides visitCondition(const clang::Expr *Cond);
  /// Runs F as if under one side of a condition.
  void under(const isl::set &Side, bool IsExact, llvm::function_ref<void()> F);

  void access(Access::Kind What, const clang::Expr *Lvalue);
  void countOperation(const clang::BinaryOperator *Operation);
  /// False when an operation of the same spelling was seen before: macros repeat
  /// their arguments, and compilers compute them once.
  bool isFirst(const clang::Expr *E);
  void addCalledGlobals(const CallVerdict &Verdict, Place At);

  NestBuilder &B;
  PureCalls &Calls;
  AccessTable Table;
  llvm::DenseSet<unsigned> Seen; ///< hashes of the expressions counted so far
  isl::set Where;             ///< points at which the current statement runs
  bool IsConditional = false; ///< on data, for some of these points
  bool IsAddress = false;     ///< inside a subscript: its arithmetic is not counted
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_BODYREADER_H
