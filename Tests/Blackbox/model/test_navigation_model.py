"""The server agrees with the model of the rules for random apps and actions."""

import os

import pytest
from model.mutants import MUTANTS
from model.walk import DEPTH, Tally, walk
from navstate import report

RULES = [
    "navigate merges into a screen below", "navigate merges into a screen of that identity",
    "replace of the screen that has the identity", "a route that is presented already",
    "goBack closes a drawer around what could pop", "navigate brings a container to the front",
    "goBack restores params", "visits of a replaced screen go", "a history is given with a screen twice",
    "tabs are given without selected", "a tab is given twice", "popTo opens where the source stands",
    "params take the identity away", "remove of a presented screen", "an id that was given out is refused",
    "pop under a sheet over tabs is covered", "a link leads where `to` does not",
]
"""Rules that a long run has to meet, beside those that show as outcomes."""

OUTCOMES = [
    *((kind, "duplicate") for kind in ("insert", "present", "reset", "setParams", "replaceParams", "replace")),
    *((kind, "covered") for kind in ("push", "pop", "popTo", "popToRoot", "replace", "insert", "reset", "navigate")),
    *(("can, dry run", f"{kind} {is_said}") for kind in ("goback", "pop", "dismiss") for is_said in ("true", "false")),
    ("push", "bad-params"), ("present", "too-deep"), ("reset", "too-deep"), ("create", "bad-navigation"),
    ("reset", "destination-not-allowed"), ("goBack", "nothing-to-go-back-to"),
]
"""Outcomes that a long run has to meet."""


@pytest.fixture
def client(new_server):
    return new_server("--max-tree-depth", DEPTH).client()


def test_random_actions_do_what_the_model_says(client, is_long):
    first, apps, tally = int(os.environ.get("NAVSTATE_SEED", "1")), 1_000 if is_long else 60, Tally()
    for seed in range(first, first + apps):
        walk(client, seed, tally)
    report("compared with the model", apps=apps, actions=tally.actions, differences=len(tally.differences))
    for kind, outcomes in tally.table().items():
        report(f"  {kind}", ends=outcomes)
    report("rules that mattered", **dict(sorted(tally.met.items())))
    unmet = [rule for rule in RULES if not tally.met[rule]] + [ends for ends in OUTCOMES if not tally.outcomes[ends]]
    report("not met", rules=unmet)
    for difference in tally.differences[:int(os.environ.get("NAVSTATE_DIFFERENCES", "3"))]:
        report("difference", **difference)
    assert not tally.differences
    assert not (is_long and unmet)


@pytest.mark.parametrize("rule", MUTANTS)
def test_a_model_with_a_wrong_rule_differs(client, monkeypatch, rule, is_long):
    monkeypatch.setattr(*MUTANTS[rule])
    tally = Tally()
    for seed in range(1, 1_000 if is_long else 300):
        walk(client, seed, tally)
        if tally.differences:
            return report("a wrong rule is found", rule=rule, app=seed, actions=tally.actions)
    raise AssertionError(f"not found in {tally.actions} actions: {rule}")
