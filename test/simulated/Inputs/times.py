"""Simulated seconds of a small space on 2 x 2 ranks under some settings: times.py FOLDER COMPILER PAPERS.

Fails when a result differs from the sequential program's.
"""
import argparse
import os
import sys

folder, compiler, papers = sys.argv[1:]
sys.path.insert(0, papers)
import common
import simulate

os.makedirs(os.path.join(folder, "programs"), exist_ok=True)
options = argparse.Namespace(out=folder, compiler=compiler, jobs=1,
                             build=os.path.dirname(os.path.dirname(os.path.dirname(compiler))))
network = simulate.Network("test", 12.5e6, 75e-6, "1e-4:2e-8", "1e-4:2e-8")
# A fresh store each time: nothing that was kept is a test.
store = common.Store(options, "times-%d" % os.getpid())
simulator = simulate.Simulator(options, store, "roots")
for name, changes in (("overlap in lock step", dict(TILEPIPE_GROUPING="hyperplane")),
                      ("overlap, dataflow", {}),
                      ("blocking, eager", dict(TILEPIPE_SCHEDULE="blocking")),
                      ("blocking, synchronous", dict(TILEPIPE_SCHEDULE="blocking", TILEPIPE_PROTOCOL="synchronous"))):
    settings = dict(dict(TILEPIPE_SCHEDULE="overlap", TILEPIPE_GROUPING="dataflow", TILEPIPE_MESH="2,2,1",
                         TILEPIPE_TILE="4,4,64"), **changes)
    print("%s: %.6f" % (name, simulator.seconds((8, 8, 1000), network, 4, settings, 0.4e-6)))
# What the network does, said by a profile; nothing else is set.
profile = simulate.profile(options, simulator.program, network, folder)
found = simulator.result((8, 8, 1000), network, 4, dict(TILEPIPE_PROFILE=profile), 0.4e-6)
print("planned with a profile:", found["profile"] == profile)
os.remove(store.path)
