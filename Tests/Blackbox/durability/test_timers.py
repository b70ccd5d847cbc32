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
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest
from clock import YEAR
from load import in_background, send_until_answered
from navstate import (
    create, define, eventually, expect, export, import_archive, pages, percentile, report, seconds_of)

APP = {"app": "alarms", "version": 1, "root": {"kind": "stack", "routes": ["bell"]}, "routes": {"bell": {}}}
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


class Timers:
    """A server's timers by session. `loads` are sessions with one timer each, which an action has set."""

    def __init__(self, server, clock=None):
        self.server, self.now, self.timers, self.loads = server, clock.now if clock else time.time, {}, []
        # The times at which the server was ready and was killed.
        self.runs = [[time.time(), float("inf")]]
        self.client = server.client()
        define(self.client, **APP)
        path, made = create(self.client, "alarms")
        first, *rest, _ = export(self.client, path).splitlines(keepends=True)
        self.session, self.rest, self.screen = json.loads(first)["session"], b"".join(rest), made["current"]["id"]

    def kill(self):
        self.runs[-1][1] = time.time()
        self.server.kill()

    def start(self):
        """Returns the seconds until the server is ready."""
        seconds = seconds_of(lambda: self.server.start(60))
        self.runs.append([time.time(), float("inf")])
        return seconds

    def store(self, sessions, deadline):
        """Imports sessions; returns the time of the first deadline, which follows the last import."""
        seconds = seconds_of(lambda: self.import_sessions(40, lambda: self.now() + YEAR)) / 40 * sessions
        for path in self.timers:
            expect(self.client.delete(path), 204)
        self.timers.clear()
        due = self.now() + 1.5 * seconds + 0.5
        self.import_sessions(sessions, lambda: deadline(due))
        return due

    def import_sessions(self, count, deadline):
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda _: self.add([deadline() for _ in range(PER_SESSION)]), range(count)))

    def add(self, deadlines):
        """Imports a session with timers (docs/archives.md). Each action has the index of its deadline."""
        # With the precision of the database.
        deadlines = [int(deadline * 1000) / 1000 for deadline in deadlines]
        identifier = "s_" + base64.urlsafe_b64encode(os.urandom(16)).decode()[:22]
        timers = [{
            "id": f"t{index + 10}", "screen": self.screen, "effect": f"e{index}", "fireAt": timestamp(deadline),
            "action": {"type": "setState", "state": {"last": index}}} for index, deadline in enumerate(deadlines)]
        timers.sort(key=lambda timer: (timer["fireAt"], len(timer["id"]), timer["id"]))
        session = {**self.session, "id": identifier, "timers": timers, "nextID": len(timers) + 10}
        content = line({"navstate": 1, "session": session}) + self.rest
        content += b"".join(line({"timer": timer}) for timer in timers)
        content += line({"lines": content.count(b"\n"), "sha256": hashlib.sha256(content).hexdigest()})
        expect(import_archive(self.client, content), 201)
        self.timers["/v1/sessions/" + identifier] = [Timer(deadline, time.time()) for deadline in deadlines]

    def load(self):
        """Sends an action of the app `list` that starts loading for a second."""
        key, body = f"{random.getrandbits(96):x}", {"type": "setNavigation", "selection": "r2"}
        made = send_until_answered(
            self.client, "POST", "/v1/sessions", json={"app": "list"}, headers={"Idempotency-Key": key})
        path = f"/v1/sessions/{made.json()['id']}"
        send_until_answered(self.client, "POST", path + "/actions", json=body, headers={"Idempotency-Key": key + "a"})
        self.loads.append(path)

    def wait(self, moment=float("inf")):
        """Waits until each timer that is due then has fired."""
        for path, timers in self.timers.items():
            due = sum(timer.deadline <= moment for timer in timers)
            eventually(lambda: len(pages(self.client, path + "/history")) >= due, 300)

    def verify(self):
        """Waits until every timer has fired, and returns all with their times: once each, and not too early."""
        self.wait()
        for path, timers in self.timers.items():
            for item in pages(self.client, path + "/history"):
                assert item["actor"] == "timer" and item["action"]["id"] == self.screen, item
                timers[item["action"]["action"]["state"]["last"]].fired.append(seconds_at(item))
        for path in random.sample(list(self.timers), min(100, len(self.timers))):
            assert self.client.get(path + "/timers").json()["items"] == []
        found = [*itertools.chain(*self.timers.values()), *map(self.loaded, self.loads)]
        assert [timer for timer in found if len(timer.fired) != 1] == []
        assert [timer for timer in found if timer.fired[0] < timer.deadline - 0.0005] == []
        return found

    def loaded(self, path):
        """The timer of a list."""
        eventually(lambda: len(pages(self.client, path + "/history")) > 1)
        asked, *fired = pages(self.client, path + "/history")
        assert all(item["actor"] == "timer" for item in fired)
        return Timer(seconds_at(asked) + 1, seconds_at(asked), [seconds_at(item) for item in fired])

    def lateness(self, timers):
        """The delays of the timers that were due while the server ran."""
        return [
            timer.fired[0] - timer.due for timer in timers
            if any(ready <= timer.due < killed for ready, killed in self.runs)]


