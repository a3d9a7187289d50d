"""A log of --tp-sarif against its schema: sarif.py SCHEMA LOG...

Prints a line for each result. What the schema cannot say is checked as well: results name their rules by index, each
rule once, and links in Markdown lead to related locations. The schema has to refuse each object with one more key.
"""
import copy
import json
import re
import sys
import urllib.parse

import jsonschema


def objects(value):
    """All objects in the value."""
    for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from objects(child)
    if isinstance(value, dict):
        yield value


def place(location):
    physical = location["physicalLocation"]
    name = urllib.parse.unquote(physical["artifactLocation"]["uri"]).rsplit("/", 1)[1]
    region = physical["region"]
    end = "-%d" % region["endColumn"] if "endColumn" in region else ""
    return "%s:%d:%s%s" % (name, region["startLine"], region.get("startColumn", ""), end)


def spelled(location):
    """The text of the region in the file."""
    region = location["physicalLocation"]["region"]
    with open(urllib.parse.unquote(location["physicalLocation"]["artifactLocation"]["uri"])[len("file://"):],
              encoding="utf-8", errors="replace") as file:
        line = file.read().split("\n")[region["startLine"] - 1]
    return line[region["startColumn"] - 1:region["endColumn"] - 1] if "endColumn" in region else ""


def check(validator, log):
    wrong = ["%s: %s" % (e.json_path, e.message) for e in validator.iter_errors(log)]
    if wrong:
        sys.exit("\n".join(wrong))
    for number in range(sum(1 for _ in objects(log))):
        spoiled = copy.deepcopy(log)
        list(objects(spoiled))[number]["extra"] = 1
        assert not validator.is_valid(spoiled), "an extra key is taken"
    run = log["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(rules) == len(set(rules)), rules
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"], result
        ids = [str(r["id"]) for r in result.get("relatedLocations", [])]
        assert re.findall(r"`\]\((\d+)\)", result["message"].get("markdown", "")) == ids, result
    assert set(rules) == {result["ruleId"] for result in run["results"]}, rules
    return run


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    for name in sys.argv[2:]:
        with open(name, encoding="utf-8") as file:
            run = check(jsonschema.Draft202012Validator(schema), json.load(file))
        invocation = run["invocations"][0]
        print("%s: %d results, exit code %d" % (name, len(run["results"]), invocation["exitCode"]))
        for note in invocation.get("toolExecutionNotifications", []):
            print("run: %s %s: %s" % (note["level"], note["descriptor"]["id"], note["message"]["text"]))
        for result in run["results"]:
            location = result["locations"][0]
            function = location.get("logicalLocations", [{"name": "-"}])[0]["name"]
            print("%s %s %s '%s' in %s: %s" % (result["level"], result["ruleId"], place(location), spelled(location),
                                               function, result["message"]["text"]))
            for related in result.get("relatedLocations", []):
                print("  %d %s '%s'" % (related["id"], place(related), spelled(related)))
            if "markdown" in result["message"]:
                print("  | " + result["message"]["markdown"].replace("\n", "\n  | "))


if __name__ == "__main__":
    main()
