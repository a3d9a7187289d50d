"""One program of random nests from drawing to verdict: built twice, run, counted, its failures kept."""
import os
import random
import tempfile

import build
import execute
from draw import draw
from suite import execute as command

LEAST = 0.95  # of the nests inside the class that must be accepted


class Record(dict):
    """Counts of one batch or of many; sums with add()."""
    SUMS = ["nests", "inside", "accepted", "trees", "trees_accepted", "carried", "expanded", "later", "later_accepted", "outside", "outside_accepted", "left_out", "configurations",
            "ran", "declined", "on_ranks", "asked_ranks", "jammed", "skewed", "blocked"] + execute.TRANSPORTS + [
                "asked_" + t for t in execute.TRANSPORTS]

    def __init__(self, values=None):
        super().__init__({k: 0 for k in self.SUMS}, refused={}, failures=[], most=0)
        self.update(values or {})

    def add(self, other):
        for k in self.SUMS:
            self[k] += other.get(k, 0)
        self["most"] = max(self["most"], other["most"])
        for code, seeds in other["refused"].items():
            self["refused"].setdefault(code, []).extend(seeds)
        self["failures"] += other["failures"]

    def share(self):
        return self["accepted"] / self["inside"] if self["inside"] else 1.0

    def text(self):
        refused = ", ".join("%s: %d (%s)" % (code, len(s), " ".join(map(str, s[:6])) + (" ..." if len(s) > 6 else ""))
                            for code, s in sorted(self["refused"].items()))
        return ("%(nests)d nests, %(inside)d inside the class, of these %(accepted)d accepted" % self
                + " (%.1f %%)" % (100 * self.share()) + ("; refused by code (seeds): " + refused if refused else "")
                + "\n%(trees)d trees, of these %(trees_accepted)d accepted; in %(carried)d scalars carry values, in %(expanded)d of these they are arrays"
                "\n%(later)d use what is not in the class yet (%(later_accepted)d accepted), %(outside)d are outside "
                "it (%(outside_accepted)d accepted), %(left_out)d take too long\n%(configurations)d configurations, %(ran)d regions in parallel "
                "(%(on_ranks)d on several ranks, %(jammed)d with jammed tiles, %(skewed)d with skewed ones, %(blocked)d in blocks), %(declined)d declined, largest team %(most)d" % self
                + "\ntransports of several ranks: " + ", ".join("%s %d" % (t, self[t]) for t in execute.TRANSPORTS)
                + ", %d failures" % len(self["failures"]))


def classify(nests, program, record, is_limited):
    """Counts outcomes; every nest must have one. is_limited: nests that take long are left out, and do not count as
    refused."""
    for n in nests:
        outcome = program.outcomes[n.seed]
        if is_limited and outcome.split()[-1] in ("too-complex", "not-proved"):
            record["nests"] += 1
            record["left_out"] += 1
            continue
        accepted = outcome == "accepted"
        record["carried"] += n.is_carried
        record["expanded"] += n.is_carried and n.seed in program.expanded
        group = "trees" if n.is_tree else "outside" if n.outside else "later" if n.later else "inside"
        record["nests"] += 1
        record[group] += 1
        if accepted:
            record["accepted" if group == "inside" else group + "_accepted"] += 1
        if group in ("inside", "trees") and not accepted:
            outcome = "tree " * n.is_tree + outcome
            record["refused"].setdefault(outcome, []).append(n.seed)
        if outcome.endswith("silence"):
            record["failures"].append({"seed": n.seed, "what": "outcome: " + outcome, "settings": ""})


def failing_builds(compiler, work, nests, flavour):
    """Nests that do not build, found by halves: [(nest, message)]."""
    try:
        build.build(compiler, work, nests, flavour)
        return []
    except build.Failed as error:
        if len(nests) == 1:
            return [(nests[0], str(error))]
    half = len(nests) // 2
    return (failing_builds(compiler, work, nests[:half], flavour)
            + failing_builds(compiler, work, nests[half:], flavour))


def build_or_drop(compiler, work, nests, flavour, record):
    """(program, nests left): nests that do not build are failures and left out."""
    try:
        return build.build(compiler, work, nests, flavour), nests
    except build.Failed as error:
        bad = failing_builds(compiler, work, nests, flavour) or [(nests[0], "only together: " + str(error))]
        for nest, message in bad:
            record["failures"].append({"seed": nest.seed, "what": "build: " + message[:1500], "settings": ""})
        left = [n for n in nests if n not in [b for b, _ in bad]]
        return (build.build(compiler, work, left, flavour), left) if left else (None, [])


def run_all(options, program, reference, nests, lines, ranks, flavour, record, log):
    """Runs the plan; after a hang or crash goes on without the nest that did it."""
    while lines:
        result = execute.run(program.parallel, reference, lines, ranks, options.mpirun, flavour.backend,
                             options.timeout)
        for k, name in (("runs", "configurations"), ("ran", "ran"), ("declined", "declined"), ("ranks", "on_ranks"),
                        ("jammed", "jammed"), ("skewed", "skewed"), ("blocked", "blocked")) + tuple((t, t) for t in execute.TRANSPORTS):
            record[name] += result.counts[k]
        record["most"] = max(record["most"], result.counts["most"])
        if not result.failures:
            return
        log(result.out[-6000:])
        bad = set()
        for at, text in result.failures:
            nest = nests[lines[at].number] if at >= 0 else None
            if nest is None or nest.seed not in bad:
                record["failures"].append({
                    "seed": nest.seed if nest else nests[0].seed, "what": text, "ranks": ranks,
                    "settings": lines[at].settings if at >= 0 else "", "case": lines[at].case if at >= 0 else 0,
                    "must": at >= 0 and lines[at].must and "results differ" not in text})
            bad.add(nest.seed if nest else None)
        if result.counts["runs"] or None in bad:  # ran to its end, or nobody knows who is to blame
            return
        last = max(at for at, _ in result.failures)
        lines = [l for l in lines[last + 1:] if nests[l.number].seed not in bad]


def run_batch(options, seeds, flavour, ranks, count, log=print):
    """Record of these nests: `count` configurations each, spread over the numbers of ranks."""
    record = Record()
    nests = [draw(s) for s in seeds]
    rng = random.Random("plan %d" % seeds[0])
    with tempfile.TemporaryDirectory(prefix="tilepipe-fuzz-") as scratch:
        work = options.work or scratch
        os.makedirs(work, exist_ok=True)
        program, nests = build_or_drop(options.compiler, work, nests, flavour, record)
        if not program:
            return record
        classify(nests, program, record, flavour.proof != "full")
        reference = os.path.join(work, "reference")
        code, out = command([program.sequential, "save", reference])
        if code:
            record["failures"].append({"seed": nests[0].seed, "what": "the sequential program fails: " + out[:500],
                                       "settings": "", "flavour": list(flavour)})
            return record
        for r in ranks:
            lines = execute.plan(rng, nests, program, r, max(1, count // len(ranks)))
            asked = [l for l in lines if l.must and not l.settings.startswith("ranks=1 ")] if r > 1 else []
            record["asked_ranks"] += len(asked)
            for t in execute.TRANSPORTS:
                record["asked_" + t] += sum("transport=%s " % t in l.settings for l in asked)
            for part in execute.runs_of(lines, r):
                run_all(options, program, reference, nests, part, r, flavour, record, log)
    for f in record["failures"]:
        f["flavour"] = list(flavour)
    return record


