#!/usr/bin/env python3
"""Random recurrences along many lines: line solvers and filters, with elements or scalars that hand values on.

Each seed is a program of several functions, built by a compiler alone and by tilepipe-cc for it, and run with several numbers
of threads, tiles and tile functions. All elements are compared. Some lines wait for each other, or have other lengths. The
last line says how many regions ran jammed tiles.

    chains.py --compiler build/tools/tilepipe-cc/tilepipe-cc --seeds 0:20
"""
import random
import sys

import beside

TYPES = ["double", "double", "float", "double", "float", "int", "long double", "short"]
REAL = ("double", "float", "long double")
NESTS = 5
SETTINGS = [("1", "jam", "*,*"), ("1", "jam", "5,*"), ("2", "jam", "6,17"), ("3", "auto", "9,40"), ("2", "plain", "4,13"), ("1", "jam", "64,7")]
FORWARD, BACK = ("1", "m", "++", "- 1"), ("m - 2", "0", "--", "+ 1")


class Lines:
    """for i { first elements; for j chain; for j chain back; }"""

    def __init__(self, rng, number):
        self.rng, self.name = rng, "f%d" % number
        self.kind = rng.choice(TYPES)
        self.lines, self.length = rng.choice([1, 3, 4, 5, 8, 9, rng.randint(10, 90)]), rng.choice([1, 2, 3, rng.randint(4, 99), 64, 97])
        self.across = rng.random() < 0.3  # lines are columns
        self.scalars = ["s", "p"][: rng.randint(1, 2)] if rng.random() < 0.5 else []
        self.bound = rng.choice(["m", "m", "m", "m", "MIN(i + 2, m)", "MIN(n, m)"])

    def element(self, array, j="j", i="i"):
        return "%s[%s][%s]" % ((array, j, i) if self.across else (array, i, j))

    def factor(self, before):
        rng = self.rng
        choices = [self.element("a"), self.element("b"), self.element("c"), self.element("d"), self.element("a", "j " + before)]
        if rng.random() < 0.15:
            choices.append(self.element("a", "j", "i + 1"))
        if rng.random() < 0.08:
            choices.append(self.element("c", "j", "i - 1"))  # lines wait for each other
        return rng.choice(choices + self.scalars * 2)

    def value(self, before, chain):
        rng = self.rng
        text = "(%s)" % self.kind + rng.choice(["(%s * half + %s)", "(%s - %s * half)", "(%s + %s)"]) % (chain, self.factor(before))
        if self.kind in REAL and rng.random() < 0.3:
            text = "%s / (%s * %s + 4)" % (text, chain, chain)
        if rng.random() < 0.15:
            text = "(%s > 2 ? %s : %s)" % (self.factor(before), text, self.factor(before))
        return text

    def chain(self):
        rng = self.rng
        first, past, step, before = rng.choice([FORWARD, FORWARD, BACK])
        last = "j >= %s" % past if step == "--" else "j < %s" % self.bound
        body, written = [], rng.choice("cd")
        for s in self.scalars:
            if rng.random() < 0.7:
                body.append("%s = %s;" % (s, self.value(before, s)))
        body.append("%s = %s;" % (self.element(written), self.value(before, self.element(written, "j " + before))))
        if self.scalars and rng.random() < 0.6:
            body.append("%s = %s;" % (rng.choice(self.scalars), self.element(written)))
        if rng.random() < 0.3:
            other = "cd".replace(written, "")
            body.append("%s = %s;" % (self.element(other), self.value(before, self.element(other, "j " + rng.choice([before, "+ 0"])))))
        if rng.random() < 0.1:
            body.insert(0, "if (%s > 30) continue;" % self.element("b"))
        return ["for (%s j = %s; %s; j%s) {" % (rng.choice(["int", "int", "long"]), first, last, step), *body, "}"]

    def text(self):
        rng = self.rng
        outside = bool(self.scalars) and rng.random() < 0.3
        names = ", ".join("%s = %s" % (s, rng.choice(["0", "1", "i"] if not outside else ["0"])) for s in self.scalars)
        declared = ["%s %s;" % (self.kind, names)] if self.scalars else []
        inner = ["%s = %s;" % (s, rng.choice(["0", "i", self.element("a", "0")])) for s in self.scalars] if outside else declared
        if rng.random() < 0.5:
            inner.append("%s = %s;" % (self.element("c", "0"), rng.choice(["1", self.element("b", "0")])))
        for _ in range(rng.randint(1, 3)):
            inner += self.chain()
        if self.scalars and rng.random() < 0.6:
            inner.append("y[i] = %s;" % rng.choice(self.scalars))
        parameters = ["%s (*restrict %s)[SIDE]" % (self.kind, name) for name in "cd"]
        parameters += ["const %s (*restrict %s)[SIDE]" % (self.kind, name) for name in "ab"]
        head = "for (%s i = 1; i <= n; i++) {" % rng.choice(["int", "int", "long", "unsigned"])
        times = rng.random() < 0.2
        return ["static void f_%s(int n, int m, %s half, %s, %s *restrict y) {" % (self.name, self.kind, ", ".join(parameters), self.kind),
                *(declared if outside else []), "for (int t = 0; t < 3; t++)" if times else "", head, *inner, "}", "}"]


def program(seed):
    rng = random.Random("chains %d" % seed)
    nests = [Lines(rng, number) for number in range(NESTS)]
    lines = ["#include <stdio.h>", "#define MIN(x, y) ((x) < (y) ? (x) : (y))", "enum { SIDE = %d };" % rng.choice([100, 100, 128])]
    for s in nests:
        lines += ["static %s a_%s[SIDE][SIDE], b_%s[SIDE][SIDE], c_%s[SIDE][SIDE], d_%s[SIDE][SIDE], y_%s[SIDE];" % (s.kind, *[s.name] * 5), *s.text()]
    lines += ["int main(void) {", "unsigned from = %d;" % (seed + 1)]
    for s in nests:
        half = "0.5" if s.kind in REAL else "3"
        lines += ["for (int x = 0; x < SIDE; x++) for (int y = 0; y < SIDE; y++) {"]
        lines += ["from = from * 1103515245u + 12345u; %s_%s[x][y] = (%s)((from >> 16) %% 64) - 5;" % (name, s.name, s.kind) for name in "abcd"]
        lines += ["}", "f_%s(%d, %d, %s, c_%s, d_%s, a_%s, b_%s, y_%s);" % (s.name, s.lines, s.length, half, *[s.name] * 5),
                  "for (int x = 0; x < SIDE; x++) for (int y = 0; y < SIDE; y++) printf(\"%%a %%a \", (double)c_%s[x][y], (double)d_%s[x][y]);" % (s.name, s.name),
                  "for (int x = 0; x < SIDE; x++) printf(\"%%a\\n\", (double)y_%s[x]);" % s.name]
    return "\n".join(lines + ["return 0;", "}", ""])


def settings():
    return [{"OMP_NUM_THREADS": threads, "TILEPIPE_TILE": tile, "TILEPIPE_BODY": body} for threads, body, tile in SETTINGS]


if __name__ == "__main__":
    sys.exit(beside.main(__doc__, program, ["-O2"], settings(), rb" jammed=[1-9]", "regions ran jammed tiles"))
