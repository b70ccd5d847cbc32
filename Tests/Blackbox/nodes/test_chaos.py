"""Failures of nodes, connections and PostgreSQL under load: no acknowledged change is lost, and none is applied twice."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from machine.recovery import create_sessions
from navstate import Server, create, eventually, events, expect, problem, report
from nodes.chaos import CARRIED_OUT, Scene

# The failure, what the scene needs for it, and how often it happens in the short and in the long form.
FAILURES = {
    "kill_node": ({}, 5, 200), "end_backends": ({}, 2, 60), "cut_connections": ({"has_relays": True}, 2, 60),
    "restart_postgres": ({}, 1, 5), "restart_pooler": ({"has_pooler": True}, 1, 20), "fail_over": ({"has_standby": True}, 1, 10),
}


@pytest.fixture
def new_scene(stack, new_nodes):
    return lambda **members: Scene(stack, new_nodes, **members)


@pytest.mark.parametrize("failure", FAILURES)
def test_acknowledged_changes_are_kept_once_over_failures(new_scene, failure, setting, is_long):
    if failure == "fail_over" and not is_long:
        pytest.skip("a part of the long form")
    needs, short, long = FAILURES[failure]
    scene, silences, acknowledged = new_scene(**needs), [], 0
    rounds = setting("CHAOS_ROUNDS", short, long)
    for first in range(0, rounds, 20):
        with scene.under_load():
            for _ in range(first, min(first + 20, rounds)):
                getattr(scene, failure)()
                scene.wait_for_each_node()
        scene.verify()
        times = [moment for moment, _, status in scene.answers if status in CARRIED_OUT]
        silences.append(max(later - earlier for earlier, later in pairwise(times)))
        acknowledged += len(times)
        if failure == "kill_node":
            # The other nodes carry out all changes; a request to the killed one may have no answer.
            assert scene.statuses() <= {*CARRIED_OUT, -9}
        # The history of new sessions is short.
        scene.answers, scene.sessions = [], create_sessions(scene.client, 6)
    report(f"nodes: {failure}", times=rounds, changes_acknowledged=acknowledged, longest_silence_s=f"{max(silences):.1f}")
    assert not is_long or max(silences) < 10


def test_a_node_without_its_database_is_alive_and_not_ready_and_keeps_its_streams(new_scene):
    scene = new_scene(has_relays=True, options=["--store-timeout", "1"])
    node, relay, path = scene.nodes[0], scene.relays[0], scene.sessions[0].path
    away, other = node.client(), scene.nodes[1].client()
    stream = events(away, path + "/events")
    assert next(stream)[0] == "snapshot"
    relay.cut_off()
    eventually(lambda: away.get("/readyz").status_code == 503)
    assert away.get("/livez").status_code == 200
    for answer in [away.get(path), away.post(path + "/push", json={})]:
        assert answer.status_code == 503 and "Retry-After" in answer.headers, answer.text
    assert other.post(path + "/push", json={}).status_code == 200
    relay.restore()
    assert next(stream)[1]["revision"] == 2
    eventually(lambda: away.get("/readyz").status_code == 200)
    assert away.get(path).json() == other.get(path).json()


def test_each_request_is_answered_by_its_deadline_while_the_database_is_silent(new_scene):
    scene = new_scene(has_relays=True, options=["--store-timeout", "2"])
    relay, path = scene.relays[0], scene.sessions[0].path
    clients = [scene.nodes[0].client() for _ in range(12)]
    unloaded, _ = create(scene.nodes[1].client())
    keyed = {"json": {"type": "increment"}, "headers": {"Idempotency-Key": "once"}}
    requests = [
        ("GET", path, {}), ("GET", unloaded, {}), ("GET", unloaded + "/history", {}), ("POST", path + "/actions", keyed),
        ("POST", unloaded + "/actions", keyed), ("POST", "/v1/sessions", {"json": {"app": "counter"}})]
    relay.fall_silent()

    def ask(client, request):
        begin = time.monotonic()
        answer = client.request(request[0], request[1], **request[2])
        return time.monotonic() - begin, *problem(answer)

    with ThreadPoolExecutor(len(clients)) as pool:
        answers = list(pool.map(ask, clients, requests * 2))
    report("nodes: answers while the database is silent", timeout_s=2, latest_s=f"{max(answers)[0]:.1f}")
    assert max(answers)[0] < 4, answers
    assert {answer[1:] for answer in answers} <= {(503, "storage-unavailable"), (503, "outcome-unknown"), (409, "idempotency-key-in-progress")}
    relay.restore()
    for changed in (path, unloaded):
        before = scene.nodes[1].client()
        eventually(lambda: clients[0].post(changed + "/actions", **keyed).status_code == 200)
        assert before.get(changed).json()["revision"] == 2


def test_a_host_of_the_database_that_is_silent_leaves_time_to_the_next_one(postgres, tmp_path, stack):
    silent = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
    node = Server(tmp_path, "--store", postgres.url(postgres.new_database(), postgres, silent.getsockname()[1]))
    stack.callback(node.close)
    create(node.start(60).client())


def test_a_node_waits_for_its_database_and_ends_if_that_refuses_it(new_postgres, tmp_path, stack):
    postgres = new_postgres()
    database = postgres.new_database()
    postgres.stop()
    node = Server(tmp_path, "--store", postgres.url(database))
    stack.callback(node.close)
    node.launch()
    client = node.client()
    assert node.responds("/livez")
    for answer in [client.get("/readyz"), client.post("/v1/sessions", json={"app": "counter"}), client.get("/metrics")]:
        assert problem(expect(answer, 503)) == (503, "storage-unavailable") and answer.headers["Retry-After"] == "1"
    eventually(lambda: "the database is not available yet" in node.log_text())
    postgres.start()
    eventually(lambda: client.get("/readyz").status_code == 200)
    create(client)
    assert node.stop() == 0
    node.options = ["--store", postgres.url("missing")]
    node.launch()
    assert node.process.wait(20) == 2
    assert 'database "missing" does not exist' in node.log_text() and "correct the user" in node.log_text()
    # A signal ends the wait.
    postgres.stop()
    node.launch()
    assert node.responds("/livez")
    assert node.stop() == 0
