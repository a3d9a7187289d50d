#!/usr/bin/env python3
"""The tables of nests in the explicit style, one program for each: a file of that style is alone in its program.

Schedules and shapes go round, so that each program has another one.
"""
import argparse
import filecmp
import os
import shlex
import sys
import tempfile

import suite

SHAPES = ([], ["--tp-schedule=blocking"], ["--tp-mesh=1,2", "--tp-tile=3,*"])
OTHERS = [os.path.join(suite.HERE, f) for f in ("tables.c", "main.c", "data.c", "random.c", "configurations.c")]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--backend", default="gcc")
    parser.add_argument("--ranks", default="3")
    parser.add_argument("--mpirun", default="mpirun")
    options = parser.parse_args()
    suite.prepare(options)
    return options


def compiled(command, source, work, environment):
    target = os.path.join(work, os.path.basename(source) + ".o")
    suite.must([*command, "-I", suite.INCLUDE, "-I", suite.HERE, "-c", source, "-o", target], environment)
    return target


def regions_of(options, source, shape, work, environment):
    """The file in the explicit style, and how many regions it has."""
    text = os.path.join(work, "explicit.c")
    remarks = suite.must([options.compiler, *suite.FLAGS, "-I", suite.INCLUDE, "-I", suite.HERE, "--tp-style=explicit", *shape,
                          "-Rpass=tilepipe", source, "-o", text], environment)
    return text, remarks.count("parallelized as region")


def main():
    options = arguments()
    environment = suite.backend_environment(options.backend)
    environment.update(OMP_NUM_THREADS="3", OMP_WAIT_POLICY="passive")
    flags = [*suite.FLAGS, *suite.SEQUENTIAL["clang" if "clang" in options.backend else "gcc"]]
    ok, count = True, 0
    with tempfile.TemporaryDirectory(prefix="tilepipe-explicit-") as work:
        nests = suite.nests_of_the_table()
        plain = {source: compiled([options.backend, *flags], source, work, environment) for source in nests + OTHERS}
        reference, sequential, program, result = (os.path.join(work, f) for f in ("reference", "sequential", "program", "result"))
        suite.must([options.backend, *plain.values(), "-o", sequential, "-lm"])
        suite.must([sequential, "save", reference])
        for number, source in enumerate(nests):
            text, regions = regions_of(options, source, SHAPES[number % len(SHAPES)], work, environment)
            if not regions:
                continue
            count += regions
            own = compiled(["mpicc", *flags, "-fopenmp", "-w"], text, work, environment)
            others = [plain[other] for other in plain if other != source]
            suite.must(["mpicc", "-fopenmp", own, *others, "-o", program, "-lm"], environment)
            for ranks in options.ranks.split(","):
                command = [*shlex.split(options.mpirun), "-np", ranks, program, "save", result]
                code, out = suite.execute(command, environment)
                if code or not filecmp.cmp(reference, result, shallow=False):
                    print("%s, %s ranks: WRONG, exit code %d\n%s" % (os.path.basename(source), ranks, code, out), flush=True)
                    ok = False
                if os.path.exists(result):
                    os.remove(result)
    print("%d regions, %s" % (count, "same bits" if ok else "other bits"))
    return 0 if ok and count else 1


if __name__ == "__main__":
    sys.exit(main())
