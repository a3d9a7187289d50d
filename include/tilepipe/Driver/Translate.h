// Translate.h - one C file through all stages
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_DRIVER_TRANSLATE_H
#define TILEPIPE_DRIVER_TRANSLATE_H

#include "tilepipe/CodeGen/CodeGen.h"
#include "tilepipe/Driver/CommandLine.h"
#include "tilepipe/Frontend/Frontend.h"
#include "tilepipe/Support/Remark.h"

#include <functional>
#include <map>

namespace llvm {
class raw_ostream;
}

namespace tilepipe {

/// One file to translate.
struct TranslateOptions {
  std::string File;                    ///< as the user named it
  std::vector<std::string> ClangFlags; ///< see FrontendOptions
  /// The name of a file as it is to stand in the object, see prefixMapped(); empty: the file's own.
  std::function<std::string(llvm::StringRef)> RecordedName;
  bool LineDirectives = false;         ///< see CodeGenOptions
  bool OffersHeaders = false;          ///< see FrontendOptions
  bool IgnoresDirectives = false;      ///< see FrontendOptions
  bool PrintDiagnostics = true;        ///< Clang's own, when the file has errors
  bool HasExpandedMacros = false;      ///< what is translated is not the file's text (expandLoopMacros)
  bool KeepsCalls = false;             ///< no bodies of functions stand in place of calls (inlineNests)
  std::string IncludeDir;              ///< where tilepipe/runtime.h is, for the proof
  const ToolOptions *Tool = nullptr;   ///< what to print, where to stop, settings
  /// Called at most once by translate(): the backend's predefined macros by name; empty: they are not known.
  std::function<std::map<std::string, std::string>()> BackendMacros;
};

/// What one accepted nest adds to its file; regions do not need each other.
struct RegionText {
  Location Where; ///< of the nest, as in its remarks
  std::string Name;
  std::string Function;
  std::string Header; ///< name of the file that Insertions go to; empty: the main file
  std::vector<Insertion> Insertions;
  std::vector<Insertion> Explicit; ///< the same in the explicit style; empty: not asked for
  unsigned Dimensions = 0;         ///< of its tiles
  std::vector<Remark> Remarks; ///< that the nest was parallelized, and what is to be said of it
  std::string Certificate;     ///< of its proof; empty: none was asked for
  std::string Explanation;     ///< its part of the page of --tp-explain=<file>; empty: none was asked for
};

/// What became of a file.
struct Translation {
  std::string Original;            ///< the file as it was read
  std::string Text;                ///< the file with all insertions; itself without regions
  std::vector<Remark> Remarks;     ///< one outcome per nest, in source order
  std::vector<RegionText> Regions; ///< accepted nests
  unsigned Nests = 0;              ///< see FrontendResult
  std::vector<ParallelMark> Marks; ///< nests that `#pragma tilepipe parallel` is about
  bool HasLoopMacros = false; ///< a nest was refused because macros frame it
  bool HasBodies = false;     ///< of functions, in place of calls
  std::map<std::string, std::string> Headers; ///< as they were read, by name; those with regions
  std::vector<PragmaWarning> PragmaWarnings;
  std::string Certificates;        ///< of the regions that were to be proved
};

/// Why --tp-require is not content with what became of files; empty: it is. Marked nests count,
/// and without any mark one region is enough.
std::string unmetRequirement(llvm::ArrayRef<const Translation *> Files);

/// Makes the nest at Where, whose region is left out for the reason Why, a missed one in Result's
/// remarks.
void rejectNest(Translation &Result, const Location &Where, const Refusal &Why);

/// Takes File through the stages. Pages (--tp-print-after, --tp-explain) go to
/// Pages. Fails when the file cannot be read or parsed.
llvm::Expected<Translation> translate(const TranslateOptions &Options, llvm::raw_ostream &Pages);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_TRANSLATE_H
