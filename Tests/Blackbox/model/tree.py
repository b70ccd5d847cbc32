"""A session's tree in the model: containers and screens, and their positions.

Containers and screens have the members that the server sends, except that a container has `visits` in place of
`history` and `historyParams`, a stack has no `selected`, and a presented screen has its `style` itself.
"""

import json
import re


class Refusal(Exception):
    """409, or 422. A final one ends the dispatch of the action."""

    def __init__(self, code, final=False, status=409):
        super().__init__(code)
        self.code, self.final, self.status = code, final, status


def invalid(code):
    return Refusal(code, True, 422)


def deep_equal(one, other):
    """JSON equality: true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def index_of(screens, screen):
    """The index of this very screen, if it is in the list."""
    return next((index for index, other in enumerate(screens) if other is screen), None)


def history_of(definition, container, former):
    """The visits of tabs or a drawer after a selection; the last one is selected."""
    screens, selected = container["screens"], container["selected"]
    visit, rule = {"id": screens[selected]["id"]}, definition.get("backBehavior", "firstRoute")
    if rule == "order":
        return [{"id": screen["id"]} for screen in screens[:selected + 1]]
    if rule in ("firstRoute", "initialRoute"):
        name = definition.get("initial") if rule == "initialRoute" else None
        first = next((s["id"] for s in screens if s["route"] == name), screens[0]["id"])
        return [visit] if first == visit["id"] else [{"id": first}, visit]
    if rule == "history":
        return [v for v in former if v["id"] != visit["id"]] + [visit]
    if rule == "fullHistory":
        visit["params"] = screens[selected]["params"]
        return (former[:-1] if former and former[-1]["id"] == visit["id"] else former) + [visit]
    return [visit]


def without_visits_of(visits, id):
    """Visits without those of a screen, and without consecutive duplicates."""
    visits = [visit for visit in visits if visit["id"] != id]
    return [v for index, v in enumerate(visits) if index == 0 or not deep_equal(v, visits[index - 1])]


class Tree:
    root = None

    def __init__(self, app):
        self.app, self.routes, self.given_out = app, app["routes"], set()

    def containers(self, container=None, around=None):
        """Each container, with the screen that holds it."""
        container = container or self.root
        yield container, around
        for screen in self.screens_in(container):
            if "content" in screen:
                yield from self.containers(screen["content"], screen)

    @staticmethod
    def screens_in(container):
        return container["screens"] + container["presented"]

    def screens_within(self, container=None):
        return [screen for c, _ in self.containers(container) for screen in self.screens_in(c)]

    def find_container(self, id):
        return next((c for c, _ in self.containers() if c["id"] == id), None)

    def find_screen(self, id):
        return next((s for s in self.screens_within() if s["id"] == id), None)

    def holder(self, screen):
        return next(c for c, _ in self.containers() if index_of(self.screens_in(c), screen) is not None)

    def screen_of(self, container):
        return next(around for c, around in self.containers() if c is container)

    def definition(self, container):
        around = self.screen_of(container)
        return self.app["root"] if around is None else self.routes[around["route"]]["content"]

    def routes_taken(self, definition):
        return definition.get("routes") or list(self.routes)

    def tree_depth(self, container=None):
        """The number of nested containers."""
        screens = self.screens_in(container or self.root)
        return 1 + max(self.tree_depth(screen["content"]) if "content" in screen else 0 for screen in screens)

    def focus_path(self):
        path, container = [], self.root
        while container is not None:
            path.append(container)
            container = self.focused_in(container).get("content")
        return path

    @staticmethod
    def focused_in(container):
        """The visible screen of a container: the selected one, or the last one presented over it."""
        return (container["presented"] or [container["screens"][container.get("selected", -1)]])[-1]

    def current(self):
        return self.focused_in(self.focus_path()[-1])

    def ids(self, container=None):
        """The ids of a container, and of all containers and screens in it."""
        return {c["id"] for c, _ in self.containers(container)} | {s["id"] for s in self.screens_within(container)}

    def replace(self, container, new):
        around = self.screen_of(container)
        if around is None:
            self.root = new
        else:
            around["content"] = new

    def bind(self, names):
        """Replaces placeholders by the ids generated by the server."""
        visits = [visit for c, _ in self.containers() for visit in c.get("visits", [])]
        for thing in [c for c, _ in self.containers()] + self.screens_within() + visits:
            thing["id"] = names.get(thing["id"], thing["id"])
        self.given_out |= self.ids()

    def last_number(self):
        """The largest number of the generated ids."""
        return max((int(id[1:]) for id in self.given_out if re.fullmatch(r"a\d+", id)), default=0)

    def compare(self, sent):
        """The ids of the placeholders, and the difference of this tree from one that the server sent, if any."""
        names = {}
        difference = difference_of(self.root, container_of(sent), "root", names)
        used = [name for name in names.values() if name in self.given_out]
        if difference is None and (used or len(set(names.values())) < len(names)):
            difference = f"ids that were given out before: {used}"
        return names, difference


def container_of(sent):
    """A container that the server sent, in the form of the model."""
    screens, visits = [screen_of(screen) for screen in sent["screens"]], sent.get("history")
    made = {"id": sent["id"], "kind": sent["kind"], "screens": screens, "open": sent.get("open"), "presented": [
        {**screen_of(presented["screen"]), "style": presented["style"]} for presented in sent.get("presented", [])]}
    if sent["kind"] != "stack" or sent["selected"] != len(screens) - 1:
        made["selected"] = sent["selected"]
    if visits is not None:
        # Null stands for the params of the visited screen.
        params = {screen["id"]: screen["params"] for screen in screens}
        visited = zip(visits, sent.get("historyParams") or [None] * len(visits))
        made["visits"] = [{"id": id, "params": params.get(id) if own is None else own} for id, own in visited]
    return made


def screen_of(sent):
    content = {"content": container_of(sent["content"])} if "content" in sent else {}
    return {"id": sent["id"], "route": sent["route"], "params": sent["params"], **content}


def difference_of(own, sent, place, names):
    """The first difference of two trees; adds the ids that placeholders stand for to `names`.

    A visit of the model may have no params, which are not compared then."""
    if isinstance(own, str) and own.startswith("?") and isinstance(sent, str):
        own = names.setdefault(own, sent)
    if isinstance(own, dict) and isinstance(sent, dict) and not place.endswith(".params"):
        keys = {**own, **{key: None for key in sent if key != "params"}}
        pairs = [(own.get(key), sent.get(key), f"{place}.{key}") for key in keys]
    elif isinstance(own, list) and isinstance(sent, list) and len(own) == len(sent):
        pairs = [(*pair, f"{place}[{index}]") for index, pair in enumerate(zip(own, sent))]
    else:
        return None if deep_equal(own, sent) else f"{place}: expected {own}, got {sent}"
    return next(filter(None, (difference_of(*pair, names) for pair in pairs)), None)
