"""Who gets what: secrets, the past, tokens and codes, and header fields for caches."""

import json
from pathlib import Path

import pytest
from navstate import ADMIN, create, expect


def token(client, path, role="lead", **members):
    return expect(client.post(path + "/tokens", json={"role": role, **members}), 201).json()


VAULT = json.loads(Path(__file__).with_name("vault.json").read_text())


@pytest.fixture
def vault(admin):
    """A session of an app with secrets, and clients with the roles `watch` to `backend`."""
    expect(admin.put("/v1/apps/vault", json=VAULT), 201)
    path, _ = create(admin, "vault")
    roles = ["watch", "act", "lead", "backend"]
    return path, {role: admin.server.client(token(admin, path, role)["token"]) for role in roles}


def refusals(client, path):
    """What a client sees of the definition in answers to requests."""
    bodies = [("open", {"code": "x"}), ("fail", {}), ("ask", {"v": "\n"}), ("push", {"route": "room"}), ("push", {"route": "guarded"})]
    return [expect(client.post(f"{path}/{name}{query}", json=body), 409).text for name, body in bodies for query in ("", "?dryRun=1")]


def test_expressions_reach_only_the_admin_and_backends(admin, vault):
    path, clients = vault
    expect(admin.post(path + "/later"), 200)
    timer = admin.get(path + "/timers").json()["items"][0]["id"]
    expect(clients["act"].post(f"{path}/timers/{timer}/fire"), 200)
    with clients["watch"].stream("GET", f"{path}/events?after=1&refusals=1") as stream:
        lines = stream.iter_lines()
        events = [next(lines) for _ in range(9)]
        shown = refusals(clients["act"], path)
        while sum(line.startswith("event: refused") for line in events) < 5:
            events.append(next(lines))
        events.append(next(lines))
    shown += events + [clients["watch"].get(path + name).text for name in ("/available", "/history", "/app", "/timers")]
    key = expect(admin.post("/v1/apps/vault/keys", json={"name": "web"}), 201).json()["key"]
    shown += [admin.server.client(key).get(f"/v1/apps/vault/{name}").text for name in ("graph", "schema")]
    assert not [text for text in shown if "PEPPER" in text]
    assert "/actions/fail/do/set/data.n" in "".join(events) and "/routes/guarded/guard/when" in shown[-2]
    for client in (admin, clients["backend"]):
        assert all("PEPPER" in text for text in refusals(client, path))
        assert all("PEPPER" in client.get(path + name).text for name in ("/available", "/history", "/export"))


def test_the_past_of_an_app_that_keeps_it_is_not_forked_or_exported(admin, vault):
    path, clients = vault
    expect(admin.post(path + "/grant"), 200)
    for method, name, body in (("POST", "/fork", {"revision": 1}), ("POST", "/jump", {"revision": 1}), ("GET", "/export", None)):
        assert clients["lead"].request(method, path + name, json=body).json()["code"] == "undo-off", name
    expect(clients["lead"].post(path + "/fork"), 201)
    expect(clients["backend"].post(path + "/fork", json={"revision": 1}), 201)


def test_a_client_does_not_fire_a_timer_of_the_backend(admin, vault):
    path, clients = vault
    expect(admin.post(path + "/later"), 200)
    timer = next(item["id"] for item in admin.get(path + "/timers").json()["items"] if item["action"]["type"] == "grant")
    assert expect(clients["lead"].post(f"{path}/timers/{timer}/fire"), 403).json()["code"] == "backend-only"
    expect(clients["backend"].post(f"{path}/timers/{timer}/fire"), 200)


def test_no_token_outlives_the_one_that_made_it(admin):
    path, _ = create(admin)
    made = token(admin, path, expiresIn=60)
    short = admin.server.client(made["token"])
    assert {token(short, path, expiresIn=3600)["expiresAt"], token(short, path)["expiresAt"]} == {made["expiresAt"]}
    code = token(short, path, once=True)["code"]
    traded = expect(admin.server.client().post("/v1/handoffs", json={"code": code}), 201).json()
    assert traded["expiresAt"] == made["expiresAt"]
    code = token(short, path, once=True)["code"]
    expect(admin.delete(f"{path}/tokens/{made['id']}"), 204)
    expect(admin.server.client().post("/v1/handoffs", json={"code": code}), 404)


def trade(client, address=None, code="AAAAAAAA"):
    headers = {"X-Forwarded-For": address} if address else {}
    return client.post("/v1/handoffs", json={"code": code}, headers=headers).status_code


def test_wrong_codes_of_some_addresses_do_not_block_others(new_server):
    server = new_server("--trusted-proxy", "127.0.0.1", admin=True)
    client, admin = server.client(), server.client(ADMIN)
    path, _ = create(admin)
    statuses = [trade(client, f"203.0.{number // 250}.{number % 250}") for number in range(210) for _ in range(5)]
    assert statuses.count(404) > 1000 and 429 in statuses
    assert trade(client, "198.51.100.7", token(admin, path, once=True)["code"]) == 201


def test_wrong_codes_that_a_backend_passes_on_count_for_the_address_of_the_user(new_server):
    admin = new_server("--trusted-proxy", "127.0.0.1", admin=True).client(ADMIN)
    assert [trade(admin, "203.0.113.1") for _ in range(6)] == [404] * 5 + [429]
    assert [trade(admin, "203.0.113.2")] + [trade(admin) for _ in range(6)] == [404] * 7


def test_no_cache_stores_responses_of_the_api(client):
    path, _ = create(client)
    answers = [client.get(path), client.get(path, headers={"If-None-Match": '"1"'}), client.post(path + "/push"), client.post(path + "/nonsense"),
               client.get("/livez"), client.get("/readyz"), client.get("/metrics"), client.get("/v1/apps"), client.get("/nowhere")]
    assert {answer.headers["Cache-Control"] for answer in answers} == {"no-store"}
    files = [client.get("/ui/"), client.get("/openapi.json"), client.get("/docs")]
    assert {answer.headers["Cache-Control"] for answer in files} == {"no-cache"}
    assert {answer.headers["X-Content-Type-Options"] for answer in answers + files} == {"nosniff"}
    with client.stream("GET", path + "/events") as stream:
        assert stream.headers["Cache-Control"] == "no-store, no-transform"
