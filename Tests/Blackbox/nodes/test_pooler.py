"""Nodes that reach PostgreSQL through pgbouncer, whose transaction mode keeps nothing of a connection between transactions."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from navstate import ADMIN, act, create, define, eventually, events, expect, metric, pages, run
from nodes.pooler import Pooler
from nodes.test_streams import check_streams


@pytest.fixture
def pooled(new_nodes, postgres, stack):
    """A function that starts three nodes over a new database, through a pooler with few connections for all of them."""
    def make(**settings):
        pooler = Pooler(postgres, **settings)
        stack.callback(pooler.close)
        store = postgres.url(postgres.new_database(), port=pooler.start().port)
        return new_nodes([store] * 3, admin=True), store

    return make


@pytest.mark.parametrize("settings", [{"default_pool_size": 4}, {"pool_mode": "session", "default_pool_size": 60}])
def test_nodes_poll_through_a_pooler_and_lose_nothing(pooled, settings):
    group, store = pooled(**settings)
    clients = [node.client(ADMIN) for node in group.nodes]
    assert [metric(client, "navstate_store_polling") for client in clients] == [1.0] * 3
    paths = check_streams(clients, 3, 30)
    expect(clients[0].post(paths[0] + "/undo"), 200)
    assert {len(pages(client, paths[0] + "/history")) for client in clients} == {31}
    expect(clients[1].delete(paths[1]), 204)
    assert {client.get(paths[1]).status_code for client in clients} == {404}
    assert {len(client.get("/v1/sessions").json()["items"]) for client in clients} == {2}
    ended = run("check", "--store", store)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_changes_timers_messages_and_definitions_of_all_nodes_through_a_pooler(pooled):
    group, _ = pooled(default_pool_size=4)
    clients = [node.client(ADMIN) for node in group.nodes]
    path, _ = create(clients[0])

    def increment(node):
        own = node.client(ADMIN)
        for _ in range(20):
            eventually(lambda: expect(act(own, path, type="increment"), 200, 429).status_code == 200)

    # So many writers of one session lose races, so that some of them lock it over several statements.
    with ThreadPoolExecutor() as pool:
        list(pool.map(increment, group.nodes * 3))
    assert {client.get(path).json()["revision"] for client in clients} == {181}
    define(
        clients[0], "bell", data={"rung": 0, "heard": 0}, root={"kind": "stack", "initial": "home"},
        actions={"ring": {"do": [{"set": {"data.rung": "data.rung + 1"}}, {"send": "session.id", "action": {"type": "hear"}}]},
                 "hear": {"do": {"set": {"data.heard": "data.heard + 1"}}}},
        routes={"home": {"onEnter": [{"after": "PT1S", "id": "bell", "action": {"type": "ring"}}]}})
    rung = [create(clients[number % 3], "bell")[0] for number in range(12)]
    for number, path in enumerate(rung):
        reader = clients[(number + 1) % 3]
        eventually(lambda: reader.get(path).json()["data"] == {"rung": 1, "heard": 1})
    stream = events(clients[2], rung[0] + "/events")
    assert next(stream)[0] == "snapshot"
    expect(clients[0].delete(rung[0]), 204)
    assert next(stream)[0] == "closed"
