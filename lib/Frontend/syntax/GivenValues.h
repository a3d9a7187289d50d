// GivenValues.h - what variables are made of
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_GIVENVALUES_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_GIVENVALUES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <map>
#include <set>
#include <vector>

namespace tilepipe {

/// The variable that E starts from on its way to memory, through subscripts, members and pointers:
/// p of `p[i].x`, `*(p + 1)`; null where a call or a literal is there.
const clang::VarDecl *startOf(const clang::Expr *E);

/// Adds to Stored the variables through which S writes, itself, elements or members.
void addStores(const clang::Stmt *S, std::set<const clang::VarDecl *> &Stored);

/// Every expression that the text of a translation unit assigns to a variable, or to memory that it
/// reaches through it: initial values, right sides of assignments, arguments for parameters. What
/// memset and memcpy write counts, too.
class GivenValues {
public:
  explicit GivenValues(const clang::ASTContext &AST);
  /// Values given in S, which is not part of the translation unit. Once is enough.
  void add(const clang::Stmt *S);
  const std::vector<const clang::Expr *> &of(const clang::VarDecl *V) const;
  /// Variables that are given an address in memory of V, which may be written through them.
  const std::set<const clang::VarDecl *> &fillers(const clang::VarDecl *V) const;

  /// Other code gets the address of V: an external table has it, or a call with variable arguments.
  bool isHandedOut(const clang::VarDecl *V) const;

private:
  std::set<const clang::VarDecl *> HandedOut;
  std::map<const clang::VarDecl *, std::vector<const clang::Expr *>> Values;
  std::map<const clang::VarDecl *, std::set<const clang::VarDecl *>> Fillers;
  std::set<const clang::Stmt *> Added;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_GIVENVALUES_H
