// Preprocessor.h - what the preprocessor did, by offset
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SOURCE_PREPROCESSOR_H
#define TILEPIPE_LIB_FRONTEND_SOURCE_PREPROCESSOR_H

#include "source/PreprocessorLog.h"
#include "source/SourceText.h"

namespace tilepipe {

/// A pragma of the file.
struct PragmaUse {
  unsigned Offset;  ///< of its '#'
  unsigned End;     ///< behind its line, or behind the tokens that spell it
  unsigned Next;    ///< of the first token behind it and behind pragmas that follow it
  std::string Text; ///< "omp parallel for"
  bool IsIgnored = false; ///< by the backend, and by Clang
  bool isRequest() const {
    return llvm::StringRef(Text).starts_with("tilepipe") && Text != "tilepipe off";
  }
  /// It says which warnings are given; what stands behind it is of no matter.
  bool isDiagnostic() const {
    return llvm::StringRef(Text).starts_with("GCC diagnostic") || llvm::StringRef(Text).starts_with("clang diagnostic");
  }
  /// It says how compilers should compile the loop behind it: `ivdep`, `GCC unroll 4`. The loop means the same without.
  /// A directive that is ignored is one, wherever it stands.
  bool isLoopHint() const;
  bool isOpenMP() const { return !IsIgnored && llvm::StringRef(Text).starts_with("omp"); }
  /// Written for tools like this one; it may stand anywhere.
  bool isOurs() const {
    return llvm::StringRef(Text).starts_with("tilepipe") || Text == "scop" || Text == "endscop";
  }
};

/// The directives and macro uses of one file. Offsets are of this file; what a file
/// that it includes does counts at its #include.
class PreprocessorFacts {
public:
  /// What Log, complete, says about Src's file. IgnoresDirectives: see FrontendOptions.
  PreprocessorFacts(const PreprocessorLog &Log, const SourceText &Src, bool IgnoresDirectives);

  /// The pragma directly in front of the token at Offset; null when there is none.
  /// Of several the first that is neither ours nor about warnings nor a hint.
  const PragmaUse *pragmaBefore(unsigned Offset) const;
  /// Where the first hint begins of those directly in front of the loop at Offset; Offset: there is none.
  /// Nothing: a `#if` group begins between hint and loop.
  std::optional<unsigned> beginOfHints(unsigned Offset) const;
  /// The hint whose '#' is at Offset; null when there is none.
  const PragmaUse *hintAt(unsigned Offset) const;
  /// The first OpenMP pragma of those directly in front of the token at Offset; null when there is none.
  const PragmaUse *openMPBefore(unsigned Offset) const;
  /// The text at Offset is that of a pragma, which is not ignored.
  bool isInPragma(unsigned Offset) const;
  /// Begin, or the `#if` of the outermost group that ends in front of End and whose first text, of what the
  /// compiler reads, is at Begin.
  unsigned beforeGroups(const SourceText &Src, unsigned Begin, unsigned End) const;
  /// `#pragma tilepipe off` stands directly in front of the token at Offset.
  bool isSwitchedOff(unsigned Offset) const;
  /// The other `#pragma tilepipe` directly in front of the token at Offset.
  std::vector<const PragmaUse *> requestsBefore(unsigned Offset) const;
  /// All `#pragma tilepipe` of the file but `off`.
  std::vector<const PragmaUse *> requests() const;
  /// A pragma in Range that is not ours, not about warnings and no hint; null when there is none.
  const PragmaUse *pragmaInside(TextRange Range) const;
  /// A pragma about warnings in Range that reaches beyond it: it stands outside of a `push` and its `pop`.
  const PragmaUse *unpairedDiagnostic(TextRange Range) const;

