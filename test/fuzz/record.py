"""Functions of a program whose parameters are members of a structure: f(struct of_f *r) for f(int n, double *u). Rows of
arrays may lie behind pointers: f(double **u) for f(double (*u)[100])."""
import random
import re

SHARE = 0.3  # of the functions
HEAD = re.compile(r"^static void (f_\w+)\((.*)\) \{$")
CALL = re.compile(r"^(?:static .*; )?\s*(f_\w+)\(([^;]*)\);$")


def name_of(parameter):
    return re.search(r"(\w+)\)?(\[[^]]*\])*$", parameter).group(1)


def in_rows(seed, text):
    """Text, where some arrays of two dimensions are pointers to their rows."""
    rng, lines, tables = random.Random("rows %d" % seed), text.split("\n"), {}
    for at, line in enumerate(lines):
        head = HEAD.match(line)
        if not head or rng.random() >= SHARE:
            continue
        parameters = head.group(2).split(", ")
        arrays = {k: name_of(p) for k, p in enumerate(parameters) if re.fullmatch(r"[\w ]+ \(\*\w+\)\[\d+\]", p)}
        for k in arrays:
            parameters[k] = re.sub(r"\(\*(\w+)\)\[\d+\]", r"**\1", parameters[k])
        lines[at] = "static void %s(%s) {" % (head.group(1), ", ".join(parameters))
        tables[head.group(1)] = {k: re.sub(r"^const ", "", parameters[k])[:-len(name)] for k, name in arrays.items()}
    for at, line in enumerate(lines):
        found = CALL.match(line)
        if not found or not tables.get(found.group(1)):
            continue
        given, before = found.group(2).split(", "), ""
        for k, of in tables[found.group(1)].items():
            array, table = re.sub(r"^\(void \*\)", "", given[k]), "rows_%d_%d" % (at, k)
            before += "static %s%s[sizeof %s / sizeof *%s]; for (unsigned k = 0; k < sizeof %s / sizeof *%s; k++) %s[k] = %s[k]; " % (of[:-1], table, array, array, array, array, table, array)
            given[k] = "(void *)" * ("const" in of) + table
        lines[at] = "%s%s(%s);" % (before, found.group(1), ", ".join(given))
    return "\n".join(lines)


def passed(seed, text):
    """Text, where some functions have one structure for their parameters: behind a pointer, by value, or at file scope."""
    rng, lines, calls, at = random.Random("record %d" % seed), text.split("\n"), {}, 0
    while at < len(lines):
        head = HEAD.match(lines[at])
        parameters = head.group(2).split(", ") if head else []
        names = [name_of(p) for p in parameters]
        is_plain = not any(re.search(r"\[[a-z]", p) for p in parameters)  # no dimension is a variable
        form = rng.choice(["r->", "r->", "r->", "r.", "g_%s." % (head and head.group(1))]) if rng.random() < SHARE else ""
        if not head or not is_plain or not form:
            at += 1
            continue
        function = head.group(1)
        record = "struct of_" + function
        lines[at] = "%s { %s };" % (record, " ".join(p + ";" for p in parameters))
        owner = {"r->": record + " *r", "r.": record + " r"}.get(form, "void")
        lines[at] += " static %s g_%s;" % (record, function) if owner == "void" else ""
        lines.insert(at + 1, "static void %s(%s) {" % (function, owner))
        depth, at = 1, at + 2
        while depth:
            lines[at] = re.sub(r"(?<![\w.>])(%s)\b" % "|".join(names), lambda found: form + found.group(1), lines[at])
            depth += lines[at].count("{") - lines[at].count("}")
            at += 1
        given = {"r->": "&r_" + function, "r.": "r_" + function}.get(form, "")
        declared = "g_%s = (%s)" % (function, record) if owner == "void" else "%s r_%s = " % (record, function)
        calls[function] = (declared, given)
    for at, line in enumerate(lines):
        found = CALL.match(line)
        if found and found.group(1) in calls:
            declared, given = calls[found.group(1)]
            lines[at] = "%s%s{%s}; %s(%s);" % (line[:found.start(1)], declared, found.group(2), found.group(1), given)
    return "\n".join(lines)
