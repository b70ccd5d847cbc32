"""Nodes whose clocks differ: by less than ten seconds it is harmless, a node that is further off does nothing."""

import time
from datetime import datetime

import pytest
from navstate import ADMIN, MINIMAL, Server, create, define, eventually, expect, metric

DAY = 86_400
# Sessions expire when they have not been changed for five days.
OPTIONS = ["--auth", "required", "--session-expiry", "P5D", "--log-level", "info"]
TOKENS = {"NAVSTATE_ADMIN_TOKEN": ADMIN}


@pytest.fixture
def pair(postgres, tmp_path, stack, clock):
    """Two nodes over a new database, not started. The second one has the clock."""
    store, nodes = postgres.url(postgres.new_database()), []
    for name, environment in [("right", {}), ("wrong", clock.environment)]:
        (folder := tmp_path / name).mkdir()
        nodes.append(Server(folder, "--store", store, *OPTIONS, environment={**TOKENS, **environment}))
        stack.callback(nodes[-1].close)
    return nodes


def seconds(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def check_does_nothing(node, path, token):
    """A node that is off creates nothing, and does not say that what it cannot judge does not exist."""
    admin, holder = node.client(ADMIN), node.client(token)
    eventually(lambda: admin.get("/readyz").status_code == 503)
    for answer in [
            admin.get("/readyz"), admin.post("/v1/sessions", json={"app": "counter"}), admin.get(path), holder.get(path),
            holder.post(path + "/push", json={"route": "counter"}), holder.post(path + "/lease", json={"seconds": 9}),
            holder.post(path + "/tokens", json={"role": "act", "expiresIn": 9}),
            holder.post("/v1/handoffs", json={"code": "ABCDEFGH"})]:
        assert "Retry-After" in expect(answer, 503).headers and "clock" in answer.text, answer.text
    expect(admin.get("/livez"), 200)


def create_changed(node):
    """Sessions that have just been changed, as pairs of a path and a token."""
    admin, sessions = node.client(ADMIN), []
    for _ in range(30):
        path, body = create(admin)
        expect(admin.post(path + "/push", json={"route": "counter"}, headers=MINIMAL), 200)
        sessions.append((path, body["token"]))
    return sessions


def test_a_node_that_starts_ten_days_ahead_deletes_and_creates_nothing(pair, clock):
    right, wrong = pair
    sessions = create_changed(right.start())
    right.kill()
    clock.set(10 * DAY)
    wrong.launch()
    assert wrong.responds("/livez")
    check_does_nothing(wrong, *sessions[0])
    # It has tried to begin several times.
    eventually(lambda: '"attempts":4' in wrong.log_text().replace(" ", ""))
    assert "ahead of that of the database" in wrong.log_text()
    clock.set(0)
    client = wrong.client(ADMIN)
    eventually(lambda: client.get("/readyz").status_code == 200)
    assert {expect(client.get(path), 200).json()["revision"] for path, _ in sessions} == {2}


def test_a_node_whose_clock_is_set_ten_days_ahead_leaves_all_work_to_the_others(pair, clock):
    right, wrong = pair
    right.start()
    sessions, client = create_changed(wrong.start()), right.client(ADMIN)
    eventually(lambda: metric(client, "navstate_store_shares_owned") < 256)
    clock.set(10 * DAY)
    check_does_nothing(wrong, *sessions[0])
    eventually(lambda: metric(client, "navstate_store_shares_owned") == 256)
    check_does_nothing(wrong, *sessions[0])
    assert {expect(client.get(path), 200).json()["revision"] for path, _ in sessions} == {2}
    clock.set(0)
    create(eventually(lambda: wrong.client(ADMIN) if wrong.client().get("/readyz").status_code == 200 else None))
    assert {expect(wrong.client(token).get(path), 200).json()["revision"] for path, token in sessions} == {2}


@pytest.mark.parametrize("offset", [8, -8])
def test_a_clock_that_is_eight_seconds_off_is_harmless(pair, clock, offset):
    clock.set(offset)
    admins = [node.start().client(ADMIN) for node in pair]
    assert abs(metric(admins[1], "navstate_store_clock_offset_seconds") - offset) < 1
    home = {"onEnter": [{"after": "PT1S", "id": "bell", "action": {"type": "ring"}}]}
    define(
        admins[0], "bell", data={"rung": 0}, root={"kind": "stack", "initial": "home"}, routes={"home": home},
        actions={"ring": {"do": {"set": {"data.rung": "data.rung + 1"}}}})
    for maker, user, other in [(*admins, pair[1]), (*reversed(admins), pair[0])]:
        begin = time.time()
        paths = [create(maker, "bell") for _ in range(8)]
        assert all(begin - 1 < seconds(body["createdAt"]) < time.time() + 1 for _, body in paths)
        # Credentials and rights of five seconds, which are good at once and no longer than that at the other node.
        path = paths[0][0]
        token = expect(maker.post(path + "/tokens", json={"role": "act", "expiresIn": 5}), 201).json()
        code = expect(maker.post(path + "/tokens", json={"role": "act", "once": True, "expiresIn": 5}), 201).json()["code"]
        expect(other.client(token["token"]).get(path), 200)
        assert begin + 4 < seconds(token["expiresAt"]) < time.time() + 6
        traded = expect(other.client().post("/v1/handoffs", json={"code": code}), 200, 201).json()
        assert begin + 4 < seconds(traded["expiresAt"]) < time.time() + 6
        lease = expect(maker.post(path + "/lease", json={"seconds": 5}), 200).json()
        assert 1 <= int(expect(user.post(path + "/push", json={"route": "home"}), 423).headers["Retry-After"]) <= 5
        expect(user.delete(path + "/lease", headers={"Lease": lease["lease"]}), 200, 204)
        for path, _ in paths:
            eventually(lambda: user.get(path).json()["data"] == {"rung": 1})
            *_, item = user.get(path + "/history").json()["items"]
            assert begin + 0.5 < seconds(item["at"]) < time.time() + 1
