"""What documents promise a reader, against what there is: documents.py SOURCE

For docs/*.md and every README.md: links and their anchors exist; files, folders and names of the code in `backticks` exist;
no sentence is longer than MOST_WORDS. Of the release notes, which are history, only the links count. Tables and code
are no sentences. Tables name every setting, every key of the statistics and every code of a refusal. Prints a line for
each fault."""
import fnmatch
import os
import re
import sys

MOST_WORDS = 40
HISTORY = "docs/ReleaseNotes.md"
FOLDERS = ("bench", "docs", "examples", "include", "lib", "runtime", "scripts", "test", "tools")
SUFFIXES = r"\.(?:c|cpp|def|h|md|py|td|test)"
# Names that stand for what a reader or the tool makes: the example of CONTRIBUTING.md, emitted names of a nest `sweep`.
EXAMPLES = r"TILEPIPE_EAGER|tp_sweep\w*"


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def all_files(source):
    for at, folders, names in os.walk(source):
        folders[:] = [f for f in folders if f not in (".git", "build", "__pycache__")]
        for name in names:
            yield os.path.relpath(os.path.join(at, name), source)


def blocks(text):
    """(line, kind, text) of headings, tables' rows and paragraphs; a list's item is a paragraph. Code is left out."""
    inside, found, start = False, [], 0
    for number, line in enumerate(text.split("\n") + [""], 1):
        fence = line.lstrip().startswith("```")
        inside ^= fence
        kind = re.match(r"#+ |\s*\|", line)
        ends = fence or inside or kind or not line.strip() or line.startswith("    ")
        if found and (ends or re.match(r"\s*([-*]|\d+\.) ", line)):
            yield start, "text", " ".join(found)
            found = []
        if kind and not inside:
            yield number, "heading" if line.startswith("#") else "row", line
        if not ends:
            start = start if found else number
            found.append(line.strip())


def anchors(text):
    headings = [line for _, kind, line in blocks(text) if kind == "heading"]
    plain = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", line.lstrip("#").strip()) for line in headings]
    return {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in plain}


def check_links(source, name, line, text):
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", text)):
        if re.match(r"\w+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = os.path.normpath(os.path.join(source, os.path.dirname(name), path)) if path else os.path.join(source, name)
        if not os.path.exists(file):
            yield "%s:%d: no file %s" % (name, line, target)
        elif anchor and anchor not in anchors(read(file)):
            yield "%s:%d: no heading %s" % (name, line, target)


def is_there(path, files, folders):
    """By its whole path or the end of it: util/liveness.c is runtime/util/liveness.c."""
    path = path.rstrip("/")
    return any(fnmatch.fnmatch(f, path) or fnmatch.fnmatch(f, "*/" + path) for f in files | folders)


def check_code(name, line, text, files, folders, words):
    for code in re.findall(r"`([^`]+)`", text):
        first = code.split("/")[0]
        if re.fullmatch(r"[\w.*/-]*[\w*]" + SUFFIXES, code) or (first in FOLDERS and re.fullmatch(r"[\w.*/-]+", code) and "/" in code):
            if code != "lib/pkgconfig" and not is_there(code, files, folders):
                yield "%s:%d: no file %s" % (name, line, code)
            continue
        for word in re.findall(r"(?<![\w<])(?:tp_\w+|TP_\w+|TILEPIPE_\w+|[A-Z][a-z]+[A-Z]\w+)(?![\w<])", code):
            if word not in words and not re.fullmatch(EXAMPLES, word):
                yield "%s:%d: no name %s in the code" % (name, line, word)


def check_sentences(name, line, text):
    text = re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", "x", text))
    for sentence in re.split(r"(?<=[.?!])[)*\"]*\s+", text):
        count = len(re.findall(r"\S*\w\S*", sentence))
        if count > MOST_WORDS:
            yield "%s:%d: a sentence of %d words: %s ..." % (name, line, count, " ".join(sentence.split()[:6]))


def settings(text):
    found = re.findall(r"^TP_SETTING\((\w+), (\w+), \w+, (\w+)", text, re.MULTILINE)
    return {"TILEPIPE_" + name.upper() for name, kind, binds in found if binds != "CPUS"}


def keys(text):
    printed = re.findall(r'[ "]([a-z_]+)=(?:%|\\"|1")', text)
    return set(printed + re.findall(r'put_(?:text|used|numbers)\([^;"]*" ?([a-z_-]+)"', text))


def codes(text):
    made = re.findall(r'make\("([a-z-]+)"', text) + re.findall(r'refuse\(\{"([a-z-]+)"', text)
    # Remarks that are no refusals: at their creation, or by functions that create one.
    said = re.findall(r'RemarkKind::\w+, "([a-z-]+)"', text) + re.findall(r'\b(?:Say\(|Code = )"([a-z-]+)"', text)
    return set(made + said + re.findall(r'leave\(.*, "([a-z-]+)"\)', text))


# What a document must name in `backticks`: the document, what to look for, and the files that say it.
TABLES = (("README.md", settings, "runtime/settings/settings.def"),
          ("docs/Runtime.md", keys, "runtime/report/line.c"),
          ("docs/Runtime.md", keys, "runtime/plan/mesh.c"),
          ("docs/Refusals.md", codes, "lib/*.cpp"))


def check_tables(source, files):
    for document, find, pattern in TABLES:
        there = re.findall(r"`([\w-]+)[=`]", read(os.path.join(source, document)))
        wanted = set()
        for file in fnmatch.filter(files, pattern):
            wanted |= find(read(os.path.join(source, file)))
        if not wanted:
            yield "%s: nothing found in %s" % (document, pattern)
        for word in sorted(wanted - set(there)):
            yield "%s: no %s" % (document, word)


def main():
    source = sys.argv[1]
    files = set(all_files(source))
    folders = {"/".join(f.split("/")[:n]) for f in files for n in range(1, f.count("/") + 1)}
    documents = sorted(f for f in files if os.path.basename(f) == "README.md" or re.fullmatch(r"docs/\w+\.md", f))
    words = {os.path.basename(f).split(".")[0] for f in files}
    for file in files:
        if not file.endswith(".md"):
            words.update(re.findall(r"\w+", read(os.path.join(source, file))))
    wrong = list(check_tables(source, files))
    for name in documents:
        for line, kind, text in blocks(read(os.path.join(source, name))):
            wrong += check_links(source, name, line, text)
            if name != HISTORY:
                wrong += check_code(name, line, text, files, folders, words)
            if name != HISTORY and kind == "text":
                wrong += check_sentences(name, line, text)
    print("\n".join(wrong + ["%d documents, %d faults" % (len(documents), len(wrong))]))


main()
