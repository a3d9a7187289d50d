"""Where arrays live, as C: declarations, parameters, arguments, and the text of an element."""
import held
from model import Affine

COPIED = ("inner", "local", "heap")  # filled from the buffer before the nest, copied back after it
OWN = ("global", "static", "field", "field-pointer")  # objects at file scope: the buffer is theirs


def element_type(nest, array):
    return "struct cell_%d_%s" % (nest.seed, array.name) if array.member else array.type.c


def object_name(nest, array):
    return "%s_%d" % (array.name, nest.seed)


def brackets(array, first=0):
    return "".join("[%s]" % e.text() for e in array.extents[first:])


def product(extents):
    return " * ".join("(%s)" % e.text() if e.terms and e.const else e.text() for e in extents)


def declarations(nest, array):
    """What stands at file scope in front of the function."""
    t, name, out = element_type(nest, array), object_name(nest, array), ""
    if array.member:
        out += "%s { %s };\n" % (t, " ".join("%s %s;" % (m.c, n) for n, m in array.member))
    if array.storage == "typedef":
        out += "typedef %s row_%s%s;\n" % (t, name, brackets(array, 1))
    elif array.storage in ("global", "static"):
        out += "%s%s %s%s;\n" % ("static " if array.storage == "static" else "", t, name, brackets(array))
    elif array.storage in ("field", "field-pointer"):
        out += "static struct held_%s { int tag; %s v%s; } %s;\n" % (name, t, brackets(array), name)
    elif array.storage == "decayed":
        out += held.definition(nest, array, brackets(array))
    elif array.storage == "pointer":
        out += "static %s *%s;\n" % (t, name)
    elif array.storage == "struct-linear":
        out += "struct grid_%s { int tag; %s *p; };\n" % (name, t)
    elif array.storage == "macro":
        names = ["x%d" % d for d in range(len(array.extents))]
        out += "#define %s_%d(%s) %s[%s]\n" % (array.name.upper() * 2, nest.seed, ", ".join(names), array.name,
                                               linear(array, ["(%s)" % n for n in names]))
    return out


def linear(array, texts):
    out = texts[0]
    for d in range(1, len(texts)):
        e = array.extents[d]
        out = "%s * %s + %s" % (wrap(out), wrap(e.text()), texts[d])
    return out


def products(array, texts):
    parts = []
    for d, t in enumerate(texts):
        factors = [wrap(e.text()) for e in array.extents[d + 1:]]
        parts.append(" * ".join([wrap(t) if factors else t] + factors))
    return " + ".join(parts)


def strides(nest, array, texts):
    """The strides are variables; where the array is given by a pointer to its interior, that is at subscripts 1."""
    if is_interior(nest, array):
        texts = ["%s - 1" % wrap(t) for t in texts]
    return " + ".join(["%s * %s_s%d" % (wrap(t), array.name, d) for d, t in enumerate(texts[:-1])] + [texts[-1]])


def is_interior(nest, array):
    """Not with unsigned iterators of 32 bits, which have no subscript -1."""
    types = {nest.loops[l].kind for dim in array.dims for _, l in dim.loops}
    return len(str(array.dims)) % 2 == 0 and not types & {"unsigned", "uint32_t"}


def stride_variables(array):
    rest, type_name = range(len(array.extents) - 1), "long" if len(str(array.dims)) % 3 == 0 else "int"
    return "const %s %s;\n" % (type_name, ", ".join("%s_s%d = %s" % (array.name, d, product(array.extents[d + 1:]))
                                                    for d in rest))


def interior(array):
    return "%s + (%s + 1)" % (array.name, " + ".join("%s_s%d" % (array.name, d) for d in range(len(array.extents) - 1)))


def wrap(text):
    return "(%s)" % text if " " in text and not (text[0] == "(" and balanced(text[1:-1])) else text


def balanced(text):
    depth = 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if depth < 0:
            return False
    return True


def parameter(nest, array):
    t, storage = element_type(nest, array), array.storage
    star = "*%s " % array.qualifier if array.qualifier else "*"
    const = "" if array.written else "const "
    if storage in OWN or storage == "pointer":
        return "struct held_%s *%s" % (object_name(nest, array), array.name) if storage == "field-pointer" else ""
    if storage == "decayed" and array.home == "value":
        return "%s %s, void *data_%s" % (held.tag(nest, array), held.home(nest, array), array.name)
    if storage in COPIED or storage == "decayed":
        return "void *data_" + array.name
    if storage == "struct-linear":
        return "struct grid_%s *%s" % (object_name(nest, array), array.name)
    if storage == "pointers":
        return "%s *%s%s" % (t, "*" * (len(array.extents) - 1), array.name)
    if storage == "typedef":
        return "%srow_%s *%s" % (const, object_name(nest, array), array.name)
    if storage == "vla":
        first = "[%s%s]" % (array.qualifier + " " if array.qualifier else "", array.extents[0].text())
        return "%s%s %s%s%s" % (const, t, array.name, first, brackets(array, 1))
    if storage == "rows" and len(array.extents) > 1:
        return "%s%s (%s%s)%s" % (const, t, star, array.name, brackets(array, 1))
    return "%s%s %s%s" % (const, t, star, array.name)


