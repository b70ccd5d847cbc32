"""Measures a healthy client beside what others do: costly requests, and the erasure of long histories from PostgreSQL.
Asserts nothing; run by `scripts/bench attacks` and `scripts/bench erasure`."""

import argparse
import base64
import contextlib
import json
import multiprocessing
import random
import tempfile
import time
from functools import partial

import httpx
from alone import print_head, print_row, seconds_of
from histories.test_history_size import notes
from limits.test_costly_requests import BATCH, LONG, STEPS_OF_ATTACKS, costly
from load import in_background, repeating
from navstate import ADMIN, AS_JSON, MIB, MINIMAL, Server, act, create, define, expect, percentile
from nodes.cluster import Postgres
from nodes.group import Nodes

LARGE = {"app": "large", "version": 1, "root": {"kind": "stack", "initial": "home"}, "routes": {
    "home": {}, **{f"r{n}": {"path": f"/r{n}/:a", "params": {"a": "string"}} for n in range(1_000)}}}


def app(client, name, steps, **data):
    """An app with one action of these steps; returns the path of a session with the key `box`, and the session."""
    define(client, name, root={"kind": "stack", "initial": "home"}, routes={"home": {}}, data={"n": 0, **data},
           actions={"go": {"do": steps}, "note": {"args": {"x": "string"}, "do": {"set": {"data.n": "data.n + 1"}}}})
    return create(client, name, key="box")


def healthy(base, path, seconds, times):
    """A client that goes to a screen and back and reads the session, with a connection for each of several loops."""
    clients = [httpx.Client(base_url=base, headers={"Authorization": f"Bearer {ADMIN}"}) for _ in range(4)]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for client in clients:
            for method, name, body in (("POST", "/push", {"route": "home"}), ("GET", "", None), ("POST", "/pop", {})):
                start = time.perf_counter()
                expect(client.request(method, path + name, json=body, headers=MINIMAL), 200)
                times.append((time.perf_counter() - start) * 1_000)


def calls_of_attacks(server, admin):
    """The calls that are repeated at once, by the name of the attack."""
    paths = [costly(admin, f"app{number}", 231) for number in range(4)]
    expect(admin.put("/v1/apps/large", json=LARGE), 201)
    tokens = [expect(admin.post(path + "/tokens", json={"role": "watch"}), 201).json()["token"] for path in paths]
    attacks = {
        "alone": [partial(time.sleep, 0.1)],
        "available": [partial(server.client(token).get, path + "/available") for token, path in zip(tokens, paths)],
        "batches": [partial(admin.post, path + "/actions", json=BATCH) for path in paths],
        "single actions": [partial(act, admin, path, type="c0") for path in paths],
        "long bodies": [partial(admin.post, path + "/actions", content=json.dumps(LONG), headers=AS_JSON) for path in paths],
        "graphs": [partial(admin.get, "/v1/apps/large/graph")] * 4,
        "definitions": [partial(admin.put, "/v1/apps/large", json=LARGE)] * 2,
        "creations": [partial(admin.post, "/v1/sessions", json={"app": "app0"})] * 4,
    }
    data = {"big": "x" * 15_000, "empty": "", "many": ["a"] * 5_000}
    for number, (name, steps) in enumerate(STEPS_OF_ATTACKS.items()):
        attacked, _ = app(admin, f"attack{number}", steps, **data)
        attacks[name] = [partial(act, admin, attacked, type="go")] * 4
    return attacks


def attacks(options, folder, stack):
    """Costly requests of others."""
    server = Server(folder, "--log-level", "error", environment={"NAVSTATE_ADMIN_TOKEN": ADMIN})
    stack.callback(server.close)
    admin = server.start().client(ADMIN)
    calm, context = costly(admin, "calm", 0), multiprocessing.get_context("spawn")
    print_head("attack", "its requests", "healthy requests", "p50 ms", "p99 ms", "max ms")
    manager = stack.enter_context(context.Manager())
    for name, calls in calls_of_attacks(server, admin).items():
        times = manager.list()
        client = context.Process(target=healthy, args=(server.base, calm, options.seconds, times))
        with repeating(*calls) as results:
            client.start()
            client.join()
        found = list(times)
        print_row(name, len(results), len(found), percentile(found, 0.5), percentile(found, 0.99), max(found))


def fill(client, path, changes, size):
    """Makes changes that take four times a size, and do not compress."""
    for number in range(changes):
        value = base64.b64encode(random.randbytes(size)).decode()
        actions = [{"type": "setState", "state": {"a": value}}, {"type": "setState", "state": {"a": None, "n": number}}]
        expect(client.post(path + "/actions", json={"actions": actions}, headers=MINIMAL), 200)


def erasure(options, folder, stack):
    """The erasure of four deleted sessions from PostgreSQL."""
    postgres = Postgres(fsync="on")
    stack.callback(postgres.close)
    database = postgres.start().new_database()
    stores = [postgres.url(database)] * 2
    group = Nodes(folder, "--log-level", "error", "--history-bytes", "0", stores=stores)
    stack.callback(group.close)
    client, other = [node.client() for node in group.start(60).nodes]
    (path, _), deleted, beside = create(client), [notes(client, {}) for _ in range(4)], []
    for each in deleted:
        fill(client, each, options.changes, 70_000)

    def push():
        return seconds_of(lambda: expect(client.post(path + "/increment", headers=MINIMAL), 200)) * 1_000

    def size():
        return int(postgres.query("SELECT coalesce(sum(pg_column_size(edits) + pg_column_size(action)), 0) FROM navstate.changes", database))

    def measure(stop):
        while not stop.is_set():
            beside.append(push())

    alone, before, begin = [push() for _ in range(2_000)], size(), time.monotonic()
    with in_background(measure):
        for each in deleted:
            expect(other.delete(each), 204)
        while size() > 4 * MIB and time.monotonic() < begin + 100:
            time.sleep(1)
    print(f"{before // MIB} MiB were erased in {time.monotonic() - begin:.0f} s\n")
    print_head("", "requests", "p50 ms", "p99 ms", "max ms")
    for name, times in {"alone": alone, "beside the erasure": beside}.items():
        print_row(name, len(times), percentile(times, 0.5), percentile(times, 0.99), max(times))


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("subject", choices=["attacks", "erasure"])
    parser.add_argument("--seconds", type=int, default=10, help="of each attack")
    parser.add_argument("--changes", type=int, default=500, help="of each session that is erased")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        globals()[options.subject](options, folder, stack)


if __name__ == "__main__":
    main()
