#!/usr/bin/env python3
"""Checks that the examples of docs/Refusals.md are refused by the code in whose row they stand.

    examples.py Refusals.md FOLDER
"""
import os
import re
import subprocess
import sys

PRELUDE = """
extern volatile int stop;
int unseen(int i), calls;
void done(double *x);
static double counted(double x) { calls++; return x; }
static void step(int m, double (*A)[m]) { for (int i = 1; i < m; i++) for (int j = 1; j < m; j++) A[i][j] = i; }
#define FOUR(x) x + x + x + x
#define ZERO_AND_COUNT A[i][j] = 0; calls++;
union both { int i; float f; };
double *cursor, sum;
void f(int n, int m, double (*A)[m], double *p, int *index, union both (*U)[m]) {
  typedef int local;
"""
NEST = "for (int i = 1; i < n; i++)\nfor (int j = 1; j < m; j++)\n"


def main():
    document, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    rows = re.findall(r"^\| `([a-z-]+)` \| `(.+?)` \| ", open(document).read(), re.M)
    with open(os.path.join(folder, "nest.h"), "w") as out:
        out.write(NEST + "A[i][j] = 0;\n")
    failed = 0
    for code, example in rows:
        has_loop = re.match(r"for|_Pragma|#include", example)
        source = os.path.join(folder, code + ".c")
        with open(source, "w") as out:
            out.write(PRELUDE + ("" if has_loop else NEST) + example + "\n}\n")
        text = subprocess.run(["tilepipe-cc", source, "-o", os.devnull, "--tp-stop-after=transform",
                               "-Rpass-missed=tilepipe", "-w"], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT).stdout
        if "[tp-%s]" % code not in text.split("\n")[0]:
            failed += 1
            print("%s: %s\n%s" % (code, example, text))
    print("%d examples, %d wrong" % (len(rows), failed))
    return 1 if failed or len(rows) < 25 else 0


if __name__ == "__main__":
    sys.exit(main())
