"""An idle action refused by the state is recorded in one change, also after restarts."""

import pytest
from navstate import act, create, define, eventually, expect, export, import_archive

CODE = "nothing-to-pop"


@pytest.fixture
def client(client):
    define(client, "kiosk", routes={"home": {"state": {"seen": 0}}},
           idle={"after": 1, "action": {"type": "popToRoot"}})
    return client


def history(client, path):
    return client.get(path + "/history").json()["items"]


def revision(client, path):
    return client.get(path).json()["revision"]


def refused(client):
    """The path of a session whose last action was followed by a refused idle action."""
    path, _ = create(client, "kiosk")
    expect(act(client, path, type="setState", state={"seen": 1}), 200)
    eventually(lambda: revision(client, path) == 3)
    return path


def test_a_refused_idle_action_is_in_the_history_and_changes_nothing_else(client):
    path = refused(client)
    first, item = history(client, path)
    problem = client.post(path + "/popToRoot").json()
    assert problem["code"] == CODE and "refused" not in first
    assert (item["revision"], item["action"], item["actor"]) == (3, {"type": "popToRoot"}, "timer")
    assert item["refused"] == {"code": CODE, "detail": problem["detail"]} and item["outputs"] == []
    before, after = (client.get(f"{path}/revisions/{number}").json() for number in (2, 3))
    assert [before[name] for name in ("navigation", "data")] == [after[name] for name in ("navigation", "data")]
    assert client.get(path + "/timers").json() == {"items": []}
    with client.stream("GET", path + "/events?after=2&view=minimal") as events:
        data = next(line for line in events.iter_lines() if line.startswith("data: "))
    assert f'"refused":{{"code":"{CODE}",' in data


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_a_refused_idle_action_is_not_done_again_after_a_restart(server, client, end):
    path = refused(client)
    told = history(client, path)
    server.restart(end)
    # The idle rule of another session has applied meanwhile.
    other = refused(client)
    assert history(client, path) == told
    expect(act(client, path, type="setState", state={"seen": 2}), 200)
    eventually(lambda: revision(client, path) == 5)
    assert [item.get("refused", {}).get("code") for item in history(client, path)] == [None, CODE, None, CODE]
    assert len(history(client, other)) == 2


def test_a_refused_idle_action_is_kept_by_export_and_import_and_left_behind_by_a_fork(client):
    path = refused(client)
    told, fork, archive = history(client, path), client.post(path + "/fork").json(), export(client, path)
    assert archive.count(f'"refused":{{"code":"{CODE}",'.encode()) == 1
    expect(client.delete(path), 204)
    expect(import_archive(client, archive), 201)
    refused(client)
    assert history(client, path) == told
    assert export(client, path) == archive
    assert history(client, f"/v1/sessions/{fork['id']}") == []
