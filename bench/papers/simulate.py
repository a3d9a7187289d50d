"""Programs on simulated clusters: the generated code and the runtime under SimGrid's SMPI.

All numbers are simulated seconds and the same in each run. A point costs what is asked for, whatever this
machine does; messages cost what the network's parameters say.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib
from collections import namedtuple

import common
import tools

# Bytes per second and seconds of a link; send and receive: what a message between hosts costs the CPUs,
# "seconds:seconds per byte"; near: what one within a host costs its sender; eager: bytes up to which a message
# travels before it is asked for.
Network = namedtuple("Network", "name bandwidth latency send receive cores near eager", defaults=("0", "0", 1, "0", 0))

COMMON = ["simulate-computation:no", "send-is-detached-thresh:100000000", "barrier:ompi_recursivedoubling",
          "allgather:bruck", "test:0", "iprobe:0", "wtime:0", "ois:0:0:0", "os:0:0:0", "or:0:0:0"]


def missing():
    """Why nothing can be simulated here; empty: it can."""
    lacks = [tool for tool in ("smpicc", "smpirun") if not shutil.which(tool)]
    return lacks and "no %s (Debian: apt-get install libsimgrid-dev)" % " and ".join(lacks) or ""


def archive(options):
    return os.path.join(options.build, "test", "support", "simulated", "libtilepipe-simulated.a")


def require(options):
    why = missing()
    if not why and not os.path.exists(archive(options)):
        why = "no %s: build the target tilepipe-simulated (after smpicc was installed)" % archive(options)
    if why:
        sys.exit("bench/papers: nothing can be simulated: " + why)


def build(options, name):
    """(simulated program, sequential program) of kernels/<name>.c."""
    require(options)
    source = os.path.join(common.KERNELS, name + ".c")
    made_of = common.digest(source, options.compiler, archive(options))
    stem = os.path.join(options.out, "programs", name + "-" + made_of)
    programs = stem + ".sim", stem + ".seq"
    if all(map(os.path.exists, programs)):
        return programs
    include = "-I" + os.path.join(common.ROOT, "include")
    flags = ["-O2", "-ffp-contract=off"]
    with tempfile.TemporaryDirectory(dir=os.path.dirname(stem)) as folder:
        new = os.path.join(folder, name)
        tools.build([options.compiler, source, "-o", new + ".tp.c"], name)
        tools.build(["smpicc", *flags, "-Dmain=tp_simulated_main", "-DSMPI_NO_OVERRIDE_MALLOC", include, new + ".tp.c",
                     "-o", new + ".sim", "-Wl,-u,main", "-Wl,-u,tp_region_run",
                     "-L" + os.path.dirname(archive(options)), "-ltilepipe-simulated", "-lgomp", "-lm"], name)
        tools.build(["gcc", *flags, source, "-o", new + ".seq", "-lm"], name)
        os.rename(new + ".seq", programs[1])
        os.rename(new + ".sim", programs[0])
    return programs


def platform(folder, network, ranks):
    hosts = -(-ranks // network.cores)
    loop = ' loopback_bw="100GBps" loopback_lat="0s"' if network.cores > 1 else ""
    with open(os.path.join(folder, "platform.xml"), "w") as file:
        file.write('<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
                   '<platform version="4.1"><cluster id="c" prefix="n" suffix="" radical="0-%d" speed="1Gf" core="%d"'
                   ' bw="%.9gBps" lat="%.9gs"%s sharing_policy="SPLITDUPLEX"/></platform>\n'
                   % (hosts - 1, network.cores, network.bandwidth, network.latency / 2, loop))
    with open(os.path.join(folder, "hosts"), "w") as file:
        file.writelines("n%d:%d\n" % (h, network.cores) for h in range(hosts))


def smpirun(folder, network, ranks):
    """The command that starts what follows it on so many ranks, in that folder, where it writes two files."""
    platform(folder, network, ranks)
    config = COMMON + ["async-small-thresh:%d" % network.eager]
    return (["smpirun", "-np", str(ranks), "-platform", "platform.xml", "-hostfile", "hosts",
             "--log=root.thresh:critical"] + ["--cfg=smpi/" + c for c in config])


def run(program, arguments, network, ranks, settings, point, barrier=True):
    """Statistics of the last region that ran as a dictionary, "sum" the program's own last line.

    barrier: the clock starts when all ranks have their live-ins, as the papers' data lie in place. SMPI
    returns 0 after deadlocks and aborts too: only the program's last line tells that it ended.
    """
    env = tools.environment(1, {"TILEPIPE_ALWAYS": "1", "TILEPIPE_PROFILE": "built-in", "TILEPIPE_WATCHDOG": "0",
                                "SIMULATED_POINT": repr(point), "SIMULATED_SEND": network.send,
                                "SIMULATED_RECEIVE": network.receive, "SIMULATED_NEAR": network.near, **settings})
    if barrier:
        env["SIMULATED_BARRIER"] = "1"
    with tempfile.TemporaryDirectory(prefix="tilepipe-simulated-") as folder:
        command = smpirun(folder, network, ranks) + [program] + arguments
        done = subprocess.run(command, cwd=folder, env=env, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    sums = [line for line in done.stdout.splitlines() if line.startswith("sum ")]
    regions = [tools.pairs(line) for line in done.stderr.splitlines() if line.startswith("tilepipe: region=")]
    regions = [r for r in regions if r.get("ran", "0") != "0"]
    if done.returncode or not sums or not regions:
        raise RuntimeError("simulated run failed: %s\n%s%s" % (" ".join(command), done.stdout, done.stderr))
    return dict(regions[-1], sum=sums[-1])


def measure(options, network, sizes):
    """[(bytes, seconds on the way, seconds per message of a burst)] between two simulated hosts: the simulator's
    networks are not straight lines (factors by message size), no more than real ones are."""
    program = common.built(options, "network", ["smpicc", "-O2"])
    with tempfile.TemporaryDirectory(prefix="tilepipe-simulated-") as folder:
        command = smpirun(folder, network, 2) + [program, *map(str, sizes)]
        done = subprocess.run(command, cwd=folder, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
    found = [tuple(map(float, line.split())) for line in done.stdout.splitlines()]
    if done.returncode or [int(f[0]) for f in found] != sizes:
        raise RuntimeError("simulated run failed: %s\n%s%s" % (" ".join(command), done.stdout, done.stderr))
    return found


def profile(options, program, network, folder):
    """Writes a machine profile that says of messages between hosts what the simulated network does; its path."""
    sizes = [64 * 4 ** k for k in range(10)]
    overhead = [sum(a * b for a, b in zip(map(float, network.send.split(":")), (1, x))) for x in sizes]
    found = measure(options, network, sizes)
    link = dict(send=overhead, send_of_eight=overhead, receive=overhead, receive_of_eight=overhead,
                travel=[2 * o + travel for o, (_, travel, _) in zip(overhead, found)], poke=[1e-7],
                eager=[network.eager], step=[1 << 24])
    for pairs in ("1_pair", "2_pairs", "4_pairs", "8_pairs"):
        link["stream_" + pairs] = [max(o, each) for o, (_, _, each) in zip(overhead, found)]
    what = dict(cpu="?", mpi="?", hosts="?", parts="hosts")
    # What was simulated with another profile is another run.
    name = "%s-%08x.txt" % (network.name.replace(" ", "").replace(",", "-"), zlib.crc32(json.dumps(link).encode()))
    path = os.path.join(folder, name)
    for _ in range(4):  # the file must name CPU and MPI as the runtime does, which tells what it misses
        with open(path, "w") as file:
            file.write("tilepipe profile 3\n")
            file.writelines("%s=%s\n" % item for item in what.items())
            file.writelines("hosts.%s=%s\n" % (key, ",".join(map(repr, values))) for key, values in link.items())
        try:
            run(program, ["8", "8", "64"], network, 4, dict(TILEPIPE_PROFILE=path), 1e-9)
            return path
        except RuntimeError as error:
            found = re.search(r"made for the (\w+) '.*?', here is '(.*)'", str(error))
            if not found:
                raise
            what[found.group(1).lower()] = found.group(2)
    raise RuntimeError("no profile is accepted: " + path)


class Simulator:
    """One program, its runs kept in a store, every result compared with the sequential program's."""

    def __init__(self, options, store, name):
        self.store = store
        self.program, sequential = build(options, name)
        self.version = common.digest(self.program)
        self.sequential = common.Sequential(sequential)

    def result(self, arguments, network, ranks, settings, point, barrier=True, check=True):
        """The statistics of one run, kept."""
        arguments = [str(a) for a in arguments]
        key = [self.version, arguments, network, ranks, settings, point, barrier]
        result = self.store.get(key, lambda: run(self.program, arguments, network, ranks, settings, point, barrier))
        if check and result["sum"] != self.sequential.says(arguments):
            raise RuntimeError("wrong result: %s with %s" % (arguments, settings))
        return result

    def seconds(self, *what, whole=False):
        """Simulated seconds of the region: from the first tile to the last, or whole: with what is moved
        between rank 0 and the others before and after."""
        return float(self.result(*what)["seconds" if whole else "pipeline"])
