"""Sizes: which values iterators take in each case, what extents arrays need, how many points there are."""
from model import CASES, Affine, accesses

MOST_POINTS = 6000


NARROW = {"uint8_t": (0, 255), "signed char": (-128, 127)}


def environment(nest, case):
    return {s.name: s.values[case] for s in nest.symbols}


def ranges(nest, case):
    """(points, {loop: (least, largest value)}); no ranges when there is no point. A loop that starts where
    its iterator's type would wrap, be it for no iteration, gets another type."""
    env = environment(nest, case)
    least, largest = {}, {}
    loops = nest.loops

    def values(d):
        low = max(b.value(env) for b in loops[d].low)
        high = min(b.value(env) for b in loops[d].high)
        late = (env[loops[d].uneven[0]] + loops[d].uneven[1]) % loops[d].step if loops[d].uneven else 0
        start = high - 1 - late if loops[d].down else low + late
        least, most = NARROW.get(loops[d].kind, (start, start))
        if not least <= start <= most:
            loops[d].kind = "int"
        return range(start, low - 1, -loops[d].step) if loops[d].down else range(start, high, loops[d].step)

    def visit(d):
        points, mine = 0, values(d)
        if d == len(loops) - 1:
            if len(mine):
                note(d, mine[0])
                note(d, mine[-1])
            return len(mine)
        for v in mine:
            env[loops[d].name] = v
            inner = visit(d + 1)
            if inner:
                note(d, v)
                points += inner
        env.pop(loops[d].name, None)
        return points

    def note(d, v):
        least[d] = min(least.get(d, v), v)
        largest[d] = max(largest.get(d, v), v)

    points = visit(0)
    return points, {d: (least[d], largest[d]) for d in least}


def index_range(nest, array, position, bounds, found):
    """Least and largest subscript of a dimension, shift not counted."""
    dim = array.dims[position]
    mine = [a for a in found if a.array == array.name]
    if not dim.loops:
        which = sum(1 for d in array.dims[:position] if not d.loops)
        picked = [a.constants[which] for a in mine] or [0]
        return min(picked), max(picked)
    least = largest = 0
    for coef, l in dim.loops:
        step = nest.loops[l].unit()
        ends = [coef * (v + step * a.at(l)) for v in bounds[l] for a in mine] or [coef * v for v in bounds[l]]
        least, largest = least + min(ends), largest + max(ends)
    return least, largest


def fit(nest):
    """Sets shifts and extents so that every access of every case stays in its dimension. False: the
    space is empty in all cases, or too large."""
    found = [a for a, _ in accesses(nest)]
    cases = [ranges(nest, c) for c in range(CASES)]
    if all(not points for points, _ in cases) or max(points for points, _ in cases) > MOST_POINTS and nest.cut is None:
        return False
    nest.points = [points for points, _ in cases]
    for array in nest.arrays:
        array.extents = []
        for position, dim in enumerate(array.dims):
            spans = [index_range(nest, array, position, b, found) if points else None for points, b in cases]
            least = min(s[0] for s in spans if s)
            if least + dim.shift < 0 or least > 4 and len(nest.loops) > 3:
                dim.shift = -least
            need = [s[1] + dim.shift + 1 if s else 1 for s in spans]
            array.extents.append(extent(nest, array.names[position], need, dim.slack))
    return True


def extent(nest, symbol, need, slack):
    if symbol is None:
        return Affine(max(need) + slack)
    chosen = next(s for s in nest.symbols if s.name == symbol)
    if chosen.name.startswith("e"):  # exists for this extent alone
        chosen.values = [n + slack for n in need]
        return Affine(0, [(1, symbol)])
    values = chosen.values
    return Affine(max(n - v for n, v in zip(need, values)) + slack, [(1, symbol)])


def extent_values(nest, array, case):
    env = environment(nest, case)
    return [max(1, e.value(env)) for e in array.extents]
