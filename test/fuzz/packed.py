#!/usr/bin/env python3
"""Random sums of products, whose tiles run another loop innermost and copy what lies in other rows.

Each seed is a program of several functions, built by a compiler alone and by tilepipe-cc for it, and run with several numbers
of threads and tiles. All elements are compared. A nest that packs nothing is drawn, too. The last line says how many regions ran.

    packed.py --compiler build/tools/tilepipe-cc/tilepipe-cc --seeds 0:20
"""
import random
import sys

import beside

TYPES = ["int", "double", "float", "unsigned", "short", "long", "unsigned char", "double"]
REAL = ("double", "float")
NESTS = 6
SETTINGS = [("1", "*,*,*"), ("1", "7,*,*"), ("2", "13,65,33"), ("2", "40,3,100"), ("3", "5,130,31"), ("2", "64,32,64")]


class Sum:
    """c[i][j] += a[i][k] * b[j][k] and its relatives."""

    def __init__(self, rng, number):
        self.rng, self.name = rng, "f%d" % number
        self.kind = rng.choice(TYPES)
        self.given = rng.choice(TYPES if self.kind in REAL else [t for t in TYPES if t not in REAL])  # no number leaves its type's range
        self.sizes = {v: rng.choice([rng.randint(3, 40), rng.randint(30, 140), 64, 65, 32, 33, 128]) for v in "ijk"}
        self.linear, self.fixed = rng.random() < 0.35, rng.random() < 0.3
        self.bounds = self.draw_bounds()
        self.tree, self.is_product = rng.random() < 0.6, rng.random() < 0.7
        self.reads = rng.choice([0, 0, 0.3])

    def draw_bounds(self):
        """First and last value of each loop; those of inner ones may depend on outer ones."""
        rng = self.rng
        bounds = {v: (str(rng.choice([0, 0, 1, 2])), "n%s" % v) for v in "ijk"}
        form = rng.randrange(7)
        if form == 0:
            bounds["j"] = ("0", "tp(i + 1, nj)")
        elif form == 1:
            bounds["j"] = ("tp(i, nj)", "nj")
        elif form == 2:
            bounds["k"] = ("0", "tp(i + 1, nk)")
        elif form == 3:
            bounds["k"] = ("tp(j, nk)", "nk")
        return {v: tuple(b.replace("tp(", "MIN(") for b in bound) for v, bound in bounds.items()}

    def subscript(self, v):
        by = self.rng.choice([0, 0, 0, 1, 2])
        return v + (" + %d" % by if by else "")

    def element(self, name, x, y):
        """Rows of `name` are 150 long, or w."""
        x, y = self.subscript(x), self.subscript(y)
        if self.linear:
            return "%s[(%s) * %s + %s]" % (name, x, self.width(), y) if self.rng.random() < 0.8 else "%s[%s + (%s) * %s]" % (name, y, x, self.width())
        return "%s[%s][%s]" % (name, x, y)

    def width(self):
        return "150" if self.fixed else "w"

    def factor(self):
        rng = self.rng
        x, y = rng.choice(["jk", "jk", "ik"] if self.is_product else ["jk", "ik", "kj", "ij"])
        text = self.element(rng.choice("ab"), x, y)
        return rng.choice(["%s", "%s", "(%s - 3)", "-%s", "(%s & 7)" if self.given not in REAL else "%s * 2"]) % text

    def written(self, places):
        """Of an element that the nest writes, perhaps meanwhile: no more than its sign, so that nothing grows."""
        return "(%s > 0 ? 1 : 2)" % self.element("c", *self.rng.choice(places))

    def target(self):
        x, y = self.rng.choice(["ij", "ij", "ik", "kj"]) if not self.tree and not self.is_product else "ij"
        return self.element("c", x, y)

    def text(self):
        rng, target = self.rng, self.target()
        value = rng.choice(["%s * %s", "%s + %s", "%s * %s + %s", "scale * %s * %s", "%s - %s"])
        value = value % tuple(self.written(["ik", "kj", "ij", "kk", "jj"]) if rng.random() < self.reads else self.factor() for _ in range(value.count("%s")))
        operation = rng.choice(["+=", "-=", "+=", "=" if self.kind in REAL else "^="])
        line = "%s %s %s;" % (target, operation, value)
        if operation == "=":
            line = "%s = %s * 0.5f + %s;" % (target, target, value)
        if rng.random() < 0.1:
            line = "if (%s %s 2) %s" % (self.factor(), rng.choice(["<", ">", "!="]), line)
        types = {v: rng.choice(["int", "int", "int", "long", "unsigned"]) for v in "ijk"}
        head = {v: "for (%s %s = %s; %s < %s; %s++) {" % (types[v], v, self.bounds[v][0], v, self.bounds[v][1], v) for v in "ijk"}
        order = "ijk" if rng.random() < 0.7 else rng.choice(["ikj", "jik", "jki"])
        if any(v in "".join(self.bounds[w]).replace("MIN", "").replace("n" + w, "") for w, v in ("ji", "ki", "kj")):
            order = "ijk"
        before = after = again = declared = ""
        if self.tree and order == "ijk":
            before = rng.choice(["%s = 1;", "%s = i;", "%s = %s;" % ("%s", self.element("b", "i", "j"))]) % target
            after = rng.choice(["", "", "%s = %s - 1;" % (target, target)])
        if order == "ijk" and "k" not in target and rng.random() < 0.5:  # the sum in a scalar, which the element may stand for
            held = self.kind if rng.random() < 0.8 else "double" if self.kind in REAL else "long"
            before = "%s s = %s;" % (held, rng.choice(["0", "1", "i - j" if self.kind in REAL else "3", target, self.element("b", "i", "j")]))
            line = line.replace(target, "s")
            after = rng.choice(["%s = s;"] * 5 + ["%s = s - " + self.written(["jj", "ii", "ij", "ji"]) + ";"] * 2 + ["%s = s - 1;", "%s = s; s = 0;", "{ %s = s; }", "if (i != 3) %s = s;",
                               "%s = s; if (%s < 9) %s = 9;", "%s = s; %s /= 2;"])
            after = after.replace("%s", target)
            if rng.random() < 0.3:  # another loop, with a scalar of that name
                again = " ".join([head["j"], before, head["k"], line, "}", after.replace(target, self.element("c", *rng.choice(["ij", "ij", "ji"]))), "}"])
                if rng.random() < 0.5:
                    before, again, declared = before.replace(held + " s", "s", 1), again.replace(held + " s", "s", 1), held + " s;"
        pointer = "%s *%s" if self.linear else "%s (*%s)[" + self.width() + "]"
        parameters = [pointer % (self.kind, "c")] + [pointer % ("const " * rng.randint(0, 1) + self.given, name) for name in "ab"]
        inner = [declared, head[order[0]], head[order[1]], before, head[order[2]], line, "}", after, "}", again, "}"]
        return ["static void f_%s(int w, int ni, int nj, int nk, int scale, %s) {" % (self.name, ", ".join(parameters)), *inner, "}"]


