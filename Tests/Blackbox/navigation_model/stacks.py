"""The rules of stacks."""

from .refusal import Refusal
from .tree import deep_equal


class StackRules:
    """Of a `Model`."""

    def do_push(self, action, stack, source):
        name, params = action["route"], action.get("params")
        self.check_stack(stack, name)
        self.guard(name)
        full = self.full_params(name, params)
        twin = next((s for s in reversed(stack["screens"]) if self.is_same(s, name, full)), None)
        rule = self.routes[name].get("onDuplicate", "moveToTop")
        if twin is not None:
            self.push_twin(stack, twin, rule, params)
        elif rule != "ignore" or not any(self.is_same(p["screen"], name, full) for p in stack["presented"]):
            self.check_unique(stack, name, full)
            stack["screens"].append(self.screen(name, params))
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
        self.check_stack(stack)
        top = self.list_index(stack, source)
        self.check_stack(stack, action.get("route"))
        index = self.match_below(action, stack, top)
        params = action.get("params")
        if index is None:
            return self.pop_to_absent(action, stack, top)
        screen = stack["screens"][index]
        params = self.reached_params(screen, params, action.get("merge", False))
        del stack["screens"][index + 1:]
        self.check_unique(stack, screen["route"], params, besides=screen)
        screen["params"] = params
        self.settle(stack)

    def match_below(self, action, stack, top):
        screens = stack["screens"]
        if "index" in action:
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
        """The identity in the params of an action."""
        rule = self.routes[name].get("identity")
        return (params or {}).get(rule) if isinstance(rule, str) else None

    def pop_to_absent(self, action, stack, top):
        absent = action.get("ifAbsent", "refuse")
        if absent == "refuse" or "route" not in action:
            raise Refusal("nothing-to-pop-to")
        name, params = action["route"], action.get("params")
        self.guard(name)
        if top + 1 < len(stack["screens"]):
            self.met["popTo opens where the source stands"] += 1
        self.drop_above(stack, top)
        if absent == "replace":
            del stack["screens"][top:]
        self.check_unique(stack, name, self.full_params(name, params))
        stack["screens"].append(self.screen(name, params))
        self.settle(stack)

    @staticmethod
    def drop_above(stack, index):
        del stack["screens"][index + 1:]

    def do_replace(self, action, stack, source):
        name, params = action["route"], action.get("params")
        self.check_stack(stack)
        index = self.list_index(stack, source)
        self.check_stack(stack, name)
        self.guard(name)
        full, former = self.full_params(name, params), stack["screens"][index]
        self.check_unique(stack, name, full, besides=former)
        if self.is_same(former, name, full):
            self.met["replace of the screen that has the identity"] += 1
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
        index = self.list_index(container, source)
        top = container["screens"][-1]
        if top["route"] == name and self.is_meant(top, params):
            full = self.reached_params(top, params, merge)
            self.check_unique(container, name, full, besides=top)
            top["params"] = full
            return
        if action.get("pop"):
            below = self.match_below({"route": name, "params": params}, container, index)
            if below is not None:
                del container["screens"][below + 1:]
                screen = container["screens"][below]
                if merge and params is not None and screen is not top:
                    self.met["navigate merges into a screen below"] += 1
                screen["params"] = self.reached_params(screen, params, merge)
                return self.settle(container)
        self.navigate_push(action, container)

    def is_meant(self, screen, params):
        wanted = self.named_identity(screen["route"], params)
        return wanted is None or deep_equal(wanted, self.identity(screen["route"], screen["params"]))

    def navigate_push(self, action, stack):
        name, params = action["route"], action.get("params")
        self.guard(name)
        full = self.full_params(name, params)
        twin = next((s for s in reversed(stack["screens"]) if self.is_same(s, name, full)), None)
        if twin is not None and action.get("merge"):
            self.met["navigate merges into a screen of that identity"] += 1
            params = {**twin["params"], **(params or {})}
        self.do_push({**action, **({"params": params} if params is not None else {})}, stack, None)
