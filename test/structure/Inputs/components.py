"""What the folders promise, against what their files do: components.py SOURCE

Each folder of runtime/ has a README.md of at most 15 lines with a line "May use: <folders>", or "May use: nothing".
Prints a line for each file that includes another folder's header without leave, for each source file that its
folder's CMakeLists.txt does not name, and for files of one name in different folders."""
import os
import re
import sys

MOST_LINES = 15


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def may_use(folder):
    """The folders that a folder's README names; what is wrong with it."""
    path = os.path.join(folder, "README.md")
    if not os.path.exists(path):
        return set(), ["%s: no README.md" % folder]
    text = read(path)
    found = re.search(r"^May use: (.*)$", text, re.MULTILINE)
    wrong = ["%s: more than %d lines" % (path, MOST_LINES)] if text.count("\n") > MOST_LINES else []
    if not found:
        return set(), wrong + ["%s: no line 'May use:'" % path]
    return set() if found.group(1) == "nothing" else set(found.group(1).split()), wrong


def includes(path):
    return re.findall(r'^#include "([^"]+)"', read(path), re.MULTILINE)


def check_component(root, name, all_names):
    allowed, wrong = may_use(os.path.join(root, name))
    wrong += ["%s: uses '%s', which is no folder here" % (name, other) for other in sorted(allowed - all_names)]
    folder = os.path.join(root, name)
    built = read(os.path.join(root, "CMakeLists.txt"))
    if os.path.exists(os.path.join(folder, "CMakeLists.txt")):
        built += read(os.path.join(folder, "CMakeLists.txt"))
    for file in sorted(os.listdir(folder)):
        if not file.endswith((".c", ".h", ".def")):
            continue
        for header in includes(os.path.join(folder, file)):
            other = header.split("/")[0]
            if other not in allowed | {name, "tilepipe"}:
                wrong.append("%s/%s includes %s: %s may not use %s" % (name, file, header, name, other))
        if file.endswith(".c") and not re.search(r"[\s/]%s\b" % re.escape(file), built):
            wrong.append("%s/%s: no CMakeLists.txt names it" % (name, file))
    return wrong


def check_order(root, names):
    """Folders that use each other, through others too."""
    uses = {name: may_use(os.path.join(root, name))[0] for name in names}
    reach = {name: set(uses[name]) for name in names}
    for _ in names:
        for name in names:
            for other in list(reach[name]):
                reach[name] |= reach.get(other, set())
    return ["%s: uses itself through others" % name for name in sorted(names) if name in reach[name]]


def check_names(root, names):
    places = {}
    for name in names:
        for file in os.listdir(os.path.join(root, name)):
            if file.endswith((".c", ".h")):
                places.setdefault(file, []).append(name)
    return ["%s is in %s" % (file, " and ".join(sorted(where))) for file, where in sorted(places.items()) if len(where) > 1]


def main():
    root = os.path.join(sys.argv[1], "runtime")
    names = {name for name in os.listdir(root) if os.path.isdir(os.path.join(root, name))}
    wrong = check_order(root, names) + check_names(root, names)
    for name in sorted(names):
        wrong += check_component(root, name, names)
    print("\n".join(wrong + ["%d folders, %d faults" % (len(names), len(wrong))]))


main()