def program(seed):
    rng = random.Random("packed %d" % seed)
    sums = [Sum(rng, number) for number in range(NESTS)]
    lines = ["#include <stdio.h>", "#define MIN(x, y) ((x) < (y) ? (x) : (y))", "enum { SIDE = 150 };"]
    for s in sums:
        lines += ["static %s c_%s[SIDE][SIDE]; static %s a_%s[SIDE][SIDE], b_%s[SIDE][SIDE];" % (s.kind, s.name, s.given, s.name, s.name), *s.text()]
    lines += ["int main(void) {", "unsigned from = %d;" % (seed + 1)]
    for s in sums:
        lines += ["for (int x = 0; x < SIDE; x++) for (int y = 0; y < SIDE; y++) {"]
        lines += ["from = from * 1103515245u + 12345u; %s_%s[x][y] = (%s)((from >> 16) %% 64) - 5;" % (name, s.name, kind)
                  for name, kind in (("c", s.kind), ("a", s.given), ("b", s.given))]
        passed = ", ".join("(void *)%s_%s" % (name, s.name) for name in "cab")
        lines += ["}", "f_%s(SIDE, %d, %d, %d, %d, %s);" % (s.name, *(s.sizes[v] for v in "ijk"), rng.randint(1, 4), passed),
                  "fwrite(c_%s, 1, sizeof c_%s, stdout);" % (s.name, s.name)]
    return "\n".join(lines + ["return 0;", "}", ""])


def settings():
    return [{"OMP_NUM_THREADS": threads, "TILEPIPE_TILE": tile} for threads, tile in SETTINGS]


if __name__ == "__main__":
    sys.exit(beside.main(__doc__, program, ["-O2"], settings(), rb" ran=[1-9]", "regions ran"))
