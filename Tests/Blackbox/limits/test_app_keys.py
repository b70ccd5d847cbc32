"""One app key cannot deny service to other clients."""

import json

import httpx
import pytest
from navstate import ADMIN, MIB, app_key, create, expect, poll, report

DATA = {"x": "a" * 240_000}


def lease(client, path):
    return expect(client.post(path + "/lease", json={"seconds": 3600}), 200, 503)


def listen(client, path):
    return client.send(client.build_request("GET", path + "/events"), stream=True)


@pytest.mark.parametrize("hold", [lease, listen])
def test_sessions_that_one_key_holds_do_not_keep_others_out(new_server, hold):
    """Sessions of 240 KB, leased or listened to, which exceed the memory limit."""
    server = new_server("--memory-limit", 32 * MIB, "--memory-ceiling", 64 * MIB, admin=True)
    admin, refused = server.client(ADMIN), []
    phone = server.client(app_key(admin), limits=httpx.Limits(max_connections=None))
    path, _ = create(admin)
    for _ in range(250):
        answer = expect(phone.post("/v1/sessions", json={"app": "counter", "data": DATA}), 201, 429, 503)
        if answer.status_code == 201:
            session = server.client(answer.json()["token"], limits=httpx.Limits(max_connections=None))
            answer = hold(session, answer.headers["Location"])
        if answer.status_code >= 400:
            refused.append(json.loads(answer.read())["code"])
    # A request that finds no memory has sessions unloaded, and may succeed when it is repeated.
    assert poll(lambda: admin.get(path).status_code == 200)
    for app in ("counter", "list"):
        assert poll(lambda: admin.post("/v1/sessions", json={"app": app}).status_code == 201), app
    report(f"one app key, {hold.__name__}", refused=len(refused), memory_mib=server.memory() // MIB)
    assert refused.count("memory-full") == len(refused) and (refused or hold is lease)
