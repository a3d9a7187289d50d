"""Nests over pixels: bytes and shorts in rows of two to four elements, which threads may divide.

Elements of different threads then share a word, over a long sweep: a store that the text does not have destroys what
another thread has written. Drawn apart, so that other seeds keep their nests.
"""
import random

from model import Access, Affine, Array, Dim, Expr, Loop, Nest, Stmt, Symbol, Type

NARROW = [Type("unsigned char", "U8", "unsigned")] * 4 + [
    Type("signed char", "I8", "signed"), Type("unsigned short", "U16", "unsigned"), Type("short", "I16", "signed")]
SUM = Type("int", "I32", "signed")
STORAGE = ["linear"] * 5 + ["rows", "rows", "vla", "products", "macro", "heap", "global", "static", "pointer"]
OBJECTS = ("global", "static")
MOST = 60000  # iterations: with few, threads do not meet

# a: the pixels that are written, b: those that are read, s: a sum per channel. Numbers: how far away along the long
# loop, as offsets of each statement: (target, value, accesses).
BOX = [("a", "{0} / 5", ["s"]), ("s", "{0} + {1} - {2}", ["s", "b+", "b"])]  # a box filter
SHAPES = [BOX] * 5 + [
    [("a", "({0} + {1} * 3) / 4", ["b", "a-"])],
    [("a", "({0} + {1} + {2}) / 3", ["b", "a-", "al"])],  # channels depend on each other
    [("a", "({0} + {1}) / 2", ["b", "b+"]), ("a+", "{0} - {1} / 3", ["b", "a"])],  # two stores, some pixels apart
    [("a", "{0} > {1} ? {0} : {1} / 2", ["b", "a-"]), ("s", "{0} ^ {1}", ["s", "a"])],
    [("a", "{0} * 2 - {1}", ["b", "b-"])],
]


def chosen(seed):
    return random.Random("narrow %d" % seed).random() < 0.07


def draw(seed):
    """The nest, whose arrays have no extents yet."""
    rng = random.Random("pixels %d" % seed)
    width, rows = rng.choice([2, 3, 3, 3, 4]), rng.choice([0, 0, 0, 3])
    most = MOST // width // max(rows, 1)
    long = Symbol("n", [8 + rng.randint(most // 2, most), 8 + rng.randint(most // 8, most), rng.choice([8, 9, 11])],
                  rng.choice(["int"] * 4 + ["long"]))
    loops = [Loop("i", "int", rng.random() < 0.2, 1, [Affine(8)], [Affine(0, [(1, "n")])])]
    if rows:
        loops.insert(0, Loop("r", "int", False, 1, [Affine(0)], [Affine(rows)]))
    loops.append(Loop("c", "int", rng.random() < 0.1, 1, [Affine(0)], [Affine(width)]))
    nest = Nest(seed, [long], loops, [], [], cut=len(loops) - 1)
    shape, far = rng.choice(SHAPES), rng.randint(1, 5)
    used = {name[0] for target, _, reads in shape for name in [target] + reads}
    narrow = rng.choice(NARROW)
    for name in sorted(used):
        nest.arrays.append(array(rng, nest, name, narrow if name != "s" else SUM, any(t[0] == name for t, _, _ in shape)))
    for target, value, reads in shape:
        assign = Stmt("assign", access(nest, target, far), "=", Expr(value, [access(nest, r, far) for r in reads]))
        conditional = target == "a" and rng.random() < 0.15
        nest.body.append(Stmt("if", value=Expr("{0} > 20", [access(nest, "b", far)]), body=[assign]) if conditional else assign)
    return nest


def array(rng, nest, name, kind, written):
    depth = len(nest.loops)
    used = [l for l in range(depth) if name != "s" or l != depth - 2]
    slack = rng.choice([0, 0, 0, 1]) if name != "s" else 0  # pixels of four bytes, of which three are used
    dims = [Dim([(1, l)], 0, slack if l == depth - 1 else 0) for l in used]
    storage = rng.choice(STORAGE) if len(dims) > 1 else "rows"
    out = Array(name, kind, dims, storage, written, fixed=storage in OBJECTS)
    if storage in ("rows", "vla", "linear", "macro") and rng.random() < 0.4:
        out.qualifier = "restrict"
    return out


def access(nest, name, far):
    """name: the array, and + or - for `far` pixels later or earlier, l for the channel before."""
    depth, offset = len(nest.loops), {}
    if name[1:] in ("+", "-"):
        offset[depth - 2] = far if name[1] == "+" else -far
    elif name[1:] == "l":
        offset[depth - 1] = -1
    return Access(name[0], offset)


def name_extents(nest, array):
    """A name for the number of pixels; widths are constants of the text."""
    out = []
    for dim in array.dims:
        long = dim.loops[0][1] == nest.cut - 1 and not array.fixed
        out.append("n" if long else None)
    return out
