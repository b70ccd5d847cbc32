"""The disk space of a history is proportional to the requests, and has a quota in bytes."""

import threading
import time

import pytest
from navstate import MIB, create, percentile, report, seconds_of

KIB = 1 << 10
DEFINITION = {
    "app": "notes", "version": 1,
    "root": {"kind": "stack", "initial": "note"},
    "routes": {"note": {}, "page": {}},
}


def notes(client, state):
    """A session with an additional screen, whose state is `state`."""
    client.put("/v1/apps/notes", json=DEFINITION).raise_for_status()
    path, _ = create(client, "notes")
    client.post(path + "/push", json={"route": "page"}).raise_for_status()
    act(client, path, {"type": "setState", "state": state})
    return path


def act(client, path, *actions):
    """Sends actions as one batch and returns the bytes of the request."""
    body = {"actions": list(actions)} if len(actions) > 1 else actions[0]
    answer = client.post(path + "/actions", json=body, headers={"Prefer": "return=minimal"})
    assert answer.status_code == 200, answer.text
    return len(answer.request.content)


def travel(client, path, name, **fields):
    answer = client.post(f"{path}/{name}", json=fields, headers={"Prefer": "return=minimal"})
    assert answer.status_code == 200, answer.text
    return len(answer.request.content)


def disk(server):
    """Bytes of all files of the data folder, after truncating the log."""
    assert server.stop() == 0
    size = sum(file.stat().st_size for file in server.data.rglob("*") if file.is_file())
    server.start()
    return size


def large():
    """A state of about 250 KB, with many members."""
    return {f"member{number}": "x" * 200 for number in range(1_150)}


def one_member(client, path, round):
    return act(client, path, {"type": "setState", "state": {"count": round}})


def pop_and_undo(client, path, round):
    return (act(client, path, {"type": "pop"}) + travel(client, path, "undo")
            + act(client, path, {"type": "setState", "state": {"count": round}}))


def back_and_forth(client, path, round):
    return travel(client, path, "undo", steps=2) + travel(client, path, "redo", steps=2)


def jump(client, path, round):
    return travel(client, path, "jump", revision=2) + travel(client, path, "jump", revision=3)


def reset(client, path, round):
    return (act(client, path, {"type": "reset", "navigation": {"screens": [{"route": "note"}]}})
            + travel(client, path, "undo"))


def push_and_pop_to_root(client, path, round):
    return (act(client, path, {"type": "push", "route": "note"}) + act(client, path, {"type": "popToRoot"})
            + travel(client, path, "undo"))


@pytest.mark.parametrize(
    "attack, changes",
    [(one_member, 1), (pop_and_undo, 3), (back_and_forth, 2), (jump, 2), (reset, 2), (push_and_pop_to_root, 3)])
def test_small_requests_cost_little_disk(server, is_long, attack, changes):
    rounds = 1_000 if is_long else 100
    with server.client() as client:
        path = notes(client, large())
        attack(client, path, 0)
        attack(client, path, -1)
        before = disk(server)
        sent = sum(attack(client, path, round + 1) for round in range(rounds))
        state = client.get(path).json()["navigation"]
        revision = client.get(path).json()["revision"]
        grown = disk(server) - before
        report(attack.__name__, requests=f"{sent / KIB:.1f} KiB", disk=f"{grown / KIB:.0f} KiB",
               each=f"{grown // (rounds * changes)} bytes")
        # Pages that are not full yet and the tables' own come on top.
        assert grown <= 4 * sent + KIB * changes * rounds + MIB
        assert client.get(path).json()["navigation"] == state
        assert client.get(f"{path}/revisions/{revision}").json()["navigation"] == state


def test_the_past_is_as_it_was(server):
    with server.client() as client:
        path = notes(client, large())
        states = {}
        for round in range(8):
            for attack in (one_member, pop_and_undo, jump, reset):
                attack(client, path, round)
                session = client.get(path).json()
                states[session["revision"]] = session["navigation"]
        server.kill()
        server.start()
        for revision, state in states.items():
            assert client.get(f"{path}/revisions/{revision}").json()["navigation"] == state
        archive = client.get(path + "/export").content
        assert client.delete(path).status_code == 204
        answer = client.post("/v1/imports", content=archive, headers={"Content-Type": "application/x-ndjson"})
        assert answer.status_code == 201, answer.text[:500]
        for revision, state in states.items():
            assert client.get(f"{path}/revisions/{revision}").json()["navigation"] == state


def test_a_history_has_a_quota_in_bytes(new_server):
    server = new_server("--log-level", "warning", "--history-bytes", 4 * MIB)
    with server.client() as client:
        path = notes(client, {})
        text, sent, last = "", 0, 0
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            last += 1
            text = f"{last:06}" + chr(97 + last % 26) * 100_000
            sent += act(client, path, {"type": "setState", "state": {"text": text}})
            if sent > 16 * MIB and client.get(path + "/revisions/3").status_code == 410:
                break
        problem = client.get(path + "/revisions/3")
        assert problem.status_code == 410 and problem.json()["code"] == "revision-pruned"
        assert client.get(path).json()["current"]["state"]["text"] == text
        assert travel(client, path, "undo")
        kept = client.get(path + "/history?limit=1").json()["items"][0]["revision"]
        assert kept > 3
        assert client.get(f"{path}/revisions/{kept}").status_code == 200
        metrics = client.get("/metrics").text
        assert "navstate_history_trims_total 0" not in metrics and "navstate_history_trims_total" in metrics
        size = disk(server)
        report("quota", requests=f"{sent / MIB:.1f} MiB", disk=f"{size / MIB:.1f} MiB", kept=f"{last + 3 - kept} revisions")


def test_a_healthy_client_is_served_beside_the_attack(server):
    with server.client() as client, server.client() as attacker:
        healthy, _ = create(client)
        path = notes(attacker, large())

        def push():
            assert client.post(healthy + "/push", json={}).status_code == 200

        def measured(count=60):
            return percentile([seconds_of(push) for _ in range(count)], 0.5)

        measured()
        alone = measured()
        ends = threading.Event()

        def attack():
            round = 0
            while not ends.is_set():
                pop_and_undo(attacker, path, round)
                round += 1

        thread = threading.Thread(target=attack)
        thread.start()
        try:
            beside = measured()
        finally:
            ends.set()
            thread.join()
        report("beside the attack", alone=f"{alone * 1000:.2f} ms", beside=f"{beside * 1000:.2f} ms")
        assert beside < 20 * alone + 0.05
