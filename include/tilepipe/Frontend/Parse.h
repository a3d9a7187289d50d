// Parse.h - text in memory, parsed as the user's file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_FRONTEND_PARSE_H
#define TILEPIPE_FRONTEND_PARSE_H

#include "tilepipe/Frontend/Frontend.h"

namespace clang {
class ASTContext;
class CompilerInstance;
class FunctionDecl;
} // namespace clang

namespace tilepipe {

/// What to do with a parsed file, while its syntax tree lives.
class ParsedFileAction {
public:
  virtual ~ParsedFileAction() = default;
  virtual void begin(clang::CompilerInstance &) {}
  /// False: the function's body is skipped.
  virtual bool needsBody(const clang::FunctionDecl *) { return true; }
  /// The file has no errors.
  virtual void finish(clang::ASTContext &) = 0;
};

/// Parses Text as the contents of Options.File, and those of Headers (name, text) as theirs.
llvm::Error parseText(const FrontendOptions &Options, llvm::StringRef Text,
                      llvm::ArrayRef<std::pair<std::string, std::string>> Headers,
                      ParsedFileAction &Action);

} // namespace tilepipe

#endif // TILEPIPE_FRONTEND_PARSE_H
