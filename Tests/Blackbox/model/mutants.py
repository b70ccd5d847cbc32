"""Wrong rules, one for each subject: each replaces a method of the model, and the comparison must detect it."""

from .restoration import Restoration
from .session import Model
from .tree import Refusal


def pop_is_covered_by_nothing(self, kind):
    stacks = [c for c in self.focus_path() if c["kind"] == "stack"]
    return ORIGINAL["can"](self, kind) or kind == "pop" and any(len(stack["screens"]) > 1 for stack in stacks)


def replace_itself_is_refused(self, action, stack, source):
    index, name = self.index_in_list(stack, source), action["route"]
    if self.is_same(stack["screens"][index], name, self.full_params(name, action.get("params"))):
        raise Refusal("duplicate", True)
    ORIGINAL["do_replace"](self, action, stack, source)


def nothing_to_go_back_to_is_wrong_for_pages(self, action, container, source):
    try:
        ORIGINAL["do_goBack"](self, action, container, source)
    except Refusal as refusal:
        code = "not-for-this-kind" if container["kind"] == "pages" else refusal.code
        raise Refusal(code, refusal.final) from None


def last_screen_is_selected(self, given, kind, count):
    if kind in ("tabs", "drawer") and "selected" not in given:
        return count - 1
    return ORIGINAL["selected"](self, given, kind, count)


def links_obey_to(self, name):
    self.origin = self.origin or self.current()
    ORIGINAL["guard"](self, name)


def only_listed_screens_are_removed(self, action):
    screen = self.find_screen(action["id"])
    if screen and all(screen is not s for s in self.holder(screen)["screens"]):
        raise Refusal("not-in-list", True)
    ORIGINAL["remove"](self, action)


MUTANTS = {
    "`merge` drops the params of the screen": (
        Model, "reached_params",
        lambda self, screen, given, merge=False: ORIGINAL["reached_params"](self, screen, given)),
    "an identity may occur twice": (Model, "check_unique", lambda self, container, name, params, besides=None: None),
    "the replaced screen counts as a duplicate of the new one": (Model, "do_replace", replace_itself_is_refused),
    "`can.pop` ignores presented screens": (Model, "can", pop_is_covered_by_nothing),
    "`goBack` goes back behind an open drawer before it closes it": (Model, "open_drawer", lambda self, path: None),
    "`navigate` with a target or source brings nothing to the front": (
        Model, "bring_to_front", lambda self, container: None),
    "`goBack` leaves the params as they are": (Model, "restore_params", lambda self, container, screen, params: None),
    "without `selected` the last screen sent is selected": (Restoration, "selected", last_screen_is_selected),
    "`to` does not apply to `reset`": (Model, "may_arrive", lambda self, start, end: True),
    "`to` applies to links": (Model, "guard", links_obey_to),
    "`popTo` that opens a screen keeps the screens above the source": (
        Model, "drop_above", lambda self, stack, index: None),
    "params that remove the identity keep the screen": (
        Model, "is_other", lambda self, name, former, new: self.identity(name, new) is not None
        and ORIGINAL["is_other"](self, name, former, new)),
    "`remove` does not remove presented screens": (Model, "remove", only_listed_screens_are_removed),
    "a used id may be used for another screen": (Restoration, "is_given_out", lambda self, id: False),
    "containers may be nested without a limit": (Model, "tree_depth", lambda self, container=None: 0),
    "`pop` reaches containers below a sheet": (
        Model, "is_covering", lambda self, kind, container, action: kind != "pop"
        and ORIGINAL["is_covering"](self, kind, container, action)),
    "`goBack` with nothing left is refused as wrong for the kind": (
        Model, "do_goBack", nothing_to_go_back_to_is_wrong_for_pages),
    "refusals by the state come before invalid params": (
        Model, "check", lambda self, action: action["type"] in ("push", "navigate") or ORIGINAL["check"](self, action)),
}
ORIGINAL = {name: getattr(owner, name) for owner, name, _ in MUTANTS.values()}
