"""Trees: nests of several statements at several depths, with distances that are bounded or affine.

Single loops, and variables that a nest accumulates in: the value behind it is a part of the result.

A tree is a nest of its own kind: it has the members that batch.py, build.py and execute.py read of a Nest, and
renders itself. Iterators lie in 1 ... n - 1, so that subscripts one further stay in the arrays.
"""
import copy
import random
import re
from dataclasses import dataclass, field

import calls
import levels
import members
import tops
from model import CASES

SHARE = 0.15          # of the seeds
SIDE = 24             # rows and columns of every array
SIZES = {"n": [17, 23, 9], "m": [19, 11, 22], "t": [6, 9, 3]}
EDGES = {"n": [0, 1, 2, 3], "m": [1, 2, 3, 21], "t": [0, 1, 2]}
STORAGES = ["restrict", "restrict", "rows", "vla", "global"]
LINE = "line"         # an array of the function's own
share = SHARE         # fuzz.py sets it


def chosen(seed):
    return random.Random("tree %d" % seed).random() < share


@dataclass
class Ref:
    array: str
    at: list           # (name of an iterator or "", offset) per dimension; "k%3": the remainder; "?k": an element of c

    def text(self):
        out = self.array
        for name, n in self.at:
            if name.startswith("?"):
                out += "[(int)(%s %% %du)]" % (Ref("c", [(name[1:], n)]).text(), SIDE)
                continue
            name, _, size = name.partition("%")
            at = str(n) if not name else name if not n else "%s %s %d" % (name, "+" if n > 0 else "-", abs(n))
            out += "[%s]" % ("(%s) %% %s" % (at, size) if size else at)
        return out

    def subscripts(self):
        """Elements that stand in subscripts."""
        return [Ref("c", [(name[1:], n)]) for name, n in self.at if name.startswith("?")]


@dataclass
class Assign:
    target: Ref
    reads: list        # Ref, or the name of a declared scalar
    kind: str = "="    # =, +=, if-iterator, if-value, local; "i == 1": only there
    called = False     # it stands in a function of its own

    def lines(self, tree, around):
        real = tree.type == "double"
        factors = ["0.375 * %s", "0.25 * %s", "-0.1875 * %s"] if real else ["%s", "3u * %s", "(%s ^ 5u)"]
        value = " + ".join(factors[k % 3] % (r if isinstance(r, str) else r.text()) for k, r in enumerate(self.reads))
        value += " + 0.125" if real else " + 7u"
        target = self.target.text()
        if self.kind == "local":
            return ["{", "  %s x = %s;" % (tree.type, value), "  %s = x + %s;" % (target, "0.0625" if real else "1u"), "}"]
        if self.kind == "+=":
            plain = "%s = 0.25 * %s + %s;" % (target, target, value)
            return [plain] if real else ["%s += %s;" % (target, value)]
        if self.kind == "if-iterator":
            return ["if (%s %% 3 == 1)" % around[-1].name, "  %s = %s;" % (target, value)]
        if self.kind == "if-value":
            return ["if (%s > %s)" % (target, "0.125" if real else "900000000u"), "  %s = %s;" % (target, value)]
        if " == " in self.kind:
            return ["if (%s)" % self.kind, "  %s = %s;" % (target, value)]
        return ["%s = %s;" % (target, value)]


@dataclass
class Tied(Assign):
    """A variable carries a value through a loop over k: the loop is a part of the statement.
    kind: sum (target behind the loop), row (target in each iteration), break, continue, while, if."""
    low: tuple = ("", 1)
    high: tuple = ("m", -1)
    down: bool = False
    step: int = 1
    own = {"k"}

    def lines(self, tree, around):
        real = tree.type == "double"
        factor = "0.25 * %s" if real else "3u * %s"
        value = " + ".join(factor % r.text() for r in self.reads)
        test = "s > %s" % ("1.5" if real else "2000000000u")
        body = ["s = %s + %s;" % ("0.5 * s" if real else "s", value)]
        if self.kind == "row":
            body.append("%s = s;" % self.target.text())
        elif self.kind in ("break", "continue"):
            body.insert(0, "if (%s) %s;" % (test, self.kind))
        loop = For("k", self.low, self.high, self.down, self.step).lines(tree, around)
        loop[1:1] = ["  " + line for line in body]
        if self.kind == "if":
            loop = ["if (%s)" % test.replace("s", self.reads[0].text().replace("k", "1"), 1)] + ["  " + line for line in loop]
        if self.kind == "while":
            ends = test + (" && s < 1e30" if real else "")  # infinity has no half
            loop += ["while (%s)" % ends, "  s = s %s;" % ("* 0.5" if real else "/ 2")]
        behind = [] if self.kind == "row" else ["%s = s;" % self.target.text()]
        return ["{", "  %s s = %s;" % (tree.type, "0.125" if real else "7u")] + ["  " + line for line in loop + behind] + ["}"]


@dataclass
class Combine(Assign):
    """An element under data that is combined with a value. kind: an operator, min, max, ++."""
    form: int = 0

    def lines(self, tree, around):
        at, value = self.reads[0].text(), self.reads[-1].text()
        at = ["%s %% %du" % (at, SIDE), "(%s ^ 5u) %% %du" % (at, SIDE), "%s >> 27 & 15u" % at][self.form % 3]
        element = "%s[%s]" % (self.target.array, at)
        if self.kind == "++":
            return [["%s++;", "++%s;", "%s += 1;", "%s -= 3;"][self.form % 4] % element]
        if self.kind in ("min", "max"):
            sign = "<" if self.kind == "min" else ">"
            return [["if (%s %s %s)" % (value, sign, element), "  %s = %s;" % (element, value)],
                    ["%s = %s %s %s ? %s : %s;" % (element, value, sign, element, value, element)]][self.form % 2]
        forms = ["%s %s= %s;" % (element, self.kind, value), "%s = %s %s %s;" % (element, element, self.kind, value),
                 "%s = %s %s %s;" % (element, value, self.kind, element)]
        text = forms[self.form % 3]
        return ["if (%s %% 3 != 1)" % around[-1].name, "  " + text] if self.form > 6 else [text]


