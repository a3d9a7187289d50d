"""Small costs: the test before a region, starting a region, translating a file, starting the tool."""
import os
import statistics

import tools


def measure(compiler, folder, options):
    source = os.path.join(tools.SOURCES, "small.c")
    plain, tp = os.path.join(folder, "small.off"), os.path.join(folder, "small.tp")
    tools.say("micro: building")
    tools.build(["gcc", *tools.FLAGS, "-ffp-contract=off", source, "-o", plain, "-lm"], "small")
    remarks = tools.build([compiler, *tools.FLAGS, "-Rpass=tilepipe", source, "-o", tp, "-lm"], "small")
    accepted = remarks.count("parallelized as region") > 0
    print("\n%-52s %12s %10s" % ("small costs", "measured", "goal"))
    ok = nest(plain, tp, options)
    ok = start(plain, tp, options) and ok
    ok = tool(compiler, source, folder, options) and ok
    if not accepted:
        print("small.c was NOT PARALLELIZED: the first two lines measure nothing")
    return ok and accepted


def line(what, measured, goal, met):
    print("%-52s %12s %10s%s" % (what, measured, goal, "" if met else "  (missed)"))
    return met


def medians(commands, threads, settings, repeat):
    """Median seconds of the warm calls of each command, interleaved; checksums must agree."""
    times, sums = [[] for _ in commands], set()
    for _ in range(repeat):
        for c, command in enumerate(commands):
            calls, _ = tools.run(command, threads, settings)
            times[c] += [seconds for seconds, _ in calls[1:]]
            sums.update(s for _, s in calls)
    return [statistics.median(t) for t in times], len(sums) == 1


def nest(plain, tp, options):
    repeats = 10 ** 6 if options.quick else 10 ** 7
    arguments = ["4", "4", str(repeats), "3"]
    (a, b), same = medians([[plain, *arguments], [tp, *arguments]], 2, (), options.repeat)
    return line("4 x 4 nest called 10^%d times, to sequential%s" % (len(str(repeats)) - 1, "" if same else ", DIFFERENT"),
                "%.2f x" % (a / b), ">= 0.95", same and a / b >= 0.95)


def start(plain, tp, options):
    """A 2 x 2 nest forced to run with two threads: all of its time is the start of the region."""
    repeats = 10 ** 4 if options.quick else 10 ** 5
    arguments = ["2", "2", str(repeats), "3"]
    (a, b), same = medians([[plain, *arguments], [tp, *arguments]], 2, (("TILEPIPE_ALWAYS", "1"),),
                           options.repeat)
    cost = (b - a) / repeats * 1e6
    return line("starting a region, plan cached, 2 threads%s" % ("" if same else ", DIFFERENT"),
                "%.2f us" % cost, "<= 20 us", same and cost <= 20)


def tool(compiler, source, folder, options):
    repeat = max(5, options.repeat)
    out = os.path.join(folder, "small.tp.c")
    translate = tools.seconds_of([compiler, source, "-o", out], repeat)
    begin = tools.seconds_of([compiler, "--version"], repeat)
    ok = line("translating a file with one nest", "%.2f s" % translate, "<= 0.5 s", translate <= 0.5)
    return line("starting the tool (--version)", "%.3f s" % begin, "<= 0.1 s", begin <= 0.1) and ok
