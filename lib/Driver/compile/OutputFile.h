// OutputFile.h - files that appear whole or not at all
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_DRIVER_OUTPUTFILE_H
#define TILEPIPE_DRIVER_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tilepipe {

/// Makes Text the content of Path, or leaves Path as it was and fails. "-" is
/// the standard output; what is not a regular file is written in place.
llvm::Error writeWhole(llvm::StringRef Path, llvm::StringRef Text);

/// Replaces the file To by a copy of From in the same way; To keeps its mode.
llvm::Error replaceWhole(llvm::StringRef From, llvm::StringRef To);

/// A folder of our own in $TMPDIR, gone with the object and on signals that can be caught. One at a time.
class ScratchFolder {
public:
  static llvm::Expected<ScratchFolder> create();
  ScratchFolder(ScratchFolder &&Other);
  ScratchFolder(const ScratchFolder &) = delete;
  ~ScratchFolder();

  /// Path of a file in a sub-folder of its own, so that it can keep its name.
  llvm::Expected<std::string> place(llvm::StringRef Name);

private:
  explicit ScratchFolder(std::string Path) : Path(std::move(Path)) {}
  std::string Path;
  unsigned Count = 0;
};

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_OUTPUTFILE_H
