#!/usr/bin/env python3
"""Every example program: the same output, exit code and remarks-free build, alone and on ranks.

Built both ways: by tilepipe-cc as the compiler, and from its translated source with mpicc. Small
sizes; TILEPIPE_ALWAYS makes regions run, and the statistics must tell that they did.
"""
import argparse
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile

import suite

# arguments of a small run, and how many nests of the program must be parallelized at least
SMALL = {
    "wavefront3d": ("17 19 301", 1),
    "align": ("", 1),
    "p2p": ("3 77 91", 1),
    "sor": ("61 20", 1),
    "dtw": ("dtw/data/first.csv dtw/data/second.csv 311", 1),
    "sat": ("-z 2 sat/data/cells.pgm 17 60 101 33 511 383 1 1", 1),
    "sn": ("sn/data/tank.txt 11", 8),
    "checkpoint": ("61 20 5 raw /dev/null", 2),
    "editdist": ("editdist/data/draft.txt editdist/data/make.py", 1),
}
WRONG_USE = {
    "wavefront3d": "1 1 1",
    "align": "/nowhere.fasta",
    "p2p": "0 0 0",
    "sor": "1 1",
    "dtw": "dtw/data/first.csv dtw/data/make.py",
    "sat": "sat/data/slope.pgm 15 0 5 1",
    "sn": "dtw/data/first.csv",
    "checkpoint": "61 20 5 raw /nowhere/file",
    "editdist": "/nowhere.txt editdist/data/draft.txt",
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--backend", default="gcc")
    parser.add_argument("--examples", required=True, help="the folder with programs.txt")
    parser.add_argument("--translated", default="", metavar="FLAGS",
                        help="flags that build translated source with mpicc (pkg-config)")
    parser.add_argument("--ranks", default="0,1,2,3,5")
    parser.add_argument("--only", default=",".join(SMALL), help="names of programs (all)")
    parser.add_argument("--mpirun", default="mpirun")
    options = parser.parse_args()
    suite.prepare(options)
    return options


def programs(folder):
    """(name, source, stdin file or None) of programs.txt."""
    with open(os.path.join(folder, "programs.txt")) as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                name, source, _, stdin = line.rstrip("\n").split("|")
                yield name, os.path.join(folder, source), None if stdin == "-" else os.path.join(folder, stdin)


def output(command, environment, stdin, folder):
    """(exit code, stdout, stderr), run in the folder of the examples, where their data are."""
    with open(stdin or os.devnull) as source:
        done = subprocess.run(command, env=environment, cwd=folder, stdin=source, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def output_of_failure(*command):
    """The output of a program that ends at once with an error.

    MPICH's mpiexec loses that exit code sometimes, any program's: it signals a process of its own that has gone. Open MPI's
    mpirun reads from such a process sometimes, and crashes in its own library.
    """
    for _ in range(5):
        code, text, stderr = output(*command)
        is_mpirun = code == -signal.SIGSEGV and "mca_iof_hnp.so" in stderr
        if code != -signal.SIGPIPE and "[mpiexec@" not in stderr and not is_mpirun:
            break
    return code, text, stderr


def build(options, name, source, work):
    """The sequential program and the parallel ones, by the way they were built."""
    environment = suite.backend_environment(options.backend)
    kind = "clang" if "clang" in options.backend else "gcc"
    flags = [*suite.FLAGS, *suite.SEQUENTIAL[kind]]
    sequential = os.path.join(work, name + ".seq")
    suite.must([options.backend, *flags, source, "-o", sequential, "-lm"])
    built = {"compiler": os.path.join(work, name + ".cc")}
    remarks = suite.must([options.compiler, *suite.FLAGS, "-Rpass=tilepipe", source, "-o", built["compiler"], "-lm"],
                         environment)
    if remarks.count("parallelized as region") < SMALL[name][1]:
        sys.exit("%s: parallelized are %d nests, must be at least %d\n%s"
                 % (name, remarks.count("parallelized as region"), SMALL[name][1], remarks))
    if options.translated:
        built["translated"] = os.path.join(work, name + ".mpicc")
        text = os.path.join(work, name + ".tp.c")
        suite.must([options.compiler, *suite.FLAGS, source, "-o", text], environment)
        suite.must(["mpicc", *flags, "-fopenmp", text, *shlex.split(options.translated), "-o",
                    built["translated"], "-lm"], environment)
    return sequential, built


def unusual(stderr):
    """The lines beside those of statistics: first what a reader of a long log must see."""
    lines = stderr.splitlines()
    of_statistics = [l for l in lines if l.startswith(("tilepipe: region=", "tilepipe: data="))]
    return "\n".join([l for l in lines if l not in of_statistics] + of_statistics)


def compare(options, name, sequential, built, stdin):
    environment = suite.backend_environment(options.backend)
    environment.update(TILEPIPE_ALWAYS="1", OMP_NUM_THREADS="2", TILEPIPE_STATS="1", TILEPIPE_WATCHDOG="60",
                       OMP_WAIT_POLICY="passive")
    ok = True
    for use, words in (("run", SMALL[name][0].split()), ("wrong use", WRONG_USE[name].split())):
        code, out, _ = output([sequential, *words], environment, stdin, options.examples)
        for way, program in built.items():
            for ranks in options.ranks.split(","):
                start = shlex.split(options.mpirun) + ["-np", ranks] if ranks != "0" else []
                run = output if use == "run" else output_of_failure
                got, text, stderr = run([*start, program, *words], environment, stdin, options.examples)
                ran = len(re.findall(r" ran=[1-9].* tiles=[1-9]", stderr)) >= SMALL[name][1]
                right = text == out and (got != 0) == (code != 0) == (use != "run") and (use != "run" or ran)
                if ranks in "01":
                    right = right and got == code
                ok = ok and right
                if not right:
                    print("%s (%s, %s, %s ranks): exit code %d, must be %d; %s%s\nstderr\n%s"
                          % (name, use, way, ranks, got, code, "ran" if ran else "too few regions ran",
                             "" if text == out else "; output\n%s\nmust be\n%s" % (text, out), unusual(stderr)))
    print("%-8s %-12s %s" % (options.backend, name, "identical" if ok else "WRONG"), flush=True)
    return ok


def main():
    options = arguments()
    ok, count = True, 0
    with tempfile.TemporaryDirectory(prefix="tilepipe-examples-") as work:
        # The mpirun of another test that ends removes the folder in which ours is about to make one.
        os.environ["TMPDIR"] = work
        for name, source, stdin in programs(options.examples):
            if name not in options.only.split(","):
                continue
            sequential, built = build(options, name, source, work)
            ok = compare(options, name, sequential, built, stdin) and ok
            count += 1
    return 0 if ok and count else 1


if __name__ == "__main__":
    sys.exit(main())
