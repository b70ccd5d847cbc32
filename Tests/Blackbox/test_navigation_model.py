"""Random apps and actions: what the server makes of each is what the model of the rules says."""

import collections
import json
import os
import random

from navigation_model import Model, Refusal
from navigation_random import RandomActions, RandomApps
from navstate import report

CODES = {
    "covered", "duplicate", "destination-not-allowed", "nothing-to-go-back-to", "screen-gone", "container-gone",
    "bad-params", "unknown-route",
}


class Difference(Exception):
    pass


class Walk:
    """One session, and the model of it."""

    def __init__(self, client, app, random, history):
        self.client, self.app, self.random, self.history = client, app, random, history
        self.actions = RandomActions(random, app)
        self.model = Model(app)
        self.changes = 0
        self.before = None

    def expect(self, attempt):
        """What the model says: changed, unchanged, or a refusal."""
        try:
            return attempt()
        except Refusal as refusal:
            return refusal

    def compare(self, expected, answer, what):
        self.history[what["type"]] += 1
        body = answer.json()
        if isinstance(expected, Refusal):
            got = (answer.status_code, body.get("code"))
            if got[0] != expected.status or (expected.code in CODES and got[1] != expected.code):
                raise Difference(f"expected {expected.status} {expected.code}, got {got} {body.get('detail')}")
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
        self.compare_can(session)

    def compare_can(self, session):
        if self.random.random() < 0.3:
            can = {kind: self.model.can(kind) for kind in ("goBack", "pop", "dismiss")}
            can.update(undo=self.changes > 0, redo=False)
            if can != session["can"]:
                raise Difference(f"expected can {can}, got {session['can']}")

    def create(self):
        given = None
        if self.random.random() < 0.5:
            root = self.app["root"]
            given = self.actions.navigation(root["kind"], root["routes"])
        body = {"app": self.app["app"], **({"navigation": given} if given else {})}
        self.before = {"created": given}
        expected = self.expect(lambda: self.model.start(given))
        answer = self.client.post("/v1/sessions", json=body)
        self.compare(expected, answer, {"type": "create"})
        if answer.status_code != 201:
            return False
        self.changes = 0
        self.path = f"/v1/sessions/{answer.json()['id']}/actions"
        return True

    def step(self):
        action = self.actions.action(self.model.tree)
        self.before = {"navigation": shown(self.model.tree.root), "action": action}
        expected = self.expect(lambda: self.model.apply(action))
        self.compare(expected, self.client.post(self.path, json=action), action)


def shown(container):
    """A tree in short, for people."""
    made = [screen_shown(s, index == container["selected"]) for index, s in enumerate(container["screens"])]
    over = "".join(f" / {p['style']} {screen_shown(p['screen'], False)}" for p in container["presented"])
    more = f" visits {[v['id'] for v in container['visits']]}" if "visits" in container else ""
    more += " open" if container.get("open") else ""
    return f"{container['id']}:{container['kind']}[{', '.join(made)}]{over}{more}"


def screen_shown(screen, is_selected):
    params = json.dumps(screen["params"]) if screen["params"] else ""
    content = f" {{{shown(screen['content'])}}}" if "content" in screen else ""
    return f"{'*' if is_selected else ''}{screen['id']}={screen['route']}{params}{content}"


def walk(client, seed, steps, history):
    """Returns the difference, if there is one, with what led to it."""
    chosen = random.Random(seed)
    app = RandomApps(chosen).app(f"model-{seed}")
    answer = client.put(f"/v1/apps/{app['app']}", json=app)
    assert answer.status_code in (200, 201), answer.text
    for _ in range(3):
        walk = Walk(client, app, chosen, history)
        try:
            if walk.create():
                for _ in range(steps):
                    walk.step()
        except Difference as difference:
            return {"seed": seed, "difference": str(difference), **walk.before, "app": app}
    return None


def test_random_actions_do_what_the_model_says(client, is_long):
    first = int(os.environ.get("NAVSTATE_SEED", "1"))
    apps, steps = (1_200, 35) if is_long else (60, 35)
    history, differences = collections.Counter(), []
    for seed in range(first, first + apps):
        if difference := walk(client, seed, steps, history):
            differences.append(difference)
    report("actions compared with the model", total=history.total(), differences=len(differences))
    for difference in differences[:int(os.environ.get("NAVSTATE_DIFFERENCES", "3"))]:
        report("difference", **difference)
    assert not differences
