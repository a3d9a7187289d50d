// HeaderText.h - insertions into the headers of a unit
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A header is found by rules that only the backend knows in full: beside which file,
// in which folder, once or again, next in the list. No copy of it is put anywhere in
// this order. clang is told that the file has other contents; for gcc, which cannot
// be told, the text is inserted behind the inclusion of files, as gcc itself does it.
#ifndef TILEPIPE_DRIVER_HEADERTEXT_H
#define TILEPIPE_DRIVER_HEADERTEXT_H

#include "tilepipe/Driver/Translate.h"

namespace tilepipe {

/// What a selection of a unit's regions adds to its files.
struct UnitInsertions {
  std::vector<Insertion> Main;
  std::map<std::string, std::vector<Insertion>> Headers; ///< by name, as in Translation
};

/// A file whose text is inserted into.
struct EditedFile {
  std::string Name; ///< as the insertions' line markers name it
  llvm::StringRef Original;
  const std::vector<Insertion> &Insertions;
};

/// Expanded, which is what `gcc -E -fdirectives-only` makes of the unit, with the insertions
/// of Files. Line markers in them get the name that gcc has for the file. Fails where the
/// lines cannot be found again.
llvm::Expected<std::string> insertIntoExpanded(llvm::StringRef Expanded,
                                               llvm::ArrayRef<EditedFile> Files);

/// Text for clang's -ivfsoverlay: the files of Contents (name, file with the contents) seem to
/// have other contents, under their own names.
std::string overlayFor(llvm::ArrayRef<std::pair<std::string, std::string>> Contents);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_HEADERTEXT_H
