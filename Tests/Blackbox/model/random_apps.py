"""Random apps, navigations and actions, which mostly fit each other."""

import random

from .tree import LISTS

LEAVES = ["a", "b", "c", "d", "e"]
BACK = ["firstRoute", "initialRoute", "order", "history", "fullHistory", "fullHistory", "fullHistory", "none"]
TAKEN = {
    "stack": {"push", "replace", "pop", "popTo", "popToRoot", "navigate", "insert"},
    "tabs": {"select", "navigate", "step"}, "drawer": {"select", "navigate", "drawer"}, "pages": {"select", "step"},
    "switch": {"select", "switchTo"},
}
"""The actions that not every kind of container takes."""

WEIGHTS = {"push": 6, "goBack": 6, "navigate": 6, "select": 6, "pop": 3, "popTo": 4, "present": 2, "setParams": 2,
           "reset": 2, "drawer": 3}


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
            **self.some(1 / 3 if kind == "drawer" else 0, open=True),
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
        definition, (*here, top) = model.definitions[container.route], [screen.id for screen in container.screens]
        names, known = definition["routes"], [*ids, "a1", "a2"]
        presented = [name for name, route in model.routes.items() if "as" in route]
        merge = self.some(1 / 2, merge=True)

        def destination(kind, names=names, **fields):
            """An action that opens a route, sometimes with the params of a screen that is there."""
            there = [screen for screen in container.own_screens() if screen.route in names]
            if there and self.random() < (1 / 2 if kind == "route" else 1 / 4):
                twin = self.choice(there)
                return {"type": kind, **fields, "route": twin.route, "params": {**self.params(), **twin.params}}
            name = self.choice([*model.routes, "none"] if kind != "route" and self.random() < 1 / 10 else names)
            return {"type": kind, "route": name, **fields, **self.some(2 / 3, params=self.params())}

        def reach(kind, **fields):
            """An action that names a screen of the container by its route, id or index."""
            named = self.choice([{}, {}, {"id": self.choice([*here, top, "none"])}, {"index": self.randint(0, 3)}])
            return {"type": kind, **fields, **named, **self.some(1 / 2, params=self.params())} if named else (
                destination(kind, **fields))

        pop_to, there = reach("popTo", **merge), {screen.route for screen in container.own_screens()}
        if "route" in pop_to and self.random() < 1 / 2:
            pop_to["ifAbsent"] = self.choice(["refuse", "replace", "push"])
            if here and self.random() < 1 / 2:
                absent = [name for name in names if name not in there] or names
                pop_to |= {"source": self.choice(here), "route": self.choice(absent)}
        step = self.choice([*["selectNext", "selectPrevious"] * 2, "selectFirst", "selectLast"])
        choices = {
            **{kind: destination(kind) for kind in ("push", "replace", "switchTo")},
            **{kind: {"type": kind} for kind in ("popToRoot", "goBack", "dismissAll")},
            "pop": {"type": "pop", **self.some(1 / 2, count=self.randint(1, 3))}, "popTo": pop_to,
            "navigate": destination("navigate", **merge, **self.some(1 / 2, pop=True)), "select": reach("select"),
            "insert": destination("insert", index=self.randint(0, 3)),
            "remove": {"type": "remove", "id": self.choice(ids)},
            "setParams": {"type": self.choice(["setParams", "replaceParams"]), "params": self.params()},
            "step": {"type": step, **self.some(1 / 2, circular=True)},
            "drawer": {"type": self.choice(["openDrawer", "closeDrawer", "toggleDrawer"])},
            "present": destination("present", list(model.routes), **self.some(1 / 3, style="alert"),
                                   **self.some(1 / 3, mode=self.choice(["stack", "replace"]))),
            "route": self.choice([destination("route", presented), destination("route", presented),
                                  {"type": "route", "url": f"/{self.choice(presented)}"}]),
            "dismiss": {"type": "dismiss", **self.choice([{}, {}, {"count": 2}, {"id": self.choice(ids)}])},
            "reset": {"type": "reset", "navigation": self.navigation(model, definition, known)},
        }
        others = set().union(*TAKEN.values()) - TAKEN[container.kind]
        has_visits = definition.get("backBehavior") == "fullHistory"
        weights = {**WEIGHTS, "goBack": 12, "select": 14} if has_visits else WEIGHTS
        return self.choices(list(choices.values()),
                            [weights.get(kind, 1) * (0.4 if kind in others else 1) for kind in choices])[0]

    def navigation(self, model, definition, known=(), depth=0):
        """A partial navigation, sometimes an invalid one."""
        kind, names = definition["kind"], definition["routes"]
        routes = self.sample(names, 1 if kind == "switch" else self.randint(1, min(3, len(names))))
        if kind not in LISTS or self.random() < 1 / 15:
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
