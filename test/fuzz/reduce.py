"""Makes a failing nest smaller while it fails, and writes it out with the command that repeats it."""
import copy
import os
import re
import shlex
import shutil
import tempfile
import time

import build
import domain
import draw
import execute
import trees
from model import Access, Affine, Dim, Expr, Type, accesses, reach, statements, terms_of
from suite import execute as command

PLAIN = {"real": Type("double", "F64", "real"), "complex": Type("double complex", "C128", "complex"),
         "signed": Type("int", "I32", "signed"), "unsigned": Type("unsigned", "U32", "unsigned")}


class Failing:
    """What fails: a nest, a line of a plan for it, the ranks of mpirun; or a nest that does not build."""

    def __init__(self, options, nest, failure):
        self.options, self.nest, self.flavour = options, nest, build.Flavour(*failure["flavour"])
        self.ranks, self.case = failure.get("ranks", 0), failure.get("case", 0)
        self.settings, self.what, self.must = failure["settings"], failure["what"], failure.get("must", False)

    def changed(self, **parts):
        out = copy.copy(self)
        out.__dict__.update(parts)
        return out

    def lines(self, repeat=6):
        least = reach(self.nest)

        def legal(m):
            given = m.group(1).split(",")
            if self.nest.skewed:  # its rows are not known here
                given = ["*"] * len(given)
            return "tile=" + ",".join(e if e == "*" else str(max(int(e), least[d], 1))
                                      for d, e in enumerate(given[:len(least)]))
        settings = re.sub(r"tile=(\S+)", legal, self.settings)
        must = self.must and self.nest.points[self.case] > 0
        return [execute.Line(0, self.case, k % execute.DATA, must, settings) for k in range(repeat)]

    def fails(self, work):
        """Runs it; True when it still fails."""
        shutil.rmtree(work, ignore_errors=True)
        os.makedirs(work)
        try:
            program = build.build(self.options.compiler, work, [self.nest], self.flavour)
        except build.Failed as error:
            return self.what.startswith("build:") and "error" in str(error)
        if self.what.startswith("build:"):
            return False
        if self.must and program.outcomes[self.nest.seed] != "accepted":
            return False
        reference = os.path.join(work, "reference")
        if command([program.sequential, "save", reference])[0]:
            return False
        result = execute.run(program.parallel, reference, self.lines(), self.ranks, self.options.mpirun,
                             self.flavour.backend, 120, {"FUZZ_PATIENCE": "40", "TILEPIPE_WATCHDOG": "20"})
        self.out = result.out
        return bool(result.failures)


def simpler_settings(f):
    """The same nest in simpler configurations."""
    if " stack=" in f.settings:
        yield f.changed(settings=re.sub(r" stack=\S+", "", f.settings))
    if re.search(r"(mesh|group)=\d", f.settings):
        yield f.changed(settings=re.sub(r"(mesh|group)=\S*", r"\1=", f.settings))
        yield f.changed(settings=re.sub(r"group=\S*", r"group=", f.settings))
    for name, plain in (("schedule", "overlap"), ("grouping", "dataflow"), ("protocol", "eager"), ("hybrid", "multiple"),
                        ("balance", "none"), ("assign", "block"), ("transport", "p2p"), ("faces", "packed"),
                        ("body", "plain"),
                        ("ranks", "1"),
                        ("ranks", "2"), ("threads", "1"), ("threads", "2")):
        if name in ("ranks", "threads") and re.search(r"(mesh|group)=\d", f.settings):
            continue  # they tell the numbers too
        settings = re.sub(r"\b%s=\S+" % name, "%s=%s" % (name, plain), f.settings)
        if settings != f.settings and not re.search(r"\b%s=[12]\b" % name, f.settings):
            yield f.changed(settings=settings)
    if f.ranks:
        yield f.changed(ranks=0, settings=re.sub(r"mesh=\S*", "mesh=", re.sub(r"ranks=\d", "ranks=1", f.settings)))
        used = int(re.search(r"ranks=(\d)", f.settings + " ranks=1").group(1))
        if used < f.ranks:
            yield f.changed(ranks=used)
    tile = re.search(r"tile=(\S+)", f.settings)
    if tile and tile.group(1).strip("*,"):
        yield f.changed(settings=f.settings.replace(tile.group(0), "tile=" + ",".join("*" for _ in f.nest.loops)))
    if f.case:
        yield f.changed(case=0)


