"""Declarations between the loops: names for outer iterators, for weights and for rows, used by what follows."""
import random
import re

# Elements that the harness may not have for a row without points: their pointers are not read in advance.
NO_ROWS = ("pointers", "macro")


def name_parts(nest, heads, body):
    """(lines to declare inside of each loop, headers, body); nest.between asks for it."""
    lines = [[] for _ in heads]
    if not nest.between:
        return lines, heads, body
    rng = random.Random("between %d" % nest.seed)
    for d in range(len(heads) - 1):
        if rng.random() < 0.5:
            body = name_rows(nest, rng, d, lines[d], body)
        if rng.random() < 0.5:
            lines[d].append("const double weight_%d = 0.2 + 0.01 * (%s %% 5) + 0.001 * table[%s & 31];"
                            % (d, nest.loops[d].name, nest.loops[d].name))
            body = [re.sub(r"\b0\.25\b(?!f)", "weight_%d" % d, line) if rng.random() < 0.7 else line for line in body]
        if rng.random() < 0.5:
            loop = nest.loops[d]
            lines[d].append("%s at_%s = %s;" % (loop.kind, loop.name, loop.name))
            heads, body = name_iterator(rng, loop.name, d, heads, body)
    return lines, heads, body


def name_iterator(rng, name, d, heads, body):
    def rename(text):
        return re.sub(r"\b%s\b" % name, lambda m: "at_" + name if rng.random() < 0.6 else name, text)
    return heads[:d + 1] + [rename(h) for h in heads[d + 1:]], [rename(line) for line in body]


def name_rows(nest, rng, d, lines, body):
    """Rows of two-dimensional arrays whose first subscript is known inside of loop d."""
    later = {l.name for l in nest.loops[d + 1:]}
    known = {}

    def rename(m):
        array, subscript = m.groups()
        found = [a for a in nest.arrays if a.name == array]
        if not found or len(found[0].dims) != 2 or found[0].member or found[0].storage in NO_ROWS or \
                set(re.findall(r"[a-z]\w*", subscript)) & later:
            return m.group(0)
        if (array, subscript) not in known:
            if len(known) == 3 or rng.random() < 0.3:
                return m.group(0)
            known[array, subscript] = "row_%d%d" % (d, len(known))
            lines.append("%s%s *%s = %s[%s];" % ("" if found[0].written else "const ", found[0].type.c,
                                                 known[array, subscript], array, subscript))
        return known[array, subscript] + "["
    return [re.sub(r"(?<![\w.>])([abcd])\[([^\[\]]+)\]\[", rename, line) for line in body]
