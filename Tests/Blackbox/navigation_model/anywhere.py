"""Actions that every container accepts."""

from .refusal import Refusal
from .tree import collapsed, copied, deep_equal, history_of


class CommonRules:
    """Of a `Model`."""

    def do_goBack(self, action, c, source):
        is_listed = any(screen is source for screen in c["screens"])
        if c.get("open"):
            c["open"] = False
        elif c["presented"] and not is_listed:
            index = next((i for i, p in enumerate(c["presented"]) if p["screen"] is source), -1)
            del c["presented"][index:]
        elif c["kind"] == "stack" and self.list_index(c, source) > 0:
            del c["screens"][self.list_index(c, source)]
            self.settle(c)
        elif len(c.get("visits", [])) > 1:
            self.go_back_in_history(c)
        else:
            raise Refusal("nothing-to-go-back-to")

    def go_back_in_history(self, c):
        former = c["visits"][-2]
        index = next(i for i, s in enumerate(c["screens"]) if s["id"] == former["id"])
        rule = self.definition(c).get("backBehavior", "firstRoute")
        c["visits"].pop()
        c["selected"] = index
        if rule == "fullHistory":
            self.restore_params(c, c["screens"][index], former["params"])
        if rule in ("history", "fullHistory"):
            c["visits"] = history_of(self.definition(c), c, c["visits"])

    def restore_params(self, c, screen, params):
        """Restores the params of a visit, unless another screen has their identity meanwhile."""
        if deep_equal(screen["params"], params):
            return
        everything = [s for s in self.tree.screens_in(c) if s is not screen]
        if any(self.is_same(s, screen["route"], params) for s in everything):
            self.met["the identity of a visit is another screen's"] += 1
            return
        self.met["goBack restores params"] += 1
        screen["params"] = params

    def do_setParams(self, action, c, source):
        self.change_params(action, c, source, True)

    def do_replaceParams(self, action, c, source):
        self.change_params(action, c, source, False)

    def change_params(self, action, c, source, merge):
        screen = source or self.tree.focused_in(c)
        name = screen["route"]
        params = {**screen["params"], **action["params"]} if merge else dict(action["params"])
        self.checked(name, params)
        holder = self.tree.holder(screen)
        if not deep_equal(self.identity(name, params), self.identity(name, screen["params"])):
            self.check_unique(holder, name, params, besides=screen)
        screen["params"] = params
        visit = next((v for v in reversed(holder.get("visits", [])) if v["id"] == screen["id"]), {})
        if "params" in visit:
            visit["params"] = params

    def do_remove(self, action, c, source):
        self.remove(action)

    def remove(self, action):
        if "target" in action and self.tree.container(action["target"]) is None:
            raise Refusal("container-gone", True)
        screen = self.tree.screen(action["id"])
        if screen is None:
            raise Refusal("screen-gone", True)
        c = self.tree.holder(screen)
        if action.get("target", c["id"]) != c["id"]:
            raise Refusal("not-in-target", True)
        for index, presented in enumerate(c["presented"]):
            if presented["screen"] is screen:
                del c["presented"][index]
                self.met["remove of a presented screen"] += 1
                return
        if len(c["screens"]) == 1:
            raise Refusal("last-screen", True)
        self.remove_from_list(c, next(i for i, s in enumerate(c["screens"]) if s is screen))

    def remove_from_list(self, c, index):
        screen, selected = c["screens"][index], c["selected"]
        del c["screens"][index]
        if c["kind"] == "stack":
            return self.settle(c)
        visits = collapsed([v for v in c.get("visits", []) if v["id"] != screen["id"]])
        if index < selected:
            selected -= 1
        elif index == selected:
            last = visits[-1]["id"] if visits else None
            neighbour = min(selected, len(c["screens"]) - 1)
            selected = next((i for i, s in enumerate(c["screens"]) if s["id"] == last), neighbour)
        c["selected"] = selected
        if "visits" in c:
            c["visits"] = history_of(self.definition(c), c, visits)

    def restored(self, action, c):
        """Returns the container of a reset; refuses an invalid one."""
        restoration = self.restoration(self, self.tree.last_number(), self.tree.routes_of(c), self.tree.ids_outside(c))
        return restoration.read(action["navigation"], self.definition(c), c["id"])

    def check_reset(self, action, c):
        """Refuses invalid actions before those that the state refuses."""
        try:
            self.restored(action, c)
        except Refusal as refusal:
            if refusal.status == 422:
                raise

    def do_reset(self, action, c, source):
        place = copied(self.tree.root)
        current = self.tree.current()
        self.tree.replace(c, self.restored(action, c))
        if not self.may_arrive(current, self.tree.current()):
            self.tree.root = place
            raise Refusal("destination-not-allowed", True)

    def may_arrive(self, start, end):
        allowed = self.routes[start["route"]].get("to")
        is_same = end["id"] == start["id"] and end["route"] == start["route"]
        return allowed is None or is_same or end["route"] in allowed

    def bring_to_front(self, container):
        """Selects the path from the root to a container."""
        if all(container is not c for c in self.tree.focus_path()):
            self.met["navigate brings a container to the front"] += 1
        while (screen := self.tree.screen_of(container)) is not None:
            holder = self.tree.holder(screen)
            if any(s is screen for s in holder["screens"]):
                index = next(i for i, s in enumerate(holder["screens"]) if s is screen)
                holder["presented"].clear()
                if holder["kind"] == "stack":
                    del holder["screens"][index + 1:]
                    self.settle(holder)
                elif index != holder["selected"] or holder.get("open"):
                    self.go_to(holder, index)
            else:
                index = next(i for i, p in enumerate(holder["presented"]) if p["screen"] is screen)
                del holder["presented"][index + 1:]
            container = holder
