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
BACK = ["firstRoute", "initialRoute", "order", "history", "fullHistory", "fullHistory", "fullHistory", "none"]
STEPS = [{"type": "selectNext"}, {"type": "selectPrevious"}, {"type": "selectNext", "circular": True},
         {"type": "selectPrevious", "circular": True}, {"type": "selectFirst"}, {"type": "selectLast"}]


class RandomApps:
    """Creates apps in which each kind of container is nested in each other."""

    def __init__(self, random):
        self.random, self.pick = random, random.choice

    def chance(self, one, of=None):
        """True with the probability 1 in `one`, or `one` in `of`."""
        return self.random.random() < (1 / one if of is None else one / of)

    def app(self, name):
        routes = {leaf: self.leaf() for leaf in LEAVES}
        routes["y"] = {**self.leaf(), "content": self.container(LEAVES)}
        routes["x"] = {**self.leaf(), "content": self.container(LEAVES + ["y"])}
        routes["s"] = {"as": self.pick(["sheet", "fullScreen"]), "content": self.container(LEAVES + ["y"], "stack")}
        for name_of_route, route in routes.items():
            if "as" in route:
                route["path"] = f"/{name_of_route}"
        return {"app": name, "version": 1, "root": self.container(LEAVES + ["x", "y"]), "routes": routes}

    def container(self, names, kind=None):
        kind = kind or self.pick(["stack", "stack", "stack", "tabs", "tabs", "drawer", "drawer", "pages", "switch"])
        routes = self.random.sample(names, self.random.randint(2, len(names)))
        if self.chance(2) and "y" in names and "y" not in routes:
            routes.append("y")
        made = {"kind": kind, "routes": routes}
        if self.chance(2):
            made["initial"] = self.pick(routes)
        if kind in ("tabs", "drawer") and self.chance(6, 7):
            made["backBehavior"] = self.pick(BACK)
        if kind != "stack" and self.chance(2):
            made["reselect"] = self.pick(["none", "popToRoot"])
        if kind == "drawer" and self.chance(3):
            made["open"] = True
        return made

    def leaf(self):
        made = {}
        if self.chance(3):
            made["params"] = {"id": "integer?", "n": "integer?"}
        if self.chance(3):
            made["initialParams"] = {"n": 0} if self.chance(2) else {"id": 1}
            if "params" in made and "id" in made["initialParams"] and self.chance(2):
                made["params"]["id"] = "integer"
        if self.chance(2, 3):
            made["identity"] = self.pick(["id", "id", "id", True])
            if self.chance(3, 4):
                made["onDuplicate"] = self.pick(["moveToTop", "popTo", "ignore", "refuse"])
        if self.chance(6):
            made["to"] = self.random.sample(LEAVES + ["x", "y", "s"], self.random.randint(0, 5))
        if self.chance(8):
            made["as"] = self.pick(["sheet", "popover"])
        return made


