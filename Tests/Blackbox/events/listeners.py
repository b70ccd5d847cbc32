"""Listeners of event streams that disconnect and resume at random."""

import contextlib
import random
import time

import h11
from events.sse import EventStream

EVENTS = {"full": "change", "minimal": "change", "outputs": "output"}
QUERIES = {"full": [], "minimal": ["view=minimal"], "outputs": ["outputs=1"]}


class Listener:
    """One client and all its connections, one after the other. `shared` has what all listeners receive."""

    def __init__(self, shared, session, view, start, seed):
        self.shared, self.session, self.view, self.start = shared, session, view, start
        self.chance = random.Random(seed)
        # The last complete event, and the number of events after `start`.
        self.last, self.heard = start, 0
        self.stream, self.is_closed, self.is_done, self.reconnects, self.cuts = None, False, False, 0, 0

    def fault(self, text):
        self.shared.faults.append(f"{self.session} {self.view} after {self.last}: {text}"[:500])

    def run(self, stop):
        while not self.is_done and not stop.is_set():
            is_resumed = self.last is not None
            try:
                with contextlib.suppress(OSError), self.connect() as self.stream:
                    self.listen(self.stream)
            except (h11.RemoteProtocolError, AssertionError, ValueError) as error:
                self.fault(repr(error))
            status, self.stream = self.stream and self.stream.status, None
            self.is_done = status == 204 and self.shared.is_deleted
            if status not in (None, 200) and not self.is_done:
                self.fault(f"status {status}")
            self.reconnects += is_resumed and status is not None
            time.sleep(self.chance.random() / 20)

    def connect(self):
        """Resumes with the header or the parameter, or, like a browser, with an address that has an older one."""
        query, headers = list(QUERIES[self.view]), {}
        way = self.chance.choice(["header", "parameter", "both"])
        self.expects_snapshot = self.last is None and self.view != "outputs"
        if self.last is not None and (way == "parameter" or self.last == 0):
            query.append(f"after={self.last}")
        elif self.last is not None:
            headers["Last-Event-ID"] = str(self.last)
            query += [f"after={self.chance.randint(0, self.last)}"] if way == "both" else []
        return EventStream(self.shared.server, f"{self.session}/events?{'&'.join(query)}", **headers)

    def listen(self, stream):
        """Reads until the random end: after so many bytes or seconds, and at times before the response."""
        chance = self.chance
        limit = chance.choice([1, chance.randint(1, 1500), chance.randint(1, 20_000), 1 << 30, 1 << 30])
        end = time.monotonic() + chance.random() / (50 if chance.random() < 0.1 else 1)
        while not self.shared.is_restless or (stream.received < limit and time.monotonic() < end):
            seconds, size = 20, 65536
            if self.shared.is_restless:
                seconds, size = max(0.001, end - time.monotonic()), min(size, limit - stream.received)
            stream.socket.settimeout(seconds)
            with contextlib.suppress(TimeoutError):
                events = stream.read(size)
                for event in events or []:
                    self.take(event)
                if events is None or stream.is_complete:
                    return
        self.cuts += stream.is_within_event
        if chance.random() < 0.5:
            stream.reset()

    def take(self, event):
        if event.name == "closed" and self.shared.is_deleted:
            self.is_closed = True
            return
        if event.name != ("snapshot" if self.expects_snapshot else EVENTS[self.view]) or not event.id.isdigit():
            return self.fault(f"unexpected {event}")
        number = int(event.id)
        if self.last is not None and number != self.last + 1:
            self.fault(f"{number} is {'repeated' if number <= self.last else 'after a gap'}")
        self.start, self.heard = (number, 0) if self.last is None else (self.start, self.heard + 1)
        self.last, self.expects_snapshot = number, False
        self.shared.receive(self.session, "snapshot" if event.name == "snapshot" else self.view, number, event.data)
