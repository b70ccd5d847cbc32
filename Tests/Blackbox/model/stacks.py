"""The rules of stacks."""

from .tree import Refusal, deep_equal


class StackRules:
    """Of a `Model`."""

    def do_push(self, action, stack, source):
        name, params = self.destination(action, stack)
        full = self.full_params(name, params)
        twin = self.twin(stack["screens"], name, full)
        if twin is not None:
            self.reach_twin(stack["screens"], twin, params)
        elif self.duplicate_rule(name) != "ignore" or self.twin(stack["presented"], name, full) is None:
            self.check_unique(stack, name, full)
            stack["screens"].append(self.screen(name, params))

    def do_pop(self, action, stack, source):
        index = self.index_in_list(stack, source)
        if index == 0:
            raise Refusal("nothing-to-pop")
        del stack["screens"][max(1, index - action.get("count", 1) + 1):index + 1]

    def do_popToRoot(self, action, stack, source):
        if len(stack["screens"]) == 1:
            raise Refusal("nothing-to-pop")
        del stack["screens"][1:]

    def do_popTo(self, action, stack, source):
        top = self.index_in_list(stack, source)
        if "route" in action:
            self.check_taken(stack, action["route"])
        index = self.match_below(action, stack, top)
        if index is None:
            return self.pop_to_absent(action, stack, top)
        screen = stack["screens"][index]
        params = self.reached_params(screen, action.get("params"), action.get("merge"))
        del stack["screens"][index + 1:]
        self.set_params(stack, screen, params)

    def match_below(self, action, stack, top):
        """The index of the screen that an action names, the first one from `top` down."""
        if "index" in action:
            return action["index"] if action["index"] <= top else None

        def is_named(screen):
            return screen["id"] == action["id"] if "id" in action else self.is_meant(screen, action)

        return next((index for index in range(top, -1, -1) if is_named(stack["screens"][index])), None)

    def is_meant(self, screen, action):
        """Whether a screen has the route of an action, and the identity if the action's own params have one."""
        name, params = action["route"], action.get("params") or {}
        rule = self.routes[name].get("identity")
        wanted = params.get(rule) if isinstance(rule, str) else None
        return screen["route"] == name and (
            wanted is None or deep_equal(wanted, self.identity(name, screen["params"])))

    def pop_to_absent(self, action, stack, top):
        absent = action.get("ifAbsent", "refuse")
        if absent == "refuse" or "route" not in action:
            raise Refusal("nothing-to-pop-to")
        name, params = self.destination(action, stack)
        if top + 1 < len(stack["screens"]):
            self.met["popTo opens where the source stands"] += 1
        self.drop_above(stack, top)
        if absent == "replace":
            del stack["screens"][top:]
        self.check_unique(stack, name, self.full_params(name, params))
        stack["screens"].append(self.screen(name, params))

    def drop_above(self, stack, index):
        del stack["screens"][index + 1:]

    def do_replace(self, action, stack, source):
        index = self.index_in_list(stack, source)
        name, params = self.destination(action, stack)
        full, former = self.full_params(name, params), stack["screens"][index]
        self.check_unique(stack, name, full, besides=former)
        if self.is_same(former, name, full):
            self.met["replace of the screen that has the identity"] += 1
        stack["screens"][index] = self.screen(name, params)

    def do_insert(self, action, stack, source):
        name, params = self.destination(action, stack)
        if action["index"] > len(stack["screens"]):
            raise Refusal("index-out-of-range", True)
        self.check_unique(stack, name, self.full_params(name, params))
        stack["screens"].insert(action["index"], self.screen(name, params))

    def do_navigate(self, action, container, source):
        if container["kind"] != "stack":
            return self.do_select(action, container, source)
        name, params, merge = action["route"], action.get("params"), action.get("merge")
        self.check_taken(container, name)
        index, top = self.index_in_list(container, source), container["screens"][-1]
        if self.is_meant(top, action):
            return self.set_params(container, top, self.reached_params(top, params, merge))
        below = self.match_below({"route": name, "params": params}, container, index) if action.get("pop") else None
        if below is None:
            return self.navigate_push(action, container)
        del container["screens"][below + 1:]
        screen = container["screens"][below]
        if merge and params is not None and screen is not top:
            self.met["navigate merges into a screen below"] += 1
        screen["params"] = self.reached_params(screen, params, merge)

    def navigate_push(self, action, stack):
        name, params = self.destination(action, stack)
        twin = self.twin(stack["screens"], name, self.full_params(name, params))
        if twin is not None and action.get("merge"):
            self.met["navigate merges into a screen of that identity"] += 1
            action = {**action, "params": {**twin["params"], **(params or {})}}
        self.do_push(action, stack, None)
