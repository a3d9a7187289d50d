# Configuration of the lit tests; loaded by build/test/lit.site.cfg.py.
import os
import platform
import shutil
import subprocess
import sys

import lit.formats

config.name = "tilepipe"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".c", ".test"]
config.excludes = ["Inputs", "unit", "support", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.tilepipe_build + "/test"

# Tests see our tools first, then FileCheck behind a filter, not and split-file.
config.environment["PATH"] = os.pathsep.join([
    config.tilepipe_build + "/tools/tilepipe-cc",
    config.tilepipe_build + "/tools/tilepipe-run",
    config.tilepipe_build + "/tools/tilepipe-calibrate",
    config.tilepipe_build + "/tools/tilepipe-report",
    os.path.join(config.test_source_root, "support", "bin"),
    config.llvm_tools,
    os.environ.get("PATH", ""),
])
config.environment["FILECHECK"] = os.path.join(config.llvm_tools, "FileCheck")
config.environment["PKG_CONFIG_PATH"] = config.tilepipe_build
config.environment["LC_ALL"] = "C"
# A machine profile of whoever runs the tests must not change them.
config.environment["XDG_CACHE_HOME"] = config.tilepipe_build + "/test/cache"
config.environment["HOME"] = os.environ.get("HOME", "/tmp")
# Settings of whoever runs the tests must not change them; lit hands on only what is named above.
for variable in list(config.environment):
    if variable.startswith(("TILEPIPE_", "OMP_")):
        del config.environment[variable]

# Open MPI as root, with more ranks than cores, in a container.
mpirun = ("mpirun --allow-run-as-root --oversubscribe --bind-to none --mca mpi_yield_when_idle 1"
          " --mca btl_vader_single_copy_mechanism none")
try:
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "tilepipe"], check=True, text=True,
                           stdout=subprocess.PIPE, env=dict(config.environment)).stdout.strip()
except (OSError, subprocess.CalledProcessError) as error:
    lit_config.fatal("pkg-config does not find tilepipe: %s" % error)

config.substitutions += [
    ("%mpirun", mpirun),
    ("%python", sys.executable),
    # The reference: what the sequential program must compute.
    ("%cc_seq", "gcc -O2 -ffp-contract=off"),
    ("%tilepipe_flags", flags),
    ("%examples", config.tilepipe_source + "/examples"),
    ("%build", config.tilepipe_build),
    ("%include", config.tilepipe_source + "/include"),
]

for tool, feature in (("mpirun", "mpirun"), ("gcc", "gcc"), ("clang-19", "clang"),
                      ("mpicc", "mpicc"), ("autoconf", "autoconf"), ("ccache", "ccache"),
                      ("mandoc", "mandoc"), ("chromium", "chromium")):
    if shutil.which(tool, path=config.environment["PATH"]):
        config.available_features.add(feature)
if shutil.which("h5cc") and subprocess.run(["pkg-config", "--exists", "hdf5"]).returncode == 0:
    config.available_features.add("hdf5")
    config.substitutions.append(("%hdf5", subprocess.check_output(["pkg-config", "--cflags", "--libs", "hdf5"], text=True).strip()))
if shutil.which("zsh") and os.path.exists("/usr/share/bash-completion/bash_completion"):
    config.available_features.add("shells")
if all(shutil.which(tool, path=config.environment["PATH"]) for tool in ("cpack", "dpkg-deb", "dpkg-shlibdeps", "file")):
    config.available_features.add("debian")
if os.path.exists(config.tilepipe_build + "/mpich/tools/tilepipe-cc/tilepipe-cc"):
    config.available_features.add("mpich")
if config.tilepipe_otf2 and shutil.which("otf2-print", path=config.environment["PATH"]):
    config.available_features.add("otf2")
if platform.machine() == "x86_64":
    config.available_features.add("x86")
if all(shutil.which(tool, path=config.environment["PATH"]) for tool in ("ld.gold", "ld.lld", "mold")):
    config.available_features.add("linkers")
