# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import pathlib

from spack.package import *

try:  # Spack 1.0 and newer
    from spack_repo.builtin.build_systems.cmake import CMakePackage
except ImportError:
    pass


class Tilepipe(CMakePackage):
    """Source-to-source compiler that runs loop nests of sequential C programs
    on MPI ranks and OpenMP threads, with the same results."""

    # The recipe builds what is committed in the checkout that it is a part of.
    git = pathlib.Path(__file__).resolve().parents[5].as_uri()

    license("Apache-2.0 WITH LLVM-exception")

    version("main", branch="main")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.20:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("python@3.9:", type="build")
    depends_on("llvm@19 +clang +llvm_dylib", type=("build", "link", "run"))
    depends_on("isl")
    depends_on("gmp")
    # tilepipe-run speaks to Open MPI's mpirun.
    depends_on("openmpi@4.1:", type=("build", "link", "run"))

    generator("ninja")
    # Its assertions stay on in this one alone.
    variant("build_type", default="RelWithDebInfo", description="CMake build type", values=("RelWithDebInfo",))

    def cmake_args(self):
        return [
            self.define("BUILD_TESTING", False),
            # No downloads while building.
            self.define("TILEPIPE_ISL", "system"),
        ]

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_install(self):
        Executable(self.prefix.bin.join("tilepipe-cc"))("--tp-version")
