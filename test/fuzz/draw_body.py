"""Draws bodies: expressions whose values stay bounded, and every kind of statement around them."""
from model import Expr, Stmt

REAL = [
    "0.5 * {0} + 0.25 * {1} + 0.125 * {2}", "0.3 * {0} - {1} * 0.2 + 0.1 * {2} / (1.0 + {0} * {0})",
    "{0} * {1} * 0.2 + 0.25 * {2}", "{0} > {1} ? 0.5 * {0} : 0.25 * {2} + 0.1",
    "({0} + {1}) * 0.25 + 0.01 * ({i} % 5)", "sqrt(fabs({0})) * 0.5 + 0.125 * {1}",
    "fmax(0.5 * {0}, 0.25 * {1}) + {2} * 0.25", "mix({0}, {1}) * 0.5 + scale * {2}",
    "0.9 * {0}", "MAX({0}, {1}) * 0.5f + 0.3f * {2}", "0.2 * exp(-{0} * {0}) + 0.5 * {1}",
    "0.4 * cos({0}) + 0.3 * cos({1}) + 0.1 * {2}", "0.5 * cbrt({0}) - 0.3 * cbrt({1}) * cbrt({2})",
    "clamp({0} - {1}) + 0.125 * {2}", "0.8 * {0} + 0.1 * far[({i} * 5) & 31]", "0.7 * {0} + 0.01 * table[({i} * 7) & 31]",
]
COMPLEX = ["0.5 * {0} + 0.25 * {1}", "0.3 * {0} - 0.2 * I * {1} + 0.1 * {2}", "0.5 * conj({0}) + 0.25 * {1}",
           "(creal({0}) > cimag({1}) ? 0.5 : 0.25) * {1} + 0.25 * {2} + 0.1 * I"]
SIGNED = ["({0} * 3 + {1} - {2}) % 101", "{0} > {1} ? {0} % 90 - 1 : {2} / 2", "({0} + {1}) % 77 + (int)({i} % 3)",
          "({0} ^ {1}) & 63", "MAX({0}, {1}) % 100 - 1", "pick((int)({0} % 50), (int)({1} % 50)) + {2} % 9",
          "score[{0} & 15][{1} & 15] + {2} % 50", "near[{0} & 15] + {1} % 9", "({0} % 11) * ({1} % 13) - (int)({i} & 3)"]
UNSIGNED = ["{0} * 31u + ({1} ^ {2})", "({0} << 3) + {1} * {2}", "{0} > {1} ? {0} : {2} + (unsigned){i}",
            "{0} - {1} * 7u", "({0} >> 2) | ({1} << 5)", "hash((unsigned){0}) ^ {1}"]
TEMPLATES = {"real": REAL, "complex": COMPLEX, "signed": SIGNED, "unsigned": UNSIGNED}
COMPOUND = {
    "real": [("+=", "0.125 * ({})"), ("*=", "0.5 + 0.001 * ({i} % 3)"), ("-=", "0.1 * ({})")],
    "complex": [("+=", "0.125 * ({})"), ("*=", "0.5 + 0.25 * I")],
    "signed": [("+=", "({}) % 7"), ("^=", "({}) & 31"), ("|=", "({}) & 12"), ("-=", "({}) % 5")],
    "unsigned": [("+=", "{}"), ("^=", "{}"), ("*=", "({}) | 1u"), ("<<=", "({}) & 3u"), ("%=", "(({}) & 31u) + 9u")],
}
CONVERT = {
    ("real", "signed"): "0.01 * ({0} % 50)", ("real", "unsigned"): "0.01 * ({0} % 50u)",
    ("real", "complex"): "(0.5 * creal({0}))", ("complex", "signed"): "(0.01 * ({0} % 50))",
    ("complex", "unsigned"): "(0.01 * ({0} % 50u))", ("signed", "real"): "(({0} > 1.0) + 2 * ({0} > 0.5))",
    ("signed", "complex"): "(creal({0}) > 0.5 ? 3 : 1)", ("signed", "unsigned"): "(int)({0} % 97u)",
    ("unsigned", "real"): "(unsigned)(({0} > 1.0) + 2 * ({0} > 0.5))", ("unsigned", "signed"): "(unsigned){0}",
    ("unsigned", "complex"): "(creal({0}) > 0.5 ? 3u : 1u)",
}


