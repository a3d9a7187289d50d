"""What a shell makes of a command line when the tab key is pressed: complete.py SHELL SETUP LINE...

Each LINE is typed into an interactive shell behind the commands SETUP, with a tab at its end, and printed as it is then;
a line that ends in '?' shows all continuations by a second tab."""
import os
import pty
import re
import select
import sys
import time

WAIT = 60  # seconds for an answer, which takes a fraction of one


class Shell:
    def __init__(self, words):
        child, self.terminal = pty.fork()
        if child == 0:
            os.environ.update(TERM="dumb", COLUMNS="1000", LINES="200")
            os.execvp(words[0], words)

    def read_until(self, pattern):
        """The text up to and with what matches."""
        text, end = "", time.monotonic() + WAIT
        while not re.search(pattern, text):
            if not select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]:
                sys.exit("no '%s' in: %s" % (pattern, text))
            text += os.read(self.terminal, 65536).decode(errors="replace")
        return text

    def send(self, keys):
        os.write(self.terminal, keys.encode())


def main():
    name, setup, *lines = sys.argv[1:]
    shell = Shell(["bash", "--noprofile", "--norc", "-i"] if name == "bash" else ["zsh", "-f", "-i"])
    shell.send("%s\n" % setup)
    shell.send("echo be''gin\n")
    shell.read_until("begin")
    for line in lines:
        shows_all = line.endswith("?")
        shell.send(line.rstrip("?") + ("\t\t" if shows_all else "\t"))
        # The line becomes the argument of echo (control-A: its begin, control-E: its end).
        shell.send("\x01echo '<<\x05>>'\n")
        text = shell.read_until(r"\n<<[^\n]*>>\r?\n")
        if shows_all:
            print(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).replace("\r", ""))
        else:
            print(re.search(r"\n(<<[^\n]*?) *>>\r?\n", text)[1] + ">>")
    shell.send("exit\n")


main()
