"""The server agrees with the model of guards, intents, results and links for random apps and actions."""

import collections

import pytest
from model.logic import LogicApps, LogicModel, LogicWalk
from model.walk import DEPTH, Difference
from navstate import expect, report

OUTCOMES = {
    ("push", "guarded"), ("select", "guarded"), ("setParams", "guarded"), ("reset", "guarded"), ("push", "guard-loop"),
    ("goBack", "resumed"), ("goBack", "stay"), ("link", "guarded"), ("link", "opened"), ("url", "resolved"),
}
"""Outcomes that a long run has to meet."""


@pytest.fixture
def server(new_server):
    return new_server("--max-tree-depth", DEPTH)


def walk(client, seed, outcomes, model=LogicModel):
    random = LogicApps(seed)
    app = random.app(f"logic-{seed}")
    expect(client.put(f"/v1/apps/{app['app']}", json=app), 200, 201)
    for _ in range(4):
        one = LogicWalk(client, app, model(app, DEPTH), random, outcomes)
        for _ in range(50):
            one.step()


def test_random_actions_with_guards_and_hooks_do_what_the_model_says(client, is_long, setting):
    first, apps, outcomes = setting("NAVSTATE_SEED", 1, 1), 1_100 if is_long else 25, collections.Counter()
    for seed in range(first, first + apps):
        walk(client, seed, outcomes)
    report("outcomes", **{" ".join(map(str, outcome)): count for outcome, count in sorted(outcomes.items())})
    report("compared with the model", apps=apps, actions=outcomes.total(), differences=0)
    assert not is_long or OUTCOMES <= outcomes.keys()


class AsksOnlyNewScreens(LogicModel):
    def asked(self, action, former):
        return super().asked({"type": "goBack"}, former)


class DropsIntents(LogicModel):
    def detour(self, guard, action):
        super().detour({**guard, "resume": False}, action)


class TellsNobody(LogicModel):
    def tell_openers(self, action, former):
        pass


@pytest.mark.parametrize("model", [AsksOnlyNewScreens, DropsIntents, TellsNobody])
def test_a_model_with_a_wrong_rule_differs(client, model):
    with pytest.raises(Difference):
        for seed in range(1, 60):
            walk(client, seed, collections.Counter(), model)
