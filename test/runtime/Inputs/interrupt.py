"""interrupt.py FILE COMMAND ...: runs the command until FILE is there and a second longer, then Ctrl-C. Fails if the
command ends before, or does not end then."""
import os
import signal
import subprocess
import sys
import time

name, command = sys.argv[1], sys.argv[2:]
# Whoever runs the tests in the background has Ctrl-C ignored, and so would the command.
process = subprocess.Popen(command, stdout=subprocess.DEVNULL,
                           preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
until = time.time() + 120
while not os.path.exists(name) and process.poll() is None and time.time() < until:
    time.sleep(0.1)
time.sleep(1)
try:
    assert process.poll() is None and os.path.exists(name), process.poll()
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) != 0
finally:
    process.kill()
