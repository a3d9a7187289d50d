"""Draws arrays: element types, storage, affine forms of the subscripts, and the offsets of accesses."""
import random

from model import Access, Array, Dim, Symbol, Type

REAL = [Type("double", "F64", "real")] * 5 + [Type("float", "F32", "real")] * 3 + \
    [Type("long double", "F80", "real")]
COMPLEX = [Type("double complex", "C128", "complex"), Type("float complex", "C64", "complex")]
SIGNED = [Type("int", "I32", "signed")] * 3 + [
    Type("signed char", "I8", "signed"), Type("short", "I16", "signed"), Type("long", "I64", "signed"),
    Type("int64_t", "I64", "signed"), Type("int16_t", "I16", "signed"), Type("long long", "I64", "signed")]
UNSIGNED = [Type("unsigned", "U32", "unsigned"), Type("uint64_t", "U64", "unsigned"),
            Type("unsigned char", "U8", "unsigned"), Type("unsigned short", "U16", "unsigned"),
            Type("uint32_t", "U32", "unsigned")]
FAMILIES = [REAL] * 6 + [COMPLEX] + [SIGNED] * 3 + [UNSIGNED] * 2

# Where an array lives and how it is subscripted; which of them take extents known only at run time.
SYMBOLIC = ["rows", "vla", "linear", "products", "macro", "local", "heap", "pointer", "struct-linear"]
FIXED = ["rows", "typedef", "global", "static", "inner", "local", "field", "field-pointer"]
ALIASABLE = ["rows", "vla", "linear", "products", "strides", "macro"]
LINEAR = ["linear", "products", "strides", "macro", "heap", "pointer", "struct-linear"]


def ordered(a, b, depth):
    pairs = [(a.at(l), b.at(l)) for l in range(depth)]
    return all(x <= y for x, y in pairs) or all(x >= y for x, y in pairs)


def draw_type(rng, family=None):
    return rng.choice(family or rng.choice(FAMILIES))


def draw_members(rng):
    """Members of a structure, of one family, so that every expression can use any."""
    family = rng.choice([REAL, SIGNED, UNSIGNED])
    return [("uvw"[k], rng.choice(family)) for k in range(rng.randint(2, 3))]


def draw_dims(rng, used, plain):
    """Injective in the used loops: each has a dimension of its own, to which others may be added."""
    dims = []
    for l in used:
        form = rng.random()
        loops = [(1, l)]
        if not plain and form < 0.08:
            loops = [(-1, l)]
        elif not plain and form < 0.15:
            loops = [(2, l)]
        elif not plain and form < 0.25 and dims:
            loops = [(1, l), (1, dims[0].loops[0][1])] if len(dims[0].loops) == 1 else loops
        dims.append(Dim(loops, rng.choice([0, 0, 0, 1]), rng.choice([0, 0, 1, 3])))
    if not plain and rng.random() < 0.1:
        dims.insert(rng.randint(0, len(dims)), Dim([], 0, 0))
    return dims


def draw_storage(rng, dims, written):
    fixed = rng.random() < 0.35
    storage = rng.choice(FIXED if fixed else SYMBOLIC)
    if len(dims) == 2 and rng.random() < 0.05:
        return "pointers", True
    state = rng.getstate()[1]  # not drawn from, so that other nests stay the same
    if len(dims) == 3 and random.Random("pages %d %d" % (state[0], state[-1])).random() < 0.06:
        return "pointers", True
    if len(dims) == 1 and storage in ("typedef", "products", "local"):
        storage = "rows"
    strides = random.Random("strides %d %d" % (state[0], state[-1])).random() < 0.4
    if storage in ("linear", "products") and len(dims) > 1 and not fixed and strides:
        storage = "strides"
    return storage, fixed or storage in ("typedef", "global", "static", "inner", "field", "field-pointer")


