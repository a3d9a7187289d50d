"""Runs the `sh` blocks of a guide in order, in one shell: guide.py [--blocks=LABEL] GUIDE FOLDER [NAME=TEXT...].

With --blocks those labelled so instead (`sh LABEL`). A `text` block is what the block before it prints, among other lines.
Each NAME stands for TEXT: hosts for this one.
"""

import re
import subprocess
import sys


def main(path, folder, *replacements):
    label = "sh"
    if path.startswith("--blocks="):
        label, path, folder, *replacements = "sh " + path.split("=")[1], folder, *replacements
    with open(path, encoding="utf-8") as file:
        guide = file.read()
    blocks = re.findall(rf"^```({label}|text)\n(.*?)^```$", guide, re.M | re.S)
    commands = [[text, ""] for kind, text in blocks if kind == label]
    at = -1
    for kind, text in blocks:
        at += kind == label
        if kind == "text":
            commands[at][1] = text
    assert commands
    script = "set -e\n"
    for number, (text, _) in enumerate(commands):
        for replacement in replacements:
            text = re.sub(r"\b" + replacement.split("=")[0], replacement.split("=", 1)[1], text, flags=re.M)
        script += f"echo '== {number}'\n{text}"
    done = subprocess.run(["bash", "-c", script], cwd=folder, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    printed = re.split(r"^== \d+\n", done.stdout, flags=re.M)[1:]
    assert done.returncode == 0, done.stdout
    for (_, expected), output in zip(commands, printed, strict=True):
        for line in expected.splitlines():
            assert line in output.splitlines(), f"not printed: {line}\n{output}"
    print(len(commands), "blocks,", sum(expected.count("\n") for _, expected in commands), "lines as shown")


if __name__ == "__main__":
    main(*sys.argv[1:])
