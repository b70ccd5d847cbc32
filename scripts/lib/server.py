"""A navstate server as a child process, for the black-box tests."""

import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BINARY = os.path.join(ROOT, ".build", "release", "navstate")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """A server with its data in `data` and its log in `log`; it can be restarted."""

    def __init__(self, data, log, binary=BINARY, options=()):
        self.binary, self.data, self.log, self.port, self.process = binary, data, log, free_port(), None
        self.options = list(options)

    @property
    def base(self):
        return f"http://127.0.0.1:{self.port}"

    def launch(self, prefix=(), environment=None):
        """Starts the process, with another command if given, and does not wait."""
        command = [*prefix, self.binary, "serve", "--port", str(self.port), "--data", self.data, *self.options]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)

    def is_ready_within(self, seconds):
        """Waits until the server is ready or has ended, with a timeout."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            try:
                with urllib.request.urlopen(self.base + "/readyz", timeout=2):
                    return True
            except (OSError, urllib.error.URLError):
                time.sleep(0.01)
        return False

    def start(self, seconds=30, prefix=(), environment=None):
        """Starts it and waits until it is ready."""
        self.launch(prefix, environment)
        if self.is_ready_within(seconds):
            return
        self.kill()
        with open(self.log, errors="replace") as log:
            raise SystemExit(f"the server did not become ready; the end of its log:\n{log.read()[-2000:]}")

    def kill(self):
        """Kills the process with SIGKILL, like a crash."""
        if self.process:
            self.process.kill()
            self.process.wait()

    def stop(self, seconds=10):
        """Stops the process with SIGTERM; returns its exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            return f"none within {seconds} s of SIGTERM"