def prologue(nest, array):
    """(before, after) the nest."""
    t, name = element_type(nest, array), array.name
    if array.storage == "decayed":
        return held.prologue(nest, array, brackets(array, 1))
    if array.storage == "strides":
        moved = "%s%s *in_%s = %s;\n" % ("" if array.written else "const ", t, name, interior(array))
        return stride_variables(array) + (moved if is_interior(nest, array) else ""), ""
    if array.storage not in COPIED:
        return "", ""
    if array.storage == "heap":
        size = "sizeof(%s) * %s" % (t, product(array.extents))
        return ("%s *%s = malloc(%s);\nmemcpy(%s, data_%s, %s);\n" % (t, name, size, name, name, size),
                "memcpy(data_%s, %s, %s);\nfree(%s);\n" % (name, name, size, name))
    size = "sizeof %s" % name
    return ("%s%s %s%s;\nmemcpy(%s, data_%s, %s);\n" % (
        "static " if array.storage == "inner" else "", t, name, brackets(array), name, name, size),
            "memcpy(data_%s, %s, %s);\n" % (name, name, size))


def argument(nest, array, number, aliased):
    """(statements in the run function, argument of the call)."""
    t, name = element_type(nest, array), object_name(nest, array)
    memory = aliased or "b[%d]" % number
    if array.storage == "field-pointer":
        return "", "&" + name
    if array.storage == "decayed" and array.home == "value":
        return "", "(%s){0}, %s" % (held.tag(nest, array), memory)
    if array.storage in OWN:
        return "", ""
    if array.storage == "pointer":
        return "  %s = %s;\n" % (name, memory), ""
    if array.storage == "struct-linear":
        return "  struct grid_%s g%d = {7, %s};\n" % (name, number, memory), "&g%d" % number
    if array.storage == "pointers":
        if len(array.extents) == 3:
            return pages(t, number, *(e.const for e in array.extents))
        rows, columns = (e.const for e in array.extents)
        return ("  %s *r%d[%d];\n  for (int r = 0; r < %d; r++) /* no nest: a table of rows */\n"
                "    r%d[r] = (%s *)b[%d] + r * %d;\n" % (t, number, rows, rows, number, t, number, columns),
                "r%d" % number)
    return "", memory


def pages(t, number, count, rows, columns):
    """Rows of rows, as argument() answers it."""
    return ("  %s *r%d[%d], **p%d[%d];\n  for (int r = 0; r < %d; r++) /* no nest: a table of rows */\n"
            "    p%d[r / %d] = r%d + r / %d * %d, r%d[r] = (%s *)b[%d] + r * %d;\n" % (
                t, number, count * rows, number, count, count * rows,
                number, rows, number, rows, rows, number, t, number, columns),
            "p%d" % number)


def subscripts(nest, array, access):
    out, constants = [], list(access.constants)
    for dim, extent in zip(array.dims, array.extents):
        if not dim.loops:
            out.append(str(constants.pop(0)))
            continue
        moved = sum(c * nest.loops[l].unit() * access.at(l) for c, l in dim.loops)
        moved += access.around
        out.append(Affine(dim.shift + moved, [(c, nest.loops[l].name) for c, l in dim.loops]).text())
        if access.around:
            out[-1] = "%s %% %s" % (wrap(out[-1]), wrap(extent.text()))
    return out


def element(nest, access):
    array = nest.array(access.array)
    texts, storage = subscripts(nest, array, access), array.storage
    base = object_name(nest, array) if storage in ("global", "static", "pointer") else array.name
    if storage == "macro":
        out = "%s_%d(%s)" % (array.name.upper() * 2, nest.seed, ", ".join(texts))
    elif storage == "products":
        out = "%s[%s]" % (base, products(array, texts))
    elif storage == "strides":
        out = "%s%s[%s]" % ("in_" if is_interior(nest, array) else "", base, strides(nest, array, texts))
    elif storage in ("linear", "heap", "pointer"):
        out = "%s[%s]" % (base, linear(array, texts))
    elif storage == "struct-linear":
        out = "%s->p[%s]" % (base, linear(array, texts))
    else:
        if storage == "field":
            base = object_name(nest, array) + ".v"
        if storage == "field-pointer":
            base += "->v"
        out = base + "".join("[%s]" % t for t in texts)
    return out + (".%s" % array.member[access.member][0] if array.member else "")


def own_memory(nest, array):
    """The memory of the buffer where it is the array's own, or NULL."""
    name = object_name(nest, array)
    return {"global": name, "static": name, "field": name + ".v", "field-pointer": name + ".v"}.get(
        array.storage, "NULL")
