"""Parsing of a `navigation` sent by a client."""

import re

from .tree import Refusal, index_of, invalid



class Restoration:
    """Parses one `navigation` in place of a container, or of no tree yet. Its ids are kept."""

    def __init__(self, model, container=None):
        self.model, self.last, self.is_creation, self.has_duplicates = model, 0, container is None, False
        self.own, self.known = {}, set()
        if container:
            self.last = model.last_number()
            self.own = {screen["id"]: screen["route"] for screen in model.screens_within(container)}
            self.known = model.ids() - model.ids(container)

    def read(self, given, definition, id="root"):
        made = self.container(given, definition, id)
        if self.has_duplicates and not self.is_creation:
            raise Refusal("duplicate", True)
        self.demand(not self.has_duplicates)
        return made

    def demand(self, condition):
        if not condition:
            raise invalid("bad-navigation")

    def is_given_out(self, id):
        return re.fullmatch(r"a\d+", id) is not None and int(id[1:]) <= self.last

    def id(self, given, route=None):
        if given is None:
            return self.model.new_id()
        if given not in self.known and self.own.get(given, "") != route and self.is_given_out(given):
            self.model.met["an id that was given out is refused"] += 1
            raise invalid("bad-navigation")
        self.demand(given not in self.known)
        self.known.add(given)
        return given

    def container(self, given, definition, id=None):
        kind = definition["kind"]
        self.demand(given.get("kind", kind) == kind)
        made = {"id": id or self.id(given.get("id")), "kind": kind}
        self.demand(given.get("screens"))
        screens = [self.screen(screen, definition) for screen in given["screens"]]
        chosen = screens[self.selected(given, kind, len(screens))]
        if kind in ("tabs", "drawer", "pages"):
            screens, chosen = self.all_screens(given, screens, chosen, definition)
        self.demand(kind != "switch" or len(screens) == 1)
        made["screens"] = screens
        made["presented"] = [{**self.screen(over["screen"]), "style": over.get("style", "sheet")}
                             for over in given.get("presented", [])]
        self.check_unique(made)
        visits = self.visits(given, screens, definition)
        return self.model.completed(made, definition, index_of(screens, chosen), visits, given.get("open"))

    def visits(self, given, screens, definition):
        """The visits sent. A visit without params has those of its screen."""
        ids, by_id = given.get("history", []), {screen["id"]: screen for screen in screens}
        if definition.get("backBehavior") not in ("history", "fullHistory"):
            return []
        if definition["backBehavior"] == "history":
            return [{"id": id} for id in ids]
        if len(set(ids)) < len(ids):
            self.model.met["a history is given with a screen twice"] += 1
        return [{"id": id, "params": by_id[id]["params"] if own is None else self.params(by_id[id]["route"], own)}
                for id, own in zip(ids, given.get("historyParams") or [None] * len(ids))]

    def selected(self, given, kind, count):
        selected = given.get("selected")
        if kind == "stack":
            self.demand(selected in (None, count - 1))
            return count - 1
        self.demand(selected is None or 0 <= selected < count)
        return selected or 0

    def all_screens(self, given, screens, chosen, definition):
        """A screen for each route, in the order of the definition, and the selected one."""
        names, routes = self.model.routes_taken(definition), [screen["route"] for screen in screens]
        is_pages = definition["kind"] == "pages"
        if not is_pages and len(set(routes)) < len(routes):
            self.model.met["a tab is given twice"] += 1
            raise invalid("bad-navigation")
        if not (is_pages and set(routes) == set(names)):
            screens = [screen for name in names for screen in self.screens_of(name, screens)]
        if "selected" not in given and is_pages:
            initial = definition.get("initial", names[0])
            chosen = next(screen for screen in screens if screen["route"] == initial)
        elif "selected" not in given:
            self.model.met["tabs are given without selected"] += 1
        return screens, chosen

    def screens_of(self, name, screens):
        return [screen for screen in screens if screen["route"] == name] or [self.model.screen(name, None)]

    def screen(self, given, definition=None):
        name, model = given["route"], self.model
        self.demand(name in (model.routes_taken(definition) if definition else model.routes))
        screen = {"id": self.id(given.get("id"), name), "route": name, "params": self.params(name, given.get("params"))}
        content = model.routes[name].get("content")
        self.demand(content or "content" not in given)
        if content:
            screen["content"] = (self.container(given["content"], content) if "content" in given
                                 else model.container(content))
        return screen

    def params(self, name, given):
        try:
            return self.model.full_params(name, given)
        except Refusal:
            raise invalid("bad-navigation") from None

    def check_unique(self, container):
        screens = self.model.screens_in(container)
        self.has_duplicates |= any(self.model.twin(screens[:index], screen["route"], screen["params"])
                                   for index, screen in enumerate(screens))