def draw_array(rng, nest, name, written, family):
    depth = len(nest.loops)
    used = list(range(depth))
    if rng.random() < 0.25 and depth > 1:
        used.remove(rng.choice(used))
    if not written and len(used) > 1 and rng.random() < 0.3:
        used.remove(rng.choice(used))
    if rng.random() < 0.15:
        rng.shuffle(used)
    plain = rng.random() < 0.6
    array = Array(name, draw_type(rng, family), draw_dims(rng, used, plain), "", written)
    array.storage, array.fixed = draw_storage(rng, array.dims, written)
    if array.storage in LINEAR and (array.fixed or rng.random() < 0.8):
        array.dims = draw_dims(rng, used, True)
    if rng.random() < 0.07:
        array.member = draw_members(rng)
    if array.storage in ("rows", "vla", "linear", "macro") and rng.random() < 0.25:
        array.qualifier = "restrict"
    nest.arrays.append(array)
    return array


def random_constants(rng, array):
    return tuple(rng.randint(0, 1) for d in array.dims if not d.loops)


def new_access(rng, array, offset):
    member = rng.randrange(len(array.member)) if array.member else 0
    return Access(array.name, {l: o for l, o in offset.items() if o}, random_constants(rng, array), member)


def draw_writes(rng, nest, array):
    used = array.used()
    writes = [new_access(rng, array, {l: rng.randint(-1, 1) if rng.random() < 0.15 else 0 for l in used})]
    if rng.random() < 0.25:
        full = len(used) == len(nest.loops)
        more = {l: writes[0].at(l) + (rng.randint(0, 1) if full else 0) for l in used}
        writes.append(new_access(rng, array, more))
    return writes


def draw_skewed_offset(rng, nest, array, write):
    """Offsets in any direction. An array that does not use one loop is swept again by it: then the loops
    inside of that one may have offsets, and those around it none, or the last write would be that of
    another iteration each time."""
    used, depth = array.used(), len(nest.loops)
    first = 0 if len(used) == depth else 1 + next(l for l in range(depth) if l not in used)
    most = rng.choice([1, 1, 1, 2, 3])
    return {l: write.at(l) + (rng.randint(-most, most) if l >= first and rng.random() < 0.7 else 0) for l in used}


def draw_reads(rng, nest, array, writes, count):
    """Reads whose distances to all writes are non-negative, in one direction or the other; any in skewed nests."""
    used, depth = array.used(), len(nest.loops)
    out = []
    for _ in range(4 * count):
        if len(out) == count:
            break
        if not array.written:
            offset = {l: rng.randint(-2, 2) for l in used}
        elif nest.skewed and len(used) >= depth - 1:
            offset = draw_skewed_offset(rng, nest, array, writes[0])
        elif len(used) < depth:
            offset = {l: writes[0].at(l) for l in used}
        else:
            sign = rng.choice([-1, -1, -1, 1])
            most = rng.choice([1, 1, 1, 1, 2, 3, 5])
            offset = {l: writes[0].at(l) + sign * (rng.randint(0, most) if rng.random() < 0.6 else 0)
                      for l in used}
        read = new_access(rng, array, offset)
        if not array.written or nest.skewed or all(ordered(read, w, depth) for w in writes):
            out.append(read)
    return out


def spoil(rng, nest, array, writes):
    """A read that no rectangular tiling allows; why, or None where this array has no such read."""
    used, depth = array.used(), len(nest.loops)
    if len(used) == depth and depth > 1:
        l, m = rng.sample(range(depth), 2)
        offset = {k: writes[0].at(k) for k in used}
        offset[l], offset[m] = offset[l] - 1, offset[m] + 1
        return new_access(rng, array, offset), "negative"
    if used and len(used) < depth:
        l = rng.choice(used)
        offset = {k: writes[0].at(k) for k in used}
        offset[l] -= 1
        return new_access(rng, array, offset), "non-uniform"
    return None, None


def name_extents(rng, nest, array):
    """Per dimension the symbol of its extent, or None."""
    out = []
    for position, dim in enumerate(array.dims):
        if array.fixed or not dim.loops:
            out.append(None)
            continue
        own = [s.name for l in (dim.loops[0][1],) for b in nest.loops[l].high for _, n in b.terms
               for s in nest.symbols if s.name == n]
        if own and rng.random() < 0.5:
            out.append(rng.choice(own))
        else:
            nest.symbols.append(Symbol("e%s%d" % (array.name, position), [0, 0, 0], rng.choice(
                ["int", "int", "int", "long", "size_t"])))
            out.append(nest.symbols[-1].name)
    return out
