"""The server agrees with the models of navigation, and of guards, intents, results and links, for random apps and actions."""

import collections

import pytest
from model import logic, walk
from model.mutants import MUTANTS, RARE, WRONG_LOGIC, wrong_model
from navstate import expect, move, report

# The walks of a model, the numbers of apps in the short and the long form, and outcomes that a long run has to meet.
MODELS = {
    "navigation": (walk.walk, 60, 1_000, {
        *((kind, "duplicate") for kind in ("insert", "present", "reset", "setParams", "replaceParams", "replace")),
        *((kind, "covered") for kind in ("push", "pop", "popTo", "popToRoot", "replace", "insert", "reset", "navigate")),
        *(("can", kind, is_said) for kind in ("goBack", "pop", "dismiss") for is_said in (True, False)),
        ("push", "bad-params"), ("present", "too-deep"), ("reset", "too-deep"), ("create", "bad-navigation"),
        ("reset", "destination-not-allowed"), ("goBack", "nothing-to-go-back-to")}),
    "logic": (logic.walk, 25, 1_100, {
        ("push", "guarded"), ("select", "guarded"), ("setParams", "guarded"), ("reset", "guarded"), ("push", "guard-loop"),
        ("goBack", "resumed"), ("goBack", "stay"), ("link", "guarded"), ("link", "opened"), ("url", "resolved")}),
}


@pytest.fixture
def server(new_server):
    return new_server("--max-tree-depth", walk.DEPTH)


@pytest.mark.parametrize("name", MODELS)
def test_random_actions_do_what_the_model_says(client, is_long, setting, name):
    walk, short, long, needed = MODELS[name]
    first, apps, outcomes = setting("NAVSTATE_SEED", 1, 1), long if is_long else short, collections.Counter()
    for seed in range(first, first + apps):
        walk(client, seed, outcomes)
    report("outcomes", **{" ".join(map(str, outcome)): count for outcome, count in sorted(outcomes.items())})
    report(f"compared with the model of {name}", apps=apps, actions=outcomes.total(), differences=0)
    assert not is_long or needed <= outcomes.keys()


def test_random_sessions_go_on_after_a_restart_and_are_the_same_in_forks_and_archives(server, client):
    walks = [one for seed in range(1, 6) for model in (walk, logic) for one in model.walk(client, seed, collections.Counter())]
    before = [client.get(one.session).json() for one in walks]
    for end in ("kill", "stop"):
        server.restart(end)
        assert [client.get(one.session).json() for one in walks] == before
    for one, session in zip(walks, before):
        fork = expect(client.post(one.session + "/fork"), 201).json()
        move(client, one.session)
        assert client.get(one.session).json()["navigation"] == session["navigation"] == fork["navigation"]
        for _ in range(10):
            one.step()


@pytest.mark.parametrize("rule", [*MUTANTS, *WRONG_LOGIC])
def test_a_model_with_a_wrong_rule_differs(client, rule, is_long):
    model, outcomes, first = wrong_model(rule), collections.Counter(), 1 if is_long else RARE.get(rule, 1)
    with pytest.raises(walk.Difference):
        for seed in range(first, first + (1_000 if is_long else 300)):
            (logic if rule in WRONG_LOGIC else walk).walk(client, seed, outcomes, model)
    report("a wrong rule is found", rule=rule, app=seed, actions=outcomes.total())
