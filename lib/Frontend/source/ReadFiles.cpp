// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/ReadFiles.h"

#include "tilepipe/Support/Identifiers.h"

using namespace tilepipe;
using namespace clang;

bool ReadFiles::isUsers(SourceLocation Loc) const {
  FileID File = SM.getFileID(SM.getExpansionLoc(Loc));
  return File == SM.getMainFileID() ||
         (SM.getFileEntryForID(File) && !SM.isInSystemHeader(SM.getLocForStartOfFile(File)));
}

/// Why the nests of a header stay as they are; empty: they may be transformed.
std::string ReadFiles::whyHeaderStays(FileID File) const {
  if (!Options.OffersHeaders)
    return "only the main file is translated from source to source";
  if (SM.isLoadedFileID(File))
    return "it was compiled before";
  // Macros may have changed from one time to the other, and a name can be defined once.
  unsigned Times = 0;
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (Entry.isFile())
      Times += Entry.getFile().getContentCache().OrigEntry == SM.getFileEntryRefForID(File);
  }
  return Times > 1 ? "it is included more than once" : "";
}

/// Reserved names of macros and at file scope, but for those that the runtime's headers give the translation unit.
std::set<std::string> ReadFiles::ownNames() const {
  std::set<std::string> Names;
  auto Add = [&](llvm::StringRef Name) {
    if (isReserved(Name))
      Names.insert(Name.str());
  };
  for (const auto &Known : AST.Idents)
    if (Known.getValue()->hadMacroDefinition() || Known.getValue()->hasMacroDefinition())
      Add(Known.getKey());
  for (const Decl *D : AST.getTranslationUnitDecl()->decls()) {
    // A function that is only declared is the one of that name: the runtime's, or whatever else is linked.
    if (auto *Function = dyn_cast<FunctionDecl>(D); Function && !Function->isDefined())
      continue;
    if (auto *Named = dyn_cast<NamedDecl>(D); Named && Named->getIdentifier())
      Add(Named->getName());
    if (auto *Enum = dyn_cast<EnumDecl>(D))
      for (const EnumConstantDecl *Constant : Enum->enumerators())
        Add(Constant->getName());
  }
  for (unsigned I = 0; !Names.empty() && I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile() || !Entry.getFile().getContentCache().OrigEntry)
      continue;
    llvm::StringRef Path = Entry.getFile().getContentCache().OrigEntry->getName();
    if (Path.ends_with("tilepipe/runtime.h") || Path.ends_with("tilepipe/testing.h"))
      for (llvm::StringRef Name : identifiersIn(SM.getBufferData(SM.translateFile(*Entry.getFile().getContentCache().OrigEntry))))
        Names.erase(Name.str());
  }
  return Names;
}

const ReadFile &ReadFiles::of(SourceLocation Loc) {
  FileID File = SM.getFileID(SM.getExpansionLoc(Loc));
  std::unique_ptr<ReadFile> &Known = Files[File];
  if (Known)
    return *Known;
  bool IsHeader = File != SM.getMainFileID();
  std::string Name =
      IsHeader ? SM.getFilename(SM.getLocForStartOfFile(File)).str() : Options.File;
  SourceText Src(SM, AST.getLangOpts(), File, Name);
  Known = std::make_unique<ReadFile>(ReadFile{Src, PreprocessorFacts(Log, Src, Options.IgnoresDirectives),
                                              {Name, Src.text(), IsHeader, ownNames()},
                                              IsHeader ? whyHeaderStays(File) : ""});
  return *Known;
}
