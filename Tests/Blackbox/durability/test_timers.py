"""Timers over kills and a wall clock that jumps: each fires once, and not too early.

Most timers come with imported sessions, so that their deadlines can be chosen; the others are set by actions."""

import base64
import datetime
import functools
import hashlib
import json
import os
import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from clock import YEAR
from load import in_background, send_until_answered
from navstate import create, define, eventually, expect, export, import_archive, pages, report

APP = {"app": "alarms", "version": 1, "root": {"kind": "stack", "routes": ["bell"]}, "routes": {"bell": {}}}
PER_SESSION = 10


def timestamp(seconds):
    moment = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def seconds_at(item):
    return datetime.datetime.fromisoformat(item["at"]).timestamp()


def line(value):
    """A line of an export."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


class Timers:
    """A server's timers: the deadlines by session, and sessions whose actions have set one timer each, `loads`."""

    def __init__(self, server, now=time.time):
        self.server, self.now, self.deadlines, self.loads, self.client = server, now, {}, [], server.client()
        define(self.client, **APP)
        path, made = create(self.client, "alarms")
        first, *rest, _ = export(self.client, path).splitlines(keepends=True)
        self.session, self.rest, self.screen = json.loads(first)["session"], b"".join(rest), made["current"]["id"]

    def store(self, sessions, deadline):
        """Imports sessions; returns the time of the first deadline, which usually follows the last import."""
        begin = self.now() + 0.5 + sessions / 100
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda _: self.add([deadline(begin) for _ in range(PER_SESSION)]), range(sessions)))
        return begin

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
        self.deadlines["/v1/sessions/" + identifier] = deadlines

    def load(self):
        """Sends an action of the app `list` that starts loading for a second."""
        key, body = f"{random.getrandbits(96):x}", {"type": "setNavigation", "selection": "r2"}
        made = send_until_answered(self.client, "POST", "/v1/sessions", json={"app": "list"}, headers={"Idempotency-Key": key})
        path = f"/v1/sessions/{made.json()['id']}"
        send_until_answered(self.client, "POST", path + "/actions", json=body, headers={"Idempotency-Key": key + "a"})
        self.loads.append(path)

    def history(self, path, count):
        """The history of a session, as soon as it has so many entries."""
        path += "/history"
        return eventually(lambda: [items] if len(items := pages(self.client, path)) >= count else None, 300)[0]

    def wait(self, moment):
        """Waits until each timer that is due then has fired."""
        for path, deadlines in self.deadlines.items():
            self.history(path, sum(deadline <= moment for deadline in deadlines))

    def verify(self):
        """Waits until every timer has fired: once each, and not too early."""
        for path, deadlines in self.deadlines.items():
            items, fired = self.history(path, len(deadlines)), []
            for item in items:
                assert item["actor"] == "timer" and item["action"]["id"] == self.screen, item
                fired.append(item["action"]["action"]["state"]["last"])
                assert seconds_at(item) > deadlines[fired[-1]] - 0.0005, (item, deadlines)
            assert sorted(fired) == list(range(len(deadlines))), items
            assert self.client.get(path + "/timers").json()["items"] == []
        for path in self.loads:
            asked, fired = self.history(path, 2)
            assert fired["actor"] == "timer" and seconds_at(fired) > seconds_at(asked) + 0.9995, fired


@pytest.fixture
def sessions(setting):
    return setting("TIMERS", 600, 100_000) // PER_SESSION


def sleep_until(moment):
    time.sleep(max(0.0, moment - time.time()))


def keep_loading(timers, pause, stop):
    while not stop.wait(pause):
        timers.load()


def test_each_timer_fires_once_over_kills_while_other_requests_are_answered(server, sessions, setting):
    kills, span = setting("TIMER_KILLS", 3, 20), setting("TIMER_SPAN", 4.0, 60.0)
    timers = Timers(server)
    begin = timers.store(sessions, lambda begin: begin + random.random() * span)
    with in_background(functools.partial(keep_loading, timers, 2 * span / sessions)):
        for number in range(kills):
            sleep_until(begin + span * (number + random.uniform(0.2, 0.8)) / kills)
            server.kill()
            # After the last kill, all other timers are overdue.
            sleep_until(begin + span if number == kills - 1 else time.time() + random.uniform(0, 0.4))
            server.start(60)
        timers.wait(begin + span)
    timers.verify()
    assert server.stop() == 0
    report("timers over kills", timers=sessions * PER_SESSION, set_by_actions=len(timers.loads), kills=kills)


def test_each_timer_fires_once_over_jumps_of_the_clock(new_server, clock, sessions):
    server = new_server(environment=clock.environment)
    timers = Timers(server, clock.now)
    # At once, within a year, and after three years.
    timers.store(sessions, lambda begin: begin + random.choice([0, random.random() * YEAR, 3 * YEAR]))

    def jump(offset):
        """Jumps while a timer is pending; another one becomes due soon after."""
        timers.load()
        clock.set(offset)
        timers.load()
        timers.add([clock.now() + 0.5, clock.now() + 1])

    def restart(offset):
        server.kill()
        clock.set(offset)
        server.start()
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
    assert server.stop() == 0


def test_recurring_timers_lose_and_double_no_firing_over_kills(server, setting):
    client, kills = server.client(), setting("TIMER_KILLS", 3, 30)
    tick = {"every": "PT1S", "action": {"type": "tick"}}
    define(client, "ticks", data={"n": 0}, root={"kind": "stack", "initial": "home"},
           actions={"tick": {"do": {"set": {"data.n": "data.n + 1"}}}}, routes={"home": {"timers": {"t": tick}}})
    made = [create(client, "ticks")[1]["id"] for _ in range(setting("TIMERS", 100, 1_000))]
    for _ in range(kills):
        time.sleep(random.uniform(1, 3))
        server.kill()
        time.sleep(random.uniform(0, 2))
        server.start(60)
    server.kill()
    expected, firings = dict(server.rows("SELECT session, fire_at FROM timers")), dict.fromkeys(made, 0)
    assert len(expected) == len(made)
    # From the newest on: each firing set the time of the next one.
    for session, at, edits in server.rows("SELECT session, at, edits FROM changes WHERE actor = 'timer' ORDER BY seq DESC"):
        (_, _, due, _), (_, _, following, _) = (edit for edit in json.loads(edits) if "schedule" in edit[0])
        assert due <= at < following == expected[session] and (following - due) % 1000 == 0
        expected[session], firings[session] = due, firings[session] + 1
    assert min(firings.values()) >= kills
    report("recurring timers over kills", firings=sum(firings.values()), kills=kills)
