"""Tokens of sessions and keys of apps: their changes hold after a kill."""

import itertools
import random
import time
from functools import partial

from load import attempt, in_background
from navstate import ADMIN, create, expect

METHODS = ["POST", "POST", "POST", "POST", "DELETE"]
KEYS = "/v1/apps/counter/keys"


def send(client, token, method, path, **options):
    """Returns the response, or None if the server ended before it responded."""
    return attempt(client, method, path, headers={"Authorization": f"Bearer {token}"}, **options)


class Owner:
    """Replaces the token of a session, and sometimes revokes it, until the server is killed."""

    def __init__(self, client):
        self.path, session = create(client)
        self.token, self.former = session["token"], []

    def run(self, client, _):
        while answer := send(client, self.token or ADMIN, method := random.choice(METHODS), self.path + "/token"):
            expect(answer, 204 if method == "DELETE" else 200)
            self.former += [self.token] if self.token else []
            self.token = answer.json()["token"] if method == "POST" else None

    def check(self, client):
        expect(send(client, ADMIN, "GET", self.path), 200)
        for token in self.former[-20:]:
            expect(send(client, token, "GET", self.path), 401)
        if self.token:
            # The last change had no response: it was made or not.
            expect(send(client, self.token, "GET", self.path), 200, 401)


class KeyKeeper:
    """Creates and deletes keys of an app until the server is killed."""

    def __init__(self):
        self.kept, self.deleted, self.in_doubt = {}, [], None

    def run(self, client, _):
        for number in itertools.count():
            if not (answer := send(client, ADMIN, "POST", KEYS, json={"name": f"k{number}"})):
                return
            self.kept[f"k{number}"] = expect(answer, 201).json()["key"]
            if len(self.kept) > 3:
                self.in_doubt = random.choice(list(self.kept))
                if not (answer := send(client, ADMIN, "DELETE", f"{KEYS}/{self.in_doubt}")):
                    return
                expect(answer, 204)
                self.deleted.append(self.kept.pop(self.in_doubt))

    def check(self, client):
        for name, key in self.kept.items():
            answer = send(client, key, "POST", "/v1/sessions", json={"app": "counter"})
            expect(answer, *([201, 403] if name == self.in_doubt else [201]))
        for key in self.deleted[-20:]:
            expect(send(client, key, "POST", "/v1/sessions", json={"app": "counter"}), 403)
        for key in send(client, ADMIN, "GET", KEYS).json()["items"]:
            expect(send(client, ADMIN, "DELETE", f"{KEYS}/{key['name']}"), 204)


def test_changes_of_tokens_and_keys_hold_over_kills(admin, setting):
    server = admin.server
    for _ in range(setting("TOKEN_KILLS", 3, 30)):
        workers = [*[Owner(admin) for _ in range(8)], KeyKeeper()]
        with in_background(*[partial(worker.run, server.client()) for worker in workers]):
            time.sleep(random.uniform(0.3, 0.8))
            server.kill()
        server.start()
        for worker in workers:
            worker.check(admin)
    assert server.stop() == 0
    assert ADMIN not in server.log_text()
