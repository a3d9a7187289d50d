"""A nest as C: its function, the function that calls it with the sizes of a case, and its table entry."""
import random
import re

import domain
import storage
from between import name_parts
from model import CASES, Access, Expr, reach, statements
from render_loops import header

DELTA = 3  # elements between the starts of two arrays that share memory

PRELUDE = '''#include "fuzz.h"
#include <complex.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MEMBER(name) (known.name + name)
#define PASTED(name) (name##_more + name)
static double scale = 0.2;
static struct { int i, j, k, n, m, t, A, B, C; } known = {1, 4, 2, 8, 5, 7, 3, 6, 9};
enum { i_more = 7, j_more = 2, k_more = 5, n_more = 3, m_more = 9, t_more = 1, A_more = 8, B_more = 4, C_more = 6 };
static inline double mix(double x, double y) { return scale * x + (1.0 - scale) * y; }
static double clamp(double x) {
  if (x < -0.5)
    return -0.5;
  return x > 0.5 ? 0.5 : x;
}
static int pick(int x, int y) { int least = x < y ? x : y; return 2 * least - x % 7; }
static inline unsigned hash(unsigned x) { x ^= x >> 3; x *= 2654435761u; return x ^ x >> 5; }
static double ping(double x, int k);
static double pong(double x, int k) { double r = k == 0 ? x : ping(0.5 * x, k - 1); return r * scale + 0.1; }
static double ping(double x, int k) { return k == 0 ? x : pong(x + 0.25, k - 1); }
static double single(x) float x; { return x * 0.5; }
static int low_byte(k) signed char k; { return k; }
static unsigned low_half(k) unsigned short k; { return k * 31u; }
'''


def prelude(table):
    """The head of every file: functions and tables that bodies use."""
    rng = random.Random(7)
    out = PRELUDE + "static const double table[32] = {%s};\n" % ", ".join(
        "%.4f" % rng.uniform(0.1, 2) for _ in range(32))
    rows = ["{%s}" % ", ".join(str(rng.randint(-9, 9)) for _ in range(16)) for _ in range(16)]
    out += "static signed char score[16][16] = {%s};\n" % ", ".join(rows)
    out += "static const double *far = table;\nstatic const signed char *near = score[3];\n"
    return out + ("double keep_%s(void) { return mix(clamp(scale), pick(1, 2)) + table[3] + score[1][2] + far[1] + near[1] + hash(5) + pong(1, 1) + single(0.1) + low_byte(300) + low_half(70000) + known.i; }\n"
                  % table)


def expression(nest, e):
    if isinstance(e, str):
        return e
    if isinstance(e, Access):
        return storage.element(nest, e)
    return re.sub(r"\{(\d)\}", lambda m: operand(nest, e.terms[int(m.group(1))], e.text), e.text)


def operand(nest, term, text):
    out = expression(nest, term)
    # Terms may be negative constants or sums; an element or a name stands as it is.
    return "(%s)" % out if isinstance(term, Expr) and text != "{0}" else out


def statement(nest, s):
    """Lines of a statement."""
    if s.kind == "local":
        name = s.target.split()[-1] if nest.outside_locals else s.target
        return ["%s = %s;" % (name, expression(nest, s.value))]
    if s.kind == "assign":
        target = expression(nest, s.target)
        return ["%s %s %s;" % (target, s.operator, expression(nest, s.value))]
    if s.kind == "continue":
        return ["if (%s)" % expression(nest, s.value), "  continue;"]
    if s.kind == "block":
        return ["{"] + indented(nest, s.body) + ["}"]
    if s.kind == "switch":
        return switch(nest, s)
    lines = ["if (%s) {" % expression(nest, s.value)] + indented(nest, s.body) + ["}"]
    if s.other:
        lines = lines[:-1] + ["} else {"] + indented(nest, s.other) + ["}"]
    return lines


def switch(nest, s):
    lines = ["switch (%s) {" % expression(nest, s.value)]
    for k, case in enumerate(s.body):
        last = k == len(s.body) - 1
        lines.append("default:" if last and k else "case %d:" % k)
        lines += indented(nest, case)
        lines.append("  break;")
    return lines + ["}"]


def indented(nest, body):
    return ["  " + line for s in body for line in statement(nest, s)]


