"""What is presented over containers, and dismissed."""

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
        """Back to what lies under all that is presented."""
        covered = [container for container in self.tree.focus_path() if container["presented"]]
        if not covered:
            raise Refusal("nothing-to-dismiss")
        while covered:
            covered[0]["presented"].clear()
            covered = [container for container in self.tree.focus_path() if container["presented"]]
