#!/usr/bin/env python3
"""Writes cells.pgm (P5) and slope.pgm (P2, small): a generated micrograph, and a ramp."""
import math
import random


def micrograph(rng, width, height):
    """Uneven light, dark cells with a darker nucleus, noise of the camera."""
    cells = [(rng.uniform(0, width), rng.uniform(0, height), rng.uniform(5, 14)) for _ in range(45)]
    for y in range(height):
        for x in range(width):
            light = 190 - 45 * ((x / width - 0.4) ** 2 + (y / height - 0.6) ** 2) + 6 * math.sin(x / 37)
            for cx, cy, r in cells:
                d = math.hypot(x - cx, y - cy) / r
                if d < 1:
                    light -= 55 if d < 0.4 else 25 + 12 * d
            yield min(255, max(0, int(light + rng.gauss(0, 5))))


def main():
    width, height = 256, 192
    with open("cells.pgm", "wb") as f:
        f.write(b"P5\n# generated micrograph\n%d %d\n255\n" % (width, height))
        f.write(bytes(micrograph(random.Random(12), width, height)))
    with open("slope.pgm", "w") as f:
        f.write("P2\n# a ramp of 12 bits\n19 13\n4095\n")
        for i in range(13):
            f.write(" ".join("%d" % (i * 300 + j * 25) for j in range(19)) + "\n")


if __name__ == "__main__":
    main()
