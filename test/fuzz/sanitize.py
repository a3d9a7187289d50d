#!/usr/bin/env python3
"""Runs random nests with the runtime, the emitted code and the harness under a sanitizer.

    sanitize.py --kind thread --compiler tilepipe-cc --build FOLDER
    sanitize.py --kind address --compiler tilepipe-cc --build FOLDER

thread: ThreadSanitizer with LLVM's OpenMP runtime and Archer, which tells it about barriers and teams.
address: AddressSanitizer and UndefinedBehaviorSanitizer. The runtime is built once per kind in a
subfolder of --build and again when a source changed. Any report, and any wrong result, is a failure.
"""
import argparse
import fcntl
import glob
import hashlib
import os
import random
import shlex
import shutil
import sys

import build
import execute
from draw import draw

RUNTIME = os.path.join(build.HERE, "..", "..", "runtime")
LLVM = ["/usr/lib/llvm-19/lib", "/usr/lib/llvm-19/lib64"]
FLAGS = {"thread": ["-fsanitize=thread"], "address": ["-fsanitize=address,undefined"]}
REPORTS = ["WARNING: ThreadSanitizer", "ERROR: AddressSanitizer", "runtime error:", "FATAL: ThreadSanitizer"]
COMMON = ["-g1", "-O1", "-ffp-contract=off", "-w"]


def arguments():
    out = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    out.add_argument("--kind", choices=sorted(FLAGS), required=True)
    out.add_argument("--compiler", default="tilepipe-cc")
    out.add_argument("--build", required=True, help="folder for the runtime and the programs, kept")
    out.add_argument("--mpirun", default="mpirun --bind-to none")
    out.add_argument("--ranks", default="0,3")
    out.add_argument("--seeds", default="0:12", metavar="A:B")
    out.add_argument("--count", type=int, default=6, help="configurations of each nest")
    out.add_argument("--spoil", metavar="OLD=NEW", help="replaces text in emitted code")
    out.add_argument("--define", default="", metavar="NAME=VALUE", help="a macro")
    return out.parse_args()


def archer():
    """(folder of libomp, libarcher) or None."""
    for folder in LLVM:
        tool = os.path.join(folder, "libarcher.so")
        if os.path.exists(tool) and os.path.exists(os.path.join(folder, "libomp.so")):
            return folder, tool
    return None


def mpi_words(what):
    """Flags of mpicc: --showme:compile or --showme:link."""
    return shlex.split(build.step(["mpicc", "--showme:" + what]))


def digest(files, flags):
    h = hashlib.sha256(" ".join(flags).encode())
    for name in sorted(files):
        with open(name, "rb") as file:
            h.update(file.read())
    return h.hexdigest()


def runtime(folder, flags):
    """The archive of the runtime with these flags, built when anything changed."""
    sources = glob.glob(os.path.join(RUNTIME, "*", "*.c"))
    headers = glob.glob(os.path.join(RUNTIME, "*", "*.h")) + glob.glob(os.path.join(build.INCLUDE, "tilepipe", "*.h"))
    archive, stamp = os.path.join(folder, "libtilepipe.a"), os.path.join(folder, "stamp")
    current = digest(sources + headers, flags)
    if os.path.exists(archive) and os.path.exists(stamp) and open(stamp).read() == current:
        return archive
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    compiler = (["ccache"] if shutil.which("ccache") else []) + ["gcc"]
    objects = []
    for source in sources:
        name = os.path.relpath(source, RUNTIME).replace(os.sep, "_")[:-2] + ".o"
        objects.append(os.path.join(folder, name))
        build.step([*compiler, "-std=gnu11", *COMMON, *flags, "-fopenmp", "-D_GNU_SOURCE", "-DTP_RUNTIME",
                    '-DTILEPIPE_VERSION="sanitized"', "-I", RUNTIME,
                    "-I", build.INCLUDE, *mpi_words("compile"), "-c", source, "-o", objects[-1]])
    build.step(["ar", "rcs", archive, *objects])
    with open(stamp, "w") as out:
        out.write(current)
    return archive


