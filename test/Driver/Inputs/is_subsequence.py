"""Fails unless the first file is what remains of the second when some whole blocks are removed:
its lines appear in the second one in order, each a suffix of its line at most."""
import sys

original = open(sys.argv[1]).read()
result = open(sys.argv[2]).read()
position = 0
for line in original.splitlines(keepends=True):
    found = result.find(line.lstrip(), position)
    if found < 0:
        sys.exit("lost or changed: " + line)
    position = found + len(line.lstrip())
if result.count("tp_") == 0:
    sys.exit("nothing was inserted")
