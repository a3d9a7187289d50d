"""What the commands of bench/papers share: options, results that are kept, tables, plots."""
import argparse
import hashlib
import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
import tools
from tools import say

KERNELS = os.path.join(HERE, "kernels")


def parser(description):
    out = argparse.ArgumentParser(description=description.split("\n")[0])
    out.add_argument("--out", metavar="DIR", default=os.path.join(ROOT, "build", "papers"),
                     help="where tables, plots and what was measured so far are kept (build/papers)")
    out.add_argument("--compiler", metavar="FILE", help="the tilepipe-cc to use")
    out.add_argument("--quick", action="store_true", help="few points, to see that everything works")
    out.add_argument("--jobs", type=int, default=2, metavar="N", help="simulations at the same time (2)")
    out.add_argument("--part", action="append", metavar="NAME", help="only this part (may be repeated)")
    return out


def parse(description, parts, more=None):
    """The options; options.parts are the parts to run, options.build the build folder."""
    p = parser(description)
    if more:
        more(p)
    options = p.parse_args()
    for part in options.part or []:
        if part not in parts:
            p.error("no part %s; there are: %s" % (part, ", ".join(parts)))
    options.parts = options.part or list(parts)
    options.compiler = tools.find_compiler(options.compiler)
    options.build = os.path.dirname(os.path.dirname(os.path.dirname(options.compiler)))
    options.out = os.path.abspath(options.out)
    os.makedirs(os.path.join(options.out, "programs"), exist_ok=True)
    return options


def digest(*paths, words=()):
    """Of what the files hold, and of words."""
    out = hashlib.sha256("\0".join(words).encode())
    for path in paths:
        with open(path, "rb") as file:
            out.update(file.read())
    return out.hexdigest()[:16]


def built(options, name, words, *inputs):
    """The program that the command `words` makes of kernels/<name>.c, again when these or the inputs have changed.
    Whole or absent, whatever ends a build."""
    source = os.path.join(KERNELS, name + ".c")
    program = os.path.join(options.out, "programs", "%s-%s" % (name, digest(source, *inputs, words=words)))
    if not os.path.exists(program):
        new = "%s.%d" % (program, os.getpid())
        tools.build([*words, source, "-o", new, "-lm"], name)
        os.rename(new, program)
    return program


def parallel(options, name, flags):
    """The same by the compiler that is measured, with its runtime."""
    archive = os.path.join(options.build, "runtime", "libtilepipe.a")  # absent where the compiler is installed
    inputs = [path for path in (options.compiler, archive) if os.path.exists(path)]
    return built(options, name, [options.compiler, *flags], *inputs)


class Sequential:
    """The program that says what is right: the last line of its output, asked once for the same arguments."""

    def __init__(self, program):
        self.program, self.known = program, {}

    def says(self, arguments):
        key = tuple(arguments)
        if key not in self.known:
            done = subprocess.run([self.program, *arguments], stdout=subprocess.PIPE, text=True, check=True)
            self.known[key] = done.stdout.splitlines()[-1]
        return self.known[key]


class Store:
    """Results by key, a line of JSON each, written as they come: a long run that was ended goes on."""

    def __init__(self, options, name):
        self.path = os.path.join(options.out, name + ".jsonl")
        self.jobs = max(1, options.jobs)
        self.lock = threading.Lock()
        self.known = {}
        if os.path.exists(self.path):
            with open(self.path) as file:
                for line in file:
                    try:
                        entry = json.loads(line)
                    except ValueError:  # cut off by the end of an earlier run
                        continue
                    self.known[entry["key"]] = entry["value"]

    def get(self, key, measure):
        key = json.dumps(key, sort_keys=True)
        with self.lock:
            if key in self.known:
                return self.known[key]
        value = measure()
        with self.lock:
            self.known[key] = value
            with open(self.path, "a") as file:
                file.write(json.dumps({"key": key, "value": value}) + "\n")
        return value

    def all(self, what, tasks):
        """Results of tasks, a list of functions, in order; progress on stderr."""
        done = [0]

        def one(task):
            value = task()
            with self.lock:
                done[0] += 1
                say("%s: %d of %d" % (what, done[0], len(tasks)))
            return value

        with ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(one, tasks))


# --- tables -------------------------------------------------------------------------------------


def number(value, digits=4):
    if value is None:
        return "-"
    return "%.*g" % (digits, value) if isinstance(value, float) else str(value)


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(number(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


class Page:
    """A Markdown page, printed and kept as <name>.md."""

    def __init__(self, options, name, title):
        self.options, self.path = options, os.path.join(options.out, name + ".md")
        self.text = "# %s\n" % title

    def add(self, text):
        self.text += "\n" + text.rstrip("\n") + "\n"

    def picture(self, name, **spec):
        if plot(os.path.join(self.options.out, name + ".svg"), spec):
            self.add("![%s](%s.svg)" % (spec["title"], name))

    def write(self):
        with open(self.path, "w") as file:
            file.write(self.text)
        print(self.text)
        say("written: " + self.path)


# --- plots --------------------------------------------------------------------------------------

_plotter = []


def plotter():
    """A Python with matplotlib, None if there is none; says so once."""
    if not _plotter:
        check = [[python, "-c", "import matplotlib"] for python in (sys.executable, "/usr/bin/python3")]
        found = [c[0] for c in check
                 if subprocess.run(c, stderr=subprocess.DEVNULL).returncode == 0]
        _plotter.append(found[0] if found else None)
        if not found:
            say("no plots: matplotlib is missing (Debian: apt-get install python3-matplotlib)")
    return _plotter[0]


def plot(path, spec):
    """Draws spec (see plot.py) into path; False where nothing can be drawn."""
    python = plotter()
    if not python:
        return False
    subprocess.run([python, os.path.join(HERE, "plot.py"), path], input=json.dumps(spec), text=True, check=True)
    return True


def gain(before, after):
    """Per cent less time."""
    return "%.1f %%" % (100 * (1 - after / before))


def apart(value, published):
    """Difference from a published number in per cent."""
    return "%+.1f %%" % (100 * (value / published - 1))
