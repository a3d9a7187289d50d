// SourceText.h - offsets and text of a file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SOURCE_SOURCETEXT_H
#define TILEPIPE_LIB_FRONTEND_SOURCE_SOURCETEXT_H

#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "tilepipe/Support/Remark.h"

#include <optional>

namespace tilepipe {

/// What a refusal points at.
struct Place {
  Location Where;
  std::string Text; ///< one line of source
};

/// Byte offsets in one file, the main one or a header, people's locations and text of
/// Clang's source locations. Tokens from macros count as their expansion in the file.
class SourceText {
public:
  /// Name: as people should see it.
  SourceText(const clang::SourceManager &SM, const clang::LangOptions &Lang, clang::FileID File,
             std::string Name)
      : SM(SM), Lang(Lang), File(File), Name(std::move(Name)) {}

  clang::FileID file() const { return File; }
  const std::string &name() const { return Name; }
  bool isMainFile() const { return File == SM.getMainFileID(); }

  Location location(clang::SourceLocation Loc) const;
  Place place(clang::SourceRange Range) const;
  Place place(const clang::Stmt *S) const { return place(S->getSourceRange()); }

  bool isInFile(clang::SourceLocation Loc) const;
  /// The token at Loc is all that a macro without parameters stands for.
  bool isWholeMacro(clang::SourceLocation Loc) const;
  /// Offset in the file of the token at Loc, which is in it.
  unsigned offset(clang::SourceLocation Loc) const { return offsetInside(Loc).value_or(0); }
  /// The same. For a location in an included file: the offset of the #include that
  /// brought it in; nothing where the file did not.
  std::optional<unsigned> offsetInside(clang::SourceLocation Loc) const;
  /// Loc comes before the text at Offset; built-ins always do.
  bool isBefore(clang::SourceLocation Loc, unsigned Offset) const;
  /// Offset just behind the token at Loc.
  unsigned endOffset(clang::SourceLocation Loc) const;
  /// Text of S with the semicolon that ends it, when both its ends are at token
  /// boundaries of the file. A macro may supply the whole of it, not one end.
  std::optional<TextRange> statementRange(const clang::Stmt *S) const;

  const clang::LangOptions &language() const { return Lang; }
  llvm::StringRef text() const { return SM.getBufferData(File); }
  /// Offset of the first of the attributes `[[...]]` that stand directly in front of Offset, or around it; Offset
  /// where there are none.
  unsigned attributesBefore(unsigned Offset) const;
  /// Offset of the first token at or behind Offset; the file's size where there is none. A continued line in
  /// front of the token's first character is part of the token, as in Clang.
  unsigned skipBlank(unsigned Offset) const;
  /// Offset of the first character of the line of Offset.
  unsigned lineStart(unsigned Offset) const;
  /// S as it is spelled in one line of a file: neither cut nor more than S itself.
  /// Nothing where a macro supplies a part of it, or a part of a macro is S.
  std::optional<std::string> exactText(const clang::Stmt *S) const;
  /// Calls F(identifier) for each identifier spelled in Range, directives included.
  void forEachIdentifier(TextRange Range,
                         llvm::function_ref<void(llvm::StringRef, unsigned)> F) const;
  /// The first token at or behind Offset, macros not expanded.
  clang::Token tokenAt(unsigned Offset) const;

private:
  std::optional<unsigned> endOfStatement(const clang::Stmt *S) const;

  const clang::SourceManager &SM;
  const clang::LangOptions &Lang;
  clang::FileID File;
  std::string Name;
};

/// The next line continues Line, which ends in front of its newline.
bool endsInSplice(llvm::StringRef Line, const clang::LangOptions &Lang);
/// Offset of the newline that ends the directive at the front of Text, whose lines may be continued. Text ends
/// where its file ends.
size_t lengthOfDirective(llvm::StringRef Text, const clang::LangOptions &Lang);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SOURCE_SOURCETEXT_H
