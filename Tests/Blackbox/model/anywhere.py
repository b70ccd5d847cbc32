"""Actions that every container accepts."""

import copy

from .restoration import Restoration
from .tree import Refusal, deep_equal, history_of, index_of, without_visits_of


class CommonRules:
    """Of a `Model`."""

    def do_goBack(self, action, container, source):
        if container.get("open"):
            container["open"] = False
        elif container["presented"] and index_of(container["screens"], source) is None:
            index = index_of(container["presented"], source)
            del container["presented"][-1 if index is None else index:]
        elif container["kind"] == "stack" and self.index_in_list(container, source) > 0:
            del container["screens"][self.index_in_list(container, source)]
        elif len(container.get("visits", [])) > 1:
            self.go_back_in_history(container)
        else:
            raise Refusal("nothing-to-go-back-to")

    def go_back_in_history(self, container):
        former, definition = container["visits"][-2], self.definition(container)
        rule = definition.get("backBehavior", "firstRoute")
        container["visits"].pop()
        container["selected"] = [screen["id"] for screen in container["screens"]].index(former["id"])
        if rule == "fullHistory":
            self.restore_params(container, container["screens"][container["selected"]], former["params"])
        if rule in ("history", "fullHistory"):
            container["visits"] = history_of(definition, container, container["visits"])

    def restore_params(self, container, screen, params):
        """Restores the params of a visit, unless another screen has their identity meanwhile."""
        if deep_equal(screen["params"], params):
            return
        others = [other for other in self.screens_in(container) if other is not screen]
        if self.twin(others, screen["route"], params) is not None:
            self.met["the identity of a visit is another screen's"] += 1
            return
        self.met["goBack restores params"] += 1
        screen["params"] = params

    def do_setParams(self, action, container, source):
        screen = source or self.focused_in(container)
        name, holder = screen["route"], self.holder(screen)
        params = {**(screen["params"] if action["type"] == "setParams" else {}), **action["params"]}
        self.check_params(name, params)
        if not deep_equal(self.identity(name, params), self.identity(name, screen["params"])):
            self.check_unique(holder, name, params, besides=screen)
        screen["params"] = params
        visit = next((v for v in reversed(holder.get("visits", [])) if v["id"] == screen["id"]), {})
        if "params" in visit:
            visit["params"] = params

    do_replaceParams = do_setParams

    def named_screen(self, action):
        screen = self.find_screen(action["id"])
        if screen is None:
            raise Refusal("screen-gone", True)
        return screen, self.holder(screen)

    def remove(self, action):
        if "target" in action and self.find_container(action["target"]) is None:
            raise Refusal("container-gone", True)
        screen, container = self.named_screen(action)
        if action.get("target", container["id"]) != container["id"]:
            raise Refusal("not-in-target", True)
        index = index_of(container["presented"], screen)
        if index is not None:
            self.met["remove of a presented screen"] += 1
            del container["presented"][index]
        elif len(container["screens"]) == 1:
            raise Refusal("last-screen", True)
        else:
            self.remove_from_list(container, index_of(container["screens"], screen))

    def remove_from_list(self, container, index):
        screen = container["screens"].pop(index)
        if container["kind"] == "stack":
            return
        selected, visits = container["selected"], without_visits_of(container.get("visits", []), screen["id"])
        if index < selected:
            selected -= 1
        elif index == selected:
            ids = [screen["id"] for screen in container["screens"]]
            selected = ids.index(visits[-1]["id"]) if visits else min(selected, len(ids) - 1)
        container["selected"] = selected
        if "visits" in container:
            container["visits"] = history_of(self.definition(container), container, visits)

    def restored(self, action, container):
        """The container of a reset; refuses an invalid one."""
        return Restoration(self, container).read(action["navigation"], self.definition(container), container["id"])

    def check_restorable(self, action, container):
        """Refuses an invalid navigation, but not one that the state refuses."""
        try:
            self.restored(action, container)
        except Refusal as refusal:
            if refusal.status == 422:
                raise

    def do_reset(self, action, container, source):
        former, current = copy.deepcopy(self.root), self.current()
        self.replace(container, self.restored(action, container))
        if not self.may_arrive(current, self.current()):
            self.root = former
            raise Refusal("destination-not-allowed", True)

    def may_arrive(self, start, end):
        allowed = self.routes[start["route"]].get("to")
        is_same = end["id"] == start["id"] and end["route"] == start["route"]
        return allowed is None or is_same or end["route"] in allowed

    def bring_to_front(self, container):
        """Selects the path from the root to a container."""
        if all(container is not c for c in self.focus_path()):
            self.met["navigate brings a container to the front"] += 1
        while (screen := self.screen_of(container)) is not None:
            container = self.holder(screen)
            index = index_of(container["screens"], screen)
            if index is None:
                del container["presented"][index_of(container["presented"], screen) + 1:]
                continue
            container["presented"].clear()
            if container["kind"] == "stack":
                del container["screens"][index + 1:]
            elif index != container["selected"] or container.get("open"):
                self.go_to(container, index)
