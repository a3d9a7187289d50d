"""Trees whose arrays are members of one structure: elements of one lie between elements of another, so
no row of one belongs to a tile alone. `cells[i][j].A` and `.B`, or a structure of rows, `cells[i].A[j]`.
"""
import random
import re
from dataclasses import dataclass

SHARE = 0.12          # of the trees
SIDE = 24             # rows and columns of every array
MEMORY = "cells"      # the array of structures
share = SHARE         # fuzz.py sets it


@dataclass
class Members:
    arrays: list       # names of arrays of two dimensions; empty: the tree has no structure
    is_row: bool       # the structure holds a row of each
    seed: int

    def structure(self):
        return "struct cell_%d" % self.seed

    def definition(self, tree):
        row = "[%d]" % SIDE if self.is_row else ""
        fields = " ".join("%s %s%s;" % (tree.type, a, row) for a in self.arrays)
        memory = "static %s %s_%d%s;\n" % (self.structure(), MEMORY, self.seed, self.brackets()) if tree.storage == "global" else ""
        return "%s { %s };\n%s" % (self.structure(), fields, memory)

    def brackets(self):
        return "[%d]" % SIDE * (1 if self.is_row else 2)

    def parameter(self, tree):
        star = "*restrict " if tree.storage == "restrict" else "*"
        if self.is_row:
            return "%s %s%s" % (self.structure(), star, MEMORY)
        return "%s (%s%s)[%s]" % (self.structure(), star, MEMORY, "w" if tree.storage == "vla" else SIDE)

    def elements(self):
        return SIDE * SIDE * len(self.arrays)

    def named(self, tree, text):
        """Text with the elements of the structure in place of those of arrays."""
        memory = "%s_%d" % (MEMORY, self.seed) if tree.storage == "global" else MEMORY
        for a in self.arrays:
            text = re.sub(r"(?<![\w.])%s(\[[^][]*\])(\[[^][]*\])" % a,
                          r"%s\1.%s\2" % (memory, a) if self.is_row else r"%s\1\2.%s" % (memory, a), text)
        return text


def chosen(seed):
    return random.Random("members %d" % seed).random() < share


def draw(tree):
    """Which arrays of a tree are members. Functions that it calls take arrays, and pointers are exchanged as such."""
    rng = random.Random("cells %d" % tree.seed)
    plain = [a for a, dims in tree.used() if dims == 2]
    if len(plain) < 2 or not chosen(tree.seed) or tree.swaps() or tree.has_calls():
        return Members([], False, tree.seed)
    arrays = rng.sample(plain, rng.choice([2, 2, len(plain)]))
    return Members(arrays, rng.random() < 0.3, tree.seed)
