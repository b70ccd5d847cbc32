"""Rules of navigation over HTTP: visits with their params, identities, ids, and `can`."""

import pytest
from navstate import act, create, define, expect, export, import_archive, problem

USER_1 = {"route": "user", "params": {"id": 1}}


@pytest.fixture
def stack(client):
    define(client, "stack", root={"kind": "stack", "routes": ["home", "user"]}, routes={
        "home": {}, "user": {"identity": "id"}, "sheet": {"identity": True, "as": "sheet", "path": "/sheet"}})
    return create(client, "stack")[0]


@pytest.fixture
def visits(client):
    """A session that has visited the tab `detail` with two values of its param, and `list` in between."""
    define(client, "visits", root={"kind": "tabs", "routes": ["list", "detail"], "backBehavior": "fullHistory"},
           routes={"list": {}, "detail": {}})
    path, _ = create(client, "visits")
    for fields in ({"route": "detail", "params": {"n": 1}}, {"route": "list"}, {"route": "detail", "params": {"n": 2}}):
        expect(act(client, path, type="select", **fields), 200)
    return path


def go_back_twice(client, path):
    for _ in range(2):
        expect(act(client, path, type="goBack"), 200)
    return client.get(path).json()["current"]["params"]


def test_visits_keep_their_params_over_restarts(server, client, visits):
    before = client.get(visits).json()
    assert before["navigation"]["historyParams"] == [{}, {"n": 1}, None, None]
    for end in ("kill", "stop"):
        server.restart(end)
        assert client.get(visits).json() == before
    assert go_back_twice(client, visits) == {"n": 1}
    expect(client.post(visits + "/undo", json={"steps": 2}), 200)
    assert client.get(visits).json()["navigation"] == before["navigation"]


def test_visits_keep_their_params_in_an_archive_and_in_a_fork(client, visits):
    before = client.get(visits).json()["navigation"]
    forked = client.post(visits + "/fork", json={}).json()["id"]
    assert go_back_twice(client, f"/v1/sessions/{forked}") == {"n": 1}
    archive = export(client, visits)
    expect(client.delete(visits), 204)
    expect(import_archive(client, archive), 201)
    assert client.get(visits).json()["navigation"] == before
    assert export(client, visits) == archive
    assert go_back_twice(client, visits) == {"n": 1}


def test_an_identity_occurs_once(client, stack):
    for number in (1, 2):
        expect(act(client, stack, type="push", route="user", params={"id": number}), 200)
    for action in (
        {"type": "insert", **USER_1, "index": 0}, {"type": "present", **USER_1}, {"type": "replace", **USER_1},
        {"type": "setParams", "params": {"id": 1}},
        {"type": "reset", "navigation": {"screens": [{"route": "user", "params": {"id": 3}}] * 2}},
    ):
        assert problem(act(client, stack, **action)) == (409, "duplicate"), action
    first, again = (act(client, stack, type="route", url="/sheet").json() for _ in range(2))
    assert first["session"]["current"]["id"] == again["session"]["current"]["id"]
    assert again["changed"] is False


def test_an_id_is_not_used_for_another_screen(client, stack):
    pushed = act(client, stack, type="push", **USER_1).json()["session"]["current"]["id"]
    expect(act(client, stack, type="pop"), 200)
    answer = expect(act(client, stack, type="reset", navigation={"screens": [{"id": pushed, "route": "home"}]}), 422)
    assert answer.json()["errors"][0]["pointer"] == "/navigation/screens/0/id"


def test_can_agrees_with_the_available_actions(client, stack):
    present = {"type": "present", "route": "sheet"}
    for action in ({"type": "push", **USER_1}, present, {"type": "dismiss"}, {"type": "pop"}):
        can = act(client, stack, **action).json()["session"]["can"]
        items = client.get(stack + "/available").json()["items"]
        for name in ("goBack", "pop", "dismiss"):
            allowed = next(item["allowed"] for item in items if item["action"] == {"type": name})
            assert can[name] == allowed, (action, name)
