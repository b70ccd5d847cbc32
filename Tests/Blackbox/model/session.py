"""A session of the model: its initial tree, and the dispatch of actions."""

import collections
import copy

from .anywhere import CommonRules
from .lists import ListRules
from .presentation import PresentationRules
from .restoration import Restoration
from .stacks import StackRules
from .tree import Refusal, Tree, deep_equal, history_of, index_of, invalid

LISTS = ("tabs", "drawer", "pages")
COVERABLE = ("push", "pop", "popTo", "popToRoot", "replace", "insert", "reset")
KINDS = {
    **dict.fromkeys(["push", "pop", "popTo", "popToRoot", "replace", "insert"], ["stack"]),
    **dict.fromkeys(["selectNext", "selectPrevious", "selectFirst", "selectLast"], ["tabs", "pages"]),
    **dict.fromkeys(["openDrawer", "closeDrawer", "toggleDrawer"], ["drawer"]),
    "navigate": ["stack", "tabs", "drawer"], "select": ["tabs", "drawer", "pages", "switch"], "switchTo": ["switch"],
}
"""The kinds of containers that take an action; containers of all kinds take the others."""


class Model(Tree, StackRules, ListRules, PresentationRules, CommonRules):
    """A session of an app. `apply` applies an action to its tree, or raises `Refusal`."""

    def __init__(self, app, max_depth=20, met=None):
        super().__init__(app)
        self.max_depth, self.made = max_depth, 0
        self.met = collections.Counter() if met is None else met

    def start(self, navigation=None):
        if navigation is None:
            self.root = self.container(self.app["root"], "root")
        else:
            self.root = Restoration(self).read(navigation, self.app["root"])
            if self.tree_depth() > self.max_depth:
                raise Refusal("too-deep")

    def new_id(self):
        self.made += 1
        return f"?{self.made}"

    def container(self, definition, id=None):
        names, kind = self.routes_taken(definition), definition["kind"]
        initial = definition.get("initial", names[0])
        made = {"id": id or self.new_id(), "kind": kind, "presented": []}
        made["screens"] = [self.screen(name, None) for name in (names if kind in LISTS else [initial])]
        return self.completed(made, definition, names.index(initial) if kind in LISTS else 0)

    def completed(self, container, definition, selected, visits=(), is_open=None):
        """Adds the members that not every kind has."""
        kind = container["kind"]
        if kind != "stack":
            container["selected"] = selected
        if kind in ("tabs", "drawer"):
            container["visits"] = history_of(definition, container, list(visits))
        if kind == "drawer":
            container["open"] = definition.get("open", False) if is_open is None else is_open
        return container

    def screen(self, name, params):
        made = {"id": self.new_id(), "route": name, "params": self.full_params(name, params)}
        if content := self.routes[name].get("content"):
            made["content"] = self.container(content)
        return made

    # Params and identity

    def full_params(self, name, given):
        params = {**self.routes[name].get("initialParams", {}), **(given or {})}
        self.check_params(name, params)
        return params

    def check_params(self, name, params, is_part=False):
        """Refuses params that are not those of a route. Of a part each param must be right, but none is required."""
        types = self.routes[name].get("params")
        if types is None:
            return
        for param in params if is_part else types.keys() | params.keys():
            value = params.get(param)
            if param not in types or not (types[param].endswith("?") if value is None else type(value) is int):
                raise invalid("bad-params")

    def reached_params(self, screen, given, merge=False):
        """The params of a screen that is reached again."""
        if given is None:
            return screen["params"]
        return self.full_params(screen["route"], {**screen["params"], **given} if merge else given)

    def identity(self, name, params):
        rule = self.routes[name].get("identity")
        return rule if rule in (None, True) else params.get(rule)

    def is_same(self, screen, name, params):
        """Whether a screen is the one of that route and identity."""
        if screen["route"] != name:
            return False
        one, other = self.identity(name, screen["params"]), self.identity(name, params)
        return one is not None and deep_equal(one, other)

    def twin(self, screens, name, params):
        """The screen of that route and identity."""
        return next((screen for screen in screens if self.is_same(screen, name, params)), None)

    def check_unique(self, container, name, params, besides=None):
        if self.twin([s for s in self.screens_in(container) if s is not besides], name, params) is not None:
            raise Refusal("duplicate", True)

    def set_params(self, container, screen, params):
        self.check_unique(container, screen["route"], params, besides=screen)
        screen["params"] = params

    def duplicate_rule(self, name):
        return self.routes[name].get("onDuplicate", "moveToTop")

    def reach_twin(self, screens, twin, params):
        """Reaches the screen that already has the identity of a destination, as the route's rule says."""
        rule, index = self.duplicate_rule(twin["route"]), index_of(screens, twin)
        if rule == "refuse":
            raise Refusal("duplicate", True)
        if rule == "ignore":
            return
        if rule == "popTo":
            del screens[index + 1:]
        else:
            screens.append(screens.pop(index))
        twin["params"] = self.reached_params(twin, params)

    # Checks

    def check(self, action):
        """Refuses invalid actions before those that the state refuses."""
        name, params = action.get("route"), action.get("params")
        if name is not None and name not in self.routes:
            raise invalid("unknown-route")
        if name is None or params is None:
            return
        if action.get("merge"):
            self.check_params(name, params, is_part=True)
        else:
            self.full_params(name, params)

    def check_taken(self, container, name):
        if name not in self.routes_taken(self.definition(container)):
            raise Refusal("route-not-taken")

    def guard(self, name):
        """Refuses a destination that the `to` of the screen of origin does not have."""
        allowed = self.routes[self.origin["route"]].get("to") if self.origin else None
        if allowed is not None and name not in allowed:
            raise Refusal("destination-not-allowed", True)

    def destination(self, action, container):
        """The route and the params of an action that a container may open."""
        self.check_taken(container, action["route"])
        self.guard(action["route"])
        return action["route"], action.get("params")

    def index_in_list(self, container, source):
        """The index of a screen, or of the top one."""
        if source is None:
            return len(container["screens"]) - 1
        index = index_of(container["screens"], source)
        if index is None:
            raise Refusal("not-in-list", True)
        return index

    # Dispatch

    def apply(self, action):
        """Applies an action; returns whether the tree has changed."""
        before, depth = copy.deepcopy(self.root), self.tree_depth()
        try:
            self.check(action)
            self.dispatch(action)
            if self.tree_depth() > max(self.max_depth, depth):
                raise Refusal("too-deep")
        except Refusal:
            self.root = before
            raise
        return not deep_equal(before, self.root)

    def dispatch(self, action):
        kind = action["type"]
        if kind == "remove":
            self.remove(action)
        elif kind == "route":
            self.open_route(action)
        elif kind == "dismiss" and "id" in action:
            self.dismiss_screen(action)
        elif "source" in action:
            source = self.find_screen(action["source"])
            if source is None:
                raise Refusal("screen-gone", True)
            if action.get("target", self.holder(source)["id"]) != self.holder(source)["id"]:
                raise Refusal("not-in-target", True)
            self.perform(action, self.holder(source), source, is_meant=True)
        elif "target" in action:
            target = self.find_container(action["target"])
            if target is None:
                raise Refusal("container-gone", True)
            self.perform(action, target, is_meant=True)
        elif kind == "goBack" and (drawer := self.open_drawer(self.focus_path())):
            self.close(drawer)
        elif kind == "dismissAll":
            self.dismiss_all()
        else:
            self.offer(action)

    def offer(self, action):
        """Offers an action to the containers of the focus path, the innermost first."""
        first = None
        for container in reversed(self.focus_path()):
            try:
                return self.perform(action, container)
            except Refusal as refusal:
                if refusal.final:
                    raise
                first = first or refusal
        raise first

    def open_drawer(self, path):
        """The outermost visible open drawer."""
        return next((c for c in path if c.get("open") and not c["presented"]), None)

    def close(self, drawer):
        inner = self.focus_path()[-1]
        if drawer is not inner and inner["kind"] == "stack" and len(inner["screens"]) > 1:
            self.met["goBack closes a drawer around what could pop"] += 1
        drawer["open"] = False

    def perform(self, action, container, source=None, is_meant=False):
        """Applies an action to a container, which the action may mean by `target` or `source`."""
        kind = action["type"]
        if container["presented"] and not is_meant and self.is_covering(kind, container, action):
            self.refuse_covered(action, container)
        if container["kind"] not in KINDS.get(kind, [container["kind"]]):
            raise Refusal("not-for-this-kind")
        self.origin = source or (self.focused_in(container) if is_meant else self.current())
        getattr(self, "do_" + kind)(action, container, source)
        if kind == "navigate" and is_meant:
            self.bring_to_front(container)

    def is_covering(self, kind, container, action):
        """Whether a screen presented over a container ends the dispatch of the action."""
        if kind == "navigate":
            return container["kind"] == "stack" and action["route"] in self.routes_taken(self.definition(container))
        return kind in COVERABLE

    def refuse_covered(self, action, container):
        if action["type"] == "pop" and container["kind"] != "stack":
            self.met["pop under a sheet over tabs is covered"] += 1
        if action["type"] == "reset":
            self.check_restorable(action, container)
        raise Refusal("covered", True)

    def can(self, kind):
        """Whether an action would change the tree, as `can` of a session says."""
        root, met, self.met = copy.deepcopy(self.root), self.met, collections.Counter()
        try:
            return self.apply({"type": kind})
        except Refusal:
            return False
        finally:
            self.root, self.met = root, met
