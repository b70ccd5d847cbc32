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
SESSIONS = 200
LISTENERS = 20
SAMPLES = 400


# Weight, method, path, body and the statuses that the request may have, beside 404.
OPERATIONS = [
    (55, "POST", "/actions", random_action, {200, 409, 422}),
    (8, "POST", "/actions", lambda chance: {"actions": [random_action(chance) for _ in range(chance.randint(1, 10))]},
     {200, 409, 422}),
    (5, "POST", "/actions", lambda chance: chance.choice(INVALID), {400, 409, 422}),
    *[(4, "POST", path, lambda chance: {"steps": chance.randint(1, 5)}, {200, 409, 410, 422}) for path in ("/undo", "/redo")],
    *[(2, "GET", path, None, {200}) for path in ("", "/stack", "/available", "/timers", "/listeners")],
    (4, "GET", "/history?limit=50", None, {200}), (3, "POST", "/messages", None, {200, 202, 409, 422}),
    (1, "POST", "/fork", lambda chance: {}, {201, 409}), (1, "GET", "/export", None, {200}),
    (5, "DELETE", "", None, {204, 409}),
]


class Clients:
    """Sessions, and the requests of clients to them. Each client changes sessions of its own."""

    def __init__(self, server):
        self.server, self.statuses, self.faults, client = server, Counter(), [], server.client()
        create_trips(client, 0)
        self.sessions = [self.create(client, random) for _ in range(SESSIONS)]

    def run(self, number, pause, stop):
        client, chance, due = self.server.client(), random.Random(number), time.monotonic()
        weights = [operation[0] for operation in OPERATIONS]
        while not stop.wait(max(0, due - time.monotonic())):
            due = max(due + pause, time.monotonic() - 1)
            place = chance.randrange(number, SESSIONS, CLIENTS)
            self.operate(client, chance, place, *chance.choices(OPERATIONS, weights)[0][1:])

    def operate(self, client, chance, place, method, path, body, expected):
        session = "/v1/sessions/" + self.sessions[place]
        content = body(chance) if body else None
        if path == "/messages":
            content = {"to": chance.choice(self.sessions), "action": {"type": "popToRoot"}}
        answer = self.send(client, method, session + path, {404, *expected}, json=content)
        if path == "/fork" and answer.is_success:
            self.send(client, "DELETE", f"/v1/sessions/{answer.json()['id']}", {204})
        elif path == "/export" and answer.is_success:
            # Moves the session, as to another server.
            self.send(client, "DELETE", session, {204})
            self.send(client, "POST", "/v1/imports", {201}, content=answer.content, headers=AS_LINES)
        elif method == "DELETE":
            self.sessions[place] = self.create(client, chance)

    def create(self, client, chance):
        body = {"app": chance.choice(["trip", "counter"])}
        return self.send(client, "POST", "/v1/sessions", {201}, json=body).json()["id"]

    def send(self, client, method, path, expected, **options):
        """Returns the response; one with another status is a fault."""
        answer = client.request(method, path, **options)
        self.statuses[f"{method} {answer.status_code}"] += 1
        if answer.status_code not in expected:
            self.faults.append(f"{method} {path} {options}: {answer.status_code} {answer.text}"[:500])
        return answer

    def listen(self, stop):
        """Listens for up to 30 seconds, disconnects, and listens to another session."""
        client = self.server.client()
        while not stop.wait(0.01):
            path, end = f"/v1/sessions/{random.choice(self.sessions)}/events", time.monotonic() + random.uniform(1, 30)
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
    server, samples = new_server("--history-revisions", 200), []
    clients = Clients(server)
    loads = [partial(clients.run, number, CLIENTS / rate) for number in range(CLIENTS)]
    loads += [clients.listen] * LISTENERS
    with in_background(*loads):
        for _ in range(SAMPLES):
            time.sleep(minutes * 60 / SAMPLES)
            samples.append(sample(server))
    report("answers", total=clients.statuses.total(), **dict(sorted(clients.statuses.items())))
    assert clients.faults == []
    early, late = [
        {name: statistics.median(sample[name] for sample in part) for name in samples[0]}
        for part in (samples[SAMPLES // 5:SAMPLES * 2 // 5], samples[-SAMPLES // 5:])]
    report("soak, second and last fifth", **{name: f"{early[name]:.1f} then {late[name]:.1f}" for name in early})
    percent = setting("SOAK_GROWTH", 60, 5)
    slack = {"memory": percent / 100 * early["memory"], "log": percent / 5, "descriptors": 4, "threads": 4}
    assert [name for name in early if late[name] > early[name] + slack[name]] == []
    assert server.stop() == 0
    assert [line for line in server.log_text().splitlines() if "a message was dropped" not in line] == []
