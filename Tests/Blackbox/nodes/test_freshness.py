"""An answer of one node is at least as new as everything that any node has acknowledged."""

import random
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import httpx
from load import in_background
from navstate import act, create, expect, pages, percentile, report


def compare(nodes, paths, count, _):
    """Writes at one node and reads at another; returns the number of pairs."""
    clients = [node.client() for node in nodes]
    for _ in range(count):
        writer, reader = random.sample(clients, 2)
        path = random.choice(paths)
        written = expect(act(writer, path, type="increment"), 200).json()["revision"]
        # The reader must not confirm a revision before that.
        answer = reader.get(path, headers={"If-None-Match": f'"{written - 1}"'})
        assert expect(answer, 200).json()["revision"] >= written


def keep_writing(nodes, paths, stop):
    """Changes some of the sessions at all nodes, so that the reader has pending changes of its own."""
    clients = [node.client() for node in nodes]
    while not stop.is_set():
        expect(act(random.choice(clients), random.choice(paths), type="increment"), 200, 429)


def test_a_read_at_one_node_is_never_older_than_a_write_at_another(group, clients, setting):
    pairs = setting("FRESHNESS_PAIRS", 2_000, 100_000)
    paths = [create(clients[0])[0] for _ in range(12)]
    readers = [partial(compare, group.nodes, paths, pairs // 4)] * 4
    with ThreadPoolExecutor() as pool, in_background(*[partial(keep_writing, group.nodes, paths[:4])] * 2):
        assert all(reader.result() is None for reader in [pool.submit(reader, None) for reader in readers])
    report("nodes: writes at one, reads at another", pairs=pairs, older=0)


def test_each_kind_of_read_sees_what_another_node_has_acknowledged(clients):
    one, other, third = clients
    path, made = create(one)
    for revision in range(2, 12):
        expect(act(one, path, type="push", route="counter"), 200)
        for reader in (other, third):
            assert len(reader.get(path + "/stack").json()["screens"]) == revision
            assert len(pages(reader, path + "/history")) == revision - 1
            assert reader.get(path + f"/revisions/{revision}").json()["revision"] == revision
            expect(reader.get(path, headers={"If-None-Match": f'"{revision}"'}), 304)
    expect(act(other, path, type="pop"), 200)
    listed = {item["id"]: item["revision"] for item in third.get("/v1/sessions").json()["items"]}
    assert listed == {made["id"]: 12}
    # Undo rests on a history that other nodes have made.
    assert expect(third.post(path + "/undo"), 200).json()["revision"] == 13
    assert expect(one.get(path), 200).json()["navigation"] == one.get(path + "/revisions/11").json()["navigation"]
    expect(other.post(path + "/pop", headers={"If-Match": '"12"'}), 412)


def contend(nodes, path, writers, changes):
    """Each writer increments the session at each node in turn; returns the statuses and the seconds of all requests."""
    clients, answers = [node.client(limits=httpx.Limits(max_connections=None)) for node in nodes], []

    def write(number):
        for change in range(changes):
            begin = time.perf_counter()
            answer = act(clients[(number + change) % len(clients)], path, type="increment")
            answers.append((answer.status_code, time.perf_counter() - begin))

    with ThreadPoolExecutor(writers) as pool:
        list(pool.map(write, range(writers)))
    return answers


def test_many_writers_of_one_session_at_all_nodes_are_each_carried_out_or_told_to_wait(group, clients, setting):
    writers, changes, p99 = setting("CONTENDERS", 100, 1_000), 5, {}
    for name, nodes in {"one node": group.nodes[:1], "three nodes": group.nodes}.items():
        path, _ = create(clients[0])
        answers = contend(nodes, path, writers, changes)
        assert {status for status, _ in answers} <= {200, 429}
        done = sum(status == 200 for status, _ in answers)
        states = [client.get(path).json() for client in clients]
        assert states[0] == states[1] == states[2]
        assert (states[0]["revision"], states[0]["current"]["state"]["count"]) == (1 + done, done)
        assert [item["revision"] for item in pages(clients[1], path + "/history")] == list(range(2, done + 2))
        p99[name] = percentile([seconds for _, seconds in answers], 0.99)
    report("nodes: writers of one session", writers=writers, p99_ms={name: round(1000 * p99[name]) for name in p99})
