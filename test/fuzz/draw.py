"""The nest of a seed."""
import random
import re

import carried
import domain
import held
import narrow
import render
import trees
from draw_arrays import (ALIASABLE, FAMILIES, LINEAR, SIGNED, UNSIGNED, draw_array, draw_reads, draw_writes,
                         name_extents, spoil)
from draw_body import Body
from draw_loops import draw_loops
from model import Expr, Nest, Type, accesses, statements, terms_of

# What the generator draws and the class does not hold, or not yet: nests with these need not be accepted.
LATER = {"rounded-pairs", "linear-forms", "sparse-writes", "far-reads", "conditional-pointer", "decayed", "deep-skews", "swept-shapes", "single-loops",
         "known-weights", "periodic"}
DEEPEST_SKEWS = 3  # deeper ones may be too complex
MOST_ELEMENTS = 40000
WRAPPERS = ["", "", "", "if", "block", "else"]
WIDEST = Type("long double complex", "C160", "complex")


def draw(seed):
    """The same nest for the same seed, as long as the generator is not changed."""
    if trees.chosen(seed):
        return (carried if carried.chosen(seed) else trees).draw(seed)
    if narrow.chosen(seed):
        return draw_narrow(seed)
    for attempt in range(100):
        nest = try_to_draw(random.Random("%d/%d" % (seed, attempt)), seed)
        if nest:
            widen(nest)
            call_oddly(nest)
            close_borders(nest)
            return nest
    raise RuntimeError("no nest for seed %d" % seed)


def draw_narrow(seed):
    nest = narrow.draw(seed)
    for a in nest.arrays:
        a.names = narrow.name_extents(nest, a)
    if not domain.fit(nest):
        raise RuntimeError("no pixels for seed %d" % seed)
    classify(nest)
    return nest


def widen(nest):
    """Now and then the widest complex type. Drawn apart, so that other nests stay the same."""
    if random.Random("wide %d" % nest.seed).random() < 0.2:
        for array in nest.arrays:
            if array.type.kind == "C128" and not array.member:
                array.type = WIDEST


# Calls of functions that call each other, and of ones without a prototype that narrow what they get.
ODD_CALLS = {"real": ["ping({0}, 3)", "pong({0}, 2)", "single((double)({0}))"], "signed": ["low_byte((int)({0}) * 3)"],
             "unsigned": ["low_half((int)({0}))"]}


def call_oddly(nest):
    """Now and then a value goes through such a call. Drawn apart, so that other nests stay the same."""
    rng = random.Random("calls %d" % nest.seed)
    if rng.random() > 0.25:
        return
    for s in statements(nest.body):
        if s.kind != "assign" or s.operator != "=":
            continue
        array = nest.array(s.target.array)
        calls = ODD_CALLS.get((array.member[s.target.member][1] if array.member else array.type).family)
        if not calls:
            continue
        call = rng.choice(calls)
        s.value = Expr(call, [s.value])
        nest.notes = sorted(set(nest.notes) | {"odd-calls"})
        if call.startswith("single"):  # rounds and widens again
            nest.notes = sorted(set(nest.notes) | {"rounded-pairs"})
            nest.later = sorted(set(nest.later) | {"rounded-pairs"})
        return


def close_borders(nest):
    """Now and then reads go on at the other border. Drawn apart, so that other nests stay the same."""
    rng = random.Random("periodic %d" % nest.seed)
    if rng.random() > 0.12:
        return
    written = rng.random() < 0.2  # of arrays that are written, too: few orders are legal then
    for access, writes in accesses(nest):
        array = nest.array(access.array)
        if not writes and (written or not array.written) and rng.random() < 0.7:
            access.around = rng.randint(1, 2)
            nest.notes = sorted(set(nest.notes) | {"periodic"})
            nest.later = sorted(set(nest.later) | {"periodic"})


def try_to_draw(rng, seed):
    depth = rng.choice([1] + [2] * 9 + [3] * 8 + [4] * 4 + [5] * 2)
    loops, symbols = draw_loops(rng, depth)
    nest = Nest(seed, symbols, loops, [], [], wrapper=rng.choice(WRAPPERS))
    apart = random.Random("skews %d" % seed)  # so that other nests stay the same
    nest.skewed = depth > 1 and apart.random() < 0.3
    nest.outside_locals = apart.random() < 0.3
    nest.between = apart.random() < 0.25
    nest.static_locals = random.Random("static %d" % seed).random() < 0.4
    if depth == 1:
        nest.later.append("single-loops")  # many are chains
    reads, writes = draw_accesses(rng, nest)
    nest.body = Body(rng, nest, reads).draw(writes)
    alias(rng, nest)
    drop_unused(nest)
    held.hold(nest)
    for a in nest.arrays:
        a.names = name_extents(rng, nest, a)
    if not domain.fit(nest) or max(render.count(nest, a) for a in nest.arrays) > MOST_ELEMENTS:
        return None
    held.read_by_name(nest)
    drop_symbols(nest)
    classify(nest)
    return nest


