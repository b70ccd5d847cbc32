"""An event stream as a client reads it (HTML Standard §9.2.6), on a connection that may end at any byte."""

import collections
import socket
import struct

import h11

Event = collections.namedtuple("Event", "id name data")


class EventStream:
    """One connection to an event stream."""

    def __init__(self, server, path, **headers):
        self.http, self.socket = h11.Connection(h11.CLIENT), socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        self.socket.settimeout(20)
        self.status, self.retry, self.content = None, None, b""
        # Bytes, and whether they end with the last chunk.
        self.received, self.is_complete = 0, False
        self.socket.connect(("127.0.0.1", server.port))
        fields = {"Host": "localhost", "Accept": "text/event-stream", **headers}
        self.socket.sendall(self.http.send(h11.Request(method="GET", target=path, headers=list(fields.items()))))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    @property
    def is_within_event(self):
        return bool(self.content or self.http.trailing_data[0])

    def read(self, size=65536):
        """Returns the next events, or none yet; `None` at the end of the connection."""
        data = self.socket.recv(size)
        if not data:
            return None
        self.received += len(data)
        self.http.receive_data(data)
        while not self.is_complete and (part := self.http.next_event()) is not h11.NEED_DATA:
            if isinstance(part, h11.Response):
                self.status = part.status_code
            elif isinstance(part, h11.Data):
                self.content += part.data
            self.is_complete = isinstance(part, h11.EndOfMessage)
        *blocks, self.content = self.content.split(b"\n\n")
        return [event for event in map(self.parse, blocks) if event.data]

    def parse(self, block):
        """The event of the lines before an empty one."""
        lines = [line.partition(":") for line in block.decode().split("\n")]
        fields = {name: value.removeprefix(" ") for name, _, value in lines}
        assert fields.keys() <= {"", "id", "event", "data", "retry"}, block[:80]
        self.retry = fields.get("retry", self.retry)
        return Event(fields.get("id", ""), fields.get("event"), fields.get("data"))

    def reset(self):
        """Lets the connection end with a reset."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
