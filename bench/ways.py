"""Ways of running a program: threads, ranks of this host, ranks on hosts of a test cluster."""
import os
import re
import subprocess
import sys

import tools

CLUSTER = os.path.join(tools.HERE, "..", "test", "cluster", "cluster.py")


class Way:
    """RANKSxTHREADS, or MBIT/US:RANKSxTHREADS[@HOSTS]: on hosts of their own, one for each rank if no number is given,
    with cables of so many Mbit per second and so many microseconds from host to host."""

    def __init__(self, text):
        found = re.fullmatch(r"(?:(\d+)/(\d+):)?(\d+)x(\d+)(?:@(\d+))?", text)
        if not found:
            sys.exit("bench/planner: a way is RANKSxTHREADS or MBIT/US:RANKSxTHREADS[@HOSTS], not %s" % text)
        self.text = text
        self.rate, self.delay = found.group(1), found.group(2)
        self.ranks, self.threads = int(found.group(3)), int(found.group(4))
        self.hosts = int(found.group(5) or self.ranks)

    def command(self, program, passed=()):
        """The words that start a program so; passed: variables that the other hosts need too."""
        if self.ranks == 1:
            return program
        yielding = ["--mca", "mpi_yield_when_idle", "1"]
        if not self.rate:
            return tools.mpirun(self.ranks) + yielding + program
        each = -(-self.ranks // self.hosts)
        hosts = ",".join("node%d:%d" % (k, each) for k in range(self.hosts))
        forwarded = [word for name in ("OMP_NUM_THREADS", *passed) for word in ("-x", name)]
        network = [sys.executable, CLUSTER, "--hosts", str(self.hosts), "--rate", self.rate, "--delay", self.delay]
        return network + tools.mpirun(self.ranks) + yielding + forwarded + ["--map-by", "slot", "--host", hosts] + program

    def calibrate(self, compiler, cache):
        """Measures the machine as such a program sees it, and keeps its profile below the folder `cache`."""
        program = os.path.join(os.path.dirname(compiler), "tilepipe-calibrate")
        if not os.access(program, os.X_OK):
            program = os.path.join(os.path.dirname(compiler), "..", "tilepipe-calibrate", "tilepipe-calibrate")
        tools.say("%s: measuring the machine" % self.text)
        done = subprocess.run(self.command([program]), env=tools.environment(self.threads, {"XDG_CACHE_HOME": cache}),
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        tools.must_have_succeeded(done, [program])
        return done.stdout