def sleep_until(moment):
    time.sleep(max(0.0, moment - time.time()))


def spread(seconds):
    """Percentiles in milliseconds."""
    return "/".join(f"{1000 * percentile(seconds, share):.0f}" for share in (0.5, 0.99, 1)) if seconds else "none"


@pytest.fixture(scope="module")
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
    found = timers.verify()
    assert server.stop() == 0
    late = timers.lateness(found)
    report(
        "timers over kills, in p50/p99/max ms", timers=len(found), set_by_actions=len(timers.loads), kills=kills,
        ready_after_kill=spread(starts), late=spread(late))
    assert not is_long or sum(seconds <= 1 for seconds in late) >= 0.99 * len(late)


def keep_loading(timers, pause, stop):
    while not stop.wait(pause):
        timers.load()


def test_overdue_timers_fire_once_after_the_start_and_other_requests_are_answered_meanwhile(server, sessions, is_long):
    timers, reads, writes = Timers(server), [], []
    begin = timers.store(sessions, lambda begin: begin + random.random())
    timers.kill()
    sleep_until(begin + 1)
    start = timers.start()
    with in_background(functools.partial(read_and_write, server, reads, writes)):
        found = timers.verify()
    peak, fired = server.memory("VmHWM"), [timer.fired[0] - timers.runs[-1][0] for timer in found]
    assert server.stop() == 0
    report(
        "overdue timers, in p50/p99/max ms", timers=len(found), ready=round(1000 * start),
        fired_after_start=spread(fired), reads=spread(reads), writes=spread(writes), peak_mib=peak >> 20)
    assert reads and writes
    assert not is_long or start < 1


def read_and_write(server, reads, writes, stop):
    client = server.client()
    path, _ = create(client)
    while not stop.wait(0.002):
        writes.append(seconds_of(lambda: expect(client.post(path + "/push", json={}), 200)))
        reads.append(seconds_of(lambda: expect(client.get(path), 200)))


def test_each_timer_fires_once_over_jumps_of_the_clock(new_server, clock, sessions):
    timers = Timers(new_server(environment=clock.environment), clock)
    # At once, within a year, and after three years.
    timers.store(sessions, lambda begin: begin + random.choice([0, random.random() * YEAR, 3 * YEAR]))

    def jump(offset):
        """Jumps while a timer is pending; another one becomes due soon after."""
        timers.load()
        clock.set(offset)
        timers.load()
        timers.add([clock.now() + 0.5, clock.now() + 1])

    def restart(offset):
        timers.kill()
        clock.set(offset)
        timers.start()
        timers.add([clock.now() + 0.5])

    jump(2 * YEAR)
    latest = clock.now()
    timers.wait(latest)
    # Timers that become due meanwhile fire before the next jump, or years after it.
    jump(-2 * YEAR)
    timers.wait(latest)
    restart(-3 * YEAR)
    restart(1 * YEAR)
    jump(4 * YEAR)
    timers.verify()
    assert timers.server.stop() == 0
