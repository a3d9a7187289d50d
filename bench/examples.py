"""The table of the example programs, whole: sequential against one thread, two threads, two ranks."""
import os
import shlex
import statistics
import subprocess
import time
from collections import namedtuple

import tools

FOLDER = os.path.join(tools.HERE, "..", "examples")
COLUMNS = ("1 thread", "2 threads", "2 ranks")
# An example that does next to nothing: what is left is the start of mpirun and MPI.
IDLE, IDLE_ARGUMENTS = "p2p", ["1", "8", "8"]

Example = namedtuple("Example", "name source arguments stdin")
Run = namedtuple("Run", "seconds regions output")


def programs():
    """What examples/programs.txt lists."""
    found = []
    with open(os.path.join(FOLDER, "programs.txt")) as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                name, source, arguments, stdin = line.rstrip("\n").split("|")
                found.append(Example(name, os.path.join(FOLDER, source), shlex.split(arguments),
                                     os.devnull if stdin == "-" else os.path.join(FOLDER, stdin)))
    return found


def build(example, compiler, folder):
    """The programs by name, and how many nests of the example are regions."""
    program = {name: os.path.join(folder, "example.%s.%s" % (example.name, name)) for name in ("off", "fast", "tp")}
    for name, extra in (("off", ["-ffp-contract=off"]), ("fast", [])):
        tools.build(["gcc", *tools.FLAGS, *extra, example.source, "-o", program[name], "-lm"], example.name)
    remarks = tools.build([compiler, *tools.FLAGS, "-Rpass=tilepipe", example.source, "-o", program["tp"], "-lm"],
                          example.name)
    return program, remarks.count("[-Rpass=tilepipe]")


def run(command, threads, stdin):
    """Wall-clock seconds of the program, those spent in regions, and what it printed."""
    environment = tools.environment(threads)
    with open(stdin) as source:
        begin = time.perf_counter()
        done = subprocess.run(command, env=environment, cwd=FOLDER, stdin=source, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=1800)
        seconds = time.perf_counter() - begin
    tools.must_have_succeeded(done, command)
    regions = [float(s.get("seconds", 0)) for s in map(tools.pairs, done.stderr.splitlines()) if "region" in s]
    return Run(seconds, sum(regions), done.stdout)


def run_all(example, program, repeat):
    """Interleaved repetitions, as for the kernels: configuration -> medians."""
    commands = {
        "off": ([program["off"]], 1),
        "fast": ([program["fast"]], 1),
        "1 thread": ([program["tp"]], 1),
        "2 threads": ([program["tp"]], 2),
        "2 ranks": ([*tools.mpirun(2), program["tp"]], 1),
    }
    found = {name: [] for name in commands}
    for r in range(repeat):
        for name, (command, threads) in commands.items():
            found[name].append(run([*command, *example.arguments], threads, example.stdin))
            tools.say("  %-11s %d/%d  %-9s  %.3f s" % (example.name, r + 1, repeat, name, found[name][-1].seconds))
    return {name: Run(statistics.median(x.seconds for x in runs), statistics.median(x.regions for x in runs),
                      {x.output for x in runs}) for name, runs in found.items()}


def row(example, results, start, accepted):
    base = min(results["off"].seconds, results["fast"].seconds)
    identical = all(results[name].output == results["off"].output for name in COLUMNS)
    text = "%-12s %12.3f %-4s %8.2f %9.2f %7.2f %11.2f %9.3f  %s" % (
        example.name, base, "off" if base == results["off"].seconds else "fast",
        *(base / results[name].seconds for name in COLUMNS),
        base / max(results["2 ranks"].seconds - start, 1e-3), results["1 thread"].regions,
        "identical" if identical else "DIFFERENT")
    return text + ("" if accepted else ", NOT PARALLELIZED"), identical and accepted


def start_of_ranks(compiler, folder, repeat):
    example = next(e for e in programs() if e.name == IDLE)
    program, _ = build(example, compiler, folder)
    return statistics.median(run([*tools.mpirun(2), program["tp"], *IDLE_ARGUMENTS], 1, os.devnull).seconds
                             for _ in range(repeat))


def measure(compiler, folder, options, wanted):
    folder = os.path.abspath(folder)
    start = start_of_ranks(compiler, folder, options.repeat)
    rows, ok = [], True
    for example in programs():
        if example.name in wanted:
            tools.say("%s: building" % example.name)
            program, accepted = build(example, compiler, folder)
            text, right = row(example, run_all(example, program, options.repeat), start, accepted)
            rows.append(text)
            ok = ok and right
    print("%-12s %17s %8s %9s %7s %11s %9s" % ("example", "sequential s", "1 thread", "2 threads", "2 ranks",
          "less start", "regions s"))
    print("\n".join(rows))
    print("\nWhole programs, from start to end: sequential seconds over tilepipe seconds, medians. `less start`"
          "\nis 2 ranks without the %.2f s that starting mpirun and MPI takes; `regions s` are the seconds that"
          "\none thread spends in regions, the part that can become faster." % start)
    return ok
