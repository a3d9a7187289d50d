"""Random nests of the class that must be accepted.

Coordinates count iterations, whatever the direction and step of a loop. A written array is accessed at
c + offset; any two offsets of which one belongs to a write are ordered component by component, so that
every dependence, whichever comes first, has a non-negative distance. An array may lack one loop among
its subscripts: then it is accessed at one offset alone, and the distance is one along that loop.
"""
import random
from collections import namedtuple

ITERATORS = "ijkl"
MARGIN = 5  # around every array; offsets are clipped to it, which keeps them ordered

Type = namedtuple("Type", "enum c kind")
TYPES = [Type("F64", "double", "real"), Type("F64", "double", "real"), Type("F32", "float", "real"),
         Type("I32", "int", "signed"), Type("I64", "long", "signed"), Type("U32", "unsigned", "unsigned"),
         Type("I16", "short", "narrow"), Type("U8", "unsigned char", "narrow")]
Loop = namedtuple("Loop", "name type header step size")
Array = namedtuple("Array", "name loops extents storage written offsets")
Nest = namedtuple("Nest", "name function table")


def loops(rng, depth):
    """Loop headers, bounds included; sizes are what arrays need along each loop."""
    most = {2: 30, 3: 13, 4: 7}[depth]
    out = []
    for d in range(depth):
        name, size = ITERATORS[d], rng.randint(3, most)
        step = rng.choice([1, 1, 1, 2, 3])
        kind = rng.choice(["int", "int", "int", "long"])
        down = rng.random() < 0.3
        low, high = "%d" % MARGIN, "n%d" % d
        shape = rng.choice(["box", "box", "lower", "upper", "band"]) if d and out[d - 1].step == 1 else "box"
        if shape != "box":
            step = 1
            outer = out[d - 1]
            if shape == "lower":
                high, size = "%s + 1" % outer.name, outer.size
            elif shape == "upper":
                low, high, size = outer.name, "n%d" % (d - 1), outer.size
            else:
                low, high, size = outer.name, "%s + %d" % (outer.name, size), outer.size + size
        out.append(Loop(name, kind, header(name, kind, low, high, step, down), -step if down else step, size))
    return out


def header(name, kind, low, high, step, down):
    if down:
        change = "%s--" % name if step == 1 else "%s -= %d" % (name, step)
        return "for (%s %s = %s - 1; %s >= %s; %s)" % (kind, name, high, name, low, change)
    change = "%s++" % name if step == 1 else "%s += %d" % (name, step)
    return "for (%s %s = %s; %s < %s; %s)" % (kind, name, low, name, high, change)


def ordered(a, b):
    return all(x <= y for x, y in zip(a, b)) or all(x >= y for x, y in zip(a, b))


