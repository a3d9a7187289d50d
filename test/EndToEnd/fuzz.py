#!/usr/bin/env python3
"""Generates random nests that must be accepted, and compares them like suite.py.

    fuzz.py --compiler tilepipe-cc --seeds 0:200

A seed is a nest. The distances are non-negative by construction: the accesses of a written array are
ordered component by component. A failing nest is printed; `--seeds 17:18 --work DIR` keeps its files.
"""
import argparse
import os
import sys
import tempfile

import generate
import suite

PER_FILE = 8


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--compiler", required=True, help="the tilepipe-cc to test")
    parser.add_argument("--seeds", default="0:40", metavar="A:B", help="nests A to B-1 (0:40)")
    parser.add_argument("--backend", default="gcc", help="gcc, clang-19")
    parser.add_argument("--ranks", default="0,3", help="mpirun -np each; 0: without mpirun")
    parser.add_argument("--mpirun", default="mpirun", help="command and options before -np")
    parser.add_argument("--only", help="fuzz-N")
    parser.add_argument("--work", help="folder to build in, kept")
    parser.add_argument("--timeout", type=int, default=300, help="seconds per mpirun")
    options = parser.parse_args()
    try:
        first, end = (int(x) for x in options.seeds.split(":"))
    except ValueError:
        sys.exit("fuzz.py: --seeds needs two numbers, as in 0:40")
    if end <= first:
        sys.exit("fuzz.py: no seeds in %s" % options.seeds)
    options.range = range(first, end)
    suite.prepare(options)
    return options


def write_sources(work, seeds):
    """Files of nests, the table of tables, and the nests by name."""
    files, nests = [], {}
    for begin in range(seeds.start, seeds.stop, PER_FILE):
        group = [generate.nest(s) for s in range(begin, min(begin + PER_FILE, seeds.stop))]
        nests.update((n.name, n) for n in group)
        files.append(os.path.join(work, "nests_fuzz_%d.c" % begin))
        with open(files[-1], "w") as out:
            out.write(generate.file_text("nests_fuzz_%d" % begin, group))
    names = [os.path.basename(f)[:-2] for f in files]
    tables = os.path.join(work, "tables.c")
    with open(tables, "w") as out:
        out.write('#include "nests.h"\n'
                  + "".join("extern const struct nest %s[];\n" % n for n in names)
                  + "const struct nest *const tables[] = {%s, NULL};\n" % ", ".join(names))
    return files, tables, nests


def explain(out, nests):
    """The sources of the nests that a failed run names."""
    for name, nest in nests.items():
        if name + ":" in out or name + " (" in out:
            print("\n/* %s */\n%s" % (name, nest.function))


def main():
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="tilepipe-fuzz-") as scratch:
        work = options.work or scratch
        os.makedirs(work, exist_ok=True)
        files, tables, nests = write_sources(work, options.range)
        sequential, parallel, passed, missed = suite.build(options, work, files, [tables])
        print("%-8s %d of %d nests parallelized" % (options.backend, passed, len(nests)), flush=True)
        reference = os.path.join(work, "reference")
        suite.must([sequential, "save", reference])
        ok = passed == len(nests)
        for ranks in options.ranks.split(","):
            right, out = suite.run(options, parallel, reference, int(ranks))
            if not right:
                explain(out, nests)
            ok = ok and right
    if not ok:
        print("\n".join(missed))
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
