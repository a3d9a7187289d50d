#!/usr/bin/env python3
"""Random relaxations whose points run along lines across rows, with copies of their elements side by side.

Each seed is a program of several functions, built by a compiler alone and by tilepipe-cc for it, and run with several numbers
of threads and tiles, by the skewed tile functions. All elements are compared. A nest that has no such function is drawn, too.
The last line says how many regions ran tiles so.

    lines.py --compiler build/tools/tilepipe-cc/tilepipe-cc --seeds 0:20
"""
import random
import sys

import beside

TYPES = ["double", "double", "double", "float", "float", "int", "long", "unsigned"]
NESTS = 5
SETTINGS = [("1", ("*", "*", "*", "*")), ("1", ("6", "6", "70", "90")), ("2", ("8", "8", "40", "33")), ("3", ("5", "7", "64", "*"))]
MARGIN = 4  # elements around those of points


def subscript(name, by):
    return name if not by else "%s %s %d" % (name, "+" if by > 0 else "-", abs(by))


class Relaxation:
    """u[i + c][j + d] from its neighbours on all sides, those of other arrays, and what belongs to rows or columns."""

    def __init__(self, rng, number):
        self.rng, self.name, self.kind = rng, "u%d" % number, rng.choice(TYPES)
        self.rows, self.columns = rng.randint(1, 130), rng.randint(1, 150)
        self.loops = rng.choice([["t"], ["t"], ["t"], [], ["p"], ["t", "p"]])  # around rows
        self.linear = "p" not in self.loops and rng.random() < 0.4
        self.up, self.left = rng.randint(0, 2), rng.randint(0, 2)
        near = [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)]
        self.uses = rng.choice([near[:4], near, near[:2], rng.sample(near, rng.randint(1, 6)) + [(0, -1)]])
        if rng.random() < 0.15:
            self.uses = self.uses + [rng.choice([(-2, 0), (2, 0), (0, -2), (0, 2), (0, 3), (-2, 1), (2, -1), (-1, 2)])]
        self.given = rng.random() < 0.5 and rng.choice([self.kind, "double", "float"])
        self.offsets = rng.randint(-2, 2), rng.randint(-2, 2)
        self.results = rng.random() < 0.2  # the greatest change, and how many elements are large
        self.shape = rng.choice(["box"] * 6 + ["j <= i", "j > i", "i - t", "late"])

    def element(self, down=0, right=0, plane=0):
        if self.linear:
            return "%s[(%s) * w + %s]" % (self.name, subscript("i", self.up + down), subscript("j", self.left + right))
        planes = "[%s]" % subscript("p", plane) if "p" in self.loops else ""
        return "%s%s[%s][%s]" % (self.name, planes, subscript("i", self.up + down), subscript("j", self.left + right))

    def value(self):
        rng = self.rng
        if self.given and rng.random() < 0.25:
            return "(%s)g[%s][%s]" % (self.kind, subscript("i", self.offsets[0] + rng.choice([0, 0, 1])), subscript("j", self.offsets[1] + rng.choice([0, 0, 1])))
        if "p" in self.loops and rng.random() < 0.3:
            return self.element(*rng.choice([(0, 0), (0, 1)]), rng.choice([-1, 1]))
        if rng.random() < 0.1:
            return rng.choice(["a[i]", "a[i + 1]", "b[j]", "scale", "(%s)i" % self.kind])
        return self.element() if rng.random() < 0.2 else self.element(*rng.choice(self.uses))

    def sum(self):
        rng = self.rng
        values = [self.element(*use) for use in self.uses] if rng.random() < 0.6 else [self.value() for _ in range(rng.randint(2, 6))]
        return " ".join("%s %s" % (rng.choice("+-") if k else "", v) for k, v in enumerate(values + [self.element(0, -1)]))

    def expression(self):
        rng, text = self.rng, self.sum()
        if self.kind in ("double", "float"):
            by = rng.choice(["* 0.2", "/ 5.0", "/ 7.5", "* 0.125"]) + "f" * (self.kind == "float" and rng.random() < 0.5)
            return "(%s) %s" % (text, by) if rng.random() < 0.7 else "0.5 * %s + 0.5 * ((%s) %s)" % (self.value(), text, by)
        return "((%s) %s) & 65535" % (text, rng.choice(["/ 3", "/ 5", "+ 1"]))

    def body(self):
        if not self.results:
            return self.update()
        here, change = self.element(), self.rng.choice(["if (change > most) most = change;", "if (most < change) most = change;", "most = change > most ? change : most;"])
        return ["%s old = %s;" % (self.kind, here), *self.update(), "%s change = %s > old ? %s - old : old - %s;" % (self.kind, here, here, here), change, "if (change > 3) count++;"]

    def update(self):
        rng, here = self.rng, self.element()
        form = rng.randrange(8)
        if form == 0:
            return ["%s x = %s;" % (self.kind, self.expression()), "%s = x;" % here]
        if form == 1:
            return ["if (%s > %s)" % (self.value(), self.value()), "%s = %s;" % (here, self.expression()), "else", "%s = %s;" % (here, self.expression())]
        if form == 2:
            return ["%s %s %s;" % (here, rng.choice(["=", "=", "+=", "-="]), self.expression()), "%s = %s;" % (here, self.expression())]
        if form == 3:
            return ["%s = %s;" % (here, self.expression()), "if (%s > 50) %s = 3;" % (here, here)]
        return ["%s = %s;" % (here, self.expression())]

    def bounds(self):
        if self.shape == "j <= i":
            return "0", "n", "0", "i + 1 < m ? i + 1 : m"
        if self.shape == "j > i":
            return "0", "n", "i", "m"
        if self.shape == "i - t" and "t" in self.loops:
            return "t", "n", "0", "m - t"
        if self.shape == "late":
            return "3", "n - 2", "2", "m - 1"
        return "0", "n", "0", "m"

    def text(self):
        rng = self.rng
        planes = "[%d]" % (self.rows + 2 * MARGIN) if "p" in self.loops else ""
        parameter = "%s *%s" % (self.kind, self.name) if self.linear else "%s (*%s)%s[%d]" % (self.kind, self.name, planes, self.columns + 2 * MARGIN)
        if self.given:
            parameter += ", %s (*g)[%d]" % (self.given, self.columns + 2 * MARGIN)
        first0, last0, first1, last1 = self.bounds()
        # Subscripts are not negative: the arrays begin so many elements before.
        loops = ["for (int %s = %d; %s < %d; %s++)" % (x, x == "p", x, {"t": self.turns, "p": 5}[x], x) for x in self.loops]
        loops += ["for (%s i = %s + %d; i < %s + %d; i++)" % (rng.choice(["int", "int", "long"]), first0, 2, last0, 2),
                  "for (%s j = %s + %d; j < (%s) + %d; j++) {" % (rng.choice(["int", "int", "long"]), first1, 2, last1.replace("i", "(int)i"), 2)]
        before, behind = (["%s most = 0;" % self.kind, "int count = 0;"], ["r[0] = most; r[1] = (%s)count;" % self.kind]) if self.results else ([], [])
        head = "static void f_%s(int n, int m, int w, int scale, const %s *a, const %s *b, %s *r, %s) {" % (self.name, self.kind, self.kind, self.kind, parameter)
        return [head] + before + loops + self.body() + ["}"] + behind + ["}"]

    turns = 9


