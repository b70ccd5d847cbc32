"""One app key cannot deny service to other clients."""

import httpx
import pytest
from navstate import ADMIN, MIB, app_key, create, expect, metric, problem, report

DATA = {"x": "a" * 240_000}


@pytest.fixture
def start(new_server):
    """A function that starts a server with options; returns it, a client of the admin and one with an app key."""
    def start(*options):
        server = new_server(*options, admin=True)
        admin = server.client(ADMIN)
        return server, admin, server.client(app_key(admin), limits=httpx.Limits(max_connections=None))

    return start


def creation(client, app="counter", **members):
    return client.post("/v1/sessions", json={"app": app, **members})


def creations(client, count, app="counter"):
    return [creation(client, app).status_code for _ in range(count)]


def path_of(created):
    return f"/v1/sessions/{created.json()['id']}"


def bearer(created):
    return {"Authorization": f"Bearer {created.json()['token']}"}


def attempts(call, count=200):
    """The statuses of a call until it succeeds, with a maximum number of attempts."""
    statuses = []
    while len(statuses) < count and (not statuses or statuses[-1] in (429, 503)):
        statuses.append(call().status_code)
    return statuses


def test_leased_sessions_of_a_key_do_not_keep_others_out(start):
    """Sessions of 240 KB, each leased for an hour, which exceed the memory limit."""
    server, admin, phone = start("--memory-limit", 32 * MIB)
    path, _ = create(admin)
    leased = refused = 0
    for _ in range(250):
        answer = expect(creation(phone, data=DATA), 201, 429, 503)
        if answer.status_code == 201:
            lease = phone.post(path_of(answer) + "/lease", json={"seconds": 3600}, headers=bearer(answer))
            leased += lease.status_code == 200
        else:
            refused += 1
    reads, created = attempts(lambda: admin.get(path)), attempts(lambda: creation(admin))
    report("leases of one app key", leased=leased, refused=refused, memory_mib=server.memory() // MIB,
           reads=reads[-1], creations=created[-1], tries=(len(reads), len(created)))
    assert (reads[-1], created[-1]) == (200, 201)


def test_a_lease_outlives_the_unloading_of_its_session(start):
    _, admin, _ = start("--memory-limit", 4 * MIB, "--memory-ceiling", 512 * MIB)
    path, _ = create(admin)
    lease = admin.post(path + "/lease", json={"seconds": 600, "name": "desk"}).json()["lease"]
    for _ in range(60):
        create(admin, data=DATA)
    for _ in range(3):
        assert problem(admin.post(path + "/push")) == (423, "session-leased")
    expect(admin.post(path + "/push", headers={"Lease": lease}), 200)
    assert metric(admin, "navstate_sessions_loaded") < 60, "leased or not, sessions are unloaded"


def test_sessions_of_a_key_with_streams_take_a_share_of_memory_only(start):
    """Streams keep their sessions in memory up to the app's share; other apps are not affected."""
    _, admin, phone = start("--memory-limit", 32 * MIB, "--memory-ceiling", 64 * MIB)
    streams, refusals = [], []
    for _ in range(200):
        answer = creation(phone, data=DATA)
        if answer.status_code != 201:
            refusals.append(answer.json()["code"])
            continue
        request = phone.build_request("GET", path_of(answer) + "/events", headers=bearer(answer))
        streams.append(phone.send(request, stream=True))
    others = attempts(lambda: creation(admin, "list"))
    report("streams of one app key", listening=len(streams), refused=len(refusals), others=others[-1],
           tries=len(others))
    assert set(refusals) == {"memory-full"}
    assert others[-1] == 201
    for stream in streams:
        stream.close()


def test_a_key_has_a_rate_of_creations(start):
    server, admin, phone = start("--max-creations-per-key", 20)
    assert creations(phone, 25) == [201] * 20 + [429] * 5
    assert creations(server.client(app_key(admin, "list")), 1, "list") == [201]
    assert creations(admin, 25) == [201] * 25
