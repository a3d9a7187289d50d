// SameSyntax.h - whether bodies in place of calls mean what the functions mean
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function's text may say something else where it is called: a macro makes a name of an argument, a variable of the caller
// hides another one, a name is a type's. Clang resolves both texts; their syntax trees tell.
#ifndef TILEPIPE_LIB_FRONTEND_INLINE_SAMESYNTAX_H
#define TILEPIPE_LIB_FRONTEND_INLINE_SAMESYNTAX_H

#include "inline/CalledNests.h"

#include "clang/AST/ASTContext.h"

#include <map>
#include <string>

namespace tilepipe {

/// Variables of callees by the names that they have in callers. Each name is new to the file.
using FreshNames = std::map<std::string, const clang::VarDecl *>;

/// Compares a file with the text that has bodies in place of calls.
class SameSyntax {
public:
  SameSyntax(const clang::ASTContext &File, const clang::ASTContext &Text, const FreshNames &Fresh, CalledNests &Nests)
      : File(File), Text(Text), Fresh(Fresh), Nests(Nests) {}

  /// The loops have the same syntax tree: operators, constants, conversions, types and what each name stands for. A call in
  /// the file's loop may be, in the text's, declarations of its parameters with the arguments as values and the called function's
  /// body. There a parameter is its declaration, or what the argument is; `const` and `restrict` may be missing. The function's
  /// variables have names of Fresh.
  bool areSame(const clang::ForStmt *InFile, const clang::ForStmt *InText);

private:
  /// A function of the file whose syntax is compared: the caller, or a callee with its arguments.
  struct Frame {
    Frame *Outer = nullptr;
    const clang::CallExpr *Call = nullptr;
    const clang::FunctionDecl *Function = nullptr;
    std::map<const clang::VarDecl *, std::string> Names; ///< of its variables in the text
  };
  using Item = llvm::PointerUnion<const clang::Stmt *, const clang::Decl *>;

  static std::vector<Item> items(llvm::ArrayRef<const clang::Stmt *> Statements);
  const clang::FunctionDecl *replaced(const clang::Stmt *A, const clang::Stmt *B);
  bool areSame(llvm::ArrayRef<Item> A, Frame &In, llvm::ArrayRef<Item> B);
  bool startWithSame(llvm::ArrayRef<Item> A, Frame &In, llvm::ArrayRef<Item> &B);
  bool areSame(const clang::Stmt *A, Frame &In, const clang::Stmt *B);
  bool areSame(const clang::Expr *A, Frame &In, const clang::Expr *B);
  bool declareSame(const clang::VarDecl *A, Frame &In, const clang::VarDecl *B);
  bool nameSame(const clang::ValueDecl *A, Frame &In, const clang::ValueDecl *B);
  bool isSamePlace(const clang::NamedDecl *A, const clang::NamedDecl *B);
  unsigned numberOf(const clang::NamedDecl *D, const clang::FunctionDecl *F);
  bool isSameType(clang::QualType A, clang::QualType B);
  bool haveSameDetails(const clang::Expr *A, const clang::Expr *B);
  const clang::Expr *plain(const clang::Expr *E);
  const clang::Expr *argumentFor(const clang::Expr *E, const Frame &In);

  const clang::ASTContext &File, &Text;
  const FreshNames &Fresh;
  CalledNests &Nests;
  std::map<const clang::FunctionDecl *, std::map<const clang::Decl *, unsigned>> Numbers; ///< of local declarations
  unsigned Depth = 0;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_INLINE_SAMESYNTAX_H
