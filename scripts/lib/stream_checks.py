"""Checks of a single stream, for scripts/check-events."""

import socket
import subprocess
import time

from client import Client
from events import StreamReader

ORIGIN = "https://app.example"


class StreamChecks:
    """Checks on a session without other changes."""

    def __init__(self, trial, session):
        self.trial, self.server, self.session = trial, trial.server, session

    def slow(self):
        """Reads nothing for a while, beyond the buffers of kernel and server, and then the rest."""
        client, last, turns = Client(self.server), 1, 0
        listener, reader = self.listen_alone(last)
        for number in range(80):
            client.ask("POST", self.session + "/actions", {"type": "setParams", "params": {"text": str(number) * 20_000}})
        while last < 81:
            try:
                data = listener.recv(65536)
            except ConnectionResetError:
                data = b""
            for event in reader.feed(data):
                if int(event.id) != last + 1:
                    self.trial.fault("gap", f"a slow reader: {event.id} after {last}")
                last = int(event.id)
            if not data:
                listener.close()
                (listener, reader), turns = self.listen_alone(last), turns + 1
        listener.close()
        self.trial.check("a slow reader is sent away, and misses nothing", [] if turns else ["all was kept for it"])

    def silence(self):
        revision = Client(self.server).ask("GET", self.session)[1]["revision"]
        (listener, reader), begin = self.listen_alone(revision), time.monotonic()
        while not reader.comments and time.monotonic() < begin + 20:
            reader.feed(listener.recv(65536))
        listener.close()
        seconds = time.monotonic() - begin
        self.trial.check("a comment comes every 15 s", [] if reader.comments and 14 < seconds < 17 else [seconds])

    def listen_alone(self, last):
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        listener.settimeout(20)
        listener.connect(("127.0.0.1", self.server.port))
        listener.send(
            f"GET {self.session}/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: {last}\r\n\r\n".encode())
        return listener, StreamReader()

    def browsers(self):
        client = Client(self.server)
        path = self.session + "/events"
        _, fields = client.head("GET", path, {"Accept": "text/event-stream", "Origin": ORIGIN})
        self.trial.check("a stream says what a browser needs", [
            f"{name}: {fields.get(name)}" for name, value in {
                "content-type": "text/event-stream", "cache-control": "no-store",
                "access-control-allow-origin": ORIGIN, "content-length": None}.items() if fields.get(name) != value])
        _, fields = client.head("OPTIONS", path, {
            "Origin": ORIGIN, "Access-Control-Request-Method": "GET",
            "Access-Control-Request-Headers": "authorization,last-event-id"})
        allowed = {name.strip().lower() for name in fields.get("access-control-allow-headers", "").split(",")}
        self.trial.check("a page of an allowed origin may come back by fetch", sorted({"authorization", "last-event-id"} - allowed))
        status, _ = client.head("GET", path, {"Accept": "application/json"})
        self.trial.check("who takes no event stream is told so", [] if status == 406 else [status])
        told = subprocess.run(
            ["curl", "-sN", "--max-time", "1", self.server.base + path], capture_output=True).stdout.decode()
        self.trial.check("curl -N shows the snapshot at once", [] if told.startswith("id: 1\nevent: snapshot\ndata: {") else [told])
        told = subprocess.run(
            ["curl", "-sN", "--max-time", "1", self.server.base + path + "?after=9"], capture_output=True).stdout.decode()
        start = 'event: reset\ndata: {"revision":1}\n\nid: 1\nevent: snapshot\n'
        self.trial.check("a revision that is not there is answered by a reset", [] if told.startswith(start) else [told])
