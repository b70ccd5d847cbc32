"""The server as a child process, and functions that the black-box tests share."""

import contextlib
import functools
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("NAVSTATE_BINARY", ROOT / ".build" / "release" / "navstate"))
KIB, MIB = 1 << 10, 1 << 20
ADMIN = "admin-" + "0" * 32
AS_JSON = {"Content-Type": "application/json"}
AS_LINES = {"Content-Type": "application/x-ndjson"}
MINIMAL = {"Prefer": "return=minimal"}
ENVIRONMENT = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}
RESERVED = []


def reserved_port():
    """A socket that is bound and does not listen: no outgoing connection takes the port of a server that is not running."""
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(("127.0.0.1", 0))
    return reserved


def new_port():
    """The number of a port for a program, reserved until the tests end."""
    RESERVED.append(reserved_port())
    return RESERVED[-1].getsockname()[1]


class Server:
    """A data folder and its server process, which can be restarted."""

    def __init__(self, folder, *options, environment=None):
        self.folder, self.process, self.clients, self.binary = Path(folder), None, [], BINARY
        self.reserved = reserved_port()
        self.port = self.reserved.getsockname()[1]
        self.data, self.log = self.folder / "data", self.folder / "server.log"
        self.base, self.options = f"http://127.0.0.1:{self.port}", list(map(str, options))
        self.environment = {**ENVIRONMENT, **(environment or {})}
        # The servers that it consists of.
        self.nodes = [self]

    @functools.cached_property
    def monitor(self):
        """A client for metrics."""
        return self.client()

    def total(self, name):
        """The sum of a metric without labels over all nodes."""
        return sum(metric(node.monitor, name) for node in self.nodes)

    @property
    def database(self):
        return self.data / "navstate.db"

    def launch(self, prefix=()):
        """Starts the process, under another command if given, and does not wait until it is ready."""
        command = [*prefix, self.binary, "serve", "--port", str(self.port), "--data", self.data, *self.options]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment)

    def start(self, seconds=30, prefix=()):
        """Starts the process and waits until it is ready."""
        self.launch(prefix)
        if self.responds("/readyz", seconds):
            return self
        self.kill()
        raise RuntimeError(f"the server did not become ready; the end of its log:\n{self.log_text()[-2000:]}")

    def responds(self, path="/livez", seconds=30):
        """Waits for the status 200; returns false if the process ends first."""
        def attempt():
            with contextlib.suppress(OSError):
                return self.exchange(head(f"GET {path}", "Connection: close")).startswith(b"HTTP/1.1 200 ")

        return bool(poll(lambda: attempt() or not self.is_running(), seconds)) and self.is_running()

    def kill(self):
        """Kills the process with SIGKILL, like a crash."""
        if self.process:
            self.process.kill()
            self.process.wait()

    def pause(self):
        """Stops the process with SIGSTOP, and waits until no thread runs. Threads may be in system calls still."""
        self.process.send_signal(signal.SIGSTOP)
        threads = Path(f"/proc/{self.process.pid}/task")
        eventually(lambda: all(re.search(r"\) [TtD] ", stat.read_text()) for stat in threads.glob("*/stat")))

    def stop(self, seconds=15):
        """Stops the process with SIGTERM; returns the exit status."""
        self.process.terminate()
        return self.process.wait(seconds)

    def restart(self, end="kill"):
        """Ends the process by `kill` or `stop`, and starts it again."""
        assert not getattr(self, end)()
        return self.start()

    def log_text(self):
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def rows(self, query, *parameters):
        """The rows of a query; opened read-only, so that the log of a killed server stays as it is."""
        with contextlib.closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as database:
            return database.execute(query, parameters).fetchall()

    def execute(self, statement, *parameters):
        """Changes the database of a stopped server; returns the number of rows."""
        with contextlib.closing(sqlite3.connect(self.database)) as database, database:
            return database.execute(statement, parameters).rowcount

    def memory(self, field="VmRSS"):
        """Bytes of memory: `VmRSS` is the current value, `VmHWM` the peak."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"^{field}:\s+(\d+) kB", status, re.M)[1]) * 1024

    def peak_growth(self, call):
        """The peak memory during a call, in bytes above the memory before, and the result of the call."""
        # Resets the peak.
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")
        before, result = self.memory(), call()
        return self.memory("VmHWM") - before, result

    def client(self, token=None, headers={}, **options):
        """An HTTP client of this server, which `close` closes."""
        headers = {"Authorization": f"Bearer {token}", **headers} if token else headers
        self.clients.append(httpx.Client(base_url=self.base, headers=headers, timeout=300, verify=False, **options))
        return self.clients[-1]

    def close(self):
        """Kills the process, closes its clients and releases its port."""
        # A group of nodes has no process. pytest shows what is printed if the test fails.
        if (process := vars(self).get("process")) and process.poll():
            print(f"the server had ended with {process.returncode}; the end of its log:\n{self.log_text()[-2000:]}")
        self.kill()
        self.reserved.close()
        for client in self.clients:
            client.close()

    def connect(self, seconds=10):
        """A plain connection."""
        return socket.create_connection(("127.0.0.1", self.port), seconds)

    def exchange(self, request):
        """Sends bytes over a plain connection; returns the bytes received until the server closes it."""
        with self.connect() as connection:
            connection.sendall(request)
            return b"".join(iter(lambda: connection.recv(65536), b""))


def head(line, *fields):
    """The head of a request, whose line is like `GET /livez`, in bytes."""
    return "\r\n".join([f"{line} HTTP/1.1", "Host: 127.0.0.1", *fields, "", ""]).encode()


def run(*arguments, seconds=60, cwd=None, text=None, **environment):
    """Runs a command of the server's binary."""
    return subprocess.run(
        [BINARY, *map(str, arguments)], input=text, cwd=cwd, capture_output=True, text=True, timeout=seconds,
        env={**ENVIRONMENT, **environment})