@dataclass
class Accumulate:
    """A variable of the function that gets a value in some order. kind: a key of SUMS."""
    name: str
    kind: str
    read: Ref
    start: str
    form: int = 0

    def lines(self, tree, around):
        value, s, real = self.read.text(), self.name, tree.type == "double"
        if self.kind in ("max", "min"):
            more, less = (">", "<") if self.kind == "max" else ("<", ">")
            forms = [["if (%s %s %s)" % (value, more, s), "  %s = %s;" % (s, value)],
                     ["%s = %s %s %s ? %s : %s;" % (s, value, more, s, value, s)],
                     ["if (%s %s %s) {" % (s, less, value), "  %s = %s;" % (s, value), "}"],
                     ["%s = %s %s %s ? %s : %s;" % (s, s, more, value, s, value)],
                     ["if (%s %s= %s)" % (value, more, s), "  %s = %s;" % (s, value)],
                     ["%s = f%s(%s, %s);" % (s, self.kind, s, value)], ["%s = f%s(fabs(%s), %s);" % (s, self.kind, value, s)]]
            return forms[self.form if real else self.form % 5]
        if self.kind in PLACES:
            place = " + ".join("%d * %s" % (97 ** n, i) for n, i in enumerate(sorted({i for i, _ in self.read.at if i})))
            return ["if (%s %s %s) {" % (value, ">" if self.kind == "last" else "<", s), "  %s = %s;" % (s, value),
                    "  %s_at = %s;" % (s, place or "1"), "}"]
        word = "(%s > 0.5 ? 3 : 1)" % value if real and self.kind != "ordered" else value
        return [[line % {"s": s, "x": word}] for line in SUMS[self.kind][1]][self.form % len(SUMS[self.kind][1])]

    def declaration(self, tree):
        place = " int %s_at = -1;" % self.name if self.kind in PLACES else ""
        return "%s %s = %s;%s" % (SUMS[self.kind][0] or tree.type, self.name, self.start, place)


# Extremes beside the place where they are; of equal ones the first. The names are of no importance.
PLACES = ("first", "last")
# kind: type (empty: that of the elements), ways to write it. Signed sums of small numbers are defined.
# Those of "ordered" add numbers of any size; the nest writes something, or it is left alone.
SUMS = {"ordered": ("double", ["%(s)s += %(x)s;", "%(s)s = %(s)s - %(x)s;", "%(s)s = %(x)s + %(s)s;", "%(s)s -= 0.75 * %(x)s;",
                               "if (%(x)s > 1) %(s)s += %(x)s / 3;"]),
        "max": ("", []), "min": ("", []), "first": ("", []), "last": ("", []),
        "sum": ("unsigned", ["%(s)s += %(x)s;", "%(s)s = %(x)s + %(s)s;", "%(s)s -= %(x)s;"]),
        "int": ("int", ["%(s)s += (int)(%(x)s %% 2001u) - 1000;", "%(s)s = %(s)s - (int)(%(x)s %% 2001u) + 1000;"]),
        "count": ("short", ["if (%(x)s %% 3 == 1) %(s)s++;", "%(s)s -= %(x)s %% 2 == 0;"]),
        "wide": ("unsigned long", ["%(s)s ^= %(x)s * 77ul;", "%(s)s = %(s)s ^ %(x)s;"]),
        "product": ("unsigned long", ["%(s)s *= 2 * %(x)s + 1;"]),
        "bits": ("unsigned char", ["%(s)s |= %(x)s & 5;", "%(s)s = %(s)s | (%(x)s & 24);"]),
        "mask": ("int", ["%(s)s &= %(x)s | 9;"])}


@dataclass
class Declare:
    name: str
    value: Ref         # of an array that is not written

    def lines(self, tree, around):
        return ["%s %s = %s;" % (tree.type, self.name, self.value.text())]


@dataclass
class Swap:
    """Each of these pointers gets the place of the next one."""
    arrays: list
    dims: int
    form: int = 0

    def pointer(self, tree, name):
        row = "w" if tree.storage == "vla" else str(SIDE)
        return "%s *%s" % (tree.type, name) if self.dims == 1 else "%s (*%s)[%s]" % (tree.type, name, row)

    def lines(self, tree, around):
        steps = ["%s = %s" % pair for pair in zip(self.arrays, self.arrays[1:] + ["swap"])]
        if self.form == 1:
            return ["swap = %s, %s;" % (self.arrays[0], ", ".join(steps))]
        if self.form == 2:
            return ["do { %s = %s; %s; } while (0);" % (self.pointer(tree, "swap"), self.arrays[0], "; ".join(steps))]
        if self.form == 3:
            return ["swap = %s;" % self.arrays[0]] + [step + ";" for step in steps]
        return ["{", "  %s = %s;" % (self.pointer(tree, "swap"), self.arrays[0])] + ["  %s;" % step for step in steps] + ["}"]


