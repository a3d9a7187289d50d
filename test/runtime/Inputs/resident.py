"""resident.py FILE COMMAND...: runs it, and adds the most memory it had resident to FILE: rank, megabytes."""
import fcntl
import os
import resource
import subprocess
import sys

done = subprocess.run(sys.argv[2:])
with open(sys.argv[1], "a") as out:
    fcntl.flock(out, fcntl.LOCK_EX)
    out.write("%s %.1f\n" % (os.environ.get("OMPI_COMM_WORLD_RANK", "0"), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024))
sys.exit(done.returncode)
