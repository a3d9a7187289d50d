"""resumed.py BEFORE AFTER: of one plan's line, what was spent has grown and what was measured is still known."""
import re
import sys


def line(name):
    with open(name) as file:
        header, *lines = file.read().splitlines()
    assert header == "tilepipe plans 1" and len(lines) == 1, lines
    word = dict(re.findall(r"(\S+?)=(\S+)", lines[0]))
    tried = word.get("tried", "")
    return float(word["spent"]), word["done"], {tried[i:i + 4] for i in range(0, len(tried), 4)}


(spent, done, tried), (more, now, all_tried) = map(line, sys.argv[1:3])
assert more > spent or (done == now == "1"), (spent, more)
assert tried and done == "0" or done == "1"
assert now == "1" or all_tried > tried or all_tried == tried, (tried, all_tried)
print("ok", spent, more, len(tried), len(all_tried))
