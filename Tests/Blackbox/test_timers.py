"""Timers over kills and a wall clock that jumps: each fires once, and not too early.

Most timers come with imported sessions, so that their deadlines can be chosen; the others are set by actions."""

import base64
import datetime
import functools
import hashlib
import itertools
import json
import os
import random
import time
from dataclasses import dataclass, field

import pytest
from clock import YEAR
from load import in_background, send_until_answered
from navstate import Server, create, eventually, pages, percentile, report, seconds_of

APP = {"app": "alarms", "version": 1, "root": {"kind": "stack", "routes": ["bell"]}, "routes": {"bell": {}}}
THREADS = 4
PER_SESSION = 10


@dataclass
class Timer:
    """A timer with the times at which it fired, in seconds since 1970. It was stored before `known`."""
    deadline: float
    known: float
    fired: list = field(default_factory=list)

    @property
    def due(self):
        return max(self.deadline, self.known)


def timestamp(seconds):
    moment = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def seconds_at(item):
    return datetime.datetime.fromisoformat(item["at"]).timestamp()


def line(value):
    """A line of an export."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


class Archives:
    """Exports of sessions with timers of given deadlines (docs/archives.md)."""

    def __init__(self, client):
        assert client.put("/v1/apps/alarms", json=APP).status_code == 201
        path, made = create(client, "alarms")
        first, *rest, _ = client.get(path + "/export").content.splitlines(keepends=True)
        self.session, self.rest, self.screen = json.loads(first)["session"], b"".join(rest), made["current"]["id"]

    def make(self, deadlines):
        """The id of a session and its bytes. Each action has the index of its deadline."""
        identifier = "s_" + base64.urlsafe_b64encode(os.urandom(16)).decode()[:22]
        timers = [{
            "id": f"t{index + 10}", "screen": self.screen, "effect": f"e{index}", "fireAt": timestamp(deadline),
            "action": {"type": "setState", "state": {"last": index}}} for index, deadline in enumerate(deadlines)]
        timers.sort(key=lambda timer: (timer["fireAt"], len(timer["id"]), timer["id"]))
        session = {**self.session, "id": identifier, "timers": timers, "nextID": len(timers) + 10}
        content = line({"navstate": 1, "session": session}) + self.rest
        content += b"".join(line({"timer": timer}) for timer in timers)
        end = {"lines": content.count(b"\n"), "sha256": hashlib.sha256(content).hexdigest()}
        return identifier, content + line(end)


class Timers:
    """A server's timers by session. `loads` are sessions with one timer, which an action has set."""

    def __init__(self, server, clock=None):
        self.server, self.now = server, clock.now if clock else time.time
        self.kill_server = clock.kill if clock else Server.kill
        self.timers, self.loads = {}, []
        # The times at which the server was ready and was killed.
        self.runs = [[time.time(), float("inf")]]
        with server.client() as client:
            self.archives = Archives(client)

    def kill(self):
        self.runs[-1][1] = time.time()
        self.kill_server(self.server)

    def start(self):
        """Returns the seconds until the server is ready."""
        seconds = seconds_of(lambda: self.server.start(60))
        self.runs.append([time.time(), float("inf")])
        return seconds

    # Storing

    def store(self, sessions, deadline):
        """Imports sessions; returns the time of the first deadline, which follows the last import."""
        seconds = seconds_of(lambda: self.import_sessions(40, lambda: self.now() + YEAR)) / 40 * sessions
        with self.server.client() as client:
            for session in self.timers:
                assert client.delete(f"/v1/sessions/{session}").status_code == 204
        self.timers.clear()
        due = self.now() + 1.5 * seconds + 0.5
        self.import_sessions(sessions, lambda: deadline(due))
        return due

    def import_sessions(self, count, deadline):
        def work(number, _):
            with self.server.client() as client:
                for _ in range(number, count, THREADS):
                    self.add(client, [deadline() for _ in range(PER_SESSION)])

        with in_background(*[functools.partial(work, number) for number in range(THREADS)]):
            pass

    def add(self, client, deadlines):
        # With the precision of the database.
        deadlines = [int(deadline * 1000) / 1000 for deadline in deadlines]
        session, content = self.archives.make(deadlines)
        headers = {"Content-Type": "application/x-ndjson"}
        assert client.post("/v1/imports", content=content, headers=headers).status_code == 201
        self.timers[session] = [Timer(deadline, time.time()) for deadline in deadlines]

    def load(self, client):
        """Sends an action of the app `list` that starts loading for a second."""
        key = base64.b64encode(os.urandom(12)).decode()
        made = send_until_answered(
            client, "POST", "/v1/sessions", json={"app": "list"}, headers={"Idempotency-Key": key})
        path = f"/v1/sessions/{made.json()['id']}"
        send_until_answered(
            client, "POST", path + "/actions", json={"type": "setNavigation", "selection": "r2"},
            headers={"Idempotency-Key": key + "a"})
        self.loads.append(path)

    # Results

    def wait(self, client, moment=float("inf")):
        """Waits until each timer that is due then has fired."""
        for session, timers in self.timers.items():
            due = sum(timer.deadline <= moment for timer in timers)
            eventually(lambda: len(pages(client, f"/v1/sessions/{session}/history")) >= due, 300)

    def gather(self):
        """Waits until every timer has fired, and returns all with their times."""
        with self.server.client() as client:
            self.wait(client)
            for path in self.loads:
                eventually(lambda: len(pages(client, path + "/history")) > 1)
            for session, timers in self.timers.items():
                for item in pages(client, f"/v1/sessions/{session}/history"):
                    assert item["actor"] == "timer" and item["action"]["id"] == self.archives.screen, item
                    timers[item["action"]["action"]["state"]["last"]].fired.append(seconds_at(item))
            return [*itertools.chain(*self.timers.values()), *[self.loaded(client, path) for path in self.loads]]

    @staticmethod
    def loaded(client, path):
        asked, *fired = pages(client, path + "/history")
        assert all(item["actor"] == "timer" for item in fired)
        return Timer(seconds_at(asked) + 1, seconds_at(asked), [seconds_at(item) for item in fired])

    def verify(self, timers):
        assert [timer for timer in timers if len(timer.fired) != 1] == []
        assert [timer for timer in timers if timer.fired[0] < timer.deadline - 0.0005] == []
        with self.server.client() as client:
            for session in random.sample(list(self.timers), min(100, len(self.timers))):
                assert client.get(f"/v1/sessions/{session}/timers").json()["items"] == []
        assert self.server.stop() == 0

    def lateness(self, timers):
        """The delays of timers that were due while the server ran, and of the others, after it was ready."""
        running, overdue = [], []
        for timer in timers:
            if any(ready <= timer.due < killed for ready, killed in self.runs):
                running.append(timer.fired[0] - timer.due)
            else:
                overdue.append(max(0.0, timer.fired[0] - min(ready for ready, _ in self.runs if ready > timer.due)))
        return running, overdue