@dataclass
class For:
    name: str
    low: tuple         # (symbol or outer iterator or "", constant), inclusive
    high: tuple        # the same, exclusive
    down: bool = False
    step: int = 1
    weak: bool = False  # <= instead of <
    body: list = field(default_factory=list)
    blocked: bool = False   # in blocks of size, by a loop around it whose step is that value
    called: bool = False    # it stands in a function of its own
    followed: bool = False  # the header steps another variable, which half of the subscripts name
    sets: int = 0           # the body sets a variable of the function to the iterator and this: subscripts name it

    def blocks(self, term):
        """(head of the loop over blocks, low and high of the loop over one)"""
        outer = self.name * 2
        if self.down:
            head = "for (int %s = %s; %s >= %s; %s -= size)" % (outer, term(self.high, -1), outer, term(self.low), outer)
            return head, "MAX(%s - size, %s) + 1" % (outer, term(self.low, -1)), "%s + 1" % outer
        head = "for (int %s = %s; %s < %s; %s = %s + size)" % (outer, term(self.low), outer, term(self.high), outer, outer)
        return head, outer, "MIN(%s, %s + size)" % (term(self.high), outer)

    def follower(self, lines):
        """Every second subscript by the other variable, which has the same value."""
        count = iter(range(10 ** 9))
        other = lambda m: m.group(0) if next(count) % 2 else "[%s_at" % self.name
        return [re.sub(r"\[%s\b" % self.name, other, line) for line in lines]

    def setter(self, lines):
        """Subscripts that far away by a variable that is set in front of them."""
        value = Ref("", [(self.name, self.sets)]).text()
        changed = [line.replace(value, "[%s_set]" % self.name) for line in lines]
        return lines if changed == lines else ["%s_set = %s;" % (self.name, value[1:-1])] + changed

    def lines(self, tree, around):
        term = lambda b, n=0: Ref("", [(b[0], b[1] + n)]).text()[1:-1]
        sign = "-" if self.down else "+"
        outer = None
        if self.blocked and self.step == 1:
            outer, low, high = self.blocks(term)
            if tree.is_old:
                outer = outer.replace("int ", "", 1)
            first, test = ("%s - 1" % high, ">= %s" % low) if self.down else (low, "< %s" % high)
            head = "int %s = %s; %s %s" % (self.name, first, self.name, test)
        elif self.down:
            head = "int %s = %s; %s %s %s" % (self.name, term(self.high, -1), self.name, ">" if self.weak else ">=",
                                              term(self.low, -self.weak))
        else:
            head = "int %s = %s; %s %s %s" % (self.name, term(self.low), self.name, "<=" if self.weak else "<",
                                              term(self.high, -self.weak))
        if tree.is_old:
            head = head[len("int "):]
        change = sign * 2 if self.step == 1 else " %s= %d" % (sign, self.step)
        inner = [line for part in self.body for line in calls.lines_of(part, tree, around + [self])]
        change = self.name + change
        if self.sets:
            inner = self.setter(inner)
        if self.followed:
            at = self.name + "_at"
            first, rest = head.split(";", 1)
            head = "%s, %s = %s;%s" % (first, at, first.split(" = ", 1)[1], rest)
            change = "%s %s= %d, %s" % (at, sign, self.step, change)
            inner = self.follower(inner)
        out = ["for (%s; %s) {" % (head, change)] + ["  " + line for line in inner] + ["}"]
        return [outer] + ["  " + line for line in out] if outer else out

    def values(self, env):
        low, high = (env.get(b[0], 0) + b[1] for b in (self.low, self.high))
        return range(high - 1, low - 1, -self.step) if self.down else range(low, high, self.step)


def parts(body):
    for p in body:
        yield p
        yield from parts(getattr(p, "body", []))


def lists(root):
    """The bodies of all loops."""
    return [p.body for p in parts([root]) if isinstance(p, For)]


def count(part, env):
    """Points."""
    if not isinstance(part, For):
        return int(isinstance(part, (Assign, Accumulate)))
    return sum(count(p, {**env, part.name: v}) for v in part.values(env) for p in part.body)