def is_of_loop(nest, d):
    """The iterator of loop d is declared in the body of the loop around it."""
    return d > 0 and nest.loops[d].outside and (nest.seed + 7 * d) % 3 == 0


def nest_lines(nest):
    """The loops with their body; braces around outer loops for some nests."""
    between, heads, body = name_parts(nest, [header(l) for l in nest.loops],
                                      [line for s in nest.body for line in statement(nest, s)])
    for d in range(1, len(heads)):
        if is_of_loop(nest, d):
            between[d - 1].append("%s %s;" % (nest.loops[d].kind, nest.loops[d].name))
    braces = [nest.seed % 3 == 0 or d == len(heads) - 1 or bool(between[d]) for d in range(len(heads))]
    lines, pad = [], ""
    for d, head in enumerate(heads):
        lines.append(pad + head + (" {" if braces[d] else ""))
        pad += "  "
        lines += [pad + line for line in between[d]]
    lines += [pad + line for line in body]
    return lines + ["  " * d + "}" for d in range(len(heads) - 1, -1, -1) if braces[d]]


def framed_by_macros(nest, lines):
    """Definitions of macros, and lines in which these begin loops, and the last loop's brace is one, too."""
    defines, out = "", []
    for line in lines:
        text = line.lstrip()
        if text.startswith("for (") and text.count("(") == text.count(")") and re.search(r"[){]$", text):
            macro = "FRAME_%d_%d" % (nest.seed, len(out))
        elif text == "}" and len(out) == len(lines) - 1:
            macro = "END_%d" % nest.seed
        else:
            out.append(line)
            continue
        defines += "#define %s %s\n" % (macro, text)
        out.append(line[:len(line) - len(text)] + macro)
    return defines, out


def function(nest):
    name, tail, lines = nest.name(), "", []
    for s in nest.symbols:
        if s.place in ("local", "constant"):
            lines.append("%s%s %s = in_%s;" % ("const " if s.place == "constant" else "", s.kind, s.name, s.name))
    if nest.outside_locals:
        static = "static " if nest.static_locals else ""
        lines += ["%s%s;" % (static, s.target) for s in statements(nest.body) if s.kind == "local"]
    outside = [l for d, l in enumerate(nest.loops) if l.outside and not is_of_loop(nest, d)]
    for l in outside:
        lines.append("%s %s = 7;" % (l.kind, l.name))
    for a in nest.arrays:
        before, after = storage.prologue(nest, a)
        lines += before.splitlines()
        tail += after
    defines, loops = "", nest_lines(nest)
    if nest.seed % 41 == 5:
        defines, loops = framed_by_macros(nest, loops)
    if nest.wrapper:
        opening = {"if": "if (go)", "else": "if (!go)\n  return -1;\nelse", "block": "{"}[nest.wrapper]
        loops = opening.splitlines() + ["  " + line for line in loops] + ["}"] * (nest.wrapper == "block")
    lines += loops + tail.splitlines()
    value = " + ".join("%d * (long)%s" % (3 ** k, l.name) for k, l in enumerate(outside)) or "0"
    head = "%s long %s(%s) {" % ("static inline" if nest.seed % 7 == 0 else "static", name, parameters(nest))
    text = "\n".join([head] + ["  " + line for line in lines] + ["  return %s;" % value, "}\n"])
    return substitute(nest, defines + text)


def parameters(nest):
    out = ["int go"] if nest.wrapper in ("if", "else") else []
    if any(s.place == "field" for s in nest.symbols):
        out.append("const struct sizes_%d *z" % nest.seed)
    for s in nest.symbols:
        if s.place in ("parameter", "local", "constant"):
            # An extent in a parameter's type needs the name itself.
            out.append("%s %s%s" % (s.kind, "" if s.place == "parameter" else "in_", s.name))
    out += [p for p in (storage.parameter(nest, a) for a in nest.arrays) if p]
    return ", ".join(out) or "void"


def substitute(nest, text):
    for s in nest.symbols:
        if s.place == "global":
            text = re.sub(r"\b%s\b" % s.name, "%s_%d" % (s.name, nest.seed), text)
        elif s.place == "field":
            text = re.sub(r"\b%s\b" % s.name, "z->" + s.name, text)
    return text


