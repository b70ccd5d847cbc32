"""Listeners of event streams (HTML Standard §9.2.6) that disconnect and resume at random."""

import random
import re
import socket
import struct
import time

import httpx

EVENTS = {"full": "change", "minimal": "change", "outputs": "output"}
QUERIES = {"full": {}, "minimal": {"view": "minimal"}, "outputs": {"outputs": 1}}
RESET = socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
ENDS = httpx.NetworkError, httpx.TimeoutException


class Listener:
    """One client and all its connections, one after the other. `shared` has what all listeners receive."""

    queries = QUERIES

    def __init__(self, shared, session, view, start, seed):
        self.shared, self.session, self.view, self.start = shared, session, view, start
        self.client, self.chance = shared.server.client(), random.Random(seed)
        # The last complete event, and the number of events after `start`.
        self.last, self.heard = start, 0
        # The states of the connection and of the listener.
        self.is_calm = self.has_retry = self.is_told = self.is_closed = self.is_done = False
        self.reconnects = self.cuts = 0

    def fault(self, text):
        self.shared.faults.append(f"{self.session} {self.view} after {self.last}: {text}"[:500])

    def run(self, stop):
        while not self.is_done and not stop.is_set():
            self.content = b""
            try:
                self.listen()
            except (AssertionError, ValueError, httpx.TransportError) as error:
                # The server was killed, or the client's time is over.
                if not isinstance(error, ENDS) and not re.match("Server disconnected|peer closed", str(error)):
                    self.fault(repr(error))
            self.is_calm = False
            time.sleep(self.chance.random() / 20)

    def request(self):
        """Resumes with the header or the parameter, or, like a browser, with an address that has an older one."""
        query, headers, way = dict(self.queries[self.view]), {}, self.chance.choice(["header", "parameter", "both"])
        if self.last is not None and (way == "parameter" or self.last == 0):
            query["after"] = self.last
        elif self.last is not None:
            headers["Last-Event-ID"] = str(self.last)
            query |= {"after": self.chance.randint(0, self.last)} if way == "both" else {}
        return {"params": query, "headers": headers}

    def listen(self):
        """Reads until the random end: after so many bytes or seconds, and at times before the response."""
        chance, is_resumed, is_restless = self.chance, self.last is not None, self.shared.is_restless
        self.expects_snapshot = self.last is None and self.view != "outputs"
        limit, seconds = 1 << 30, 20
        if is_restless:
            limit = chance.choice([1, chance.randint(1, 1500), chance.randint(1, 20_000), limit, limit])
            seconds = chance.random() / (50 if chance.random() < 0.1 else 1)
        end = time.monotonic() + seconds
        with self.client.stream("GET", self.session + "/events", timeout=seconds, **self.request()) as answer:
            if answer.status_code == 502:
                # nginx has not reached the node, which was killed.
                return
            self.reconnects += is_resumed
            self.is_done = answer.status_code == 204 and self.shared.is_deleted
            assert answer.status_code == 200 or self.is_done, answer
            self.is_calm = not is_restless
            for data in answer.iter_raw():
                self.read(data[:limit])
                limit -= len(data)
                if is_restless and (limit <= 0 or time.monotonic() > end):
                    self.cuts += bool(self.content)
                    if chance.random() < 0.5:
                        answer.extensions["network_stream"].get_extra_info("socket").setsockopt(*RESET)
                    return
        self.is_told = self.has_retry

    def read(self, data):
        *blocks, self.content = (self.content + data).split(b"\n\n")
        for block in blocks:
            lines = [line.partition(":") for line in block.decode().split("\n")]
            fields = {name: value.removeprefix(" ") for name, _, value in lines}
            assert fields.keys() <= {"", "id", "event", "data", "retry"}, block[:80]
            self.has_retry = "retry" in fields or self.has_retry
            if fields.get("event") == "closed" and self.shared.is_deleted:
                self.is_closed = True
            elif "data" in fields:
                self.take(fields.get("event"), int(fields.get("id", "none")), fields["data"])

    def take(self, name, number, data):
        assert name == ("snapshot" if self.expects_snapshot else EVENTS[self.view])
        assert self.last in (None, number - 1), f"{number} is repeated, or after a gap"
        self.start, self.heard = (number, 0) if self.last is None else (self.start, self.heard + 1)
        self.last, self.expects_snapshot = number, False
        self.shared.receive(self.session, name if name == "snapshot" else self.view, number, data)