def built(product, scratch, *options, configuration="debug", **environment):
    """A program of the package beside the server: that of its variable, such as NAVSTATE_TRAP_SERVER, or built."""
    variable = "NAVSTATE_" + product.upper().replace("-", "_")
    if variable in os.environ:
        return Path(os.environ[variable])
    if shutil.which("swift") is None:
        pytest.skip(f"swift is not on PATH, and {variable} does not name the program")
    scratch = ROOT / ".build" / scratch
    subprocess.run(["swift", "build", "--package-path", ROOT, "--scratch-path", scratch, "--configuration", configuration,
                    "--product", product, *options], env={**os.environ, **environment}, check=True)
    return scratch / configuration / product


def expect(answer, *statuses):
    """Asserts the status of a response; returns the response."""
    assert answer.status_code in statuses, f"{answer.request.method} {answer.request.url}: {answer.text[:500]}"
    return answer


def read(client, path):
    """The content of a response to GET."""
    return expect(client.get(path), 200).json()


def problem(answer):
    """The status and the code of a problem."""
    return answer.status_code, answer.json().get("code")


def create(client, app="counter", **members):
    """Creates a session; returns its path and the response body."""
    body = expect(client.post("/v1/sessions", json={"app": app, **members}), 201).json()
    return f"/v1/sessions/{body['id']}", body


def define(client, app, **members):
    """Defines an app with a stack as its root, if `members` has no other."""
    definition = {"app": app, "version": 1, "root": {"kind": "stack"}, **members}
    return expect(client.put(f"/v1/apps/{app}", json=definition), 200, 201)


def app_key(admin, app="counter", name="web"):
    """Creates an app key."""
    return expect(admin.post(f"/v1/apps/{app}/keys", json={"name": name}), 201).json()["key"]


def act(client, path, **action):
    """Sends an action; returns the response."""
    return client.post(path + "/actions", json=action)


def export(client, path):
    """The archive of a session, in bytes."""
    return expect(client.get(path + "/export"), 200).content


def import_archive(client, archive):
    """Sends an archive; returns the response."""
    return client.post("/v1/imports", content=archive, headers=AS_LINES)


def move(client, path):
    """Exports, deletes and imports a session, as if to another server, which then exports the same."""
    archive = export(client, path)
    expect(client.delete(path), 204)
    expect(import_archive(client, archive), 201)
    assert export(client, path) == archive


def metric(client, name):
    """The value of a metric without labels."""
    return float(re.search(rf"^{name} (\S+)$", client.get("/metrics").text, re.M)[1])


def poll(condition, seconds=20):
    """Waits until a condition is true; returns its last value, which is false after `seconds`."""
    end = time.monotonic() + seconds
    while not (value := condition()) and time.monotonic() < end:
        time.sleep(0.01)
    return value


def eventually(condition, seconds=20):
    """Waits until a condition is true; returns its value. Fails after `seconds`."""
    value = poll(condition, seconds)
    assert value, f"not within {seconds} s"
    return value


def cpu(*processes):
    """Seconds of CPU of processes, by their numbers, and of their children that have ended."""
    seconds = 0
    for process in processes:
        with contextlib.suppress(FileNotFoundError):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            seconds += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return seconds


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))]


def report(name, **figures):
    """Prints a line of measurements, which `scripts/blackbox` shows."""
    print(f"{name}: " + ", ".join(f"{key} {value}" for key, value in figures.items()), file=sys.stderr)


def pages(client, path, **options):
    """All items of a paginated list."""
    items, after = [], 0
    while after is not None:
        page = expect(client.get(path, params={"after": after, "limit": 1000}, **options), 200).json()
        items, after = items + page["items"], page["next"]
    return items


def events(client, path, headers=None):
    """The events of a stream as pairs of a name and data, until the generator is closed."""
    name = None
    with client.stream("GET", path, headers=headers) as answer:
        for line in answer.iter_lines():
            field, _, value = line.partition(": ")
            if field == "event":
                name = value
            elif field == "data":
                yield name, json.loads(value)
