"""Runs `mpirun ... program n m` and compares the memory that a region adds to each worker with what it
may: 1.3 x the worker's part of the array, a page for each of its contiguous runs, and the buffers of
messages. Arguments: n, m, ranks, split (rows or columns),
command."""
import os
import subprocess
import sys

n, m, ranks = (int(word) for word in sys.argv[1:4])
split, command = sys.argv[4], sys.argv[5:]
program = os.path.basename(command[-1])
page = os.sysconf("SC_PAGESIZE")
buffers = 9 << 20  # the chunks of live-ins and results, and what MPI takes


def workers(root):
    """Anonymous resident bytes of the ranks but the first, below process root."""
    found = {}
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                environ = dict(v.split(b"=", 1) for v in file.read().split(b"\0") if b"=" in v)
            with open(f"/proc/{name}/status") as file:
                status = dict(line.split(":", 1) for line in file)
            job = environ.get(b"FOOTPRINT_JOB", b"").decode()
            if job == root and status["Name"].strip() == program[:15]:
                found[int(environ[b"OMPI_COMM_WORLD_RANK"])] = int(status["RssAnon"].split()[0]) * 1024
        except (OSError, KeyError, ValueError):
            continue
    found.pop(0, None)
    return found


job = str(os.getpid())
run = subprocess.Popen(command + [str(n), str(m)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                       env=dict(os.environ, FOOTPRINT_JOB=job))
samples = []
for _ in range(2):
    assert run.stdout.readline() == "ready\n"
    samples.append(workers(job))
    run.stdin.write("\n")
    run.stdin.flush()
print(run.stdout.read().strip())
run.stdin.close()
assert run.wait() == 0
before, after = samples
assert len(before) == len(after) == ranks - 1, (before, after)
part = n * m * 8 // ranks
runs = n // ranks if split == "rows" else n
allowed = 1.3 * part + page * runs + buffers
most = max(after[r] - before[r] for r in after)
print(f"most={most / 2**20:.1f} MB part={part / 2**20:.1f} MB allowed={allowed / 2**20:.1f} MB",
      "fits" if most <= allowed else "TOO MUCH")
