"""A server under the load of daily clients: memory, descriptors, threads and the log do not grow.

Clients create sessions, change, read, fork, move and delete them, so that their number stays about the same. Listeners
connect and disconnect. Histories are short (200 revisions), and each session lives a few minutes, so that after a tenth
of the time only the database file may still grow, for a short time."""

import contextlib
import os
import random
import statistics
import time
from collections import Counter
from functools import partial

import httpx
from load import in_background
from navstate import MIB, report

APP = {
    "app": "tour", "version": 1, "root": {"kind": "tabs", "routes": ["left", "right", "item"]},
    "routes": {
        "left": {"content": {"kind": "stack", "routes": ["home", "item"]}},
        "right": {"content": {"kind": "drawer", "routes": ["home", "item"]}},
        "home": {}, "item": {"feature": "counter"}},
}
INVALID = [{"type": "nothing-like-it"}, {"type": 7}, {"actions": "none"}, {"type": "push", "route": "nowhere"}]
CLIENTS = 4
LISTENERS = 20
SAMPLES = 400


def random_action(chance):
    """An action that one of the apps may refuse."""
    return chance.choice([
        {"type": "push", "route": chance.choice(["home", "item", "counter"]), "params": {"text": "x" * chance.randrange(200)}},
        {"type": "push", "route": chance.choice(["item", "counter"]), "params": {"count": chance.randrange(9)}},
        {"type": "setParams", "params": {"draft": "y" * chance.randrange(2_000)}},
        {"type": "increment"}, {"type": "pop"}, {"type": "popTo", "index": 0}, {"type": "goBack"},
        {"type": "select", "index": chance.randrange(3)}, {"type": "present", "route": "item"}, {"type": "dismiss"},
    ])


class Worker:
    """A client with sessions of its own."""

    def __init__(self, server, number, sessions, workers):
        self.client, self.chance, self.workers = server.client(), random.Random(number), workers
        self.sessions, self.statuses, self.faults = [None] * sessions, Counter(), []

    def run(self, pause, stop):
        operations = {
            self.act: 55, self.batch: 8, self.invalid: 5, self.move_in_history: 8, self.read: 10, self.history: 4, self.message: 3,
            self.fork: 1, self.move: 1, self.delete: 5}
        due = time.monotonic()
        while not stop.wait(max(0, due - time.monotonic())):
            due = max(due + pause, time.monotonic() - 1)
            place = self.chance.randrange(len(self.sessions))
            if session := self.sessions[place]:
                operation = self.chance.choices(list(operations), list(operations.values()))[0]
                operation(session)
                self.sessions[place] = None if operation == self.delete else session
            else:
                self.sessions[place] = self.create()

    def send(self, method, path, *expected, **options):
        """Returns the response; one with another status is a fault."""
        answer = self.client.request(method, path, **options)
        self.statuses[f"{method} {answer.status_code}"] += 1
        if answer.status_code not in (expected or (200, 201, 204, 404, 409)):
            self.faults.append(f"{method} {path} {options}: {answer.status_code} {answer.text}"[:500])
        return answer

    def create(self):
        answer = self.send("POST", "/v1/sessions", json={"app": self.chance.choice(["tour", "counter"])})
        return f"/v1/sessions/{answer.json()['id']}" if answer.is_success else None

    def act(self, session):
        self.send("POST", session + "/actions", 200, 404, 409, 422, json=random_action(self.chance))

    def batch(self, session):
        actions = [random_action(self.chance) for _ in range(self.chance.randint(1, 10))]
        self.send("POST", session + "/actions", 200, 404, 409, 422, json={"actions": actions})

    def invalid(self, session):
        self.send("POST", session + "/actions", 400, 404, 409, 422, json=self.chance.choice(INVALID))

    def move_in_history(self, session):
        body = {"steps": self.chance.randint(1, 5)}
        self.send("POST", f"{session}/{self.chance.choice(['undo', 'redo'])}", 200, 404, 409, 410, 422, json=body)

    def read(self, session):
        self.send("GET", session + self.chance.choice(["", "/stack", "/available", "/timers", "/listeners"]))

    def history(self, session):
        self.send("GET", session + "/history?limit=50")

    def message(self, session):
        receiver = random_session(self.workers, self.chance) or ""
        body = {"to": receiver.removeprefix("/v1/sessions/"), "action": {"type": "popToRoot"}}
        self.send("POST", session + "/messages", 200, 202, 404, 409, 422, json=body)

    def fork(self, session):
        answer = self.send("POST", session + "/fork", json={})
        if answer.is_success:
            self.delete(f"/v1/sessions/{answer.json()['id']}")

    def move(self, session):
        """Exports, deletes and imports a session, as on another server."""
        archive = self.send("GET", session + "/export")
        if archive.status_code == 200:
            self.delete(session)
            headers = {"Content-Type": "application/x-ndjson"}
            self.send("POST", "/v1/imports", 201, 404, 409, content=archive.content, headers=headers)

    def delete(self, session):
        self.send("DELETE", session)


