"""Structures whose array is written through a pointer that it decayed to, while the nest reads the structure by name.

Such a nest may be refused, or its region may decline; what it computes must be right."""
import random

from model import Expr

HOMES = ["local", "static", "global", "value"]  # "value": a parameter that is passed by value
FEW = 1  # dimensions: a structure is copied only if its arrays are short


def readers(nest):
    """Statements that may read one number more."""
    return [s for s in nest.body if s.kind == "assign" and isinstance(s.value, Expr)
            and nest.array(s.target.array).type.family == "real" and not nest.array(s.target.array).member]


def hold(nest):
    """Now and then an array moves into a structure. Drawn apart, so that other nests stay the same."""
    rng = random.Random("held %d" % nest.seed)
    arrays = [a for a in nest.arrays if a.written and a.type.family == "real" and not a.member and not a.alias
              and all(b.alias != a.name for b in nest.arrays) and a.storage != "pointers"]
    if rng.random() < 0.2 and arrays and readers(nest):
        array = min(arrays, key=lambda a: len(a.dims) > FEW)
        array.storage, array.fixed, array.qualifier = "decayed", True, ""
        array.home, array.form = rng.choice(HOMES), rng.randrange(3)


def read_by_name(nest):
    """Lets the body read the structure of hold() by its name. Extents are known."""
    rng = random.Random("named %d" % nest.seed)
    for array in nest.arrays:
        if array.storage == "decayed" and readers(nest):
            name, middle = home(nest, array), "".join("[%d]" % (e.const // 2) for e in array.extents)
            read = rng.choice([name + ".v" + middle] * 6 + [name + ".more", name + ".pair[1]"])
            s = rng.choice(readers(nest))
            s.value = Expr("0.5 * {0} + 0.25 * " + read, [s.value])


def home(nest, array):
    """Name of the structure."""
    return "held_%s" % array.name + ("_%d" % nest.seed if array.home == "global" else "")


def tag(nest, array):
    return "struct box_%s_%d" % (array.name, nest.seed)


def definition(nest, array, lengths):
    """The structure's type, and the structure where it lives at file scope."""
    out = "%s { double more; %s v%s; double pair[2]; };\n" % (tag(nest, array), array.type.c, lengths)
    return out + ("static %s %s;\n" % (tag(nest, array), home(nest, array)) if array.home == "global" else "")


def prologue(nest, array, lengths):
    """(before, after) the nest; lengths: of all dimensions but the first."""
    name, type_name = home(nest, array), array.type.c
    before = ""
    if array.home in ("local", "static"):
        before = "%s%s %s;\n" % ("static " if array.home == "static" else "", tag(nest, array), name)
    before += "%s.more = 0.375;\n%s.pair[0] = %s.pair[1] = 0.75;\n" % (name, name, name)
    before += "memcpy(%s.v, data_%s, sizeof %s.v);\n" % (name, array.name, name)
    pointer = "(*%s)%s" % (array.name, lengths) if lengths else "*" + array.name
    if array.form == 1:
        before += "struct { %s (*at)%s; } view_%s = {%s.v};\n" % (type_name, lengths, array.name, name)
        before += "%s %s = view_%s.at;\n" % (type_name, pointer, array.name)
    else:
        before += "%s %s = %s%s.v;\n" % (type_name, pointer, "(void *)" if array.form == 2 else "", name)
    return before, "memcpy(data_%s, %s.v, sizeof %s.v);\n" % (array.name, name, name)
