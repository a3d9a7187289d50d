"""Trees whose scalars carry values along an inner loop, while each row has its own.

`for i { p = A[i][0]; for j { A[i][j] = A[i - 1][j + 1] + p; p = A[i][j]; } f[i] = p; }`: rows wait for each other, so
the compiler needs the scalars as arrays. Some draws have values that go on from row to row, or are read behind the nest.
"""
import random
from dataclasses import dataclass

import calls
import trees
from trees import Accumulate, Assign, Declare, For, Ref, parts

SHARE = 0.2           # of the trees
TYPES = ["double", "float", "int", "unsigned char", "long"]
REALS = ("double", "float")
share = SHARE         # fuzz.py sets it


def chosen(seed):
    return random.Random("carried %d" % seed).random() < share


def take(tree, name, value):
    """An element as a value of the scalar's type: no conversion overflows."""
    kind = tree.scalars[name]
    if kind == tree.type:
        return value
    if tree.type == "double":
        return "0.5 * %s" % value if kind in REALS else "(%s > 0.5 ? 3 : 1)" % value
    return {"int": "(int)(%s %% 2001u) - 1000", "long": "%s * 5l", "unsigned char": "%s >> 23"}.get(kind, "0.25 * %s") % value


def give(tree, name):
    """A scalar as a value of the elements' type."""
    kind = tree.scalars[name]
    if tree.type == "double":
        return "%s * %s" % ("0.25" if kind in REALS else "0.125", name)
    return "(unsigned)(long)%s" % name if kind in REALS else "3u * (unsigned)%s" % name


def turn(tree, name, other):
    """A scalar as a value of another one's type."""
    into, of = tree.scalars[name], tree.scalars[other]
    if into == of or into in REALS:
        return other
    if tree.type == "double":
        return "%s > 0.5 ? 3 : 1" % other if of in REALS else other if into != "int" else "(int)(%s %% 2001)" % other
    return "(long)%s" % other if into != "int" else "(int)((long)%s %% 2001)" % other


def mix(tree, name, value):
    """The scalar and an element: bounded, however often."""
    kind = tree.scalars[name]
    if kind in REALS:
        return "0.5 * %s + %s" % (name, "0.25 * %s" % value)
    if kind == "unsigned":
        return "%s * 5u + %s" % (name, value)
    word = "(%s > 0.5 ? 3 : 1)" % value if tree.type == "double" else "(int)(%s %% 2001u)" % value
    return {"int": "(%s + %s) %% 5000", "long": "%s %% 65537 * 3 + %s", "unsigned char": "%s * 5 + %s"}[kind] % (name, word)


@dataclass
class Begin(Declare):
    """The first value that a row gives a scalar."""
    is_constant: bool = False

    def lines(self, tree, around):
        kind, home = tree.scalars[self.name], tree.homes[self.name]
        constant = "0.125" if kind in REALS else "7"
        setting = "%s = %s;" % (self.name, constant if self.is_constant else take(tree, self.name, self.value.text()))
        return ["%s %s;" % (kind, self.name)] * (home == "body, then set") + [(kind + " " if home == "body" else "") + setting]


# In the loop: the first is the plain one.
KINDS = ["=", "=", "row", "row", "row", "before", "pair", "pair", "if-value", "if-both", "continue", "late", "fold", "only", "choice",
         "least", "++"]


