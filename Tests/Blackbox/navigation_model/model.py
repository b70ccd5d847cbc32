"""A session of the model: its initial tree, and the dispatch of actions."""

import collections

from .anywhere import CommonRules
from .lists import ListRules
from .presentation import PresentationRules
from .refusal import Invalid, Refusal
from .restoration import Restoration
from .stacks import StackRules
from .tree import Tree, copied, deep_equal, history_of, is_list

COVERABLE = {"push", "pop", "popTo", "popToRoot", "replace", "insert", "reset"}


class Model(StackRules, ListRules, PresentationRules, CommonRules):
    """A session of an app. `apply` applies an action to its tree, or raises `Refusal`."""

    restoration = Restoration

    def __init__(self, app, depth=20, met=None):
        self.app, self.routes, self.depth = app, app["routes"], depth
        self.met = collections.Counter() if met is None else met
        self.made = 0
        self.tree = None

    # Making

    def new_id(self):
        self.made += 1
        return f"?{self.made}"

    def start(self, navigation=None):
        if navigation is None:
            self.tree = Tree(self, self.container(self.app["root"], "root"))
        else:
            self.tree = Tree(self, self.restoration(self, 0).read(navigation, self.app["root"], None))
            if self.tree.depth() > self.depth:
                raise Refusal("too-deep")

    def taken(self, definition):
        return definition.get("routes") or list(self.routes)

    def container(self, definition, id=None):
        names = self.taken(definition)
        initial = definition.get("initial", names[0])
        kind = definition["kind"]
        made = {"id": id or self.new_id(), "kind": kind}
        starting = names if is_list(kind) else [initial]
        made["screens"] = [self.screen(name, None) for name in starting]
        made["selected"] = starting.index(initial)
        made["presented"] = []
        if kind in ("tabs", "drawer"):
            made["visits"] = history_of(definition, made, [])
        if kind == "drawer":
            made["open"] = definition.get("open", False)
        return made

    def screen(self, name, params, id=None):
        params = self.full_params(name, params)
        made = {"id": id or self.new_id(), "route": name, "params": params}
        if content := self.routes[name].get("content"):
            made["content"] = self.container(content)
        return made

    # Params and identity

    def full_params(self, name, given):
        return self.checked(name, {**self.routes[name].get("initialParams", {}), **(given or {})})

    def checked(self, name, params):
        types = self.routes[name].get("params")
        if types is not None:
            for param, kind in types.items():
                if not self.is_of_type(kind, params.get(param)):
                    raise Invalid("bad-params")
            if set(params) - set(types):
                raise Invalid("bad-params")
        return params

    def check_merged(self, name, given):
        """Checks each param to be merged."""
        types = self.routes[name].get("params")
        for param, value in given.items():
            if types is not None and (param not in types or not self.is_of_type(types[param], value)):
                raise Invalid("bad-params")

    @staticmethod
    def is_of_type(kind, value):
        return kind.endswith("?") if value is None else type(value) is int

    def reached_params(self, screen, given, merge):
        """Returns the params of a screen that is reached again."""
        if given is None:
            return screen["params"]
        return self.full_params(screen["route"], {**screen["params"], **given} if merge else given)

    def identity(self, name, params):
        rule = self.routes[name].get("identity")
        return None if rule is None else True if rule is True else params.get(rule)

    def is_same(self, screen, name, params):
        """Whether a screen is the one of that route and identity."""
        if screen["route"] != name:
            return False
        one, other = self.identity(name, screen["params"]), self.identity(name, params)
        return one is not None and other is not None and deep_equal(one, other)

    def check_unique(self, container, name, params, besides=None):
        everything = container["screens"] + [p["screen"] for p in container["presented"]]
        if any(self.is_same(s, name, params) for s in everything if s is not besides):
            raise Refusal("duplicate", True)

    # Actions

    def apply(self, action):
        """Applies an action; returns whether the tree has changed."""
        before, depth = copied(self.tree.root), self.tree.depth()
        try:
            self.check(action)
            self.offer(action)
            if self.tree.depth() > max(self.depth, depth):
                raise Refusal("too-deep")
        except Refusal:
            self.tree.root = before
            raise
        return not deep_equal(before, self.tree.root)

    def check(self, action):
        name = action.get("route")
        if name is not None and name not in self.routes:
            raise Invalid("unknown-route")
        if name is not None and action.get("params") is not None:
            if action.get("merge"):
                self.check_merged(name, action["params"])
            else:
                self.full_params(name, action["params"])

    def offer(self, action):
        tree, source = self.tree, None
        if action["type"] == "remove":
            return self.remove(action)
        if action["type"] == "route":
            return self.do_route(action)
        if action["type"] == "dismiss" and "id" in action:
            return self.dismiss(action)
        if "source" in action:
            source = tree.screen(action["source"])
            if source is None:
                raise Refusal("screen-gone", True)
            if action.get("target", tree.holder(source)["id"]) != tree.holder(source)["id"]:
                raise Refusal("not-in-target", True)
            return self.perform(action, tree.holder(source), source, meant=True)
        if "target" in action:
            target = tree.container(action["target"])
            if target is None:
                raise Refusal("container-gone", True)
            return self.perform(action, target, None, meant=True)
        first = None
        path = tree.focus_path()
        if action["type"] == "goBack" and (drawer := self.open_drawer(path)):
            if drawer is not path[-1] and path[-1]["kind"] == "stack" and len(path[-1]["screens"]) > 1:
                self.met["goBack closes a drawer around what could pop"] += 1
            drawer["open"] = False
            return
        if action["type"] == "dismissAll":
            return self.dismiss_all()
        for container in reversed(path):
            try:
                return self.perform(action, container, None, meant=False)
            except Refusal as refusal:
                if refusal.final:
                    raise
                first = first or refusal
        raise first

    def open_drawer(self, path):
        """The outermost visible open drawer."""
        return next((c for c in path if c.get("open") and not c["presented"]), None)

    def perform(self, action, container, source, meant):
        kind = action["type"]
        if container["presented"] and not meant and self.is_covering(kind, container, action):
            if kind == "reset":
                self.check_reset(action, container)
            if kind == "pop" and container["kind"] != "stack":
                self.met["pop under a sheet over tabs is covered"] += 1
            raise Refusal("covered", True)
        self.origin = source or (self.tree.focused_in(container) if meant else self.tree.current())
        getattr(self, "do_" + kind)(action, container, source)
        if kind == "navigate" and meant:
            self.bring_to_front(container)

    def is_covering(self, kind, container, action):
        """Whether a screen presented over a container ends the dispatch of the action."""
        if kind == "navigate":
            return container["kind"] == "stack" and action["route"] in self.taken(self.definition(container))
        return kind in COVERABLE

    def definition(self, container):
        return self.tree.definition(container)

    def guard(self, name):
        allowed = self.routes[self.origin["route"]].get("to") if self.origin else None
        if allowed is not None and name not in allowed:
            raise Refusal("destination-not-allowed", True)

    def check_stack(self, container, name=None):
        if container["kind"] != "stack":
            raise Refusal("not-for-this-kind")
        if name is not None and name not in self.taken(self.definition(container)):
            raise Refusal("route-not-taken")

    def list_index(self, container, source):
        """The index of a screen, or of the top one."""
        if source is None:
            return len(container["screens"]) - 1
        for index, screen in enumerate(container["screens"]):
            if screen is source:
                return index
        raise Refusal("not-in-list", True)

    def settle(self, container):
        if container["kind"] == "stack":
            container["selected"] = len(container["screens"]) - 1

    # What a session says beside the tree

    def can(self, kind):
        root, met = copied(self.tree.root), self.met
        self.met = collections.Counter()
        try:
            return self.apply({"type": kind})
        except Refusal:
            return False
        finally:
            self.tree.root, self.met = root, met
