"""A client of an event stream that disconnects and resumes, for scripts/check-events."""

import selectors
import socket
import struct

from events import Malformed, StreamReader

EVENTS = {"full": "change", "minimal": "change", "outputs": "output"}
QUERIES = {"full": [], "minimal": ["view=minimal"], "outputs": ["outputs=1"]}


class Listener:
    """One client and all its connections, one after the other."""

    def __init__(self, trial, session, view, start):
        self.trial, self.session, self.view, self.start = trial, session, view, start
        # The last complete event, and the number of events after `start`.
        self.last, self.heard = start, 0
        self.socket, self.connection, self.is_done = None, 0, False

    def connect(self):
        self.connection += 1
        self.reader, self.left = StreamReader(), self.trial.appetite()
        self.socket, self.is_connected, self.expects_snapshot = socket.socket(), False, False
        self.socket.setblocking(False)
        self.socket.connect_ex(("127.0.0.1", self.trial.server.port))
        self.trial.selector.register(self.socket, selectors.EVENT_WRITE, self)
        # Most wait for the response before they disconnect.
        if self.trial.chance.random() < 0.1:
            self.trial.later(self.trial.chance.random() / 50, self.leave, self.connection)

    def ready(self):
        if self.is_connected:
            return self.read()
        try:
            self.is_connected = True
            self.socket.send(self.request())
            self.trial.selector.modify(self.socket, selectors.EVENT_READ, self)
        except OSError:
            self.lost()

    def request(self):
        """Resumes with the header or the parameter, or, like a browser, with an address that has an older one."""
        query, field = list(QUERIES[self.view]), ""
        way = self.trial.chance.choice(["field", "parameter", "both"])
        if self.last is None:
            self.expects_snapshot = self.view != "outputs"
        elif way == "parameter" or self.last == 0:
            query.append(f"after={self.last}")
        else:
            field = f"Last-Event-ID: {self.last}\r\n"
            if way == "both":
                query.append(f"after={self.trial.chance.randint(0, self.last)}")
        self.is_return = self.last is not None
        target = f"{self.session}/events?{'&'.join(query)}"
        return f"GET {target} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n{field}\r\n".encode()

    def read(self):
        try:
            data = self.socket.recv(65536 if self.left is None else min(65536, self.left))
        except BlockingIOError:
            return
        except OSError:
            return self.lost()
        if not data:
            return self.lost()
        was_open = self.reader.status is not None
        try:
            events = self.reader.feed(data)
        except (Malformed, ValueError) as error:
            self.trial.fault("form", f"{self.session} {self.view}: {error}")
            return self.lost()
        if not was_open and self.reader.status is not None:
            self.open()
            self.trial.later(self.trial.chance.random(), self.leave, self.connection)
        for event in events:
            self.take(event)
        if self.left is not None and self.socket:
            self.left -= len(data)
            if self.left == 0:
                self.leave(self.connection)

    def open(self):
        if self.reader.status == 204 and self.trial.is_deleted:
            self.is_done = True
        elif self.reader.status != 200:
            self.trial.fault("refused", f"{self.session} {self.view} after {self.last}: {self.reader.status}")
        elif self.is_return:
            self.trial.reconnects += 1

    def take(self, event):
        if event.name == "closed" and self.trial.is_deleted:
            self.trial.closed += 1
            return
        if event.name not in ("snapshot", EVENTS[self.view]) or not event.id.isdigit():
            return self.trial.fault("unexpected", f"{self.session} {self.view} after {self.last}: {event}"[:300])
        number = int(event.id)
        if (event.name == "snapshot") != self.expects_snapshot:
            self.trial.fault("unexpected", f"{self.session} {self.view} after {self.last}: {event.name} {number}")
        elif self.last is not None and number > self.last + 1:
            self.trial.fault("gap", f"{self.session} {self.view}: {number} after {self.last}")
        elif self.last is not None and number <= self.last:
            self.trial.fault("repeat", f"{self.session} {self.view}: {number} after {self.last}")
        self.expects_snapshot = False
        if self.last is None:
            self.start = number
        else:
            self.heard += 1
        self.last = number
        self.trial.note(self.session, "snapshot" if event.name == "snapshot" else self.view, number, event.data)

    def leave(self, connection):
        """Disconnects, half of the times by a reset."""
        if connection != self.connection or not self.socket or self.left is None:
            return
        if self.trial.chance.random() < 0.5:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.trial.cut += self.reader.is_within
        self.lost()

    def lost(self):
        self.trial.selector.unregister(self.socket)
        self.socket.close()
        self.socket = None
        if not self.is_done:
            self.trial.later(self.trial.chance.random() / 20, self.connect)
