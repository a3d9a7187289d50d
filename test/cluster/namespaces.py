"""Linux namespaces for test clusters: the few system calls that Python lacks."""
import ctypes
import os
import signal
import subprocess

NET, MOUNT, UTS, IPC, PID, USER = 0x40000000, 0x20000, 0x4000000, 0x8000000, 0x20000000, 0x10000000
PARENT_DEATH_SIGNAL = 1

_libc = ctypes.CDLL(None, use_errno=True)


def _checked(result, what):
    if result != 0:
        error = ctypes.get_errno()
        raise OSError(error, "%s: %s" % (what, os.strerror(error)))


def unshare(flags):
    """The calling process leaves its namespaces; for PID its next child does."""
    _checked(_libc.unshare(flags), "unshare")


def set_host_name(name):
    _checked(_libc.sethostname(name.encode(), len(name)), "sethostname")


def die_with_parent():
    _checked(_libc.prctl(PARENT_DEATH_SIGNAL, int(signal.SIGKILL), 0, 0, 0), "prctl")


def become_root():
    """Root within a user namespace of its own, for whoever is not root already."""
    if os.geteuid() == 0:
        return
    user, group = os.geteuid(), os.getegid()
    unshare(USER)
    for name, text in (("setgroups", "deny"), ("uid_map", "0 %d 1" % user), ("gid_map", "0 %d 1" % group)):
        with open("/proc/self/" + name, "w") as file:
            file.write(text)


def command(*words):
    subprocess.run(words, check=True, stdin=subprocess.DEVNULL)


def private_mounts():
    """A mount namespace whose changes nobody else sees, with the process's own /proc."""
    command("mount", "--make-rprivate", "/")
    command("mount", "-t", "proc", "proc", "/proc")


def ip(*lines):
    """Several ip commands at once."""
    subprocess.run(["ip", "-batch", "-"], input="\n".join(lines) + "\n", text=True, check=True)
