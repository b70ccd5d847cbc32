"""Random apps and actions: what the server makes of each is what the model of the rules says."""

import os

import pytest
from navigation_mutants import MUTANTS
from navigation_walk import DEPTH, Tally, walk
from navstate import report


@pytest.fixture
def client(new_server):
    with new_server("--log-level", "warning", "--max-tree-depth", DEPTH).client() as client:
        yield client


def test_random_actions_do_what_the_model_says(client, is_long):
    first = int(os.environ.get("NAVSTATE_SEED", "1"))
    apps, tally = (1_000 if is_long else 60), Tally()
    for seed in range(first, first + apps):
        walk(client, seed, tally)
    report("compared with the model", apps=apps, actions=tally.actions, differences=len(tally.differences))
    for kind, ends in tally.table().items():
        report(f"  {kind}", ends=ends)
    report("rules that mattered", **dict(sorted(tally.met.items())))
    for difference in tally.differences[:int(os.environ.get("NAVSTATE_DIFFERENCES", "3"))]:
        report("difference", **difference)
    assert not tally.differences


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.__name__)
def test_a_model_with_a_wrong_rule_differs(client, mutant, is_long):
    tally = Tally()
    for seed in range(1, 1_000 if is_long else 300):
        walk(client, seed, tally, mutant)
        if tally.differences:
            report("a wrong rule is found", rule=mutant.__doc__, app=seed, actions=tally.actions)
            return
    raise AssertionError(f"not found in {tally.actions} actions: {mutant.__doc__}")
