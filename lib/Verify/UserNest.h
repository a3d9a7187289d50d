//===- UserNest.h - the user's nest beside its emitted region ---*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_VERIFY_USERNEST_H
#define TILEPIPE_LIB_VERIFY_USERNEST_H

#include "Evaluator.h"

#include "clang/AST/Stmt.h"

namespace tilepipe {

/// Where the region is called: if (tp_sweep_run(...)) { exits } else <nest>, or
/// TP_OTHERWISE(tp_sweep_run(...)) <nest>
struct RegionCall {
  const clang::CallExpr *Call = nullptr;
  const clang::CompoundStmt *Exits = nullptr; ///< null in the second form
  bool KnowsAllAnswers = false;               ///< -1 among them: the second form
  const clang::ForStmt *Nest = nullptr;
};

/// The only call of the region; throws when there is none, or more.
RegionCall findCall(const RegionSource &Source);

/// The user's nest as it stands in the translated file, and what its body means.
class UserNest {
public:
  /// UserText: the file before anything was inserted.
  UserNest(const RegionSource &Source, const RegionCall &Call, llvm::StringRef UserText);

  /// Rest of Block from statement First on is the user's body: the same tokens.
  bool isBody(const clang::CompoundStmt *Block, unsigned First) const;
  /// Throws unless the names in such a copy of the body mean the same: objects of file scope
  /// themselves, others the parameters, iterators and structures of their name in Function.
  void checkNames(const clang::CompoundStmt *Block, unsigned First,
                  const clang::FunctionDecl *Function) const;
  /// What the body calls Name outside of itself; null: it does not.
  const clang::ValueDecl *meaning(llvm::StringRef Name) const;
  /// The variable that loop D steps; null: it is not found.
  const clang::VarDecl *iterator(unsigned D) const;

private:
  const RegionSource &Source;
  std::vector<std::string> Body; ///< tokens of a copy
  std::vector<const clang::DeclRefExpr *> Names;
  std::vector<const clang::ForStmt *> Loops; ///< outermost first
  /// Declarations between the loops, of variables with an initial value; the innermost body.
  std::vector<const clang::Stmt *> Parts;

  void findParts(const clang::ForStmt *Outermost);
  bool isOwn(const clang::Decl *D) const;
  void checkName(const clang::DeclRefExpr *User, const clang::DeclRefExpr *Emitted,
                 const clang::FunctionDecl *Function, const clang::Stmt *Copy) const;
  void checkType(const clang::ValueDecl *User, const clang::VarDecl *Emitted) const;
  void checkArrayType(clang::QualType User, const clang::VarDecl *Emitted, const Array &A) const;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_VERIFY_USERNEST_H
