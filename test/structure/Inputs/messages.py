"""What the runtime and the tools say when something is wrong, against docs/Messages.md and the tests: messages.py SOURCE

A message ends with a code in brackets. Each code has one row in the page, whose texts are in the sources: `<...>` stands for
what differs. A test expects the code, unless its row says NOT_PROVOKED. Prints a line for each fault."""
import os
import re
import sys

PAGE = "docs/Messages.md"
NOT_PROVOKED = "(not provoked: "
LITERAL = r'"((?:[^"\\\n]|\\.)*)"'
# Literals are kept; of comments and raw literals nothing is.
TOKENS = r"""R"\w*\(.*?\)\w*"|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)')|/\*.*?\*/|//[^\n]*"""
CODE = r"(?:^| )\[([a-z][a-z-]+|-Werror=tilepipe)\](?:\\n)?$"
# A line that says how far a run is, or what it did, is no message.
REPORTS = ("tilepipe: region=", "tilepipe: data=", "tilepipe: region %", "tilepipe: %s %.100s: %d", "tilepipe-cc: runs loop nests")
# What ends in a text that brings its code, or in a code that is handed over.
FUNNELS = {
    "lib/Driver/Driver.cpp": ["tilepipe-cc: error: "],
    "runtime/ranks/commands.c": ["tilepipe: rank %d: %s\\n"],
    "runtime/ranks/lost.c": ["tilepipe: rank %d %s%s%s. Lost with it are:", "tilepipe: the run ends. Lost with ranks of other hosts are:"],
    "runtime/start/start.c": ["tilepipe: %s\\n"] * 3,
    "tools/tilepipe-calibrate/calibrate.c": ["tilepipe-calibrate: error: %s%s%s%s %s\\n", "tilepipe-calibrate: %s\\n"],
    "tools/tilepipe-run/run.c": ["tilepipe-run: error: %s%s %s\\n"],
}
# Calls that hand over a text with its code, or both, where they mean messages.
CODED_CALLS = r"\b(?:tp_exchange_fail|fail)\((?=[^;{]*\"[^;{]*\);)[^;{]*;"
CALLERS = ("runtime/", "tools/", "lib/Driver/Driver.cpp")
SHORTEST = 6  # letters of a text that are looked for


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def files(source, folders, endings):
    for folder in folders:
        for at, under, names in os.walk(os.path.join(source, folder)):
            under[:] = [f for f in under if f != "__pycache__"]
            for name in sorted(names):
                if name.endswith(endings):
                    yield os.path.relpath(os.path.join(at, name), source)


def code_in(literal, name):
    found = re.search(CODE, literal)
    # The runtime's own brackets of one word are names of mappings.
    return found.group(1) if found and not (name.startswith("runtime/") and literal.startswith("[")) else None


def sources(source):
    """(file, text without comments, neighbouring literals joined)"""
    for name in files(source, ("runtime", "lib", "tools", "include"), (".c", ".h", ".cpp")):
        text = re.sub(TOKENS, lambda token: token.group(1) or "", read(os.path.join(source, name)), flags=re.DOTALL)
        yield name, re.sub(r'(?<!\\)"\s*"', "", text)


def without_code(name, text):
    """Statements that print a message and name no code."""
    funnels = list(FUNNELS.get(name, ()))
    for found in re.finditer(r'"(tilepipe(?:-\w+)?: (?:[^"\\\n]|\\.)*)"', text):
        literal, statement = found.group(1), re.split(r";\s*\n", text[found.start():], maxsplit=1)[0]
        if literal in funnels:
            funnels.remove(literal)
        elif not literal.startswith(REPORTS) and "withCode" not in statement and not any(
                code_in(each, name) for each in re.findall(LITERAL, statement)):
            yield literal
    for call in re.findall(CODED_CALLS, text) if name.startswith(CALLERS) else ():
        if not any(code_in(each, name) for each in re.findall(LITERAL, call)):
            yield " ".join(call.split())
    for literal in funnels:
        yield "no longer in the file: " + literal


def rows(page):
    for row in re.findall(r"^\| `(.+)$", page, re.MULTILINE):
        code, texts = row.split("` |", 1)
        cells = texts.split(" | ")
        yield code, re.findall(r"`([^`]+)`", cells[0]), row


def expected(source):
    """What lines of tests expect."""
    for name in files(source, ("test",), (".test", ".c", ".py", ".cpp")):
        if not name.startswith("test/structure/"):
            for line in read(os.path.join(source, name)).split("\n"):
                if name.endswith((".py", ".cpp")) or re.match(r"(?:// )?[A-Z][A-Z0-9-]*: ", line):
                    yield from re.findall(r"[ *]\\*\[([a-z-]+|-Werror=tilepipe)\\*\]", line)


def main():
    source = sys.argv[1]
    wrong, said, literals = [], {}, []
    for name, text in sources(source):
        literals += [each.replace('\\"', '"').replace("%%", "%") for each in re.findall(LITERAL, text)]
        wrong += ["%s: no code: %s" % (name, each) for each in without_code(name, text)]
        said.update({code_in(each, name): name for each in re.findall(LITERAL, text) if code_in(each, name)})
    everything, tests, there = "\n".join(literals), set(expected(source)), []
    for code, texts, row in rows(read(os.path.join(source, PAGE))):
        there.append(code)
        if code not in said:
            wrong.append("%s: no message has [%s]" % (PAGE, code))
        if there.count(code) == 2:
            wrong.append("%s: [%s] has two rows" % (PAGE, code))
        if (code in tests) == (NOT_PROVOKED in row):
            wrong.append("%s: [%s] is %sexpected by a test" % (PAGE, code, "" if code in tests else "not "))
        for part in re.split(r"<[^<>]*>|: ", "<>".join(texts)):
            part = part.strip(" :;.,'\"()[]")
            if len(part) >= SHORTEST and part not in everything:
                wrong.append("%s: [%s]: no message has the text %s" % (PAGE, code, part))
    wrong += ["%s: no row for [%s] of %s" % (PAGE, code, name) for code, name in sorted(said.items()) if code not in there]
    print("\n".join(wrong + ["%d codes, %d faults" % (len(said), len(wrong))]))


main()
