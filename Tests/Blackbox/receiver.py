"""A receiver of webhooks on loopback, which can fail, hang, reset connections and respond slowly."""

import http.server
import json
import random
import socket
import struct
import threading
import time
from dataclasses import dataclass, field

from navstate import poll

RESPONSES = {
    "accept": (204, {}, b""), "accept_with_content": (200, {"Content-Length": "2"}, b"ok"),
    "refuse": (500, {"Content-Length": "0"}, b""), "busy": (503, {"Content-Length": "0", "Retry-After": "1"}, b""),
    "drip": (200, {"Content-Length": "1000000"}, b""), "hang": None, "reset": None,
}
"""The behaviours: a drip never ends, and the last two send nothing."""


@dataclass
class Delivery:
    """One attempt. `behaviour` is the receiver's response to it."""
    headers: dict
    body: bytes
    behaviour: str
    time: float = field(default_factory=time.time)

    @property
    def id(self):
        return self.headers["webhook-id"]

    @property
    def is_accepted(self):
        return self.behaviour.startswith("accept")

    @property
    def content(self):
        return json.loads(self.body)


class Receiver(http.server.ThreadingHTTPServer):
    """Chooses a behaviour for each delivery, by weight."""
    request_queue_size, block_on_close = 256, False

    def __init__(self, **behaviours):
        super().__init__(("127.0.0.1", 0), Handler)
        self.behaviours, self.deliveries, self.accepted = behaviours, [], set()
        threading.Thread(target=self.serve_forever, args=[0.05], daemon=True).start()

    def waits_for(self, count, seconds):
        """Waits for that many deliveries; returns false if they do not arrive in time."""
        return poll(lambda: len(self.deliveries) >= count, seconds)

    def handle_error(self, request, client_address):
        """Ignores connections that a killed server left incomplete."""

    def close(self):
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(size := int(self.headers["Content-Length"]))
        self.close_connection = len(body) < size
        if not self.close_connection:
            behaviour, = random.choices(list(self.server.behaviours), list(self.server.behaviours.values()))
            delivery = Delivery(self.headers, body, behaviour)
            self.server.deliveries.append(delivery)
            if delivery.is_accepted:
                self.server.accepted.add(delivery.id)
            self.respond(behaviour)

    def respond(self, behaviour):
        if RESPONSES[behaviour]:
            status, fields, content = RESPONSES[behaviour]
            self.send_response_only(status)
            for name, value in fields.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)
        elif behaviour == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        else:
            self.connection.recv(1)
        self.close_connection = RESPONSES[behaviour] is None
        while behaviour == "drip":
            self.wfile.write(b".")
            time.sleep(0.1)

    def log_message(self, *_):
        """Logs nothing."""
