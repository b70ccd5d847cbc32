"""An event stream as a client reads it (HTML Standard §9.2.6), on a connection that may end at any byte."""

import collections
import socket
import struct

import h11

Event = collections.namedtuple("Event", "id name data")


class EventStream:
    """One connection to an event stream."""

    def __init__(self, server, path, seconds=20, **headers):
        self.http, self.socket = h11.Connection(h11.CLIENT), socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        self.socket.settimeout(seconds)
        self.status, self.last_id, self.retry, self.comments, self.content = None, b"", None, 0, b""
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
        return [event for event in map(self.parse, blocks) if event]

    def parse(self, block):
        """The event of the lines before an empty one; none without data."""
        fields = collections.defaultdict(list)
        for name, _, value in (line.partition(b":") for line in block.split(b"\n")):
            fields[name].append(value.removeprefix(b" "))
        assert fields.keys() <= {b"", b"id", b"event", b"data", b"retry"}, block[:80]
        self.comments += len(fields[b""])
        self.last_id = [self.last_id, *fields[b"id"]][-1]
        self.retry = int([self.retry or 0, *fields[b"retry"]][-1])
        name = [b"message", *fields[b"event"]][-1].decode()
        return Event(self.last_id, name, b"\n".join(fields[b"data"])) if fields[b"data"] else None

    def reset(self):
        """Lets the connection end with a reset."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
