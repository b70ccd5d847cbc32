"""An idle action refused by the state is recorded in one change, also after restarts."""

import time

import pytest
from navstate import create

LINES = {"Content-Type": "application/x-ndjson"}


def wait_for(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def define(client):
    definition = {
        "app": "kiosk", "version": 1, "root": {"kind": "stack"}, "routes": {"home": {"state": {"seen": 0}}},
        "idle": {"after": 1, "action": {"type": "popToRoot"}}}
    answer = client.put("/v1/apps/kiosk", json=definition)
    assert answer.status_code == 201, answer.text


def history(client, path):
    return client.get(path + "/history").json()["items"]


def refused(client, seen=1):
    """The path of a session whose last action was followed by a refused idle action."""
    path, _ = create(client, "kiosk")
    action = {"type": "setState", "state": {"seen": seen}}
    assert client.post(path + "/actions", json=action).status_code == 200
    wait_for(lambda: client.get(path).json()["revision"] == 3)
    return path


def test_a_refused_idle_action_is_in_the_history_and_changes_nothing_else(client):
    define(client)
    path = refused(client)
    before, after = (client.get(f"{path}/revisions/{revision}").json() for revision in (2, 3))
    item = history(client, path)[-1]
    assert (item["revision"], item["action"], item["actor"]) == (3, {"type": "popToRoot"}, "timer")
    assert item["refused"].keys() == {"code", "detail"} and item["refused"]["code"] == "nothing-to-pop"
    assert item["outputs"] == [] and "refused" not in history(client, path)[0]
    problem = client.post(path + "/popToRoot").json()
    assert item["refused"] == {"code": problem["code"], "detail": problem["detail"]}
    assert [before[name] for name in ("navigation", "data")] == [after[name] for name in ("navigation", "data")]
    assert client.get(path + "/timers").json() == {"items": []}
    with client.stream("GET", path + "/events?after=2&view=minimal") as events:
        lines = events.iter_lines()
        data = next(line for line in lines if line.startswith("data: "))
    assert '"refused":{"code":"nothing-to-pop",' in data


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_a_refused_idle_action_is_not_done_again_after_a_restart(server, end):
    with server.client() as client:
        define(client)
        path = refused(client)
        told = history(client, path)
    getattr(server, end)()
    server.start()
    with server.client() as client:
        # The idle rule of another session has come meanwhile.
        other = refused(client)
        assert history(client, path) == told
        assert client.post(path + "/actions", json={"type": "setState", "state": {"seen": 2}}).status_code == 200
        wait_for(lambda: client.get(path).json()["revision"] == 5)
        assert [item.get("refused", {}).get("code") for item in history(client, path)] == [
            None, "nothing-to-pop", None, "nothing-to-pop"]
        assert len(history(client, other)) == 2


def test_a_refused_idle_action_is_kept_by_export_and_import_and_left_behind_by_a_fork(client):
    define(client)
    path = refused(client)
    told = history(client, path)
    fork = client.post(path + "/fork").json()
    archive = client.get(path + "/export").content
    assert archive.count(b'"refused":{"code":"nothing-to-pop",') == 1
    assert client.delete(path).status_code == 204
    assert client.post("/v1/imports", content=archive, headers=LINES).status_code == 201
    refused(client)
    assert history(client, path) == told
    assert client.get(path + "/export").content == archive
    assert history(client, f"/v1/sessions/{fork['id']}") == []
