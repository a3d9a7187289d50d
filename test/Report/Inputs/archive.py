"""What an OTF2 archive holds, by otf2-print, and whether it fits together: archive.py FOLDER

Enter and Leave of each location are nested, times ascend, and each message is sent once and received once, between the ranks of
its locations and with the same length. Prints counts, or fails with what is wrong."""
import collections
import re
import subprocess
import sys


def printed(*options):
    done = subprocess.run(["otf2-print", *options, sys.argv[1] + "/traces.otf2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode or done.stderr:
        sys.exit("otf2-print: " + done.stderr)
    return done.stdout.splitlines()


def main():
    rank_of, events_of, hosts = {}, {}, set()
    for line in printed("-G"):
        if found := re.match(r'LOCATION +(\d+) .*# Events: (\d+), Group: .*<(\d+)>$', line):
            rank_of[found[1]], events_of[found[1]] = found[3], int(found[2])
        if found := re.match(r'SYSTEM_TREE_NODE .*Name: "(.*)" <\d+>, Class: "node"', line):
            hosts.add(found[1])
    stacks, last, seen = collections.defaultdict(list), collections.Counter(), collections.Counter()
    sent, received, slices = {}, {}, 0
    for line in printed():
        found = re.match(r"(ENTER|LEAVE|MPI_SEND|MPI_RECV) +(\d+) +(\d+) +(.*)$", line)
        if not found:
            continue
        kind, at, time, rest = found[1], found[2], int(found[3]), found[4]
        assert time >= last[at], "times descend: " + line
        last[at] = time
        seen[at] += 1
        if kind == "ENTER":
            stacks[at].append(rest)
            slices += 1
        elif kind == "LEAVE":
            assert stacks[at] and stacks[at].pop() == rest, "no such slice is open: " + line
        else:
            peer = re.match(r"(?:Receiver|Sender): (\d+) ", rest)[1]
            tag, length = re.search(r"Tag: (\d+), Length: (\d+)", rest).groups()
            ends, ours = (sent, (rank_of[at], peer)) if kind == "MPI_SEND" else (received, (peer, rank_of[at]))
            assert tag not in ends, "twice: " + line
            ends[tag] = (*ours, length)
    assert not any(stacks.values()), "slices without an end: %s" % dict(stacks)
    assert sent == received, "messages differ: %s %s" % (sent, received)
    assert dict(seen) == {at: n for at, n in events_of.items() if n}, "other numbers of events: %s %s" % (seen, events_of)
    print("%d hosts, %d ranks, %d locations, %d slices, %d messages of %d bytes" %
          (len(hosts), len(set(rank_of.values())), len(rank_of), slices, len(sent), sum(int(length) for *_, length in sent.values())))


main()
