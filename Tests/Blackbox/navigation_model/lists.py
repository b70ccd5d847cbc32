"""The rules of tabs, drawers, pages and switches."""

from .refusal import Refusal
from .tree import collapsed, deep_equal, history_of


class ListRules:
    """Of a `Model`."""

    def do_select(self, action, container, source):
        kind = container["kind"]
        if kind == "stack":
            raise Refusal("not-for-this-kind")
        index = self.choice(action, container)
        if index is None:
            return self.do_switchTo(action, container, source)
        self.select(container, index, action.get("params"), action.get("merge", False))

    def choice(self, action, container):
        screens = container["screens"]
        if "route" in action and action["route"] not in self.taken(self.definition(container)):
            raise Refusal("route-not-taken")
        if "index" in action:
            if action["index"] >= len(screens):
                raise Refusal("nothing-to-select")
            return action["index"]
        key = "id" if "id" in action else "route"
        for index, screen in enumerate(screens):
            if screen[key] == action[key]:
                return index
        if container["kind"] == "switch" and "route" in action:
            return None
        raise Refusal("nothing-to-select")

    def select(self, container, index, params, merge):
        screen = container["screens"][index]
        former = container["screens"][container["selected"]]
        name = screen["route"]
        visits = container.get("visits")
        full = self.reached_params(screen, params, merge)
        if self.is_other(name, screen["params"], full):
            if self.identity(name, full) is None:
                self.met["params take the identity away"] += 1
            if any(v["id"] == screen["id"] for v in (visits or [])[:-1]):
                self.met["visits of a replaced screen go"] += 1
            full = self.full_params(name, params)
            self.check_unique(container, name, full, besides=screen)
            new = self.screen(name, params)
            container["screens"][index] = new
            if visits is not None:
                container["visits"] = collapsed([v for v in visits if v["id"] != screen["id"]])
            screen = new
        else:
            screen["params"] = full
        if index == container["selected"] and screen is former:
            return self.reselect(container, screen)
        self.go_to(container, index)

    def is_other(self, name, former, new):
        """Whether params change the identity of a screen."""
        return not deep_equal(self.identity(name, former), self.identity(name, new))

    def go_to(self, container, index):
        container["selected"] = index
        if "visits" in container:
            container["visits"] = history_of(self.definition(container), container, container["visits"])
        if container["kind"] == "drawer":
            container["open"] = False

    def reselect(self, container, screen):
        rule = self.definition(container).get("reselect", "none")
        content = screen.get("content")
        if rule == "popToRoot" and content and content["kind"] == "stack" and not content["presented"]:
            del content["screens"][1:]
            self.settle(content)
        self.go_to(container, container["selected"])

    def step(self, action, container, target, at_end):
        if container["kind"] not in ("tabs", "pages"):
            raise Refusal("not-for-this-kind")
        if at_end and not action.get("circular"):
            raise Refusal("at-the-end")
        self.go_to(container, target % len(container["screens"]))

    def do_selectNext(self, action, c, source):
        self.step(action, c, c["selected"] + 1, c["selected"] + 1 == len(c["screens"]))

    def do_selectPrevious(self, action, c, source):
        self.step(action, c, c["selected"] - 1, c["selected"] == 0)

    def do_selectFirst(self, action, c, source):
        self.step(action, c, 0, False)

    def do_selectLast(self, action, c, source):
        self.step(action, c, len(c["screens"]) - 1, False)

    def drawer(self, container, is_open):
        if container["kind"] != "drawer":
            raise Refusal("not-for-this-kind")
        container["open"] = is_open

    def do_openDrawer(self, action, c, source):
        self.drawer(c, True)

    def do_closeDrawer(self, action, c, source):
        self.drawer(c, False)

    def do_toggleDrawer(self, action, c, source):
        self.drawer(c, not c.get("open"))

    def do_switchTo(self, action, c, source):
        name = action["route"]
        if c["kind"] != "switch":
            raise Refusal("not-for-this-kind")
        if name not in self.taken(self.definition(c)):
            raise Refusal("route-not-taken")
        self.guard(name)
        self.check_unique(c, name, self.full_params(name, action.get("params")), besides=c["screens"][0])
        c["screens"] = [self.screen(name, action.get("params"))]