class Tree:
    """What a Nest tells the rest of the generator."""
    arrays, outside, later, symbols = [], [], [], []
    cut, skewed, is_tree, is_carried = None, False, True, False
    kept = set()  # scalars that no row begins with a value of its own; see carried.py

    def __init__(self, seed, rng):
        self.begin(seed, rng)
        self.root = rng.choice([
            draw_sweeps, draw_sweeps, draw_rows, draw_affine, draw_affine, draw_tied, draw_tied, draw_single, draw_sums, draw_sums, draw_guards, draw_guards])(rng)
        if random.Random("combined %d" % seed).random() < 0.08:
            self.root, self.type, self.storage = draw_combined(rng), "unsigned", "global"
        if random.Random("columns %d" % seed).random() < 0.15:
            self.root = draw_columns(rng)
        self.is_old = rng.random() < 0.35  # one variable for all loops over it, declared outside
        if rng.random() < 0.15:
            self.root = draw_lines(rng)
        if members.chosen(seed) and random.Random("pairs %d" % seed).random() < 0.5:
            self.root = draw_pairs(random.Random("the pairs %d" % seed))
        for p in self.sums():
            if p.kind == "ordered" and not self.written():
                p.kind = "max"
            if p.form == 3 and self.written():  # a NaN that is taken needs a nest that may run again
                p.form = 0
        if self.type == "unsigned":
            for p in self.sums():
                p.start = {"max": "0", "last": "0", "min": "4000000000u", "first": "4000000000u"}.get(p.kind, p.start)
        if self.root.name == "k" and self.storage != "global" and rng.random() < 0.5:
            self.draw_swaps(rng)
        if levels.chosen(seed):
            self.root = levels.draw(random.Random("the levels %d" % seed), Ref, Assign, For)
        self.finish(can_be_called)

    def begin(self, seed, rng):
        self.seed, self.type, self.storage = seed, rng.choice(["double", "unsigned"]), rng.choice(STORAGES)
        self.sizes = [{s: v[c] for s, v in SIZES.items()} for c in range(CASES - 1)]
        self.sizes.append({s: rng.choice(v) for s, v in EDGES.items()})

    def finish(self, can_be_called):
        """What is drawn of a nest that is there, each from a stream of its own."""
        if any(p.name == "j" and p.low == ("", 0) for p in parts([self.root]) if isinstance(p, For)):
            self.sizes[-1].update(n=SIZES["n"][0], m=1)  # only loops from 0 have no iterations
        self.draw_headers(random.Random("headers %d" % self.seed))
        if self.type == "unsigned" and not (members.chosen(self.seed) or levels.chosen(self.seed)) and random.Random("data %d" % self.seed).random() < 0.25:
            self.draw_data(random.Random("the data %d" % self.seed))
        calls.draw_calls(self, list(parts([self.root])), can_be_called)
        self.draw_sets(random.Random("sets %d" % self.seed))
        self.repeat = random.Random("repeat %d" % self.seed).choice([""] * 8 + ["do", "while"])
        self.members = members.draw(self)
        self.callees = []

    def draw_headers(self, rng):
        """Loops in blocks, and headers with two variables."""
        block, follow = rng.choice([0, 0, 0.3, 0.6]), rng.choice([0, 0, 0, 0.4])
        for p in [p for p in parts([self.root]) if isinstance(p, For)]:
            p.blocked = p.step == 1 and rng.random() < block
            p.followed = rng.random() < follow

    def draw_data(self, rng):
        """Subscripts of reads that depend on data: somewhere in a row or column that is known, or somewhere at all."""
        for p in [p for p in parts([self.root]) if isinstance(p, Assign)]:
            p.reads = [self.somewhere(r, rng) if isinstance(r, Ref) and len(r.at) > 1 else r for r in p.reads]

    @staticmethod
    def somewhere(r, rng):
        d = rng.choice([0, 1, 1])
        name, n = r.at[d]
        if not name.isalpha() or rng.random() < 0.4:
            return r
        return Ref(r.array, r.at[:d] + [("?" + name, n)] + r.at[d + 1:])

    def draw_sets(self, rng):
        """Variables of the function that stand for subscripts: functions of their own do not have them."""
        share = rng.choice([0, 0, 0, 0.5, 1])
        called = [q for p in parts([self.root]) if getattr(p, "called", False) for q in parts([p])]
        for p in parts([self.root]):
            if isinstance(p, For) and not any(p is q for q in called) and rng.random() < share:
                p.sets = rng.choice([-1, 1])

    def draw_swaps(self, rng):
        """Pointers that each time step exchanges."""
        dims = min(d for a, d in self.used() if a in "ABab")
        names = rng.choice([["A", "B"], ["A", "B"], ["B", "A"], ["A", "C", "B"], ["A", "B", "C"]])
        form = rng.randrange(4)
        for _ in range(rng.choice([1, 1, 1, 2])):
            swap = Swap([a.lower() if dims == 1 else a for a in names], dims, form)
            self.root.body.insert(rng.choice([0] + [len(self.root.body)] * 3 + list(range(len(self.root.body)))), swap)

    def swaps(self):
        return [p for p in parts([self.root]) if isinstance(p, Swap)]

    def name(self):
        return "fuzz_%d" % self.seed

    def inside(self):
        return True

    @property
    def loops(self):
        """As many as a tile has dimensions at most."""
        deepest = lambda p: 1 + max([deepest(x) for x in p.body] or [0]) if isinstance(p, For) else 0
        return list(range(deepest(self.root)))

    def iterators(self):
        """Names of all loops, those of a statement's own text included."""
        loops = [p for p in parts([self.root]) if isinstance(p, For)]
        return sorted({p.name for p in loops}.union(
            {p.name * 2 for p in loops if p.blocked}, {p.name + "_at" for p in loops if p.followed},
            *[getattr(p, "own", set()) for p in parts([self.root])]))

    @property
    def length(self):
        return len(self.root_lines())

    @property
    def points(self):
        return [count(self.root, env) for env in self.sizes]

    def root_lines(self):
        """The nest; leaves the definitions of what it calls in callees."""
        self.callees = []
        return self.root.lines(self, [])

    def repeated(self, lines):
        """Until something has converged, three times at most."""
        if not self.repeat:
            return lines
        value = next((p.name for p in self.sums()), None)
        array, dims = self.used()[0]
        ends = "rounds < 3 && %s != 0" % (value or array + "[1]" * dims)
        inner = ["  " + line for line in lines + ["rounds++;"]]
        if self.repeat == "do":
            return ["int rounds = 0;", "do {"] + inner + ["} while (%s);" % ends]
        return ["int rounds = 0;", "while (%s) {" % ends] + inner + ["}"]

    def memories(self):
        """(name, dimensions, elements) of what a caller gives: arrays, or what holds them."""
        plain = [(a, dims, SIDE ** dims) for a, dims in self.used() if a not in self.members.arrays]
        return plain + ([(members.MEMORY, 2, self.members.elements())] if self.members.arrays else [])

    def has_calls(self):
        return any(getattr(p, "called", False) for p in parts([self.root]))

    def used(self):
        refs = [r for p in parts([self.root]) for r in ([p.target] + p.reads if isinstance(p, Assign) else
                                                         [p.value] if isinstance(p, Declare) else
                                                         [p.read] if isinstance(p, Accumulate) else [])]
        refs = [r for r in refs if isinstance(r, Ref)]
        refs += [s for r in refs for s in r.subscripts()]
        return sorted({(r.array, len(r.at)) for r in refs if r.array != LINE} |
                      {(a, p.dims) for p in self.swaps() for a in p.arrays})

    @property
    def guarded(self):
        """Zeros of both signs may meet in an extreme: such a start declines, or the program's own loop decides. What is
        repeated runs several times."""
        return self.repeat or self.type == "double" and any(p.kind in ("max", "min") for p in self.sums())

    def sums(self):
        return [p for p in parts([self.root]) if isinstance(p, Accumulate)]

    @staticmethod
    def bits(name, kind, value):
        """Adds those of a variable's value to the result."""
        return ["{", "  %s %s_behind = %s;" % (kind, name, value), "  long bits = 0;",
                "  __builtin_memcpy(&bits, &%s_behind, sizeof %s_behind);" % (name, name), "  result = (long)(result * 31ul + bits);", "}"]

    def declarations(self):
        """Of variables in front of the nest."""
        return [p.declaration(self) for p in self.sums()]

    def behind(self):
        """The bits of the variables, as the function's result."""
        lines = ["long result = 0;"]
        for p in self.sums():
            # fmax may answer either of two zeros.
            value = p.name + (" + 0.0" if p.kind in ("max", "min") and p.form > 4 and self.type == "double" else "")
            if p.kind == "ordered":  # which of different NaNs a sum becomes is no part of the promise
                value = "%s == %s ? %s : 0.5" % (p.name, p.name, p.name)
            lines += self.bits(p.name, SUMS[p.kind][0] or self.type, value)
            lines += ["result = (long)(result * 31ul + %s_at);" % p.name] if p.kind in PLACES else []
        # Where the pointers are behind the nest.
        for a, dims in sorted({(a, p.dims) for p in self.swaps() for a in p.arrays}):
            lines.append("%s%s += %d;" % (a, "[2]" * dims, 1 + 2 * "ABC".index(a.upper())))
        return lines + ["return result;"]

    def written(self):
        return {p.target.array for p in parts([self.root]) if isinstance(p, Assign)} | {a for p in self.swaps() for a in p.arrays}

    def parameter(self, array, dims):
        if array == members.MEMORY:
            return self.members.parameter(self)
        star = "*restrict " if self.storage == "restrict" else "*"
        const = "" if array in self.written() or self.has_calls() else "const "  # what it calls may be without const
        if dims == 1:
            return "%s%s %s%s" % (const, self.type, star, array)
        rows = "[%s]" % ("w" if self.storage == "vla" else SIDE) * (dims - 1)
        return "%s%s (%s%s)%s" % (const, self.type, star, array, rows)

    def function(self):
        is_global = self.storage == "global"
        given = ["int n", "int m", "int t"] + ["int w"] * (self.storage == "vla")
        given += [] if is_global else [self.parameter(a, dims) for a, dims, _ in self.memories()]
        lines = ["static long %s(%s) {" % (self.name(), ", ".join(given))]
        lines += ["  (void)n, (void)m, (void)t;"]
        lines += ["  const int size = t %% 4 + %d;" % (1 + self.seed % 3)] if any(getattr(p, "blocked", 0) for p in parts([self.root])) else []
        lines += ["  " + line for line in self.declarations()]
        lines += ["  %s %s[%d];" % (self.type, LINE, SIDE)] if LINE in self.written() else []
        lines += ["  %s;" % p.pointer(self, "swap") for p in self.swaps() if p.form % 2][:1]
        lines += ["  int %s;" % ", ".join(self.iterators())] if self.is_old else []
        lines += ["  int %s_set = 0; (void)%s_set;" % (name, name)
                  for name in sorted({p.name for p in parts([self.root]) if getattr(p, "sets", 0)})]
        lines += ["  const %s shift_%d = 3; (void)shift_%d;" % (self.type, self.seed, self.seed)] if self.hides_global else []
        declared, root = tops.in_loop(self.name(), self.type, self.root_lines())
        lines += ["  " + line for line in declared + self.repeated(root) + self.behind()] + ["}", ""]
        return self.named("\n".join(lines))

    def named(self, text):
        """Arrays that are globals have the seed in their names, members that of their structure in front."""
        text = self.members.named(self, text)
        for array, _, _ in self.memories() if self.storage == "global" else []:
            text = re.sub(r"(?<![\w.])%s\[" % array, "%s_%d[" % (array, self.seed), text)
        return text

    def file_scope(self):
        self.root_lines()
        shift = ["static %s%s shift_%d = %s;\n" % ("const " if self.seed % 2 else "", self.type, self.seed,
                                                  calls.REAL if self.type == "double" else calls.WHOLE)] if self.names_global else []
        arrays = ["static %s %s_%d[%d]%s;\n" % (self.type, a, self.seed, SIDE, "[%d]" % SIDE * (dims - 1))
                  for a, dims, _ in self.memories() if a != members.MEMORY] if self.storage == "global" else []
        arrays += [self.members.definition(self)] if self.members.arrays else []
        return "".join(shift + arrays) + self.named("".join(self.callees))

    def run_function(self):
        given = ["(int)s[%d]" % k for k in range(3)] + [str(SIDE)] * (self.storage == "vla")
        given += ["b[%d]" % k for k in range(len(self.memories()))] if self.storage != "global" else []
        return ("static long run_%s(const long *s, void **b) {\n  (void)b;\n  return %s(%s);\n}\n"
                % (self.name(), self.name(), ", ".join(given)))

    def table_entry(self):
        kind = "F64" if self.type == "double" else "U32"
        own = lambda a: "%s_%d" % (a, self.seed) if self.storage == "global" else "NULL"
        buffers = ["{&layouts[%s], %d, %s}" % (kind, count, own(a)) for a, _, count in self.memories()]
        cases = ["{%d, %d, %d}" % tuple(env[s] for s in ("n", "m", "t")) for env in self.sizes]
        return "", '  {"%s", run_%s, {%s}, %d, {%s}, {%s}},\n' % (
            self.name(), self.name(), ", ".join(buffers), len(self.loops), ", ".join("1" for _ in self.loops), ", ".join(cases))


