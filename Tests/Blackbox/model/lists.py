"""The rules of tabs, drawers, pages and switches."""

from .tree import Refusal, deep_equal, history_of, without_visits_of


class ListRules:
    """Of a `Model`."""

    def do_select(self, action, container, source):
        if "route" in action:
            self.check_taken(container, action["route"])
        if "index" in action:
            index = action["index"] if action["index"] < len(container["screens"]) else None
        else:
            key = "id" if "id" in action else "route"
            index = next((i for i, s in enumerate(container["screens"]) if s[key] == action[key]), None)
        if index is not None:
            return self.select(container, index, action.get("params"), action.get("merge"))
        if container["kind"] == "switch" and "route" in action:
            return self.do_switchTo(action, container, source)
        raise Refusal("nothing-to-select")

    def select(self, container, index, params, merge):
        screen, visits = container["screens"][index], container.get("visits", [])
        name, full = screen["route"], self.reached_params(screen, params, merge)
        is_other = self.is_other(name, screen["params"], full)
        if is_other:
            if self.identity(name, full) is None:
                self.met["params take the identity away"] += 1
            if any(visit["id"] == screen["id"] for visit in visits[:-1]):
                self.met["visits of a replaced screen go"] += 1
            self.check_unique(container, name, self.full_params(name, params), besides=screen)
            container["screens"][index] = self.screen(name, params)
            if "visits" in container:
                container["visits"] = without_visits_of(visits, screen["id"])
        else:
            screen["params"] = full
        if index == container["selected"] and not is_other:
            self.reselect(container, screen)
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
        content = screen.get("content")
        if content and content["kind"] == "stack" and not content["presented"] and (
                self.definition(container).get("reselect") == "popToRoot"):
            del content["screens"][1:]

    def do_step(self, action, container, source):
        selected, last = container["selected"], len(container["screens"]) - 1
        target, end = {"selectNext": (selected + 1, last), "selectPrevious": (selected - 1, 0),
                       "selectFirst": (0, None), "selectLast": (last, None)}[action["type"]]
        if selected == end and not action.get("circular"):
            raise Refusal("at-the-end")
        self.go_to(container, target % len(container["screens"]))

    do_selectNext = do_selectPrevious = do_selectFirst = do_selectLast = do_step

    def do_drawer(self, action, container, source):
        container["open"] = {"openDrawer": True, "closeDrawer": False}.get(action["type"], not container["open"])

    do_openDrawer = do_closeDrawer = do_toggleDrawer = do_drawer

    def do_switchTo(self, action, switch, source):
        name, params = self.destination(action, switch)
        self.check_unique(switch, name, self.full_params(name, params), besides=switch["screens"][0])
        switch["screens"] = [self.screen(name, params)]
