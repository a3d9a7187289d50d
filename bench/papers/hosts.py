"""Programs on a cluster of namespace hosts: real messages through a network of a given rate and delay.

A point takes what is asked for: CPUs sleep that long, so that sixteen of them work at the same time on the cores
of this machine. All hosts share a clock.
"""
import os
import re
import subprocess

import common
import tools
from ways import Way


def build(options, name, point):
    """The program of kernels/<name>.c whose points take `point` seconds, and the sequential one."""
    return (common.parallel(options, name, ["-O2", "-DPAPER_POINT=%r" % point]),
            common.built(options, name, ["gcc", "-O2", "-ffp-contract=off"]))


class Cluster:
    """One program on one network, its runs kept in a store, every result compared with the sequential program's."""

    def __init__(self, options, store, name, point, way):
        self.store, self.way, self.point, self.name = store, Way(way), point, name
        self.program, sequential = build(options, name, point)
        self.sequential = common.Sequential(sequential)

    def once(self, arguments, settings):
        env = tools.environment(self.way.threads, {"TILEPIPE_ALWAYS": "1", "TILEPIPE_PROFILE": "built-in", **settings})
        command = self.way.command([self.program, *arguments], sorted(settings))
        done = subprocess.run(command, env=env, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        regions = [tools.pairs(line) for line in done.stderr.splitlines() if re.match("tilepipe: region=.* ran=[1-9]", line)]
        if done.returncode or not regions:
            raise RuntimeError("run failed: %s\n%s%s" % (" ".join(command), done.stdout, done.stderr))
        if done.stdout.splitlines()[-1] != self.sequential.says(arguments):
            raise RuntimeError("another result than the sequential program's: %s %s" % (command, settings))
        return float(regions[-1]["pipeline"])

    def seconds(self, sizes, settings, repeat):
        """Least seconds of so many runs, from the first tile to the end of the last."""
        arguments = [str(s) for s in sizes]
        key = [self.name, self.way.text, self.point, os.path.basename(self.program), arguments, settings, repeat]
        return self.store.get(key, lambda: min(self.once(arguments, settings) for _ in range(repeat)))
