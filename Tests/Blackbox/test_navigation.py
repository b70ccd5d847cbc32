"""Rules of navigation over HTTP: visits with their params, identities, ids, and `can`."""

import pytest
from navstate import create

VISITS = {
    "app": "visits", "version": 1,
    "root": {"kind": "tabs", "routes": ["list", "detail"], "backBehavior": "fullHistory"},
    "routes": {"list": {}, "detail": {}},
}
STACK = {
    "app": "stack", "version": 1, "root": {"kind": "stack", "routes": ["home", "user"]},
    "routes": {
        "home": {}, "user": {"identity": "id"},
        "sheet": {"identity": True, "as": "sheet", "path": "/sheet"},
    },
}


@pytest.fixture
def session(client):
    """A function that creates a session of an app in JSON; returns its path."""

    def make(app):
        assert client.put(f"/v1/apps/{app['app']}", json=app).status_code in (200, 201)
        return create(client, app["app"])[0]

    return make


def act(client, path, **action):
    return client.post(path + "/actions", json=action)


def visit(client, path):
    """Visits the tab `detail` with two values of its param, and `list` in between."""
    for params in ({"n": 1}, None, {"n": 2}):
        action = {"route": "detail", "params": params} if params else {"route": "list"}
        assert act(client, path, type="select", **action).status_code == 200


def go_back(client, path, count):
    for _ in range(count):
        assert act(client, path, type="goBack").status_code == 200
    return client.get(path).json()["current"]["params"]


def test_visits_keep_their_params_over_a_kill(server, client, session):
    path = session(VISITS)
    visit(client, path)
    before = client.get(path).json()
    assert before["navigation"]["historyParams"] == [{}, {"n": 1}, None, None]
    for end in (server.kill, server.stop):
        end()
        server.start()
        assert client.get(path).json() == before
    assert go_back(client, path, 2) == {"n": 1}
    assert client.post(path + "/undo", json={"steps": 2}).status_code == 200
    assert client.get(path).json()["navigation"] == before["navigation"]


def test_visits_keep_their_params_in_an_archive_and_in_a_fork(client, session):
    path = session(VISITS)
    visit(client, path)
    before = client.get(path).json()["navigation"]
    forked = client.post(path + "/fork", json={}).json()["id"]
    assert go_back(client, f"/v1/sessions/{forked}", 2) == {"n": 1}
    archive = client.get(path + "/export").content
    assert client.delete(path).status_code == 204
    imported = client.post("/v1/imports", content=archive, headers={"Content-Type": "application/x-ndjson"})
    assert imported.status_code == 201, imported.text
    assert client.get(path).json()["navigation"] == before
    assert client.get(path + "/export").content == archive
    assert go_back(client, path, 2) == {"n": 1}


def test_an_identity_stands_once(client, session):
    path = session(STACK)
    assert act(client, path, type="push", route="user", params={"id": 1}).status_code == 200
    assert act(client, path, type="push", route="user", params={"id": 2}).status_code == 200
    for action in (
        {"type": "insert", "route": "user", "params": {"id": 1}, "index": 0},
        {"type": "present", "route": "user", "params": {"id": 1}},
        {"type": "setParams", "params": {"id": 1}},
        {"type": "replace", "route": "user", "params": {"id": 1}},
        {"type": "reset", "navigation": {"screens": [{"route": "user", "params": {"id": 3}}] * 2}},
    ):
        answer = act(client, path, **action)
        assert (answer.status_code, answer.json()["code"]) == (409, "duplicate"), action
    first = act(client, path, type="route", url="/sheet").json()["session"]["current"]["id"]
    again = act(client, path, type="route", url="/sheet").json()
    assert (again["changed"], again["session"]["current"]["id"]) == (False, first)


def test_an_id_is_not_given_to_another_screen(client, session):
    path = session(STACK)
    pushed = act(client, path, type="push", route="user", params={"id": 1}).json()["session"]["current"]["id"]
    assert act(client, path, type="pop").status_code == 200
    answer = act(client, path, type="reset", navigation={"screens": [{"id": pushed, "route": "home"}]})
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/navigation/screens/0/id")


def test_can_agrees_with_the_answers(client, session):
    path = session(STACK)
    actions = [
        {"type": "push", "route": "user", "params": {"id": 1}}, {"type": "present", "route": "sheet"},
        {"type": "dismiss"}, {"type": "pop"},
    ]
    for action in actions:
        can = act(client, path, **action).json()["session"]["can"]
        items = client.get(path + "/available").json()["items"]
        for name in ("goBack", "pop", "dismiss"):
            allowed = next(item["allowed"] for item in items if item["action"] == {"type": name})
            assert can[name] == allowed, (action, name)
