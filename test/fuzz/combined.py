#!/usr/bin/env python3
"""Random nests that combine elements of arrays with values, under subscripts that depend on data.

With --reassociate floating-point numbers too, in arrays and in variables. Their values are small integers, of which no
order of operations rounds a sum: so they have gcc's results as well.

Each seed is a program of several functions, built by gcc and by tilepipe-cc, and run with several numbers of threads.
All elements are compared. A nest that is no region is drawn, too: the program must have gcc's results.

    combined.py --compiler build/tools/tilepipe-cc/tilepipe-cc --seeds 0:20
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

TYPES = ["int", "unsigned", "short", "unsigned short", "signed char", "unsigned char", "char", "long", "unsigned long", "long long"]
FLOATING = ["float", "double"]
NESTS = 8
SETTINGS = [("2", ""), ("3", "1"), ("3", "7"), ("5", "64")]


def subscript(rng, size, point):
    """Below size, from data at point."""
    return rng.choice([
        "(unsigned)key[%s] %% %d" % (point, size),
        "(letter[%s] + %d) %% %d" % (point, rng.randint(0, 9), size),
        "(unsigned)(key[%s] ^ letter[%s]) %% %du" % (point, point, size)])


def update(rng, kind, op, element, value):
    """A statement that combines element with value."""
    comparison = {"min": "<", "max": ">"}.get(op)
    cast = "(%s)(%s)" % (kind, value)
    if comparison:
        comparison += rng.choice(["", "="])
        return rng.choice([
            "if (%s %s %s) %s = %s;" % (cast, comparison, element, element, cast),
            "if (%s %s %s) { %s = %s; }" % (element, comparison.translate(str.maketrans("<>", "><")), cast, element, cast),
            "%s = %s %s %s ? %s : %s;" % (element, cast, comparison, element, cast, element)])
    if kind in FLOATING:
        forms = ["%s %s= %s;" % (element, op, cast), "%s = %s %s %s;" % (element, element, op, cast), "%s = %s %s %s;" % (element, cast, op, element)]
        if op == "+":
            forms += ["%s -= %s;" % (element, cast), "%s = %s - %s + 3;" % (element, element, cast)]
        return rng.choice(forms)
    forms = ["%s %s= %s;" % (element, op, value), "%s = %s %s (%s);" % (element, element, op, value)]
    if op == "+":
        forms += ["%s++;" % element, "--%s;" % element, "%s -= %s;" % (element, value), "%s = (%s) + %s;" % (element, value, element)]
    return rng.choice(forms)


class Program:
    def __init__(self, seed, reassociates=False):
        rng = self.rng = random.Random("combined %d" % seed)
        self.globals, self.functions, self.calls, self.shown = [], [], [], []
        self.reassociates, self.floating = reassociates, set()
        for k in range(NESTS):
            self.nest(rng, k)

    def array(self, rng, name, kind):
        """Declares one; its text with a subscript, and its size."""
        size = rng.choice([1, 5, 64, 257, 3000])
        if rng.random() < 0.3:
            rows = rng.randint(2, 4)
            self.globals.append("static %s %s[%d][%d];" % (kind, name, rows, size))
            return lambda x, y: "%s[(%s) %% %d][%s]" % (name, y, rows, x), size
        self.globals.append("%s%s %s[%d];" % (rng.choice(["static ", ""]), kind, name, size))
        return lambda x, y: "%s[%s]" % (name, x), size

    def nest(self, rng, k):
        deep = rng.random() < 0.4
        point = "i * 40 + j" if deep else "i"
        body = []
        for name in ["h%d" % k, "g%d" % k][:rng.choice([1, 1, 2])]:
            kind = rng.choice(TYPES if not self.reassociates or rng.random() < 0.3 else FLOATING)
            if kind in FLOATING:
                self.floating.add(name)
            op = rng.choice("+++*") if kind in FLOATING else rng.choice(["+", "+", "+", "&", "|", "^", "min", "max"] + (["*"] if "unsigned" in kind and "short" not in kind else []))
            element, size = self.array(rng, name, kind)
            for _ in range(rng.choice([1, 1, 2])):
                # What may overflow in the program itself would be undefined: values are small, counts below 2^15.
                value = rng.choice(["1", "letter[%s] & 1" % point, "key[%s] > 0" % point, "1 - (letter[%s] & 2)" % point])
                if op != "+" and rng.random() < 0.7:
                    value = rng.choice(["key[%s] | 1", "~(1 << (letter[%s] & 7))", "letter[%s]", "letter[%s] << 7"]) % point
                if kind in FLOATING:
                    value = "1 - 2 * (letter[%s] & 1)" % point if op == "*" else rng.choice([value, "(%s)(letter[%s] & 15) / 2" % (kind, point)])
                text = update(rng, kind, op, element(subscript(rng, size, point), point), value)
                if rng.random() < 0.3:
                    text = "if (key[%s] %s) %s" % (point, rng.choice(["> 5", "% 3 == 0", "< 100000"]), text if text[0] != "i" else "{ %s }" % text)
                body.append(text)
            self.shown.append(name)
        if rng.random() < 0.3:
            body.insert(rng.randint(0, len(body)), "out[%s] = key[%s] / 3;" % (point, point))
        before = behind = ""
        if self.reassociates and rng.random() < 0.5:
            kind, op = rng.choice(FLOATING), rng.choice("+++*")
            value = "1 - 2 * (letter[%s] & 1)" % point if op == "*" else "letter[%s] / 16" % point
            text = update(rng, kind, op, "sum", value)
            body.append(rng.choice([text, "if (key[%s] > 5) { %s }" % (point, text)]))
            before, behind = "%s sum = %d;" % (kind, rng.choice([1, -3])), "total%d = sum;" % k
            self.globals.append("%s total%d;" % (kind, k))
            self.floating.add("total%d" % k)
            self.shown.append("total%d" % k)
        rng.shuffle(body)
        loop = rng.choice(["for (int i = 0; i < n; i++)", "for (int i = n - 1; i >= 0; i--)", "for (int i = 0; i < n; i += 3)"])
        inner = "for (int j = 0; j < 40; j++)" if deep else ""
        self.functions.append("static void f%d(int n) {\n  %s\n  %s\n    %s {\n      %s\n    }\n  %s\n}" % (k, before, loop, inner, "\n      ".join(body), behind))
        self.calls.append((k, deep))

    def text(self):
        show = "".join('  show("%s", &%s, sizeof %s);\n' % (n, n, n) for n in self.shown)
        begin = "".join("  memset(&%s, %s, sizeof %s);\n" % (n, "0" if n in self.floating else "0x5a", n) for n in self.shown)
        calls = "".join("    f%d(%s);\n" % (k, "n / 40" if deep else "n") for k, deep in self.calls)
        return """#include <stdio.h>
