"""An HTTP server on loopback that Navstate sends webhooks and calls to. It can fail, hang, reset and answer slowly."""

import collections
import http.server
import json
import random
import socket
import struct
import threading
import time
from dataclasses import dataclass, field

from navstate import poll


@dataclass
class Attempt:
    """One request. `behaviour` is the receiver's response to it."""
    method: str
    path: str
    headers: dict
    body: bytes
    behaviour: str
    time: float = field(default_factory=time.time)

    @property
    def id(self):
        """The id of a delivery, or the key of a call: it is the same in all attempts to send it."""
        return self.headers.get("webhook-id") or self.headers["Idempotency-Key"]

    @property
    def is_accepted(self):
        return self.behaviour.startswith("accept")

    @property
    def content(self):
        return json.loads(self.body)


class Receiver(http.server.ThreadingHTTPServer):
    """Records all attempts. The first part of a path names the behaviour, unless there are some to choose from by weight.

    Behaviours are methods of the handler; a number is a status."""
    request_queue_size, block_on_close = 256, False

    def __init__(self, handler=None, **behaviours):
        super().__init__(("127.0.0.1", 0), handler or Handler)
        self.behaviours, self.attempts, self.accepted = behaviours, [], set()
        self.release = threading.Event()
        self.address = f"127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, args=[0.05], daemon=True).start()

    def url(self, behaviour="accept"):
        return f"http://{self.address}/{behaviour}"

    @property
    def counts(self):
        """The number of attempts by id."""
        return collections.Counter(attempt.id for attempt in self.attempts)

    def waits_for(self, count, seconds=20):
        """Waits for that many attempts; returns false if they do not arrive in time."""
        return poll(lambda: len(self.attempts) >= count, seconds)

    def handle_error(self, request, client_address):
        """Ignores connections that a killed server left incomplete."""

    def close(self):
        self.release.set()
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle_attempt(self):
        body = self.rfile.read(size := int(self.headers.get("Content-Length", 0)))
        self.close_connection = len(body) < size
        if not self.close_connection:
            name, weights = self.path.split("/")[1].split("?")[0], self.server.behaviours
            if weights:
                name, = random.choices(list(weights), list(weights.values()))
            self.attempt = Attempt(self.command, self.path, self.headers, body, name)
            self.server.attempts.append(self.attempt)
            if self.attempt.is_accepted:
                self.server.accepted.add(self.attempt.id)
            self.status(name) if name.isdigit() else getattr(self, name)()

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_attempt

    def answer(self, status, content=b"", length=None, **fields):
        fields = {"Content_Type": "application/json", "Content_Length": len(content) if length is None else length, **fields}
        self.send_response_only(status)
        for name, value in fields.items() if status != 204 else []:
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()
        self.wfile.write(content)

    def status(self, name):
        self.answer(int(name), b"status " + name.encode(), Content_Type="text/plain", Location="/echo", Retry_After="1")

    def accept(self):
        self.answer(204)

    def accept_with_content(self):
        self.answer(200, b"ok")

    def echo(self):
        self.answer(200, self.attempt.body or b"null")

    def refuse(self):
        self.answer(500)

    def busy(self):
        self.answer(503, Retry_After="1")

    def held(self, seconds=60):
        """Answers when the test releases it, or late."""
        self.server.release.wait(seconds)
        self.echo()

    def late(self):
        self.held(0.5)

    def hang(self):
        """Answers never."""
        self.connection.recv(1)
        self.close_connection = True

    def reset(self):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True

    def drip(self):
        """Sends content without an end."""
        self.answer(200, length=1_000_000)
        while not self.server.release.wait(0.1):
            self.wfile.write(b".")

    def lie(self):
        """Ends before the announced length."""
        self.answer(200, b"{}", length=100)
        self.close_connection = True

    def flaky(self):
        """Fails at random, at most twice for each id."""
        if self.server.counts[self.attempt.id] > 2:
            return self.echo()
        random.choice([self.echo, self.echo, self.echo, self.reset, self.busy, self.late, self.lie, self.hang])()

    def log_message(self, *_):
        """Logs nothing."""
