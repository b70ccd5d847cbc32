"""The server as a child process, and its resource use."""

import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("NAVSTATE_BINARY", ROOT / ".build" / "release" / "navstate"))
MIB = 1 << 20
# The context of plain HTTP: reading certificates for each client takes 60 ms.
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """A data folder and its server process, which can be restarted."""

    def __init__(self, folder, *options, environment=None):
        self.folder = Path(folder)
        self.data = self.folder / "data"
        self.log = self.folder / "server.log"
        self.options = [str(option) for option in options]
        self.environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no", **(environment or {})}
        self.port = free_port()
        self.process = None

    @property
    def base(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self):
        return self.data / "navstate.db"

    def launch(self, prefix=()):
        """Starts the process, under another command if given, and does not wait until it is ready."""
        command = [*prefix, str(BINARY), "serve", "--port", str(self.port), "--data", str(self.data), *self.options]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment)

    def responds(self, path="/livez", seconds=30):
        """Waits for the status 200; returns false if the process ends first."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            try:
                with self.client() as client:
                    if client.get(path, timeout=2).status_code == 200:
                        return True
            except httpx.HTTPError:
                pass
            time.sleep(0.01)
        return False

    def start(self, seconds=30, prefix=()):
        """Starts the process and waits until it is ready."""
        self.launch(prefix)
        if self.responds("/readyz", seconds):
            return self
        self.kill()
        raise RuntimeError(f"the server did not become ready; the end of its log:\n{self.log_text()[-2000:]}")

    def kill(self):
        """Kills the process with SIGKILL, like a crash."""
        if self.process:
            self.process.kill()
            self.process.wait()

    def stop(self, seconds=15):
        """Stops the process with SIGTERM; returns the exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def log_text(self):
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def memory(self, field="VmRSS"):
        """Bytes of memory: `VmRSS` is the current value, `VmHWM` the peak."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"^{field}:\s+(\d+) kB", status, re.M)[1]) * 1024

    def reset_peak_memory(self):
        """Resets the peak, `memory("VmHWM")`."""
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def client(self, token=None, **options):
        """An HTTP client of this server."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        defaults = {"timeout": 60, "verify": NO_CERTIFICATES, "trust_env": False}
        return httpx.Client(base_url=self.base, headers=headers, **(defaults | options))


def create(client, app="counter", **members):
    """Creates a session; returns its path and the response body."""
    answer = client.post("/v1/sessions", json={"app": app, **members})
    assert answer.status_code == 201, answer.text
    return f"/v1/sessions/{answer.json()['id']}", answer.json()


def seconds_of(call):
    """Returns the duration of a call in seconds."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))]


def report(name, **figures):
    """Prints a line of measurements, which `scripts/blackbox` shows."""
    print(f"{name}: " + ", ".join(f"{key} {value}" for key, value in figures.items()), file=sys.stderr)


def eventually(condition, seconds=30):
    """Waits until a condition is true; returns its value, and fails after a timeout."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, f"the condition was false for {seconds} s"
        time.sleep(0.01)
    return value


def pages(client, path, **options):
    """All items of a paginated list."""
    items, after = [], 0
    while after is not None:
        answer = client.get(path, params={"after": after, "limit": 1000}, **options)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text}"
        items, after = items + answer.json()["items"], answer.json()["next"]
    return items
