"""Draws loop headers: directions, steps, iterator types, and bounds of every kind."""
from model import Affine, Loop, Symbol

NAMES = "ijklm"
MOST = {1: 60, 2: 32, 3: 12, 4: 7, 5: 4}  # iterations of a loop, by depth
SIGNED = ["int"] * 6 + ["long", "long long", "short", "int64_t", "ptrdiff_t"]
UNSIGNED = ["unsigned", "size_t", "uint32_t", "unsigned long"]
PLACES = ["parameter"] * 8 + ["local", "constant", "global", "field"]


def draw_loops(rng, depth):
    """(loops, symbols). Every value of an iterator is at least 8, so that unsigned ones cannot wrap."""
    symbols = []
    unsigned = rng.random() < 0.15
    out = []
    for d in range(depth):
        out.append(draw_loop(rng, d, depth, out, symbols, unsigned))
    if rng.random() < 0.2:
        for l in out:
            l.outside = True
    return out, symbols


def sizes(rng, depth):
    """Iterations per case; the last case is at the edge."""
    most = MOST[depth]
    return [rng.randint(min(3, most), most), rng.randint(2, most), rng.choice([0, 1, 1, 2, most // 2 + 1])]


def new_symbol(rng, symbols, prefix, values, unsigned):
    kind = rng.choice(["unsigned", "size_t", "int"]) if unsigned else rng.choice(["int"] * 5 + ["long", "short"])
    place = rng.choice(PLACES)
    symbols.append(Symbol("%s%d" % (prefix, len(symbols)), values, kind, place))
    return symbols[-1]


def draw_loop(rng, d, depth, outer, symbols, unsigned):
    """One loop; bounds may name the loops of `outer`."""
    step = rng.choice([1, 1, 1, 1, 2, 3])
    down = rng.random() < 0.3
    loop = Loop(NAMES[d], rng.choice(UNSIGNED if unsigned else SIGNED), down, step, [], [],
                rng.choice(["<", "<", "<=", ">", "!="]), rng.choice(["macro", "ternary", "and"]),
                change=rng.choice(["short"] * 4 + ["long", "equal"]))
    base = 8 + rng.randint(0, 2)
    count = sizes(rng, depth)
    count = [c * step for c in count]
    if rng.random() < 0.25:
        low = Affine(0, [(1, new_symbol(rng, symbols, "l", [base + rng.randint(0, 2) for _ in count],
                                        unsigned).name)])
    else:
        low = Affine(base)
    if rng.random() < 0.75:
        high = Affine(rng.choice([0, 0, 0, -1, 1, 2]))
        extra = 2 if low.terms else 0
        values = [base + extra + c - high.const for c in count]
        high.terms = [(1, new_symbol(rng, symbols, "n", values, unsigned).name)]
    else:
        high = Affine(base + 2 + count[0])
    loop.low, loop.high = [low], [high]
    shape(rng, loop, outer, unsigned)
    if loop.step > 1 and outer and rng.random() < 0.3:
        loop.uneven = (rng.choice(outer).name, rng.randint(0, 2))
    tidy(rng, loop)
    if depth > 2 and rng.random() < 0.08 and not any(c == 2 for b in loop.low + loop.high for c, _ in b.terms):
        loop.kind = rng.choice(["signed char", "uint8_t"])  # values stay below 100
    return loop


def shape(rng, loop, outer, unsigned):
    """Lets bounds depend on outer loops; the start of a loop with a step does not."""
    if not outer or rng.random() < 0.55:
        return
    o = rng.choice(outer)
    me = Affine(0, [(1, o.name)])
    w = rng.randint(1, 6)
    kinds = ["lower", "upper", "band", "max", "min", "both", "trapezoid"]
    if not unsigned:
        kinds += ["minus", "shrinking"]
    kind = rng.choice(kinds)
    start_moves = {"lower": loop.down, "upper": not loop.down, "max": not loop.down, "min": loop.down,
                   "trapezoid": loop.down, "minus": loop.down}
    if loop.step > 1 and start_moves.get(kind, True):
        return
    if kind == "lower":
        loop.high = [me.plus(rng.choice([0, 1, 1, 2]))]
    elif kind == "upper":
        loop.low = [me.plus(rng.choice([0, 0, 1]))]
    elif kind == "band":
        loop.low, loop.high = [me], [me.plus(w)]
    elif kind == "max":
        loop.low = [loop.low[0], me.plus(-w)]
    elif kind == "min":
        loop.high = [loop.high[0], me.plus(w)]
    elif kind == "both":
        loop.low, loop.high = [loop.low[0], me.plus(-w)], [me.plus(w), loop.high[0]]
    elif kind == "trapezoid":
        loop.high = [Affine(-8 - rng.randint(0, 3), [(2, o.name)])]
    elif kind == "minus":  # the mirrored triangle; about as large as the outer loop's space
        loop.high = [Affine(rng.randint(26, 34), [(-1, o.name)])]
    else:
        loop.low, loop.high = [me], [Affine(rng.randint(30, 36), [(-1, o.name)])]


def tidy(rng, loop):
    """!= needs steps of one, single bounds, and a space that may be empty but not inverted."""
    fixed = all(len(b) == 1 and not any(len(n) == 1 for _, n in b[0].terms) for b in (loop.low, loop.high))
    if loop.compare == "!=" and (loop.step > 1 or not fixed):
        loop.compare = "<"
    ends = loop.low if loop.down else loop.high
    starts = loop.high if loop.down else loop.low
    if len(ends) > 1 and loop.style == "and" and len(starts) > 1:
        loop.style = "macro"
    if loop.compare in (">", "!=") and len(ends) > 1:
        loop.compare = "<"
