"""Tokens and keys of apps: changes of them hold after a kill, and the streams of a former token end."""

import random
import time
from contextlib import ExitStack
from functools import partial

import pytest
from load import attempt, in_background
from navstate import create, eventually, report

ADMIN = "0123456789abcdef" * 2
SESSIONS = 8


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def status(client, method, path, token, **options):
    return client.request(method, path, headers=bearer(token), **options).status_code


@pytest.fixture
def server(new_server):
    server = new_server(environment={"NAVSTATE_ADMIN_TOKEN": ADMIN})
    yield server
    assert server.stop() == 0
    assert ADMIN not in server.log_text()


class Owner:
    """Replaces the token of a session, and sometimes revokes it."""

    def __init__(self, client):
        self.path, session = create(client)
        self.token, self.former, self.is_in_doubt = session["token"], [], False

    def run(self, client, _):
        """Returns after the kill of the server. The last change may have been made or not."""
        while True:
            method, expected = random.choices([("DELETE", 204), ("POST", 200)], [0.2, 0.8])[0]
            answer = attempt(client, method, self.path + "/token", headers=bearer(self.token or ADMIN))
            if answer is None:
                self.is_in_doubt = True
                return
            assert answer.status_code == expected, answer.text
            self.former += [self.token] if self.token else []
            self.token = answer.json()["token"] if method == "POST" else None

    def check(self, client):
        assert status(client, "GET", self.path, ADMIN) == 200
        assert {status(client, "GET", self.path, token) for token in self.former[-20:]} <= {404}
        if self.token:
            assert status(client, "GET", self.path, self.token) in ([200, 404] if self.is_in_doubt else [200])


class KeyKeeper:
    """Creates and deletes keys of an app."""

    def __init__(self, client):
        self.kept, self.deleted, self.in_doubt = {}, [], None

    def run(self, client, _):
        """Returns after the kill of the server. The last change may have been made or not."""
        for number in range(10**6):
            answer = attempt(client, "POST", "/v1/apps/counter/keys", json={"name": f"k{number}"}, headers=bearer(ADMIN))
            if answer is None:
                return
            assert answer.status_code == 201, answer.text
            self.kept[f"k{number}"] = answer.json()["key"]
            if len(self.kept) > 3:
                name = self.in_doubt = random.choice(list(self.kept))
                answer = attempt(client, "DELETE", f"/v1/apps/counter/keys/{name}", headers=bearer(ADMIN))
                if answer is None:
                    return
                assert answer.status_code == 204, answer.text
                self.deleted.append(self.kept.pop(name))

    def check(self, client):
        def creation(key):
            return status(client, "POST", "/v1/sessions", key, json={"app": "counter"})

        assert all(creation(key) in ([201, 403] if name == self.in_doubt else [201]) for name, key in self.kept.items())
        assert {creation(key) for key in self.deleted[-20:]} <= {403}
        for key in client.get("/v1/apps/counter/keys", headers=bearer(ADMIN)).json()["items"]:
            assert status(client, "DELETE", f"/v1/apps/counter/keys/{key['name']}", ADMIN) == 204


def test_changes_of_tokens_and_keys_hold_over_kills(server, setting):
    for _ in range(setting("TOKEN_KILLS", 3, 30)):
        with server.client(ADMIN) as admin, ExitStack() as clients:
            workers = [Owner(admin) for _ in range(SESSIONS)] + [KeyKeeper(admin)]
            pairs = [(worker, clients.enter_context(server.client())) for worker in workers]
            with in_background(*[partial(worker.run, client) for worker, client in pairs]):
                time.sleep(random.uniform(0.3, 0.8))
                server.kill()
        server.start()
        with server.client() as client:
            for worker in workers:
                worker.check(client)


@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_streams_of_a_former_token_end_within_a_second_and_those_of_the_admin_continue(server, method):
    longest = 0
    with server.client(ADMIN) as admin, server.client() as client:
        for _ in range(10):
            path, session = create(admin)
            with ExitStack() as streams:
                own = [Stream(server, streams, path, session["token"]) for _ in range(4)]
                admins = Stream(server, streams, path, ADMIN)
                with in_background(*[stream.run for stream in [*own, admins]]):
                    start = time.monotonic()
                    assert status(client, method, path + "/token", session["token"]) in (200, 204)
                    eventually(lambda: all(stream.end for stream in own), 5)
                    longest = max([longest, *(stream.end - start for stream in own)])
                    assert admins.end is None
                    assert status(admin, "DELETE", path, ADMIN) == 204
    report("streams of a former token", longest_ms=round(longest * 1000))
    assert longest < 1


class Stream:
    """An event stream, and the time of its end."""

    def __init__(self, server, streams, path, token):
        client = streams.enter_context(server.client(token))
        self.answer = streams.enter_context(client.stream("GET", path + "/events?view=minimal"))
        self.end = None
        assert self.answer.status_code == 200

    def run(self, _):
        for _ in self.answer.iter_raw():
            pass
        self.end = time.monotonic()
