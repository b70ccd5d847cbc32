"""Migration of live sessions: each is wholly on its former or on its new version, over kills and beside other writers."""

import collections
import functools
import json
import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from durability.test_batches import KILLS, kill_during
from load import attempt, repeating
from navstate import create, define, eventually, expect, read, report, run

FIRST = {
    "data": {"n": 0, "divisor": 1}, "actions": {"add": {"do": {"set": {"data.n": "data.n + 1"}}}},
    "root": {"kind": "stack", "initial": "item"}, "routes": {"item": {}},
}
SECOND = {
    "version": 2, "data": {"n": 0, "divisor": 1, "twice": 0},
    "actions": {"add": {"do": {"set": {"data.n": "data.n + 1", "data.twice": "data.twice + 2"}}}},
    "root": {"kind": "stack", "initial": "product"}, "routes": {"product": {}},
    "migrate": {"1": {"routes": {"item": "product"}, "set": {"data.twice": "data.n * 2 / data.divisor"}}},
}
"""Sessions whose divisor is 0 do not fit."""


@pytest.fixture
def fleet(new_server, setting):
    """A server with the paths of its sessions, of which one in ten does not fit the second version."""
    server = new_server("--max-creations-per-address", 0)
    client = server.client()
    define(client, "cart", **FIRST)
    count = setting("MIGRATED_SESSIONS", 200, 100_000)
    with ThreadPoolExecutor(8) as pool:
        server.sessions = list(pool.map(lambda number: create(client, "cart", data={"divisor": min(number % 10, 1)})[0], range(count)))
    define(client, "cart", **SECOND)
    return server


def is_whole(session):
    """Whether a session is as its version has it."""
    data, routes = session["data"], {screen["route"] for screen in session["navigation"]["screens"]}
    if session["appVersion"] == 1:
        return "twice" not in data and routes == {"item"}
    return data["twice"] == 2 * data["n"] and routes == {"product"}


def use(server, client):
    """Changes a random session, and reads one."""
    answer = attempt(client, "POST", random.choice(server.sessions) + "/add")
    assert answer is None or answer.status_code in (200, 503), answer.text
    answer = attempt(client, "GET", random.choice(server.sessions))
    assert answer is None or answer.status_code == 503 or is_whole(answer.json()), answer.text


def test_each_session_is_wholly_old_or_new_over_kills_beside_other_clients(fleet):
    count = len(fleet.sessions)
    body = {"filter": {"app": "cart"}, "migrate": {"from": 1, "to": 2}, "rate": min(10_000, max(100, count // 30))}
    path = "/v1/apps/cart/migrations/" + expect(fleet.client().post("/v1/batches", json=body), 202).json()["id"]
    with repeating(functools.partial(use, fleet, fleet.client())):
        finished = kill_during(fleet, path)
    client = fleet.client()
    assert (finished["state"], finished["left"]) == ("done", 0)
    assert (finished["done"], finished["failed"]) == (count - count // 10, count // 10)
    assert [(item["code"], item["count"]) for item in finished["stayed"]] == [("expression-failed", count // 10)]
    versions = collections.Counter()
    for session in fleet.sessions[:2_000]:
        session = expect(client.get(session), 200).json()
        assert is_whole(session)
        versions[session["appVersion"]] += 1
    assert versions[1] * 9 == versions[2]
    undo(client, next(path for number, path in enumerate(fleet.sessions) if number % 10))
    assert fleet.stop() == 0
    assert run("check", "--data", fleet.data).returncode == 0
    rows = fleet.rows("SELECT session FROM changes WHERE actor = 'migration'")
    assert len(rows) == len(set(rows)) == finished["done"]
    report("migration", sessions=count, kills=KILLS, per_second=finished["perSecond"])


def undo(client, session):
    """Undoes all changes since a session's migration, and that."""
    history = expect(client.get(session + "/history"), 200).json()["items"]
    migrated = next(item["revision"] for item in history if item["actor"] == "migration")
    steps = history[-1]["revision"] - migrated + 1
    body = expect(client.post(session + "/undo", json={"steps": steps}), 200).json()["session"]
    assert body["appVersion"] == 1 and is_whole(body)


def test_a_changed_file_is_a_new_version_for_sessions_that_fit_and_its_rules_name_its_own_versions(new_server, tmp_path):
    file = tmp_path / "shop.json"
    app = {"app": "shop", "version": 1, "root": {"kind": "stack", "initial": "home"}, "routes": {"home": {}}}

    def write(**members):
        file.write_text(json.dumps({**app, **members}))

    write()
    server = new_server("--app", file, "--watch")
    client = server.client()
    session, _ = create(client, "shop")
    write(title="Shop")
    eventually(lambda: read(client, session)["appVersion"] == 2)
    write(routes={})
    eventually(lambda: "is not used" in server.log_text())
    write(title="Store")
    eventually(lambda: read(client, session)["appVersion"] == 3)
    server.restart()
    renamed = {"version": 2, "root": {"kind": "stack", "initial": "start"}, "routes": {"start": {}}}
    write(**renamed, migrate={"1": {"routes": {"home": "start"}}})
    eventually(lambda: read(client, session)["appVersion"] == 4)
    assert read(client, session)["current"]["route"] == "start"
    definition = read(client, "/v1/apps/shop")
    assert (definition["fileVersion"], list(definition["migrate"])) == (2, ["3"])
    write(title="Shop")
    eventually(lambda: '"stayed":1' in server.log_text())
    assert (read(client, session)["appVersion"], read(client, "/v1/apps/shop")["version"]) == (4, 5)
