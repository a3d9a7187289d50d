// PreprocessorLog.h - what the preprocessor did
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SOURCE_PREPROCESSORLOG_H
#define TILEPIPE_LIB_FRONTEND_SOURCE_PREPROCESSORLOG_H

#include "tilepipe/Frontend/Frontend.h"

#include "clang/Basic/SourceLocation.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
} // namespace clang

namespace tilepipe {

/// Directives and macro uses of a translation unit, in the order in which they were met.
/// Of system headers only the macros that they define.
struct PreprocessorLog {
  struct Change {
    clang::SourceLocation Loc;
    std::string Name;
    std::string Definition; ///< "NAME(x) replacement"; empty: undefined from here on
  };
  struct Expansion {
    clang::SourceLocation Loc;
    std::string Name;
    std::set<std::string> Body; ///< identifiers of the replacement
  };
  struct Pragma {
    clang::SourceLocation Loc; ///< of its '#'
    unsigned Length;
    std::string Text; ///< "omp parallel for"
  };
  struct Conditional {
    clang::SourceLocation Loc;
    int Change; ///< +1 opens, 0 another branch, -1 closes
    std::string CompilerTest;
    bool AsksHeaders = false; ///< for a macro that headers of one compiler alone may define
  };

  std::vector<Change> Changes;
  std::map<clang::FileID, size_t> ChangesBefore; ///< number of changes when a file was entered
  std::vector<Expansion> Expansions;
  std::vector<Pragma> Pragmas;
  std::vector<Conditional> Conditionals;
  std::vector<clang::SourceRange> Skipped; ///< by conditional directives
  std::set<std::string> CompilerMacros;    ///< defined where compilers are told apart
  bool SkipsHeaders = false;               ///< Clang does not read some there, which the backend may
  std::vector<clang::SourceRange> CompilerGroups; ///< #if groups that tell compilers apart

  std::map<std::string, std::optional<std::string>> AskedMacros; ///< see FrontendResult
  CompilerDifferences Differences;                               ///< to be set before attach()
  /// Places, of any file, of gcc's attributes `optimize`, which Clang does not know, and `target`, of which it does not know all.
  std::vector<clang::SourceLocation> OptimizeAttributes;

  /// Registers the callbacks that fill the log; call before the file is parsed.
  void attach(clang::CompilerInstance &Compiler);
};

/// The macro that is defined where a directive Text ("omp parallel for") has a meaning; empty: it is none.
std::string macroOfDirective(llvm::StringRef Text);

/// True for macros by which a file tells compilers or their modes apart.
bool tellsCompilersApart(llvm::StringRef Name);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SOURCE_PREPROCESSORLOG_H