#include <string.h>
enum { N = 6000 };
int key[N], out[N];
unsigned char letter[N];
%s
%s
static void show(const char *name, const void *from, size_t size) {
  const unsigned char *p = from;
  unsigned long long sum = 1;
  while (size-- > 0)
    sum = sum * 1099511628211u + *p++;
  printf("%%s %%llx\\n", name, sum);
}
int main(void) {
  unsigned seed = 3;
  int k = 0, t = 0;
%s  while (k < N) {
    seed = seed * 1664525 + 1013904223;
    key[k] = (int)(seed >> 4) - (1 << 26);
    letter[k++] = (unsigned char)(seed >> 17);
  }
  while (t < 3) {
    int n = t == 0 ? N : t == 1 ? 0 : N - 77;
%s    t++;
  }
%s  show("out", out, sizeof out);
  return 0;
}
""" % ("\n".join(self.globals), "\n".join(self.functions), begin, calls, show)


def run(program, **settings):
    return subprocess.run([program], env=dict(os.environ, **settings), capture_output=True, text=True, timeout=120).stdout


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--compiler", required=True)
    options.add_argument("--seeds", default="0:10")
    options.add_argument("--reassociate", action="store_true")
    options = options.parse_args()
    first, last = map(int, options.seeds.split(":"))
    regions = failures = 0
    for seed in range(first, last):
        with tempfile.TemporaryDirectory() as work:
            source, sequential, parallel = (os.path.join(work, name) for name in ("nests.c", "sequential", "parallel"))
            with open(source, "w") as out:
                out.write(Program(seed, options.reassociate).text())
            subprocess.run(["gcc", "-O2", "-w", source, "-o", sequential], check=True)
            made = subprocess.run([options.compiler, "-O2", "-w", *["--tp-fp=reassociate"] * options.reassociate, source, "-o", parallel, "-Rpass=tilepipe"], capture_output=True, text=True)
            regions += made.stderr.count("parallelized as region")
            expected = run(sequential) if made.returncode == 0 else None
            for threads, tile in SETTINGS:
                if expected is None or run(parallel, TILEPIPE_ALWAYS="1", OMP_NUM_THREADS=threads, TILEPIPE_TILE=tile and tile + ";" + tile + ",*") != expected:
                    failures += 1
                    print("seed %d: another result with %s threads, tile %s" % (seed, threads, tile or "any"))
    print("%d programs, %d nests, %d regions, %d failures" % (last - first, (last - first) * NESTS, regions, failures))
    return failures > 0


sys.exit(main())
