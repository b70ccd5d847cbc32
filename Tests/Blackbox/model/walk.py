"""Random walks through a server's sessions and through the model, compared at each step."""

import json
import re
from dataclasses import asdict

from navstate import expect

from .random_apps import RandomApps
from .rules import Model
from .tree import Refusal, container_of

DEPTH = 4
"""How deep containers may lie inside each other on the server of a walk."""


class Difference(Exception):
    """A difference of the server from the model."""


class Walk:
    """One session, and its model. Counts the outcomes of actions."""

    def __init__(self, client, app, model, random, outcomes):
        self.client, self.model, self.random, self.outcomes = client, model, random, outcomes
        given = random.navigation(model, app["root"]) if random.random() < 0.5 else None
        answer = client.post("/v1/sessions", json={"app": app["app"], **({"navigation": given} if given else {})})
        self.session, self.changes = f"/v1/sessions/{answer.json().get('id')}", 0
        self.compare("create", lambda: model.start(given), answer, given)

    def step(self):
        action = self.random.action(self.model)
        answer = self.client.post(self.session + "/actions", json=action)
        self.compare(action["type"], lambda: self.model.after(action), answer, action)
        if answer.status_code == 200 and self.random.random() < 0.3:
            self.compare_can(answer.json()["session"]["can"])

    def compare(self, what, attempt, answer, sent):
        """Compares an outcome of the model, a session or a refusal, with a response."""
        model, body = self.model, answer.json()
        try:
            draft = attempt()
            is_same = draft.state() == model.state()
            outcome = "unchanged" if is_same else "resumed" if draft.refused else "changed"
            expected, got = (True, not is_same), (answer.status_code < 300, body.get("changed", True))
        except Refusal as refusal:
            draft, outcome = None, refusal.args[0]
            expected, got = (refusal.status, outcome), (answer.status_code, body.get("code"))
        self.outcomes[what, outcome] += 1
        demand(expected, got, sent, *model.state(), body)
        if draft:
            demand(draft.refused, (body.get("refused") or {}).get("code"), sent, body)
            session = body.get("session", body)
            self.check_state(draft, session, sent)
            self.go_on(session, not is_same and what != "create")

    def check_state(self, draft, session, sent):
        """Compares the state after a request with that of the model."""
        found = container_of(session["navigation"], self.model.definitions)
        demand(self.bound(draft.root, found), text_of(found), sent, self.model.root)

    def go_on(self, session, changed):
        """Goes on from the state of the server."""
        found = container_of(session["navigation"], self.model.definitions)
        self.changes += changed
        self.model.root, self.model.given_out = found, self.model.given_out | found.ids()

    def bound(self, tree, found):
        """The text of a tree, with new ids that the server has generated in place of the placeholders."""
        own, sent = (re.findall(r'"id": "(.+?)"', text_of(tree)) for tree in (tree, found))
        names = {one: other for one, other in zip(own, sent) if one.startswith("?")}
        reused = self.model.given_out.intersection(names.values()) or len(set(names.values())) < len(names)
        return f"an id is used again: {names}" if reused else re.sub(r"\?\d+", lambda match: names.get(match[0], match[0]), text_of(tree))

    def compare_can(self, said):
        """Compares `can` with the model, and sometimes with a dry run of the action."""
        can = {kind: self.model.can(kind) for kind in ("goBack", "pop", "dismiss")}
        demand({**can, "undo": self.changes > 0, "redo": False}, said, "can", self.model.root)
        for kind in can:
            if self.random.random() < 0.2:
                answer = self.client.post(self.session + "/actions?dryRun=1", json={"type": kind})
                self.outcomes["can", kind, said[kind]] += 1
                demand(said[kind], answer.status_code == 200 and answer.json()["changed"], kind, answer.json())


def text_of(tree):
    return json.dumps(asdict(tree), sort_keys=True)


def demand(expected, got, *circumstances):
    if expected != got:
        raise Difference("\n".join(map(str, ["expected", expected, "got", got, *circumstances])))


def walk(client, seed, outcomes, model=Model):
    """Walks through three sessions of an app; returns them."""
    random = RandomApps(seed)
    app = random.app(f"model-{seed}")
    expect(client.put(f"/v1/apps/{app['app']}", json=app), 200, 201)
    walks = [Walk(client, app, model(app, DEPTH), random, outcomes) for _ in range(3)]
    walks = [walk for walk in walks if walk.model.root]
    for walk in walks:
        for _ in range(35):
            walk.step()
    return walks