def draw(seed):
    return Tree(seed, random.Random("the tree %d" % seed))


def kind(rng):
    return rng.choice(["=", "=", "=", "+=", "local", "if-iterator", "if-value"])


def draw_sweeps(rng):
    """A time loop around sweeps that read neighbours."""
    down = {d: rng.random() < 0.15 for d in "ij"}
    step = rng.choice([1] * 7 + [2])
    root = For("k", ("", 0), ("t", 0), weak=rng.random() < 0.2)
    is_flat = rng.random() < 0.25  # one dimension

    def loop(d, body):
        low = ("", rng.choice([1, 1, 1, 2]))
        return For(d, low, ("n" if d == "i" else "m", -1), down[d] != (rng.random() < 0.05), step if d == "j" else 1,
                   rng.random() < 0.2, body)

    def near(array):
        far = [0, 0, -1, 1]
        if is_flat:
            return Ref(array.lower(), [("i", rng.choice(far))])
        return Ref(array, [("i", rng.choice(far)), ("j", rng.choice(far))])
    for number in range(rng.choice([2, 2, 2, 3, 4])):
        target = near("AB"[number % 2])
        target.at = [(d, 0) for d, _ in target.at]
        reads = [near(rng.choice("AABBC")) for _ in range(rng.randint(1, 4))]
        body = [Assign(target, reads, kind(rng))]
        if is_flat:
            root.body.append(loop("i", body))
            continue
        if rng.random() < 0.2:  # a border, by a loop of its own
            d = rng.choice("ij")
            at = [("i", 0), ("", 0)] if d == "i" else [("", 0), ("j", 0)]
            inner = [(n, x if n else rng.choice([0, 1])) for n, x in at]
            root.body.append(loop(d, [Assign(Ref("A", at), [Ref(rng.choice("AB"), inner)])]))
        outer = loop("i", [loop("j", body)]) if rng.random() < 0.9 else loop("j", [loop("i", body)])
        if rng.random() < 0.2:
            outer.body.insert(rng.choice([0, 1]), Assign(Ref("f", [(outer.name, 0)]), [Ref("f", [(outer.name, rng.choice([-1, 0]))]), Ref("c", [(outer.name, 0)])]))
        root.body.append(outer)
    return root


