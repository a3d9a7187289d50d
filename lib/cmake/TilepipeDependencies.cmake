# Debian's LLVM, Clang, isl, MPI and OpenMP.
# LLVM's version file accepts only the exact minor version, so no version is asked for here.
find_package(LLVM REQUIRED CONFIG HINTS /usr/lib/llvm-19/lib/cmake/llvm)
find_package(Clang REQUIRED CONFIG HINTS /usr/lib/llvm-19/lib/cmake/clang)
if(NOT LLVM_VERSION_MAJOR EQUAL 19)
  message(FATAL_ERROR "tilepipe needs LLVM 19, found ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")
endif()
find_package(MPI REQUIRED COMPONENTS C)
find_package(OpenMP REQUIRED COMPONENTS C)
find_package(PkgConfig REQUIRED)

# isl and gmp are linked statically and before libLLVM, which exports the isl functions of its own
# copy; --exclude-libs keeps ours from being seen by libLLVM in turn.
find_library(ISL_ARCHIVE libisl.a REQUIRED)
find_library(GMP_LIBRARY gmp REQUIRED)
add_library(tilepipe-isl INTERFACE)
target_link_libraries(tilepipe-isl INTERFACE ${ISL_ARCHIVE} ${GMP_LIBRARY})
target_link_options(tilepipe-isl INTERFACE -Wl,--exclude-libs,libisl.a)
