"""Sessions with writers and listeners, over disconnects and kills of the server."""

import collections
import contextlib
import itertools
import socket
from functools import partial

import httpx
from load import attempt, in_background
from navstate import MINIMAL, create, define, eventually, report

APP = {"app": "live", "version": 1, "root": {"kind": "tabs", "routes": ["home", "other"]}, "routes": {"home": {"feature": "counter"}, "other": {}}}
WRITERS = 4


class Shared:
    """Sessions, the changes that were sent to them, and the events that all listeners received."""

    def __init__(self, server, sessions):
        self.server, self.is_restless, self.is_deleted = server, True, False
        self.faults, self.receipts, self.numbers = [], [], itertools.count(1)
        # By session and kind, then by number.
        self.received = collections.defaultdict(dict)
        self.client = server.client()
        define(self.client, **APP)
        self.sessions = [create(self.client, "live")[0] for _ in range(sessions)]
        for session in self.sessions:
            self.write(self.client, session)

    def receive(self, session, kind, number, data):
        if self.received[session, kind].setdefault(number, data) != data:
            self.faults.append(f"{session} {kind} {number} was sent twice, with different data")

    def write(self, client, session):
        """Sends a unique action, so that an event that was sent and lost cannot be repeated undetected."""
        number = next(self.numbers)
        mark = {"type": "setParams", "params": {"n": number, "text": "\u2028é\n" * (number % 5)}}
        action = mark if number % 3 else {"actions": [mark, *[{"type": "push"}] * (number % 4)]}
        answer = attempt(client, "POST", session + "/actions", json=action, headers=MINIMAL)
        if answer is not None and answer.status_code == 200:
            self.receipts.append((session, answer.json()["revision"], number))
        elif answer is not None and answer.status_code < 500:
            self.faults.append(f"a write: {answer.status_code} {answer.text}")

    def load(self, sessions, rate, stop):
        client = self.server.client()
        for session in itertools.cycle(sessions):
            if stop.wait(1 / rate):
                return
            self.write(client, session)

    def wait(self, condition, seconds=60):
        """Waits for a condition, or a fault of a listener."""
        eventually(lambda: self.faults or condition(), seconds)
        assert not self.faults, self.faults[:3]


def slow_client(server):
    """A client of which the kernel takes little before it is read."""
    options = [(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)]
    return server.client(transport=httpx.HTTPTransport(socket_options=options))


def read_numbers(answer, numbers, last):
    """Adds the numbers of events up to the last one, or to the reset of a client that has not read for a long time."""
    with contextlib.suppress(httpx.TransportError):
        for line in answer.iter_lines():
            if line.startswith("id: "):
                number = int(line.removeprefix("id: "))
            elif line.startswith("data: "):
                numbers.append(number)
            if numbers[-1:] == [last]:
                return


def disconnect_and_resume(shared, listeners, reconnects, kills, *others, seed):
    """Writes until the listeners have resumed so many times, and kills the server meanwhile. `others` run beside."""
    writers = [partial(shared.load, shared.sessions[n::WRITERS], 50) for n in range(WRITERS)]
    with in_background(*writers, *others):
        for due in [*((kill + 0.5) * reconnects / kills for kill in range(kills)), reconnects]:
            shared.wait(lambda: sum(listener.reconnects for listener in listeners) >= due, 600)
            if due < reconnects:
                shared.server.restart()
    shared.is_restless = False
    report("events", seed=seed, kills=kills, reconnects=sum(listener.reconnects for listener in listeners),
           within_an_event=sum(listener.cuts for listener in listeners), revisions=len(shared.receipts),
           distinct_events=sum(map(len, shared.received.values())))
