#!/usr/bin/env python3
"""Builds the table of nests sequentially and with tilepipe-cc, and compares them bit for bit.

The reference is the sequential program of the same backend, with the contraction that tilepipe
promises: gcc -ffp-contract=off, clang's default. Exit code 1 when a result differs, when a nest was
refused or declined, or when nothing ran.
"""
import argparse
import fcntl
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = os.path.join(HERE, "..", "..", "include")
FLAGS = ["-O2", "-march=native"]
TABLES = [os.path.join(HERE, "tables.c")]
SEQUENTIAL = {"gcc": ["-ffp-contract=off"], "clang": []}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--compiler", required=True, help="the tilepipe-cc to test")
    parser.add_argument("--backend", default="gcc", help="gcc, clang-19")
    parser.add_argument("--ranks", default="0,1,2,3,4,5", help="mpirun -np each; 0: without mpirun")
    parser.add_argument("--mpirun", default="mpirun", help="command and options before -np")
    parser.add_argument("--only", help="one nest of the table")
    parser.add_argument("--linker", help="a tilepipe-cc that links the same objects again, for another MPI library")
    parser.add_argument("--work", help="folder to build in, kept; tests that name the same one share its programs")
    parser.add_argument("--timeout", type=int, default=300, help="seconds per mpirun")
    return parser.parse_args()


def execute(command, environment=None, timeout=300):
    """(exit code, output of both streams); a command that does not end is killed with its children."""
    process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        out, _ = process.communicate(timeout=timeout)
        return process.returncode, out
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        out, _ = process.communicate()
        return -1, out + "\nno end after %d seconds\n" % timeout
    except BaseException:  # interrupted: nothing is left behind
        os.killpg(process.pid, 9)
        raise


def must(command, environment=None):
    code, out = execute(command, environment)
    if code:
        sys.exit("exit code %d: %s\n%s" % (code, shlex.join(command), out))
    return out


def nests_of_the_table():
    return sorted(glob.glob(os.path.join(HERE, "nests_*.c")))


def state(options):
    """What the programs are made from: paths, sizes, times."""
    compiler = os.path.abspath(shutil.which(options.compiler))
    runtime = os.path.join(os.path.dirname(compiler), "..", "..", "runtime", "libtilepipe.a")
    files = [compiler, runtime, os.path.join(HERE, "suite.py"), *glob.glob(os.path.join(INCLUDE, "tilepipe", "*.h")),
             *glob.glob(os.path.join(HERE, "*.[ch]"))]
    return [options.backend, *((f, os.stat(f).st_size, os.stat(f).st_mtime_ns) for f in sorted(files))]


def built_once(options, work):
    """The same as build(), for the table of nests, with its reference. Translating it takes minutes. So the first test
    that asks builds the programs, the others wait for them and use them."""
    wanted, stamp = json.dumps(state(options)), os.path.join(work, "built")
    os.makedirs(work, exist_ok=True)
    with open(os.path.join(work, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if os.path.exists(stamp):
            with open(stamp) as file:
                found = json.load(file)
            if found["from"] == wanted:
                return found["result"]
            os.remove(stamp)
        result = build(options, work, nests_of_the_table(), TABLES)
        must([result[0], "save", os.path.join(work, "reference")])
        with open(stamp, "w") as file:
            json.dump({"from": wanted, "result": result}, file)
        return result


def backend_environment(backend):
    environment = {k: v for k, v in os.environ.items()
                   if not k.startswith("TILEPIPE_") and not k.startswith("OMP_")}
    environment["OMPI_CC"] = environment["MPICH_CC"] = backend
    return environment


def all_sources(nests, others):
    return nests + others + [os.path.join(HERE, f) for f in ("main.c", "data.c", "random.c", "configurations.c")]


def object_of(work, source):
    return os.path.join(work, os.path.basename(source)[:-2] + ".o")


def build(options, work, nests, others):
    """Builds both programs from files with nests and files without. Returns the programs and the remarks by source."""
    sources = all_sources(nests, others)
    backend, environment = options.backend, backend_environment(options.backend)
    kind = "clang" if "clang" in backend else "gcc"
    sequential, parallel = os.path.join(work, "sequential"), os.path.join(work, "parallel")
    must([backend, *FLAGS, *SEQUENTIAL[kind], "-I", INCLUDE, "-I", HERE, *sources, "-o", sequential, "-lm"])

    objects, remarks = [], {}
    for source in sources:
        objects.append(object_of(work, source))
        if source in nests:
            remarks[source] = must([options.compiler, *FLAGS, "-Rpass=tilepipe", "-Rpass-missed=tilepipe",
                                    "-Rpass-analysis=tilepipe", "-I", INCLUDE, "-I", HERE, "-c", source, "-o", objects[-1]], environment)
        else:
            must([backend, *FLAGS, "-I", INCLUDE, "-I", HERE, "-c", source, "-o", objects[-1]])
    must([options.compiler, *objects, "-o", parallel, "-lm"], environment)
    return sequential, parallel, remarks


def linked_again(options, work, nests, others):
    """Builds the parallel program from the objects of build() with --linker: they do not depend on the MPI library."""
    program = os.path.join(work, "parallel.again")
    objects = [object_of(work, source) for source in all_sources(nests, others)]
    must([options.linker, *objects, "-o", program, "-lm"], backend_environment(options.backend))
    return program


def run(options, parallel, reference, ranks):
    command = [parallel, "check", reference, str(max(ranks, 1))]
    if options.only:
        command.append(options.only)
    if ranks:
        command = shlex.split(options.mpirun) + ["-np", str(ranks)] + command
    environment = backend_environment(options.backend)
    environment.update(TILEPIPE_ALWAYS="1", OMP_NUM_THREADS="3", TILEPIPE_WATCHDOG="60")
    if ranks == 3:  # one-sided messages have to be asked for at the start; nests choose among all then
        environment["TILEPIPE_TRANSPORT"] = "rma"
    # More threads than cores, of this suite and of others that run beside it: waiting ones must leave the core to
    # the others.
    environment["OMP_WAIT_POLICY"] = "passive"
    start = time.time()
    code, out = execute(command, environment, options.timeout)
    summary = re.search(r"^\d+ nests, [1-9]\d* runs, .*$", out, re.M)
    ok = code == 0 and summary is not None
    print("%-8s %s ranks: %s, %.1f s" % (options.backend, ranks or "no",
          summary.group(0) if summary else "no summary, exit code %d" % code, time.time() - start), flush=True)
    if not ok:
        print(out, flush=True)
    return ok, out


def prepare(options):
    """Open MPI's mpirun as root, and with more ranks than cores."""
    if not shlex.split(options.mpirun)[0].endswith("mpirun"):
        return
    if os.geteuid() == 0:
        options.mpirun += " --allow-run-as-root"
    options.mpirun += " --oversubscribe"


def main():
    options = arguments()
    prepare(options)
    with tempfile.TemporaryDirectory(prefix="tilepipe-nests-") as scratch:
        work = options.work or scratch
        _, parallel, remarks = built_once(options, work)
        remarks = "".join(remarks.values())
        print("%-8s %d nests parallelized" % (options.backend, remarks.count("parallelized as region")), flush=True)
        reference = os.path.join(work, "reference")
        if options.linker:
            parallel = linked_again(options, work, nests_of_the_table(), TABLES)
        results = [run(options, parallel, reference, int(r))[0] for r in options.ranks.split(",")]
    if not all(results) or not results:
        # The loops around a call, or around a whole nest and a statement, are rightly left alone.
        print("what was refused at compile time:")
        print("\n".join(line for line in remarks.splitlines() if "not parallelized" in line))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
