"""An `Idempotency-Key` works on every route that writes, also after a restart, and belongs to one credential."""

from navstate import app_key, create, define, problem

WEBHOOK = {"url": "https://example.com/hooks", "secret": "0123456789abcdef0123456789abcdef"}
BOOK = {"app": "book", "version": 1, "root": {"kind": "stack"}, "routes": {"a": {}}}
REQUESTS = [
    ("POST", "/v1/sessions", {"app": "counter"}), ("POST", "{S}/push", {}), ("POST", "{S}/fork", {}),
    ("POST", "{S}/lease", {"seconds": 60}), ("DELETE", "{S}/lease", None), ("POST", "{S}/tickets", {}),
    ("POST", "{S}/token", {}), ("DELETE", "{S}/token", None), ("DELETE", "{S}", None), ("PUT", "/v1/apps/book", BOOK),
    ("DELETE", "/v1/apps/shop", None), ("POST", "/v1/apps/counter/keys", {"name": "web"}),
    ("DELETE", "/v1/apps/counter/keys/mobile", None), ("PUT", "/v1/webhooks/orders", WEBHOOK),
    ("POST", "/v1/webhooks/other/resume", None), ("DELETE", "/v1/webhooks/other", None),
    ("POST", "/v1/admin/backups", None), ("DELETE", "{S}/timers/none", None), ("POST", "{S}/timers/none/fire", None),
]


def ask(client, request, session="", key="k"):
    method, path, body = request
    return client.request(method, path.replace("{S}", session), json=body, headers={"Idempotency-Key": key})


def test_each_request_that_writes_is_answered_again_also_after_a_restart(admin):
    define(admin, "shop", routes={"a": {}})
    app_key(admin, name="mobile")
    admin.put("/v1/webhooks/other", json=WEBHOOK)
    requests = [(request, create(admin)[0], f"k{number}") for number, request in enumerate(REQUESTS)]
    first = [ask(admin, *request) for request in requests]
    for end in (lambda: None, admin.server.restart):
        end()
        for (request, *rest), one in zip(requests, first):
            other = ask(admin, request, *rest)
            assert one.status_code < 300 or "timers" in request[1], (request, one.text)
            assert (one.status_code, one.content) == (other.status_code, other.content), request
            assert other.headers.get("Idempotency-Replayed") == "true", request


def test_a_key_that_named_another_request_is_refused(admin):
    session, _ = create(admin)
    assert ask(admin, ("POST", "{S}/lease", {"seconds": 60}), session).status_code == 200
    for request in [("POST", "{S}/lease", {"seconds": 61}), ("DELETE", "{S}/lease", None), ("POST", "{S}/push", {})]:
        assert problem(ask(admin, request, session)) == (422, "idempotency-key-reused"), request


def test_two_credentials_with_the_same_key_make_two_sessions(admin):
    clients = [admin.server.client(app_key(admin, name=name)) for name in ("one", "two")]
    first, again = ([ask(client, REQUESTS[0]) for client in clients] for _ in range(2))
    assert {answer.status_code for answer in first + again} == {201}
    ids = [answer.json()["id"] for answer in first]
    assert ids[0] != ids[1] and ids == [answer.json()["id"] for answer in again]