class Body:
    """Draws the statements of one nest; reads are handed out in turn so that each is used."""

    def __init__(self, rng, nest, reads):
        self.rng, self.nest = rng, nest
        self.queue = list(reads)
        self.reads = reads
        self.locals = []  # (name, family)
        self.count = 0

    def family(self, access):
        array = self.nest.array(access.array)
        return (array.member[access.member][1] if array.member else array.type).family

    def term(self, family):
        rng = self.rng
        usable = [n for n, f in self.locals if f == family]
        if usable and rng.random() < 0.4:
            return rng.choice(usable)
        if self.queue:
            access = self.queue.pop()
        elif self.reads:
            access = rng.choice(self.reads)
        else:
            return {"real": "0.75", "complex": "0.75", "signed": "5", "unsigned": "5u"}[family]
        mine = self.family(access)
        if mine == family or (family, mine) not in CONVERT:
            return access
        return Expr(CONVERT[family, mine], [access])

    def expression(self, family):
        text = self.rng.choice(TEMPLATES[family])
        terms = [self.term(family) for k in range(3) if "{%d}" % k in text]
        return Expr(self.iterator(text), terms)

    def iterator(self, text):
        return text.replace("{i}", self.rng.choice(self.nest.loops).name)

    def condition(self):
        rng, loops = self.rng, self.nest.loops
        if rng.random() < 0.4:
            i, j = rng.choice(loops).name, rng.choice(loops).name
            return Expr(rng.choice(["%s > 11", "%s != 10", "%s == 1", "%s == 2", "%s == 12", "%s %% 3 == 0", "%s < 14 || %s == 15", "(%s & 1)",
                                    "%s > %s - 2", "%s + %s < 26", "%s >= 10 && %s < 18"]).replace("%s", "{}")
                        .replace("%%", "%").format(*[i, j]))
        family = rng.choice(["real", "signed"])
        a, b = self.term(family), self.term(family)
        return Expr(rng.choice(["{0} > {1}", "{0} <= {1} * 0.9" if family == "real" else "{0} % 2 == {1} % 2"]), [a, b])

    def assign(self, target):
        family = self.family(target)
        value = self.expression(family)
        if self.rng.random() < 0.2:
            operator, text = self.rng.choice(COMPOUND[family])
            text = self.iterator(text)
            return Stmt("assign", target, operator, Expr(text.replace("{}", "{0}"), [value] if "{}" in text else []))
        return Stmt("assign", target, "=", value)

    def statement(self, target):
        """One assignment to the target, or several on different paths."""
        rng, form = self.rng, self.rng.random()
        if form < 0.55:
            return [self.assign(target)]
        if form < 0.65:
            return [Stmt("if", value=self.condition(), body=[self.assign(target)])]
        if form < 0.75:
            return [Stmt("if", value=self.condition(), body=[self.assign(target)], other=[self.assign(target)])]
        if form < 0.82:
            return [Stmt("block", body=[self.local(self.family(target)), self.forget(self.assign(target))])]
        if form < 0.88:
            selector = Expr("(%s + %s) %% 3" % tuple(rng.choice(self.nest.loops).name for _ in "ab"))
            self.nest.later.append("switch")
            return [Stmt("switch", value=selector, body=[[self.assign(target)] for _ in range(rng.randint(1, 3))])]
        if form < 0.94:
            self.nest.later.append("continue")
            return [Stmt("continue", value=self.condition()), self.assign(target)]
        return [Stmt("if", value=self.condition(), body=[
            Stmt("if", value=self.condition(), body=[self.assign(target)]), self.assign(target)])]

    def local(self, family):
        self.count += 1
        name = "t%d" % self.count
        kind = {"real": "double", "complex": "double complex", "signed": "int", "unsigned": "unsigned"}[family]
        out = Stmt("local", kind + " " + name, value=self.expression(family))
        self.locals.append((name, family))
        return out

    def forget(self, s):
        self.locals.pop()
        return s

    def draw(self, writes):
        out = []
        if self.rng.random() < 0.25:
            out.append(self.local(self.family(writes[0])))
        for w in writes:
            out += self.statement(w)
        return out