def draw_rows(rng):
    """Rows one after the other, statements before, between and after loops over a row."""
    down = rng.random() < 0.2
    root = For("i", ("", 1), ("n", -1), down, rng.choice([1] * 5 + [2]))
    back = 1 if down else -1
    names = []
    for number in range(rng.randint(2, 4)):
        choice = rng.random()
        if choice < 0.15:
            names.append("w%d" % number)
            root.body.append(Declare(names[-1], rng.choice([Ref("c", [("i", 0)]), Ref("C", [("i", 0), ("", 0)])])))
        elif choice < 0.45:
            reads = [rng.choice([Ref("f", [("i", back)]), Ref("A", [("i", back), ("", 1)]), Ref("c", [("i", 1)])])]
            target = rng.choice([Ref("f", [("i", 0)]), Ref("A", [("i", 0), ("", 0)])])
            root.body.append(Assign(target, reads + names[-1:], rng.choice(["=", "+=", "if-iterator"])))
        else:
            inner_down = rng.random() < 0.1
            low, high = ("", 1), ("m", -1)
            if rng.random() < 0.3:
                low, high = rng.choice([(("i", 1), high), (low, ("i", 0)), (low, ("i", 1))])
            array = rng.choice("AAB")
            able = [Ref(array, [("i", back), ("j", rng.choice([-1, 0, 1]))]), Ref("f", [("i", rng.choice([0, back]))]),
                    Ref("C", [("j", 0), ("i", 0)]), Ref("A", [("i", 0), ("j", 1 if inner_down else -1)]), Ref("c", [("j", 0)])]
            reads = rng.sample(able, rng.randint(1, 3)) + (names[-1:] if rng.random() < 0.6 else [])
            root.body.append(For("j", low, high, inner_down, rng.choice([1] * 5 + [3]), rng.random() < 0.3,
                                 [Assign(Ref(array, [("i", 0), ("j", 0)]), reads, kind(rng))]))
    if not any(isinstance(p, For) for p in root.body):
        root.body.append(For("j", ("", 1), ("m", 0), body=[Assign(Ref("A", [("i", 0), ("j", 0)]), [Ref("A", [("i", back), ("j", 0)])])]))
    return root


def draw_guards(rng):
    """Statements of single iterations beside others, through rows that all iterations share."""
    row = lambda: Ref("g", [("j", rng.randint(-3, 3))])
    first = rng.randint(1, 2)
    fresh = lambda: [Ref("C", [("i", 0), ("j", rng.choice([0, 0, 1]))])]
    body = [Assign(row(), fresh(), "i == %d" % first), Assign(row(), fresh()),
            Assign(rng.choice([Ref("A", [("i", 0), ("j", 0)]), Ref("h", [("j", 0)])]), [row()], "i == %d" % (first + 1))]
    for number in range(rng.choice([0, 0, 1, 2])):
        guard = rng.choice(["i == %d" % rng.randint(1, 3), "j == %d" % rng.randint(3, 5), "=", "="])
        body.append(Assign(*rng.choice([(row(), [row()]), (row(), fresh()), (Ref("B", [("i", 0), ("j", 0)]), [row()])]), guard))
    rng.shuffle(body)
    return For("i", ("", 1), ("n", -1), body=[For("j", ("", 3), ("m", -3), body=body)])


def draw_pairs(rng):
    """Lines with two stores some elements apart, beside another array that lines write across. Members of one structure lie
    between each other."""
    near = lambda: rng.choice([-1, 0, 0, 1])
    fresh = lambda: Ref(rng.choice("CCD"), [("i", near()), ("j", near())])
    first = rng.choice([-2, -1, -1, 0])
    stores = [Assign(Ref("A", [("i", 0), ("j", first + k * rng.choice([1, 1, 2]))]), [fresh()], kind(rng))
              for k in range(rng.choice([2, 2, 3]))]
    rng.shuffle(stores)
    row = lambda: Ref("A", [("i", 0), ("j", near())])
    across = rng.choice([[("j", 0), ("i", 0)], [("j", 0), ("i", 0)], [("i", rng.choice([-1, 1])), ("j", 0)], [("i", 0), ("j", 0)]])
    loop = lambda body: For("j", ("", 2), ("m", -2), rng.random() < 0.3, rng.choice([1] * 5 + [2]), rng.random() < 0.2, body)
    body = [loop(stores), loop([Assign(Ref("B", across), [rng.choice([row(), fresh()])], rng.choice(["=", "=", "local"]))])]
    if rng.random() < 0.4:
        body.append(loop([Assign(row(), [row(), fresh()], kind(rng))]))
    rng.shuffle(body)
    return For("i", ("", 1), ("n", -1), rng.random() < 0.2, body=body)


def draw_affine(rng):
    """Factorizations, products, triangles: what is read is some row or column that is ready."""
    triangle = rng.random() < 0.7
    array = "A" if triangle else rng.choice("AB")
    own = [("i", 0), ("j", 0)]
    others = [[("i", 0), ("k", 0)], [("k", 0), ("j", 0)], [("j", 0), ("k", 0)]]
    limit = rng.choice([("j", 0), ("j", 0), ("i", 0)]) if triangle else ("n", -1)
    inner = For("k", ("", 1), limit, weak=rng.random() < 0.3, step=rng.choice([1] * 7 + [2]),
                body=[Assign(Ref(array, own), [Ref(rng.choice([array, "C"] if triangle else ["C", "D"]), a)
                                               for a in rng.sample(others, rng.choice([1, 2, 2]))], "+=")])
    middle = For("j", ("", 1), rng.choice([("i", 0), ("i", 1)]) if triangle else ("m", -1), weak=rng.random() < 0.3, body=[inner])
    if rng.random() < 0.6:
        reads = [Ref("C", own), Ref(array, own)] if rng.random() < 0.6 else [Ref(array, [("j", 0), ("j", 0)])]
        middle.body.insert(rng.choice([0, 1]), Assign(Ref(array, own), reads, rng.choice(["=", "local", "if-value"])))
    root = For("i", ("", 1), ("n", -1), body=[middle])
    if triangle and rng.random() < 0.5:
        alone = For("k", ("", 1), ("i", 0), body=[Assign(Ref(array, [("i", 0), ("i", 0)]), [Ref(array, [("i", 0), ("k", 0)])], "+=")])
        root.body.append(rng.choice([alone, Assign(Ref(array, [("i", 0), ("i", 0)]), [Ref("C", [("i", 0), ("", 2)])], "+="),
                                     For("j", ("i", 1), ("n", 0), body=[Assign(Ref(array, own), [Ref(array, [("j", 0), ("i", 0)])], "+=")])]))
    if rng.random() < 0.3:
        root.body.insert(0, Assign(Ref("f", [("i", 0)]), [Ref("f", [("i", -1)])], "+="))
    if rng.random() < 0.2:
        root.body.insert(0, For("j", ("", 1), ("i", 0) if triangle else ("m", -1), body=[Assign(Ref(array, own), [Ref("C", own)], "+=")]))
    return root