def draw_accesses(rng, nest):
    """Arrays, the first one written, with one to six dependences in all."""
    family = rng.choice(FAMILIES)
    left = rng.randint(1, 6)
    reads, writes = [], []
    for k in range(rng.choice([1, 1, 2, 2, 2, 3, 3, 4])):
        written = k == 0 or rng.random() < 0.4
        same = family if rng.random() < 0.7 else None
        if same is None and not written:
            same = rng.choice([SIGNED, UNSIGNED, rng.choice(FAMILIES)])
        array = draw_array(rng, nest, "abcd"[k], written, same)
        mine = draw_writes(rng, nest, array) if written else []
        count = min(max(left, 1), rng.randint(1, 4))
        found = draw_reads(rng, nest, array, mine, count)
        if written and rng.random() < 0.03:
            bad, why = spoil(rng, nest, array, mine)
            if bad:
                found.append(bad)
                nest.bad.append((bad, why))
        left -= len(found)
        reads, writes = reads + found, writes + mine
    rng.shuffle(reads)
    return reads, writes


def alias(rng, nest):
    """Lets two parameters name the same memory in one case."""
    able = [a for a in nest.arrays if a.storage in ALIASABLE and not a.member]
    for a in able:
        for b in able:
            if a is not b and a.type.kind == b.type.kind and (a.written or b.written) and rng.random() < 0.15:
                if not any(x.alias for x in nest.arrays):
                    a.qualifier = b.qualifier = ""
                    b.alias = a.name


def drop_unused(nest):
    used = {a.array for a, _ in accesses(nest)}
    nest.arrays = [a for a in nest.arrays if a.name in used]
    for a in nest.arrays:
        if a.alias and a.alias not in used:
            a.alias = ""


def drop_symbols(nest):
    used = {n for l in nest.loops for b in l.low + l.high for _, n in b.terms}
    used |= {n for a in nest.arrays for e in a.extents for _, n in e.terms}
    nest.symbols = [s for s in nest.symbols if s.name in used]
    in_types = {n for a in nest.arrays for e in a.extents for _, n in e.terms}
    for s in nest.symbols:
        if s.name in in_types and s.place in ("local", "constant"):
            s.place = "parameter"  # a parameter's type may need it


def plain(array):
    return all(len(d.loops) == 1 and abs(d.loops[0][0]) == 1 for d in array.dims)


def selects(nest):
    """Do iterators alone decide whether a statement runs?"""
    return any(s.kind in ("if", "switch", "continue") and not list(terms_of(s.value)) for s in statements(nest.body))


def rounds_pairs(nest):
    """May an iteration round two numbers to float and a later statement, or a near iteration, go on with them?"""
    def may_be(access):
        array = nest.array(access.array)
        return "float" in (array.member[access.member][1] if array.member else array.type).c
    writes = [a.array for a, w in accesses(nest) if w]
    if not any(writes.count(a.name) > 1 or a.name in writes and a.type.family == "complex" for a in nest.arrays):
        return False  # no neighbours
    rounded = {a.array for a, w in accesses(nest) if w and may_be(a)}
    for s in statements(nest.body):
        read = [a.array for a in terms_of(s.value)]
        if s.kind == "assign" and s.operator != "=":
            read.append(s.target.array)
        if rounded & set(read):
            return True
    return False


def classify(nest):
    """Why the nest is not, or not yet, one that must be accepted."""
    written = {a.array for a, w in accesses(nest) if w}
    for a in nest.arrays:
        a.written = a.name in written
    bad = {why for bad, why in nest.bad if any(a is bad for a, _ in accesses(nest))}
    nest.skewed |= "negative" in bad
    nest.outside += sorted(bad - {"negative"})
    used = set(nest.later)
    if nest.skewed:
        used.add("skewed")
        used |= {"deep-skews"} if len(nest.loops) > DEEPEST_SKEWS else set()
        swept = any(a.written and len(a.used()) < len(nest.loops) for a in nest.arrays)
        if swept and any(len(n) == 1 for l in nest.loops for b in l.low + l.high for _, n in b.terms):
            used.add("swept-shapes")  # where the shape changes from sweep to sweep, distances do
    if rounds_pairs(nest):
        used.add("rounded-pairs")
    if nest.between and any(not any(b.terms for b in l.low + l.high) for l in nest.loops[:-1]):
        used.add("known-weights")  # clang may compute what is declared in a loop between constants, with another rounding
    used |= {a.storage for a in nest.arrays} | {"symbol-" + s.place for s in nest.symbols}
    if any(a.member for a in nest.arrays):
        used.add("struct")
    if any(a.storage in LINEAR and not plain(a) for a in nest.arrays):
        used.add("linear-forms")  # (2 * i) * m + j: which dimensions there are is anybody's guess
    if any(a.written and len(a.used()) < len(nest.loops) for a in nest.arrays) and selects(nest):
        used.add("sparse-writes")  # the last write is not that of the iteration before
    if used & {"struct-linear", "pointers"} and any(s.kind in ("if", "switch", "continue") or "?" in s.value.text
                                                    for s in statements(nest.body) if s.value):
        used.add("conditional-pointer")  # one that is perhaps never read must not be read in advance
    if re.search(r"\b(far|near)\[", render.function(nest)):
        used.add("far-reads")  # of memory of unknown extent: whether it is written, no check can tell
    nest.notes = sorted(used)
    nest.later = sorted(used & LATER)
    # Where iterators select, a case may have no point that surely reads through the pointer.
    nest.guarded = bool(used & {"linear-forms", "decayed", "strides"}) or bool(used & {"field-pointer", "struct-linear"} and selects(nest))
