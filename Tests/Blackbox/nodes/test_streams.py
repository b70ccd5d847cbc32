"""Listeners at every node get each revision once, in order, with hints of the database and without."""

from functools import partial

from load import in_background
from navstate import act, create, eventually, events, expect, metric


def listen(client, path, last, heard, _):
    """Notes the revisions of a stream up to the last one."""
    for name, event in events(client, path + "/events?view=minimal"):
        heard.append(event["revision"])
        if event["revision"] >= last:
            return


def test_listeners_at_every_node_get_each_revision_once(new_nodes, postgres):
    group = new_nodes([postgres.url(postgres.new_database())] * 3)
    clients = [node.client() for node in group.nodes]
    assert [metric(client, "navstate_store_polling") for client in clients] == [0.0] * 3
    count, paths = 60, [create(clients[0])[0] for _ in range(4)]
    heard = {(path, number): [] for path in paths for number in range(3)}
    listeners = [
        partial(listen, group.nodes[number].client(), path, count + 1, revisions)
        for (path, number), revisions in heard.items()]
    with in_background(*listeners):
        eventually(lambda: all(heard.values()))
        for number in range(count):
            for path in paths:
                expect(act(clients[number % 3], path, type="increment"), 200)
    assert all(revisions == list(range(1, count + 2)) for revisions in heard.values()), heard
