#!/usr/bin/env python3
"""Applies the hints of remarks: each case of CASES is refused with a hint, and with the hint applied it is not (and
not only a loop inside of it).

    hints.py CASES FOLDER SOURCE...

Each hint that a remark about the SOURCEs prints is one of the cases'. Exit code 1: something was wrong.
"""
import os
import re
import subprocess
import sys

SIGNATURE = "void nest(int n, int m, double (*A)[m], double *restrict p, int *restrict len)\n{\n"


def program(text):
    front, _, nest = text.rpartition("---\n")
    return front + SIGNATURE + nest + "}\n"


def translate(source):
    return subprocess.run(["tilepipe-cc", source, "-o", os.devnull, "-Rpass=tilepipe", "-Rpass-missed=tilepipe", "-w"],
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout


# What follows a "; " in a sentence, and is no advice.
SENTENCES = {"at most N are parallelized",
             "it may not reach the emitted functions"}


def hints(remarks):
    """Hints with the user's names and numbers taken out. Help follows the last "; " of a remark."""
    remarks = re.sub(r"; more obstacles: .*(?= \[tp-)", "", remarks)
    remarks = re.sub(r"\b\d+\b", "N", re.sub(r"(?<!\w)'[^\n]*?'(?!\w)", "'...'", remarks))
    return set(re.findall(r"remark: loop not parallelized: .*; ([^;\n]*) \[tp-[\w-]+\]", remarks)) - SENTENCES


def deepest(remarks):
    """Loops of the deepest region; 0: there is none. Where a nest is refused, a loop inside may be one."""
    return max([int(d) for d in re.findall(r"loop nest of depth (\d+) parallelized as region", remarks)] or [0])


def main():
    cases, folder, sources = sys.argv[1], sys.argv[2], sys.argv[3:]
    os.makedirs(folder, exist_ok=True)
    known, wrong = set(), 0
    texts = open(cases).read().split("\n====\n")[1:]
    for number, case in enumerate(texts):
        said = []
        for part in case.rstrip("\n").split("\n==>\n"):
            source = os.path.join(folder, "case%d%s.c" % (number, "ab"[len(said)]))
            with open(source, "w") as out:
                out.write(program(part + "\n"))
            said.append(translate(source))
        new = hints(said[0])
        known |= new
        if not new or deepest(said[0]) >= deepest(said[1]):
            wrong += 1
            print("case %d:\n%s%s" % (number, said[0], said[1]))
    for source in sources:
        for hint in sorted(hints(translate(source)) - known):
            wrong += 1
            print("%s: nothing shows that '%s' helps" % (source, hint))
    print("%d cases, %d hints, %d wrong" % (len(texts), len(known), wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
