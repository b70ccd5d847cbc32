"""All that the server does by itself, at once: timers, messages, calls, webhooks, jobs, and creation by key."""

import collections
import itertools
import random
from functools import partial

from load import attempt, in_background
from navstate import MINIMAL, create, define, expect, poll

NUMBERS = itertools.count(1)
# The lists of a session's data, and the action that appends a number to each.
NOTES = {"timers": "rang", "messages": "came", "answers": "answered", "jobs": "worked"}
NUMBER = {"args": {"n": "integer"}}


def prepare(client, receiver):
    """Defines the app and its webhook."""
    notes = {action: {**NUMBER, "do": {"append": {f"data.{name}": "args.n"}}} for name, action in NOTES.items()}
    answered = {"type": "answered", "n": "${args.n}"}
    ring = {"after": "PT0.3S", "action": {"type": "rang", "n": "${params.n}"}}
    routes = {"home": {}, "bell": {"params": {"n": "integer"}, "timers": {"ring": ring}}}
    define(client, "yard", data={name: [] for name in NOTES}, routes=routes, actions={
        **notes, "tell": {**NUMBER, "do": {"emit": "told", "value": "${args.n}"}},
        "ask": {**NUMBER, "do": {
            "call": receiver.url("echo"), "body": "${args.n}", "timeout": "PT2S", "then": answered,
            "otherwise": answered}}})
    webhook = {"url": receiver.url(), "outputs": ["told"], "secret": "whsec_" + "A" * 43 + "="}
    expect(client.put("/v1/webhooks/told", json=webhook), 201)


class Everything:
    """The requests of one life of the server, and what has to come of those that were acknowledged."""

    def __init__(self, client, receiver):
        self.receiver, self.round = receiver, str(next(NUMBERS))
        made = [create(client, "yard", key=f"yard-{next(NUMBERS)}", labels={"round": self.round}) for _ in range(3)]
        self.sessions = [path for path, _ in made]
        self.keys, self.deliveries = {session["key"]: session["id"] for _, session in made}, set()
        self.acknowledged = set()
        # The numbers that a list of a session may have, and those that it must have.
        self.may, self.must = collections.defaultdict(set), collections.defaultdict(set)

    def load(self, server, stop):
        """Sends requests until the end of the block or of the server."""
        kinds = [self.later, self.ask, self.message, self.tell, self.work, self.create]
        with server.client() as client:
            while not stop.is_set() and random.choice(kinds)(client, random.choice(self.sessions), next(NUMBERS)):
                pass

    def requesting(self, server):
        return in_background(*[partial(self.load, server)] * 3)

    def send(self, client, path, body, number, places=()):
        """Sends a request that adds a number to lists; returns the response."""
        for place in places:
            self.may[place].add(number)
        headers = {**MINIMAL, "Idempotency-Key": f"everything-{number}"}
        answer = attempt(client, "POST", path, json=body, headers=headers)
        if answer is not None and answer.is_success:
            self.acknowledged.add(number)
            for place in places:
                self.must[place].add(number)
        return answer

    def later(self, client, path, number):
        return self.send(client, path + "/push", {"route": "bell", "params": {"n": number}}, number, [(path, "timers")])

    def ask(self, client, path, number):
        return self.send(client, path + "/ask", {"n": number}, number, [(path, "answers")])

    def message(self, client, path, number):
        recipient = random.choice(self.sessions)
        body = {"to": recipient.split("/")[-1], "action": {"type": "came", "n": number}}
        return self.send(client, path + "/messages", body, number, [(recipient, "messages")])

    def work(self, client, _, number):
        body = {"filter": {"label": f"round:{self.round}"}, "action": {"type": "worked", "n": number}, "rate": 10_000}
        return self.send(client, "/v1/batches", body, number, [(path, "jobs") for path in self.sessions])

    def tell(self, client, path, number):
        answer = self.send(client, path + "/tell", {"n": number}, number)
        if answer is not None and answer.is_success:
            self.deliveries |= {f"msg_told_{path.split('/')[-1]}_{output['seq']}" for output in answer.json()["outputs"]}
        return answer

    def create(self, client, _, number):
        answer = self.send(client, "/v1/sessions", {"app": "yard", "key": f"yard-{number}"}, number)
        if answer is not None and answer.is_success:
            self.keys[f"yard-{number}"] = answer.json()["id"]
        return answer

    def verify(self, client):
        """Waits until all that was acknowledged is done, and checks that nothing was done twice."""
        def lists():
            data = {path: expect(client.get(path), 200).json()["data"] for path in self.sessions}
            return {(path, name): data[path][name] for path in self.sessions for name in NOTES}

        def missing():
            return {place: rest for place, found in lists().items() if (rest := self.must[place] - set(found))}

        assert poll(lambda: not missing(), 60), missing()
        assert poll(lambda: self.deliveries <= self.receiver.accepted, 60), self.deliveries - self.receiver.accepted
        for place, found in lists().items():
            assert len(found) == len(set(found)) and set(found) <= self.may[place], (place, found)
        for key, identifier in self.keys.items():
            assert expect(client.get(f"/v1/apps/yard/sessions/{key}"), 200).json()["id"] == identifier
