"""Random apps, navigations and actions, which mostly fit each other."""

import random

from .rules import KINDS
from .tree import LISTS

LEAVES = ["a", "b", "c", "d", "e"]
BACK = ["firstRoute", "initialRoute", "order", "history", "fullHistory", "fullHistory", "fullHistory", "none"]
WEIGHTS = {
    "push": 6, "goBack": 6, "navigate": 6, "select": 6, "pop": 3, "popTo": 4, "present": 2, "setParams": 1,
    "replaceParams": 1, "reset": 2, "replace": 1, "switchTo": 1, "popToRoot": 1, "dismissAll": 1, "insert": 1,
    "remove": 1, "route": 1, "dismiss": 1, "openDrawer": 3, "closeDrawer": 1, "toggleDrawer": 1, "selectNext": 0.4,
    "selectPrevious": 0.4, "selectFirst": 0.2, "selectLast": 0.2,
}
ROUTED = ("push", "navigate", "select", "popTo", "present", "replace", "switchTo", "insert", "route")
OPTIONAL = {"pop": ["count"], "popTo": ["merge"], "navigate": ["merge", "pop"], "present": ["style", "mode"],
            "selectNext": ["circular"], "selectPrevious": ["circular"], "dismiss": ["count"]}


class RandomApps(random.Random):
    """Creates apps in which each kind of container is nested in each other, and actions for their trees."""

    def some(self, share, /, **members):
        """These members, with that probability."""
        return members if self.random() < share else {}

    def app(self, name):
        routes = {leaf: self.leaf() for leaf in LEAVES}
        routes["y"] = {**self.leaf(), "content": self.container(LEAVES)}
        routes["x"] = {**self.leaf(), "content": self.container(LEAVES + ["y"])}
        routes["s"] = {"as": self.choice(["sheet", "fullScreen"]), "content": self.container(LEAVES + ["y"], "stack")}
        routes = {route: {**own, **({"path": f"/{route}"} if "as" in own else {})} for route, own in routes.items()}
        return {"app": name, "version": 1, "root": self.container(LEAVES + ["x", "y"]), "routes": routes}

    def container(self, names, kind=None):
        kind = kind or self.choice(["stack", "stack", "stack", "tabs", "tabs", "drawer", "drawer", "pages", "switch"])
        routes = self.sample(names, self.randint(2, len(names)))
        routes += ["y"] if "y" in names and "y" not in routes and self.random() < 1 / 2 else []
        return {
            "kind": kind, "routes": routes, **self.some(1 / 2, initial=self.choice(routes)),
            **self.some(6 / 7 if kind in ("tabs", "drawer") else 0, backBehavior=self.choice(BACK)),
            **self.some(1 / 2 if kind != "stack" else 0, reselect=self.choice(["none", "popToRoot"])),
            **self.some(2 / 3 if kind == "drawer" else 0, open=True),
        }

    def leaf(self):
        initial = self.some(1 / 3, initialParams=self.choice([{"n": 0}, {"id": 1}]))
        id = self.choice(["integer", "integer?"]) if "id" in initial.get("initialParams", {}) else "integer?"
        duplicate = self.some(3 / 4, onDuplicate=self.choice(["moveToTop", "popTo", "ignore", "refuse"]))
        return {
            **initial, **self.some(1 / 3, params={"id": id, "n": "integer?"}),
            **self.some(2 / 3, identity=self.choice(["id", "id", "id", True]), **duplicate),
            **self.some(1 / 6, to=self.sample(LEAVES + ["x", "y", "s"], self.randint(0, 5))),
            **self.some(1 / 8, **{"as": self.choice(["sheet", "popover"])}),
        }

    def params(self):
        return {**self.some(3 / 4, id=self.randint(1, 3)), **self.some(1 / 3, n=self.randint(0, 2)),
                **self.some(1 / 25, **{self.choice(["n", "unknown"]): "no integer"})}

    def action(self, model):
        path, ids = model.root.focus_path(), [screen.id for screen in model.root.all_screens()]
        container = self.choice(path)
        made = self.bare_action(model, container, ids)
        if self.random() < 1 / 2 and any(container.open for container in path):
            made = {"type": "goBack"}
        if made["type"] != "route":
            made |= self.some(1 / 8, target=self.choice([c.id for c in model.root.containers()] + ["none"]))
        if made["type"] not in ("remove", "dismiss", "reset", "insert", "route"):
            made |= self.some(1 / 5, source=self.choice(ids + ["none"]))
        return made

    def bare_action(self, model, container, ids):
        """An action without `target` and `source`, more often one that the container takes than another."""
        definition, here = model.definitions[container.route], [screen.id for screen in container.screens]
        has_visits = definition.get("backBehavior") == "fullHistory"
        weights = {**WEIGHTS, "goBack": 12, "select": 14} if has_visits else WEIGHTS
        shares = [1 if container.kind in KINDS.get(kind, [container.kind]) else 0.4 for kind in weights]
        kind, = self.choices(list(weights), [weight * share for weight, share in zip(weights.values(), shares)])
        options = {"count": self.randint(1, 3), "merge": True, "pop": True, "circular": True, "style": "alert",
                   "mode": self.choice(["stack", "replace"])}
        made = {"type": kind, **{name: options[name] for name in OPTIONAL.get(kind, []) if self.random() < 1 / 2}}
        if kind == "remove" or made == {"type": "dismiss"} and self.random() < 1 / 2:
            made["id"] = self.choice(ids)
        if kind == "insert":
            made["index"] = self.randint(0, 3)
        if kind in ("setParams", "replaceParams"):
            made["params"] = self.params()
        if kind == "reset":
            made["navigation"] = self.navigation(model, definition, [*ids, "a1", "a2"])
        if kind in ("select", "popTo") and self.random() < 1 / 2:
            named = self.choice([{"id": self.choice([*here, "none"])}, {"index": self.randint(0, 3)}])
            return {**made, **named, **self.some(1 / 2, params=self.params())}
        if kind in ROUTED:
            made |= self.destination(model, container, kind, definition["routes"])
        if kind == "popTo" and self.random() < 1 / 2:
            made["ifAbsent"] = self.choice(["refuse", "replace", "push"])
            absent = set(definition["routes"]) - {screen.route for screen in container.own_screens()}
            if here[1:] and absent and self.random() < 1 / 2:
                made |= {"source": self.choice(here[:-1]), "route": self.choice(sorted(absent))}
        return made

    def destination(self, model, container, kind, names):
        """A route of an action, sometimes with the params of a screen that is there, or a link."""
        presented = [name for name, route in model.routes.items() if "as" in route]
        names = {"route": presented, "present": list(model.routes)}.get(kind, names)
        there = [screen for screen in container.own_screens() if screen.route in names]
        if kind == "route" and self.random() < 1 / 3:
            return {"url": f"/{self.choice(presented)}"}
        if there and self.random() < (1 / 2 if kind == "route" else 1 / 4):
            twin = self.choice(there)
            return {"route": twin.route, "params": {**self.params(), **twin.params}}
        name = self.choice([*model.routes, "none"] if kind != "route" and self.random() < 1 / 10 else names)
        return {"route": name, **self.some(2 / 3, params=self.params())}

    def navigation(self, model, definition, known=(), depth=0):
        """A partial navigation, sometimes an invalid one."""
        kind, names = definition["kind"], definition["routes"]
        routes = self.sample(names, 1 if kind == "switch" else self.randint(1, min(3, len(names))))
        if kind not in LISTS or self.random() < 1 / 8:
            routes = [self.choice(names) for _ in routes]
        screens, last = [self.given_screen(model, name, known, depth) for name in routes], len(routes) - 1
        over = {"style": "sheet", "screen": self.given_screen(model, self.choice(LEAVES + ["s"]), known, depth)}
        ids = [screen["id"] for screen in screens if "id" in screen]
        made = {
            "kind": kind, "screens": screens, **self.some(1 / 4, presented=[over]),
            **self.some(1 / 2, selected=last if kind == "stack" else self.randint(0, last)),
            **self.some(1 / 25, selected=5), **self.some(1 / 3 if kind == "drawer" else 0, open=self.random() < 1 / 2),
        }
        if kind in ("tabs", "drawer") and ids and self.random() < 1 / 2:
            made["history"] = self.choices(ids, k=self.randint(1, 4))
            made |= self.some(1 / 3, historyParams=[self.choice([None, self.params()]) for _ in made["history"]])
        return made

    def given_screen(self, model, name, known, depth):
        made = {"route": name, **self.some(1 / 2, id=f"{self.choice('gh')}{self.randint(1, 40)}"),
                **(self.some(1 / 8, id=self.choice(known)) if known else {}), **self.some(1 / 2, params=self.params())}
        if name in model.definitions and depth < 2 and self.random() < 2 / 3:
            made["content"] = self.navigation(model, model.definitions[name], known, depth + 1)
        return made
