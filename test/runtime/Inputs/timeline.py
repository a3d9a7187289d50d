"""What a file of TILEPIPE_TRACE promises: timeline.py FILE STATISTICS WORD...

FILE is JSON; slices of a track lie inside each other; arrows have both ends, and a receive does not end before its send
has begun, by more than the clocks' error; a tile of a dataflow run does not begin before the tile in front of it has
ended; sums of slices are those of the lines of TILEPIPE_STATS. Prints what there is, and whether each WORD is the
beginning of some slice's name. With "lost" some track has lost slices, and what is about whole runs is left out."""
import collections
import json
import shlex
import sys


def nanoseconds(event, key):
    return round(event[key] * 1000)


def ends(slice):
    return nanoseconds(slice, "ts") + nanoseconds(slice, "dur")


def by_track(events):
    tracks = collections.defaultdict(list)
    for event in events:
        if event["ph"] in "Xsf":
            tracks[event["pid"], event["tid"]].append(event)
    return tracks


def check_nesting(tracks):
    """In the file's order, which is that of viewers: a slice is inside of the one that is open, or behind it. An arrow begins
    and ends in the slice in front of it."""
    for track in tracks.values():
        opened, last = [], None
        for event in track:
            at = nanoseconds(event, "ts")
            if event["ph"] == "X":
                assert not last or at >= nanoseconds(last, "ts"), (last, event)
                while opened and ends(opened[-1]) <= at and ends(opened[-1]) < max(ends(event), at + 1):
                    opened.pop()
                assert not opened or ends(event) <= ends(opened[-1]), (opened[-1], event)
                opened.append(event)
                last = event
            else:
                name = "send to rank" if event["ph"] == "s" else "receive from rank"
                assert last["name"].startswith(name) and nanoseconds(last, "ts") <= at <= ends(last), (last, event)


def check_arrows(tracks, error, whole):
    tails, heads = {}, {}
    for track in tracks.values():
        slice = None
        for event in track:
            if event["ph"] == "X":
                slice = event
            else:
                side = tails if event["ph"] == "s" else heads
                assert event["id"] not in side, event
                side[event["id"]] = slice
    assert not whole or set(tails) == set(heads), set(tails) ^ set(heads)
    for number in set(tails) & set(heads):
        sent, came = tails[number], heads[number]
        within = error[sent["pid"]] + error[came["pid"]] + 3  # and what rounding makes
        assert ends(came) >= nanoseconds(sent, "ts") - within, (sent, came)
        assert came["args"]["rank"] == sent["pid"] and sent["args"]["rank"] == came["pid"], (sent, came)
        assert came["args"]["bytes"] == sent["args"]["bytes"], (sent, came)
    return len(set(tails) & set(heads))


def check_dataflow(tiles, error):
    """Of the program's two sweeps: the CPU whose rows end where another's begin is in front of it."""
    compared = 0
    tiles = [tile for tile in tiles if tile["args"]["region"] in ("sweep", "back")]
    along = {}
    for tile in tiles:
        key = tile["args"]["run"], tile["pid"], tile["args"]["cpu"]
        first = along.setdefault(key, [tile["args"]["tile"], None])
        for d in range(2):
            if tile["args"]["tile"][d] != first[0][d]:
                first[1] = d
    behind, mapped_of = {}, {key[0]: d for key, (_, d) in along.items() if d is not None}
    for tile in tiles:
        run, at = tile["args"]["run"], tile["args"]["tile"]
        if run in mapped_of:
            m = mapped_of[run]
            behind[run, at[m], tile["args"].get("piece"), at[1 - m] + tile["args"].get("rows", 1)] = tile
    for tile in tiles:
        run, at = tile["args"]["run"], tile["args"]["tile"]
        before = run in mapped_of and behind.get(
            (run, at[mapped_of[run]], tile["args"].get("piece"), at[1 - mapped_of[run]]))
        if before:
            within = error[before["pid"]] + error[tile["pid"]] + 3  # and what rounding makes
            assert nanoseconds(tile, "ts") >= ends(before) - within, (before, tile)
            compared += 1
    return compared


def statistics(path):
    for line in open(path):
        if line.startswith("tilepipe: region="):
            yield dict(word.split("=", 1) for word in shlex.split(line) if "=" in word)


def check_sums(slices, path):
    for of in statistics(path):
        for category in ("compute", "wait", "comm"):
            sums, cpus = collections.Counter(), collections.defaultdict(set)
            for slice in slices:
                if slice["args"].get("region") != of["region"]:
                    continue
                if slice["cat"] == "compute":
                    cpus[slice["args"]["run"]].add((slice["pid"], slice["args"]["cpu"]))
                if slice["cat"] == category:
                    sums[slice["args"]["run"]] += nanoseconds(slice, "dur")
            seconds = sum(sums[run] / len(cpus[run]) for run in cpus) * 1e-9
            wanted = float(of.get(category, 0))
            assert abs(seconds - wanted) <= 0.05 * wanted + 2e-6, (of["region"], category, seconds, wanted)
        mine = [s["args"] for s in slices if s["cat"] == "compute" and s["args"]["region"] == of["region"]]
        count = sum(args.get("rows", 1) for args in mine if args.get("piece", 0) == 0)
        assert count == int(of["tiles"]), (of["region"], count, of["tiles"])


def main():
    path, lines, words = sys.argv[1], sys.argv[2], sys.argv[3:]
    file = json.load(open(path))
    events = file["traceEvents"]
    error = [round(us * 1000) for us in file["otherData"]["clock_error_us"]] or [0]
    named = {e["name"]: e["args"] for e in events if e["ph"] == "M"}
    assert named["process_name"]["name"].startswith("rank "), named
    lost = sum(e["args"].get("lost", 0) for e in events if e["ph"] == "M")
    slices = [e for e in events if e["ph"] == "X"]
    tiles = [s for s in slices if s["cat"] == "compute"]
    tracks = by_track(events)
    check_nesting(tracks)
    arrows = check_arrows(tracks, error, not lost)
    compared = check_dataflow(tiles, error)
    if lost:
        most = max(sum(e["ph"] == "X" for e in track) for track in tracks.values())
        assert most == 1 << 15, most
    else:
        check_sums(slices, lines)
    print("ranks=%d tracks=%d arrows=%s compared=%s error=%s lost=%s" % (
        len({s["pid"] for s in slices}), len(tracks), "yes" if arrows else "no", "yes" if compared else "no",
        "yes" if any(error) else "no", "yes" if lost else "no"))
    for word in words:
        print("%s: %s" % (word, "yes" if any(s["name"].startswith(word) for s in slices) else "NO"))


main()
