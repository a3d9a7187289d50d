#!/usr/bin/env python3
"""Two threads, or two ranks, on a machine that does other work: seconds over those of one thread, with busy processes
beside them. Programs time themselves: mpirun's own start and end do not count.

Programs run by turns, so that all meet the same load; medians of seconds passed. The goal is at most 1.5 x.
"""
import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tools

PROGRAMS = [("gemm", 20), ("syrk", 20), ("lu", 10), ("wave", 10), ("seidel", 10)]


def run(command, threads):
    done = subprocess.run(command, env=tools.environment(threads), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    tools.must_have_succeeded(done, command)
    return float(re.search(r"seconds ([0-9.]+)", done.stderr).group(1)), done.stdout


def measure(ways, name, repeats, rounds):
    """ways: commands and threads, of one CPU and of two."""
    times, outputs = ([], []), set()
    for _ in range(rounds):
        for (command, threads), seen in zip(ways, times):
            seconds, out = run([*command, name, str(repeats)], threads)
            seen.append(seconds)
            outputs.add(out)
    one, two = statistics.median(times[0]), statistics.median(times[1])
    met = len(outputs) == 1 and two <= 1.5 * one
    print("%-6s %10.3f %10.3f %8.2f x %8.2f x%s" % (name, one, two, two / one, max(times[1]) / one,
                                                   "" if met else "  (missed)"), flush=True)
    return met


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--busy", type=int, default=2, help="processes that compute beside the programs (2)")
    parser.add_argument("--ranks", action="store_true", help="two ranks of one thread instead of two threads")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--compiler", metavar="FILE")
    options = parser.parse_args()
    compiler = tools.find_compiler(options.compiler)
    with tempfile.TemporaryDirectory(prefix="tilepipe-bench-") as folder:
        tp = os.path.join(folder, "crowd.tp")
        tools.build([compiler, "-O3", os.path.join(tools.SOURCES, "crowd.c"), "-o", tp], "crowd")
        two = ([*tools.mpirun(2), tp], 1) if options.ranks else ([tp], 2)
        print("%-6s %10s %10s %10s %10s" % ("", "1 thread s", "2 ranks" if options.ranks else "2 threads", "ratio", "worst"))
        others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(options.busy)]
        try:
            results = [measure((([tp], 1), two), name, repeats, options.rounds) for name, repeats in PROGRAMS]
        finally:
            for other in others:
                other.kill()
                other.wait()
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
