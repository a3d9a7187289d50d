"""Runs that do not end as they should, which smpirun's exit code hides: ends.py FOLDER COMPILER PAPERS."""
import argparse
import os
import sys

folder, compiler, papers = sys.argv[1:]
sys.path.insert(0, papers)
import simulate

os.makedirs(os.path.join(folder, "programs"), exist_ok=True)
options = argparse.Namespace(out=folder, compiler=compiler, jobs=1,
                             build=os.path.dirname(os.path.dirname(os.path.dirname(compiler))))
program, _ = simulate.build(options, "roots")
network = simulate.Network("test", 12.5e6, 75e-6)
try:
    simulate.run(program, ["8", "8", "100"], network, 4, dict(TILEPIPE_TILE="none"), 1e-7)
    print("taken for a success")
except RuntimeError as error:
    print(error)
