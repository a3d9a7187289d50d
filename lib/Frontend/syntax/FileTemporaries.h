// FileTemporaries.h - static variables that no function hands to another
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_FILETEMPORARIES_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_FILETEMPORARIES_H

#include "syntax/Privates.h"

#include "clang/AST/Expr.h"

#include <map>
#include <set>

namespace tilepipe {

/// A *temporary* is a static number, at file scope or in a function, whose value never passes from one function to another:
/// each function that reads it has written it since it began, and since its last call. So it is like a local variable of
/// each of them. One object serves a file.
class FileTemporaries {
public:
  explicit FileTemporaries(const clang::ASTContext &AST) : AST(AST) {}

  bool isTemporary(const clang::VarDecl *V);
  /// Every place that names V, by function; null: outside of functions.
  using Places = std::map<const clang::FunctionDecl *, std::set<const clang::DeclRefExpr *>>;
  const Places &placesOf(const clang::VarDecl *V);

private:
  bool isHandedOn(const clang::VarDecl *V);
  void findPlaces();

  const clang::ASTContext &AST;
  std::map<const clang::VarDecl *, Places> Named; ///< static numbers
  bool HasLooked = false;
  std::map<const clang::VarDecl *, bool> Verdicts;
  std::map<const clang::FunctionDecl *, std::unique_ptr<Liveness>> Flows; ///< of functions that were looked at
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_FILETEMPORARIES_H
