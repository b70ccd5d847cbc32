"""Random walks through a server's sessions and through the model, compared at each step."""

import collections
import json
import random

from navigation_model import Model, Refusal
from navigation_random import RandomActions, RandomApps

DEPTH = 4
"""How deep containers may lie inside each other on the server of a walk."""


class Difference(Exception):
    pass


class Tally:
    """Counts of actions by outcome, and of the rules of the model that made a difference."""

    def __init__(self):
        self.outcomes = collections.Counter()
        self.met = collections.Counter()
        self.differences = []

    @property
    def actions(self):
        return self.outcomes.total()

    def table(self):
        """A table of the outcomes of each action."""
        types = collections.defaultdict(list)
        for (kind, outcome), count in sorted(self.outcomes.items(), key=lambda entry: -entry[1]):
            types[kind].append(f"{outcome} {count}")
        return {kind: ", ".join(ends) for kind, ends in sorted(types.items())}


class Walk:
    """One session and its model."""

    def __init__(self, client, app, random, tally, model=Model):
        self.client, self.app, self.random, self.tally = client, app, random, tally
        self.actions = RandomActions(random, app)
        self.model = model(app, DEPTH, tally.met)
        self.changes = 0
        self.before = None

    def expect(self, attempt):
        """Returns the model's outcome: changed, unchanged, or a refusal."""
        try:
            return attempt()
        except Refusal as refusal:
            return refusal

    def compare(self, expected, answer, what):
        body = answer.json()
        if isinstance(expected, Refusal):
            got = (answer.status_code, body.get("code"))
            if got != (expected.status, expected.code):
                raise Difference(f"expected {expected.status} {expected.code}, got {got} {body.get('detail')}")
            self.tally.outcomes[what, expected.code] += 1
            return
        if answer.status_code not in (200, 201):
            raise Difference(f"expected {'a' if expected else 'no'} change, got {answer.status_code} {body.get('code')}"
                             f" {body.get('detail')[:150]}")
        session = body.get("session", body)
        names, difference = self.model.tree.compare(session["navigation"])
        if difference:
            raise Difference(difference)
        if answer.status_code == 200 and body["changed"] != expected:
            raise Difference(f"expected changed {expected}, got {body['changed']}")
        self.model.tree.bind(names)
        self.changes += bool(expected)
        self.tally.outcomes[what, "unchanged" if expected is False else "changed"] += 1
        if self.random.random() < 0.3:
            self.compare_can(session["can"])

    def compare_can(self, said):
        """Compares `can` with the model, and sometimes with the server's answers."""
        can = {kind: self.model.can(kind) for kind in ("goBack", "pop", "dismiss")}
        if said != {**can, "undo": self.changes > 0, "redo": False}:
            raise Difference(f"expected can {can}, got {said}")
        for kind in can:
            self.tally.outcomes["can", f"{kind} {said[kind]}".lower()] += 1
            if self.random.random() < 0.2:
                self.compare_dry_run(kind, said[kind])

    def compare_dry_run(self, kind, is_said):
        answer = self.client.post(f"{self.path}?dryRun=1", json={"type": kind})
        self.tally.outcomes["can, dry run", f"{kind} {is_said}".lower()] += 1
        if (answer.status_code == 200 and answer.json()["changed"]) != is_said:
            raise Difference(f"can {kind} is {is_said}, and the answer {answer.status_code} {answer.text[:150]}")

    def create(self):
        given = None
        if self.random.random() < 0.5:
            root = self.app["root"]
            given = self.actions.navigation(root["kind"], root["routes"])
        self.before = {"created": given}
        expected = self.expect(lambda: self.model.start(given))
        body = {"app": self.app["app"], **({"navigation": given} if given else {})}
        answer = self.client.post("/v1/sessions", json=body)
        if answer.status_code == 201:
            self.path = f"/v1/sessions/{answer.json()['id']}/actions"
        self.compare(expected, answer, "create")
        self.changes = 0
        return answer.status_code == 201

    def step(self):
        action = self.actions.action(self.model.tree)
        self.before = {"navigation": shown(self.model.tree.root), "action": action}
        expected = self.expect(lambda: self.model.apply(action))
        self.compare(expected, self.client.post(self.path, json=action), action["type"])


def shown(container):
    """A short text for a tree."""
    made = [screen_shown(s, index == container["selected"]) for index, s in enumerate(container["screens"])]
    over = "".join(f" / {p['style']} {screen_shown(p['screen'], False)}" for p in container["presented"])
    more = f" visits {[(v['id'], *([v['params']] if 'params' in v else [])) for v in container['visits']]}" \
        if "visits" in container else ""
    more += " open" if container.get("open") else ""
    return f"{container['id']}:{container['kind']}[{', '.join(made)}]{over}{more}"


def screen_shown(screen, is_selected):
    params = json.dumps(screen["params"]) if screen["params"] else ""
    content = f" {{{shown(screen['content'])}}}" if "content" in screen else ""
    return f"{'*' if is_selected else ''}{screen['id']}={screen['route']}{params}{content}"


def walk(client, seed, tally, model=Model, steps=35):
    """Walks through three sessions of an app; records the first difference, with the actions before it."""
    chosen = random.Random(seed)
    app = RandomApps(chosen).app(f"model-{seed}")
    answer = client.put(f"/v1/apps/{app['app']}", json=app)
    assert answer.status_code in (200, 201), answer.text
    for _ in range(3):
        walk = Walk(client, app, chosen, tally, model)
        try:
            if walk.create():
                for _ in range(steps):
                    walk.step()
        except Difference as difference:
            tally.differences.append({"seed": seed, "difference": str(difference), **walk.before, "app": app})
            return
