"""Random apps, navigations and actions, which mostly fit each other."""

LEAVES = ["a", "b", "c", "d", "e"]
KINDS = {
    "stack": {"push", "replace", "pop", "popTo", "popToRoot", "navigate", "insert"},
    "tabs": {"select", "navigate", "step"}, "drawer": {"select", "navigate", "drawer"}, "pages": {"select", "step"},
    "switch": {"select", "switchTo"},
}
"""The actions that not every kind of container takes."""

WEIGHTS = {"push": 6, "goBack": 6, "navigate": 6, "select": 6, "pop": 3, "popTo": 4, "present": 2, "setParams": 2,
           "reset": 2, "drawer": 3}
VISITING_WEIGHTS = {**WEIGHTS, "goBack": 12, "select": 14}
BACK = ["firstRoute", "initialRoute", "order", "history", "fullHistory", "fullHistory", "fullHistory", "none"]
STEPS = [{"type": "selectNext"}, {"type": "selectPrevious"}, {"type": "selectNext", "circular": True},
         {"type": "selectPrevious", "circular": True}, {"type": "selectFirst"}, {"type": "selectLast"}]


class RandomApps:
    """Creates apps in which each kind of container is nested in each other."""

    def __init__(self, random):
        self.random, self.pick, self.number = random, random.choice, random.randint

    def chance(self, one, of=None):
        """True with the probability 1 in `one`, or `one` in `of`."""
        return self.random.random() < (1 / one if of is None else one / of)

    def some(self, one, of=None, /, **members):
        """These members, with that probability."""
        return members if self.chance(one, of) else {}

    def app(self, name):
        routes = {leaf: self.leaf() for leaf in LEAVES}
        routes["y"] = {**self.leaf(), "content": self.container(LEAVES)}
        routes["x"] = {**self.leaf(), "content": self.container(LEAVES + ["y"])}
        routes["s"] = {"as": self.pick(["sheet", "fullScreen"]), "content": self.container(LEAVES + ["y"], "stack")}
        routes = {route: {**own, **({"path": f"/{route}"} if "as" in own else {})} for route, own in routes.items()}
        return {"app": name, "version": 1, "root": self.container(LEAVES + ["x", "y"]), "routes": routes}

    def container(self, names, kind=None):
        kind = kind or self.pick(["stack", "stack", "stack", "tabs", "tabs", "drawer", "drawer", "pages", "switch"])
        routes = self.random.sample(names, self.number(2, len(names)))
        routes += ["y"] if "y" in names and "y" not in routes and self.chance(2) else []
        return {
            "kind": kind, "routes": routes, **self.some(2, initial=self.pick(routes)),
            **(self.some(6, 7, backBehavior=self.pick(BACK)) if kind in ("tabs", "drawer") else {}),
            **(self.some(2, reselect=self.pick(["none", "popToRoot"])) if kind != "stack" else {}),
            **(self.some(3, open=True) if kind == "drawer" else {}),
        }

    def leaf(self):
        initial = self.some(3, initialParams=self.pick([{"n": 0}, {"id": 1}]))
        id = self.pick(["integer", "integer?"]) if "id" in initial.get("initialParams", {}) else "integer?"
        duplicate = self.some(3, 4, onDuplicate=self.pick(["moveToTop", "popTo", "ignore", "refuse"]))
        return {
            **initial, **self.some(3, params={"id": id, "n": "integer?"}),
            **self.some(2, 3, identity=self.pick(["id", "id", "id", True]), **duplicate),
            **self.some(6, to=self.random.sample(LEAVES + ["x", "y", "s"], self.number(0, 5))),
            **self.some(8, **{"as": self.pick(["sheet", "popover"])}),
        }


