// ScratchFolder.h - a folder for what the backend makes on the way
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_DRIVER_SCRATCHFOLDER_H
#define TILEPIPE_DRIVER_SCRATCHFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tilepipe {

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

#endif // TILEPIPE_DRIVER_SCRATCHFOLDER_H
