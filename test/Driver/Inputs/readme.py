"""Runs the `sh` blocks of the README: readme.py <sources> <build> <work folder>."""
import glob
import os
import re
import shutil
import stat
import subprocess
import sys

sources, build, work = (os.path.abspath(path) for path in sys.argv[1:4])
clone = os.path.join(work, "clone")
readme = open(os.path.join(sources, "README.md")).read()

# What an installation takes from the build must be built by the demo.
demo = open(os.path.join(sources, "scripts/demo")).read()
targets = re.search(r"^scripts/setup (.*)$", demo, re.M).group(1).split()
ninja = ["ninja", "-C", build, "-t"]
outputs = subprocess.run(ninja + ["targets", "all"], check=True, text=True, stdout=subprocess.PIPE).stdout
outputs = {line.split(":")[0] for line in outputs.splitlines()}
# Phony targets stand for what they name.
built, waiting = set(), targets
while waiting:
    built.update(waiting)
    asked = subprocess.run(ninja + ["query"] + waiting, check=True, text=True, stdout=subprocess.PIPE).stdout
    inputs = re.findall(r"^  input: .*\n((?:    .*\n)*)", asked, re.M)
    waiting = [name.strip("| ") for names in inputs for name in names.splitlines()]
    waiting = [name for name in dict.fromkeys(waiting) if name in outputs and name not in built]
for script in glob.glob(build + "/**/cmake_install.cmake", recursive=True):
    for path in re.findall(r'"%s/([^"]+)"' % re.escape(build), open(script).read()):
        if path in outputs and path not in built:
            sys.exit("installed, but not built by scripts/demo: " + path)

os.mkdir(clone)
for folder in ("examples", "include"):
    shutil.copytree(os.path.join(sources, folder), os.path.join(clone, folder))
os.symlink(build, os.path.join(clone, "build"))
shutil.copytree(os.path.join(os.path.dirname(__file__), "readme"), clone, dirs_exist_ok=True)

blocks = re.findall(r"^```sh\n(.*?)^```$", readme, re.M | re.S)
lines = [line for block in blocks for line in block.splitlines()]
kept = [line for line in lines if not line.startswith(("scripts/demo ", "scripts/test "))]
if len(lines) - len(kept) != 2 or len(kept) < 12:
    sys.exit("the README has other blocks than this test knows: %d lines" % len(lines))

# Whole measurements would take minutes.
quick = os.path.join(work, "tools/tilepipe-calibrate")
with open(quick, "w") as script:
    script.write("#!/bin/sh\nexec %s/tools/tilepipe-calibrate/tilepipe-calibrate --quick --force\n" % build)
os.chmod(quick, stat.S_IRWXU)
kept = ["set -ex"] + [line.replace("build/dtw", "./dtw.out") for line in kept]
after_path = 1 + next(i for i, line in enumerate(kept) if line.startswith("export PATH="))
kept.insert(after_path, "export PATH=%s:$PATH" % os.path.join(work, "tools"))
environment = dict(os.environ, HOME=os.path.join(work, "home"), XDG_CACHE_HOME=os.path.join(work, "home/cache"),
                   OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
if (os.cpu_count() or 1) < 2:
    environment["OMPI_MCA_rmaps_base_oversubscribe"] = "1"
sys.exit(subprocess.call(["bash", "-c", "\n".join(kept)], cwd=clone, env=environment, stdin=subprocess.DEVNULL))
