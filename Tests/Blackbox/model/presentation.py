"""The rules of presenting and dismissing screens."""

from .tree import Refusal, index_of

STYLES = ("sheet", "fullScreen", "popover", "alert", "confirmationDialog")


class PresentationRules:
    """Of a `Model`."""

    def do_present(self, action, container, source):
        name, params, presented = action["route"], action.get("params"), container["presented"]
        self.guard(name)
        replaced = presented[-1] if presented and action.get("mode") == "replace" else None
        self.check_unique(container, name, self.full_params(name, params), besides=replaced)
        style = action.get("style") or self.routes[name].get("as")
        if replaced is not None:
            presented.pop()
        presented.append({**self.screen(name, params), "style": style if style in STYLES else "sheet"})

    def open_route(self, action):
        """Opens a presented route, or its existing screen; `to` does not apply to links."""
        current = self.current()
        self.origin = None if "url" in action else current
        name, params = action["url"][1:] if "url" in action else action["route"], action.get("params")
        path, full = self.focus_path(), self.full_params(name, params)
        if self.origin is None and name not in self.routes[current["route"]].get("to", self.routes):
            self.met["a link leads where `to` does not"] += 1
        for container in reversed(path):
            twin = self.twin(self.screens_in(container), name, full)
            if index_of(container["presented"], twin) is not None:
                self.guard(name)
                self.met["a route that is presented already"] += 1
                return self.reach_twin(container["presented"], twin, params)
            if twin is not None and container is path[-1]:
                return self.open_listed_twin(container, twin, params)
        self.do_present({"route": name, "params": params}, path[-1], None)

    def open_listed_twin(self, container, twin, params):
        if container["presented"]:
            raise Refusal("covered", True)
        if container["kind"] == "stack":
            return self.do_push({"route": twin["route"], "params": params}, container, None)
        self.do_select({"id": twin["id"], "params": params}, container, None)

    def do_dismiss(self, action, container, source):
        presented = container["presented"]
        if not presented:
            raise Refusal("nothing-to-dismiss")
        del presented[max(0, len(presented) - action.get("count", 1)):]

    def dismiss_screen(self, action):
        screen, holder = self.named_screen(action)
        index = index_of(holder["presented"], screen)
        if index is None or action.get("target", holder["id"]) != holder["id"]:
            raise Refusal("not-presented", True)
        del holder["presented"][index:]

    def do_dismissAll(self, action, container, source):
        self.do_dismiss({"count": len(container["presented"])}, container, source)

    def dismiss_all(self):
        """Dismisses all screens presented along the focus path."""
        if not any(container["presented"] for container in self.focus_path()):
            raise Refusal("nothing-to-dismiss")
        while covered := [container for container in self.focus_path() if container["presented"]]:
            covered[0]["presented"].clear()