def sleep_until(moment):
    time.sleep(max(0.0, moment - time.time()))


def spread(seconds):
    """Percentiles in milliseconds."""
    return "/".join(f"{1000 * percentile(seconds, share):.0f}" for share in (0.5, 0.99, 1)) if seconds else "none"


@pytest.fixture
def sessions(setting):
    return setting("TIMERS", 600, 100_000) // PER_SESSION


def test_each_timer_fires_once_over_kills(server, sessions, setting, is_long):
    kills, span, starts = setting("TIMER_KILLS", 3, 20), setting("TIMER_SPAN", 4.0, 60.0), []
    timers = Timers(server)
    begin = timers.store(sessions, lambda begin: begin + random.random() * span)
    with in_background(functools.partial(keep_loading, timers, 2 * span / sessions)):
        for number in range(kills):
            sleep_until(begin + span * (number + random.uniform(0.2, 0.8)) / kills)
            timers.kill()
            time.sleep(random.uniform(0, 0.4))
            starts.append(timers.start())
        sleep_until(begin + span)
    found = timers.gather()
    timers.verify(found)
    running, overdue = timers.lateness(found)
    report(
        "timers over kills, in p50/p99/max ms", timers=len(found), set_by_actions=len(timers.loads), kills=kills,
        ready_after_kill=spread(starts), late=spread(running), late_after_start=spread(overdue))
    assert not is_long or sum(late <= 1 for late in running) >= 0.99 * len(running)


def keep_loading(timers, pause, stop):
    with timers.server.client() as client:
        while not stop.wait(pause):
            timers.load(client)


def test_overdue_timers_fire_once_after_the_start_and_other_requests_are_answered_meanwhile(server, sessions, is_long):
    timers, reads, writes = Timers(server), [], []
    begin = timers.store(sessions, lambda begin: begin + random.random())
    timers.kill()
    sleep_until(begin + 1)
    start = timers.start()
    with in_background(functools.partial(read_and_write, server, reads, writes)):
        found = timers.gather()
    figures = {"peak_mib": server.memory("VmHWM") >> 20}
    timers.verify(found)
    fired = [timer.fired[0] - timers.runs[-1][0] for timer in found]
    report(
        "overdue timers", timers=len(found), ready_ms=round(1000 * start), first_s=round(min(fired), 3), last_s=round(max(fired), 3),
        reads_ms=spread(reads), writes_ms=spread(writes), **figures)
    assert reads and writes
    assert not is_long or start < 1


def read_and_write(server, reads, writes, stop):
    with server.client() as client:
        path, _ = create(client)
        while not stop.wait(0.002):
            writes.append(seconds_of(lambda: client.post(path + "/push", json={}).raise_for_status()))
            reads.append(seconds_of(lambda: client.get(path).raise_for_status()))


def test_each_timer_fires_once_over_jumps_of_the_clock(new_server, clock, sessions):
    timers = Timers(new_server("--log-level", "warning", environment=clock.environment), clock)
    # At once, within a year, and after three years.
    timers.store(sessions, lambda begin: begin + random.choice([0, random.random() * YEAR, 3 * YEAR]))
    with timers.server.client() as client:
        def jump(offset):
            """Jumps while a timer is pending; another one becomes due soon after."""
            timers.load(client)
            clock.set(offset)
            timers.load(client)
            timers.add(client, [clock.now() + 0.5, clock.now() + 1])

        def restart(offset):
            timers.kill()
            clock.set(offset)
            timers.start()
            timers.add(client, [clock.now() + 0.5])

        jump(2 * YEAR)
        timers.wait(client, clock.now())
        jump(-2 * YEAR)
        timers.wait(client, time.time() + 2 * YEAR)
        restart(-3 * YEAR)
        restart(1 * YEAR)
        jump(4 * YEAR)
    timers.verify(timers.gather())
