// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compile/Installation.h"

#include "Config.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace tilepipe;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::string join(llvm::StringRef Dir, llvm::StringRef Rest) {
  llvm::SmallString<256> Joined(Dir);
  path::append(Joined, Rest);
  path::remove_dots(Joined, /*remove_dot_dot=*/true);
  return std::string(Joined);
}

Installation Installation::find(const char *Argv0) {
  static int Anchor;
  std::string Program = fs::getMainExecutable(Argv0, &Anchor);
  llvm::StringRef Dir = path::parent_path(Program);
  bool IsBuildTree = Dir == TILEPIPE_BUILD_TOOLS;
  std::string Library = IsBuildTree ? TILEPIPE_BUILD_LIBRARY : join(Dir, TILEPIPE_INSTALLED_LIBRARY);
  return {IsBuildTree ? TILEPIPE_BUILD_INCLUDE : join(Dir, TILEPIPE_INSTALLED_INCLUDE),
          join(Library, "libtilepipe.a"), join(Library, "libtilepipe-once.a")};
}

const char *tilepipe::defaultBackend() { return TILEPIPE_DEFAULT_BACKEND; }

std::vector<std::string> tilepipe::mpiLibraries() { return {TILEPIPE_MPI_LIBRARIES}; }

std::vector<std::string> tilepipe::mpiIncludeDirs() { return {TILEPIPE_MPI_INCLUDES}; }

std::vector<std::string> tilepipe::runtimeLinkWords(const Installation &Files, bool HasOpenMP) {
  // -u: every reference to the runtime is weak, so only this pulls it out of the archive. No library exports the name.
  std::vector<std::string> Words = {"-Wl,-u,__tp_runtime", Files.Runtime};
  for (const char *Library : {TILEPIPE_MPI_LIBRARIES})
    Words.push_back(Library);
  if (!HasOpenMP)
    Words.push_back("-lgomp");
  Words.insert(Words.end(), {"-lm", "-lpthread"});
  return Words;
}
