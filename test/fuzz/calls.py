"""Parts of a tree in functions of their own, which the tree calls: a part that is drawn as `called` is text of a callee.

A callee has parameters in any order and under any names, the caller's included; arguments with casts and offsets; its
own iterators; rows in the place of arrays; names of globals that the caller or the callee hides. Callees call callees.
"""
import random
import re

import tops

KINDS = ["static", "static", "static inline", "", "__attribute__((noinline)) static"]
SCALARS = ["int", "int", "int", "const int", "long", "short"]
REAL, WHOLE = "0.125", "7u"  # what each statement adds; some callees name a global for it


class Callee:
    """A function that is made while a tree is rendered. lines: its body; free: what that needs, in the caller's names."""

    def __init__(self, tree, part, around, lines, number):
        self.tree, self.name = tree, "part_%d_%d" % (tree.seed, number)
        self.rng = random.Random("callee %d %d" % (tree.seed, number))
        self.lines, self.is_statement = lines, not hasattr(part, "body")
        self.refs = refs_of(part)
        words = set(re.findall(r"[A-Za-z_]\w*", "\n".join(lines)))
        self.iterators = [i for i in tree.iterators() if i in words]
        outer = {x.name for x in around} | {x.name + "_at" for x in around}
        self.parameters = []   # (name in the lines, declaration with %s for the name, argument)
        self.text = dict.fromkeys(words)  # word: what stands in its place, None: the word
        for word in sorted(words):
            if word in outer and not redeclared(word, part):
                self.scalar(word, self.rng.choice(SCALARS))
            elif word in ("n", "m", "t", "size"):
                self.scalar(word, self.rng.choice(SCALARS))
            elif re.fullmatch(r"w\d+", word):
                self.parameters.append((word, tree.type + " %s", word))
        self.own = [i for i in self.iterators if not any(p[0] == i for p in self.parameters)]
        if tree.storage != "global":
            for array, dims in sorted({(r.array, len(r.at)) for r in self.refs}):
                self.array(array, dims, part)
        if tree.storage == "vla":
            self.parameters.append(("w", "int %s", "w"))
        self.rng.shuffle(self.parameters)
        if tree.storage == "vla":  # sizes come first
            self.parameters.sort(key=lambda p: p[0] != "w")

    def scalar(self, word, kind):
        """An integer by value; some are one larger than what the body means."""
        more = self.rng.choice([0, 0, 0, 1, -2])
        if more:
            self.text[word] = "(%s %s %d)" % (word, "-" if more > 0 else "+", abs(more))
        argument = "%s %s %d" % (word, "+" if more > 0 else "-", abs(more)) if more else self.rng.choice(
            [word, word, "(%s)" % word, "(int)%s" % word, "(long)(%s)" % word, "%s + 0" % word])
        self.parameters.append((word, kind + " %s", argument))

    def array(self, array, dims, part):
        mine = [r for r in self.refs if r.array == array]
        written = array in self.tree.written()
        const = "" if written or self.rng.random() < 0.5 else "const "
        rows = "[%s]" % ("w" if self.tree.storage == "vla" else 24) * (dims - 1)
        firsts = {r.at[0] for r in mine}
        is_handed_on = any(re.search(r"\b%s\b(?!\[)" % array, line) for line in self.lines)
        if not is_handed_on and dims == 2 and len(firsts) == 1 and self.rng.random() < 0.5:
            (name, offset), = firsts
            if any(p[0] == name for p in self.parameters):
                text = "%s[%s]" % (array, index(name, offset))
                if all(text + "[" in line or array + "[" not in line for line in self.lines):
                    self.lines = [line.replace(text + "[", array + "[") for line in self.lines]
                    self.parameters.append((array, "%s%s *%%s" % (const, self.tree.type), text))
                    return
        restrict = "restrict " if self.tree.storage == "restrict" and self.rng.random() < 0.4 else ""
        if dims == 1:
            form = self.rng.choice(["%s%s *" + restrict + "%%s", "%s%s %%s[]"]) % (const, self.tree.type)
        else:
            const = ""  # C takes no array for one of constants
            form = self.rng.choice(["%s (*" + restrict + "%%s)%s", "%s %%s[]%s", "%s %%s[24]%s"]) % (self.tree.type, rows)
        argument = array
        if not is_handed_on and self.rng.random() < 0.15:
            argument = array + " + 1"
            self.lines = [re.sub(r"\b%s\[" % array, array + "[-1 + ", line) for line in self.lines]
        self.parameters.append((array, form, argument))

    def names(self):
        """{name in the body: name in the callee}: some permutation, so that the caller's names mean something else."""
        mine = [p[0] for p in self.parameters if p[0] != "w"] + self.own + [x for x in ("x", "s") if x in self.text]
        others = list(mine)
        if self.rng.random() < 0.7:
            self.rng.shuffle(others)
        if self.rng.random() < 0.3 and others:
            k = self.rng.randrange(len(others))
            hidden = [a for a, _ in self.tree.used() if a not in {r.array for r in self.refs}]
            others[k] = "%s_%d" % (hidden[0], self.tree.seed) if hidden and self.tree.storage == "global" else "q"
        return dict(zip(mine, others))

    def definition(self):
        names = self.names()

        def word(m):
            w = m.group(0)
            text = self.text.get(w) or w
            return re.sub(r"[A-Za-z_]\w*", lambda k: names.get(k.group(0), k.group(0)), text)
        lines = [re.sub(r"(?<![\w.])[A-Za-z_]\w*", word, line) for line in self.lines]
        given = ", ".join(form % names.get(p, p) for p, form, _ in self.parameters)
        head = "%s void %s(%s) {" % (self.rng.choice(KINDS), self.name, given or "void")
        begin = ["int %s;" % ", ".join(names.get(i, i) for i in self.own)] if self.own and self.tree.is_old else []
        scalars = [p[0] for p in self.parameters if "int " in p[1] and p[0] != "w"]
        if scalars and self.rng.random() < 0.08:
            begin.append("if (%s > 1000)\n    return;" % names.get(scalars[0], scalars[0]))
        if self.tree.names_global and self.rng.random() < 0.4:
            lines = [re.sub(r"\+ %s\b" % re.escape(REAL if self.tree.type == "double" else WHOLE), "+ shift_%d" % self.tree.seed, line)
                     for line in lines]
        lines = tops.in_callee(self.name, self.tree.type, lines)
        end = ["return;"] if self.rng.random() < 0.15 else []
        return "\n".join([head.strip()] + ["  " + line for line in begin + lines + end] + ["}", ""])

    def call(self):
        arguments = ", ".join(a for _, _, a in self.parameters)
        return "%s(%s);" % (self.name, arguments)


