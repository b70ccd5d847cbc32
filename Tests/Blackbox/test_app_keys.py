"""One app key cannot deny service to other clients."""

import httpx
from navstate import MIB, report

ADMIN = "admin-" + "0" * 32
DATA = {"x": "a" * 240_000}


def key_of(admin, app="counter"):
    answer = admin.post(f"/v1/apps/{app}/keys", json={"name": "phone"})
    assert answer.status_code == 201, answer.text
    return answer.json()["key"]


def locked_server(new_server, *options):
    return new_server("--log-level", "warning", *options, environment={"NAVSTATE_ADMIN_TOKEN": ADMIN})


def attempts(call, count=200):
    """The statuses of a call until it succeeds, with a maximum number of attempts."""
    statuses = []
    while len(statuses) < count and (not statuses or statuses[-1] in (429, 503)):
        statuses.append(call().status_code)
    return statuses


def test_leased_sessions_of_a_key_do_not_keep_others_out(new_server):
    """Sessions of 240 KB, each leased for an hour, which exceed the memory limit."""
    server = locked_server(new_server, "--memory-limit", 32 * MIB)
    with server.client(ADMIN) as admin:
        mine = admin.post("/v1/sessions", json={"app": "counter"}).json()
        key, leased, refused = key_of(admin), 0, 0
        with server.client(key) as phone:
            for _ in range(250):
                answer = phone.post("/v1/sessions", json={"app": "counter", "data": DATA})
                if answer.status_code != 201:
                    assert answer.status_code in (429, 503), answer.text
                    refused += 1
                    continue
                session = answer.json()
                lease = httpx.post(f"{server.base}/v1/sessions/{session['id']}/lease", json={"seconds": 3600},
                                   headers={"Authorization": f"Bearer {session['token']}"})
                leased += lease.status_code == 200
        reads = attempts(lambda: admin.get(f"/v1/sessions/{mine['id']}"))
        creations = attempts(lambda: admin.post("/v1/sessions", json={"app": "counter"}))
        report("leases of one app key", leased=leased, refused=refused, memory_mib=server.memory() // MIB,
               reads=reads[-1], creations=creations[-1], tries=(len(reads), len(creations)))
        assert reads[-1] == 200 and creations[-1] == 201


def test_a_lease_outlives_the_unloading_of_its_session(new_server):
    server = locked_server(new_server, "--memory-limit", 4 * MIB, "--memory-ceiling", 512 * MIB)
    with server.client(ADMIN) as admin:
        path = "/v1/sessions/" + admin.post("/v1/sessions", json={"app": "counter"}).json()["id"]
        lease = admin.post(path + "/lease", json={"seconds": 600, "name": "desk"}).json()["lease"]
        for _ in range(60):
            assert admin.post("/v1/sessions", json={"app": "counter", "data": DATA}).status_code == 201
        for _ in range(3):
            refused = admin.post(path + "/push")
            assert (refused.status_code, refused.json()["code"]) == (423, "session-leased")
        assert admin.post(path + "/push", headers={"Lease": lease}).status_code == 200
        loaded = [line for line in admin.get("/metrics").text.splitlines() if line.startswith("navstate_sessions_loaded ")]
        assert int(loaded[0].split()[1]) < 60, "leased or not, sessions are unloaded"


def test_sessions_of_a_key_that_are_listened_to_take_a_share_of_memory_only(new_server):
    """Streams keep their sessions in memory up to the app's share; other apps are not affected."""
    ceiling = 64 * MIB
    server = locked_server(new_server, "--memory-limit", ceiling // 2, "--memory-ceiling", ceiling)
    with server.client(ADMIN) as admin:
        key, streams, refusals = key_of(admin), [], []
        with server.client(key, limits=httpx.Limits(max_connections=None)) as phone:
            for _ in range(200):
                answer = phone.post("/v1/sessions", json={"app": "counter", "data": DATA})
                if answer.status_code != 201:
                    refusals.append(answer.json()["code"])
                    continue
                session = answer.json()
                request = phone.build_request("GET", f"/v1/sessions/{session['id']}/events",
                                              headers={"Authorization": f"Bearer {session['token']}"})
                streams.append(phone.send(request, stream=True))
            others = attempts(lambda: admin.post("/v1/sessions", json={"app": "list"}))
            report("streams of one app key", listening=len(streams), refused=len(refusals), others=others[-1],
                   tries=len(others))
            assert refusals and set(refusals) == {"memory-full"}
            assert others[-1] == 201
            for stream in streams:
                stream.close()


def test_a_key_has_a_rate_of_creations(new_server):
    server = locked_server(new_server, "--max-creations-per-key", "20")
    with server.client(ADMIN) as admin, server.client(key_of(admin)) as phone:
        statuses = [phone.post("/v1/sessions", json={"app": "counter"}).status_code for _ in range(25)]
        assert statuses == [201] * 20 + [429] * 5
        with server.client(key_of(admin, "list")) as other:
            assert other.post("/v1/sessions", json={"app": "list"}).status_code == 201
        assert [admin.post("/v1/sessions", json={"app": "counter"}).status_code for _ in range(25)] == [201] * 25
