"""Wrong rules, each made of the model by a replacement in its source; the comparison must detect every one."""

import json
from pathlib import Path

from .logic import LogicModel

# By the name of a rule, a text of the model's source and the one that replaces it.
MUTANTS = json.loads(Path(__file__).with_name("mutants.json").read_text())

RARE = {
    "an identity may occur twice": 11, "`goBack` goes back behind an open drawer before it closes it": 35,
    "a tab may be given twice": 35, "the innermost of several open drawers closes": 45,
    "`goBack` leaves the params as they are": 49, "a route that is presented already is presented again": 52,
}
"""Rules that few apps use, with the seed of such an app, where the short form begins."""


WRONG_LOGIC = {
    "the guards of new screens alone are asked": {
        "asked": lambda self, action, former: LogicModel.asked(self, {"type": "goBack"}, former)},
    "intents are dropped": {
        "detour": lambda self, guard, action: LogicModel.detour(self, {**guard, "resume": False}, action)},
    "openers are not told": {"tell_openers": lambda self, action, former: None},
}
"""Wrong rules of guards, intents and results: methods of the model in place of its own."""


def wrong_model(rule):
    """The model with a wrong rule."""
    if rule in WRONG_LOGIC:
        return type("WrongModel", (LogicModel,), WRONG_LOGIC[rule])
    source = "".join(Path(__file__).with_name(name).read_text() for name in ("reader.py", "rules.py"))
    source, (right, wrong) = source.replace("from .reader import Reader\n", ""), MUTANTS[rule]
    assert source.count(right) == 1, f"{right} occurs {source.count(right)} times"
    names = {"__name__": __package__ + ".wrong", "__package__": __package__}
    exec(source.replace(right, wrong), names)
    return names["Model"]
