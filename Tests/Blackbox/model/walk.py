"""Random walks through a server's sessions and through the model, compared at each step."""

import collections
import json
import random

from navstate import expect

from .random_apps import RandomActions, RandomApps
from .session import Model
from .tree import Refusal

DEPTH = 4
"""How deep containers may lie inside each other on the server of a walk."""


class Difference(Exception):
    pass


class Tally:
    """Counts of actions by outcome, and of the rules of the model that made a difference."""

    def __init__(self):
        self.outcomes, self.met, self.differences = collections.Counter(), collections.Counter(), []

    @property
    def actions(self):
        return self.outcomes.total()

    def table(self):
        """The outcomes of each action."""
        types = collections.defaultdict(list)
        for (kind, outcome), count in self.outcomes.most_common():
            types[kind].append(f"{outcome} {count}")
        return {kind: ", ".join(outcomes) for kind, outcomes in sorted(types.items())}


class Walk:
    """One session and its model."""

    def __init__(self, client, app, random, tally):
        self.client, self.app, self.random, self.tally = client, app, random, tally
        self.actions, self.model = RandomActions(random, app), Model(app, DEPTH, tally.met)
        self.changes, self.before = 0, None

    def create(self):
        """Creates the session, sometimes with a navigation; returns whether it was accepted."""
        root, given = self.app["root"], None
        if self.random.random() < 0.5:
            given = self.actions.navigation(root["kind"], root["routes"])
        self.before = {"created": given}
        body = {"app": self.app["app"], **({"navigation": given} if given else {})}
        answer = self.client.post("/v1/sessions", json=body)
        self.path = f"/v1/sessions/{answer.json().get('id')}/actions"
        self.compare(lambda: self.model.start(given), answer, "create")
        self.changes = 0
        return answer.status_code == 201

    def step(self):
        action = self.actions.action(self.model)
        self.before = {"navigation": shown(self.model.root), "action": action}
        self.compare(lambda: self.model.apply(action), self.client.post(self.path, json=action), action["type"])

    def demand(self, condition, expected, got):
        if not condition:
            raise Difference(f"expected {expected}, got {got}")

    def compare(self, attempt, answer, what):
        """Compares an outcome of the model - changed, unchanged or a refusal - with a response."""
        body = answer.json()
        got = f"{answer.status_code} {body.get('code')} {str(body.get('detail'))[:150]}"
        try:
            is_changed = attempt()
        except Refusal as refusal:
            expected = (refusal.status, refusal.code)
            self.demand((answer.status_code, body.get("code")) == expected, expected, got)
            self.tally.outcomes[what, refusal.code] += 1
            return
        self.demand(answer.status_code in (200, 201), f"{'a' if is_changed else 'no'} change", got)
        session = body.get("session", body)
        names, difference = self.model.compare(session["navigation"])
        if difference:
            raise Difference(difference)
        if answer.status_code == 200:
            self.demand(body["changed"] == is_changed, f"changed {is_changed}", body["changed"])
        self.model.bind(names)
        self.changes += bool(is_changed)
        self.tally.outcomes[what, "unchanged" if is_changed is False else "changed"] += 1
        if self.random.random() < 0.3:
            self.compare_can(session["can"])

    def compare_can(self, said):
        """Compares `can` with the model, and sometimes with a dry run of the action."""
        can = {kind: self.model.can(kind) for kind in ("goBack", "pop", "dismiss")}
        self.demand(said == {**can, "undo": self.changes > 0, "redo": False}, f"can {can}", said)
        for kind in can:
            self.tally.outcomes["can", f"{kind} {said[kind]}".lower()] += 1
            if self.random.random() < 0.2:
                answer = self.client.post(f"{self.path}?dryRun=1", json={"type": kind})
                self.tally.outcomes["can, dry run", f"{kind} {said[kind]}".lower()] += 1
                is_changed = answer.status_code == 200 and answer.json()["changed"]
                self.demand(is_changed == said[kind], f"a dry run of {kind}: {said[kind]}",
                            f"{answer.status_code} {answer.text[:150]}")


def shown(container):
    """A short text for a tree."""
    def screen(screen, mark=""):
        params = json.dumps(screen["params"]) if screen["params"] else ""
        content = f" {{{shown(screen['content'])}}}" if "content" in screen else ""
        return f"{mark}{screen['id']}={screen['route']}{params}{content}"

    selected = container.get("selected", len(container["screens"]) - 1)
    screens = [screen(s, "*" if index == selected else "") for index, s in enumerate(container["screens"])]
    over = "".join(f" / {presented['style']} {screen(presented)}" for presented in container["presented"])
    visits = [tuple(visit.values()) for visit in container.get("visits", [])]
    more = (f" visits {visits}" if visits else "") + (" open" if container.get("open") else "")
    return f"{container['id']}:{container['kind']}[{', '.join(screens)}]{over}{more}"


def walk(client, seed, tally, steps=35):
    """Walks through three sessions of an app; records the first difference, with the action before it."""
    chosen = random.Random(seed)
    app = RandomApps(chosen).app(f"model-{seed}")
    expect(client.put(f"/v1/apps/{app['app']}", json=app), 200, 201)
    for _ in range(3):
        walk = Walk(client, app, chosen, tally)
        try:
            if walk.create():
                for _ in range(steps):
                    walk.step()
        except Difference as difference:
            tally.differences.append({"seed": seed, "difference": str(difference), **walk.before, "app": app})
            return
