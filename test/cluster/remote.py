"""A remote shell between the hosts of a test cluster.

Network namespaces have no sshd. Each host serves a socket that lies in a folder all hosts see; a client
hands over its standard streams and a command. As after ssh, the command starts in a login environment:
what is not forwarded by name does not arrive.
"""
import json
import os
import signal
import socket
import subprocess
import sys

FOLDER = "/run/cluster"  # in mount namespaces of the cluster alone
LOGIN = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/", "LC_ALL": "C"}


def listen(host):
    server = socket.socket(socket.AF_UNIX)
    server.bind(os.path.join(FOLDER, host))
    server.listen(64)
    return server


def serve(server):
    """Runs commands until SIGTERM takes the host down. The caller is its host's process 1: its end is
    that of all processes there, and those that lost their parent are its children, which ignoring SIGCHLD
    buries."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    while True:
        connection, _ = server.accept()
        if os.fork() == 0:
            server.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            _answer(connection)
            os._exit(0)
        connection.close()


def _answer(connection):
    text, streams, _, _ = socket.recv_fds(connection, 1 << 20, 3)
    while not text.endswith(b"\n"):
        text += connection.recv(1 << 20)
    request = json.loads(text)
    code = subprocess.run(request["words"], cwd=request["folder"], env=request["environment"],
                          stdin=streams[0], stdout=streams[1], stderr=streams[2],
                          start_new_session=True).returncode
    connection.sendall(b"%d\n" % (code if code >= 0 else 128 - code))


def run(host, words, folder="/", environment=None):
    """The exit code of a command on another host, with this process's standard streams; 255 when the
    host is gone."""
    request = {"words": words, "folder": folder, "environment": LOGIN if environment is None else environment}
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(os.path.join(FOLDER, host))
        text = json.dumps(request).encode() + b"\n"
        sent = socket.send_fds(connection, [text], [0, 1, 2])
        connection.sendall(text[sent:])
        answer = connection.makefile().readline()
    except OSError as error:
        print("%s: %s" % (host, error), file=sys.stderr)
        return 255
    return int(answer) if answer else 255