def file_scope(nest):
    out = "".join(substitute(nest, storage.declarations(nest, a)) for a in nest.arrays)
    fields = [s for s in nest.symbols if s.place == "field"]
    if fields:
        out = "struct sizes_%d { %s };\n" % (nest.seed, " ".join("%s %s;" % (s.kind, s.name) for s in fields)) + out
    for s in nest.symbols:
        if s.place == "global":
            out = "static %s %s_%d;\n" % (s.kind, s.name, nest.seed) + out
    return out


def run_function(nest):
    arguments = ["1"] if nest.wrapper in ("if", "else") else []
    # What called functions read of globals changes from case to case.
    text = "static long run_%s(const long *s, void **b) {\n  (void)s, (void)b;\n  scale = 0.15 + 0.01 * (double)(s[0] & 7);\n" % nest.name()
    fields = [(k, s) for k, s in enumerate(nest.symbols) if s.place == "field"]
    if fields:
        text += "  const struct sizes_%d z = {%s};\n" % (
            nest.seed, ", ".join("(%s)s[%d]" % (s.kind, k) for k, s in fields))
        arguments.append("&z")
    for k, s in enumerate(nest.symbols):
        if s.place == "global":
            text += "  %s_%d = (%s)s[%d];\n" % (s.name, nest.seed, s.kind, k)
        elif s.place != "field":
            arguments.append("(%s)s[%d]" % (s.kind, k))
    for number, a in enumerate(nest.arrays):
        aliased = ""
        if a.alias:
            first = [x.name for x in nest.arrays].index(a.alias)
            aliased = "(s[%d] ? (void *)((%s *)b[%d] + %d) : b[%d])" % (
                len(nest.symbols), storage.element_type(nest, a), first, DELTA, number)
        before, argument = storage.argument(nest, a, number, aliased)
        text += before
        arguments += [argument] if argument else []
    return text + "  return %s(%s);\n}\n" % (nest.name(), ", ".join(arguments))


def count(nest, array):
    """Elements of the buffer, enough for every case and for an array that shares it."""
    def own(a):
        most = 1
        for c in range(CASES):
            n = 1
            for e in domain.extent_values(nest, a, c):
                n *= e
            most = max(most, n)
        return most
    return max([own(array)] + [own(a) + DELTA for a in nest.arrays if a.alias == array.name])


def table_entry(nest):
    """(definitions, entry) of the table that the harness runs."""
    definitions, buffers = "", []
    for a in nest.arrays:
        layout = "&layouts[%s]" % a.type.kind
        if a.member:
            t, layout = storage.element_type(nest, a), "layout_%s" % storage.object_name(nest, a)
            parts = ", ".join("{%s, offsetof(%s, %s)}" % (m.kind, t, n) for n, m in a.member)
            definitions += "static const struct layout %s = {sizeof(%s), %d, {%s}};\n" % (
                layout, t, len(a.member), parts)
            layout = "&" + layout
        buffers.append("{%s, %d, %s}" % (layout, count(nest, a), storage.own_memory(nest, a)))
    shared = any(a.alias for a in nest.arrays)
    cases = []
    for c in range(CASES):
        values = [str(s.values[c]) for s in nest.symbols] + ["1" if shared and c == 1 else "0"]
        cases.append("{%s}" % ", ".join(values))
    extents = reach(nest)
    return definitions, '  {"%s", run_%s, {%s}, %d, {%s}, {%s}},\n' % (
        nest.name(), nest.name(), ", ".join(buffers), len(nest.loops),
        ", ".join(str(r) for r in extents), ", ".join(cases))


def file_text(table, nests):
    """(text, {seed: line of the outermost loop})."""
    text, lines, definitions, entries = prelude(table), {}, "", ""
    for n in nests:
        text += "\n" + (n.file_scope() if n.is_tree else file_scope(n))
        body = n.function() if n.is_tree else function(n)
        before = body[:re.search(r"^ *(for \(|FRAME_)", body, re.M).end()]
        lines[n.seed] = (text + before).count("\n") + 1
        text += body + (n.run_function() if n.is_tree else run_function(n))
        more, entry = n.table_entry() if n.is_tree else table_entry(n)
        definitions, entries = definitions + more, entries + entry
    return text + "\n%sconst struct nest %s[] = {\n%s  {0},\n};\n" % (definitions, table, entries), lines
