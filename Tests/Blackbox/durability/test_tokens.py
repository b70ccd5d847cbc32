"""Tokens and keys of apps: changes of them hold after a kill, and the streams of a former token end."""

import itertools
import random
import time
from contextlib import ExitStack
from functools import partial

import pytest
from load import attempt, in_background
from navstate import ADMIN, create, eventually, expect, report


@pytest.fixture
def server(new_server):
    server = new_server(admin=True)
    yield server
    assert server.stop() == 0
    assert ADMIN not in server.log_text()


def send(client, token, method, path, **options):
    """Returns the response, or None if the server ended before it responded."""
    return attempt(client, method, path, headers={"Authorization": f"Bearer {token}"}, **options)


class Owner:
    """Replaces the token of a session, and sometimes revokes it, until the server is killed."""

    def __init__(self, client):
        self.path, session = create(client)
        self.token, self.former = session["token"], []

    def run(self, client, _):
        while True:
            method = random.choices(["DELETE", "POST"], [0.2, 0.8])[0]
            if not (answer := send(client, self.token or ADMIN, method, self.path + "/token")):
                return
            expect(answer, 204 if method == "DELETE" else 200)
            self.former += [self.token] if self.token else []
            self.token = answer.json()["token"] if method == "POST" else None

    def check(self, client):
        expect(send(client, ADMIN, "GET", self.path), 200)
        for token in self.former[-20:]:
            expect(send(client, token, "GET", self.path), 404)
        if self.token:
            # The last change had no response: it was made or not.
            expect(send(client, self.token, "GET", self.path), 200, 404)


class KeyKeeper:
    """Creates and deletes keys of an app until the server is killed."""

    def __init__(self):
        self.kept, self.deleted, self.in_doubt = {}, [], None

    def run(self, client, _):
        for number in itertools.count():
            if not (answer := send(client, ADMIN, "POST", "/v1/apps/counter/keys", json={"name": f"k{number}"})):
                return
            self.kept[f"k{number}"] = expect(answer, 201).json()["key"]
            if len(self.kept) > 3:
                self.in_doubt = random.choice(list(self.kept))
                if not (answer := send(client, ADMIN, "DELETE", f"/v1/apps/counter/keys/{self.in_doubt}")):
                    return
                expect(answer, 204)
                self.deleted.append(self.kept.pop(self.in_doubt))

    def check(self, client):
        for name, key in self.kept.items():
            answer = send(client, key, "POST", "/v1/sessions", json={"app": "counter"})
            expect(answer, *([201, 403] if name == self.in_doubt else [201]))
        for key in self.deleted[-20:]:
            expect(send(client, key, "POST", "/v1/sessions", json={"app": "counter"}), 403)
        for key in send(client, ADMIN, "GET", "/v1/apps/counter/keys").json()["items"]:
            expect(send(client, ADMIN, "DELETE", f"/v1/apps/counter/keys/{key['name']}"), 204)


def test_changes_of_tokens_and_keys_hold_over_kills(server, setting):
    for _ in range(setting("TOKEN_KILLS", 3, 30)):
        workers = [*[Owner(server.client(ADMIN)) for _ in range(8)], KeyKeeper()]
        with in_background(*[partial(worker.run, server.client()) for worker in workers]):
            time.sleep(random.uniform(0.3, 0.8))
            server.kill()
        server.start()
        for worker in workers:
            worker.check(server.client())


@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_streams_of_a_former_token_end_within_a_second_and_those_of_the_admin_continue(server, method):
    longest, admin = 0, server.client(ADMIN)
    for _ in range(10):
        path, session = create(admin)
        with ExitStack() as stack:
            own = [Stream(server, stack, path, session["token"]) for _ in range(4)]
            admins = Stream(server, stack, path, ADMIN)
            with in_background(*[stream.run for stream in [*own, admins]]):
                start = time.monotonic()
                expect(server.client(session["token"]).request(method, path + "/token"), 200, 204)
                eventually(lambda: all(stream.end for stream in own), 5)
                longest = max([longest, *(stream.end - start for stream in own)])
                assert admins.end is None
                expect(admin.delete(path), 204)
    report("streams of a former token", longest_ms=round(longest * 1000))
    assert longest < 1


class Stream:
    """An event stream, and the time of its end."""

    def __init__(self, server, stack, path, token):
        self.answer = stack.enter_context(server.client(token).stream("GET", path + "/events?view=minimal"))
        self.end = None
        expect(self.answer, 200)

    def run(self, _):
        for _ in self.answer.iter_raw():
            pass
        self.end = time.monotonic()
