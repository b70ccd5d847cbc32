"""The rules of navigation as a model, from the contract and React Navigation's routers, not from the server's source.

`Model` holds a session's tree as the server sends it. `apply` changes it as an action should, or raises `Refusal`. Ids that
the server is to make are placeholders (`?1`), which `bind` replaces with what it has made.
"""

import copy

from navigation_tree import Tree, deep_equal, history_of, is_list
from navigation_restore import Restoration

COVERABLE = {"push", "pop", "popTo", "popToRoot", "replace", "insert", "reset"}
LISTS = {"tabs", "drawer", "pages"}


class Refusal(Exception):
    """409 or 422. One that is final ends the search for a container that takes the action."""

    def __init__(self, code, final=False, status=409):
        super().__init__(code)
        self.code, self.final, self.status = code, final, status


class Invalid(Refusal):
    def __init__(self, code):
        super().__init__(code, True, 422)


class Model:
    def __init__(self, app):
        self.app, self.routes = app, app["routes"]
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
            self.tree = Tree(self, Restoration(self, 0).read(navigation, self.app["root"], None))

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
                value = params.get(param)
                if value is None and not (kind.endswith("?")):
                    raise Invalid("bad-params")
                if value is not None and not isinstance(value, {"string": str, "integer": int}[kind.rstrip("?")]):
                    raise Invalid("bad-params")
            if set(params) - set(types):
                raise Invalid("bad-params")
        return params

    def reached_params(self, screen, given, merge):
        """Of a screen that is reached again."""
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
        """Whether the tree has changed."""
        before = copy.deepcopy(self.tree.root)
        try:
            self.check(action)
            self.offer(action)
        except Refusal:
            self.tree.root = before
            raise
        return not deep_equal(before, self.tree.root)

    def check(self, action):
        name = action.get("route")
        if name is not None and name not in self.routes:
            raise Invalid("unknown-route")
        if name is not None and action.get("params") is not None:
            self.full_params(name, action["params"])

    def offer(self, action):
        tree, source = self.tree, None
        if action["type"] == "remove":
            return self.remove(action)
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
        if action["type"] == "goBack":
            for container in path:
                if container.get("open") and not container["presented"]:
                    container["open"] = False
                    return
        if action["type"] != "dismissAll":
            path.reverse()
        for container in path:
            try:
                return self.perform(action, container, None, meant=False)
            except Refusal as refusal:
                if refusal.final:
                    raise
                first = first or refusal
        raise first

    def perform(self, action, container, source, meant):
        kind = action["type"]
        if container["presented"] and not meant and (
                kind in COVERABLE or kind == "navigate" and self.is_taking_stack(container, action)):
            raise Refusal("covered", True)
        self.origin = source or (self.tree.focused_in(container) if meant else self.tree.current())
        getattr(self, "do_" + kind)(action, container, source)
        if kind == "navigate" and meant:
            self.bring_to_front(container)

    def is_taking_stack(self, container, action):
        return container["kind"] == "stack" and action["route"] in self.taken(self.definition(container))

    def definition(self, container):
        return self.tree.definition(container)

    def guard(self, name):
        allowed = self.routes[self.origin["route"]].get("to")
        if allowed is not None and name not in allowed:
            raise Refusal("destination-not-allowed", True)

    def check_stack(self, container, name=None):
        if container["kind"] != "stack":
            raise Refusal("not-for-this-kind")
        if name is not None and name not in self.taken(self.definition(container)):
            raise Refusal("route-not-taken")

    def list_index(self, container, source):
        """Where a screen stands, or which is on top."""
        if source is None:
            return len(container["screens"]) - 1
        for index, screen in enumerate(container["screens"]):
            if screen is source:
                return index
        raise Refusal("not-in-list", True)

    def settle(self, container):
        if container["kind"] == "stack":
            container["selected"] = len(container["screens"]) - 1

    # Stacks

    def do_push(self, action, stack, source):
        name, params = action["route"], action.get("params")
        self.check_stack(stack, name)
        self.guard(name)
        full = self.full_params(name, params)
        twin = next((s for s in reversed(stack["screens"]) if self.is_same(s, name, full)), None)
        if twin is None:
            self.check_unique(stack, name, full)
            stack["screens"].append(self.screen(name, params))
        else:
            self.push_twin(stack, twin, self.routes[name].get("onDuplicate", "moveToTop"), params)
        self.settle(stack)

    def push_twin(self, stack, twin, rule, params):
        if rule == "refuse":
            raise Refusal("duplicate", True)
        if rule == "ignore":
            return
        index = self.list_index(stack, twin)
        if rule == "popTo":
            del stack["screens"][index + 1:]
        else:
            stack["screens"].append(stack["screens"].pop(index))
        twin["params"] = self.reached_params(twin, params, False)

    def do_pop(self, action, stack, source):
        self.check_stack(stack)
        index, count = self.list_index(stack, source), action.get("count", 1)
        if index == 0:
            raise Refusal("nothing-to-pop")
        del stack["screens"][max(1, index - count + 1):index + 1]
        self.settle(stack)

    def do_popToRoot(self, action, stack, source):
        self.check_stack(stack)
        if len(stack["screens"]) == 1:
            raise Refusal("nothing-to-pop")
        del stack["screens"][1:]
        self.settle(stack)

    def do_popTo(self, action, stack, source):
        self.check_stack(stack, action.get("route"))
        top = self.list_index(stack, source)
        index = self.match_below(action, stack, top)
        params = action.get("params")
        if index is None:
            return self.pop_to_absent(action, stack, top)
        screen = stack["screens"][index]
        params = self.reached_params(screen, params, action.get("merge", False))
        self.check_unique(stack, screen["route"], params, besides=screen)
        del stack["screens"][index + 1:]
        screen["params"] = params
        self.settle(stack)

    def match_below(self, action, stack, top):
        screens = stack["screens"]
        if "index" in action:
            if action["index"] >= len(screens):
                raise Refusal("index-out-of-range")
            return action["index"] if action["index"] <= top else None
        if "id" in action:
            return next((i for i in range(top, -1, -1) if screens[i]["id"] == action["id"]), None)
        name, params = action["route"], action.get("params")
        wanted = self.named_identity(name, params)
        for index in range(top, -1, -1):
            screen = screens[index]
            if screen["route"] == name and (
                    wanted is None or deep_equal(wanted, self.identity(name, screen["params"]))):
                return index
        return None

    def named_identity(self, name, params):
        """The identity that given params name."""
        rule = self.routes[name].get("identity")
        return (params or {}).get(rule) if isinstance(rule, str) else None

    def pop_to_absent(self, action, stack, top):
        absent = action.get("ifAbsent", "refuse")
        if absent == "refuse" or "route" not in action:
            raise Refusal("nothing-to-pop-to")
        name, params = action["route"], action.get("params")
        self.guard(name)
        del stack["screens"][top + 1:]
        if absent == "replace":
            del stack["screens"][top:]
        self.check_unique(stack, name, self.full_params(name, params))
        stack["screens"].append(self.screen(name, params))
        self.settle(stack)

    def do_replace(self, action, stack, source):
        name, params = action["route"], action.get("params")
        self.check_stack(stack, name)
        index = self.list_index(stack, source)
        self.guard(name)
        self.check_unique(stack, name, self.full_params(name, params), besides=stack["screens"][index])
        stack["screens"][index] = self.screen(name, params)
        self.settle(stack)

    def do_insert(self, action, stack, source):
        name, params = action["route"], action.get("params")
        self.check_stack(stack, name)
        self.guard(name)
        if action["index"] > len(stack["screens"]):
            raise Refusal("index-out-of-range", True)
        self.check_unique(stack, name, self.full_params(name, params))
        stack["screens"].insert(action["index"], self.screen(name, params))
        self.settle(stack)

    def do_navigate(self, action, container, source):
        if container["kind"] in ("tabs", "drawer"):
            return self.do_select(action, container, source)
        name, params, merge = action["route"], action.get("params"), action.get("merge", False)
        self.check_stack(container, name)
        index = len(container["screens"]) - 1
        top = container["screens"][index]
        if top["route"] == name and self.is_meant(top, params):
            full = self.reached_params(top, params, merge)
            self.check_unique(container, name, full, besides=top)
            top["params"] = full
            return
        if action.get("pop"):
            below = self.match_below({"route": name, **({"params": params} if params is not None else {})}, container, index)
            if below is not None:
                del container["screens"][below + 1:]
                screen = container["screens"][below]
                screen["params"] = self.reached_params(screen, params, merge)
                return self.settle(container)
        self.navigate_push(action, container)

    def is_meant(self, screen, params):
        wanted = self.named_identity(screen["route"], params)
        return wanted is None or deep_equal(wanted, self.identity(screen["route"], screen["params"]))

    def navigate_push(self, action, stack):
        name, params = action["route"], action.get("params")
        full = self.full_params(name, params)
        twin = next((s for s in reversed(stack["screens"]) if self.is_same(s, name, full)), None)
        if twin is not None and action.get("merge") and self.routes[name].get("onDuplicate", "moveToTop") in ("moveToTop", "popTo"):
            params = {**twin["params"], **(params or {})}
        self.do_push({**action, **({"params": params} if params is not None else {})}, stack, None)

    # Lists

    def do_select(self, action, container, source):
        kind = container["kind"]
        if kind == "stack":
            raise Refusal("not-for-this-kind")
        index = self.choice(action, container)
        if index is None:
            return self.do_switchTo(action, container, source)
        self.select(container, index, action.get("params"), action.get("merge", False))

    def choice(self, action, container):
        screens = container["screens"]
        if "index" in action:
            if action["index"] >= len(screens):
                raise Refusal("nothing-to-select")
            return action["index"]
        key = "id" if "id" in action else "route"
        for index, screen in enumerate(screens):
            if screen[key] == action[key]:
                return index
        if "route" in action and container["kind"] == "switch" and action["route"] in self.taken(self.definition(container)):
            return None
        raise Refusal("nothing-to-select")

    def select(self, container, index, params, merge):
        screen = container["screens"][index]
        former = container["screens"][container["selected"]]
        name = screen["route"]
        visits = container.get("visits")
        full = self.reached_params(screen, params, merge)
        if not deep_equal(self.identity(name, screen["params"]), self.identity(name, full)):
            full = self.full_params(name, params)
            self.check_unique(container, name, full, besides=screen)
            new = self.screen(name, params)
            container["screens"][index] = new
            if visits is not None:
                container["visits"] = [v for v in visits if v["id"] != screen["id"]]
            screen = new
        else:
            screen["params"] = full
        if index == container["selected"] and screen is former:
            return self.reselect(container, screen)
        self.go_to(container, index)

    def go_to(self, container, index):
        container["selected"] = index
        if "visits" in container:
            container["visits"] = history_of(self.definition(container), container, container["visits"])
        if container["kind"] == "drawer":
            container["open"] = False

    def reselect(self, container, screen):
        rule = self.definition(container).get("reselect", "none")
        content = screen.get("content")
        if rule == "popToRoot" and content and content["kind"] == "stack":
            del content["screens"][1:]
            self.settle(content)
        self.go_to(container, container["selected"])

    def step(self, action, container, target, at_end):
        if container["kind"] not in ("tabs", "pages"):
            raise Refusal("not-for-this-kind")
        if at_end and not action.get("circular"):
            raise Refusal("at-the-end")
        self.go_to(container, target % len(container["screens"]))

    def do_selectNext(self, action, c, source):
        self.step(action, c, c["selected"] + 1, c["selected"] + 1 == len(c["screens"]))

    def do_selectPrevious(self, action, c, source):
        self.step(action, c, c["selected"] - 1, c["selected"] == 0)

    def do_selectFirst(self, action, c, source):
        self.step(action, c, 0, False)

    def do_selectLast(self, action, c, source):
        self.step(action, c, len(c["screens"]) - 1, False)

    def drawer(self, container, is_open):
        if container["kind"] != "drawer":
            raise Refusal("not-for-this-kind")
        container["open"] = is_open

    def do_openDrawer(self, action, c, source):
        self.drawer(c, True)

    def do_closeDrawer(self, action, c, source):
        self.drawer(c, False)

    def do_toggleDrawer(self, action, c, source):
        self.drawer(c, not c.get("open"))

    def do_switchTo(self, action, c, source):
        name = action["route"]
        if c["kind"] != "switch":
            raise Refusal("not-for-this-kind")
        if name not in self.taken(self.definition(c)):
            raise Refusal("route-not-taken")
        self.guard(name)
        self.check_unique(c, name, self.full_params(name, action.get("params")), besides=c["screens"][0])
        c["screens"] = [self.screen(name, action.get("params"))]

    # Presentation

    def do_present(self, action, c, source):
        name = action["route"]
        self.guard(name)
        full = self.full_params(name, action.get("params"))
        replaced = action.get("mode") == "replace" and c["presented"]
        self.check_unique(c, name, full, besides=c["presented"][-1]["screen"] if replaced else None)
        style = action.get("style") or self.routes[name].get("as", "sheet")
        style = style if style in ("sheet", "fullScreen", "popover", "alert", "confirmationDialog") else "sheet"
        if replaced:
            c["presented"].pop()
        c["presented"].append({"style": style, "screen": self.screen(name, action.get("params"))})

    def do_dismiss(self, action, c, source):
        presented = c["presented"]
        if not presented:
            raise Refusal("nothing-to-dismiss")
        del presented[max(0, len(presented) - action.get("count", 1)):]

    def dismiss(self, action):
        screen = self.tree.screen(action["id"])
        if screen is None:
            raise Refusal("screen-gone", True)
        holder = self.tree.holder(screen)
        index = next((i for i, p in enumerate(holder["presented"]) if p["screen"] is screen), None)
        if index is None or action.get("target", holder["id"]) != holder["id"]:
            raise Refusal("not-presented", True)
        del holder["presented"][index:]

    def do_dismissAll(self, action, c, source):
        if not c["presented"]:
            raise Refusal("nothing-to-dismiss")
        c["presented"].clear()

    # Anywhere

    def do_goBack(self, action, c, source):
        is_listed = any(screen is source for screen in c["screens"])
        if c.get("open"):
            c["open"] = False
        elif c["presented"] and not is_listed:
            c["presented"].pop()
        elif c["kind"] == "stack" and self.list_index(c, source) > 0:
            del c["screens"][self.list_index(c, source)]
            self.settle(c)
        elif len(c.get("visits", [])) > 1:
            self.go_back_in_history(c)
        else:
            raise Refusal("nothing-to-go-back-to")

    def go_back_in_history(self, c):
        former = c["visits"][-2]
        index = next(i for i, s in enumerate(c["screens"]) if s["id"] == former["id"])
        rule = self.definition(c).get("backBehavior", "firstRoute")
        c["visits"].pop()
        c["selected"] = index
        if rule == "fullHistory" and "params" in former:
            c["screens"][index]["params"] = former["params"]

    def do_setParams(self, action, c, source):
        self.change_params(action, c, source, True)

    def do_replaceParams(self, action, c, source):
        self.change_params(action, c, source, False)

    def change_params(self, action, c, source, merge):
        screen = source or self.tree.focused_in(c)
        name = screen["route"]
        params = {**screen["params"], **action["params"]} if merge else dict(action["params"])
        self.checked(name, params)
        holder = self.tree.holder(screen)
        if not deep_equal(self.identity(name, params), self.identity(name, screen["params"])):
            self.check_unique(holder, name, params, besides=screen)
        screen["params"] = params

    def do_remove(self, action, c, source):
        self.remove(action)

    def remove(self, action):
        screen = self.tree.screen(action["id"])
        if screen is None:
            raise Refusal("screen-gone", True)
        c = self.tree.holder(screen)
        if action.get("target", c["id"]) != c["id"]:
            raise Refusal("not-in-target", True)
        for index, presented in enumerate(c["presented"]):
            if presented["screen"] is screen:
                del c["presented"][index]
                return
        if len(c["screens"]) == 1:
            raise Refusal("last-screen", True)
        self.remove_from_list(c, next(i for i, s in enumerate(c["screens"]) if s is screen))

    def remove_from_list(self, c, index):
        screen, selected = c["screens"][index], c["selected"]
        del c["screens"][index]
        if c["kind"] == "stack":
            return self.settle(c)
        visits = [v for v in c.get("visits", []) if v["id"] != screen["id"]]
        if index < selected:
            selected -= 1
        elif index == selected:
            last = visits[-1]["id"] if visits else None
            neighbour = min(selected, len(c["screens"]) - 1)
            selected = next((i for i, s in enumerate(c["screens"]) if s["id"] == last), neighbour)
        c["selected"] = selected
        if "visits" in c:
            c["visits"] = history_of(self.definition(c), c, visits)

    def do_reset(self, action, c, source):
        place = copy.deepcopy(self.tree.root)
        current = self.tree.current()["route"]
        definition = self.definition(c)
        new = Restoration(self, self.tree.last_number(), self.tree.routes_of(c), self.tree.ids_outside(c)).read(
            action["navigation"], definition, c["id"])
        self.tree.replace(c, new)
        allowed = self.routes[current].get("to")
        arrived = self.tree.current()["route"]
        if allowed is not None and arrived not in allowed:
            self.tree.root = place
            raise Refusal("destination-not-allowed", True)

    def bring_to_front(self, container):
        """Selects the way to a container from the root."""
        while (screen := self.tree.screen_of(container)) is not None:
            holder = self.tree.holder(screen)
            if any(s is screen for s in holder["screens"]):
                index = next(i for i, s in enumerate(holder["screens"]) if s is screen)
                holder["presented"].clear()
                if holder["kind"] == "stack":
                    del holder["screens"][index + 1:]
                    self.settle(holder)
                elif index != holder["selected"]:
                    self.go_to(holder, index)
            else:
                index = next(i for i, p in enumerate(holder["presented"]) if p["screen"] is screen)
                del holder["presented"][index + 1:]
            container = holder

    # What a session says beside the tree

    def can(self, kind):
        trial = copy.deepcopy(self)
        try:
            return trial.apply({"type": kind})
        except Refusal:
            return False
