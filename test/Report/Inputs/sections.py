"""Prints for each region of a page of tilepipe-report what it shows: sections.py PAGE, or - for the standard input."""

import re
import sys
from html.parser import HTMLParser


class Page(HTMLParser):
    """Boxes by the label of their picture, and lines of source. Fails where an element is not closed, or loads something."""

    VOID = {"meta", "input", "br"}

    def __init__(self):
        super().__init__()
        self.open, self.sections, self.picture, self.inside = [], [], "", ""

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        assert not {"src", "xlink:href"} & set(attributes) and attributes.get("href", "#").startswith("#")
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "section":
            self.sections.append({"title": "", "boxes": {}, "lines": []})
        if tag == "svg":
            self.picture = attributes.get("aria-label", "")
        if tag == "rect" and self.sections:
            boxes = self.sections[-1]["boxes"].setdefault(self.picture, [])
            assert float(attributes["width"]) >= 0 and float(attributes["x"]) >= 0
            boxes.append("")
        self.inside = attributes.get("class", "")

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, (tag, self.getpos())

    def handle_startendtag(self, tag, attributes):
        assert tag == "path", tag

    def handle_data(self, text):
        if not self.sections or not self.open:
            return
        section = self.sections[-1]
        if self.open[-1] == "h2":
            section["title"] += text
        if self.open[-1] == "title" and "rect" in self.open:
            section["boxes"][self.picture][-1] += text
        if self.open[-1] == "span" and self.inside == "n":
            section["lines"].append(int(text))


def main(path):
    page = Page()
    text = sys.stdin.read() if path == "-" else open(path, encoding="utf-8").read()
    assert "http:" not in text and "https:" not in text
    page.feed(text)
    page.close()
    assert not page.open, page.open
    for section in page.sections:
        steps = [re.search(r"step (\d+)", box)[1] for box in section["boxes"].get("Steps of the schedule", [])]
        lines = section["lines"]
        source = f"lines {lines[0]} to {lines[-1]}" if lines else "no"
        print(f"{section['title'].strip()}: {len(section['boxes'].get('What each thread did', []))} slices, "
              f"{len(set(steps))} steps, source {source}")


if __name__ == "__main__":
    main(sys.argv[1])
