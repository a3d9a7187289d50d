"""What functions have at their tops: a small array through which statements hand their values, and a constant.

    double share, hold[3];            the array is each point's own, the constant is computed where it is read
    share = 0.75 * 0.5;
    for (...) { hold[1] = share * A[i - 1]; A[i] = hold[1]; }

Callees also give their variables to macros that take these for names of other things: `MEMBER(i)`, `PASTED(i)`.
"""
import random
import re

ASSIGNMENT = re.compile(r"^(\s*)(\w[\w.>-]*(?:\[[^;=]*\])) = ([^;{}?]*);$")
FACTORS = {"double": ("0.375 *", "0.75 * 0.5"), "unsigned": ("3u *", "1u + 2u")}


class Top:
    """Drawn by a name; draws nothing for most of them."""

    def __init__(self, name, kind):
        self.rng, self.kind = random.Random("top %s" % name), kind
        self.share = self.rng.choice([0, 0, 0, 0.5, 1])

    def staged(self, line):
        found = ASSIGNMENT.match(line)
        if not found or self.rng.random() >= self.share:
            return line
        at = self.rng.randrange(3)
        return "%s{ hold[%d] = %s; %s = hold[%d]; }" % (found.group(1), at, found.group(3), found.group(2), at)

    def change(self, lines):
        """(declarations in front, what sets the constant, the lines that use both)"""
        if not self.share or any(re.search(r"\b(hold|share)\b", line) for line in lines):
            return [], [], lines
        changed = [self.staged(line) for line in lines]
        factor, value = FACTORS[self.kind]
        constant = self.rng.random() < 0.6 and any(factor in line for line in changed)
        if constant:
            changed = [line.replace(factor, "share *") for line in changed]
        names = ["hold[3]"] * any("hold[" in line for line in changed) + ["share"] * constant
        declarations = ["%s %s;" % (self.kind, ", ".join(names))] if names else []
        return declarations, ["share = %s;" % value] if constant else [], changed


NAMED = re.compile(r"\[([ijknmtABC])\b(?!\[)")


def taken(line, rng):
    """A line that adds a macro of an index of its left side."""
    found = ASSIGNMENT.match(line)
    names = NAMED.findall(found.group(2)) if found else []
    if not names or rng.random() < 0.5:
        return line
    return "%s + %s(%s);" % (line[:-1], rng.choice(["MEMBER", "PASTED"]), rng.choice(names))


def in_callee(name, kind, lines):
    """A callee's body. Directives leave out what would not be C."""
    top = Top("callee " + name, kind)
    declarations, sets, changed = top.change(lines)
    directive = ["#ifdef NEVER_DEFINED", "never {", "#else", "#endif"] if top.share and top.rng.random() < 0.5 else []
    rng = random.Random("names " + name)
    if rng.random() < 0.4:
        changed = [taken(line, rng) for line in changed]
    return declarations + sets + directive + changed


def in_loop(name, kind, lines):
    """(declarations in front of a nest, its lines)"""
    declarations, sets, changed = Top("nest " + name, kind).change(lines)
    head = next(k for k, line in enumerate(changed) if line.endswith("{"))
    return declarations, changed[:head + 1] + ["  " + line for line in sets] + changed[head + 1:]
