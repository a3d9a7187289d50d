"""Random programs of one kind, built by a compiler alone and by tilepipe-cc for it. All bits of what they print are compared."""
import argparse
import os
import re
import subprocess
import tempfile

import record

FLAGS, TILED = ["-ffp-contract=off", "-w"], ["-O3", "-march=native"]


def arguments(text):
    parser = argparse.ArgumentParser(description=text.splitlines()[0])
    parser.add_argument("--compiler", default="tilepipe-cc")
    parser.add_argument("--backend", default="gcc", help="the compiler behind it, and beside it")
    parser.add_argument("--seeds", default="0:10", help="FIRST:PAST, or one")
    parser.add_argument("--show", action="store_true", help="prints the programs")
    return parser.parse_args()


def run(path, **settings):
    return subprocess.run([path], capture_output=True, env=dict(os.environ, **settings), timeout=120)


def main(text, program, alone_with, settings, seen, what):
    """program(seed): its source. settings: environments to run it in. seen: in its statistics, for each region of interest."""
    options = arguments(text)
    first, _, past = options.seeds.partition(":")
    failures, ran = 0, 0
    with tempfile.TemporaryDirectory(prefix="tilepipe-beside-") as folder:
        source, alone, parallel = (os.path.join(folder, name) for name in ("program.c", "alone", "parallel"))
        for seed in range(int(first), int(past or int(first) + 1)):
            text = record.passed(seed, record.in_rows(seed, program(seed)))
            if options.show:
                print(text)
            with open(source, "w") as file:
                file.write(text)
            made = [subprocess.run([tool, *level, *FLAGS, source, "-o", out, "-lm"], capture_output=True, text=True, env=dict(os.environ, TILEPIPE_BACKEND=options.backend))
                    for tool, level, out in ((options.backend, alone_with, alone), (options.compiler, TILED, parallel))]
            if any(m.returncode for m in made):
                failures += 1
                print("seed %d: not compiled\n%s" % (seed, "".join(m.stderr for m in made)))
                continue
            expected = run(alone).stdout
            for setting in settings:
                got = run(parallel, TILEPIPE_ALWAYS="1", TILEPIPE_STATS="1", **setting)
                ran += len(re.findall(seen, got.stderr))
                if got.returncode or got.stdout != expected:
                    failures += 1
                    print("seed %d: another result with %s (exit code %d)" % (seed, " ".join("%s=%s" % each for each in setting.items()), got.returncode))
    print("%d failures, %d %s" % (failures, ran, what))
    return 1 if failures else 0