def clip(offset, used, nest_loops):
    most = [MARGIN // abs(nest_loops[d].step) for d in used]
    return tuple(max(-m, min(m, o)) for o, m in zip(offset, most))


def make_array(rng, name, nest_loops, written, storages):
    depth = len(nest_loops)
    used = list(range(depth))
    if rng.random() < 0.25 and depth > 1:
        used.remove(rng.choice(used))
    if rng.random() < 0.15:
        rng.shuffle(used)
    write = [tuple(rng.randint(-1, 1) if rng.random() < 0.2 else 0 for _ in used)]
    if written and len(used) == depth and rng.random() < 0.15:
        other = tuple(w + rng.randint(0, 1) for w in write[0])
        write.append(other)
    reads = []
    for _ in range(rng.randint(1, 3)):
        if not written:
            reads.append(tuple(rng.randint(-2, 2) for _ in used))
        elif len(used) < depth:
            reads.append(write[0])
        else:
            sign = rng.choice([-1, -1, 1])
            reach = rng.choice([1, 1, 1, 2, 3])
            read = tuple(w + sign * (rng.randint(0, reach) if rng.random() < 0.6 else 0) for w in write[0])
            if all(ordered(read, w) for w in write):
                reads.append(read)
    write, reads = ([clip(o, used, nest_loops) for o in offsets] for offsets in (write, reads))
    extents = [nest_loops[d].size + 2 * MARGIN + 1 for d in used]
    return Array(name, used, extents, rng.choice(storages), written,
                 {"write": write if written else [], "read": reads})


def element(rng, array, nest_loops, offset):
    """C text of the element at c + offset."""
    text = []
    for d, o in zip(array.loops, offset):
        shift = o * nest_loops[d].step
        name = nest_loops[d].name
        text.append(name if not shift else "%s %s %d" % (name, "+" if shift > 0 else "-", abs(shift)))
    if array.storage == "macro":
        return "%s(%s)" % (array.name.upper() * 2, ", ".join(text))
    if array.storage == "linear":
        out = "(%s)" % text[0]
        for d, t in list(enumerate(text))[1:]:
            out = "(%s * e%s%d + %s)" % (out, array.name, d, t)
        return "%s[%s]" % (array.name, out.strip("()") if len(text) == 1 else out[1:-1])
    return array.name + "".join("[%s]" % t for t in text)


def expression(rng, kind, terms, iterators):
    """An expression over the terms whose values stay bounded (or wrap, where C lets them)."""
    a = rng.choice(terms)
    b = rng.choice(terms)
    c = rng.choice(terms)
    i = rng.choice(iterators)
    if kind == "real":
        return rng.choice([
            "0.5 * %s + 0.25 * %s + 0.125 * %s" % (a, b, c),
            "0.3 * %s - %s * 0.2 + 0.1 * %s / (1.0 + %s * %s)" % (a, b, c, a, a),
            "sqrt(fabs(%s)) * 0.5 + 0.125 * %s" % (a, b),
            "%s > %s ? 0.5 * %s : 0.25 * %s + 0.1" % (a, b, a, c),
            "(%s + %s) * 0.25 + 0.01 * (%s %% 5)" % (a, b, i),
            "fmax(0.5 * %s, 0.25 * %s) + %s * 0.25" % (a, b, c),
            "mix(%s, %s) * 0.5 + scale * %s" % (a, b, c),
        ])
    if kind == "unsigned":
        return rng.choice(["%s * 31u + (%s ^ %s)" % (a, b, c), "(%s << 3) + %s * %s" % (a, b, c),
                           "%s > %s ? %s : %s + (unsigned)%s" % (a, b, a, c, i)])
    return rng.choice(["(%s * 3 + %s - %s) %% 101" % (a, b, c), "%s > %s ? %s - 1 : %s / 2" % (a, b, a, c),
                       "(%s + %s) %% 77 + (int)(%s %% 3)" % (a, b, i), "(%s ^ %s) & 63" % (a, b)])


def statement(rng, kind, target, terms, nest_loops):
    iterators = [l.name for l in nest_loops]
    value = expression(rng, kind, terms, iterators)
    form = rng.random()
    if form < 0.15 and kind != "signed":
        compound = {"real": "%s += 0.125 * (%s);", "unsigned": "%s ^= %s;", "narrow": "%s ^= %s;"}[kind]
        return compound % (target, value)
    if form < 0.3:
        return "if (%s > %s)\n  %s = %s;" % (rng.choice(terms), rng.choice(terms), target, value)
    if form < 0.4:
        other = expression(rng, kind, terms, iterators)
        return "if (%s > %d)\n  %s = %s;\nelse {\n  %s = %s;\n}" % (
            rng.choice(iterators), MARGIN + 3, target, value, target, other)
    if form < 0.5:
        return "{ const T t = %s; %s = t; }" % (value, target)
    return "%s = %s;" % (target, value)


def body(rng, kind, arrays, nest_loops):
    reads = [element(rng, a, nest_loops, o) for a in arrays for o in a.offsets["read"]]
    writes = [(a, o) for a in arrays for o in a.offsets["write"]]
    lines = []
    for a, o in writes:
        terms = rng.sample(reads, min(len(reads), rng.randint(1, 4))) or ["(T)1"]
        lines += statement(rng, kind, element(rng, a, nest_loops, o), terms, nest_loops).split("\n")
    return lines


def reach(arrays, depth):
    """Largest possible distance per loop."""
    most = [0] * depth
    for a in (a for a in arrays if a.written):
        for d in range(depth):
            if d not in a.loops:
                most[d] = max(most[d], 1)
        for w in a.offsets["write"]:
            for o in a.offsets["write"] + a.offsets["read"]:
                for d, x, y in zip(a.loops, w, o):
                    most[d] = max(most[d], abs(x - y))
    return most


def parameter(array):
    inner = "".join("[e%s%d]" % (array.name, d) for d in range(1, len(array.loops)))
    if array.storage in ("linear", "macro"):
        return "T *%s" % array.name
    if array.storage == "vla":
        return "T %s[%d]%s" % (array.name, array.extents[0], inner)
    return "T (*%s)%s" % (array.name, inner) if inner else "T *%s" % array.name


def macro(array):
    names = ["x%d" % d for d in range(len(array.loops))]
    out = "(%s)" % names[0]
    for d in range(1, len(names)):
        out = "(%s * e%s%d + (%s))" % (out, array.name, d, names[d])
    return "#define %s(%s) %s[%s]\n" % (array.name.upper() * 2, ", ".join(names), array.name, out)


def nest(seed):
    """The nest of this seed: its C function and its line in the table."""
    rng = random.Random(seed)
    depth = rng.choice([2, 2, 2, 3, 3, 4])
    nest_loops = loops(rng, depth)
    kind = rng.choice(TYPES)
    storages = ["pointer", "vla", "linear", "macro"]
    arrays = [make_array(rng, "abcd"[k], nest_loops, k == 0 or rng.random() < 0.4, storages)
              for k in range(rng.randint(1, 3))]
    name = "fuzz_%d" % seed
    sizes = ["int n%d" % d for d in range(depth)]
    extents = ["int e%s%d" % (a.name, d) for a in arrays for d in range(1, len(a.loops))]
    text = "#define T %s\n" % kind.c + "".join(macro(a) for a in arrays if a.storage == "macro")
    text += "static void %s(%s) {\n" % (name, ", ".join(sizes + extents + [parameter(a) for a in arrays]))
    for d, l in enumerate(nest_loops):
        text += "  " * (d + 1) + l.header + (" {\n" if d == depth - 1 else "\n")
    text += "".join("  " * (depth + 1) + line + "\n" for line in body(rng, kind.kind, arrays, nest_loops))
    text += "  " * depth + "}\n}\n"
    values = ["%d" % (l.size + MARGIN) for l in nest_loops]
    values += ["%d" % e for a in arrays for e in a.extents[1:]]
    values += ["b[%d]" % k for k in range(len(arrays))]
    text += "static void run_%s(void **b) { %s(%s); }\n#undef T\n" % (name, name, ", ".join(values))
    text += "".join("#undef %s\n" % (a.name.upper() * 2) for a in arrays if a.storage == "macro")
    return Nest("fuzz-%d" % seed, text, table_line(seed, name, depth, kind, arrays))


def table_line(seed, name, depth, kind, arrays):
    buffers = []
    for a in arrays:
        count = 1
        for e in a.extents:
            count *= e
        buffers.append("{%s, %d, 0}" % (kind.enum, count))
    return '    {"fuzz-%d", run_%s, {%s}, %d, {%s}, 1, 0, 1, 1, 1},\n' % (
        seed, name, ", ".join(buffers), depth, ", ".join(str(r) for r in reach(arrays, depth)))


def file_text(table, nests):
    text = '#include "nests.h"\n#include <math.h>\n#include <stdlib.h>\n\nstatic double scale = 0.2;\n'
    text += "static inline double mix(double x, double y) { return scale * x + (1.0 - scale) * y; }\n"
    text += "double unused_%s(void) { return mix(scale, 1); }\n\n" % table
    text += "\n".join(n.function for n in nests)
    return text + "\nconst struct nest %s[] = {\n%s    {0},\n};\n" % (table, "".join(n.table for n in nests))
