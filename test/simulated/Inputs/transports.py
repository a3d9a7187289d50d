"""What a transport that does not work on simulated ranks is replaced by, and what is said: transports.py FOLDER
COMPILER PAPERS."""
import argparse
import os
import subprocess
import sys

folder, compiler, papers = sys.argv[1:]
sys.path.insert(0, papers)
import simulate
import tools

os.makedirs(os.path.join(folder, "programs"), exist_ok=True)
options = argparse.Namespace(out=folder, compiler=compiler, jobs=1,
                             build=os.path.dirname(os.path.dirname(os.path.dirname(compiler))))
program, _ = simulate.build(options, "roots")
for transport in ("shm", "rma", "p2p"):
    env = tools.environment(1, {"TILEPIPE_ALWAYS": "1", "TILEPIPE_PROFILE": "built-in", "TILEPIPE_WATCHDOG": "0",
                                "TILEPIPE_TRANSPORT": transport})
    done = subprocess.run(simulate.smpirun(folder, simulate.Network("test", 12.5e6, 75e-6), 4) + [program, "8", "8", "100"],
                          cwd=folder, env=env, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    print("asked for", transport)
    print("".join(line for line in done.stderr.splitlines(True) if line.startswith("tilepipe:")), end="")