  /// A macro in Range whose expansion depends on its place, or that gcc and Clang
  /// expand differently. Empty: no such name.
  std::string unstableMacro(TextRange Range) const;
  /// Directives around text at offset Before that give the macros of Range the
  /// meaning they have at its beginning.
  struct Meaning {
    std::string Set, Restore;
    std::string Clash; ///< a macro that changes inside Range, outside Body or between two uses
  };
  Meaning meaningAt(const SourceText &Src, TextRange Range, TextRange Body,
                    unsigned Before) const;
  /// No macro that Range names, itself or by other macros, changes between there and offset Other, on either side, and none may be
  /// defined for one compiler.
  bool meansTheSameAt(const SourceText &Src, TextRange Range, unsigned Other) const;
  /// One of Names that is a macro somewhere from offset Before to the end of Range; empty
  /// when there is none.
  std::string macroAmong(const std::set<std::string> &Names, unsigned Before,
                         TextRange Range) const;
  /// True when every #if of Range ends in it, and no other branch cuts it.
  bool hasWholeConditionals(TextRange Range) const;
  /// Behind blanks, conditional directives and what these leave out.
  unsigned skipConditionals(const SourceText &Src, unsigned Offset) const;
  /// Text of Range without conditional directives and what they leave out.
  std::string textWithoutConditionals(const SourceText &Src, TextRange Range) const;
  /// Name of a macro by which compilers are told apart and that an #if in Range
  /// asks for; empty when there is none.
  std::string compilerTest(TextRange Range) const;
  /// An #if in Range asks for a macro that headers of one compiler alone may define.
  bool asksHeaders(TextRange Range) const;
  /// What tells compilers apart in or around the declaration at Text, of any file: a macro, or
  /// "#if"; a group that holds the nest at Nest too does not count. Empty when nothing does.
  std::string unstableDeclaration(clang::SourceRange Text, clang::SourceLocation Nest,
                                  const clang::SourceManager &SM) const;
  /// Compilers may be shown different text between the ends of Text, a definition of any
  /// file: an #if inside or around it, or a macro of this file, tells them apart.
  bool dependsOnCompiler(clang::SourceRange Text, const clang::SourceManager &SM) const;
  /// Text at offsets One and Other is compiled under the same options: no pragma between them says otherwise, and the attributes
  /// `optimize` and `target` are nowhere.
  bool compilesTheSameAt(unsigned One, unsigned Other) const;
  /// gcc's attribute `optimize` stands between two places in files.
  bool hasOptimizeAttribute(clang::SourceRange Between, const clang::SourceManager &SM) const;

private:
  struct Expansion {
    unsigned Offset;
    std::string Name;
    std::set<std::string> Body; ///< identifiers of the replacement
  };
  struct Change {
    std::string Name;
    std::string Definition; ///< "NAME(x) replacement"; empty: undefined from here on
  };
  struct Conditional {
    unsigned Offset;
    int Change; ///< +1 opens, 0 another branch, -1 closes
    std::string CompilerTest;
    bool AsksHeaders;
  };

  void chainPragmas(const SourceText &Src);
  std::set<std::string> namesOf(const SourceText &Src, TextRange Range) const;

  std::multimap<unsigned, Change> Changes; ///< #define and #undef of the file and its includes
  std::set<std::string> Predefined;        ///< defined in front of the file
  std::vector<TextRange> Skipped;          ///< by conditional directives
  std::vector<Expansion> Expansions;
  std::vector<PragmaUse> Pragmas;
  std::vector<PragmaUse> Included; ///< pragmas of files that the file includes, at its #include
  std::vector<Conditional> Conditionals;
  std::set<std::string> CompilerMacros; ///< defined where compilers are told apart
  bool SkipsHeaders;                    ///< see PreprocessorLog
  std::vector<clang::SourceRange> CompilerGroups; ///< #if groups, of any file, that do so
  std::vector<PreprocessorLog::Expansion> CompilerUses; ///< of macros that tell compilers apart
  std::vector<clang::SourceLocation> OptimizeAttributes;
  clang::FileID File;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SOURCE_PREPROCESSOR_H
