"""Draws one SVG with matplotlib: plot.py OUT.svg < specification.

The specification is JSON: title, xlabel, ylabel, logx, logy, series [{label, x, y, style}] and
marks [{label, x, y}], single points such as published results; ticks {at, labels} where x counts things.
"""
import json
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "tilepipe"  # the same picture is the same file
import matplotlib.pyplot as plt


def main(path):
    spec = json.load(sys.stdin)
    figure, axes = plt.subplots(figsize=(7, 4.5))
    for line in spec["series"]:
        axes.plot(line["x"], line["y"], line.get("style", "o-"), label=line["label"], markersize=4)
    for mark in spec.get("marks", []):
        axes.plot([mark["x"]], [mark["y"]], "k*", markersize=10)
        axes.annotate(mark["label"], (mark["x"], mark["y"]), textcoords="offset points", xytext=(6, 6), fontsize=8)
    if spec.get("logx"):
        axes.set_xscale("log", base=2)
    if spec.get("logy"):
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0, top=spec.get("top"))
    if "ticks" in spec:
        axes.set_xticks(spec["ticks"]["at"], labels=spec["ticks"]["labels"])
    axes.set_title(spec["title"])
    axes.set_xlabel(spec["xlabel"])
    axes.set_ylabel(spec["ylabel"])
    axes.grid(True, alpha=0.3)
    axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    main(sys.argv[1])
