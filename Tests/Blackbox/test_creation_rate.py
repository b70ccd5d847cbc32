"""The rate of creations of one address."""

import time

from navstate import report

ADMIN = "admin-" + "0" * 32


def created(client, address=None, **headers):
    fields = {"X-Forwarded-For": address, **headers} if address else headers
    return client.post("/v1/sessions", json={"app": "counter"}, headers=fields)


def test_one_address_is_held_up_by_default_and_the_others_are_not(new_server):
    server = new_server("--log-level", "warning", "--trusted-proxy", "127.0.0.1/32")
    with server.client() as client:
        start = time.monotonic()
        answers = [created(client, "192.0.2.1") for _ in range(700)]
        ended = time.monotonic()
        refilled = 10 * (ended - start)
        statuses = [answer.status_code for answer in answers]
        refused = [answer for answer in answers if answer.status_code != 201]
        report("700 creations of one address at full speed", created=statuses.count(201), refused=len(refused))
        assert refused and {answer.status_code for answer in refused} == {429}
        assert refused[0].json()["code"] == "too-many-creations"
        assert int(refused[0].headers["Retry-After"]) >= 1
        assert 600 <= statuses.count(201) <= 601 + refilled
        assert created(client, "192.0.2.2").status_code == 201
        path = answers[0].headers["Location"]
        forks = [client.post(path + "/fork", headers={"X-Forwarded-For": "192.0.2.1"}).status_code for _ in range(20)]
        assert forks.count(201) <= 1 + 10 * (time.monotonic() - ended)
        assert set(forks) <= {201, 429}
        assert client.post(path + "/push", headers={"X-Forwarded-For": "192.0.2.1"}).status_code == 200


def test_loopback_and_trusted_proxies_themselves_are_exempt(new_server):
    server = new_server("--log-level", "warning", "--max-creations-per-address", "5", "--trusted-proxy", "127.0.0.1/32")
    with server.client() as client:
        assert {created(client).status_code for _ in range(10)} == {201}
        assert {created(client, "127.0.0.1").status_code for _ in range(10)} == {201}
        assert [created(client, "2001:db8::1").status_code for _ in range(7)] == [201] * 5 + [429] * 2
        assert created(client, "2001:db8::2").status_code == 429, "a /64 is one address"


def test_the_admin_is_exempt_also_where_no_token_is_asked_for(new_server):
    options = ["--max-creations-per-address", "5", "--trusted-proxy", "127.0.0.1/32"]
    for auth in ["required", "open"]:
        server = new_server("--auth", auth, *options, environment={"NAVSTATE_ADMIN_TOKEN": ADMIN})
        with server.client(ADMIN) as admin:
            assert {created(admin, "192.0.2.1").status_code for _ in range(10)} == {201}


def test_a_rate_of_zero_is_no_limit(new_server):
    server = new_server("--max-creations-per-address", "0", "--trusted-proxy", "127.0.0.1/32")
    with server.client() as client:
        assert {created(client, "192.0.2.1").status_code for _ in range(700)} == {201}
