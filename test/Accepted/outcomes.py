#!/usr/bin/env python3
"""Checks that every `for` of every source has exactly one outcome.

    outcomes.py SOURCE...

A loop belongs to a region, whose remark says how many loops it has, or a remark says why not. The loops
are counted in the preprocessed text: those of macros count where they are expanded. Exit code 1 when the
counts differ, 2 when nothing was checked.
"""
import os
import re
import subprocess
import sys
import tempfile


def loops(source, include):
    """`for` tokens that the preprocessor leaves of the file itself."""
    text = subprocess.run(["clang-19", "-E", "-w", *include, source], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    count, inside = 0, False
    for line in text.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            inside = marker.group(1) == source
        elif inside and not line.startswith("#"):
            line = re.sub(r'"(\\.|[^"\\])*"', '""', line)
            count += len(re.findall(r"\bfor\b", line))
    return count


def outcomes(source, include):
    """Loops of regions, loops with a reason, and loops with two outcomes."""
    with tempfile.TemporaryDirectory() as folder:
        out = subprocess.run(["tilepipe-cc", *include, source, "-o", os.path.join(folder, "out.c"),
                              "-Rpass=tilepipe", "-Rpass-missed=tilepipe", "-Rpass-analysis=tilepipe", "-w"], text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
    passed, missed = {}, []
    for place, depth, all_loops in re.findall(r"^([^\n]*?:\d+:\d+): remark: loop nest of depth (\d+) parallelized as region "
                                              r"'\w+': (?:region of (\d+) loop)?", out, re.M):
        passed[place] = int(all_loops or depth)
    for place, code in re.findall(r"^([^\n]*?:\d+:\d+): remark: loop not parallelized: .*\[tp-([\w-]+)\]", out, re.M):
        missed.append((place, code))
    return sum(passed.values()), len(missed), sorted(passed.keys() & {place for place, _ in missed}), out


def main():
    include = ["-I" + os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "EndToEnd")]
    checked, failed = 0, False
    for source in sys.argv[1:]:
        expected = loops(source, include)
        passed, missed, twice, out = outcomes(source, include)
        checked += expected
        if passed + missed != expected or twice:
            failed = True
            print("%s: %d loops, %d in regions, %d with a reason, two outcomes at %s"
                  % (source, expected, passed, missed, ", ".join(twice) or "none"))
            print(out)
    print("%d files, %d loops" % (len(sys.argv) - 1, checked))
    return 1 if failed else 0 if checked else 2


if __name__ == "__main__":
    sys.exit(main())