@dataclass
class Carry(Assign):
    """A statement with scalars among what it reads, and sets. kind: one of KINDS, give (it only reads), turn (q = p)."""
    number: int = 0
    hides: str = ""    # behind it this name is another variable

    def lines(self, tree, around):
        names = [r for r in self.reads if isinstance(r, str)]
        refs = [r.text() for r in self.reads if not isinstance(r, str)]
        if not names:
            return super().lines(tree, around)
        real, target = tree.type == "double", self.target.text()
        s, other, first = names[0], names[-1], refs[0] if refs else target
        factors = ["0.375 * %s", "-0.1875 * %s"] if real else ["%s", "(%s ^ 5u)"]
        value = " + ".join([factors[k % 2] % r for k, r in enumerate(refs)] + [give(tree, n) for n in names])
        test = "%s > %s" % (first, "0.125" if real else "900000000u")
        put, get = "%s = %s;" % (target, value), "%s = %s;" % (s, take(tree, s, target))
        from_first = "%s = %s;" % (s, take(tree, s, first))
        own = "own_%d" % self.number
        hidden = ["int %s = %s > 3;" % (self.hides, first if self.hides == s else s), "(void)%s;" % self.hides] if self.hides else []
        return {
            "row": ["%s %s = %s;" % (tree.type, own, value), get, "%s = %s;" % (target, own)],
            "before": [from_first, put],
            "pair": [put, "%s = %s;" % (other, turn(tree, other, s)), from_first],
            "if-value": [put, "if (%s)" % test, "  " + get],
            "if-both": ["if (%s) {" % test, "  " + put, "  " + get, "} else {", "  %s = %s;" % (s, mix(tree, s, target)), "}"],
            "continue": ["if (%s)" % test, "  continue;", put, get],
            "late": [get, "if (%s)" % test, "  continue;", put],
            "fold": ["%s = %s;" % (s, mix(tree, s, first)), put],
            "only": ["%s = %s;" % (s, mix(tree, s, first))],
            "choice": [put, "%s = %s ? %s : %s;" % (s, test, take(tree, s, target), s)],
            "least": [put, "if (%s < %s)" % (take(tree, s, first), s), "  " + from_first],
            "++": [put, s + "++;"],
            "give": [put],
            "turn": ["%s = %s;" % (s, turn(tree, s, other))],
        }.get(self.kind, [put, get]) + hidden


class CarriedTree(trees.Tree):
    is_carried = True

    def __init__(self, seed, rng):
        self.begin(seed, rng)
        self.is_old = rng.random() < 0.35
        names = ["p", "q", "r"][:rng.choice([1, 1, 2, 2, 3])]
        alike = rng.random() < 0.35
        self.scalars = {n: self.type if alike else rng.choice(TYPES + [self.type]) for n in names}
        self.homes = {n: rng.choice(["body", "body", "body, then set", "front", "front and set"]) for n in names}
        goes_on = rng.random()  # beyond a row
        self.kept, self.alive = {names[-1]} if goes_on < 0.06 else set(), {names[0]} if 0.06 < goes_on < 0.18 else set()
        for n in self.kept | self.alive:
            self.homes[n] = "front and set"
        self.root = draw_root(self, rng)
        for p in self.sums():
            p.start = "0.0" if p.kind in ("max", "min", "first", "last") and self.type == "double" else "7"
            p.form = 0
        self.finish(can_be_called)
        if random.Random("blocks %d" % seed).random() < 0.7:
            for p in parts([self.root]):
                p.blocked = False

    def used(self):
        return [u for u in super().used() if u[0] not in self.scalars]

    def declarations(self):
        first = lambda n: {"front": ""}.get(self.homes[n], " = 0.25" if self.scalars[n] in REALS else " = 9")
        return super().declarations() + ["%s %s%s;" % (t, n, first(n)) for n, t in self.scalars.items() if "front" in self.homes[n]]

    def behind(self):
        lines = super().behind()
        for n in sorted(self.alive):
            lines[-1:-1] = self.bits(n, self.scalars[n], "%s == %s ? %s : 0" % (n, n, n))
        return lines

    @property
    def points(self):
        """None where a part does not run at all: a region whose loops have no iterations may decline."""
        return [count * (set(map(id, leaves(self.root))) == set(visited(self.root, env))) for count, env in zip(super().points, self.sizes)]


def leaves(root):
    return [p for p in parts([root]) if not isinstance(p, For)]


def visited(part, env):
    """The identities of all leaves that run."""
    if not isinstance(part, For):
        return {id(part)}
    return set().union(*[visited(p, {**env, part.name: v}) for v in part.values(env) for p in part.body])


def can_be_called(part):
    return trees.can_be_called(part) and not any(isinstance(r, str) for p in parts([part]) for r in getattr(p, "reads", []))


