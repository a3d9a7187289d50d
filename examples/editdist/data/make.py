#!/usr/bin/env python3
"""Writes draft.txt and revised.txt: a generated field report and a later version of it."""
import random
import textwrap

PARAGRAPHS = 25
SUBJECTS = ("the upper gauge", "the survey team", "the lower basin", "a second pump", "the river", "the old channel",
            "the night shift", "the sampling boat", "the weather station", "the eastern bank")
VERBS = ("recorded", "passed", "showed", "lost", "reached", "reported", "carried", "measured", "missed")
OBJECTS = ("a level of {} centimetres", "{} litres per second", "the mark of {} metres", "{} samples of sediment",
           "a drop of {} degrees", "less than {} percent of the load", "no change for {} hours")
ENDS = ("before noon", "after the rain", "as in the year before", "near the bridge", "against all forecasts",
        "while the gate was closed", "on the third day", "for the first time since spring")


def sentence(rng):
    words = "%s %s %s" % (rng.choice(SUBJECTS), rng.choice(VERBS), rng.choice(OBJECTS).format(rng.randint(2, 400)))
    if rng.random() < 0.6:
        words += " " + rng.choice(ENDS)
    return words[0].upper() + words[1:] + "."


def revise(rng, paragraphs):
    """Sentences are replaced, lost, moved and added; words and spellings change."""
    out = []
    for sentences in paragraphs:
        new = []
        for text in sentences:
            x = rng.random()
            if x < 0.08:
                continue
            if x < 0.16:
                text = sentence(rng)
            elif x < 0.30:
                words = text.split()
                words[rng.randrange(len(words) - 1)] = rng.choice(("about", "roughly", "again", "late"))
                text = " ".join(words)
            elif x < 0.40:
                at = rng.randrange(1, len(text) - 1)
                text = text[:at] + text[at + 1:]
            new.append(text)
            if rng.random() < 0.07:
                new.append(sentence(rng))
        if len(new) > 2 and rng.random() < 0.3:
            new.insert(0, new.pop())
        out.append(new)
    return out


def write(name, paragraphs):
    with open(name, "w") as f:
        f.write("\n\n".join(textwrap.fill(" ".join(p), 78) for p in paragraphs) + "\n")


def main():
    rng = random.Random(1966)
    draft = [[sentence(rng) for _ in range(rng.randint(4, 9))] for _ in range(PARAGRAPHS)]
    write("draft.txt", draft)
    write("revised.txt", revise(rng, draft))


if __name__ == "__main__":
    main()
