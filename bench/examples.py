"""The table of the example programs: sequential against one thread, two threads, two ranks; whole
programs, and their nests alone."""
import importlib.util
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

# Arguments with which nests are most of the time; the files are made by the examples' own generators.
LARGE = {
    "wavefront3d": "192 192 2048",
    "align": "{data}/pair.fasta",
    "p2p": "30 4000 4000",
    "sor": "3000 60",
    "dtw": "dtw/data/first.csv dtw/data/second.csv 9000",
    "sat": "-z 32 sat/data/cells.pgm 1200 960 480 480",
    "sn": "sn/data/tank.txt 64",
    "editdist": "{data}/draft.txt {data}/revised.txt",
}

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


def generator(name):
    """The module data/make.py of an example."""
    path = os.path.join(FOLDER, name, "data", "make.py")
    spec = importlib.util.spec_from_file_location("make_" + name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def enlarge(example, folder):
    """The example with its large input, whose files are made in folder."""
    data = os.path.join(folder, "data." + example.name)
    os.makedirs(data, exist_ok=True)
    here = os.getcwd()
    os.chdir(data)
    try:
        if example.name == "align":
            make = generator("align")
            make.LENGTH = 9000
            make.main()
        elif example.name == "editdist":
            make = generator("editdist")
            make.PARAGRAPHS = 30
            make.main()
    finally:
        os.chdir(here)
    return example._replace(arguments=shlex.split(LARGE[example.name].format(data=data)), stdin=os.devnull)


def build(example, compiler, folder):
    """The programs by name, and how many nests of the example are regions."""
    program = {name: os.path.join(folder, "example.%s.%s" % (example.name, name)) for name in ("off", "fast", "tp")}
    for name, extra in (("off", ["-ffp-contract=off"]), ("fast", [])):
        tools.build(["gcc", *tools.FLAGS, *extra, example.source, "-o", program[name], "-lm"], example.name)
    remarks = tools.build([compiler, *tools.FLAGS, "-Rpass=tilepipe", example.source, "-o", program["tp"], "-lm"],
                          example.name)
    return program, remarks.count("parallelized as region")


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


def nests_alone(results, base):
    """Seconds of the sequential program's nests: what is left without the rest, which is the same code in
    the program that tells how long its regions took."""
    rest = max(results["1 thread"].seconds - results["1 thread"].regions, 0.0)
    return max(base - rest, 1e-6)


def row(example, results, start, accepted):
    base = min(results["off"].seconds, results["fast"].seconds)
    nests = nests_alone(results, base)
    identical = all(results[name].output == results["off"].output for name in COLUMNS)
    text = "%-12s %10.3f %-4s %6.0f %% %8.2f %9.2f %10.2f %9.2f %8.2f %11.2f  %s" % (
        example.name, base, "off" if base == results["off"].seconds else "fast", 100 * nests / base,
        base / results["1 thread"].seconds, base / results["2 threads"].seconds,
        nests / results["1 thread"].regions, nests / results["2 threads"].regions,
        base / results["2 ranks"].seconds, base / max(results["2 ranks"].seconds - start, 1e-3),
        "identical" if identical else "DIFFERENT")
    return text + ("" if accepted else ", NOT PARALLELIZED"), identical and accepted


def start_of_ranks(compiler, folder, repeat):
    example = next(e for e in programs() if e.name == IDLE)
    program, _ = build(example, compiler, folder)
    return min(run([*tools.mpirun(2), program["tp"], *IDLE_ARGUMENTS], 1, os.devnull).seconds
               for _ in range(repeat))


HEAD = """                                 whole program         nests alone
%-12s %15s %8s %8s %9s %10s %9s %8s %11s""" % (
    "example", "sequential s", "nests", "1 thread", "2 threads", "1 thread", "2 threads", "2 ranks", "less start")
FOOT = """
Sequential seconds over tilepipe seconds, medians. Whole programs from start to end; `nests`: their share
of the sequential time, `nests alone` their own ratio (see bench/README.md). `less start` is 2 ranks without
the %.2f s that starting mpirun and MPI takes."""


def measure(compiler, folder, options, wanted):
    folder = os.path.abspath(folder)
    start = start_of_ranks(compiler, folder, options.repeat)
    rows, ok = [], True
    for example in programs():
        if example.name in wanted:
            tools.say("%s: building" % example.name)
            program, accepted = build(example, compiler, folder)
            if not options.quick:
                example = enlarge(example, folder)
            text, right = row(example, run_all(example, program, options.repeat), start, accepted)
            rows.append(text)
            ok = ok and right
    print(HEAD + "\n" + "\n".join(rows) + "\n" + FOOT % start)
    return ok