def draw_root(tree, rng):
    names, row = list(tree.scalars), rng.random() < 0.3
    down, step = rng.random() < 0.2, rng.choice([1] * 5 + [2])
    back = step if down else -step
    own = [("j", 0)] if row else [("i", 0), ("j", 0)]
    target = Ref("a", own) if row else Ref("A", own)
    first = Ref("a", [("", 0)]) if row else Ref("A", [("i", 0), ("", 0)])
    body = []
    if rng.random() < (0.7 if row else 0.3):
        body.append(Assign(first, [Ref("c", [("i", 0)])]))
    for n in rng.sample(names, len(names)):
        if n not in tree.kept:
            start = rng.choice([first, first, Ref("c", [("i", 0)]), Ref("C", [("i", 0), ("", 1)])])
            body.append(Begin(n, start, rng.random() < 0.25))
    if rng.random() < 0.15:
        body.append(Carry(first, rng.sample(names, min(2, len(names))), "turn"))
    numbers = iter(range(100))

    def reads(of):
        old = lambda: Ref("A", [("i", back), ("j", rng.choice([-1, 0, 0, 1, 1]))])
        able = [Ref("c", [("j", rng.choice([0, 1]))]), Ref("C", [("i", 0), ("j", 0)]), of, Ref("B", [("i", 0), ("j", rng.choice([0, -1]))])]
        if row:
            return rng.sample(able[:3], rng.randint(1, 2))
        return [old()] * (rng.random() < 0.9) + rng.sample(able, rng.choice([0, 1, 1, 2])) or [of]

    def loop(number):
        """One over the row. Its statements; perhaps a short loop between, a sum, something without scalars."""
        low, high = ("", 1), ("m", -1)
        if rng.random() < 0.25:
            low, high = rng.choice([(("i", 1), high), (low, ("i", 0)), (low, ("i", 1)), (("i", 0), high)])
        inner = []
        for _ in range(rng.choice([1, 1, 1, 2])):
            of = target if number == 0 or row or rng.random() < 0.6 else Ref("B", own)
            mine = rng.sample(names, rng.choice([1, len(names), len(names)]))
            kind = rng.choice(KINDS)
            if row and rng.random() < 0.5 or kind == "pair" and len(mine) == 1:
                kind = "row"
            inner.append(Carry(of, reads(of) + mine, kind, number=next(numbers)))
        inner[-1].hides = rng.choice(["i", mine[0]]) if rng.random() < 0.06 else ""
        if rng.random() < 0.12:
            inner = [For("l", ("", 1), rng.choice([("", 4), ("j", 1)]), rng.random() < 0.1, body=inner)]
        if rng.random() < 0.2:
            inner.insert(rng.choice([0, len(inner)]), Assign(Ref("B", [("i", 0), ("j", 0)]), [target], trees.kind(rng)))
        if rng.random() < 0.2:
            plain = [n for n in names if tree.scalars[n] == tree.type]
            of = Ref(rng.choice(plain), []) if plain and rng.random() < 0.4 else target
            inner.insert(rng.choice([0, len(inner)]), Accumulate("s%d" % number, rng.choice(["max", "min", "sum", "int", "wide"] if tree.type == "unsigned" else ["max", "min", "first"]), of, "7"))
        return For("j", low, high, rng.random() < 0.15, rng.choice([1] * 6 + [2]), rng.random() < 0.2, inner)

    for number in range(rng.choice([1, 1, 1, 2])):
        body.append(loop(number))
        if rng.random() < 0.45:
            to = rng.choice([Ref("f", [("i", 0)]), Ref("f", [("i", 0)]), Ref("B", [("i", 0), ("", 0)])])
            body.append(Carry(to, [to] * (rng.random() < 0.3) + rng.sample(names, rng.randint(1, len(names))), "give"))
    root = For("i", ("", step), ("n", -1), down, step, rng.random() < 0.2, body)
    return For("k", ("", 0), ("t", 0), body=[root]) if rng.random() < 0.1 else root


def draw(seed):
    return CarriedTree(seed, random.Random("the carried %d" % seed))
