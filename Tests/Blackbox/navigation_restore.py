"""How the model reads a `navigation` that a client gives."""

from navigation_tree import history_of, is_list


class Restoration:
    """One reading. Ids that are given are kept; what is wrong is an `Invalid`."""

    def __init__(self, model, given_out, taken=()):
        self.model, self.given_out = model, given_out
        self.known = set(taken)

    def invalid(self):
        from navigation_model import Invalid
        return Invalid("bad-navigation")

    def id(self, given):
        if given is None:
            return self.model.new_id()
        if given in self.known or given in self.given_out:
            raise self.invalid()
        self.known.add(given)
        return given

    def container(self, given, definition, id):
        kind = definition["kind"]
        if given.get("kind", kind) != kind:
            raise self.invalid()
        made = {"id": id or ("root" if definition is self.model.app["root"] else self.id(given.get("id"))), "kind": kind}
        if not given.get("screens"):
            raise self.invalid()
        screens = [self.screen(screen, definition) for screen in given["screens"]]
        selected = self.selected(given, kind, len(screens))
        if is_list(kind):
            screens, selected = self.all_screens(screens, selected, definition)
        if kind == "switch" and len(screens) != 1:
            raise self.invalid()
        made.update(screens=screens, selected=selected, presented=[])
        for presented in given.get("presented", []):
            made["presented"].append({
                "style": presented.get("style", "sheet"), "screen": self.screen(presented["screen"], None)})
        self.check_unique(made)
        if kind in ("tabs", "drawer"):
            keeps = definition.get("backBehavior") in ("history", "fullHistory")
            ids = {screen["id"] for screen in screens}
            former = [{"id": id} for id in given.get("history", []) if id in ids] if keeps else []
            made["visits"] = history_of(definition, made, former)
        if kind == "drawer":
            made["open"] = given.get("open", definition.get("open", False))
        return made

    def selected(self, given, kind, count):
        selected = given.get("selected")
        if kind == "stack":
            if selected not in (None, count - 1):
                raise self.invalid()
            return count - 1
        if selected is not None and not 0 <= selected < count:
            raise self.invalid()
        return selected or 0

    def all_screens(self, screens, selected, definition):
        """One for each route, in the order of the definition."""
        chosen = screens[selected]
        names = self.model.taken(definition)
        if len({screen["route"] for screen in screens}) < len(screens):
            raise self.invalid()
        by_name = {screen["route"]: screen for screen in screens}
        screens = [by_name.get(name) or self.model.screen(name, None) for name in names]
        return screens, next(i for i, s in enumerate(screens) if s is chosen)

    def screen(self, given, definition):
        name = given["route"]
        if name not in self.model.routes or definition is not None and name not in self.model.taken(definition):
            raise self.invalid()
        screen = {"id": self.id(given.get("id")), "route": name,
                  "params": self.model.full_params(name, given.get("params"))}
        content = self.model.routes[name].get("content")
        if content is None and "content" in given:
            raise self.invalid()
        if content is not None:
            screen["content"] = (self.container(given["content"], content, None) if "content" in given
                                 else self.model.container(content))
        return screen

    def check_unique(self, container):
        everything = container["screens"] + [p["screen"] for p in container["presented"]]
        for index, screen in enumerate(everything):
            if any(self.model.is_same(other, screen["route"], screen["params"]) for other in everything[:index]):
                from navigation_model import Refusal
                raise Refusal("duplicate", True)
