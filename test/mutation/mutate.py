#!/usr/bin/env python3
"""Faults seeded into emitted C: how many the proof finds, and how many runs find of the rest.

Every program of a folder is translated. In each run of this script a choice of faults, the same for the
same seed, is made of its text; the compiler is asked to prove the faulty text in place of its own. What it
proves is built and run on threads and ranks, and compared with the sequential program.
"""
import argparse
import collections
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import faults

LEAST_BY_PROOF = 0.95
MPIRUN = ("mpirun --allow-run-as-root --oversubscribe --bind-to none --mca mpi_yield_when_idle 1"
          " --mca btl_vader_single_copy_mechanism none")


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--flags", required=True, help="what builds translated source with mpicc (pkg-config)")
    parser.add_argument("--mpirun", default=MPIRUN)
    parser.add_argument("--programs", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
    parser.add_argument("--only", default="", metavar="NAME,...", help="these programs")
    parser.add_argument("--kinds", default="", metavar="KIND,...", help="these kinds of faults")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=2, help="faults of each kind and program")
    parser.add_argument("--configurations", type=int, default=16, help="runs for a fault that the proof lets pass")
    parser.add_argument("--keep", default="", metavar="FOLDER", help="keep what the proof lets pass")
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args()


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", **more)


class Program:
    """One program: its translated text, the sequential output, and the runs that reproduce it."""

    def __init__(self, source, own, folder):
        self.source, self.own, self.folder = source, own, folder
        self.name = os.path.splitext(os.path.basename(source))[0]
        self.emitted = os.path.join(folder, self.name + ".c")
        self.include = "-I" + os.path.dirname(os.path.abspath(source))
        done = run([own.compiler, source, "-o", self.emitted])
        if done.returncode:
            sys.exit("%s: %s" % (source, done.stdout))
        with open(self.emitted) as file:
            self.text = file.read()
        verdict = self.prove(self.emitted)
        if verdict.failed or not verdict.regions:
            sys.exit("%s: the compiler's own text is not proved: %s" % (self.name, verdict.why))
        self.dims = max(int(d) for d in re.findall(r'TP_REGION\(\w+\) = \{\n.*\n  (\d),', self.text))
        self._configurations = None

    def prove(self, emitted):
        certificate = os.path.join(self.folder, "certificate")
        if os.path.exists(certificate):
            os.remove(certificate)
        run([self.own.compiler, self.source, "-o", os.path.join(self.folder, "unused.c"),
             "--tp-verify-emitted=" + emitted, "--tp-emit-proof=" + certificate])
        text = open(certificate).read() if os.path.exists(certificate) else ""
        return Verdict(text)

    def build(self, emitted, out):
        return run(["mpicc", "-O1", "-fopenmp", "-ffp-contract=off", self.include, emitted, "-o", out] +
                   shlex.split(self.own.flags)).returncode == 0

    def reference(self):
        binary = os.path.join(self.folder, self.name + ".seq")
        done = run(["gcc", "-O1", "-ffp-contract=off", self.include, self.source, "-o", binary, "-lm"])
        if done.returncode:
            sys.exit(done.stdout)
        return run([binary]).stdout

    def configurations(self):
        """Settings under which the compiler's own text gives the sequential output."""
        if self._configurations is None:
            self.expected = self.reference()
            binary = os.path.join(self.folder, self.name + ".own")
            if not self.build(self.emitted, binary):
                sys.exit("%s: what was translated cannot be built" % self.name)
            draw = random.Random(self.name)
            self._configurations = []
            for number in range(self.own.configurations):
                some = configuration(draw, self.dims, number)
                if self.outcome(binary, some) == self.expected:
                    self._configurations.append(some)
            if len(self._configurations) < self.own.configurations // 2:
                sys.exit("%s: too few runs of what was translated are right" % self.name)
        return self._configurations

    def outcome(self, binary, configuration):
        ranks, settings = configuration
        command = shlex.split(self.own.mpirun) + ["-np", str(ranks), binary] if ranks else [binary]
        environment = {**os.environ, "TILEPIPE_ALWAYS": "1", "TILEPIPE_WATCHDOG": "8", **settings}
        try:
            done = run(command, env=environment, timeout=60, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return "no end"
        return done.stdout

    def wrong_run(self, emitted):
        """The first run with another output; None: there is none."""
        binary = os.path.join(self.folder, self.name + ".faulty")
        configurations = self.configurations()
        if not self.build(emitted, binary):
            return "it cannot be built"
        for some in configurations:
            if self.outcome(binary, some) != self.expected:
                return "%d ranks %s" % (some[0], " ".join("%s=%s" % s for s in some[1].items()))
        return None


def configuration(draw, dims, number):
    """Ranks (0: without mpirun) and settings; the first ones are the plainest."""
    ranks = (0, 2, 3, 4, 0, 2, 5, 3)[number % 8]
    settings = {"OMP_NUM_THREADS": str(draw.choice((1, 2, 3)) if ranks else 3),
                "TILEPIPE_TILE": ",".join(str(draw.choice((2, 3, 4, 5, 9))) for _ in range(dims))}
    if number % 3 == 0:
        settings["TILEPIPE_TILE"] = ",".join(["4"] * dims)
    settings["TILEPIPE_BODY"] = ("plain", "jam", "skew", "blocks", "auto")[number % 5]
    if ranks:
        mesh = ["1"] * dims
        mesh[draw.randrange(dims)] = str(ranks)
        if draw.random() < 0.6:
            settings["TILEPIPE_MESH"] = ",".join(mesh)
        settings["TILEPIPE_PROTOCOL"] = draw.choice(("eager", "synchronous"))
        settings["TILEPIPE_ASSIGN"] = draw.choice(("block", "block", "cyclic"))
    return ranks, settings


class Verdict:
    """What a certificate says."""

    def __init__(self, text):
        self.regions = len(re.findall(r"^region ", text, re.M))
        self.obligations = set(re.findall(r"^(\d) .*: not proved$", text, re.M))
        unread = re.findall(r"^region \S+ is not proved: (.*)$", text, re.M)
        self.unread = bool(unread)
        self.failed = bool(self.obligations or unread or not text)
        self.why = unread[0] if unread else " ".join(sorted(self.obligations)) or "no certificate"


def chosen(program, own):
    """The faults for this run, of each kind so many."""
    kinds = collections.defaultdict(list)
    for fault in faults.all_faults(program.text):
        if not own.kinds or fault.kind in own.kinds.split(","):
            kinds[fault.kind].append(fault)
    draw = random.Random("%d %s" % (own.seed, program.name))
    for kind in sorted(kinds):
        draw.shuffle(kinds[kind])
        yield from take(kinds[kind], own.each, program)


def take(some, most, program):
    """The first faults that are C."""
    taken = 0
    for fault in some:
        if taken == most:
            return
        path = os.path.join(program.folder, "fault.c")
        with open(path, "w") as file:
            file.write(faults.seeded(program.text, fault))
        checked = run(["mpicc", "-fsyntax-only", "-w", "-fopenmp", program.include, path] +
                      [flag for flag in shlex.split(program.own.flags) if flag.startswith("-I")])
        if checked.returncode == 0:
            taken += 1
            yield fault


class Totals:
    def __init__(self):
        self.kinds = collections.defaultdict(collections.Counter)
        self.alone = collections.defaultdict(list)
        self.passed = []

    def add(self, program, fault, verdict, wrong):
        counts = self.kinds[fault.kind]
        counts["seeded"] += 1
        counts["proof"] += verdict.failed
        counts["unread"] += verdict.unread
        counts["runs"] += not verdict.failed and wrong is not None
        if not verdict.unread and len(verdict.obligations) == 1:
            self.alone[next(iter(verdict.obligations))].append((program, fault))
        if not verdict.failed and wrong is None:
            self.passed.append((program, fault))

    def sum(self, what):
        return sum(counts[what] for counts in self.kinds.values())

    def show(self):
        print("%-26s %7s %7s %7s %7s %7s" % ("fault", "seeded", "proof", "unread", "runs", "passed"))
        for kind in sorted(self.kinds):
            c = self.kinds[kind]
            left = c["seeded"] - c["proof"] - c["runs"]
            print("%-26s %7d %7d %7d %7d %7d" % (kind, c["seeded"], c["proof"], c["unread"], c["runs"], left))
        seeded, proof, runs = self.sum("seeded"), self.sum("proof"), self.sum("runs")
        print("%-26s %7d %7d %7d %7d %7d" % ("all", seeded, proof, self.sum("unread"), runs,
                                              seeded - proof - runs))
        print("found by the proof alone: %d of %d (%.1f %%); with runs: %d" %
              (proof, seeded, 100.0 * proof / max(seeded, 1), proof + runs))
        for number in sorted(self.alone):
            program, fault = self.alone[number][0]
            print("obligation %s alone finds %d, as %s" %
                  (number, len(self.alone[number]), program.name + " " + faults.describe(program.text, fault)))
        for program, fault in self.passed:
            print("passed: %s (%s) %s" % (program.name, fault.kind, faults.describe(program.text, fault)))


def examine(program, fault, own, totals):
    path = os.path.join(program.folder, "fault.c")
    with open(path, "w") as file:
        file.write(faults.seeded(program.text, fault))
    verdict = program.prove(path)
    wrong = None if verdict.failed else program.wrong_run(path)
    if not verdict.failed and own.keep:
        os.makedirs(own.keep, exist_ok=True)
        shutil.copy(path, os.path.join(own.keep, "%s-%d.c" % (program.name, totals.sum("seeded"))))
    totals.add(program, fault, verdict, wrong)
    if own.verbose or not verdict.failed:
        result = verdict.why if verdict.failed else "PROVED, and %s" % (wrong or "every run is right")
        print("%s (%s) %s: %s" % (program.name, fault.kind, faults.describe(program.text, fault), result[:150]))
        sys.stdout.flush()


def main():
    own = options()
    folder = tempfile.mkdtemp(prefix="tilepipe-mutation-")
    totals = Totals()
    try:
        for source in sorted(os.listdir(own.programs)):
            name = os.path.splitext(source)[0]
            if not source.endswith(".c") or (own.only and name not in own.only.split(",")):
                continue
            program = Program(os.path.join(own.programs, source), own, folder)
            for fault in list(chosen(program, own)):
                examine(program, fault, own, totals)
        totals.show()
    finally:
        shutil.rmtree(folder)
    good = totals.sum("proof") >= LEAST_BY_PROOF * totals.sum("seeded") and not totals.passed
    return 0 if good and totals.sum("seeded") else 1


if __name__ == "__main__":
    sys.exit(main())
