"""limited.py FILE MEGABYTES COMMAND...: runs a rank in a control group with so much memory (0: none), and adds to FILE: rank,
the most megabytes that were resident."""
import fcntl
import os
import resource
import subprocess
import sys

GROUPS = "/sys/fs/cgroup/memory"


def main():
    file, limit, rank = sys.argv[1], int(sys.argv[2]), os.environ.get("OMPI_COMM_WORLD_RANK", "0")
    if limit:
        group = os.path.join(GROUPS, "tilepipe-bench-" + rank)
        os.makedirs(group, exist_ok=True)
        for name, value in (("memory.limit_in_bytes", limit << 20), ("cgroup.procs", os.getpid())):
            with open(os.path.join(group, name), "w") as out:
                out.write(str(value))
    done = subprocess.run(sys.argv[3:])
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    with open(file, "a") as out:
        fcntl.flock(out, fcntl.LOCK_EX)
        out.write("%s %.1f\n" % (rank, most))
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
