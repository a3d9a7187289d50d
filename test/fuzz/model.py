"""A nest as data: what the generator draws, what the reducer makes smaller, what is rendered as C.

Coordinates count iterations, whatever the direction and step of a loop, unless it starts unevenly. An access of an array lies at
`coordinates + offset`, sent through the affine form of each dimension. Two accesses of one array, one
of them a write, have offsets that are ordered component by component, so every distance, whichever
access comes first, has no negative component; but in skewed nests, whose offsets are arbitrary.
"""
from dataclasses import dataclass, field

CASES = 3  # sets of sizes that a nest runs with: ordinary, another, at the edge (empty, one iteration)


@dataclass
class Affine:
    """const + sum of coef * name, over outer iterators and symbols."""
    const: int = 0
    terms: list = field(default_factory=list)  # (coef, name)

    def value(self, env):
        return self.const + sum(c * env[n] for c, n in self.terms)

    def plus(self, n):
        return Affine(self.const + n, self.terms)

    def text(self):
        terms = sorted(self.terms, key=lambda t: t[0] < 0)
        leading = self.const > 0 and terms and terms[0][0] < 0  # 20 - i
        out = str(self.const) if leading or not terms else ""
        for c, n in terms:
            part = n if abs(c) == 1 else "%d * %s" % (abs(c), n)
            out += (" + " if c > 0 else " - ") + part if out else ("" if c > 0 else "-") + part
        if leading or not terms or not self.const:
            return out
        return "%s %s %d" % (out, "+" if self.const > 0 else "-", abs(self.const))


@dataclass
class Symbol:
    name: str
    values: list       # one per case
    kind: str = "int"  # C type
    place: str = "parameter"  # parameter, local, global, field, constant


@dataclass
class Loop:
    name: str
    kind: str          # C type of the iterator
    down: bool
    step: int
    low: list          # Affine; the largest counts, inclusive
    high: list         # Affine; the smallest counts, exclusive
    compare: str = "<"  # <, <=, !=, or > (written from the other side)
    style: str = "macro"  # of several bounds: macro, ternary, and
    outside: bool = False  # declared before the nest
    change: str = "short"  # short (i++), long (i = i + 1), equal (i += 1)
    uneven: tuple = None  # (outer iterator, n): it starts (iterator + n) % step later

    def unit(self):
        """What a distance of 1 adds to the iterator. An uneven loop's coordinate is the iterator itself."""
        step = 1 if self.uneven else self.step
        return -step if self.down else step


@dataclass
class Type:
    c: str             # as written
    kind: str          # of data: F32 ... U64
    family: str        # real, complex, signed, unsigned


@dataclass
class Dim:
    """One subscript: sum of coef * coordinate value of loops, + shift. No loops: a constant one."""
    loops: list        # (coef, loop)
    shift: int = 0
    slack: int = 0


@dataclass
class Array:
    name: str
    type: Type
    dims: list
    storage: str
    written: bool
    member: list = field(default_factory=list)  # members (name, Type) of structure elements
    names: list = field(default_factory=list)    # per dim: symbol that its extent is made of, or None
    extents: list = field(default_factory=list)  # per dim: Affine over symbols
    fixed: bool = False                          # extents are constants
    qualifier: str = ""
    home: str = ""     # of a decayed array: where its structure lives
    form: int = 0      # of a decayed array: how it becomes a pointer
    alias: str = ""    # name of the array whose memory this one shares in case 1

    def used(self):
        return sorted({l for d in self.dims for _, l in d.loops})


@dataclass
class Access:
    array: str
    offset: dict       # loop -> offset in iterations
    constants: tuple = ()  # of dimensions without loops
    member: int = 0
    around: int = 0        # so much further, and from the end of each dimension on at its beginning

    def at(self, l):
        return self.offset.get(l, 0)


@dataclass
class Expr:
    """A template with {0}, {1}... for terms: Access, Expr or text."""
    text: str
    terms: list = field(default_factory=list)


@dataclass
class Stmt:
    """kind: assign, if, switch, continue, block, local; parts depend on it."""
    kind: str
    target: object = None   # Access, or the name of a local
    operator: str = "="
    value: object = None    # Expr: value, condition, selector
    body: list = field(default_factory=list)   # statements; of a switch: lists of statements
    other: list = field(default_factory=list)  # else


@dataclass
class Nest:
    seed: int
    symbols: list
    loops: list
    arrays: list
    body: list
    outside: list = field(default_factory=list)  # why it is not in the class that must be accepted
    later: list = field(default_factory=list)    # what it uses that is not supported yet
    notes: list = field(default_factory=list)
    bad: list = field(default_factory=list)      # (access, why) that no rectangular tiling allows
    points: list = field(default_factory=list)   # per case
    skewed: bool = False   # distances may have negative components
    outside_locals: bool = False  # scalars of the body are declared in front of the nest
    static_locals: bool = False   # and are static
    between: bool = False  # declarations stand between the loops
    cut: int = None        # the short loop that CPUs divide, while another one is long
    guarded: bool = False  # a case violates an assumption that emitted code checks
    wrapper: str = ""      # what stands around the nest
    is_tree: bool = False  # see trees.py
    is_carried: bool = False  # see carried.py

    def name(self):
        return "fuzz_%d" % self.seed

    def array(self, name):
        return next(a for a in self.arrays if a.name == name)

    def inside(self):
        return not self.outside and not self.later


def children(s):
    if s.kind == "switch":
        return [x for case in s.body for x in case]
    return s.body + s.other


def statements(body):
    for s in body:
        yield s
        yield from statements(children(s))


def terms_of(expr):
    """All accesses in an expression."""
    if isinstance(expr, Access):
        yield expr
    elif isinstance(expr, Expr):
        for t in expr.terms:
            yield from terms_of(t)


def accesses(nest):
    """(access, is it a write) of the body."""
    for s in statements(nest.body):
        if s.kind == "assign" and isinstance(s.target, Access):
            yield s.target, True
            if s.operator != "=":
                yield s.target, False
        for a in terms_of(s.value):
            yield a, False


def reach(nest):
    """The largest distance along each loop, from above: the smallest legal extents of tiles."""
    if nest.is_tree:
        return [1] * len(nest.loops)
    most = [0] * len(nest.loops)
    found = list(accesses(nest))
    for array in nest.arrays:
        mine = [(a, w) for a, w in found if a.array == array.name]
        writes = [a for a, w in mine if w]
        if not writes:
            continue
        for l in range(len(nest.loops)):
            if l not in array.used():
                most[l] = max(most[l], 1)
            for w in writes:
                for a, _ in mine:
                    most[l] = max(most[l], abs(w.at(l) - a.at(l)))
    return most
