"""An event stream as a client reads it: chunks (RFC 9112 §7.1), and the events in them (HTML Standard §9.2.6)."""

import collections

Event = collections.namedtuple("Event", "id name data")


class Malformed(Exception):
    """The stream violates the standards."""


class StreamReader:
    """Parses bytes in pieces of any size, and returns the complete events."""

    def __init__(self):
        self.status, self.fields = None, {}
        self.last_id, self.retry, self.comments = b"", None, 0
        # Whether the last chunk has come.
        self.is_complete = False
        self._framed, self._content = bytearray(), b""

    @property
    def is_within(self):
        """Whether an incomplete part has arrived."""
        return bool(self._framed)

    def feed(self, data):
        self._framed += data
        if self.status is None and not self._read_head():
            return []
        while (chunk := self._next_chunk()) is not None:
            self._content += chunk
        *blocks, self._content = self._content.split(b"\n\n")
        return [event for event in map(self._event, blocks) if event]

    def _read_head(self):
        head, end, rest = self._framed.partition(b"\r\n\r\n")
        if not end:
            return False
        status, *lines = head.decode("ascii").split("\r\n")
        self.status = int(status.split(" ")[1])
        self.fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        self._framed = rest
        return True

    def _next_chunk(self):
        """The next chunk, if it is complete."""
        if self.status != 200 or self.is_complete:
            return None
        line = self._framed.find(b"\r\n")
        if line < 0:
            return None
        size = int(self._framed[:line], 16)
        start, end = line + 2, line + 2 + size
        if len(self._framed) < end + 2:
            return None
        if self._framed[end:end + 2] != b"\r\n":
            raise Malformed(f"a chunk of {size} bytes does not end there")
        self.is_complete = size == 0
        chunk = bytes(self._framed[start:end])
        del self._framed[:end + 2]
        return chunk

    def _event(self, block):
        """The event dispatched by an empty line after these lines; none without data."""
        name, data = b"message", []
        for line in block.split(b"\n"):
            field, colon, value = line.partition(b":")
            value = value.removeprefix(b" ")
            if colon and not field:
                self.comments += 1
            elif field == b"id":
                self.last_id = value
            elif field == b"event":
                name = value
            elif field == b"data":
                data.append(value)
            elif field == b"retry":
                self.retry = int(value)
            else:
                raise Malformed(f"the line {line[:80]!r}")
        return Event(self.last_id, name.decode(), b"\n".join(data)) if data else None
