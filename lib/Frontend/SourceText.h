//===- SourceText.h - offsets and text of the main file ---------*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_FRONTEND_SOURCETEXT_H
#define TILEPIPE_LIB_FRONTEND_SOURCETEXT_H

#include "tilepipe/Support/Remark.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

#include <optional>

namespace tilepipe {

/// What a refusal points at.
struct Place {
  Location Where;
  std::string Text; ///< one line of source
};

/// Byte offsets, people's locations and text of Clang's source locations.
/// Tokens from macros count as their expansion in the file.
class SourceText {
public:
  SourceText(const clang::SourceManager &SM, const clang::LangOptions &Lang, std::string File)
      : SM(SM), Lang(Lang), File(std::move(File)) {}

  Location location(clang::SourceLocation Loc) const;
  Place place(clang::SourceRange Range) const;
  Place place(const clang::Stmt *S) const { return place(S->getSourceRange()); }

  bool isInMainFile(clang::SourceLocation Loc) const;
  /// Offset in the main file of the token at Loc. For a location in an included
  /// file: the offset of the #include that brought it in; 0 for built-ins.
  unsigned offset(clang::SourceLocation Loc) const;
  /// Offset just behind the token at Loc.
  unsigned endOffset(clang::SourceLocation Loc) const;
  /// Text of S with the semicolon that ends it, when both its ends are at token
  /// boundaries of the main file. A macro may supply the whole of it, not one end.
  std::optional<TextRange> statementRange(const clang::Stmt *S) const;

  llvm::StringRef text() const { return SM.getBufferData(SM.getMainFileID()); }
  /// First offset at or behind Offset that is neither white space nor comment.
  unsigned skipBlank(unsigned Offset) const;
  /// Offset of the first character of the line of Offset.
  unsigned lineStart(unsigned Offset) const;
  /// S as it is spelled in one line of a file: neither cut nor more than S itself.
  /// Nothing where a macro supplies a part of it, or a part of a macro is S.
  std::optional<std::string> exactText(const clang::Stmt *S) const;
  /// Calls F(identifier) for each identifier spelled in Range, directives included.
  void forEachIdentifier(TextRange Range,
                         llvm::function_ref<void(llvm::StringRef, unsigned)> F) const;

private:
  std::optional<unsigned> endOfStatement(const clang::Stmt *S) const;

  const clang::SourceManager &SM;
  const clang::LangOptions &Lang;
  std::string File;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SOURCETEXT_H
