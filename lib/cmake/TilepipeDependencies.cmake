# Debian's LLVM, Clang, MPI and OpenMP; isl.
find_package(MPI REQUIRED COMPONENTS C)
find_package(OpenMP REQUIRED COMPONENTS C)
if(NOT TILEPIPE_COMPILER)
  return()
endif()
# LLVM's version file accepts only the exact minor version, so no version is asked for here.
find_package(LLVM REQUIRED CONFIG HINTS /usr/lib/llvm-19/lib/cmake/llvm)
find_package(Clang REQUIRED CONFIG HINTS /usr/lib/llvm-19/lib/cmake/clang)
if(NOT LLVM_VERSION_MAJOR EQUAL 19)
  message(FATAL_ERROR "tilepipe needs LLVM 19, found ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")
endif()
find_package(PkgConfig REQUIRED)
include(TilepipeIsl)
