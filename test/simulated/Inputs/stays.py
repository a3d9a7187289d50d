"""A loop of calls on 100 simulated ranks whose arrays stay between them: stays.py FOLDER COMPILER PAPERS."""
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
program, sequential = simulate.build(options, "roots")
network = simulate.Network("10 Gbit/s", 1.25e9, 5e-6, "1e-6:1e-10", "1e-6:1e-10")
arguments = ["40", "40", "1024", "3"]  # calls
expected = common.Sequential(sequential).says(arguments)
for data in ("gather", "stay"):
    settings = dict(TILEPIPE_MESH="10,10,1", TILEPIPE_TILE="4,4,128", TILEPIPE_DATA=data)
    found = simulate.run(program, arguments, network, 100, settings, 50e-9, barrier=False)
    print("%s: ranks=%s ran=%s %s, most of the time in the pipeline: %s" % (
        data, found["ranks"], found["ran"], "identical" if found["sum"] == expected else "DIFFERENT",
        float(found["pipeline"]) > 0.5 * float(found["seconds"])))
