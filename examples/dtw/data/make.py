#!/usr/bin/env python3
"""Writes first.csv and second.csv: a generated gait, walked twice at different, uneven speeds."""
import math
import random


def stride(phase):
    """Acceleration (m/s2) at a point of the stride: two steps, sideways sway, heel strikes."""
    strike = math.exp(-((phase % 0.5) - 0.08) ** 2 / 0.0012)
    x = 1.4 * math.sin(4 * math.pi * phase) - 2.2 * strike
    y = 0.9 * math.sin(2 * math.pi * phase) + 0.3 * math.sin(6 * math.pi * phase)
    z = 9.81 + 2.0 * math.cos(4 * math.pi * phase + 0.4) + 4.5 * strike
    return x, y, z


def record(name, rng, rate, seconds, pace, noise):
    phase = 0.0
    with open(name, "w") as f:
        f.write("time,x,y,z\n")
        for i in range(int(rate * seconds)):
            t = i / rate
            values = [v + rng.gauss(0, noise) for v in stride(phase)]
            f.write("%.2f,%.3f,%.3f,%.3f\n" % (t, *values))
            phase += pace(t) / rate


def main():
    record("first.csv", random.Random(7), 100, 12.0, lambda t: 0.92 + 0.05 * math.sin(0.7 * t), 0.12)
    record("second.csv", random.Random(8), 100, 14.0,
           lambda t: 0.98 + 0.16 * math.sin(0.9 * t + 1.0), 0.15)


if __name__ == "__main__":
    main()
