// ExplainPage.h - the page of --tp-explain=<file>
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_DRIVER_EXPLAINPAGE_H
#define TILEPIPE_DRIVER_EXPLAINPAGE_H

#include "explain/TileMap.h"
#include "tilepipe/Driver/Translate.h"

namespace tilepipe {

/// Pictures of a nest and what they show, as a part of a page of HTML.
std::string explainInPictures(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe, const std::string &Settings,
                              const ChosenSizes &Sizes);

/// The page of --tp-explain, as a part of it that is folded away.
std::string explainInWords(const IslContext &Ctx, const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe,
                           const std::string &Settings);
/// The lines of the nest in FileText, the text of its file, with their numbers, as HTML.
std::string sourceLines(const LoopNest &Nest, llvm::StringRef FileText);

/// A file's name, and what became of it.
using ExplainedFile = std::pair<std::string, const Translation *>;
/// One self-contained page of HTML: each nest of the files in the order of the text, with its source, its outcome and,
/// if it became a region, its pictures. It needs no network.
std::string explainPage(llvm::ArrayRef<ExplainedFile> Files);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_EXPLAINPAGE_H
