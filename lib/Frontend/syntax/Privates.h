// Privates.h - scalars that each iteration has for itself
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_PRIVATES_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_PRIVATES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <memory>

#include <map>
#include <set>

namespace clang {
class CFGBlock;
}

namespace tilepipe {

class FileTemporaries;
class VariableUses;

/// Where values of a function's variables are still needed; found out when first asked for.
class Liveness {
public:
  Liveness(const clang::ASTContext &AST, const clang::FunctionDecl *Function, FileTemporaries &Temporaries);
  ~Liveness();

  /// No path from the condition of Loop, into its body or out of it, reads V before it is
  /// written. So the body writes V before it reads it, and nothing behind the loop reads what
  /// the body wrote. V: of the function's own, its address never taken; or a temporary of the file.
  bool isDeadAtCondition(const clang::VarDecl *V, const clang::ForStmt *Loop);
  /// No path out of Loop reads V before it is written. V: of the function's own, as above.
  bool isDeadBehind(const clang::VarDecl *V, const clang::ForStmt *Loop);
  /// V is the function's own, or a temporary of the file.
  bool isOwn(const clang::VarDecl *V);
  /// A path from the function's begin, or from the end of a call in it, reads the static variable V before the function
  /// writes it; or nobody knows. Calls that only compute do not count.
  bool isHandedOn(const clang::VarDecl *V);

private:
  struct Analysis;
  /// The block that ends with the condition of Loop; null: nothing is known of V or Loop.
  const clang::CFGBlock *conditionOf(const clang::VarDecl *V, const clang::ForStmt *Loop);
  void analyse();
  struct StaticFlow;
  const StaticFlow &flowOf(const clang::VarDecl *V);
  const clang::ASTContext &AST;
  const clang::FunctionDecl *Function;
  FileTemporaries &Temporaries;
  std::unique_ptr<Analysis> Known;
};

/// V, which is declared outside of the nest and written in it, may be a variable of its
/// innermost body instead: Innermost is the loop around that.
bool isPrivate(const clang::VarDecl *V, const clang::ForStmt *Innermost,
               const VariableUses &FunctionUses, Liveness &Live);

/// V is an array of constant size that Function declares in front of Nest and names inside only, element by element: where
/// Nest reads no element that it has not written, nobody else needs what it holds.
bool isOnlyNamedIn(const clang::VarDecl *V, const clang::ForStmt *Nest, const clang::FunctionDecl *Function,
                   const VariableUses &FunctionUses);

/// Nothing behind Nest reads what it leaves in V.
bool isDeadBehind(const clang::VarDecl *V, const clang::ForStmt *Nest, const VariableUses &FunctionUses, Liveness &Live);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_PRIVATES_H
