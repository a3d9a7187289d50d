"""What the folders promise, against what their files do: components.py SOURCE

Each folder of runtime/, lib/, lib/Frontend/ and lib/Driver/ has a README.md of at most 15 lines with a line "May use: <folders>",
or "May use: nothing". Prints a line for each file that includes another folder's header without leave, for each
source file that no CMakeLists.txt names, and for files of one name in different folders of what is built, of the unit
tests and their support."""
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


def owner(header, all_names):
    """The folder whose header this is: plan/search.h and tilepipe/IR/LoopNest.h are those of plan and of IR."""
    parts = header.split("/")
    if parts[0] == "tilepipe":
        parts = parts[1:]
    return parts[0] if len(parts) > 1 and parts[0] in all_names else None


def files(folder):
    """Sources and headers, those of folders inside as well."""
    found = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names]
    return sorted(path for path in found if path.endswith((".c", ".cpp", ".h", ".def")))


def check_component(root, name, all_names):
    allowed, wrong = may_use(os.path.join(root, name))
    wrong += ["%s: uses '%s', which is no folder here" % (name, other) for other in sorted(allowed - all_names)]
    folder = os.path.join(root, name)
    built = read(os.path.join(root, "CMakeLists.txt"))
    if os.path.exists(os.path.join(folder, "CMakeLists.txt")):
        built += read(os.path.join(folder, "CMakeLists.txt"))
    for path in files(folder):
        file = os.path.relpath(path, root)
        for header in includes(path):
            other = owner(header, all_names)
            if other and other not in allowed | {name}:
                wrong.append("%s includes %s: %s may not use %s" % (file, header, name, other))
        if file.endswith((".c", ".cpp")) and not re.search(r"[\s/]%s\b" % re.escape(os.path.basename(file)), built):
            wrong.append("%s: no CMakeLists.txt names it" % file)
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


def check_names(source):
    """Files of one name in different folders; a test may have the name of what it tests."""
    wrong = []
    for parts in (("lib", "runtime", "tools"), ("test/unit", "test/support", "test/EndToEnd", "test/fuzz")):
        places = {}
        for path in sorted(path for part in parts for path in files(os.path.join(source, part))):
            if "/Inputs/" not in path and "/simulated/" not in path:
                places.setdefault(os.path.basename(path), []).append(os.path.relpath(os.path.dirname(path), source))
        wrong += ["%s is in %s" % (file, " and ".join(where)) for file, where in sorted(places.items()) if len(where) > 1]
    return wrong


def main():
    count, wrong = 0, check_names(sys.argv[1])
    for part in ("runtime", "lib", "lib/Frontend", "lib/Driver"):
        root = os.path.join(sys.argv[1], part)
        names = {name for name in os.listdir(root) if os.path.isdir(os.path.join(root, name)) and name != "cmake"}
        wrong += check_order(root, names)
        for name in sorted(names):
            wrong += check_component(root, name, names)
        count += len(names)
    print("\n".join(wrong + ["%d folders, %d faults" % (count, len(wrong))]))


main()
