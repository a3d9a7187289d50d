"""Manual pages from what the tools and README.md say:

    page.py tool VERSION SUMMARY README PROGRAM HELP_OPTION > PROGRAM.1
    page.py settings VERSION SUMMARY README > tilepipe.7

The page of a tool is its help, that of the settings are sections of README.md. help2man was tried: it does not read help
as LLVM prints it, where a description may stand one blank behind its option, and there is no such tool for tables."""
import datetime
import os
import re
import subprocess
import sys

# Sections of README.md and their names in tilepipe(7).
SECTIONS = {"Use": "USE", "Settings": "ENVIRONMENT", "Pragmas": "PRAGMAS", "The same bits": "THE SAME BITS",
            "Limits": "LIMITS"}
PAGES = ["tilepipe-cc(1)", "tilepipe-run(1)", "tilepipe-calibrate(1)", "tilepipe-report(1)", "tilepipe(7)"]


def roff(text):
    """Text in which no character is a request or an escape."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("^", "\\(ha").replace("~", "\\(ti")
    return "\\&" + text if text.startswith(".") else text


def inline(markdown):
    """Code is bold, emphasis is italic. Links are their text, and name the document where they are all that is said."""
    markdown = re.sub(r"(\(|; |\. )\[([^\]`]*)\]\(([^)#]+)[^)]*\)(?=[.)]|$)", r"\1\2: \3", markdown)
    markdown = re.sub(r"\[((?:`[^`]*`|[^\]`])*)\]\([^)]*\)", r"\1", markdown)
    out = ""
    for part in re.split(r"(`[^`]*`|\*\*.*?\*\*|\*(?! )[^*]*\*)", markdown):
        if part.startswith("`") or part.startswith("**"):
            out += "\\fB" + roff(part.strip("`*" if part.startswith("**") else "`")) + "\\fR"
        elif part.startswith("*"):
            out += "\\fI" + roff(part.strip("*")) + "\\fR"
        else:
            out += roff(part)
    # A line for a sentence; one that begins with a dot would be a request.
    return re.sub(r"(?<=[.:;]) (?=[^ ])", "\n", out).replace("\n.", "\n\\&.")


def cells(row):
    """The cells of a row of a table."""
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row)[1:-1]]


def blocks(markdown):
    """The lines of a section of README.md as roff."""
    out, lines, at = [], markdown.strip("\n").split("\n"), 0
    while at < len(lines):
        line = lines[at]
        end = at + 1
        if line.startswith("```"):
            while not lines[end].startswith("```"):
                end += 1
            out += [".PP", ".RS 4", ".nf"] + [roff(code) for code in lines[at + 1:end]] + [".fi", ".RE"]
            end += 1
        elif line.startswith("    "):
            while end < len(lines) and lines[end].startswith("    "):
                end += 1
            out += [".PP", ".RS 4", ".nf"] + [roff(code[4:]) for code in lines[at:end]] + [".fi", ".RE"]
        elif line.startswith("|"):
            while end < len(lines) and lines[end].startswith("|"):
                end += 1
            for row in lines[at + 2:end]:
                name, *rest = cells(row)
                out += [".TP", inline(name).replace("\n", " "), *(inline(cell) for cell in rest)]
        elif line.startswith("- "):
            out += [".IP \\(bu 2", inline(line[2:])]
        elif line.startswith("### "):
            out += [".SS " + roff(line[4:])]
        elif line:
            heading = out and out[-1].startswith(".SS")
            out += [inline(line)] if heading or not out else [".PP", inline(line)]
        at = end
    return out


def sections(readme):
    """The text of each section of README.md, and what stands in front of them."""
    with open(readme, encoding="utf-8") as file:
        parts = re.split(r"^(#{1,2} .*)$", file.read(), flags=re.MULTILINE)
    return {head.lstrip("# "): text for head, text in zip(parts[1::2], parts[2::2])}


def options(lines):
    """Options and their descriptions, behind them or in the next line; a line that ends in a colon is a heading."""
    out = []
    for line in lines:
        option = re.match(r"  (-\S+(?: (?:[A-Z][A-Z,.]*|<\S*>)(?= |$))?)\s*(?:- )?(.*)$", line)
        if option:
            out += [".TP", "\\fB" + roff(option[1]) + "\\fR", roff(option[2])]
        elif line.startswith("   "):
            out[-1] = (out[-1] + " " + roff(line.strip())).strip()
        elif line.endswith(":") and line != "OPTIONS:":
            out += [".SS " + roff(line[0].upper() + line[1:-1])]
    # An option without a description is a paragraph of its own.
    return [line for line in out if line]


def tool_page(program, help_option):
    text = subprocess.run([program, help_option], check=True, stdout=subprocess.PIPE, text=True).stdout
    usage = re.search(r"^usage: (.*\n(?: {4,}.*\n)*)", text, re.MULTILINE | re.IGNORECASE)
    described = re.sub(r"^OVERVIEW: (%s: )?" % os.path.basename(program), "", text.replace(usage[0], ""))
    is_option = [bool(re.match(r"  |OPTIONS:|.*:$", line)) for line in described.split("\n")]
    first = is_option.index(True)
    lines = described.split("\n")
    synopsis = []
    for line in usage[1].strip().split("\n"):
        synopsis += [".br"] * bool(synopsis) + [roff(line.strip())]
    prose = " ".join(line for line in lines[:first] if line)
    return [".SH SYNOPSIS", *synopsis, ".SH DESCRIPTION", inline(prose[0].upper() + prose[1:]), ".SH OPTIONS",
            *options(lines[first:])]


def settings_page(readme):
    found = sections(readme)
    out = [".SH DESCRIPTION", *blocks(found["tilepipe"].split("\n    ")[0])]
    for name, heading in SECTIONS.items():
        out += [".SH " + heading, *blocks(found[name])]
    return out


def main():
    kind, version, summary = sys.argv[1:4]
    name = "tilepipe" if kind == "settings" else os.path.basename(sys.argv[5])
    section = "7" if kind == "settings" else "1"
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    day = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc) if seconds else datetime.date.today()
    body = settings_page(sys.argv[4]) if kind == "settings" else tool_page(*sys.argv[5:7])
    others = [page for page in PAGES if page != "%s(%s)" % (name, section)]
    see = [".BR %s %s%s" % (roff(page[:-3]), page[-3:], "," if page != others[-1] else "") for page in others]
    print("\n".join(['.TH %s %s "%s" "tilepipe %s"' % (name.upper(), section, day.strftime("%Y-%m-%d"), version),
                     ".SH NAME", "%s \\- %s" % (roff(name), roff(summary)), *body, ".SH SEE ALSO", *see]))


main()
