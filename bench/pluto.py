#!/usr/bin/env python3
"""Makes a program of a kernel of bench/coverage with Pluto: bench/pluto.py SOURCE PROGRAM.

Pluto's polycc wants the loops marked. Every run of loops in a function in front of main becomes a part of its own.
Parts that polycc refuses stay as they are. Without any part there is no program.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

POLYCC = ["polycc", "--tile", "--parallel"]
GCC = ["gcc", "-O3", "-march=native", "-fopenmp"]
# Seconds for one part: polycc takes minutes, or more memory than there is, for some.
LIMIT = 60


def end_of(lines, first):
    """The line after a statement that starts in line `first` at the outermost level of a function."""
    last = first + 1
    while re.match(r" {5}|    \}|$", lines[last]):
        last += 1
    return last


def parts(lines):
    """(first, end) of each run of loops, last part first: the text behind a part may change."""
    found, line = [], 0
    while not lines[line].startswith("int main("):
        if not lines[line].startswith("    for ("):
            line += 1
            continue
        end = end_of(lines, line)
        if found and found[-1][1] == line:
            found[-1] = found[-1][0], end
        else:
            found.append((line, end))
        line = end
    return found[::-1]


def transform(lines, folder):
    """The text that polycc makes of the one part that is marked, or None if it refuses."""
    source, target = os.path.join(folder, "kernel.c"), os.path.join(folder, "kernel.pluto.c")
    with open(source, "w") as file:
        file.write("\n".join(lines))
    if os.path.exists(target):
        os.remove(target)
    try:
        done = subprocess.run([*POLYCC, source, "-o", target], cwd=folder, stdin=subprocess.DEVNULL, timeout=LIMIT,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode or not os.path.exists(target):
        return None
    with open(target) as file:
        return file.read().split("\n")


def compiles(lines, folder, program):
    source = os.path.join(folder, "program.c")
    with open(source, "w") as file:
        file.write("\n".join(lines))
    return subprocess.run([*GCC, source, "-o", program, "-lm"], stderr=subprocess.DEVNULL).returncode == 0


def main():
    path, program = sys.argv[1:]
    with open(path) as file:
        text = file.read()
    header = os.path.join(os.path.dirname(os.path.abspath(path)), "coverage.h")
    lines = text.replace('"coverage.h"', '"%s"' % header).split("\n")
    with tempfile.TemporaryDirectory(prefix="tilepipe-pluto-") as folder:
        best = None
        for first, end in parts(lines):
            # Pluto declares its variables in front of the loops: braces, for functions with several parts.
            made = transform(lines[:first] + ["{", "#pragma scop", *lines[first:end], "#pragma endscop", "}"] + lines[end:], folder)
            tried = os.path.join(folder, "program.%d" % first)
            if made and compiles(made, folder, tried):
                lines, best = made, tried
        if not best:
            sys.exit("bench/pluto.py: polycc takes no part of %s" % path)
        shutil.move(best, program)


if __name__ == "__main__":
    main()
