"""A document of TILEPIPE_STATS=json against its schema: statistics.py SCHEMA DOCUMENT [LINES]

Keys that the schema does not name are errors, too. LINES: what TILEPIPE_STATS=1 has printed of the same run: all of its
keys and values are in the document. Prints the document's figures, one line for each region."""
import json
import shlex
import sys

import jsonschema


def named(schema, value, at=""):
    """Keys of the value that the schema does not describe."""
    if isinstance(value, dict):
        for key in value:
            if key not in schema["properties"]:
                yield at + "." + key
            else:
                yield from named(schema["properties"][key], value[key], at + "." + key)
    elif isinstance(value, list):
        for element in value:
            yield from named(schema["items"], element, at + "[]")


def typed(text):
    """The value of a word of a line."""
    try:
        return float(text)
    except ValueError:
        return text


def is_said(key, text, there):
    """Whether the document has the word key=text; 1/2 is also a key of its own, lists have commas."""
    key = key.replace("-", "_")
    if key not in there:
        return False
    value = there[key]
    if isinstance(value, list):
        return [typed(t) for t in text.split(",")] == value
    first, _, second = text.partition("/")
    if second and key in ("cpus", "ranks", "threads"):
        more = there["cpus_with_work" if key == "cpus" else key + "_given"]
        return typed(first) == value and typed(second) == more
    if isinstance(value, (int, float)):
        return abs(typed(text) - value) <= (0.006 if key == "hidden" else 1e-6 + 1e-6 * abs(value))
    return str(value) == text


def check_line(words, region):
    """The words of a line, in the part of the document that they are about."""
    there = region
    for word in words:
        if word in ("last:", "all:"):
            there = region[word[:-1]]
            continue
        key, _, text = word.partition("=")
        # Behind the sums come words about the region again.
        if there is not region and key.replace("-", "_") not in there and key.replace("-", "_") in region:
            there = region
        assert is_said(key, text, there), "%s=%s is not in the document: %s" % (key, text, there.get(key))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        document = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    wrong = [e.json_path + ": " + e.message for e in jsonschema.Draft202012Validator(schema).iter_errors(document)]
    assert not wrong, wrong
    unnamed = list(named(schema, document))
    assert not unnamed, unnamed
    regions = {(r["region"], r["line"]): r for r in document["regions"]}
    if len(sys.argv) > 3:
        with open(sys.argv[3], encoding="utf-8") as file:
            lines = [shlex.split(line)[1:] for line in file if line.startswith("tilepipe: ")]
        for words in lines:
            given = dict(word.partition("=")[::2] for word in words)
            if "region" in given:
                check_line(words, regions[given["region"], int(given["line"])])
            else:
                check_line(words, document["data"])
        assert sum(any(w.startswith("region=") for w in words) for words in lines) == len(regions), lines
    print("ranks=%d threads=%s signal=%s regions=%d" %
          (document["ranks"], document["threads"], document["signal"], len(document["regions"])))
    for r in document["regions"]:
        print(ascii("%s calls=%d ran=%d by_rank=%d file=%s" % (r["at"], r["calls"], r["ran"], len(r["by_rank"]), r["file"])))


main()
