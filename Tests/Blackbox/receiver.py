"""A receiver of webhooks on loopback, which can fail, hang, reset connections and respond slowly."""

import http.client
import json
import random
import socket
import socketserver
import struct
import threading
import time
from dataclasses import dataclass, field


@dataclass
class Delivery:
    """One attempt. `behaviour` is the receiver's response to it."""
    headers: http.client.HTTPMessage
    body: bytes
    behaviour: str
    time: float = field(default_factory=time.time)

    @property
    def id(self):
        return self.headers["webhook-id"]

    @property
    def is_accepted(self):
        return self.behaviour in ("accept", "accept_with_content")

    @property
    def content(self):
        return json.loads(self.body)


class Receiver(socketserver.ThreadingTCPServer):
    """Accepts connections; chooses a behaviour for each delivery, by weight."""
    daemon_threads, block_on_close, request_queue_size = True, False, 256

    def __init__(self, **behaviours):
        self.behaviours, self.deliveries, self.accepted = behaviours, [], set()
        self.connections, self.condition = [], threading.Condition()
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, args=[0.05], daemon=True).start()

    def record(self, headers, body):
        behaviour = random.choices(list(self.behaviours), list(self.behaviours.values()))[0]
        with self.condition:
            self.deliveries.append(Delivery(headers, body, behaviour))
            if self.deliveries[-1].is_accepted:
                self.accepted.add(self.deliveries[-1].id)
            self.condition.notify_all()
        return behaviour

    def waits_for(self, count, seconds):
        """Waits for that many deliveries; returns false if they do not arrive in time."""
        with self.condition:
            return self.condition.wait_for(lambda: len(self.deliveries) >= count, seconds)

    def handle_error(self, request, client_address):
        """Ignores connections that a killed server left incomplete."""

    def close(self):
        self.shutdown()
        self.server_close()
        for connection in self.connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Handler(socketserver.StreamRequestHandler):
    """The behaviours. Each returns whether the connection stays open."""

    def handle(self):
        self.server.connections.append(self.connection)
        while self.rfile.readline().startswith(b"POST /hooks HTTP/1.1"):
            headers = http.client.parse_headers(self.rfile)
            body = self.rfile.read(int(headers["content-length"]))
            if len(body) < int(headers["content-length"]) or not getattr(self, self.server.record(headers, body))():
                return

    def respond(self, status, fields="Content-Length: 0\r\n", content=b""):
        self.wfile.write(f"HTTP/1.1 {status}\r\n{fields}\r\n".encode() + content)
        return True

    def accept(self):
        return self.respond("204 No Content", "")

    def accept_with_content(self):
        return self.respond("200 OK", "Content-Length: 2\r\n", b"ok")

    def refuse(self):
        return self.respond("500 Internal Server Error")

    def busy(self):
        return self.respond("503 Service Unavailable", "Retry-After: 1\r\nContent-Length: 0\r\n")

    def reset(self):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def hang(self):
        self.connection.recv(1)

    def drip(self):
        """Responds without end."""
        self.respond("200 OK", "Content-Length: 1000000\r\n")
        while True:
            self.wfile.write(b".")
            time.sleep(0.1)
