"""The disk space of small changes of a large state, and of stored responses, is proportional to the requests."""

import hashlib

import pytest
from navstate import KIB, MIB, MINIMAL, act, create, define, expect, report

UNDO = ("undo", {})
LARGE = {f"member{number}": "x" * 200 for number in range(1_150)}
"""A state of about 250 KB, with many members."""


def action(type, **fields):
    return "actions", {"type": type, **fields}


ATTACKS = {
    "one member": lambda round: [action("setState", state={"count": round})],
    "pop and undo": lambda round: [action("pop"), UNDO, action("setState", state={"count": round})],
    "back and forth": lambda round: [action("setState", state={"count": round}), action("setState", state={"name": f"n{round}"}),
                                     ("undo", {"steps": 2}), ("redo", {"steps": 2})],
    "nothing": lambda round: [action("popTo", index=1)],
}
"""The small requests of a round."""


def notes(client, state):
    """A session with an additional screen, whose state is `state`."""
    define(client, "notes", root={"kind": "stack", "initial": "note"}, routes={"note": {}, "page": {}})
    path, _ = create(client, "notes")
    expect(client.post(path + "/push", json={"route": "page"}), 200)
    expect(act(client, path, type="setState", state=state), 200)
    return path


def send(client, path, requests, key=None):
    """Sends requests, each of them a name and a body; returns their bytes, and digests of the responses."""
    sent, digests = 0, []
    for number, (name, body) in enumerate(requests):
        headers = {"Idempotency-Key": f"{key}-{number}"} if key else MINIMAL
        answer = expect(client.post(f"{path}/{name}", json=body, headers=headers), 200)
        sent += len(answer.request.content)
        digests.append((answer.headers["ETag"], hashlib.sha256(answer.content).hexdigest()))
    return sent, digests


def disk(server):
    """Bytes of all files of the data folder, after truncating the log."""
    assert server.stop() == 0
    size = sum(file.stat().st_size for file in server.data.rglob("*") if file.is_file())
    server.start()
    return size


@pytest.mark.parametrize("attack, key, allowed", [
    *((attack, None, MIB) for attack in ("one member", "back and forth", "nothing")),
    *((attack, "key", MIB / 4) for attack in ("one member", "back and forth", "nothing")),
    # The changes hold the popped screen, the stored responses do not.
    ("pop and undo", "key", 40 * 300 * KIB)])
def test_small_requests_cost_little_disk(server, client, is_long, attack, key, allowed):
    path, rounds = notes(client, LARGE), range(1, 21 if key else 1_001 if is_long else 31)
    requests = [request for round in rounds for request in ATTACKS[attack](round)]
    send(client, path, ATTACKS[attack](0) + ATTACKS[attack](-1))
    before = disk(server)
    sent, digests = send(client, path, requests, key)
    session = client.get(path).json()
    grown = disk(server) - before
    report(f"{attack}, {key}", requests=f"{sent / KIB:.1f} KiB", disk=f"{grown / KIB:.0f} KiB", each=f"{grown // len(requests)} bytes")
    # Pages that are not full yet and the tables' own are `allowed`.
    assert grown <= 4 * sent + KIB * len(requests) + allowed
    server.restart()
    for place in (path, f"{path}/revisions/{session['revision']}"):
        assert client.get(place).json()["navigation"] == session["navigation"]
    # Stored responses are repeated to the byte, and change nothing.
    assert key is None or send(client, path, requests, key)[1] == digests
    assert client.get(path).json() == session
