// Installation.h - where our own files are
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_DRIVER_INSTALLATION_H
#define TILEPIPE_DRIVER_INSTALLATION_H

#include <string>
#include <vector>

namespace tilepipe {

/// Our files, whether the program runs from its build tree or installed.
struct Installation {
  std::string IncludeDir; ///< holds tilepipe/runtime.h
  std::string Runtime;    ///< libtilepipe.a
  std::string Once;       ///< libtilepipe-once.a

  static Installation find(const char *Argv0);
};

/// The C compiler of the runtime's MPI, by its name in PATH: mpicc, mpicc.mpich.
const char *defaultBackend();

/// The runtime's MPI libraries.
std::vector<std::string> mpiLibraries();

/// Folders with mpi.h, for Clang, which does not know what mpicc adds.
std::vector<std::string> mpiIncludeDirs();

/// What a program needs that contains regions: the runtime and its libraries.
/// HasOpenMP: the backend adds an OpenMP runtime by itself.
std::vector<std::string> runtimeLinkWords(const Installation &Files, bool HasOpenMP);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_INSTALLATION_H
