// FunctionFacts.h - what a function does to its variables
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_FUNCTIONFACTS_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_FUNCTIONFACTS_H

#include "syntax/Syntax.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <set>

namespace tilepipe {

/// Variables whose address is taken, or that are written, anywhere in a piece of
/// syntax. A variable's initialiser is not a write. An array that is converted to a
/// pointer has its address taken, and so has the structure that it is a member of;
/// the subscript in `s.v[i]` does not count.
class VariableUses {
public:
  VariableUses() = default;
  explicit VariableUses(const clang::Stmt *Root) { add(Root); }
  /// Of a function with a body; the types of its parameters count.
  explicit VariableUses(const clang::FunctionDecl *Function) {
    forEachChild(Function, [&](const clang::Stmt *Part) { add(Part); });
  }
  void add(const clang::Stmt *Root) { visit(Root, 0); }

  bool isAddressTaken(const clang::VarDecl *V) const {
    return IsUnknown || AddressTaken.count(canonical(V));
  }
  bool isWritten(const clang::VarDecl *V) const { return IsUnknown || Written.count(canonical(V)); }
  /// Neither written nor reachable: it keeps the value it was initialised with.
  bool isFixed(const clang::VarDecl *V) const { return !isWritten(V) && !isAddressTaken(V); }

  static const clang::VarDecl *canonical(const clang::VarDecl *V) {
    return V->getCanonicalDecl();
  }

private:
  void visit(const clang::Stmt *S, unsigned Depth);
  void visitAssembly(const clang::GCCAsmStmt *Asm);

  bool IsUnknown = false; ///< too deep or of an unknown class
  std::set<const clang::VarDecl *> AddressTaken, Written;
};

/// The variable that E names directly, through parentheses and no-op casts.
const clang::VarDecl *namedVariable(const clang::Expr *E);
/// The variable whose memory the lvalue E is part of, when it is not reached
/// through a pointer: v, v.x, v[3].
const clang::VarDecl *rootVariable(const clang::Expr *E);
/// Declared at file scope, or static or extern in a function.
inline bool isGlobal(const clang::VarDecl *V) {
  return V->isFileVarDecl() || V->hasExternalStorage();
}
/// The definition that a call of F surely runs, or null: none in this file, a weak one, or an
/// inline definition beside which an external one exists (`extern inline` of gnu89, `gnu_inline`,
/// `inline` alone in C99).
const clang::FunctionDecl *calledDefinition(const clang::FunctionDecl *F);
/// Why a call of F with a body has no calledDefinition.
std::string whyReplaceable(const clang::FunctionDecl *F);
/// The value that P, a parameter of a definition, gets from Argument. A function without a
/// prototype converts its arguments itself: then the conversion is added, a node of Clang's tree.
/// Null: C does not define what happens (another type than the promoted one), or it is not
/// understood.
const clang::Expr *argumentFor(const clang::ParmVarDecl *P, const clang::Expr *Argument);
/// Number and types of the call's arguments are those of Definition's parameters.
bool fitsParameters(const clang::CallExpr *Call, const clang::FunctionDecl *Definition);
/// What S writes, itself; or null.
const clang::Expr *targetOf(const clang::Stmt *S);
/// `for`, `while` or `do`, as long as it may run more than once.
bool isLoop(const clang::Stmt *S, const clang::ASTContext &AST);
/// S is or holds such a loop.
bool hasAnyLoop(const clang::Stmt *S, const clang::ASTContext &AST);
/// The variable that the header of For sets first, from other values; or null.
const clang::VarDecl *setFirst(const clang::ForStmt *For);
bool names(const clang::Stmt *S, const clang::VarDecl *V);
unsigned timesNamed(const clang::Stmt *S, const clang::VarDecl *V);
/// The variables that S names.
void collectVariables(const clang::Stmt *S, std::set<const clang::VarDecl *> &Named);
/// The header of For sets V, alone or among others, and from none of its own values.
bool setsFirst(const clang::ForStmt *For, const clang::VarDecl *V);
/// S names V where no loop of S has set it first.
bool namesOutsideItsLoops(const clang::Stmt *S, const clang::VarDecl *V);
/// The statement of `do S while (0)`, as macros put it; null for other loops.
const clang::Stmt *runOnce(const clang::Stmt *Loop, const clang::ASTContext &AST);
/// A constant object, which is the same on all ranks: it has an initialiser, or is a number.
bool isConstantTable(const clang::VarDecl *V);
/// Value of a constant integer variable with a constant initialiser.
std::optional<int64_t> constantValue(const clang::VarDecl *V);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_FUNCTIONFACTS_H
