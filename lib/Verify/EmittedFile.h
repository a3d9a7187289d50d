// EmittedFile.h - the translated file, parsed
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_VERIFY_EMITTEDFILE_H
#define TILEPIPE_LIB_VERIFY_EMITTEDFILE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace tilepipe {

/// A token as the parser sees it, at the place in a file where it comes from: the
/// outermost macro use (what is written in TP_OTHERWISE(...) stands where it is written).
struct ExpandedToken {
  unsigned Offset;
  std::string Text;
};

/// Names at file scope and the tokens of a parsed file.
class EmittedFile {
public:
  /// Records the tokens that are parsed from now on.
  void listen(clang::Preprocessor &PP);
  /// To be called when all is parsed.
  void index(clang::ASTContext &AST);

  clang::ASTContext &ast() const { return *AST; }
  /// Definition of the function, or the variable of file scope; null: there is none.
  const clang::FunctionDecl *function(llvm::StringRef Name) const;
  const clang::VarDecl *variable(llvm::StringRef Name) const;
  /// All functions that have a body, in order.
  const std::vector<const clang::FunctionDecl *> &functions() const { return Bodies; }

  /// Tokens whose place is [Begin, End), two places in one file.
  llvm::ArrayRef<ExpandedToken> tokens(clang::SourceLocation Begin, clang::SourceLocation End) const;
  /// Tokens of S without blanks.
  std::string spelling(const clang::Stmt *S) const;
  /// Text between two places in one file as it stands there.
  llvm::StringRef text(clang::SourceLocation Begin, clang::SourceLocation End) const;
  /// Text of S, macros not expanded.
  llvm::StringRef text(const clang::Stmt *S) const;
  /// Place of the first character of S, and behind its last one, in a file.
  clang::SourceLocation begin(const clang::Stmt *S) const;
  clang::SourceLocation end(const clang::Stmt *S) const;
  /// True for what the macro of tilepipe/runtime.h makes of that argument.
  bool isMadeBy(const clang::Decl *D, llvm::StringRef Macro, llvm::StringRef Argument) const;
  /// True for a statement that begins with a use of that macro of tilepipe/runtime.h.
  bool isIn(const clang::Stmt *S, llvm::StringRef Macro) const;
  /// The text that E alone is spelled by, arguments of macros included; empty: there is none.
  llvm::StringRef spelled(const clang::Expr *E) const;
  /// True for declarations in tilepipe/runtime.h.
  bool isRuntimes(const clang::Decl *D) const;

  /// Throws std::runtime_error: "f.c:3:4: What: 'text of S'".
  [[noreturn]] void fail(const clang::Stmt *S, const llvm::Twine &What) const;
  [[noreturn]] void fail(const clang::Decl *D, const llvm::Twine &What) const;

private:
  clang::ASTContext *AST = nullptr;
  llvm::StringMap<const clang::FunctionDecl *> Functions;
  llvm::StringMap<const clang::VarDecl *> Variables;
  std::vector<const clang::FunctionDecl *> Bodies;
  llvm::DenseMap<clang::FileID, std::vector<ExpandedToken>> Tokens;

  [[noreturn]] void failAt(clang::SourceLocation Where, const llvm::Twine &What) const;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_VERIFY_EMITTEDFILE_H
