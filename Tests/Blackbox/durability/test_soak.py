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
from durability.trip import create_trips, random_action
from load import in_background
from navstate import AS_LINES, MIB, report

INVALID = [{"type": "nothing-like-it"}, {"type": 7}, {"actions": "none"}, {"type": "push", "route": "nowhere"}]
CLIENTS = 4
LISTENERS = 20
SAMPLES = 400


def random_batch(chance):
    return {"actions": [random_action(chance) for _ in range(chance.randint(1, 10))]}


def random_steps(chance):
    return {"steps": chance.randint(1, 5)}


# Weight, method, path, body and the statuses that the request may have, beside 404.
OPERATIONS = [
    (55, "POST", "/actions", random_action, {200, 409, 422}), (8, "POST", "/actions", random_batch, {200, 409, 422}),
    (5, "POST", "/actions", lambda chance: chance.choice(INVALID), {400, 409, 422}),
    *[(4, "POST", path, random_steps, {200, 409, 410, 422}) for path in ("/undo", "/redo")],
    *[(2, "GET", path, None, {200}) for path in ("", "/stack", "/available", "/timers", "/listeners")],
    (4, "GET", "/history?limit=50", None, {200}), (3, "POST", "/messages", None, {200, 202, 409, 422}),
    (1, "POST", "/fork", lambda chance: {}, {201, 409}), (1, "GET", "/export", None, {200}),
    (5, "DELETE", "", None, {204, 409}),
]


class Worker:
    """A client with sessions of its own, and those of `everyone`."""

    def __init__(self, server, number, everyone, statuses, faults):
        self.client, self.chance, self.everyone = server.client(), random.Random(number), everyone
        self.statuses, self.faults = statuses, faults
        self.sessions = [self.create() for _ in range(200 // CLIENTS)]

    def run(self, pause, stop):
        due, weights = time.monotonic(), [operation[0] for operation in OPERATIONS]
        while not stop.wait(max(0, due - time.monotonic())):
            due = max(due + pause, time.monotonic() - 1)
            self.operate(self.chance.randrange(len(self.sessions)), *self.chance.choices(OPERATIONS, weights)[0][1:])

    def operate(self, place, method, path, body, expected):
        session = self.sessions[place]
        content = body(self.chance) if body else None
        if path == "/messages":
            content = {"to": random_session(self.everyone, self.chance), "action": {"type": "popToRoot"}}
        answer = self.send(method, f"/v1/sessions/{session}{path}", {404, *expected}, json=content)
        if path == "/fork" and answer.is_success:
            self.send("DELETE", f"/v1/sessions/{answer.json()['id']}", {204})
        elif path == "/export" and answer.is_success:
            # Moves the session, as to another server.
            self.send("DELETE", f"/v1/sessions/{session}", {204})
            self.send("POST", "/v1/imports", {201}, content=answer.content, headers=AS_LINES)
        elif method == "DELETE":
            self.sessions[place] = self.create()

    def create(self):
        body = {"app": self.chance.choice(["trip", "counter"])}
        return self.send("POST", "/v1/sessions", {201}, json=body).json()["id"]

    def send(self, method, path, expected, **options):
        """Returns the response; one with another status is a fault."""
        answer = self.client.request(method, path, **options)
        self.statuses[f"{method} {answer.status_code}"] += 1
        if answer.status_code not in expected:
            self.faults.append(f"{method} {path} {options}: {answer.status_code} {answer.text}"[:500])
        return answer


def random_session(workers, chance):
    return chance.choice(chance.choice(workers).sessions)


def listen(client, workers, chance, stop):
    """Listens for up to 30 seconds, disconnects, and listens to another session."""
    while not stop.wait(0.01):
        path, end = f"/v1/sessions/{random_session(workers, chance)}/events", time.monotonic() + chance.uniform(1, 30)
        # The client disconnects after 5 seconds without data.
        with contextlib.suppress(httpx.TransportError), client.stream("GET", path, timeout=5) as answer:
            for _ in answer.iter_raw():
                if time.monotonic() > end or stop.is_set():
                    break


def sample(server):
    process = f"/proc/{server.process.pid}"
    return {
        "memory": server.memory() / MIB, "descriptors": len(os.listdir(process + "/fd")),
        "threads": len(os.listdir(process + "/task")), "log": os.path.getsize(f"{server.database}-wal") / MIB}


def test_nothing_grows_under_a_load_of_everything(new_server, setting):
    minutes, rate = setting("SOAK_MINUTES", 0.3, 60.0), setting("SOAK_RATE", 300, 200)
    server, workers, statuses, faults, samples = new_server("--history-revisions", 200), [], Counter(), [], []
    create_trips(server.client(), 0)
    workers += [Worker(server, number, workers, statuses, faults) for number in range(CLIENTS)]
    loads = [partial(worker.run, CLIENTS / rate) for worker in workers]
    loads += [partial(listen, server.client(), workers, random.Random(number)) for number in range(LISTENERS)]
    with in_background(*loads):
        for _ in range(SAMPLES):
            time.sleep(minutes * 60 / SAMPLES)
            samples.append(sample(server))
    report("answers", total=statuses.total(), **dict(sorted(statuses.items())))
    assert faults == []
    early, late = [
        {name: statistics.median(sample[name] for sample in part) for name in samples[0]}
        for part in (samples[SAMPLES // 5:SAMPLES * 2 // 5], samples[-SAMPLES // 5:])]
    report("soak, second and last fifth", **{name: f"{early[name]:.1f} then {late[name]:.1f}" for name in early})
    percent = setting("SOAK_GROWTH", 60, 5)
    slack = {"memory": percent / 100 * early["memory"], "log": percent / 5, "descriptors": 4, "threads": 4}
    assert [name for name in early if late[name] > early[name] + slack[name]] == []
    assert server.stop() == 0
    assert server.log_text() == ""
