#!/usr/bin/env python3
"""Checks that every `for` of every source has exactly one outcome.

    outcomes.py --nests FOLDER SOURCE...

A loop belongs to a region, whose remark says how many loops it has, or a remark says why not. The loops
are counted in the preprocessed text: those of macros count where they are expanded. Exit code 1 when the
counts differ, 2 when nothing was checked. The nests of the end-to-end suite are checked too, by the
remarks of its programs, which are in FOLDER or are built there.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

END_TO_END = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "EndToEnd")
sys.path.insert(0, END_TO_END)
import suite  # noqa: E402


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


def translate(source, include):
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(["tilepipe-cc", *include, source, "-o", os.path.join(folder, "out.c"),
                               "-Rpass=tilepipe", "-Rpass-missed=tilepipe", "-Rpass-analysis=tilepipe", "-w"], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout


def outcomes(out):
    """Loops of regions, loops with a reason, and loops with two outcomes."""
    passed, missed = {}, []
    for place, depth, all_loops in re.findall(r"^([^\n]*?:\d+:\d+): remark: loop nest of depth (\d+) parallelized as region "
                                              r"'\w+': (?:region of (\d+) loop)?", out, re.M):
        passed[place] = int(all_loops or depth)
    # Loops of called functions stand elsewhere in the text, with outcomes of their own.
    for place, loops_elsewhere in re.findall(r"^([^\n]*?:\d+:\d+): remark: loop nest [^\n]*, (\d+) loops? of called functions included", out, re.M):
        passed[place] -= int(loops_elsewhere)
    for place, code in re.findall(r"^([^\n]*?:\d+:\d+): remark: loop not parallelized: .*\[tp-([\w-]+)\]", out, re.M):
        missed.append((place, code))
    return sum(passed.values()), len(missed), sorted(passed.keys() & {place for place, _ in missed})


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--nests", required=True, metavar="FOLDER")
    parser.add_argument("sources", nargs="+")
    options = parser.parse_args()
    include = ["-I" + END_TO_END, "-I" + suite.INCLUDE]
    _, _, remarks = suite.built_once(argparse.Namespace(compiler="tilepipe-cc", backend="gcc"), options.nests)
    remarks.update((source, translate(source, include)) for source in options.sources)
    checked, failed = 0, False
    for source, out in remarks.items():
        expected = loops(source, include)
        passed, missed, twice = outcomes(out)
        checked += expected
        if passed + missed != expected or twice:
            failed = True
            print("%s: %d loops, %d in regions, %d with a reason, two outcomes at %s"
                  % (source, expected, passed, missed, ", ".join(twice) or "none"))
            print(out)
    print("%d files, %d loops" % (len(remarks), checked))
    return 1 if failed else 0 if checked else 2


if __name__ == "__main__":
    sys.exit(main())
