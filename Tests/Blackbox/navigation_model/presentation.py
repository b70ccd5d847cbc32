"""The rules of presenting and dismissing screens."""

from .refusal import Refusal


class PresentationRules:
    """Of a `Model`."""

    def do_present(self, action, c, source):
        name = action["route"]
        self.guard(name)
        full = self.full_params(name, action.get("params"))
        replaced = action.get("mode") == "replace" and c["presented"]
        self.check_unique(c, name, full, besides=c["presented"][-1]["screen"] if replaced else None)
        style = action.get("style") or self.routes[name].get("as", "sheet")
        style = style if style in ("sheet", "fullScreen", "popover", "alert", "confirmationDialog") else "sheet"
        if replaced:
            c["presented"].pop()
        c["presented"].append({"style": style, "screen": self.screen(name, action.get("params"))})

    def do_route(self, action):
        """Opens a presented route, or its existing screen; `to` does not apply to links."""
        self.origin = None if "url" in action else self.tree.current()
        action = {"route": action["url"][1:]} if "url" in action else action
        path, name, params = self.tree.focus_path(), action["route"], action.get("params")
        full = self.full_params(name, params)
        if self.origin is None and name not in self.routes[self.tree.current()["route"]].get("to", self.routes):
            self.met["a link leads where `to` does not"] += 1
        for c in reversed(path):
            twin = next((s for s in self.tree.screens_in(c) if self.is_same(s, name, full)), None)
            if any(p["screen"] is twin for p in c["presented"]):
                return self.present_twin(c, twin, name, params)
            if twin is not None and c is path[-1]:
                return self.open_listed_twin(c, twin, name, params)
        self.do_present(action, path[-1], None)

    def present_twin(self, c, twin, name, params):
        self.guard(name)
        self.met["a route that is presented already"] += 1
        rule = self.routes[name].get("onDuplicate", "moveToTop")
        if rule == "ignore":
            return
        if rule == "refuse":
            raise Refusal("duplicate", True)
        twin["params"] = self.reached_params(twin, params, False)
        index = next(i for i, p in enumerate(c["presented"]) if p["screen"] is twin)
        if rule == "popTo":
            del c["presented"][index + 1:]
        else:
            c["presented"].append(c["presented"].pop(index))

    def open_listed_twin(self, c, twin, name, params):
        if c["presented"]:
            raise Refusal("covered", True)
        given = {"params": params} if params is not None else {}
        if c["kind"] == "stack":
            return self.do_push({"type": "push", "route": name, **given}, c, None)
        self.do_select({"type": "select", "id": twin["id"], **given}, c, None)

    def do_dismiss(self, action, c, source):
        presented = c["presented"]
        if not presented:
            raise Refusal("nothing-to-dismiss")
        del presented[max(0, len(presented) - action.get("count", 1)):]

    def dismiss(self, action):
        screen = self.tree.screen(action["id"])
        if screen is None:
            raise Refusal("screen-gone", True)
        holder = self.tree.holder(screen)
        index = next((i for i, p in enumerate(holder["presented"]) if p["screen"] is screen), None)
        if index is None or action.get("target", holder["id"]) != holder["id"]:
            raise Refusal("not-presented", True)
        del holder["presented"][index:]

    def do_dismissAll(self, action, c, source):
        if not c["presented"]:
            raise Refusal("nothing-to-dismiss")
        c["presented"].clear()

    def dismiss_all(self):
        """Dismisses all presented screens."""
        covered = [container for container in self.tree.focus_path() if container["presented"]]
        if not covered:
            raise Refusal("nothing-to-dismiss")
        while covered:
            covered[0]["presented"].clear()
            covered = [container for container in self.tree.focus_path() if container["presented"]]
