"""A server on loopback that sessions call. The path of a request chooses its behaviour."""

import collections
import http.server
import json
import random
import socket
import struct
import threading
import time
from dataclasses import dataclass, field


@dataclass
class Call:
    """One attempt."""
    method: str
    path: str
    headers: dict
    body: bytes
    time: float = field(default_factory=time.time)

    @property
    def key(self):
        return self.headers["Idempotency-Key"]


class Answering(http.server.ThreadingHTTPServer):
    """Records all attempts, and answers each as its path says.

    `/ok` answers 200 with the body, `/flaky` may fail twice before that, `/{status}` answers with that status; the others
    are the names of methods of the handler."""
    request_queue_size, block_on_close = 256, False

    def __init__(self, handler=None):
        super().__init__(("127.0.0.1", 0), handler or Handler)
        self.calls, self.release = [], threading.Event()
        self.address = f"127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, args=[0.05], daemon=True).start()

    @property
    def counts(self):
        """The number of attempts by key."""
        return collections.Counter(call.key for call in self.calls)

    def handle_error(self, request, client_address):
        """Ignores connections that a killed server left incomplete."""

    def close(self):
        self.release.set()
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle_call(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.call = Call(self.command, self.path, dict(self.headers), body)
        self.server.calls.append(self.call)
        name = self.path.split("/")[1].split("?")[0]
        if name.isdigit():
            self.answer(int(name), b"status " + name.encode(), "text/plain", {"Location": "/ok", "Retry-After": "1"})
        else:
            getattr(self, name)()

    @property
    def content(self):
        return json.loads(self.call.body)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_call

    def answer(self, status, content, kind="application/json", fields=()):
        self.send_response_only(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(content)), **dict(fields)}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def ok(self):
        self.answer(200, self.call.body or b"null")

    def slow(self):
        """Answers late."""
        self.server.release.wait(0.5)
        self.ok()

    def held(self):
        """Answers when the test releases it."""
        self.server.release.wait(60)
        self.ok()

    def hang(self):
        """Answers never."""
        self.connection.recv(1)
        self.close_connection = True

    def reset(self):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True

    def flaky(self):
        """Fails at random, at most twice for each key."""
        if self.server.counts[self.call.key] > 2:
            return self.ok()
        random.choice([self.ok, self.ok, self.ok, self.reset, self.busy, self.slow, self.lie, self.hang])()

    def busy(self):
        self.answer(503, b"", fields={"Retry-After": "1"})

    def lie(self):
        """Ends before the announced length."""
        self.send_response_only(200)
        self.send_header("Content-Length", "100")
        self.end_headers()
        self.wfile.write(b"{}")
        self.close_connection = True

    def endless(self):
        """Sends content without an end."""
        self.send_response_only(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        while not self.server.release.is_set():
            self.wfile.write(b"1000\r\n" + b"a" * 4096 + b"\r\n")

    def log_message(self, *_):
        """Logs nothing."""
