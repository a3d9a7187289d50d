#!/usr/bin/env python3
"""What deciding costs programs with many short nests: CPU seconds against gcc, and the part spent on decisions.

Programs run by turns; of each the least CPU time counts, so that other work on the machine matters little. The
share is what TILEPIPE_STATS says of all regions (`deciding`) over the program's seconds. Goals: at least 0.98 x with
one thread, and a share of 2 %. With two threads nests may run in parallel, so seconds passed count there.
"""
import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tools

PROGRAMS = [("outer", 4000), ("trailing", 40), ("sizes", 600)]


def run(command, threads):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    done = subprocess.run(command, env=tools.environment(threads), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    passed = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    tools.must_have_succeeded(done, command)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    deciding = sum(float(s) for s in re.findall(r" deciding=([0-9.]+)", done.stderr))
    return (cpu if threads == 1 else passed), deciding / passed, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--compiler", metavar="FILE")
    options = parser.parse_args()
    compiler, met = tools.find_compiler(options.compiler), True
    with tempfile.TemporaryDirectory(prefix="tilepipe-bench-") as folder:
        source = os.path.join(tools.SOURCES, "short.c")
        plain, tp = os.path.join(folder, "short.off"), os.path.join(folder, "short.tp")
        tools.build(["gcc", "-O3", "-ffp-contract=off", source, "-o", plain], "short")
        tools.build([compiler, "-O3", source, "-o", tp], "short")
        print("%-10s %8s %12s %10s %10s" % ("calls", "threads", "sequential s", "ratio", "deciding"))
        for name, repeats in PROGRAMS:
            for threads in 1, 2:
                command = [name, str(repeats)]
                runs = [(run([plain, *command], threads), run([tp, *command], threads)) for _ in range(options.repeat)]
                a, b = min(r[0][0] for r in runs), min(r[1][0] for r in runs)
                share = sorted(r[1][1] for r in runs)[len(runs) // 2]
                same = len({r[0][2] for r in runs} | {r[1][2] for r in runs}) == 1
                ok = same and share <= 0.02 and a / b >= (0.98 if threads == 1 else 0.95)
                met = met and ok
                print("%-10s %8d %12.4f %8.3f x %8.2f %%%s%s"
                      % (name, threads, a, a / b, 100 * share, "" if same else "  DIFFERENT", "" if ok else "  (missed)"))
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