def draw_columns(rng):
    """Sums whose terms lie one below the other: tiles run the loop over columns innermost, where nothing forbids that."""
    own = [("i", 0), ("j", 0)]
    near = lambda: rng.choice([0, 0, 0, 0, -1, 1])
    target = "A"
    column = Ref(rng.choice("CCDA"), [("k", near()), ("j", near())])
    others = [Ref("C", [("i", 0), ("k", 0)]), Ref("D", [("k", 0), ("i", near())]), Ref("f", [("k", 0)]), Ref("B", own)]
    if rng.random() < 0.25:  # each column waits for the one before
        others.append(Ref(target, [("i", 0), ("j", -1)]))
    low, high = rng.choice([(("", 1), ("n", -1)), (("", 1), ("n", -1)), (("i", 1), ("n", 0)), (("", 1), ("i", 0)), (("", 1), ("j", 0))])
    inner = For("k", low, high, rng.random() < 0.15, rng.choice([1] * 5 + [2]), rng.random() < 0.2,
                [Assign(Ref(target, own), [column] + rng.sample(others, rng.randint(1, 2)), rng.choice(["+=", "+=", "+=", "local", "if-value"]))])
    body = [inner]
    if rng.random() < 0.7:
        body.insert(0, Assign(Ref(target, own), [Ref("B", own)], rng.choice(["=", "=", "+="])))
    if rng.random() < 0.5:
        back = rng.choice([own, own, [("j", 0), ("i", 0)], [("i", -1), ("j", 0)], [("i", 0), ("j", 1)]])
        body.append(Assign(Ref(rng.choice("AABB"), back), [Ref(target, own), Ref("c", [("j", 0)])], kind(rng)))
    low, high = rng.choice([(("", 1), ("m", -1)), (("", 1), ("m", -1)), (("i", 0), ("n", -1)), (("", 1), ("i", 1))])
    middle = For("j", low, high, rng.random() < 0.1, rng.choice([1] * 7 + [2]), rng.random() < 0.2, body)
    root = For("i", ("", 1), ("n", -1), rng.random() < 0.1, body=[middle])
    if rng.random() < 0.3:
        root.body.insert(rng.choice([0, 1]), Assign(Ref("f", [("i", 0)]), [Ref("f", [("i", rng.choice([-1, 0]))])], "+="))
    return root


def draw_tied(rng):
    """Sums, filters and searches over a row or column, inside one or two loops."""
    is_flat = rng.random() < 0.3
    around = ["i"] if is_flat else ["i", "j"]
    kind = rng.choice(["sum", "sum", "sum", "row", "row", "break", "continue", "while", "if"])
    near = lambda: rng.choice([0, 0, 0, -1, 1])
    at = lambda names: [(n, near()) for n in names]
    low, high = rng.choice([(("", 1), ("m", -1)), (("", 1), ("i", 0)), (("i", 1), ("n", -1)), (("", 1), ("", 4))])
    own = [("i", 0), ("k", near())] if kind == "row" else [("i", 0), ("j", 0) if not is_flat else ("", 0)]
    reads = [Ref(rng.choice("BCC"), at(rng.choice([["i", "k"], ["k", "i"], ["k", around[-1]]]))) for _ in range(rng.randint(1, 2))]
    if rng.random() < 0.4:  # of what other iterations write
        reads.append(Ref("A", [("i", rng.choice([-1, -1, 0])), ("k", near())]))
    tied = Tied(Ref("A", own), reads, kind, low=low, high=high, down=rng.random() < 0.15, step=rng.choice([1] * 5 + [2]))
    body = [tied]
    if rng.random() < 0.3:
        body.append(Assign(Ref("B", [("i", 0), (around[-1], 0)]), [Ref("A", [("i", 0), (around[-1], 0)])], "+="))
    for name in reversed(around):
        body = [For(name, ("", 1), ("n" if name == "i" else "m", -1), rng.random() < 0.1, body=body)]
    if rng.random() < 0.3:
        body[0].body.insert(0, Assign(Ref("f", [("i", 0)]), [Ref("f", [("i", rng.choice([0, -1]))])], "+="))
    return body[0]


def accumulations(rng, array, at, count):
    """Variables that get elements of array; the kinds of extremes are exact for NaNs and zeros, too."""
    out = []
    for number in range(count):
        kind = rng.choice(["max", "max", "min", "min", "first", "last", "ordered", "ordered"] + sorted(SUMS))
        start = rng.choice(["0.0", "-0.0", "0.25", "-1e300", "1e300", "__builtin_nan(\"\")", "__builtin_inf()"])
        if SUMS[kind][0]:
            start = {"mask": "-1", "product": "3", "count": "32760", "ordered": start}.get(kind, "7")
        out.append(Accumulate("s%d" % number, kind, Ref(rng.choice(array), at()), start, rng.randrange(7)))
    return out


def draw_single(rng):
    """One loop: no dependence, or one that leaves no order free; perhaps with sums."""
    down = rng.random() < 0.2
    target = Ref("f", [("i", 0)])
    reads = [Ref(rng.choice("ccf"), [("i", rng.choice([0, 0, -1, 1]))]) for _ in range(rng.randint(1, 3))]
    body = [Assign(target, reads, kind(rng))] if rng.random() < 0.8 else []
    if not body or rng.random() < 0.4:
        body += accumulations(rng, "cf", lambda: [("i", 0)], rng.randint(1, 3))
    return For("i", ("", 1), ("n", -1), down, rng.choice([1] * 5 + [2]), rng.random() < 0.2, body)


def draw_sums(rng):
    """Sums and extremes over one nest, beside what it writes or alone; over rows between statements."""
    first = rng.choice([0, 1, 1])  # from 0 on the bounds of a loop may both be 0
    far = [0, 0, -1, 1] if first else [0, 0, 1]
    at = lambda: [("i", rng.choice([0, 0, -1, 1])), ("j", rng.choice(far))]
    sums = accumulations(rng, "AB" if rng.random() < 0.5 else "C", at, rng.randint(1, 3))
    body = list(sums)
    if rng.random() < 0.5:
        near = rng.random() < 0.5
        body.insert(rng.randint(0, len(body)), Assign(Ref("A", [("i", 0), ("j", 0)]), [Ref("A" if near else "B", [("i", -1), ("j", 0)])], kind(rng)))
    inner = For("j", ("", first), rng.choice([("m", -1), ("i", 1)]), rng.random() < 0.15, rng.choice([1] * 5 + [2]), body=body)
    root = For("i", ("", 1), ("n", -1), rng.random() < 0.15, body=[inner])
    if first == 0:  # another loop runs where that one does not
        sums[0].kind, sums[0].start, sums[0].read.array = "ordered", "0.25", rng.choice("AB")
        root.body.insert(0, For("j", ("", 1), ("n", -1), body=[Assign(Ref("B", [("i", 0), ("j", 0)]), [Ref("B", [("i", 0), ("j", -1)])])]))
    if rng.random() < 0.3:
        root.body.insert(rng.choice([0, 1]), Assign(Ref("f", [("i", 0)]), [Ref("c", [("i", 0)])], "="))
    return root


