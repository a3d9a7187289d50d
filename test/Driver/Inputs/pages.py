"""Reads a page of --tp-explain=<file>: pages.py PAGE. Prints a line for each nest, and fails where a picture contradicts itself.

The number of colours, of steps on the slider and of columns of the schedule are those of the tiles. A step of the picture is the
formula's unless the page says why not.
"""

import re
import sys
from html.parser import HTMLParser


class Page(HTMLParser):
    """Tiles of each section, and its text. Fails at an element that is not closed, and at an address outside of the page."""

    VOID = {"meta", "input", "br"}

    def __init__(self):
        super().__init__()
        self.open, self.sections = [], []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        for name in ("src", "href", "xlink:href"):
            assert name not in attributes, f"{tag} loads {attributes[name]}"
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "section":
            self.sections.append({"kind": attributes["class"], "text": "", "tiles": [], "most": None})
        if tag == "g" and attributes.get("class") == "tile":
            self.sections[-1]["tiles"].append((int(attributes["data-step"]), attributes["fill"]))
        if tag == "input":
            self.sections[-1]["most"] = int(attributes["max"])

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"{tag} is not open at {self.getpos()}"

    def handle_startendtag(self, tag, attributes):
        assert tag in {"path", "rect", "line", "circle"}, tag

    def handle_data(self, text):
        if self.sections:
            self.sections[-1]["text"] += text


def read(path):
    page = Page()
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert "http:" not in text and "https:" not in text and "url(//" not in text
    page.feed(text)
    page.close()
    assert not page.open, page.open
    return page.sections


def check(section):
    """What the picture says of a nest: colours, steps of the formula."""
    colours = {fill for _, fill in section["tiles"]}
    steps = {step for step, _ in section["tiles"]}
    assert len({*section["tiles"]}) == len(colours) == len(steps), "a step has one colour, and a colour one step"
    found = re.search(r"P = (?:.* = )?(\d+)\. In the picture: (\d+)\.", section["text"])
    formula, shown = int(found[1]), int(found[2])
    assert shown == max(steps) + 1 and (shown == 1 or section["most"] == shown - 1)
    explained = "no box" in section["text"] or "here CPUs have several" in section["text"]
    explained = explained or "CPUs are drawn" in section["text"]
    assert explained or len(colours) == formula, f"{len(colours)} colours, but {formula} steps"
    return len(colours), formula


def main(path):
    for section in read(path):
        if section["kind"] != "region":
            print("left", " ".join(re.findall(r"\[tp-[a-z-]+\]", section["text"])))
        elif "No picture" in section["text"]:
            print(section["text"].split()[0], "no picture")
        else:
            print(section["text"].split()[0], "colours %d formula %d" % check(section))


if __name__ == "__main__":
    main(sys.argv[1])
