"""Builds a program of random nests twice, with the backend alone and with tilepipe-cc, and reads remarks."""
import atexit
import functools
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections import namedtuple

import render

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "EndToEnd"))
import suite  # noqa: E402

SHARED = [os.path.join(HERE, "harness.c"), os.path.join(HERE, "buffers.c"), os.path.join(HERE, "stacks.c"),
          os.path.join(suite.HERE, "random.c")]  # the harness: no nest is in these
INCLUDE = os.path.join(HERE, "..", "..", "include")
PER_FILE = 20
TIMEOUT = 600

# How a program is built. mode: compile (the tool compiles), source (the backend compiles what it wrote).
# proof: full (as users have it), brief (nests that take more than a second of CPU time are left out), none (no proof
# is asked for: a mechanism that is wrong must not be saved by it).
Flavour = namedtuple("Flavour", "backend level native mode proof", defaults=["full"])
PROOF = {"full": [], "brief": ["--tp-seconds=1"], "none": ["--tp-seconds=1", "--tp-no-verify"]}

# What became of a nest: accepted, inner (a loop inside it was), or the code of the refusal.
# least: of accepted nests the smallest legal extents, by the distances and rows that the remarks name.
# shared: nests that only threads run, since no constant bounds their distances.
# expanded: nests in which a region has scalars as arrays.
Program = namedtuple("Program", "sequential parallel outcomes least shared remarks expanded", defaults=[frozenset()])


class Failed(Exception):
    """A step of a build failed: the translated file does not compile, or the tool crashed."""


def step(command, environment=None):
    code, out = suite.execute(command, environment, TIMEOUT)
    if code:
        raise Failed("exit code %d: %s\n%s" % (code, shlex.join(command), out))
    return out


def draw_flavour(rng):
    return Flavour(rng.choice(["gcc", "gcc", "gcc", "clang-19"]), rng.choice(["-O1", "-O1", "-O2", "-O2", "-O3"]),
                   rng.random() < 0.5, rng.choice(["compile", "compile", "source"]))


def draw_quick(rng):
    """For long campaigns: mostly what is built in little time."""
    level, native = rng.choice([("-O1", False)] * 5 + [("-O2", True), ("-O2", False)] + [("-O3", True)] * 3)
    return Flavour(rng.choice(["gcc"] * 4 + ["clang-19"]), level, native, rng.choice(["compile", "source", "source"]),
                   rng.choice(["full"] + ["brief"] * 4 + ["none"] * 5))


def words(flavour):
    # gcc 12 fuses products and sums of pairs whatever -ffp-contract says, differently in different loops.
    pairs = ["-fno-tree-slp-vectorize"] if flavour.native and "gcc" in flavour.backend else []
    native = ["-march=native"] if flavour.native else []
    return [flavour.level] + native + pairs + ["-I", INCLUDE, "-I", HERE, "-I", suite.HERE]


