"""An `Idempotency-Key` works on every route that writes, also after a restart, and belongs to one credential."""

import pytest
from navstate import create

ADMIN = "0123456789abcdef0123456789abcdef"
DEFINITION = {"app": "book", "version": 1, "root": {"kind": "stack"}, "routes": {"a": {}}}
WEBHOOK = {"url": "https://example.com/hooks", "secret": ADMIN}

REQUESTS = [
    ("POST", "/v1/sessions", {"app": "counter"}), ("POST", "{S}/push", {}), ("POST", "{S}/fork", {}),
    ("POST", "{S}/lease", {"seconds": 60}), ("DELETE", "{S}/lease", None), ("POST", "{S}/tickets", {}),
    ("POST", "{S}/token", {}), ("DELETE", "{S}/token", None), ("DELETE", "{S}", None), ("PUT", "/v1/apps/book", DEFINITION),
    ("DELETE", "/v1/apps/shop", None), ("POST", "/v1/apps/counter/keys", {"name": "web"}),
    ("DELETE", "/v1/apps/counter/keys/mobile", None), ("PUT", "/v1/webhooks/orders", WEBHOOK),
    ("POST", "/v1/webhooks/other/resume", None), ("DELETE", "/v1/webhooks/other", None), ("POST", "/v1/admin/backups", None),
    ("DELETE", "{S}/timers/none", None), ("POST", "{S}/timers/none/fire", None),
]


@pytest.fixture
def admin(new_server):
    server = new_server("--log-level", "error", environment={"NAVSTATE_ADMIN_TOKEN": ADMIN})
    with server.client(ADMIN) as client:
        client.server = server
        client.put("/v1/apps/shop", json={**DEFINITION, "app": "shop"})
        client.post("/v1/apps/counter/keys", json={"name": "mobile"})
        client.put("/v1/webhooks/other", json=WEBHOOK)
        yield client


def ask(client, request, session, key):
    method, path, body = request
    return client.request(method, path.replace("{S}", session), json=body, headers={"Idempotency-Key": key})


def test_each_request_that_writes_is_answered_again_also_after_a_restart(admin):
    sessions = [create(admin)[0] for _ in REQUESTS]
    first = [ask(admin, *pair, f"k{number}") for number, pair in enumerate(zip(REQUESTS, sessions))]
    for restarts in range(2):
        again = [ask(admin, *pair, f"k{number}") for number, pair in enumerate(zip(REQUESTS, sessions))]
        for request, one, other in zip(REQUESTS, first, again):
            assert one.status_code < 300 or "timers" in request[1], (request, one.text)
            assert (one.status_code, one.content) == (other.status_code, other.content), request
            assert other.headers.get("Idempotency-Replayed") == "true", request
        if restarts == 0:
            admin.server.kill()
            admin.server.start()


def test_a_key_that_named_another_request_is_refused(admin):
    session, _ = create(admin)
    assert ask(admin, ("POST", "{S}/lease", {"seconds": 60}), session, "k").status_code == 200
    for request in [("POST", "{S}/lease", {"seconds": 61}), ("DELETE", "{S}/lease", None), ("POST", "{S}/push", {})]:
        answer = ask(admin, request, session, "k")
        assert (answer.status_code, answer.json()["code"]) == (422, "idempotency-key-reused"), request


def test_two_credentials_with_the_same_key_make_two_sessions(admin):
    ids = set()
    for name in ["one", "two"]:
        key = admin.post("/v1/apps/counter/keys", json={"name": name}).json()["key"]
        with admin.server.client(key) as client:
            answers = [ask(client, ("POST", "/v1/sessions", {"app": "counter"}), "", "k") for _ in range(2)]
        assert [answer.status_code for answer in answers] == [201, 201]
        ids.update(answer.json()["id"] for answer in answers)
    assert len(ids) == 2
