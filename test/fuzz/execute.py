"""Runs a built program in many configurations; hangs and crashes end with what is known about them."""
import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from collections import namedtuple

from build import suite
from model import reach

PATIENCE = 90   # seconds for one run of one nest
WATCHDOG = 45   # of the runtime: tells who waits for whom, before patience ends

# A line of a plan: which nest in the program, sizes, data, must a region run, settings.
Line = namedtuple("Line", "number case data must settings")
# What a run of a program said: counts, failures (number of line, text), everything printed.
Result = namedtuple("Result", "counts failures out")
DATA = 3  # as in fuzz.h
TRANSPORTS = ["p2p", "persistent", "rma", "shm"]
COUNTS = ["runs", "ran", "declined", "ranks", "jammed", "skewed", "blocked", "most", "failures"] + TRANSPORTS


def mesh(rng, nest, least, ranks, threads):
    """Ranks and threads along each loop, mostly across dependences: left alone, the planner avoids them.
    One loop stays whole, for the tiles of a CPU follow each other along it."""
    loops = list(range(len(least)))
    whole = rng.choice(loops)
    across = [d for d in loops if d != whole and least[d]] or [d for d in loops if d != whole]
    cut = nest.cut is not None
    if cut:
        across = [nest.cut]
    if not across or rng.random() < (0.1 if cut else 0.35):
        return "", ""
    lists = [["1"] * len(loops) for _ in range(2)]
    for place, count in zip(lists, (ranks, threads)):
        d = rng.choice(across)
        place[d] = str(count)
        if count == 4 and len(across) > 1 and rng.random() < 0.5:
            for e in rng.sample(across, 2):
                place[e] = "2"
            place[d] = "2" if place[d] == "2" else "1"
    return ",".join(lists[0]), ",".join(lists[1]) if rng.random() < (0.9 if cut else 0.5) else ""


def settings(rng, nest, least, ranks):
    """One configuration as tp_set takes it. least: extents below these are illegal; None: not accepted."""
    extents, accepted = [], least is not None
    least = least or reach(nest)
    small = rng.random() < 0.7
    for d in range(len(least)):
        e = rng.choice([0, 1, 1, 2, 3, 5, 7]) if small else rng.choice([0, 4, 16, 64])
        if nest.cut is not None and d != nest.cut:
            e = rng.choice([0, 0, 64, 1000, 5000])
        extents.append("*" if not e or not accepted or not nest.inside() else str(max(e, least[d], 1)))
    ranks, threads = rng.randint(min(ranks, 2) or 1, max(ranks, 1)), rng.randint(1, 3)
    if rng.random() < 0.15:
        ranks = 1
    across, group = mesh(rng, nest, least, ranks, threads) if accepted else ("", "")
    hybrids = ["auto", "multiple", "multiple", "coarse", "fine"] + ([] if group else ["mpi"])
    return ("ranks=%d threads=%d tile=%s mesh=%s group=%s schedule=%s grouping=%s protocol=%s hybrid=%s"
            " balance=%s assign=%s transport=%s faces=%s body=%s" % (
                ranks, threads, ",".join(extents), across, group, rng.choice(["auto", "overlap", "overlap", "blocking"]),
                rng.choice(["auto", "dataflow", "hyperplane", "vertical"]), rng.choice(["auto", "eager", "synchronous"]),
                rng.choice(hybrids), rng.choice(["auto", "none", "constant", "variable"]),
                rng.choice(["auto", "block", "block", "cyclic"]), rng.choice(["auto", "shm"] + TRANSPORTS),
                rng.choice(["auto", "packed", "direct"]), rng.choice(["auto", "plain", "jam", "jam", "skew", "skew", "blocks", "blocks"])))


STACKS = ["thread:16", "thread:32", "thread:64", "context:16", "context:64", "full:32", "main:32"]
LARGE = "thread:1024"


def draw_stack(rng, nest):
    """Now and then the nest is called where little stack is left; empty: where the harness is. The function around the
    nest needs some itself for arrays and tables of rows."""
    deep = any(a.storage in ("local", "pointers") or a.home in ("local", "value") for a in nest.arrays)
    return rng.choice(STACKS + [LARGE]) if rng.random() < 0.1 and not deep else ""


def plan(rng, nests, program, ranks, count, stacks=True):
    """`count` lines per nest. A nest with one region at its outermost loop must run in parallel, unless
    its arrays share memory, it has no points, a guard may send it away, or little stack is left."""
    out = []
    for number, nest in enumerate(nests):
        accepted = program.outcomes[nest.seed] == "accepted"
        least = program.least[nest.seed] if accepted else None
        for k in range(count):
            case = rng.choice([0, 0, 1, 1, 2])
            shared = case == 1 and any(a.alias for a in nest.arrays)
            stack = draw_stack(rng, nest) if stacks else ""
            shared |= nest.seed in program.shared and ranks > 1
            must = accepted and nest.points[case] > 0 and not shared and not nest.guarded and stack not in STACKS
            words = settings(rng, nest, least, ranks) + (" stack=" + stack if stack else "")
            out.append(Line(number, case, k % DATA, must, words))
    return out


