#!/usr/bin/env python3
"""Compares random nests, sequential against parallel, bit for bit, in many configurations.

    fuzz.py --compiler tilepipe-cc --seeds 0:60          these nests
    fuzz.py --compiler tilepipe-cc --fresh 40            as many that nobody has seen
    fuzz.py --compiler tilepipe-cc --seeds 17 --show     prints the nest

A seed is a nest. Fails when a result differs, when a region that must run did not run on every CPU that
had work, when a run hangs or crashes, or when fewer than 95 % of the nests inside the class are accepted.
A failing nest is made smaller and written to --keep, with the command that repeats it.
"""
import argparse
import math
import random
import sys
import time

import batch
import build
import carried
import execute
import levels
import members
import reduce
import render
import trees
from draw import draw

PROGRAM, QUICK_PROGRAM = 40, 160  # nests


def parser():
    out = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    out.add_argument("--compiler", default="tilepipe-cc", help="the tilepipe-cc to test")
    out.add_argument("--mpirun", default="mpirun --bind-to none", help="command and options before -np")
    out.add_argument("--ranks", default="0,4", help="mpirun -np each; 0: without mpirun (0,4)")
    out.add_argument("--count", type=int, default=16, help="configurations of each nest (16)")
    out.add_argument("--backend", help="gcc, clang-19 (drawn)")
    out.add_argument("--work", help="folder to build in, kept")
    out.add_argument("--quick", action="store_true", help="mostly what is built in little time, in larger programs")
    out.add_argument("--keep", default="fuzz-failures", help="folder for reduced failures")
    out.add_argument("--timeout", type=int, default=600, help="seconds per run of a program")
    out.add_argument("--trees", type=float, default=trees.SHARE, help="share of trees among the nests (%s)" % trees.SHARE)
    out.add_argument("--carried", type=float, default=carried.SHARE,
                     help="share of those with scalars that carry values, among the trees (%s)" % carried.SHARE)
    out.add_argument("--members", type=float, default=members.SHARE,
                     help="share of those with arrays in one structure, among the trees (%s)" % members.SHARE)
    out.add_argument("--levels", type=float, default=levels.SHARE,
                     help="share of those that keep a few time steps in turn, among the trees (%s)" % levels.SHARE)
    out.add_argument("--patience", type=int, default=240, help="seconds to make a failing nest smaller; 0: do not")
    return out


def set_shares(options):
    trees.share, carried.share = options.trees, options.carried
    members.share, levels.share = options.members, options.levels


def arguments():
    out = parser()
    out.add_argument("--seeds", default="0:40", metavar="A:B", help="nests A to B-1, or one (0:40)")
    out.add_argument("--fresh", type=int, metavar="N", help="N nests from a seed drawn now")
    out.add_argument("--show", action="store_true", help="print the nests, run nothing")
    options = out.parse_args()
    set_shares(options)
    try:
        ends = [int(x) for x in options.seeds.split(":")]
        first, last = ends[0], ends[1] if len(ends) == 2 else ends[0] + 1
        options.ranks = [int(r) for r in options.ranks.split(",")]
    except (ValueError, IndexError):
        sys.exit("fuzz.py: numbers needed, as in --seeds 0:40 --ranks 0,4")
    if options.fresh:
        first = random.SystemRandom().randrange(10 ** 6, 10 ** 9)
        last = first + options.fresh
    if last <= first:
        sys.exit("fuzz.py: no seeds in %s" % options.seeds)
    options.seeds = range(first, last)
    return options


def show(seeds):
    for seed in seeds:
        n = draw(seed)
        if n.is_tree:
            print("/* seed %d: tree */\n%s%s%s" % (seed, n.file_scope(), n.function(), n.run_function()))
            continue
        print("/* seed %d: %s */\n%s%s%s" % (seed, "inside" if n.inside() else n.outside + n.later,
                                            render.file_scope(n), render.function(n), render.run_function(n)))


def flavour_of(options, seed):
    draw_flavour = build.draw_quick if options.quick else build.draw_flavour
    flavour = draw_flavour(random.Random("flavour %d" % seed))
    return flavour._replace(backend=options.backend) if options.backend else flavour


def program_size(options):
    return QUICK_PROGRAM if options.quick else PROGRAM


def too_few(record, exact):
    """Below the share that must be accepted; of a sample, below it beyond chance."""
    inside = record["inside"]
    chance = 0 if exact else 3 * math.sqrt(inside * batch.LEAST * (1 - batch.LEAST))
    return record["accepted"] < batch.LEAST * inside - chance


def verdict(record, exact=True):
    """Prints the record; 0 when all is well."""
    print(record.text(), flush=True)
    bad = bool(record["failures"])
    if too_few(record, exact):
        print("too few accepted: %.1f %%, at least %.0f %% must be" % (100 * record.share(), 100 * batch.LEAST))
        bad = True
    if not record["ran"]:
        print("nothing ran in parallel")
        bad = True
    if record["on_ranks"] < record["asked_ranks"] // 4:
        print("only %(on_ranks)d of %(asked_ranks)d regions used several ranks" % record)
        bad = True
    if record["carried"] >= 20 and record["expanded"] < record["carried"] // 4:
        print("only %(expanded)d of %(carried)d nests whose scalars carry values have them as arrays" % record)
        bad = True
    for t in execute.TRANSPORTS:
        if record[t] < record["asked_" + t] // 4 or (record["asked_" + t] and not record[t]):
            print("only %d of %d regions used transport %s" % (record[t], record["asked_" + t], t))
            bad = True
    return 1 if bad else 0


def main():
    options = arguments()
    if options.show:
        return show(options.seeds)
    print("seeds %d:%d" % (options.seeds.start, options.seeds.stop), flush=True)
    total, start = batch.Record(), time.time()
    size = program_size(options)
    for first in range(options.seeds.start, options.seeds.stop, size):
        seeds = range(first, min(first + size, options.seeds.stop))
        total.add(batch.run_batch(options, seeds, flavour_of(options, first), options.ranks, options.count))
    code = verdict(total, exact=not options.fresh)
    print("%.0f s" % (time.time() - start))
    for failure in total["failures"][:2]:
        reduce.report(options, failure)
    return code


if __name__ == "__main__":
    sys.exit(main())
