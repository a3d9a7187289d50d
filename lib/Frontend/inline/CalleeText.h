// CalleeText.h - a callee's body as text that can stand in place of a call
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_INLINE_CALLEETEXT_H
#define TILEPIPE_LIB_FRONTEND_INLINE_CALLEETEXT_H

#include "inline/SameSyntax.h"
#include "source/Preprocessor.h"
#include "syntax/FunctionFacts.h"

#include <set>

namespace tilepipe {

/// What texts for one file share.
struct CalledFunctions {
  CalledNests Nests;
  FreshNames Fresh;                                       ///< of all variables of callees that got names
  std::map<const clang::FunctionDecl *, bool> AreOrdinary; ///< see CalleeText.cpp
};

/// What calls of one function, the caller, are replaced by. Names may mean something else there: see SameSyntax.
class CalleeText {
public:
  /// ArrayBytes: of arrays that Caller has got for other loops.
  CalleeText(const clang::ASTContext &AST, const SourceText &Src, const PreprocessorFacts &Directives,
             const clang::FunctionDecl *Caller, CalledFunctions &Known, int64_t ArrayBytes);

  /// One line that does what the statement Call, of the caller, does: it declares what arguments are and no variable
  /// holds, and has the callee's body behind that. Names of the callee's own variables are new to the file. Nothing where
  /// the call cannot be replaced: the callee is not surely the one of this file, returns, gets an argument that is not
  /// understood, or is compiled in another way there.
  std::optional<std::string> inPlaceOf(const clang::CallExpr *Call);

  // Of all calls so far.
  /// Declarations of the callees' arrays. These stand in front of the loop: dependences then tell who uses an array, and the
  /// loops inside are no one statement.
  std::string Arrays;
  int64_t ArrayBytes; ///< of all arrays that the caller has got; few, for they are on its stack as long as it runs
  std::set<const clang::FunctionDecl *> Replaced;
  unsigned Loops = 0;

private:
  struct Frame;
  std::optional<std::string> replace(const clang::CallExpr *Call, const Frame &Around);
  std::optional<std::string> bind(const clang::ParmVarDecl *P, const clang::Expr *Argument, const Frame &Around, Frame &Inside);
  std::optional<std::string> text(TextRange Range, const Frame &In);
  std::string declareArrays(const clang::DeclStmt *S, const Frame &In);
  std::optional<unsigned> behindDirective(const clang::Token &Tok, unsigned Offset) const;
  bool holdsDirective(TextRange Range) const;
  std::string nameOf(const clang::VarDecl *V, const Frame &In) const;
  std::string freshName(const clang::VarDecl *V);
  bool isOrdinary(const clang::FunctionDecl *F) const;

  const clang::ASTContext &AST;
  const SourceText &Src;
  const PreprocessorFacts &Directives;
  CalledFunctions &Known;
  const clang::FunctionDecl *Caller;
  VariableUses CallerUses;
  unsigned CallOffset = 0;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_INLINE_CALLEETEXT_H