class RandomActions(RandomApps):
    """Creates actions for a tree, and navigations for an app."""

    def __init__(self, random, app):
        super().__init__(random)
        self.routes, self.known, self.here = app["routes"], [], []

    def params(self):
        return {**self.some(3, 4, id=self.number(1, 3)), **self.some(3, n=self.number(0, 2)),
                **self.some(25, **{self.pick(["n", "unknown"]): "no integer"})}

    def action(self, tree):
        path = tree.focus_path()
        container = self.pick(path)
        self.here, ids = tree.screens_in(container), [screen["id"] for screen in tree.screens_within()]
        self.known = ids + ["a1", "a2"]
        made = self.bare_action(container, tree.definition(container), ids)
        if self.chance(2) and any(c.get("open") for c in path):
            made = {"type": "goBack"}
        if made["type"] != "route":
            made |= self.some(8, target=self.pick([c["id"] for c, _ in tree.containers()] + ["none"]))
        if made["type"] not in ("remove", "dismiss", "reset", "insert", "route"):
            made |= self.some(5, source=self.pick(ids + ["none"]))
        return made

    def bare_action(self, container, definition, ids):
        """An action without `target` and `source`, more often one that the container takes than another."""
        names, here = definition["routes"], [screen["id"] for screen in container["screens"]]
        presented, merge = [name for name, route in self.routes.items() if "as" in route], self.some(2, merge=True)
        choices = {
            **{kind: lambda kind=kind: self.destination(kind, names) for kind in ("push", "replace", "switchTo")},
            **{kind: lambda kind=kind: {"type": kind} for kind in ("popToRoot", "goBack", "dismissAll")},
            "pop": lambda: {"type": "pop", **self.some(2, count=self.number(1, 3))},
            "popTo": lambda: self.pop_to(names, here, merge),
            "navigate": lambda: self.destination("navigate", names, **merge, **self.some(2, pop=True)),
            "insert": lambda: self.destination("insert", names, index=self.number(0, 3)),
            "remove": lambda: {"type": "remove", "id": self.pick(ids)},
            "setParams": lambda: {"type": self.pick(["setParams", "replaceParams"]), "params": self.params()},
            "select": lambda: self.reach("select", names, here),
            "step": lambda: dict(self.pick(STEPS)),
            "drawer": lambda: {"type": self.pick(["openDrawer", "closeDrawer", "toggleDrawer"])},
            "present": lambda: self.destination("present", list(self.routes), **self.some(3, style="alert"),
                                                **self.some(3, mode=self.pick(["stack", "replace"]))),
            "route": lambda: {"type": "route", "url": f"/{self.pick(presented)}"} if self.chance(3)
            else self.destination("route", presented),
            "dismiss": lambda: {"type": "dismiss", **self.pick([{}, {}, {"count": 2}, {"id": self.pick(ids)}])},
            "reset": lambda: {"type": "reset", "navigation": self.navigation(container["kind"], names)},
        }
        others = set().union(*KINDS.values()) - KINDS[container["kind"]]
        weights = VISITING_WEIGHTS if definition.get("backBehavior") == "fullHistory" else WEIGHTS
        weights = [weights.get(kind, 1) * (0.4 if kind in others else 1) for kind in choices]
        return choices[self.random.choices(list(choices), weights)[0]]()

    def destination(self, kind, names, **fields):
        """An action that opens a route, sometimes with the params of a screen that is there."""
        name = self.pick(list(self.routes) if kind != "route" and self.chance(10) else names)
        there = [screen for screen in self.here if screen["route"] in names]
        if there and self.chance(2 if kind == "route" else 4):
            twin = self.pick(there)
            return {"type": kind, **fields, "route": twin["route"], "params": {**self.params(), **twin["params"]}}
        return {"type": kind, "route": name, **fields, **self.some(2, 3, params=self.params())}

    def reach(self, kind, names, here, fields={}):
        """An action that names a screen of a container by its route, id or index."""
        way = self.pick(["route", "route", "id", "index"])
        if way == "route":
            return self.destination(kind, names, **fields)
        value = self.pick(here + ["none"]) if way == "id" else self.number(0, 3)
        return {"type": kind, **fields, way: value, **self.some(2, params=self.params())}

    def pop_to(self, names, here, fields):
        made = self.reach("popTo", names, here, fields)
        if "route" in made and self.chance(2):
            made["ifAbsent"] = self.pick(["refuse", "replace", "push"])
            if len(here) > 1 and self.chance(2):
                there = {screen["route"] for screen in self.here}
                absent = [name for name in names if name not in there] or names
                made |= {"source": self.pick(here[:-1]), "route": self.pick(absent)}
        return made

    def navigation(self, kind, names, depth=0):
        """A partial navigation, sometimes an invalid one."""
        is_list, has_history = kind in ("tabs", "drawer", "pages"), kind in ("tabs", "drawer")
        routes = self.random.sample(names, 1 if kind == "switch" else self.number(1, min(3, len(names))))
        if not is_list or self.chance(15):
            routes = [self.pick(names) for _ in routes]
        screens, last = [self.given_screen(name, depth) for name in routes], len(routes) - 1
        over = {"style": "sheet", "screen": self.given_screen(self.pick(LEAVES + ["s"]), depth)}
        made = {
            "kind": kind, "screens": screens, **self.some(4, presented=[over]),
            **self.some(2, selected=last if kind == "stack" else self.number(0, last)), **self.some(25, selected=5),
            **(self.some(3, open=self.chance(2)) if kind == "drawer" else {}),
        }
        ids = [screen["id"] for screen in screens if "id" in screen]
        if has_history and ids and self.chance(2):
            visits = [(self.pick(ids), self.pick([None, self.params()])) for _ in range(self.number(1, 4))]
            made |= {"history": [id for id, _ in visits], **self.some(3, historyParams=[own for _, own in visits])}
        return made

    def given_screen(self, name, depth):
        content = self.routes[name].get("content")
        made = {"route": name, **self.some(2, id=self.pick(["g", "h"]) + str(self.number(1, 40))),
                **(self.some(8, id=self.pick(self.known)) if self.known else {}), **self.some(2, params=self.params())}
        if content and depth < 2 and self.chance(2, 3):
            made["content"] = self.navigation(content["kind"], content["routes"], depth + 1)
        return made
