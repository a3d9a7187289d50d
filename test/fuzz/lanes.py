#!/usr/bin/env python3
"""Random sweeps whose points run in lanes of vectors, along lines across rows.

Each seed is a program of several functions, built by a compiler alone and by tilepipe-cc for it, and run with several numbers
of threads and tiles, by the skewed tile functions. All elements are compared. A nest that has no such function is drawn, too.
The last line says how many regions ran tiles so.

    lanes.py --compiler build/tools/tilepipe-cc/tilepipe-cc --seeds 0:20
"""
import random
import re
import sys

import beside

TYPES = ["int", "int", "int", "unsigned", "float", "float", "long", "double", "double", "short"]
NESTS = 6
SETTINGS = [("1", "*,*"), ("1", "128,*"), ("2", "256,50"), ("2", "130,2"), ("3", "77,37")]
# gcc 12 with AVX-512 unrolls short rows whose only distance is (1,1), and vectorizes what is left wrongly.
ALONE = ["-O2"]


class Sweep:
    """H[i + c][j + d] from its neighbours above, before, and above that before, their roots, and inputs."""

    def __init__(self, rng, number):
        self.rng, self.name, self.kind = rng, "h%d" % number, rng.choice(TYPES)
        self.rows, self.columns = rng.randint(2, 150) if rng.random() < 0.3 else rng.randint(129, 420), rng.randint(2, 210)
        if rng.random() < 0.04:  # what no cache holds goes to memory another way
            self.rows, self.columns = rng.randint(130, 140), rng.randint(33000, 40000)
        self.planes = rng.choice([0, 0, 0, 2])
        self.linear = not self.planes and rng.random() < 0.4 and rng.choice(["w", "(m + 4)", "%d" % (self.columns + 4)])
        self.up, self.left = rng.randint(0, 2), rng.randint(0, 2)
        self.first = [rng.randint(1, 2), rng.randint(1, 3)]
        self.uses = rng.sample([(1, 0), (1, 1), (0, 1)], rng.randint(1, 3)) if rng.random() < 0.3 else rng.choice([[(1, 0), (0, 1)], [(1, 0), (0, 1), (1, 1)]])
        if rng.random() < 0.1:
            self.uses.append(rng.choice([(0, 2), (1, -1), (2, 1)]))  # no lanes, or lines of another slope
            self.first = [2, 2]
        # Square roots of what neighbours have written: of numbers that are never negative.
        self.roots = self.kind in ("float", "double") and self.rng.random() < 0.4
        if self.roots:
            self.uses = [(1, 0), (0, 1)] + self.uses[2:3]
        # What lies in memory, an element for each point: of another array, or of the plane before.
        self.given = rng.random() < 0.4 and rng.choice([self.kind, self.kind, "float" if self.kind in ("int", "unsigned") else "long"])
        self.offsets = [rng.randint(-1, 2), rng.randint(-1, 2)]
        self.deep = self.planes and rng.random() < 0.6
        # The first rows or columns, or both, are set by the nest itself: a condition, and by how much loops begin earlier.
        i, j = self.first
        self.border = rng.random() < 0.3 and rng.choice([
            ("i < %d || j < %d" % (i, j), 1, 1), ("i < %d" % i, 1, 0), ("j <= %d" % (j - 1), 0, 1), ("!(i >= %d && %d <= j)" % (i, j), 1, 1)])

    def element(self, above=0, left=0):
        def subscript(name, by):
            return name if not by else "%s %s %d" % (name, "+" if by > 0 else "-", abs(by))
        if self.linear:
            return "%s[(%s) * %s + %s]" % (self.name, subscript("i", self.up - above), self.linear, subscript("j", self.left - left))
        return self.name + ("[p]" if self.planes else "") + "[%s][%s]" % (
            subscript("i", self.up - above), subscript("j", self.left - left))

    def value(self):
        """An expression of a use, or of what else lies along a line."""
        rng = self.rng
        if self.roots and rng.random() < 0.6:
            return "%s(%s)" % ("sqrtf" if self.kind == "float" else "sqrt", self.element(*self.uses[rng.randrange(len(self.uses))]))
        if self.given and rng.random() < 0.3:
            text = "given[i + %d][j + %d]" % (self.offsets[0], self.offsets[1])
            if self.kind not in ("float", "double"):
                text = "(%s)%s" % (self.kind, text)
            return "sqrt%s(%s)" % ("f" * (self.kind == "float"), text) if self.roots and self.given == self.kind and rng.random() < 0.3 else text
        if self.deep and rng.random() < 0.3:
            text = self.element().replace("[p]", "[p - 1]")
            return "sqrt%s(%s)" % ("f" * (self.kind == "float"), text) if self.roots and rng.random() < 0.5 else text
        text = self.element(*self.uses[rng.randrange(len(self.uses))]) if rng.random() < 0.8 else rng.choice(
            ["a[i]", "b[j]", "both[i + j]" if rng.random() < 0.1 else "both[j]", "b[j + 1]", "a[3]", "a[i + 1]", "scale", "(a[i] == b[j] ? 3 : -1)"])
        return text

    def term(self):
        rng = self.rng
        if self.roots:
            return rng.choice(["%s * 0.5f", "(%s + 1) * 0.375f", "%s"]) % self.value()
        if self.kind in ("float", "double"):
            return rng.choice(["%s * 0.5f", "%s - 0.25f", "(%s + 1) * 0.375f", "-%s * 0.5f"]) % self.value()
        return rng.choice(["%s - 1", "%s + 2", "(%s ^ 5)", "(%s >> 1)", "(%s & 1023)", "%s"]) % self.value()

    def expression(self):
        rng = self.rng
        form = rng.choice(["MAX(%s, %s)", "MIN(%s, %s)", "(%s) + (%s)", "%s > %s ? 1 : 2", "MAX(0, MIN(%s, %s))"])
        if self.roots and rng.random() < 0.7:  # in no branch
            form = "(%s) + (%s)"
            return " + ".join("sqrt%s(%s)" % ("f" * (self.kind == "float"), self.element(*u)) for u in self.uses[:2]) + " + " + self.term()
        text = form % (self.term(), self.term())
        return text if rng.random() < 0.5 else "MAX(%s, %s)" % (text, self.term())

    def bounded(self, text):
        if self.kind in ("float", "double"):
            return "(%s) * 0.5f" % text
        return text if self.kind == "unsigned" else "(%s) %s 4095" % (text, "&")

    def body(self):
        rng, here = self.rng, self.element()
        form = rng.randrange(6)
        if form == 5:  # the type of a short number is the program's
            return [rng.choice(["__auto_type c = a[i];", "int c = (__typeof__(a[i]))(a[i] * 57 + b[j]);", "int c = a[i] * 57;"]), "c += b[j] * 57;",
                    "%s = %s;" % (here, self.bounded("MAX(%s, c)" % self.expression()))]
        if form == 0:
            return ["if (a[i] %s b[j])" % rng.choice(["==", "<", ">"]), "  %s = %s;" % (here, self.bounded(self.expression())),
                    "else", "  %s = %s;" % (here, self.bounded(self.expression()))]
        if form == 1:
            return ["%s t = %s;" % (self.kind, self.bounded(self.expression())), "%s = MAX(t, %s);" % (here, self.bounded(self.term()))]
        if form == 2:  # the element may keep its old value
            return ["%s = %s;" % (here, self.bounded(self.expression())), "if (%s < 3) %s = %s;" % (here, here, self.bounded(self.term()))]
        return ["%s = %s;" % (here, self.bounded(self.expression()))]

    def text(self):
        size = "[%d][%d]" % (self.rows + 4, self.columns + 4)
        parameter = "%s *%s" % (self.kind, self.name) if self.linear else "%s (*%s)%s" % (
            self.kind, self.name, size if self.planes else "[%d]" % (self.columns + 4))
        loops = ["for (int p = %d; p < %d; p++)" % (bool(self.deep), self.planes)] if self.planes else []
        if self.given:
            parameter += ", %s (*given)[%d]" % (self.given, self.columns + 7)
        condition, up, left = self.border or ("", 0, 0)
        loops += ["for (int i = %d; i < n; i++)" % (self.first[0] - up),
                  "for (%s j = %d; j < m; j++) {" % (self.rng.choice(["int", "int", "long"]), self.first[1] - left)]
        if condition:
            loops += ["if (%s) %s = %s; else {" % (condition, self.element(), self.rng.choice(["0", "scale", "i", "j - i", "b[j]"]))]
        return ["static void f_%s(int n, int m, int w, int scale, const %s *a, const %s *b, const int *both, %s) {" % (
            self.name, *[self.rng.choice(["int", "signed char", "unsigned char", "short", "unsigned short"])] * 2, parameter)] + loops + self.body() + ["}"] * (3 if condition else 2)

    def declared(self):
        given = "static %s given_%s[%d][%d];" % (self.given, self.name, self.rows + 6, self.columns + 7) if self.given else ""
        return "static %s %s%s[%d][%d];" % (self.kind, self.name, "[2]" if self.planes else "", self.rows + 4, self.columns + 4) + given


