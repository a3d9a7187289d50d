"""Interrupts one of two clusters, in every way that a process can be; tells what is left of each.

    end_cluster.py CLUSTER-COMMAND...
"""
import os
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

import namespaces  # noqa: E402

AGENT = os.path.join(HERE, os.pardir, "rsh")


def ready_to_die():
    """As from a terminal: whoever started us may ignore interrupts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    namespaces.die_with_parent()


def start(mark):
    script = '%s node1 "sleep %s" & sleep %s' % (AGENT, mark, mark)
    return subprocess.Popen(sys.argv[1:] + ["sh", "-c", script], preexec_fn=ready_to_die)


def alive(mark, name=""):
    """Processes that sleep for so long and, without a name, those that started them, on whatever host."""
    count = 0
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/cmdline" % process) as file:
                line = file.read()
        except OSError:
            continue
        count += mark in line and line.startswith(name)
    return count


def sleepers(mark):
    return alive(mark, "sleep")


def until(condition):
    limit = time.monotonic() + 20
    while not condition() and time.monotonic() < limit:
        time.sleep(0.05)
    return condition()


def main():
    devices = sorted(os.listdir("/sys/class/net"))
    marks = ["%d.%d" % (90000 + k, os.getpid()) for k in range(4)]
    other = start(marks[3])
    started = until(lambda: sleepers(marks[3]) == 2)
    for mark, number in zip(marks, (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)):
        struck = start(mark)
        started = until(lambda: sleepers(mark) == 2) and started
        struck.send_signal(number)
        struck.wait(20)
        until(lambda: alive(mark) == 0)
        print("%s: %d processes left" % (number.name, alive(mark)))
    print("the other cluster: %d processes sleep" % sleepers(marks[3]))
    other.kill()
    other.wait()
    print("all started: %s" % started)
    same = sorted(os.listdir("/sys/class/net")) == devices
    print("network devices: %s" % ("as before" if same else "NEW ONES"))


if __name__ == "__main__":
    main()