def program(seed):
    rng = random.Random("lines %d" % seed)
    nests = [Relaxation(rng, k) for k in range(NESTS)]
    lines = ["#include <stdio.h>"]
    for s in nests:
        rows, columns = s.rows + 2 * MARGIN, s.columns + 2 * MARGIN
        lines.append("static %s %s%s[%d][%d], a_%s[%d], b_%s[%d], r_%s[2];" % (s.kind, s.name, "[7]" if "p" in s.loops else "", rows, columns, s.name, rows, s.name, columns, s.name))
        if s.given:
            lines.append("static %s g_%s[%d][%d];" % (s.given, s.name, rows, columns))
        lines += s.text()
    lines += ["static unsigned next = 1;", "static int number(void) { next = next * 1103515245u + 12345u; return (int)(next >> 16 & 127); }",
              "#define FILL(x, type) for (unsigned long k = 0; k < sizeof x / sizeof(type); k++) ((type *)(void *)x)[k] = (type)(number() * 0.75)", "int main(void) {"]
    for s in nests:
        lines += ["  FILL(%s, %s); FILL(a_%s, %s); FILL(b_%s, %s);" % ((s.name, s.kind) * 3), "  FILL(g_%s, %s);" % (s.name, s.given) if s.given else "",
                  "  f_%s(%d, %d, %d, %d, a_%s, b_%s, r_%s, %s%s);" % (s.name, s.rows, s.columns, s.columns + 2 * MARGIN, rng.randint(0, 5), s.name, s.name, s.name,
                                                                s.name + "[0]" * bool(s.linear), ", g_" + s.name if s.given else ""),
                  "  fwrite(%s, 1, sizeof %s, stdout); fwrite(r_%s, 1, sizeof r_%s, stdout);" % ((s.name,) * 4)]
    return "\n".join(lines + ["  return 0;", "}", ""])


def settings():
    """The jammed functions as well, which results have."""
    tiles = [(threads, [",".join(tile[4 - dims:]) for dims in (4, 3, 2)]) for threads, tile in SETTINGS]
    return [{"TILEPIPE_BODY": body, "OMP_NUM_THREADS": threads, "TILEPIPE_TILE": ";".join(tile)} for body, (threads, tile) in zip(["skew"] * 4 + ["jam"] * 2, tiles + tiles[1:3])]


if __name__ == "__main__":
    sys.exit(beside.main(__doc__, program, ["-O2"], settings(), rb" skewed=[1-9]", "regions ran lines"))
