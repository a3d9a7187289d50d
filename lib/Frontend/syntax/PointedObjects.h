// PointedObjects.h - which pointers surely point to different objects
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_POINTEDOBJECTS_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_POINTEDOBJECTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <memory>
#include <set>

namespace tilepipe {

struct PointerFacts;

/// What the pointers of a file point into, as far as the file shows it. C lets a pointer leave no object, so two of
/// different objects never meet. A pointer's object is known where the pointer
/// - only ever holds fresh memory (malloc, calloc, functions with the attribute `malloc` or that return nothing else), or
/// - is a parameter that keeps its value, of a static function that is only called, and called by name.
/// One object serves a file.
class PointedObjects {
public:
  explicit PointedObjects(const clang::ASTContext &AST);
  ~PointedObjects();

  /// The arrays or pointers A and B, in one function, surely lead to different objects.
  bool areApart(const clang::VarDecl *A, const clang::VarDecl *B);

private:
  /// A variable that is the object, that alone holds the address of fresh objects, or that is a parameter; null: unknown.
  const clang::VarDecl *rootOf(const clang::VarDecl *V);
  const clang::VarDecl *rootOf(const clang::Expr *Pointer);
  const clang::VarDecl *rootOfLvalue(const clang::Expr *E);
  bool isFresh(const clang::Expr *Value);
  bool holdsFresh(const clang::VarDecl *Pointer);
  /// The function whose calls say all about the parameter V; null: they do not, or it is none.
  const clang::FunctionDecl *calledWith(const clang::VarDecl *V);
  using Pair = std::pair<const clang::VarDecl *, const clang::VarDecl *>;
  bool areApart(const clang::VarDecl *A, const clang::VarDecl *B, std::set<Pair> &Assumed);

  const clang::ASTContext &AST;
  std::unique_ptr<PointerFacts> Known; ///< null until asked for
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_POINTEDOBJECTS_H
