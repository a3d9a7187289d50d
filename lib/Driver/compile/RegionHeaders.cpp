// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a unit needs before insertions into its headers can be compiled.
#include "compile/Compile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace tilepipe;
using llvm::StringRef;
namespace path = llvm::sys::path;

/// What the backend makes of Source with Options in front of the command's; Output: its file.
llvm::Expected<std::string> RegionCompiler::preprocess(std::vector<std::string> Options,
                                                       StringRef Source, std::string &Output) {
  llvm::Expected<std::string> Place = Scratch.place("expanded.i");
  if (!Place)
    return Place.takeError();
  Output = *Place;
  llvm::append_range(Options, words("-E", Source, Output));
  llvm::Expected<BackendResult> Made = Compiler.runUnseen(Options);
  if (!Made)
    return Made.takeError();
  auto Text = llvm::MemoryBuffer::getFile(Output);
  if (Made->ExitCode != 0 || !Text)
    return llvm::createStringError("%s", complaintIn(Made->Errors).c_str());
  return (*Text)->getBuffer().str();
}

/// Preprocessed text without line markers and blanks.
static std::string tokensOf(StringRef Text) {
  std::string Tokens;
  for (StringRef Line : llvm::split(Text, '\n'))
    if (!Line.starts_with("# "))
      llvm::copy_if(Line, std::back_inserter(Tokens), [](char C) { return !llvm::isSpace(C); });
  return Tokens;
}

/// The unit's text behind the inclusion of files, but with its macros. gcc forgets some of what
/// directives did before (`pop_macro`, the level of inclusion): only a text that means the same
/// is good.
llvm::Expected<std::string> RegionCompiler::expand(const TranslatedInput &In) {
  std::string Place, Unused;
  llvm::Expected<std::string> Text = preprocess({"-fdirectives-only"}, In.Input->Value, Place);
  if (!Text)
    return Text;
  llvm::Expected<std::string> Once = preprocess({}, In.Input->Value, Unused);
  if (!Once)
    return Once;
  llvm::Expected<std::string> Twice =
      preprocess({"-fpreprocessed", "-fdirectives-only"}, Place, Unused);
  if (!Twice)
    return Twice;
  if (tokensOf(*Once) != tokensOf(*Twice))
    return llvm::createStringError("it is not the same when it is preprocessed in two steps");
  return Text;
}

llvm::Error RegionCompiler::prepareHeaders(TranslatedInput &In) {
  std::vector<RegionText> &Regions = In.Result.Regions;
  auto IsInHeader = [](const RegionText &R) { return !R.Header.empty(); };
  if (!IsGcc || llvm::none_of(Regions, IsInHeader))
    return llvm::Error::success();
  llvm::Expected<std::string> Text = expand(In);
  if (Text) {
    Expanded = std::move(*Text);
    return llvm::Error::success();
  }
  std::string Why = llvm::toString(Text.takeError());
  for (size_t R = 0; R < Regions.size(); ++R)
    if (IsInHeader(Regions[R]))
      rejectRegion(In, R, {"backend-rejected", Regions[R].Where, Why,
                           "the backend does not take another text for the header", ""});
  llvm::erase_if(Regions, IsInHeader);
  return llvm::Error::success();
}

/// The file that tells clang what the headers' contents are.
llvm::Expected<std::string> RegionCompiler::overlayFile(const TranslatedInput &In,
                                                        const UnitInsertions &Unit) {
  std::vector<std::pair<std::string, std::string>> Contents;
  for (const auto &[Name, Insertions] : Unit.Headers) {
    llvm::Expected<std::string> Copy = Scratch.place(path::filename(Name));
    if (!Copy)
      return Copy.takeError();
    if (llvm::Error E = writeWhole(*Copy, applyInsertions(In.Result.Headers.at(Name), Insertions)))
      return E;
    keepTime(Name, *Copy);
    Contents.push_back({Name, *Copy});
  }
  llvm::Expected<std::string> Overlay = Scratch.place("overlay.yaml");
  if (!Overlay)
    return Overlay.takeError();
  if (llvm::Error E = writeWhole(*Overlay, overlayFor(Contents)))
    return E;
  return *Overlay;
}