class RandomActions(RandomApps):
    """Creates actions for a tree, and navigations for an app."""

    def __init__(self, random, app):
        super().__init__(random)
        self.routes, self.root = app["routes"], app["root"]
        self.known, self.here = [], []

    def params(self):
        made = {}
        if self.chance(3, 4):
            made["id"] = self.random.randint(1, 3)
        if self.chance(3):
            made["n"] = self.random.randint(0, 2)
        if self.chance(25):
            made[self.pick(["n", "unknown"])] = "no integer"
        return made

    def action(self, tree):
        path = tree.focus_path()
        container = self.pick(path)
        definition = tree.definition(container)
        self.here = tree.screens_in(container)
        ids = [screen["id"] for screen in tree.screens_within()]
        self.known = ids + ["a1", "a2"]
        has_visits = definition.get("backBehavior") == "fullHistory"
        made = self.bare_action(container, tree.routes_taken(definition), ids, has_visits)
        if self.chance(2) and any(c.get("open") for c in path):
            made = {"type": "goBack"}
        if self.chance(8) and made["type"] != "route":
            made["target"] = self.pick([c["id"] for c, _ in tree.containers()] + ["none"])
        if self.chance(5) and made["type"] not in ("remove", "dismiss", "reset", "insert", "route"):
            made["source"] = self.pick(ids + ["none"])
        return made

    def bare_action(self, container, names, ids, has_visits):
        """An action without `target` and `source`, more often one that the container takes than another."""
        here = [screen["id"] for screen in container["screens"]]
        presented = [name for name, route in self.routes.items() if "as" in route]
        merge = {"merge": True} if self.chance(2) else {}
        choices = {
            "push": lambda: self.destination("push", names), "replace": lambda: self.destination("replace", names),
            "pop": lambda: {"type": "pop", **({"count": self.random.randint(1, 3)} if self.chance(2) else {})},
            "popTo": lambda: self.reach("popTo", names, here, merge),
            "popToRoot": lambda: {"type": "popToRoot"},
            "navigate": lambda: self.destination("navigate", names, **merge, **self.pick([{}, {"pop": True}])),
            "insert": lambda: self.destination("insert", names, index=self.random.randint(0, 3)),
            "remove": lambda: {"type": "remove", "id": self.pick(ids)},
            "goBack": lambda: {"type": "goBack"},
            "setParams": lambda: {"type": self.pick(["setParams", "replaceParams"]), "params": self.params()},
            "select": lambda: self.reach("select", names, here),
            "step": lambda: dict(self.pick(STEPS)),
            "drawer": lambda: {"type": self.pick(["openDrawer", "closeDrawer", "toggleDrawer"])},
            "switchTo": lambda: self.destination("switchTo", names),
            "present": lambda: self.destination(
                "present", list(self.routes), **({"style": "alert"} if self.chance(3) else {}),
                **({"mode": self.pick(["stack", "replace"])} if self.chance(3) else {})),
            "route": lambda: {"type": "route", "url": f"/{self.pick(presented)}"} if self.chance(3)
            else self.destination("route", presented),
            "dismiss": lambda: {"type": "dismiss", **self.pick([{}, {}, {"count": 2}, {"id": self.pick(ids)}])},
            "dismissAll": lambda: {"type": "dismissAll"},
            "reset": lambda: {"type": "reset", "navigation": self.navigation(container["kind"], names)},
        }
        others = set().union(*KINDS.values()) - KINDS[container["kind"]]
        weights = {**WEIGHTS, **({"goBack": 12, "select": 14} if has_visits else {})}
        weights = [weights.get(kind, 1) * (0.4 if kind in others else 1) for kind in choices]
        return choices[self.random.choices(list(choices), weights)[0]]()

    def destination(self, kind, names, **fields):
        is_any = kind != "route" and self.chance(10)
        made = {"type": kind, "route": self.pick(list(self.routes) if is_any else names), **fields}
        there = [screen for screen in self.here if screen["route"] in names]
        if there and self.chance(2 if kind == "route" else 4):
            there = self.pick(there)
            made.update(route=there["route"], params={**self.params(), **there["params"]})
        elif self.chance(2, 3):
            made["params"] = self.params()
        return made

    def reach(self, kind, names, here, fields={}):
        """An action that names a screen of a container by its route, id or index."""
        way = self.pick(["route", "route", "id", "index"])
        if way != "route":
            made = {"type": kind, **fields, way: self.pick(here + ["none"]) if way == "id" else self.random.randint(0, 3)}
            return {**made, **({"params": self.params()} if self.chance(2) else {})}
        made = self.destination(kind, names, **fields)
        if kind == "popTo" and self.chance(2):
            made["ifAbsent"] = self.pick(["refuse", "replace", "push"])
            if len(here) > 1 and self.chance(2):
                made["source"] = self.pick(here[:-1])
                there = {screen["route"] for screen in self.here}
                made["route"] = self.pick([name for name in names if name not in there] or names)
        return made

    def navigation(self, kind, names, depth=0):
        """A partial navigation, sometimes an invalid one."""
        count, is_list = 1 if kind == "switch" else self.random.randint(1, 3), kind in ("tabs", "drawer", "pages")
        names = self.random.sample(names, len(names)) if is_list else list(names)
        made = {"kind": kind, "screens": []}
        for index in range(min(count, len(names))):
            name = names[index] if is_list and not self.chance(30) else self.pick(names)
            made["screens"].append(self.given_screen(name, depth))
        if self.chance(2):
            last = len(made["screens"]) - 1
            made["selected"] = last if kind == "stack" else self.random.randint(0, last)
        if self.chance(25):
            made["selected"] = 5
        if self.chance(4):
            over = self.pick(LEAVES + ["s"])
            made["presented"] = [{"style": "sheet", "screen": self.given_screen(over, depth)}]
        if kind == "drawer" and self.chance(3):
            made["open"] = self.chance(2)
        ids = [screen["id"] for screen in made["screens"] if "id" in screen]
        if kind in ("tabs", "drawer") and self.chance(2) and ids:
            made["history"] = [self.pick(ids) for _ in range(self.random.randint(1, 4))]
            if self.chance(3):
                made["historyParams"] = [self.pick([None, self.params()]) for _ in made["history"]]
        return made

    def given_screen(self, name, depth):
        made = {"route": name}
        if self.chance(2):
            made["id"] = self.pick(["g", "h"]) + str(self.random.randint(1, 40))
        if self.known and self.chance(8):
            made["id"] = self.pick(self.known)
        if self.chance(2):
            made["params"] = self.params()
        content = self.routes[name].get("content")
        if content and depth < 2 and self.chance(2):
            made["content"] = self.navigation(content["kind"], content["routes"], depth + 1)
        return made
