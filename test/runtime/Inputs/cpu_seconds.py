# Runs a command and prints its output and whether it used less CPU time than the limit.
import resource
import subprocess
import sys

limit = float(sys.argv[1])
code = subprocess.run(sys.argv[2:]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
seconds = used.ru_utime + used.ru_stime
print("code=%d cpu %s (%.2f s)" % (code, "below limit" if seconds < limit else "ABOVE LIMIT", seconds))