def program(seed):
    rng = random.Random("lanes %d" % seed)
    sweeps = [Sweep(rng, k) for k in range(NESTS)]
    functions = [s.text() for s in sweeps]
    lines = ["#include <math.h>", "#include <stdio.h>", "#define MAX(x, y) ((x) > (y) ? (x) : (y))", "#define MIN(x, y) ((x) < (y) ? (x) : (y))"]
    lines += [s.declared() for s in sweeps] + [line for f in functions for line in f]
    lines += ["static int both[90000]; static unsigned char letters[90000];",
              "static void fill(void *at, size_t bytes, unsigned from, int is_real) {",
              "  for (size_t k = 0; k < bytes; k++) { from = from * 1103515245u + 12345u; ((unsigned char *)at)[k] = is_real && k % 4 == 3 ? 64 : (from >> 16) & 63; }",
              "}", "int main(void) {", "  fill(both, sizeof both, 1, 0); fill(letters, sizeof letters, 2, 0);",
              "  for (int k = 0; k < 90000; k++) letters[k] &= 3;"]
    for k, s in enumerate(sweeps):
        kinds = re.findall(r"const ((?:unsigned |signed )?\w+) \*[ab]\b", functions[k][0])
        of = ["both" if kind == "int" else "(void *)letters" for kind in kinds]
        lines += ["  fill(%s, sizeof %s, %d, %d);" % (s.name, s.name, k + 3, s.kind in ("float", "double")),
                  "  fill(given_%s, sizeof given_%s, %d, %d);" % (s.name, s.name, k + 50, s.given in ("float", "double")) if s.given else "",
                  "  f_%s(%d, %d, %d, %d, %s, %s, both, %s%s%s);" % (
                      s.name, s.rows, s.columns, s.columns + 4, rng.randint(0, 5), of[0], of[1], "&" * bool(s.linear), s.name + "[0][0]" * bool(s.linear),
                      ", given_" + s.name if s.given else ""),
                  "  fwrite(%s, 1, sizeof %s, stdout);" % (s.name, s.name)]
    return "\n".join(lines + ["  return 0;", "}", ""])


def settings():
    return [{"TILEPIPE_BODY": "skew", "OMP_NUM_THREADS": threads, "TILEPIPE_TILE": tile + ";*," + tile} for threads, tile in SETTINGS]


if __name__ == "__main__":
    sys.exit(beside.main(__doc__, program, ALONE, settings(), rb" skewed=[1-9]", "regions ran lines"))
