"""The table of kernels: sequential against one thread, two threads, two ranks."""
import os
import statistics
from collections import namedtuple

import tools

Kernel = namedtuple("Kernel", "name title sizes quick rank_goal thread_goal", defaults=(1.8,))
KERNELS = [
    Kernel("wavefront", "square roots 3-D, float", (256, 256, 4096), (96, 96, 1024), 1.5),
    Kernel("sw", "Smith-Waterman, int", (16000, 16000), (4000, 4000), None),
    Kernel("p2p", "p2p, double", (12000, 12000), (4000, 4000), None),
    Kernel("lcs", "LCS, int", (16000, 16000), (4000, 4000), None),
    Kernel("adi", "ADI, double", (256, 256, 256), (96, 96, 96), None),
    # Skewed tilings.
    Kernel("seidel", "Gauss-Seidel 9 points", (2000, 100), (400, 20), 1.7, 1.9),
    Kernel("sor", "SOR 5 points, double", (2000, 100), (400, 20), 1.7, 1.9),
    Kernel("diffusion", "error diffusion, float", (12000, 12000), (2000, 2000), 1.7, 1.9),
]
ONE_THREAD_GOAL = 0.95
# The planner may decline ranks, but must not choose a loss by itself.
NO_LOSS = 0.95

COLUMNS = ("1 thread", "2 threads", "2 ranks", "forced")

Run = namedtuple("Run", "first warm sums stats")


def build(kernel, compiler, folder):
    source = os.path.join(tools.SOURCES, kernel.name + ".c")
    program = {}
    for name, extra in (("off", ["-ffp-contract=off"]), ("fast", [])):
        program[name] = os.path.join(folder, "%s.%s" % (kernel.name, name))
        tools.build(["gcc", *tools.FLAGS, *extra, source, "-o", program[name], "-lm"], kernel.name)
    program["tp"] = os.path.join(folder, kernel.name + ".tp")
    remarks = tools.build([compiler, *tools.FLAGS, "-Rpass=tilepipe", source, "-o", program["tp"], "-lm"],
                          kernel.name)
    return program, remarks.count("parallelized as region")


def configurations(program, arguments):
    """What is run, in one repetition, in this order: name -> (command, threads, settings)."""
    tp = [program["tp"], *arguments]
    ranks = tools.mpirun(2) + tp
    return {
        "off": ([program["off"], *arguments], 1, {}),
        "fast": ([program["fast"], *arguments], 1, {}),
        "1 thread": (tp, 1, {}),
        "2 threads": (tp, 2, {}),
        "2 ranks": (ranks, 1, {}),
        # Where the planner declines ranks, what they would have cost, part by part.
        "forced": (ranks, 1, {"TILEPIPE_ALWAYS": "1"}),
    }


def run_all(kernel, program, options):
    """Interleaved repetitions, so that a change of the machine's mood meets every configuration."""
    sizes = kernel.quick if options.quick else kernel.sizes
    arguments = [str(s) for s in sizes] + [str(options.calls)]
    found = {}
    for r in range(options.repeat):
        for name, (command, threads, settings) in configurations(program, arguments).items():
            calls, stats = tools.run(command, threads, settings)
            found.setdefault(name, []).append((calls, stats))
            tools.say("  %-9s %d/%d  %-9s  %s s" % (kernel.name, r + 1, options.repeat, name,
                      " ".join("%.3f" % seconds for seconds, _ in calls)))
    return {name: summary(runs) for name, runs in found.items()}


def summary(runs):
    first = [calls[0][0] for calls, _ in runs]
    warm = [seconds for calls, _ in runs for seconds, _ in (calls[1:] or calls)]
    return Run(statistics.median(first), statistics.median(warm),
               {s for calls, _ in runs for _, s in calls}, runs[-1][1])


def row(kernel, options, results, accepted):
    base = min(results["off"].warm, results["fast"].warm)
    sizes = "x".join(str(s) for s in (kernel.quick if options.quick else kernel.sizes))
    ratio = {name: base / results[name].warm for name in COLUMNS}
    identical = all(results[n].sums == results["off"].sums for n in ratio)
    first = min(results["off"].first, results["fast"].first) / results["2 ranks"].first
    text = "%-24s %-13s %7.3f %-4s %8.2f %9.2f %7.2f %11.2f %7.2f  %s" % (
        kernel.title, sizes, base, "off" if base == results["off"].warm else "fast",
        ratio["1 thread"], ratio["2 threads"], ratio["2 ranks"], first,
        ratio["forced"],
        "identical" if identical else "DIFFERENT")
    if not accepted:
        text += ", NOT PARALLELIZED"
    goals = (ratio["1 thread"] >= ONE_THREAD_GOAL, ratio["2 threads"] >= kernel.thread_goal,
             ratio["2 ranks"] >= (kernel.rank_goal or NO_LOSS))
    missed = [name for name, met in zip(ratio, goals) if not met]
    if missed:
        text += "  (below goal: %s)" % ", ".join(missed)
    return text, identical and accepted, not missed


def parts(kernel, results):
    """What the runtime says about its own time, ranks first, then threads."""
    lines = []
    for name in ("forced", "2 ranks", "2 threads"):
        for s in results[name].stats or [{}]:
            text = "  ".join("%s=%s" % kv for kv in s.items())
            lines.append("%-10s %-9s %s" % (kernel.name, name, text or "no statistics"))
    return lines


def measure(compiler, folder, options, wanted):
    chosen = [k for k in KERNELS if k.name in wanted]
    if not chosen:
        return True
    rows, details, ok = [], [], True
    for kernel in chosen:
        tools.say("%s: building" % kernel.name)
        program, accepted = build(kernel, compiler, folder)
        results = run_all(kernel, program, options)
        text, right, met = row(kernel, options, results, accepted)
        rows.append(text)
        details += parts(kernel, results)
        ok = ok and right and (met or options.quick)
    print("%-24s %-13s %12s %8s %9s %7s %11s %7s" % ("kernel", "size", "sequential s", "1 thread",
          "2 threads", "2 ranks", "first call", "forced"))
    print("\n".join(rows))
    print("\nRatios are medians of warm calls; `first call` is that of 2 ranks, with the memory of the"
          "\nworkers and the plan still to be made; `forced` is 2 ranks whether they pay or not. Where the time went (TILEPIPE_STATS):")
    print("\n".join(details))
    return ok