def random_session(workers, chance):
    return chance.choice(chance.choice(workers).sessions)


def listen(server, workers, number, stop):
    """Listens for up to 30 seconds, disconnects, and listens to another session."""
    chance = random.Random(-number - 1)
    while not stop.wait(0.01):
        session, end = random_session(workers, chance), time.monotonic() + chance.uniform(1, 30)
        if session is None:
            continue
        # The client disconnects after 5 seconds without data.
        with contextlib.suppress(httpx.TransportError), server.client(timeout=5) as client:
            with client.stream("GET", f"{session}/events") as answer:
                for _ in answer.iter_raw():
                    if time.monotonic() > end or stop.is_set():
                        break


def sample(server):
    process = f"/proc/{server.process.pid}"
    with open(process + "/status") as status:
        fields = dict(row.split(":", 1) for row in status)
    return {
        "memory": server.memory() / MIB, "threads": int(fields["Threads"]), "descriptors": len(os.listdir(process + "/fd")),
        "log": os.path.getsize(f"{server.database}-wal") / MIB, "database": server.database.stat().st_size / MIB}


def median(samples, name):
    return statistics.median(sample[name] for sample in samples)


def test_nothing_grows_under_a_load_of_everything(new_server, setting):
    minutes, rate = setting("SOAK_MINUTES", 0.3, 60.0), setting("SOAK_RATE", 300, 200)
    server = new_server("--history-revisions", "200", "--log-level", "warning")
    with server.client() as client:
        assert client.put("/v1/apps/tour", json=APP).status_code == 201
    workers = []
    workers += [Worker(server, number, 200 // CLIENTS, workers) for number in range(CLIENTS)]
    for worker in workers:
        worker.sessions = [worker.create() for _ in worker.sessions]
    loads = [partial(worker.run, CLIENTS / rate) for worker in workers]
    loads += [partial(listen, server, workers, number) for number in range(LISTENERS)]
    with in_background(*loads):
        samples = take_samples(server, minutes * 60)
    statuses = sum((worker.statuses for worker in workers), Counter())
    report("answers", total=statuses.total(), **dict(sorted(statuses.items())))
    assert [fault for worker in workers for fault in worker.faults] == []
    check_growth(samples, setting("SOAK_GROWTH", 60, 5))
    assert server.stop() == 0
    assert server.log_text() == ""


def take_samples(server, seconds):
    """Samples in equal intervals; prints the median of each twentieth."""
    start, samples = time.monotonic(), []
    for number in range(SAMPLES):
        time.sleep(max(0, start + (number + 1) * seconds / SAMPLES - time.monotonic()))
        assert server.is_running()
        samples.append(sample(server))
        if len(samples) % (SAMPLES // 20) == 0:
            report("soak", **{name: round(median(samples[-20:], name), 1) for name in samples[0]})
    return samples


def check_growth(samples, percent):
    """Compares the medians of the second and of the last fifth of the time."""
    fifth = len(samples) // 5
    medians = {
        name: (median(samples[fifth:2 * fifth], name), median(samples[-fifth:], name))
        for name in ("memory", "descriptors", "threads", "log")}
    report("soak, second and last fifth", **{name: f"{early:.1f} then {late:.1f}" for name, (early, late) in medians.items()})
    slack = {"memory": percent / 100 * medians["memory"][0], "log": percent / 5, "descriptors": 4, "threads": 4}
    assert [name for name, (early, late) in medians.items() if late > early + slack[name]] == []
