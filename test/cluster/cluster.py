#!/usr/bin/env python3
"""A cluster of hosts on one machine, for tests: real TCP, host names, and nothing shared but files.

    cluster.py [--hosts N] [--rate MBIT] [--delay US] COMMAND...
                                      runs the command on the first host, node0; its exit code
    cluster.py --check                  exit code 0 if this machine lets us build one, else one line why

Each host is a set of namespaces: network (an own address on a common bridge), host name, processes,
mounts (an own /dev/shm), IPC. With --rate, or --delay, a switch in user space takes the bridge's place (switch.c):
it takes a little of a core. mpirun reaches the others through the agent beside this file. Files are
common, as on a cluster with network storage.

Nothing is left behind, however this ends. The cluster lives in a process namespace whose first process
dies with the launcher; the kernel then kills every process in it, and networks, mounts and names, which
nobody else could see, vanish with them. So any number of clusters run at the same time.
"""
import argparse
import os
import subprocess
import sys

import namespaces
import remote

HERE = os.path.dirname(os.path.abspath(__file__))


def name_of(host):
    return "node%d" % host


def address_of(host):
    return "10.77.0.%d" % (host + 1)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hosts", type=int, default=4)
    parser.add_argument("--rate", type=float, metavar="MBIT", help="of each host's cable (as fast as it goes)")
    parser.add_argument("--delay", type=float, metavar="US", help="from host to host (none)")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if options.check == bool(options.command):
        parser.error("a command, or --check")
    return options


# --- a host -------------------------------------------------------------------------------------


def host_process(host, linked, ready):
    """Process 1 of a host. linked: readable once the host has its end of the cable."""
    namespaces.private_mounts()
    namespaces.command("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", "/dev/shm")
    namespaces.set_host_name(name_of(host))
    os.read(linked, 1)
    namespaces.ip("link set lo up", "addr add %s/24 dev eth0" % address_of(host), "link set eth0 up")
    server = remote.listen(name_of(host))
    os.write(ready, b"r")
    os.close(linked)
    os.close(ready)
    remote.serve(server)


def start_host(host):
    """(process whose network namespace is the host's, descriptor to release it, descriptor that tells
    that it serves)."""
    linked, release = os.pipe()
    ready, tell = os.pipe()
    born, birth = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            namespaces.unshare(namespaces.NET | namespaces.UTS | namespaces.IPC | namespaces.MOUNT |
                               namespaces.PID)
            if os.fork() == 0:
                for other in (release, ready, born, birth):
                    os.close(other)
                host_process(host, linked, tell)
            os.close(linked)
            os.close(tell)
            os.write(birth, b"b")
            os.wait()
        finally:
            os._exit(1)
    for other in (linked, tell, birth):
        os.close(other)
    if not os.read(born, 1):
        raise OSError("a host does not start")
    os.close(born)
    return pid, release, ready


# --- the cluster --------------------------------------------------------------------------------


def join_by_bridge(started):
    lines = ["link add bridge type bridge", "link set bridge up"]
    for h, (pid, _, _) in enumerate(started):
        lines += ["link add port%d type veth peer name eth0 netns %d" % (h, pid),
                  "link set port%d master bridge up" % h]
    namespaces.ip(*lines)


def join_by_switch(started, rate, delay):
    """Frames as large as the kernel makes them would arrive in lumps: those of a fast Ethernet carry 9000 bytes."""
    program = os.path.join(remote.FOLDER, "switch")
    namespaces.command(os.environ.get("CC", "cc"), "-O2", os.path.join(HERE, "switch.c"), "-o", program)
    switch = subprocess.Popen([program, str(len(started)), str(rate), str(delay)], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, preexec_fn=namespaces.die_with_parent)
    if switch.stdout.readline() != b"ready\n":
        raise OSError("no switch")
    lines = []
    for h, (pid, _, _) in enumerate(started):
        lines += ["link set port%d address 02:00:00:00:00:%02x mtu 9000" % (h, h),
                  "link set port%d netns %d name eth0" % (h, pid)]
    namespaces.ip(*lines)


def build(hosts, rate=None, delay=None):
    namespaces.private_mounts()
    namespaces.command("mount", "-t", "tmpfs", "tmpfs", "/run")
    os.mkdir(remote.FOLDER)
    with open(os.path.join(remote.FOLDER, "hosts"), "w") as file:
        file.write("127.0.0.1 localhost\n")
        file.writelines("%s %s\n" % (address_of(h), name_of(h)) for h in range(hosts))
    namespaces.command("mount", "--bind", os.path.join(remote.FOLDER, "hosts"), "/etc/hosts")
    started = [start_host(h) for h in range(hosts)]
    if rate or delay:
        join_by_switch(started, rate or 1e5, delay or 0)
    else:
        join_by_bridge(started)
    for _, release, ready in started:
        os.write(release, b"r")
        os.close(release)
        if not os.read(ready, 1):
            raise OSError("a host does not start")
        os.close(ready)


def environment():
    """The user's own, and what mpirun needs to know. Session folders lie where they vanish."""
    out = dict(os.environ)
    out["OMPI_MCA_plm_rsh_agent"] = os.path.join(HERE, "rsh")
    out["OMPI_MCA_orte_tmpdir_base"] = "/dev/shm"
    return out


def first_process(options):
    """Process 1 of the cluster; its end is the end of all."""
    namespaces.die_with_parent()
    build(2 if options.check else options.hosts, options.rate, options.delay)
    if options.check:
        return remote.run(name_of(1), ["true"])
    return remote.run(name_of(0), options.command, os.getcwd(), environment())


def main():
    options = arguments()
    try:
        namespaces.become_root()
        namespaces.unshare(namespaces.NET | namespaces.MOUNT | namespaces.UTS | namespaces.IPC |
                           namespaces.PID)
        pid = os.fork()
    except OSError as error:
        sys.exit("cluster: namespaces are not permitted here: %s" % error)
    if pid == 0:
        code = 1
        try:
            code = first_process(options)
        except Exception as error:
            print("cluster: cannot build hosts here: %s" % error, file=sys.stderr)
        finally:
            sys.stderr.flush()
            os._exit(code)
    try:
        _, status = os.waitpid(pid, 0)
    except KeyboardInterrupt:
        return 130
    return os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)


if __name__ == "__main__":
    sys.exit(main())
