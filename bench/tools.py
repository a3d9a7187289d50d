"""Finding and starting what bench/run needs: compiler, builds, programs."""
import glob
import os
import shlex
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(HERE, "kernels")
FLAGS = ["-O3", "-march=native"]


def say(text):
    """Progress goes to stderr: the tables on stdout can be kept."""
    print(text, file=sys.stderr, flush=True)


def find_compiler(given):
    """The tilepipe-cc named, or of TILEPIPE_CC, of the newest build folder here, of the PATH."""
    if given or os.environ.get("TILEPIPE_CC"):
        path = os.path.abspath(given or os.environ["TILEPIPE_CC"])
        if not os.access(path, os.X_OK):
            sys.exit("bench/run: no compiler at %s" % path)
        return path
    built = glob.glob(os.path.join(HERE, "..", "build*", "tools", "tilepipe-cc", "tilepipe-cc"))
    if built:
        return os.path.abspath(max(built, key=os.path.getmtime))
    found = shutil.which("tilepipe-cc")
    if not found:
        sys.exit("bench/run: no tilepipe-cc: build it first (scripts/demo), or name it with --compiler")
    return found


def build(command, what):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit("bench/run: building %s failed:\n  %s\n%s" % (what, " ".join(command), done.stdout))
    return done.stdout


def mpirun(ranks):
    command = ["mpirun", "-np", str(ranks), "--oversubscribe"]
    if os.geteuid() == 0:
        command.append("--allow-run-as-root")
    return command


def environment(threads, settings=()):
    """Statistics and the number of threads; settings of whoever measures must not count."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("TILEPIPE_")}
    clean.update(OMP_NUM_THREADS=str(threads), TILEPIPE_STATS="1", **dict(settings))
    clean.pop("OMP_WAIT_POLICY", None)
    return clean


def must_have_succeeded(done, command):
    if done.returncode:
        sys.exit("bench/run: exit code %d from: %s\n%s" % (done.returncode, " ".join(command), done.stderr))


def run(command, threads, settings=()):
    """(calls as [(seconds, checksum)], TILEPIPE_STATS lines as dictionaries)."""
    done = subprocess.run(command, env=environment(threads, settings), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL, timeout=1800)
    must_have_succeeded(done, command)
    calls = [(float(seconds), checksum) for seconds, checksum in
             (line.split() for line in done.stdout.splitlines() if line.strip())]
    return calls, [s for s in map(pairs, done.stderr.splitlines()) if s]


def pairs(line):
    """The key=value pairs of a statistics line."""
    try:
        words = shlex.split(line)
    except ValueError:
        words = line.split()
    return dict(word.split("=", 1) for word in words if "=" in word)


def seconds_of(command, repeat):
    """Median wall time of a command that must succeed."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        times.append(time.perf_counter() - start)
        must_have_succeeded(done, command)
    return sorted(times)[len(times) // 2]
