"""Parsing of a `navigation` sent by a client."""

import re

from .refusal import Invalid, Refusal
from .tree import history_of, is_list


class Restoration:
    """Parses one `navigation`. Its ids are kept; faults raise `Invalid`."""

    def __init__(self, model, last, own={}, taken=()):
        self.model, self.last, self.own = model, last, own
        self.known = set(taken)
        self.is_creation = model.tree is None
        self.has_duplicates = False

    def read(self, given, definition, id):
        made = self.container(given, definition, id)
        if self.has_duplicates:
            raise self.invalid() if self.is_creation else Refusal("duplicate", True)
        return made

    def is_given_out(self, id):
        return re.fullmatch(r"a\d+", id) is not None and int(id[1:]) <= self.last

    def invalid(self):
        return Invalid("bad-navigation")

    def id(self, given, route=None):
        if given is None:
            return self.model.new_id()
        if given not in self.known and self.own.get(given, "") != route and self.is_given_out(given):
            self.model.met["an id that was given out is refused"] += 1
            raise self.invalid()
        if given in self.known:
            raise self.invalid()
        self.known.add(given)
        return given

    def container(self, given, definition, id):
        kind = definition["kind"]
        if given.get("kind", kind) != kind:
            raise self.invalid()
        is_root = definition is self.model.app["root"]
        made = {"id": id or ("root" if is_root else self.id(given.get("id"))), "kind": kind}
        if not given.get("screens"):
            raise self.invalid()
        screens = [self.screen(screen, definition) for screen in given["screens"]]
        selected = self.selected(given, kind, len(screens))
        if is_list(kind):
            chosen = screens[selected]
            screens = self.all_screens(screens, definition)
            if kind != "pages" and "selected" not in given:
                self.model.met["tabs are given without selected"] += 1
            if kind == "pages" and "selected" not in given:
                initial = definition.get("initial", self.model.taken(definition)[0])
                chosen = next(screen for screen in screens if screen["route"] == initial)
            selected = next(i for i, screen in enumerate(screens) if screen is chosen)
        if kind == "switch" and len(screens) != 1:
            raise self.invalid()
        made.update(screens=screens, selected=selected, presented=[])
        for presented in given.get("presented", []):
            made["presented"].append({
                "style": presented.get("style", "sheet"), "screen": self.screen(presented["screen"], None)})
        self.check_unique(made)
        if kind in ("tabs", "drawer"):
            keeps = definition.get("backBehavior") in ("history", "fullHistory")
            made["visits"] = history_of(definition, made, self.visits(given, screens, definition) if keeps else [])
        if kind == "drawer":
            made["open"] = given.get("open", definition.get("open", False))
        return made

    def visits(self, given, screens, definition):
        """Returns the visits sent. A visit without params has those of its screen."""
        ids, by_id = given.get("history", []), {screen["id"]: screen for screen in screens}
        if definition.get("backBehavior") != "fullHistory":
            return [{"id": id} for id in ids]
        params = given.get("historyParams") or [None] * len(ids)
        if len(set(ids)) < len(ids):
            self.model.met["a history is given with a screen twice"] += 1
        return [{"id": id, "params": by_id[id]["params"] if own is None else self.params(
            by_id[id]["route"], {"params": own})} for id, own in zip(ids, params)]

    def selected(self, given, kind, count):
        selected = given.get("selected")
        if kind == "stack":
            if selected not in (None, count - 1):
                raise self.invalid()
            return count - 1
        if selected is not None and not 0 <= selected < count:
            raise self.invalid()
        return selected or 0

    def all_screens(self, screens, definition):
        """Returns a screen for each route, in the order of the definition."""
        names = self.model.taken(definition)
        given = [screen["route"] for screen in screens]
        if definition["kind"] != "pages" and len(set(given)) < len(given):
            self.model.met["a tab is given twice"] += 1
            raise self.invalid()
        if definition["kind"] == "pages" and set(given) == set(names):
            return screens
        made = []
        for name in names:
            made += [s for s in screens if s["route"] == name] or [self.model.screen(name, None)]
        return made

    def screen(self, given, definition):
        name = given["route"]
        if name not in self.model.routes or definition is not None and name not in self.model.taken(definition):
            raise self.invalid()
        screen = {"id": self.id(given.get("id"), name), "route": name, "params": self.params(name, given)}
        content = self.model.routes[name].get("content")
        if content is None and "content" in given:
            raise self.invalid()
        if content is not None:
            screen["content"] = (self.container(given["content"], content, None) if "content" in given
                                 else self.model.container(content))
        return screen

    def params(self, name, given):
        try:
            return self.model.full_params(name, given.get("params"))
        except Refusal:
            raise self.invalid()

    def check_unique(self, container):
        everything = container["screens"] + [p["screen"] for p in container["presented"]]
        for index, screen in enumerate(everything):
            if any(self.model.is_same(other, screen["route"], screen["params"]) for other in everything[:index]):
                self.has_duplicates = True
