// ReadFiles.h - the user's files of a translation unit
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SOURCE_READFILES_H
#define TILEPIPE_LIB_FRONTEND_SOURCE_READFILES_H

#include "source/Preprocessor.h"
#include "tilepipe/Frontend/Frontend.h"

#include "clang/AST/ASTContext.h"

namespace tilepipe {

/// The main file or a header with functions that have loops.
struct ReadFile {
  SourceText Src;
  PreprocessorFacts Directives;
  SourceFile Offered;
  std::string WhyNot; ///< nothing in it can be transformed; empty: that is not so
};

class ReadFiles {
public:
  ReadFiles(const clang::ASTContext &AST, const FrontendOptions &Options,
            const PreprocessorLog &Log)
      : AST(AST), SM(AST.getSourceManager()), Options(Options), Log(Log) {}

  /// Loc is in a file of the user's, not in a header of the system's.
  bool isUsers(clang::SourceLocation Loc) const;
  /// The file of Loc, read when first asked for.
  const ReadFile &of(clang::SourceLocation Loc);

private:
  std::set<std::string> ownNames() const;
  std::string whyHeaderStays(clang::FileID File) const;

  const clang::ASTContext &AST;
  const clang::SourceManager &SM;
  const FrontendOptions &Options;
  const PreprocessorLog &Log;
  std::map<clang::FileID, std::unique_ptr<ReadFile>> Files;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SOURCE_READFILES_H
