"""Watches or strikes the ranks of a program that rests, and tells what came of it.

    watch.py ACTION --program FILE [--hosts A,B,...] [--rsh AGENT] -- COMMAND...

COMMAND prints `resting` when its ranks have nothing to do, or too much. Then
  idle     prints the share of a core that each process of the program uses over one second, and whether
           all are below a tenth
  kill     kills one process of the program; stop: stops it; down: kills everything on the host;
           cut: pulls the host's cable; launcher: kills COMMAND itself
and in the end the exit code of COMMAND, how long it lived after that, and how many processes of the program
are left. Processes are those of FILE, a test's own copy, on the hosts; the last of these is struck.
"""
import argparse
import os
import signal
import subprocess
import sys
import time

TICK = os.sysconf("SC_CLK_TCK")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("action", choices=["idle", "kill", "stop", "down", "cut", "launcher", "sample", "list"])
    parser.add_argument("--program", required=True)
    parser.add_argument("--hosts", default="", help="comma-separated; empty: this one")
    parser.add_argument("--rsh")
    parser.add_argument("--workers", action="store_true", help="sample no rank 0")
    end = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options = parser.parse_args(sys.argv[1:end])
    options.command = sys.argv[end + 1:]
    return options


# --- on the host itself -------------------------------------------------------------------------


def processes(program):
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink("/proc/%s/exe" % name) == program:
                found.append(int(name))
        except OSError:
            pass
    return sorted(found)


def ticks(pid):
    with open("/proc/%d/stat" % pid) as file:
        fields = file.read().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def is_worker(pid):
    with open("/proc/%d/environ" % pid) as file:
        return "OMPI_COMM_WORLD_RANK=0" not in file.read().split("\0")


def sample(pids):
    """Percent of a core per process."""
    before, start = [ticks(p) for p in pids], time.monotonic()
    time.sleep(1)
    seconds = time.monotonic() - start
    return [100 * (ticks(p) - b) / TICK / seconds for p, b in zip(pids, before)]


def act(options):
    if options.action == "sample":
        pids = processes(options.program)
        if options.workers:
            pids = list(filter(is_worker, pids))
        print(" ".join("%.1f" % s for s in sample(pids)))
    elif options.action == "list":
        print(len(processes(options.program)))
    elif options.action == "down":
        os.kill(1, signal.SIGTERM)
    elif options.action == "cut":
        subprocess.run(["ip", "link", "set", "eth0", "down"], check=True)
    else:
        number = signal.SIGSTOP if options.action == "stop" else signal.SIGKILL
        os.kill(processes(options.program)[-1], number)


# --- from outside -------------------------------------------------------------------------------


def start_on(options, host, action):
    words = [sys.executable, os.path.abspath(__file__), action, "--program", options.program]
    words += ["--workers"] if options.workers else []
    if host:
        words = [options.rsh, host] + words
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def on_all(options, action):
    started = [start_on(options, h, action) for h in options.hosts.split(",")]
    return [s.communicate()[0].split() for s in started]


def count_left(options):
    """Daemons and ranks that lost mpirun notice it a moment later, or when the program's sleep is over."""
    for _ in range(60):
        left = sum(int(n) for answer in on_all(options, "list") for n in answer)
        if left == 0:
            break
        time.sleep(0.1)
    return left


def watch(options):
    command = subprocess.Popen(options.command, stdout=subprocess.PIPE, text=True)
    for line in command.stdout:
        print(line, end="", flush=True)
        if line == "resting\n":
            break
    time.sleep(0.3)
    if options.action == "idle":
        shares = [float(s) for answer in on_all(options, "sample") for s in answer]
        print("%d processes, %s" % (len(shares), "all idle" if shares and max(shares) < 10 else "NOT IDLE"))
        print("percent of a core: " + " ".join("%.1f" % s for s in shares))
    elif options.action == "launcher":
        command.kill()
    else:
        start_on(options, options.hosts.split(",")[-1], options.action).wait()
    start = time.monotonic()
    if options.action == "cut":
        # What runs on beyond the cable has our agent's output, unlike ssh's, and is out of reach.
        command.wait()
        options.hosts = options.hosts.rpartition(",")[0]
    else:
        print(command.stdout.read(), end="")
    code = command.wait()
    print("exit code %d %s" % (code, "within 5 s" if time.monotonic() - start < 5 else "LATE"))
    print("%d processes left" % count_left(options))


def main():
    options = arguments()
    options.program = os.path.realpath(options.program)
    if options.command:
        watch(options)
    else:
        act(options)


if __name__ == "__main__":
    main()