def write_sources(work, nests):
    """(files with nests, the table of tables, {file: {seed: line}})."""
    files, lines = [], {}
    for k in range(0, len(nests), PER_FILE):
        table = "nests_%d" % (k // PER_FILE)
        name = os.path.join(work, table + ".c")
        text, lines[name] = render.file_text(table, nests[k:k + PER_FILE])
        with open(name, "w") as out:
            out.write(text)
        files.append(name)
    tables = os.path.join(work, "tables.c")
    names = [os.path.basename(f)[:-2] for f in files]
    with open(tables, "w") as out:
        out.write('#include "fuzz.h"\nextern const struct nest %s;\n' % ", ".join(n + "[]" for n in names)
                  + "const struct nest *const tables[] = {%s, NULL};\n" % ", ".join(names))
    return files, tables, lines


def outcomes(remarks, lines, nests):
    """{seed: outcome} by the remarks of one file."""
    said = {}
    for m in re.finditer(r"^[^\n]*?:(\d+):\d+: remark: ([^\n]*)", remarks, re.M):
        line, text = int(m.group(1)), m.group(2)
        if text.endswith("[-Rpass=tilepipe]"):
            said[line] = "accepted"
        elif text.endswith("[-Rpass-missed=tilepipe]"):
            code = re.search(r"\[tp-([\w-]+)\]", text)
            said.setdefault(line, code.group(1) if code else "no code")
    out = {}
    depth = depths(nests)
    for seed, line in lines.items():
        out[seed] = said.get(line, "silence")
        if out[seed] != "accepted" and any(said.get(line + d) == "accepted" for d in range(1, depth[seed])):
            out[seed] = "inner " + out[seed]
    return out


def depths(nests):
    """{seed: how many lines its loops begin on}"""
    return {n.seed: n.length if n.is_tree else len(n.loops) for n in nests}


def expanded(said, lines, nests):
    """Seeds of nests whose regions have scalars as arrays, by remarks and by what the front end has read last of a loop."""
    regions = {int(line) for line in re.findall(r"^[^\n]*?:(\d+):\d+: remark: [^\n]*\[-Rpass=tilepipe\]", said, re.M)}
    last = {int(line): text for line, text in re.findall(r"^nest \w+ in \w+ at (\d+):\d+,[^\n]*\n((?:  [^\n]*\n)*)", said, re.M)}
    found = {line for line in regions if "\n  expanded " in last.get(line, "")}
    depth = depths(nests)
    return {seed for seed, line in lines.items() if found & set(range(line, line + depth[seed]))}


def vectors(text):
    return [[int(x) for x in v.split(",")] for v in re.findall(r"\(([-\d,]+)\)", text)]


def least_extents(remarks, lines):
    """{seed: smallest legal extents} of the accepted nests of one file, and the seeds of those with affine distances."""
    out, affine = {}, set()
    for m in re.finditer(r"^[^\n]*?:(\d+):\d+: remark: [^\n]*[:,] (no dependences|affine distances|distances [^\n]*), tiling rows "
                         r"([^\n\[]*) \[-Rpass=", remarks, re.M):
        distances, rows = vectors(m.group(2)), vectors(m.group(3))
        for seed, line in lines.items():
            if line != int(m.group(1)):
                continue
            if m.group(2).startswith("distances up to "):  # along the rows already
                out[seed] = distances[0]
            else:
                out[seed] = [max([sum(h * x for h, x in zip(r, d)) for d in distances] + [0]) for r in rows]
            if m.group(2).startswith("affine"):
                affine.add(seed)
    return out, affine


@functools.lru_cache(maxsize=None)
def harness_objects(backend):
    """Object files of the harness for both programs, made once in the life of this process."""
    folder = tempfile.mkdtemp(prefix="tilepipe-fuzz-harness-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    out = []
    for source in SHARED:
        out.append(os.path.join(folder, os.path.basename(source)[:-2] + ".o"))
        step([backend, "-O2", "-I", INCLUDE, "-I", HERE, "-I", suite.HERE, "-c", source, "-o", out[-1]])
    return out


def build(compiler, work, nests, flavour):
    """Builds in `work`; Failed when something does not compile."""
    files, tables, lines = write_sources(work, nests)
    environment = suite.backend_environment(flavour.backend)
    kind = "clang" if "clang" in flavour.backend else "gcc"
    flags = words(flavour)
    sequential, parallel = os.path.join(work, "sequential"), os.path.join(work, "parallel")
    harness = harness_objects(flavour.backend)
    step([flavour.backend, *flags, *suite.SEQUENTIAL[kind], *files, tables, *harness, "-o", sequential, "-lm"])
    proof, found, least, affine, arrays, remarks, objects = PROOF[flavour.proof], {}, {}, set(), set(), "", []
    for source in files:
        objects.append(source[:-2] + ".o")
        mine = lines[source]
        drawn = [n for n in nests if n.seed in mine]
        report = ["-Rpass=tilepipe", "-Rpass-missed=tilepipe"] + ["--tp-print-after=frontend"] * any(n.is_carried for n in drawn)
        if flavour.mode == "compile":
            said = step([compiler, *flags, *proof, *report, "-c", source, "-o", objects[-1]], environment)
        else:
            translated = source[:-2] + ".tp.c"
            said = step([compiler, *flags, *proof, *report, source, "-o", translated], environment)
            # Rows are short here, and are to have two pieces all the same.
            step([flavour.backend, *flags, "-DTP_LONG_ROW=3", *contraction(kind), "-fopenmp", "-Wno-unknown-pragmas", "-c", translated,
                  "-o", objects[-1]])
        found.update(outcomes(said, mine, drawn))
        arrays |= expanded(said, mine, drawn)
        for known, more in zip((least, affine), least_extents(said, mine)):
            known.update(more)
        remarks += said
    openmp = ["-fopenmp"] if flavour.mode == "source" else []
    step([compiler, *flags, *openmp, *objects, tables, *harness, "-o", parallel, "-lm"], environment)
    return Program(sequential, parallel, found, least, affine, remarks, arrays)


def contraction(kind):
    return ["-ffp-contract=off"] if kind == "gcc" else ["-ffp-contract=on"]