def draw_combined(rng):
    """Elements of an array under subscripts that are data, combined with values; beside something else."""
    flat = rng.random() < 0.3
    own = [("i", 0)] if flat else [("i", 0), ("j", 0)]
    data = lambda: Ref(rng.choice("cd" if flat else "CD"), [(n, rng.choice([0, 0, -1, 1])) for n, _ in own])
    body = []
    for array in ["h", "g"][:rng.choice([1, 1, 2])]:
        kind = rng.choice(["++", "++", "+", "+", "^", "|", "&", "*", "min", "max"])
        for _ in range(rng.choice([1, 1, 2])):
            body.append(Combine(Ref(array, [("", 0)]), [data(), data()], kind, rng.randrange(9)))
    if rng.random() < 0.4:
        target = Ref("a" if flat else "A", own)
        body.insert(rng.randint(0, len(body)), Assign(target, [data()] + [Ref(target.array, [("i", -1)] + own[1:])] * rng.choice([0, 1]), kind=rng.choice(["=", "local", "+="])))
    step = lambda: rng.choice([1] * 5 + [2])
    for name in [n for n, _ in reversed(own)]:
        body = [For(name, ("", 1), rng.choice([("n" if name == "i" else "m", -1), ("", 20)]), rng.random() < 0.2, step(), rng.random() < 0.2, body)]
    return body[0]


def can_be_called(part):
    """A callee has no way to the caller's variables and pointers, but by value."""
    return isinstance(part, (For, Assign)) and not any(
        isinstance(p, (Accumulate, Swap)) or isinstance(p, Assign) and LINE in [p.target.array] + [r.array for r in p.reads if isinstance(r, Ref)]
        for p in parts([part]))


def draw_lines(rng):
    """A line of memory that every iteration fills and then reads, declared in front of the nest."""
    near = lambda: rng.choice([-1, 0, 1])
    reads = [Ref(rng.choice("BCC"), [("i", near()), ("k", near())]) for _ in range(rng.randint(1, 2))]
    if rng.random() < 0.4:  # of what other iterations write
        reads.append(Ref("A", [("i", rng.choice([-1, -1, 0])), ("k", near())]))
    fill = For("k", ("", 1), ("m", -1), rng.random() < 0.2, body=[Assign(Ref(LINE, [("k", 0)]), reads, rng.choice(["=", "local"]))])
    if rng.random() < 0.2:  # written twice
        fill.body[0].kind = "if-iterator"
        fill.body.insert(0, Assign(Ref(LINE, [("k", 0)]), [Ref("C", [("i", 0), ("k", 0)])]))
    use = For("k", ("", 2), ("m", -2), rng.random() < 0.2, body=[
        Assign(Ref("A", [("i", 0), ("k", 0)]), [Ref(LINE, [("k", near())]) for _ in range(2)], kind(rng))])
    body = [fill, use]
    if rng.random() < 0.3:
        body.insert(rng.choice([0, 2]), Assign(Ref("f", [("i", 0)]), [Ref("f", [("i", rng.choice([0, -1]))])], "+="))
    for name in ["j", "i"][rng.random() < 0.3:]:
        body = [For(name, ("", 1), ("n", -1), body=body)]
    return body[0]


def smaller(tree):
    """Trees with less in them."""
    for k, body in enumerate(lists(tree.root)):
        for i, part in enumerate(body):
            for keep in ([], getattr(part, "body", [])):
                out = copy.deepcopy(tree)
                lists(out.root)[k][i:i + 1] = copy.deepcopy(keep)
                named = {r for p in parts([out.root]) if isinstance(p, Assign) for r in p.reads if isinstance(r, str)}
                named |= {p.read.array for p in out.sums() if not p.read.at}
                declared = {p.name for p in parts([out.root]) if isinstance(p, Declare)} | tree.kept
                has_line = LINE in out.written() or not any(r.array == LINE for p in parts([out.root]) if isinstance(p, Assign)
                                                            for r in p.reads if isinstance(r, Ref))
                if (out.written() or out.sums()) and has_line and named <= declared and all(lists(out.root)) and is_closed(out.root, set()):
                    yield out
    for k, part in enumerate(parts([tree.root])):
        plain = ({"kind": "sum" if isinstance(part, Tied) else "+" if isinstance(part, Combine) else "="} if isinstance(part, Assign) else {"step": 1} if isinstance(part, For) else {})
        for name, value in [*plain.items()] + [("weak", False), ("down", False), ("blocked", False), ("followed", False), ("sets", 0), ("called", False)] * isinstance(part, For):
            if getattr(part, name) != value:
                out = copy.deepcopy(tree)
                setattr(list(parts([out.root]))[k], name, value)
                yield out
        for i in range(len(part.reads) if isinstance(part, Assign) and len(part.reads) > 1 else 0):
            out = copy.deepcopy(tree)
            del list(parts([out.root]))[k].reads[i]
            yield out
    for name, value in (("is_old", False), ("repeat", ""), ("names_global", False), ("hides_global", False)):
        if getattr(tree, name) != value:
            out = copy.deepcopy(tree)
            setattr(out, name, value)
            yield out
    if tree.members.arrays:
        out = copy.deepcopy(tree)
        out.members.arrays = []
        yield out
    if tree.storage != "restrict":
        out = copy.deepcopy(tree)
        out.storage = "restrict"
        yield out


def is_closed(part, around):
    """Every iterator that is read stands around."""
    if isinstance(part, For):
        bounds = {b[0] for b in (part.low, part.high)} - set(SIZES) - {""}
        return bounds <= around and all(is_closed(p, around | {part.name}) for p in part.body)
    if isinstance(part, Swap):
        return True
    refs = [part.value] if isinstance(part, Declare) else [part.read] if isinstance(part, Accumulate) else [part.target] + [r for r in part.reads if isinstance(r, Ref)]
    return {n.partition("%")[0].lstrip("?") for r in refs for n, _ in r.at} - {""} <= around | getattr(part, "own", set())
