"""`navstate copy`: sessions keep their past, tokens, calls and answers in another store, also if the copy is killed."""

import random
import re
import subprocess

import pytest
from durability.trip import create_trips, random_action
from navstate import ADMIN, BINARY, ENVIRONMENT, act, create, define, eventually, expect, export, run

SESSIONS = 60


@pytest.fixture
def source(new_server):
    """A stopped server with sessions of all kinds, and what it has answered about them."""
    server = new_server("--auth", "required", admin=True)
    client, chance = server.client(ADMIN), random.Random(7)
    define(client, "shop", routes={"home": {}}, version=1)
    define(client, "shop", routes={"home": {}, "more": {}}, version=2)
    expect(client.delete("/v1/apps/shop/versions/1"), 200, 204, 404)
    expect(client.post("/v1/apps/counter/keys", json={"name": "web"}), 201)
    hook = {"url": "https://hooks.example/a", "secret": "whsec_" + "QUJD" * 8}
    expect(client.put("/v1/webhooks/orders", json={**hook, "outputs": ["none"]}), 201)
    server.tokens = {}
    for number in range(SESSIONS):
        path, made = create(client, "counter", key=f"order-{number}", labels={"room": str(number)})
        server.tokens[path] = made["token"]
        for _ in range(chance.randrange(8)):
            act(client, path, type="push", route="counter")
        server.keyed = client.post(path + "/increment", headers={"Idempotency-Key": f"key-{number}"})
    server.watch = expect(client.post(path + "/tokens", json={"role": "watch"}), 200, 201).json()["token"]
    server.last = path
    for path in create_trips(client, 20):
        for _ in range(30):
            client.post(path + "/actions", json=random_action(chance))
    job = {"filter": {"app": "counter"}, "action": {"type": "pop"}, "rate": 1000}
    server.job = expect(client.post("/v1/batches", json=job), 202).headers["Location"]
    eventually(lambda: client.get(server.job).json()["state"] == "done")
    server.done = client.get(server.job).json()
    server.archives = archives(client)
    assert server.stop() == 0
    return server


def archives(client):
    """The exports of all sessions."""
    listed = client.get("/v1/sessions", params={"limit": 1000}).json()["items"]
    return {item["id"]: export(client, f"/v1/sessions/{item['id']}") for item in listed}


def copy(source, target):
    return run("copy", "--from", source, "--to", target)


def kill_a_copy(source, target):
    """Kills a copy at a random sync of its target, before it has copied all sessions; returns the exit status."""
    # Some nine syncs come before the first session, and one with each.
    kill = f"inject=fdatasync:signal=KILL:when={random.randrange(4, 20)}+"
    command = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync", "-e", kill]
    return subprocess.run(
        [*command, BINARY, "copy", "--from", source, "--to", target], env=ENVIRONMENT, stdout=subprocess.DEVNULL,
        timeout=60).returncode


def compare(source, server):
    """Compares what the server of the target answers with what that of the source has answered."""
    client = server.client(ADMIN)
    assert archives(client) == source.archives
    for path, token in source.tokens.items():
        expect(client.get(path, headers={"Authorization": f"Bearer {token}"}), 200)
    headers = {"Authorization": f"Bearer {source.watch}"}
    expect(client.get(source.last, headers=headers), 200)
    expect(client.post(source.last + "/increment", headers=headers), 403)
    repeated = client.post(source.last + "/increment", headers={"Idempotency-Key": f"key-{SESSIONS - 1}"})
    assert (repeated.content, repeated.headers["Idempotency-Replayed"]) == (source.keyed.content, "true")
    assert client.get("/v1/apps/counter/sessions/order-3").json()["labels"] == {"room": "3"}
    assert [item["name"] for item in client.get("/v1/apps/counter/keys").json()["items"]] == ["web"]
    assert [item["name"] for item in client.get("/v1/webhooks").json()["items"]] == ["orders"]
    assert client.get(source.job).json() == source.done
    expect(act(client, source.last, type="increment"), 200)


def test_a_copy_of_a_folder_is_completed_after_kills(source, new_server):
    target = new_server("--auth", "required", admin=True, started=False)
    assert {kill_a_copy(source.data, target.data) for _ in range(6)} == {-9}
    ended = copy(source.data, target.data)
    assert (ended.returncode, ended.stderr) == (0, ""), ended
    copied, present, failed = map(int, re.findall(r"\d+", ended.stdout)[:3])
    assert copied + present == SESSIONS + 20 and failed == 0 and copied
    again = copy(source.data, target.data)
    assert again.stdout.startswith(f"sessions: 0 copied, {SESSIONS + 20} already there, 0 not copied;")
    compare(source, target.start())


def test_a_store_in_use_and_a_session_that_went_on_are_refused(source, new_server):
    target = new_server("--auth", "required", admin=True, started=False)
    expect_one_line(copy(source.data / "none", target.data), 1, "not a data folder")
    expect_one_line(copy(source.data, source.data), 2, "same store")
    assert copy(source.data, target.data).returncode == 0
    target.start()
    expect_one_line(copy(source.data, target.data), 1, "uses this data folder")
    expect(act(target.client(ADMIN), source.last, type="increment"), 200)
    assert target.stop() == 0
    ended = copy(source.data, target.data)
    assert ended.returncode == 1 and "1 not copied" in ended.stdout and source.last.split("/")[-1] in ended.stderr


def expect_one_line(ended, status, words):
    assert ended.returncode == status and words in ended.stderr and ended.stderr.count("\n") == 1, ended