def blocks(nest):
    """All lists of statements, addressable again in a copy."""
    out = [nest.body]
    for s in statements(nest.body):
        out += [b for b in (s.body if s.kind == "switch" else [s.body, s.other]) if b]
    return out


def fewer_statements(nest):
    for k, block in enumerate(blocks(nest)):
        for i, s in enumerate(block):
            for keep in ([], s.body if s.kind in ("if", "block") else [], s.other):
                if keep or keep is s.body and s.kind != "switch" or keep == []:
                    out = copy.deepcopy(nest)
                    blocks(out)[k][i:i + 1] = copy.deepcopy(keep)
                    yield out


def simpler_expressions(nest):
    for k, s in enumerate(statements(nest.body)):
        if not isinstance(s.value, Expr):
            continue
        terms = list(terms_of(s.value))
        texts = ["1"] if s.kind in ("if", "continue") else []
        for t in ([] if s.kind in ("if", "continue", "switch") else terms[:4]):
            if s.value.text != "{0}" or len(terms) > 1:
                out = copy.deepcopy(nest)
                list(statements(out.body))[k].value = Expr("{0}", [copy.deepcopy(t)])
                yield out
        for text in texts:
            out = copy.deepcopy(nest)
            list(statements(out.body))[k].value = Expr(text)
            yield out
        if s.kind == "assign" and s.operator != "=":
            out = copy.deepcopy(nest)
            list(statements(out.body))[k].operator = "="
            yield out


def simpler_loops(nest):
    def with_loop(d, **parts):
        out = copy.deepcopy(nest)
        out.loops[d].__dict__.update(parts)
        return out
    for d, l in enumerate(nest.loops):
        for name, plain in (("down", False), ("step", 1), ("compare", "<"), ("kind", "int"), ("outside", False),
                            ("change", "short"), ("style", "macro"), ("uneven", None)):
            if getattr(l, name) != plain:
                yield with_loop(d, **{name: plain})
        for name in ("low", "high"):
            bounds = getattr(l, name)
            if len(bounds) > 1:
                for b in bounds:
                    yield with_loop(d, **{name: [b]})
            elif bounds[0].terms:
                points, found = domain.ranges(nest, 0)
                if points:
                    ends = found[d]
                    yield with_loop(d, **{name: [Affine(ends[0] if name == "low" else ends[1] + 1)]})


def simpler_arrays(nest):
    def with_array(k, **parts):
        out = copy.deepcopy(nest)
        out.arrays[k].__dict__.update(parts)
        return out
    for k, a in enumerate(nest.arrays):
        if a.member:
            out = with_array(k, member=[], type=PLAIN[a.member[0][1].family])
            for x, _ in accesses(out):
                if x.array == a.name:
                    x.member = 0
            yield out
        if a.storage != "rows":
            yield with_array(k, storage="rows", fixed=False)
        if a.type != PLAIN[a.type.family] and not a.member:
            yield with_array(k, type=PLAIN[a.type.family])
        if a.qualifier or a.alias:
            yield with_array(k, qualifier="", alias="")
        if any(a.names):
            yield with_array(k, names=[None] * len(a.dims))
        for p, dim in enumerate(a.dims):
            if len(dim.loops) > 1 or dim.loops and dim.loops[0][0] != 1:
                dims = copy.deepcopy(a.dims)
                dims[p] = Dim([(1, dim.loops[0][1])])
                yield with_array(k, dims=dims)


