"""Listeners at every node get each revision once, in order, with hints of the database and without."""

import subprocess
from functools import partial

import pytest
from load import in_background
from navstate import act, create, eventually, events, expect, free_port, metric
from nodes.cluster import USER

POOLER = """
[databases]
* = host=127.0.0.1 port={target} user=navstate
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 40
max_client_conn = 500
ignore_startup_parameters = extra_float_digits, options
"""


@pytest.fixture
def pooled_port(postgres, tmp_path, stack):
    """The port of a pgbouncer in transaction mode."""
    port, file = free_port(), tmp_path / "pgbouncer.ini"
    file.write_text(POOLER.format(port=port, target=postgres.port))
    command = ["setpriv", "--reuid", USER, "--clear-groups", "pgbouncer", "/dev/stdin"]
    process = subprocess.Popen(command, stdin=open(file), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    stack.callback(process.wait)
    stack.callback(process.kill)
    eventually(lambda: subprocess.run(["pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]).returncode == 0)
    return port


def listen(client, path, last, heard, _):
    """Notes the revisions of a stream up to the last one."""
    for name, event in events(client, path + "/events?view=minimal"):
        heard.append(event["revision"])
        if event["revision"] >= last:
            return


@pytest.mark.parametrize("is_pooled", [False, True], ids=["direct", "pooled"])
def test_listeners_at_every_node_get_each_revision_once(new_nodes, postgres, is_pooled, request):
    port = request.getfixturevalue("pooled_port") if is_pooled else None
    group = new_nodes([postgres.url(postgres.new_database(), port=port)] * 3)
    clients = [node.client() for node in group.nodes]
    assert [metric(client, "navstate_store_polling") for client in clients] == [float(is_pooled)] * 3
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
