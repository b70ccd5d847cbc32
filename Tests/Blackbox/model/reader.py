"""The reader of the `navigation` of a request."""

import re

from .tree import LISTS, Container, Invalid, Screen, find


class Reader:
    """Makes containers and screens of a partial `navigation`, whose ids are kept, in place of a container if given."""

    def __init__(self, model, container=None):
        self.model, self.has_duplicates, self.own, self.known, self.last = model, False, {}, set(), 0
        if container:
            self.own = {screen.id: screen.route for screen in container.all_screens()}
            self.known = model.root.ids() - container.ids()
            self.last = max((int(id[1:]) for id in model.given_out if re.fullmatch(r"a\d+", id)), default=0)

    def demand(self, condition):
        if not condition:
            raise Invalid("bad-navigation")

    def id(self, given, route=None):
        """The id of a container or a screen. One that was given out belongs to its screen for ever."""
        if given is None:
            return next(self.model.placeholders)
        is_given_out = re.fullmatch(r"a\d+", given) and int(given[1:]) <= self.last
        self.demand(given not in self.known and (not is_given_out or self.own.get(given, "") == route))
        self.known.add(given)
        return given

    def params(self, name, given):
        return self.model.full_params(name, given, "bad-navigation")

    def screen(self, given):
        name, has_content = given["route"], given["route"] in self.model.definitions
        self.demand(has_content or "content" not in given)
        content = self.container(given.get("content"), name) if has_content else None
        return Screen(self.id(given.get("id"), name), name, self.params(name, given.get("params")), content)

    def container(self, given, route, id=None):
        """A container, by default with its initial screens."""
        definition = self.model.definitions[route]
        kind, names, model = definition["kind"], definition["routes"], self.model
        initial = definition.get("initial", names[0])
        given = {"screens": [{"route": initial}]} if given is None else given
        screens = [self.screen(screen) for screen in given["screens"]]
        self.demand(screens and given.get("kind", kind) == kind and all(screen.route in names for screen in screens))
        self.demand(kind != "switch" or len(screens) == 1)
        last, default = len(screens) - 1, len(screens) - 1 if kind == "stack" else 0
        self.demand(default <= given.get("selected", default) <= last)
        chosen, screens = screens[given.get("selected", default)], self.all_screens(screens, kind, names)
        if kind == "pages" and "selected" not in given:
            chosen = next(screen for screen in screens if screen.route == initial)
        made = Container(id or self.id(given.get("id")), kind, route, screens)
        made.selected = -1 if kind == "stack" else screens.index(chosen)
        for over in given.get("presented", []):
            made.presented.append(self.screen(over["screen"]))
            made.presented[-1].style = over["style"]
        made.open = given.get("open", definition.get("open", False)) if kind == "drawer" else None
        made.visits = model.visits(made, self.visits(given, made))
        self.has_duplicates |= any(model.twin(made.own_screens()[:index], screen.route, screen.params)
                                   for index, screen in enumerate(made.own_screens()))
        return made

    def all_screens(self, screens, kind, names):
        """The screens of a container, those of lists in the order of the definition, but all pages in their own."""
        given = [screen.route for screen in screens]
        if kind not in LISTS or kind == "pages" and set(given) == set(names):
            return screens
        self.demand(kind == "pages" or len(set(given)) == len(given))
        missing = [self.screen({"route": name}) for name in names if name not in given]
        return sorted(screens + missing, key=lambda screen: names.index(screen.route))

    def visits(self, given, made):
        """The visits sent. A visit without params has those of its screen."""
        visits = [{"id": id, "params": None} for id in given.get("history", [])]
        if self.model.definitions[made.route].get("backBehavior") == "fullHistory":
            for visit, own in zip(visits, given.get("historyParams") or visits):
                screen = find(made.screens, visit["id"], "screen-gone")
                visit["params"] = self.params(screen.route, own) if own not in (None, visit) else screen.params
        return visits
