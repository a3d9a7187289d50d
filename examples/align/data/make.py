#!/usr/bin/env python3
"""Writes pair.fasta: a generated gene and a relative of it, made by fixed mutations."""
import random

BASES = "ACGT"
LENGTH = 5000


def gene(rng):
    """Bases with the preferences of coding DNA: a triplet's third base differs in its mix."""
    mixes = [(28, 22, 30, 20), (30, 22, 18, 30), (16, 34, 34, 16)]
    return "".join(rng.choices(BASES, mixes[i % 3])[0] for i in range(LENGTH))


def relative(rng, bases):
    """Point mutations, short gaps, one lost and one inserted stretch."""
    out = []
    i = 0
    while i < len(bases):
        x = rng.random()
        if x < 0.06:
            out.append(rng.choice(BASES.replace(bases[i], "")))
        elif x < 0.066:
            i += rng.randint(0, 8)
        elif x < 0.072:
            out.append(bases[i] + "".join(rng.choices(BASES, k=rng.randint(1, 9))))
        else:
            out.append(bases[i])
        i += 1
    out = "".join(out)
    insert = "".join(rng.choices(BASES, k=240))
    return out[:900] + out[1100:2600] + insert + out[2600:]


def main():
    rng = random.Random(2001)
    first = gene(rng)
    records = [("gene_a generated, coding-like", first), ("gene_b relative of gene_a", relative(rng, first))]
    with open("pair.fasta", "w") as f:
        for name, bases in records:
            f.write(">" + name + "\n")
            for i in range(0, len(bases), 70):
                f.write(bases[i:i + 70] + "\n")


if __name__ == "__main__":
    main()
