"""The rate of creations of one address."""

import time

import pytest
from navstate import ADMIN, problem, report

PROXY = ["--trusted-proxy", "127.0.0.1/32"]


def creations(client, address, count):
    """The responses to creations that a trusted proxy forwards for an address."""
    headers = {"X-Forwarded-For": address} if address else {}
    return [client.post("/v1/sessions", json={"app": "counter"}, headers=headers) for _ in range(count)]


def statuses(answers):
    return [answer.status_code for answer in answers]


def test_one_address_is_limited_by_default_and_others_are_not(new_server):
    client, start = new_server(*PROXY).client(), time.monotonic()
    answers = creations(client, "192.0.2.1", 700)
    while answers[-1].status_code == 201 and len(answers) < 5_000:
        answers += creations(client, "192.0.2.1", 100)
    ended = time.monotonic()
    refused = [answer for answer in answers if answer.status_code != 201]
    created = len(answers) - len(refused)
    report("creations of one address at full speed", created=created, refused=len(refused))
    assert 600 <= created <= 601 + 10 * (ended - start)
    assert {problem(answer) for answer in refused} == {(429, "too-many-creations")}
    assert int(refused[0].headers["Retry-After"]) >= 1
    assert statuses(creations(client, "192.0.2.2", 1)) == [201]
    path, headers = answers[0].headers["Location"], {"X-Forwarded-For": "192.0.2.1"}
    forks = [client.post(path + "/fork", headers=headers).status_code for _ in range(20)]
    assert forks.count(201) <= 1 + 10 * (time.monotonic() - ended)
    assert set(forks) <= {201, 429}
    assert client.post(path + "/push", headers=headers).status_code == 200


def test_loopback_and_trusted_proxies_themselves_are_exempt(new_server):
    client = new_server("--max-creations-per-address", 5, *PROXY).client()
    assert statuses(creations(client, None, 10) + creations(client, "127.0.0.1", 10)) == [201] * 20
    assert statuses(creations(client, "2001:db8::1", 7)) == [201] * 5 + [429] * 2
    assert statuses(creations(client, "2001:db8::2", 1)) == [429], "a /64 is one address"


@pytest.mark.parametrize("auth", ["required", "open"])
def test_the_admin_is_exempt_also_where_no_token_is_needed(new_server, auth):
    server = new_server("--auth", auth, "--max-creations-per-address", 5, *PROXY, admin=True)
    assert statuses(creations(server.client(ADMIN), "192.0.2.1", 10)) == [201] * 10


def test_a_rate_of_zero_is_no_limit(new_server):
    client = new_server("--max-creations-per-address", 0, *PROXY).client()
    assert statuses(creations(client, "192.0.2.1", 700)) == [201] * 700
