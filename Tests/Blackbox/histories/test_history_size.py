"""The disk space of a history is proportional to the requests, and has a quota in bytes."""

import pytest
from navstate import (KIB, MIB, MINIMAL, act, create, define, eventually, expect, export, import_archive, percentile,
                      problem, repeating, report, seconds_of)

UNDO = ("undo", {})
LARGE = {f"member{number}": "x" * 200 for number in range(1_150)}
"""A state of about 250 KB, with many members."""


def action(type, **fields):
    return "actions", {"type": type, **fields}


def set_state(**state):
    return action("setState", state=state)


ATTACKS = {
    "one member": lambda round: [set_state(count=round)],
    "pop and undo": lambda round: [action("pop"), UNDO, set_state(count=round)],
    "back and forth": lambda round: [("undo", {"steps": 2}), ("redo", {"steps": 2})],
    "jump": lambda round: [("jump", {"revision": 2}), ("jump", {"revision": 3})],
    "reset": lambda round: [action("reset", navigation={"screens": [{"route": "note"}]}), UNDO],
    "push and pop to root": lambda round: [action("push", route="note"), action("popToRoot"), UNDO],
}
"""The small requests of a round."""


def notes(client, state):
    """A session with an additional screen, whose state is `state`."""
    define(client, "notes", root={"kind": "stack", "initial": "note"}, routes={"note": {}, "page": {}})
    path, _ = create(client, "notes")
    expect(client.post(path + "/push", json={"route": "page"}), 200)
    expect(act(client, path, type="setState", state=state), 200)
    return path


def send(client, path, *requests):
    """Sends requests, each of them a name and a body; returns their bytes."""
    answers = [expect(client.post(f"{path}/{name}", json=body, headers=MINIMAL), 200) for name, body in requests]
    return sum(len(answer.request.content) for answer in answers)


def disk(server):
    """Bytes of all files of the data folder, after truncating the log."""
    assert server.stop() == 0
    size = sum(file.stat().st_size for file in server.data.rglob("*") if file.is_file())
    server.start()
    return size


@pytest.mark.parametrize("attack", ATTACKS)
def test_small_requests_cost_little_disk(server, client, is_long, attack):
    rounds, requests = 1_000 if is_long else 100, ATTACKS[attack]
    path = notes(client, LARGE)
    send(client, path, *requests(0), *requests(-1))
    before = disk(server)
    sent = sum(send(client, path, *requests(round + 1)) for round in range(rounds))
    session = client.get(path).json()
    grown, count = disk(server) - before, rounds * len(requests(0))
    report(attack, requests=f"{sent / KIB:.1f} KiB", disk=f"{grown / KIB:.0f} KiB", each=f"{grown // count} bytes")
    # Pages that are not full yet and the tables' own come on top.
    assert grown <= 4 * sent + KIB * count + MIB
    for place in (path, f"{path}/revisions/{session['revision']}"):
        assert client.get(place).json()["navigation"] == session["navigation"]


def test_past_revisions_stay_the_same_over_a_kill_and_an_import(server, client):
    path, states = notes(client, LARGE), {}
    for round in range(8):
        for attack in ("one member", "pop and undo", "jump", "reset"):
            send(client, path, *ATTACKS[attack](round))
            session = client.get(path).json()
            states[session["revision"]] = session["navigation"]

    def read():
        return {revision: client.get(f"{path}/revisions/{revision}").json()["navigation"] for revision in states}

    server.restart()
    assert read() == states
    archive = export(client, path)
    expect(client.delete(path), 204)
    expect(import_archive(client, archive), 201)
    assert read() == states


def test_a_history_has_a_quota_in_bytes(new_server):
    server = new_server("--history-bytes", 4 * MIB)
    client = server.client()
    path, texts, sent = notes(client, {}), [], []

    def is_pruned():
        texts.append(f"{len(texts):06}" + chr(97 + len(texts) % 26) * 100_000)
        sent.append(send(client, path, set_state(text=texts[-1])))
        return sum(sent) > 16 * MIB and client.get(path + "/revisions/3").status_code == 410

    eventually(is_pruned, 30)
    assert problem(client.get(path + "/revisions/3")) == (410, "revision-pruned")
    assert client.get(path).json()["current"]["state"]["text"] == texts[-1]
    send(client, path, UNDO)
    kept = client.get(path + "/history?limit=1").json()["items"][0]["revision"]
    assert kept > 3
    expect(client.get(f"{path}/revisions/{kept}"), 200)
    metrics = client.get("/metrics").text
    assert "navstate_history_trims_total" in metrics and "navstate_history_trims_total 0" not in metrics
    report("quota", requests=f"{sum(sent) / MIB:.1f} MiB", disk=f"{disk(server) / MIB:.1f} MiB",
           kept=f"{len(texts) + 3 - kept} revisions")


def test_a_healthy_client_is_served_beside_the_attack(server, client):
    attacker, (healthy, _) = server.client(), create(client)
    path = notes(attacker, LARGE)

    def push():
        expect(client.post(healthy + "/push", json={}), 200)

    def measured(count=60):
        return percentile([seconds_of(push) for _ in range(count)], 0.5)

    measured()
    alone, rounds = measured(), iter(range(10**9))
    with repeating(lambda: send(attacker, path, *ATTACKS["pop and undo"](next(rounds)))):
        beside = measured()
    report("beside the attack", alone=f"{alone * 1000:.2f} ms", beside=f"{beside * 1000:.2f} ms")
    assert beside < 20 * alone + 0.05
