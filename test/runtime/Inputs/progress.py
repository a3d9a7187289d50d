"""What TILEPIPE_PROGRESS shows.

    progress.py lines FILE               whole lines, as =force writes them
    progress.py terminal PROGRAM ARG...  runs the program on a pseudo-terminal, and keeps a screen as a terminal would

Percentages must not fall, and only the end is 100 %. On the terminal the program's own lines are all that is left.
"""
import os
import pty
import re
import sys

MESSAGE = re.compile(r"tilepipe: (region|tuning) (\w+): (\d+) %(?:, [\d:]+ (?:s|min|h)( left)?)?")


def percentages(texts):
    found = []
    for text in texts:
        match = MESSAGE.fullmatch(text)
        assert match, repr(text)
        found.append(int(match.group(3)))
        assert bool(match.group(4)) == (0 < found[-1] < 100), repr(text)
    assert found == sorted(found) and all(p < 100 for p in found[:-1]), found
    return found


def lines(name):
    with open(name, encoding="utf-8") as file:
        whole = [line for line in file.read().replace("solving ... ", "").split("\n") if line]
    assert whole[-1] == "done", whole
    found = percentages(whole[:-1])
    print("messages:", "several" if len(found) > 1 else len(found), "last:", found[-1] if found else "none")


class Screen:
    """One of 80 columns: what is written, the saved cursor, and what was drawn over it."""

    def __init__(self):
        self.rows, self.row, self.column, self.saved, self.drawn, self.wraps = [""], 0, 0, None, [], True

    def put(self, character):
        if self.column == 80:
            if not self.wraps:
                return
            self.newline()
        line = self.rows[self.row].ljust(self.column)
        self.rows[self.row] = line[:self.column] + character + line[self.column + 1:]
        self.column += 1

    def newline(self):
        self.row += 1
        self.column = 0
        if self.row == len(self.rows):
            self.rows.append("")

    def feed(self, text):
        for token in re.findall(r"\x1b\[\?7[lh]|\x1b\[K|\x1b[78]|.", text, re.S):
            if token == "\x1b7":
                self.saved = (self.row, self.column)
            elif token == "\x1b8":
                self.drawn.append(self.rows[self.row][self.saved[1]:].rstrip())
                self.row, self.column = self.saved
            elif token == "\x1b[K":
                self.rows[self.row] = self.rows[self.row][:self.column]
            elif token in ("\x1b[?7l", "\x1b[?7h"):
                self.wraps = token.endswith("h")
            elif token == "\r":
                self.column = 0
            elif token == "\n":
                self.newline()
            else:
                assert token >= " ", repr(token)
                self.put(token)


def terminal(command):
    child, master = pty.fork()
    if child == 0:
        os.execvp(command[0], command)
    said = b""
    while True:
        try:
            piece = os.read(master, 4096)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        said += piece
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    screen = Screen()
    screen.feed(said.decode())
    assert screen.wraps
    found = percentages(screen.drawn)
    print("drawn:", "several" if len(found) > 1 else len(found))
    for row in screen.rows:
        print("row: " + row)


if __name__ == "__main__":
    {"lines": lambda: lines(sys.argv[2]), "terminal": lambda: terminal(sys.argv[2:])}[sys.argv[1]]()
