"""Wrong rules, each made of the model by a replacement in its source; the comparison must detect every one."""

from pathlib import Path

from .logic import LogicModel

MUTANTS = {
    "`merge` drops the params of the screen": ('screen.params if self.action.get("merge") else {}', "{}"),
    "an identity may occur twice": ("in container.own_screens() if screen not in besides", "in []"),
    "the replaced screen counts as a duplicate of the new one": (
        "self.params), screens[start:end])", "self.params), [])"),
    "`can.pop` ignores presented screens": (
        'return self.after({"type": kind})', 'return self.after({"type": kind, "target": "root"})'),
    "`goBack` goes back behind an open drawer before it closes it": ('self.kind == "goBack" and drawers', "False"),
    "the innermost of several open drawers closes": ("drawers[0]", "drawers[-1]"),
    "`navigate` brings nothing to the front": ('self.kind == "navigate":', "False:"),
    "`navigate` without a target or source leaves drawers open": (
        'self.kind == "navigate":', 'self.kind == "navigate" and is_meant:'),
    "`reset` does not go on to the container that takes its routes": (
        "next(filter(self.takes_all, reversed(path)), path[-1])", "path[-1]"),
    "`goBack` leaves the params as they are": ('screen.params = former["params"]', "pass"),
    "without `selected` the last screen sent is selected": (
        'len(screens) - 1 if kind == "stack" else 0', "len(screens) - 1"),
    "`to` does not apply to `reset`": ("(end.id, end.route) != (start.id, start.route)", "False"),
    "`to` applies to links": ('"url" not in self.action and ', ""),
    "`popTo` that opens a screen keeps the screens above the source": (
        'top + (absent == "push"))', 'top + (absent == "push"), top + 1)'),
    "params that remove the identity keep the screen": (
        "if self.is_other(screen, params):\n            self.put",
        "if self.identity(screen.route, params) is not None and self.is_other(screen, params):\n            self.put"),
    "`remove` does not remove presented screens": (
        "return container.presented.remove(screen)", 'raise Final("not-in-list")'),
    "a used id may be used for another screen": ("int(given[1:]) <= self.last", "False"),
    "containers may be nested without a limit": ("draft.root.depth() > max(", "draft.root.depth() > 10 * max("),
    "`pop` reaches containers below a sheet": ('"push", "pop", "popTo", "popToRoot", "replace", "insert", "reset")',
                                               '"push", "popTo", "popToRoot", "replace", "insert", "reset")'),
    "`goBack` with nothing left is refused as wrong for the kind": ("nothing-to-go-back-to", "not-for-this-kind"),
    "refusals by the state come before invalid params": ("if self.name and self.params is not None:", "if False:"),
    "a route that is presented already is presented again": ("elif found :=", "elif False and"),
    "visits of a replaced screen stay": (
        "container.visits = self.visits_without(screen, container)\n        else", "pass\n        else"),
    "a given history has each screen once": (
        'for id in given.get("history", [])', 'for id in dict.fromkeys(given.get("history", []))'),
    "a tab may be given twice": ('self.demand(kind == "pages" or len(set(given)) == len(given))', "pass"),
}

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
