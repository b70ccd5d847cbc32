"""A session's tree in the model: containers and screens as the server sends them, and their positions."""

import re


def is_list(kind):
    return kind in ("tabs", "drawer", "pages")


def deep_equal(one, other):
    """JSON equality: true is not 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(deep_equal(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(deep_equal, one, other))
    return one == other


def copied(tree):
    """Returns a copy of a tree; params are shared, because they are never changed in place."""
    if isinstance(tree, dict):
        return {key: value if key == "params" else copied(value) for key, value in tree.items()}
    return [copied(element) for element in tree] if isinstance(tree, list) else tree


def history_of(definition, container, former):
    """Returns the visits of tabs or a drawer after a selection; the last one is selected."""
    screens = container["screens"]
    visit = {"id": screens[container["selected"]]["id"]}
    rule = definition.get("backBehavior", "firstRoute")
    if rule == "order":
        return [{"id": screen["id"]} for screen in screens[:container["selected"] + 1]]
    if rule in ("firstRoute", "initialRoute"):
        name = definition.get("initial") if rule == "initialRoute" else None
        first = next((s["id"] for s in screens if s["route"] == name), screens[0]["id"])
        return [visit] if first == visit["id"] else [{"id": first}, visit]
    if rule == "history":
        return [v for v in former if v["id"] != visit["id"]] + [visit]
    if rule == "fullHistory":
        visit["params"] = screens[container["selected"]]["params"]
        return (former[:-1] if former and former[-1]["id"] == visit["id"] else former) + [visit]
    return [visit]


def collapsed(visits):
    """Returns visits without consecutive duplicates."""
    return [v for index, v in enumerate(visits) if index == 0 or not deep_equal(v, visits[index - 1])]


class Tree:
    def __init__(self, model, root):
        self.model, self.root = model, root
        self.given_out = set()

    def containers(self, container=None, around=None):
        """Each container, with the screen that holds it."""
        container = container or self.root
        yield container, around
        for screen in self.screens_in(container):
            if "content" in screen:
                yield from self.containers(screen["content"], screen)

    @staticmethod
    def screens_in(container):
        return container["screens"] + [presented["screen"] for presented in container["presented"]]

    def container(self, id):
        return next((c for c, _ in self.containers() if c["id"] == id), None)

    def screen(self, id):
        return next((s for c, _ in self.containers() for s in self.screens_in(c) if s["id"] == id), None)

    def holder(self, screen):
        return next(c for c, _ in self.containers() if any(s is screen for s in self.screens_in(c)))

    def screen_of(self, container):
        return next(around for c, around in self.containers() if c is container)

    def definition(self, container):
        around = self.screen_of(container)
        return self.model.app["root"] if around is None else self.model.routes[around["route"]]["content"]

    def depth(self, container=None):
        """The number of nested containers."""
        screens = self.screens_in(container or self.root)
        return 1 + max(self.depth(screen["content"]) if "content" in screen else 0 for screen in screens)

    def focus_path(self):
        path, container = [], self.root
        while container is not None:
            path.append(container)
            container = self.focused_in(container).get("content")
        return path

    @staticmethod
    def focused_in(container):
        if container["presented"]:
            return container["presented"][-1]["screen"]
        return container["screens"][container["selected"]]

    def focused(self, container):
        """The visible screen of a container."""
        screen = self.focused_in(container)
        while "content" in screen:
            screen = self.focused_in(screen["content"])
        return screen

    def current(self):
        return self.focused(self.root)

    def ids(self, container=None):
        return {id for c, _ in self.containers(container) for id in [c["id"], *(s["id"] for s in self.screens_in(c))]}

    def routes_of(self, container):
        """The screens of a container and those within, by id."""
        return {s["id"]: s["route"] for c, _ in self.containers(container) for s in self.screens_in(c)}

    def ids_outside(self, container):
        return self.ids() - self.ids(container)

    def replace(self, container, new):
        around = self.screen_of(container)
        if around is None:
            self.root = new
        else:
            around["content"] = new

    def bind(self, names):
        """Replaces placeholders by the ids generated by the server."""
        for container, _ in list(self.containers()):
            container["id"] = names.get(container["id"], container["id"])
            for screen in self.screens_in(container):
                screen["id"] = names.get(screen["id"], screen["id"])
            for visit in container.get("visits", []):
                visit["id"] = names.get(visit["id"], visit["id"])
        self.given_out |= self.ids()

    def last_number(self):
        """The largest number of the generated ids."""
        return max((int(id[1:]) for id in self.given_out if re.fullmatch(r"a\d+", id)), default=0)

    def compare(self, sent):
        """Returns the ids of the placeholders if a tree from the server equals this one, else the position of the difference."""
        names = {}
        difference = self._compare(self.root, sent, "root", names)
        if difference is None:
            used = [name for name in names.values() if name in self.given_out]
            if used or len(set(names.values())) < len(names):
                difference = f"ids that were given out before: {used}"
        return names, difference

    def _compare(self, own, sent, place, names):
        for member in ("kind", "selected"):
            if own[member] != sent.get(member):
                return f"{place}.{member}: expected {own[member]}, got {sent.get(member)}"
        if difference := self._compare_id(own["id"], sent["id"], place, names):
            return difference
        one, other = [s["route"] for s in own["screens"]], [s["route"] for s in sent["screens"]]
        if one != other:
            return f"{place}.screens: expected {one}, got {other}"
        shown = sent.get("presented", [])
        one, other = [(p["style"], p["screen"]["route"]) for p in own["presented"]], [
            (p["style"], p["screen"]["route"]) for p in shown]
        if one != other:
            return f"{place}.presented: expected {one}, got {other}"
        for mine, given in zip(self.screens_in(own), sent["screens"] + [p["screen"] for p in shown]):
            if difference := self._compare_screen(mine, given, place, names):
                return difference
        if "visits" in own:
            one = [names.get(v["id"], v["id"]) for v in own["visits"]]
            if one != sent.get("history"):
                return f"{place}.history: expected {one}, got {sent.get('history')}"
            if difference := self._compare_visits(own["visits"], own["screens"], sent):
                return f"{place}.historyParams: {difference}"
        if own.get("open") != sent.get("open"):
            return f"{place}.open: expected {own.get('open')}, got {sent.get('open')}"
        return None

    @staticmethod
    def _compare_visits(visits, screens, sent):
        """Compares visits; null stands for the params of the screen."""
        given = sent.get("historyParams") or [None] * len(visits)
        params = {screen["id"]: screen["params"] for screen in screens}
        one = [visit["params"] for visit in visits if "params" in visit]
        other = [params[v["id"]] if p is None else p for v, p in zip(visits, given) if "params" in v]
        return None if deep_equal(one, other) else f"expected {one}, got {other}"

    def _compare_screen(self, mine, given, place, names):
        place = f"{place}/{mine['route']}"
        if difference := self._compare_id(mine["id"], given["id"], place, names):
            return difference
        if not deep_equal(mine["params"], given["params"]):
            return f"{place}.params: expected {mine['params']}, got {given['params']}"
        if ("content" in mine) != ("content" in given):
            return f"{place}.content"
        return self._compare(mine["content"], given["content"], place, names) if "content" in mine else None

    @staticmethod
    def _compare_id(own, sent, place, names):
        if own.startswith("?"):
            names[own] = sent
        elif own != sent:
            return f"{place}.id: expected {own}, got {sent}"
        return None
