"""Trees that keep the last few time steps in one array: `U[(k + 1) % 3][i][j]`."""
import random

SHARE = 0.1           # of the trees
share = SHARE         # fuzz.py sets it


def chosen(seed):
    return random.Random("levels %d" % seed).random() < share


def level(array, size, offset, at):
    """(name of the array, subscripts): offset steps behind the iterator's."""
    return array, [("k%%%d" % size, offset)] + at


def draw(rng, Ref, Assign, For):
    """A time loop around one sweep, now and then with its borders or another array beside it."""
    size = rng.choice([2, 2, 2, 3, 3, 4])
    is_flat = rng.random() < 0.25
    names = ["i"] if is_flat else ["i", "j"]
    now = rng.randrange(size)
    far = rng.choice([1, 1, 1, 2])
    before = lambda steps, at: Ref(*level("u" if is_flat else "U", size, (now - steps) % size, at))
    own = [(d, 0) for d in names]

    def near():
        return [(d, rng.randint(-far, far) if rng.random() < 0.6 else 0) for d in names]
    reads = [before(rng.randint(1, size - 1), near()) for _ in range(rng.randint(1, 4))]
    if rng.random() < 0.15:  # of the same step: in place
        reads.append(before(0, [(d, 0) for d in names[:-1]] + [(names[-1], -1)]))
    if rng.random() < 0.3:
        reads.append(Ref("c" if is_flat else "C", near()))
    body = [Assign(before(0, own), reads, rng.choice(["=", "=", "=", "+=", "local", "if-value"]))]
    if size > 2 and rng.random() < 0.4:  # another step of the same element
        body.append(Assign(before(rng.randint(1, size - 1), own), [before(0, own)], rng.choice(["=", "=", "+=", "if-value"])))
    if rng.random() < 0.25:  # another array, of one level
        body.append(Assign(Ref("a" if is_flat else "A", own), [before(rng.randint(0, size - 1), own)], "+="))
    for name in reversed(names):
        body = [For(name, ("", far), ("n" if name == "i" else "m", -far), rng.random() < 0.1, rng.choice([1] * 9 + [2]), body=body)]
    root = For("k", ("", rng.choice([0, 1])), ("t", 0), weak=rng.random() < 0.2, body=body)
    if rng.random() < 0.25 and not is_flat:  # a border, written by a loop of its own
        edge = lambda at: [("i", 0), ("", at)]
        root.body.append(For("i", ("", 1), ("n", -1), body=[Assign(before(0, edge(0)), [before(rng.choice([0, 1]), edge(1))])]))
    return root