def one_sided(line):
    return "transport=rma" in line.settings


def runs_of(lines, ranks):
    """The lines of each run: MPI prepares one-sided messages at the start, for those who ask; its threads then take
    turns, so the others stay without."""
    apart = [l for l in lines if one_sided(l)] if ranks > 1 else []
    return [part for part in ([l for l in lines if l not in apart], apart) if part]


def write_plan(path, lines):
    with open(path, "w") as out:
        for l in lines:
            out.write("%d %d %d %d %s\n" % (l.number, l.case, l.data, l.must, l.settings))


def environment(backend):
    out = suite.backend_environment(backend)
    out.update(TILEPIPE_ALWAYS="1", OMP_NUM_THREADS="3", TILEPIPE_WATCHDOG=str(WATCHDOG),
               FUZZ_PATIENCE=str(PATIENCE))
    out["OMP_WAIT_POLICY"] = "passive"  # more threads than cores: waiting ones leave it to the others
    return out


def mpirun_words(mpirun, ranks):
    if not ranks:
        return []
    words = shlex.split(mpirun)
    if os.geteuid() == 0 and "--allow-run-as-root" not in words:
        words.append("--allow-run-as-root")
    return words + ["--oversubscribe", "-np", str(ranks)]


def processes_of(program):
    """Those that run exactly this file: the ranks of one run."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink("/proc/%s/exe" % pid) == os.path.realpath(program):
                found.append(int(pid))
        except OSError:
            pass
    return found


def stacks(program):
    """Stacks of all threads of all ranks, or what the kernel knows they wait for."""
    out = []
    for pid in processes_of(program):
        if shutil.which("gdb"):
            out.append("process %d\n%s" % (pid, suite.execute(
                ["gdb", "-p", str(pid), "-batch", "-ex", "thread apply all bt 20"], timeout=60)[1]))
        else:
            for task in os.listdir("/proc/%d/task" % pid):
                with open("/proc/%d/task/%s/wchan" % (pid, task)) as file:
                    out.append("process %d thread %s waits in %s" % (pid, task, file.read()))
    return "\n".join(out)


def end(process):
    """Ends mpirun and what it started: it forwards the first signal, its group gets the second."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            return
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            pass


def wait(process):
    try:
        time.sleep(0.05)
    except BaseException:  # interrupted: nothing is left behind
        end(process)
        raise


def watched(command, program, variables, seconds, log):
    """(exit code, output). A run that hangs is ended, its stacks are part of the output."""
    with open(log, "w") as out:
        process = subprocess.Popen(command, env=variables, stdin=subprocess.DEVNULL, stdout=out,
                                   stderr=subprocess.STDOUT, start_new_session=True)
        limit, more = time.time() + seconds, ""
        while process.poll() is None:
            wait(process)
            with open(log, errors="replace") as text:
                hangs = "\nHANG " in "\n" + text.read()
            if hangs or time.time() > limit:
                more = "\n%s\n%s" % ("" if hangs else "TIMEOUT after %d s" % seconds, stacks(program))
                end(process)
                for pid in processes_of(program):
                    os.kill(pid, signal.SIGKILL)
                break
    with open(log, errors="replace") as text:
        return process.wait(), text.read() + more


def split(ranks):
    """With an odd number of ranks messages of more than 64 bytes are counted as those that MPI cannot count."""
    return {"FUZZ_SPLIT": "64"} if ranks % 2 else {}


def run(program, reference, lines, ranks, mpirun, backend, seconds=600, extra=None):
    """Runs a plan; ranks 0: without mpirun."""
    plan_file = program + ".plan"
    write_plan(plan_file, lines)
    command = mpirun_words(mpirun, ranks) + [program, "check", reference, plan_file]
    variables = environment(backend)
    if ranks > 1 and any(map(one_sided, lines)):  # which has to be asked for at the start
        variables["TILEPIPE_TRANSPORT"] = "rma"
    variables.update(split(ranks), **extra or {})
    code, out = watched(command, program, variables, seconds, program + ".log")
    total = re.search(r"^TOTAL (.*)$", out, re.M)
    counts = {k: 0 for k in COUNTS}
    if total:
        counts.update((k, int(v)) for k, v in (x.split("=") for x in total.group(1).split()))
    failures = [(int(m.group(2)), m.group(0)) for m in re.finditer(r"^(FAIL|HANG|CRASH|EXIT) (\d+) [^\n]*", out, re.M)]
    if (code or not total) and not failures:
        failures = [(-1, "exit code %d" % code)]
    return Result(counts, failures, out)
