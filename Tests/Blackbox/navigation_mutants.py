"""Models with one rule changed on purpose, one for each rule, which the comparison must detect."""

from navigation_model import Model, Refusal
from navigation_model.restoration import Restoration


class MergeForgets(Model):
    """`merge` drops the params of the screen."""

    def reached_params(self, screen, given, merge):
        return super().reached_params(screen, given, False)


class IdentityTwice(Model):
    """An identity may occur twice."""

    def check_unique(self, container, name, params, besides=None):
        pass


class ReplaceIsDuplicate(Model):
    """The replaced screen counts as a duplicate of the new one."""

    def do_replace(self, action, stack, source):
        self.check_stack(stack)
        index, name = self.list_index(stack, source), action["route"]
        if self.is_same(stack["screens"][index], name, self.full_params(name, action.get("params"))):
            raise Refusal("duplicate", True)
        super().do_replace(action, stack, source)


class CanWhatIsCovered(Model):
    """`can.pop` ignores presented screens."""

    def can(self, kind):
        return super().can(kind) or kind == "pop" and any(
            c["kind"] == "stack" and len(c["screens"]) > 1 for c in self.tree.focus_path())


class DrawerLast(Model):
    """`goBack` goes back behind an open drawer before it closes it."""

    def open_drawer(self, path):
        return None


class StaysBehind(Model):
    """`navigate` with a target or source brings nothing to the front."""

    def bring_to_front(self, container):
        pass


class VisitsWithoutParams(Model):
    """`goBack` leaves the params as they are."""

    def restore_params(self, c, screen, params):
        pass


class LastSelected(Model):
    """Without `selected` the last screen sent is selected."""

    class restoration(Restoration):
        def selected(self, given, kind, count):
            if kind in ("tabs", "drawer") and "selected" not in given:
                return count - 1
            return super().selected(given, kind, count)


class ResetAnywhere(Model):
    """`to` does not apply to `reset`."""

    def may_arrive(self, start, end):
        return True


class LinkObeysTo(Model):
    """`to` applies to links."""

    def guard(self, name):
        self.origin = self.origin or self.tree.current()
        super().guard(name)


class PopToKeepsAbove(Model):
    """`popTo` that opens a screen keeps the screens above the source."""

    @staticmethod
    def drop_above(stack, index):
        pass


class IdentityStays(Model):
    """Params that remove the identity keep the screen."""

    def is_other(self, name, former, new):
        return self.identity(name, new) is not None and super().is_other(name, former, new)


class RemoveListed(Model):
    """`remove` does not remove presented screens."""

    def remove(self, action):
        screen = self.tree.screen(action["id"])
        if screen and all(screen is not s for s in self.tree.holder(screen)["screens"]):
            raise Refusal("not-in-list", True)
        super().remove(action)


class IdsAgain(Model):
    """A used id may be used for another screen."""

    class restoration(Restoration):
        def is_given_out(self, id):
            return False


class Bottomless(Model):
    """Containers may be nested without a limit."""

    def __init__(self, app, depth, met):
        super().__init__(app, 1_000, met)


class PopPassesSheets(Model):
    """`pop` reaches containers below a sheet."""

    def is_covering(self, kind, container, action):
        return kind != "pop" and super().is_covering(kind, container, action)


class WrongKindBack(Model):
    """`goBack` with nothing left is refused as wrong for the kind."""

    def do_goBack(self, action, c, source):
        try:
            super().do_goBack(action, c, source)
        except Refusal as refusal:
            raise Refusal("not-for-this-kind" if c["kind"] == "pages" else refusal.code, refusal.final) from None


class StateFirst(Model):
    """Refusals by the state come before invalid params."""

    def check(self, action):
        if action["type"] not in ("push", "navigate"):
            super().check(action)


MUTANTS = [mutant for mutant in list(globals().values()) if isinstance(mutant, type) and mutant.__base__ is Model]
