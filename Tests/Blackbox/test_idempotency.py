"""An `Idempotency-Key` works on every route that writes, also after a restart."""

from navstate import app_key, create, define

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


def test_each_request_that_writes_is_answered_again_also_after_a_restart(admin):
    define(admin, "shop", routes={"a": {}})
    app_key(admin, name="mobile")
    admin.put("/v1/webhooks/other", json=WEBHOOK)
    requests = [(method, path.replace("{S}", create(admin)[0]), body) for method, path, body in REQUESTS]

    def ask_all():
        return [admin.request(method, path, json=body, headers={"Idempotency-Key": f"k{number}"})
                for number, (method, path, body) in enumerate(requests)]

    first, again = ask_all(), ask_all()
    admin.server.restart()
    for request, one, *others in zip(requests, first, again, ask_all()):
        assert one.status_code < 300 or "timers" in request[1], (request, one.text)
        assert {(other.status_code, other.content) for other in others} == {(one.status_code, one.content)}, request
        assert {other.headers.get("Idempotency-Replayed") for other in others} == {"true"}, request