def simpler_sizes(nest):
    for name, plain in (("wrapper", ""), ("between", False)):
        if getattr(nest, name):
            out = copy.deepcopy(nest)
            setattr(out, name, plain)
            yield out
    for k, s in enumerate(nest.symbols):
        for name, plain in (("place", "parameter"), ("kind", "int")):
            if getattr(s, name) != plain:
                out = copy.deepcopy(nest)
                setattr(out.symbols[k], name, plain)
                yield out
        if s.name.startswith("n") and max(s.values) > 14:
            out = copy.deepcopy(nest)
            out.symbols[k].values = [max(min(v, 9), v - (v - 8) // 2) for v in s.values]
            yield out


def tidy(nest):
    """Drops what is no longer used and computes sizes again; False when no nest is left."""
    if not any(isinstance(s.target, Access) for s in statements(nest.body)):
        return False
    draw.drop_unused(nest)
    known = {s.name for s in nest.symbols}
    for a in nest.arrays:
        a.names = [n if n in known else None for n in a.names]
        a.written = any(w and x.array == a.name for x, w in accesses(nest))
    try:
        fits = domain.fit(nest)
    except (KeyError, ValueError):
        return False
    if fits:
        draw.drop_symbols(nest)
    return fits


def candidates(f):
    if f.flavour.proof != "full":  # does it fail for users, too?
        yield f.changed(flavour=f.flavour._replace(proof="full"))
    yield from simpler_settings(f)
    if f.nest.is_tree:
        yield from (f.changed(nest=nest) for nest in trees.smaller(f.nest))
        return
    for source in (fewer_statements, simpler_expressions, simpler_arrays, simpler_loops, simpler_sizes):
        for nest in source(f.nest):
            if tidy(nest):
                yield f.changed(nest=nest)


def smaller(f, seconds, log=print):
    """The smallest failing thing found in that time, or None: alone it does not fail."""
    limit = time.time() + seconds
    with tempfile.TemporaryDirectory(prefix="tilepipe-reduce-") as work:
        if not f.fails(os.path.join(work, "w")):
            return None
        found, tries = True, 1
        while found and time.time() < limit:
            found = False
            for c in candidates(f):
                tries += 1
                if time.time() > limit:
                    break
                if c.fails(os.path.join(work, "w")):
                    f, found = c, True
                    break
    log("made smaller in %d tries" % tries)
    return f


SCRIPT = """#!/bin/sh
# %(what)s
cd "$(dirname "$0")" || exit 1
%(sequential)s && ./sequential save reference || exit 1
%(parallel)s || exit 1
%(environment)s %(mpirun)s./parallel check reference plan
"""


def write(f, folder):
    """A folder with the program and repeat.sh."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    files, tables, _ = build.write_sources(folder, [f.nest])
    for name in build.SHARED + [os.path.join(build.HERE, "fuzz.h"), os.path.join(build.suite.HERE, "random.h")]:
        shutil.copy(name, folder)
    execute.write_plan(os.path.join(folder, "plan"), f.lines())
    flags = [w if w not in (build.HERE, build.suite.HERE) else "." for w in build.words(f.flavour)]
    flags = [os.path.realpath(w) if w == build.INCLUDE else w for w in flags]
    sources = [os.path.basename(x) for x in files + [tables] + build.SHARED]
    gcc = "clang" not in f.flavour.backend
    words = {
        "what": " ".join(f.what.split())[:200],
        "sequential": shlex.join([f.flavour.backend, *flags, *(["-ffp-contract=off"] if gcc else []), *sources,
                                  "-o", "sequential", "-lm"]),
        "parallel": "OMPI_CC=%s " % f.flavour.backend + shlex.join(
            [os.path.realpath(shutil.which(f.options.compiler) or f.options.compiler), *flags,
             *build.PROOF[f.flavour.proof], "-Rpass=tilepipe",
             *sources, "-o", "parallel", "-lm"]),
        "environment": " ".join(["TILEPIPE_ALWAYS=1 OMP_NUM_THREADS=3 OMP_WAIT_POLICY=passive"] + [
            "%s=%s" % item for item in execute.split(f.ranks).items()]),
        "mpirun": shlex.join(execute.mpirun_words(f.options.mpirun, f.ranks)) + " " if f.ranks else "",
    }
    with open(os.path.join(folder, "repeat.sh"), "w") as out:
        out.write(SCRIPT % words)
    return "sh " + shlex.quote(os.path.join(folder, "repeat.sh"))


def report(options, failure):
    """Reduces one failure of a record, prints and keeps what is left."""
    print("\nfailure: seed %(seed)d %(settings)s\n%(what)s" % failure, flush=True)
    if failure["what"].startswith("outcome:") or options.patience <= 0:
        return None
    f = Failing(options, draw.draw(failure["seed"]), failure)
    least = smaller(f, options.patience)
    if not least:
        print("alone it does not fail; whole program: fuzz.py --seeds around %(seed)d" % failure)
        return None
    folder = os.path.join(options.keep, "seed-%d" % failure["seed"])
    repeat = write(least, folder)
    with open(os.path.join(folder, "nests_0.c")) as text:
        print(text.read().split("hash(5); }\n", 1)[-1])
    print("%s\nto repeat: %s" % (least.settings, repeat), flush=True)
    return folder