def index(name, offset):
    """As the text of an element has it."""
    return str(offset) if not name else name if not offset else "%s %s %d" % (name, "+" if offset > 0 else "-", abs(offset))


def redeclared(word, part):
    """Is it the iterator of a loop of the part itself?"""
    return any(getattr(p, "name", "") in (word, word[:-3] if word.endswith("_at") else word) for p in loops_of(part))


def loops_of(part):
    if hasattr(part, "body"):
        yield part
        for p in part.body:
            yield from loops_of(p)


def refs_of(part):
    """Elements that the part names."""
    out = [r for r in [getattr(part, "target", None), getattr(part, "value", None), *getattr(part, "reads", [])] if hasattr(r, "at")]
    out += [s for r in out for s in r.subscripts()]
    for p in getattr(part, "body", []):
        out += refs_of(p)
    return out


def lines_of(part, tree, around):
    """The part's text, or a call of the function that holds it."""
    lines = part.lines(tree, around)
    if not getattr(part, "called", False):
        return lines
    callee = Callee(tree, part, around, lines, len(tree.callees))
    tree.callees.append(callee.definition())
    return [callee.call()]


def draw_calls(tree, parts, can_be_called):
    """Which parts of a tree are called."""
    rng = random.Random("calls %d" % tree.seed)
    often = rng.choice([0, 0, 0.4, 1])
    for p in parts:
        if p is not tree.root and can_be_called(p):
            p.called = rng.random() < often * (1 if hasattr(p, "body") else 0.4)
    tree.names_global, tree.hides_global = rng.random() < 0.3, rng.random() < 0.4