def program(options, work, nests, archive):
    """Both programs under the sanitizer, and what became of the nests."""
    flags = COMMON + FLAGS[options.kind] + ["-I", build.INCLUDE, "-I", build.HERE, "-I", build.suite.HERE]
    flags += ["-D" + options.define] if options.define else []
    files, tables, lines = build.write_sources(work, nests)
    sequential, parallel = os.path.join(work, "sequential"), os.path.join(work, "parallel")
    build.step(["gcc", *flags, *files, tables, *build.SHARED, "-o", sequential, "-lm"])
    outcomes, least, affine, translated = {}, {}, set(), []
    for source in files:
        translated.append(source[:-2] + ".tp.c")
        said = build.step([options.compiler, "-O1", "-I", build.INCLUDE, "-I", build.HERE, "-Rpass=tilepipe",
                           "-Rpass-missed=tilepipe", source, "-o", translated[-1]],
                          build.suite.backend_environment("gcc"))
        outcomes.update(build.outcomes(said, lines[source], [n for n in nests if n.seed in lines[source]]))
        for known, more in zip((least, affine), build.least_extents(said, lines[source])):
            known.update(more)
        spoil(options, translated[-1])
    openmp = ["-L", archer()[0], "-Wl,-rpath," + archer()[0], "-lomp"] if options.kind == "thread" else ["-lgomp"]
    objects = []
    for source in translated + [tables] + build.SHARED:
        objects.append(os.path.join(work, os.path.basename(source)[:-2] + ".o"))
        build.step(["gcc", *flags, "-fopenmp", "-c", source, "-o", objects[-1]])
    build.step(["gcc", *FLAGS[options.kind], *objects, "-Wl,-u,tp_region_run", archive, *openmp,
                *mpi_words("link"), "-lm", "-lpthread", "-o", parallel])
    return build.Program(sequential, parallel, outcomes, least, affine, "")


def spoil(options, name):
    if not options.spoil:
        return
    old, new = options.spoil.split("=", 1)
    with open(name) as file:
        text = file.read()
    if old not in text:
        sys.exit("sanitize.py: emitted code has no '%s'" % old)
    with open(name, "w") as file:
        file.write(text.replace(old, new))


def settings(options):
    out = {"TSAN_OPTIONS": "ignore_noninstrumented_modules=1:history_size=4:exitcode=66",
           "ASAN_OPTIONS": "detect_leaks=0:exitcode=66:handle_segv=1", "UBSAN_OPTIONS": "print_stacktrace=1"}
    if options.kind == "thread":
        out.update(OMP_TOOL_LIBRARIES=archer()[1], ARCHER_OPTIONS="verbose=0", KMP_BLOCKTIME="0")
    return out


def reports(out):
    return [line for line in out.splitlines() if any(r in line for r in REPORTS)]


def main():
    options = arguments()
    if options.kind == "thread" and not archer():
        print("no libarcher: nothing run")
        return 1
    first, last = (int(x) for x in options.seeds.split(":"))
    nests = [draw(s) for s in range(first, last)]
    os.makedirs(options.build, exist_ok=True)
    with open(os.path.join(options.build, options.kind + ".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two tests at a time use the archive of a kind
        archive = runtime(os.path.join(options.build, "runtime-" + options.kind), FLAGS[options.kind])
    work = os.path.join(options.build, "program-" + options.kind + ("-spoiled" if options.spoil or options.define else ""))
    os.makedirs(work, exist_ok=True)
    built = program(options, work, nests, archive)
    reference, rng = os.path.join(work, "reference"), random.Random(first)
    code, out = build.suite.execute([built.sequential, "save", reference],
                                    {**build.suite.backend_environment("gcc"), **settings(options)})
    found, failures, ran = reports(out), ["sequential: exit code %d" % code] if code else [], 0
    for ranks in (int(r) for r in options.ranks.split(",")):
        lines = execute.plan(rng, nests, built, ranks, options.count, stacks=False)  # what they add needs room
        for part in execute.runs_of(lines, ranks):
            result = execute.run(built.parallel, reference, part, ranks, options.mpirun, "gcc", extra=settings(options))
            found, ran = found + reports(result.out), ran + result.counts["ran"]
            failures += [text for _, text in result.failures]
            if result.failures or reports(result.out):
                print(result.out[:8000])
            print("%s sanitizer, %s ranks: %s" % (options.kind, ranks or "no", " ".join(
                "%s=%d" % item for item in result.counts.items())), flush=True)
    print("%d reports, %d failures, %d regions in parallel" % (len(found), len(failures), ran))
    return 1 if found or failures or not ran else 0


if __name__ == "__main__":
    sys.exit(main())
