"""Prints the counts of all tests, computed from what ctest and lit wrote; fails if a test failed.

usage: summary.py <folder with unit.xml, unit/*.xml, lit-computing.json and lit-waiting.json>

A skip needs a reason: when every prerequisite is present, a skipped test is a failed one. Tests on several
hosts need a kernel that lets us make namespaces, and nothing else excuses them. Those on simulated clusters
need SimGrid, those on a second MPI library MPICH, those of OTF2 its library and tools, which are optional: their
absence excuses them alone.
"""
import json
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml

PREREQUISITES = ["mpirun", "mpicc", "gcc", "clang-19", "ld.gold", "ld.lld-19", "mold", "autoconf", "h5cc"]
CLUSTER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cluster", "cluster.py")

# Neither an expected failure nor a pass at the second try counts as passed.
LIT_PASSED = {"PASS"}
LIT_SKIPPED = {"UNSUPPORTED", "SKIPPED"}


def case_outcome(case):
    """Of a testcase as GoogleTest or ctest writes it."""
    status = case.get("status")
    if case.find("skipped") is not None or status in ("notrun", "disabled"):
        return "skipped"
    return "failed" if case.find("failure") is not None or status == "fail" else "passed"


def unit_outcomes(path):
    """(name, 'passed' | 'failed' | 'skipped') of each case of each unit test, and of each program that failed although
    no case of it did: it crashed, say."""
    for program in xml.parse(path).getroot().iter("testcase"):
        name, outcomes = program.get("name"), []
        cases = os.path.join(os.path.dirname(path), "unit", name + ".xml")
        if os.path.exists(cases):
            outcomes = [("%s.%s" % (case.get("classname"), case.get("name")), case_outcome(case))
                        for case in xml.parse(cases).getroot().iter("testcase")]
        yield from outcomes
        has_reason = any(outcome == "failed" for _, outcome in outcomes)
        if not outcomes or (case_outcome(program) != "passed" and not has_reason):
            yield name, "failed"


def lit_outcomes(path):
    with open(path) as file:
        tests = json.load(file)["tests"]
    for test in tests:
        if test["code"] == "EXCLUDED":  # by a filter on the command line
            continue
        code = test["code"]
        outcome = ("passed" if code in LIT_PASSED else
                   "skipped" if code in LIT_SKIPPED else "failed")
        yield test["name"], outcome


def cluster_problem(*options):
    """Why this machine has no test cluster, empty: it has one."""
    check = subprocess.run([sys.executable, CLUSTER, "--check", *options], text=True, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT)
    return check.stdout.strip() or "no cluster" if check.returncode else ""


def main(folder):
    outcomes = []
    for name, read in (("unit.xml", unit_outcomes), ("lit-computing.json", lit_outcomes),
                       ("lit-waiting.json", lit_outcomes)):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            outcomes += read(path)
    missing = [tool for tool in PREREQUISITES if not shutil.which(tool)]
    if missing:
        print("missing prerequisites: " + ", ".join(missing))
    no_simulator = not (shutil.which("smpicc") and shutil.which("smpirun"))
    if no_simulator:
        print("missing, optional: smpicc and smpirun (Debian: libsimgrid-dev)")
    no_mpich = not (shutil.which("mpicc.mpich") and shutil.which("mpiexec.mpich"))
    if no_mpich:
        print("missing, optional: mpicc.mpich and mpiexec.mpich (Debian: mpich libmpich-dev)")
    no_otf2 = not (shutil.which("otf2-config") and shutil.which("otf2-print"))
    if no_otf2:
        print("missing, optional: otf2-config and otf2-print (Debian: libotf2-trace-dev otf2-tools)")
    no_cluster = None  # asked for once, when a test was skipped

    count = {"passed": 0, "failed": 0, "skipped": 0}
    for name, outcome in outcomes:
        if outcome == "skipped" and "cluster/" in name and no_cluster is None:
            no_cluster = cluster_problem()
            print(no_cluster or "a test cluster can be built here")
        no_taps = outcome == "skipped" and "cluster/switch" in name and cluster_problem("--rate", "1000")
        excused = (missing or no_taps or (no_cluster and "cluster/" in name) or
                   (no_simulator and "simulated/" in name) or (no_mpich and "mpich/" in name) or
                   (no_otf2 and "Report/otf2" in name))
        if outcome == "skipped" and not excused:
            print("skipped although every prerequisite is present: " + name)
            outcome = "failed"
        elif outcome != "passed":
            print(outcome + ": " + name)
        count[outcome] += 1
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**count))
    return 0 if count["failed"] == 0 and count["passed"] > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
