"""The rules of guards, intents and results, from the documents, over the model of navigation, and random apps."""

import copy

from navstate import expect

from .random_apps import LEAVES, RandomApps
from .rules import Model
from .tree import Final, Refusal, container_of
from .walk import DEPTH, Walk, demand, text_of

BACK = ("pop", "popToRoot", "goBack", "remove", "dismiss", "dismissAll", "openDrawer", "closeDrawer", "toggleDrawer")
"""The actions that lead back, for which no existing screen is asked. So does `popTo` without params."""
FLAGS = ["f0", "f1", "f2", "f3"]
CONDITIONS = {
    **{f"data.{flag}": lambda data, params, flag=flag: data[flag] for flag in FLAGS},
    "!has(params.id) || params.id != 2": lambda data, params: params.get("id") != 2,
    "data.f0 || has(params.n)": lambda data, params: data["f0"] or "n" in params,
}
"""The conditions of guards, in CEL and in Python."""


class Unmodelled(Exception):
    """A link through containers, whose way the model does not know."""


class LogicModel(Model):
    """A session of an app with guards and hooks."""

    def __init__(self, app, max_depth):
        super().__init__(app, max_depth)
        self.data, self.is_step = copy.deepcopy(app["data"]), False

    def after(self, action):
        self.detours, self.refused = 0, None
        return super().after(action)

    def navigate(self, action, acting=None):
        """Performs an action with the guards and hooks of the screens that it concerns."""
        if action["type"].startswith("flip-"):
            flag = action["type"][5:]
            self.data[flag] = not self.data[flag]
            return
        if "url" in action and "as" not in self.routes.get(action["url"][1:], {}):
            raise Unmodelled()
        former = copy.deepcopy(self.root)
        self.is_step = acting is not None
        self.read(action)
        self.check()
        screen = self.screen(self.root, acting)
        self.act_from(screen) if screen else self.dispatch()
        for asked in self.asked(action, former):
            for guard in self.routes[asked.route].get("guard", []):
                if CONDITIONS[guard["when"]](self.data, asked.params):
                    continue
                self.root = former
                if "else" not in guard:
                    raise Final("guarded")
                return self.detour(guard, action)
        self.tell_openers(action, former)

    def act_from(self, screen):
        """Offers the action of a step to the container of the screen that acts, then to those around it."""
        first = None
        while screen:
            container, self.source = self.holder(screen), screen
            try:
                return self.perform(container, is_meant=True)
            except Refusal as refusal:
                first = first or refusal
                if refusal.is_final:
                    raise
            screen = next((outer for outer in self.root.all_screens() if outer.content is container), None)
        raise first

    def check_destination(self):
        if not self.is_step:
            super().check_destination()

    def put(self, container, screens, start, end=None):
        origin, leaving = self.source or self.root.current, screens[start:end]
        opener = origin.opener if origin in leaving else origin.id
        super().put(container, screens, start, end)
        screens[start].opener = opener

    # Guards

    def asked(self, action, former):
        """The screens whose guards an action asks: those that it brings to the front, changes and makes."""
        old = {screen.id: screen for screen in former.all_screens()}
        inner = {one.id for screen in self.root.all_screens() if screen.id not in old and screen.content for one in screen.content.all_screens()}
        made = [screen for screen in self.root.all_screens() if screen.id not in old and screen.id not in inner]
        if action["type"] == "reset":
            made = [screen for screen in self.given(action["navigation"]) if screen.id not in old]
        if action["type"] in BACK or action["type"] == "popTo" and "params" not in action:
            return made
        before = {container.focused.id for container in former.focus_path()}
        focused = {container.id: container.focused.id for container in former.containers()}
        path = [(container.id, container.focused) for container in self.root.focus_path()]
        last = max((index for index, (id, screen) in enumerate(path) if self.names(action, screen) or focused.get(id) != screen.id), default=-1)
        front = [screen for _, screen in path[:last + 1] if screen.id in old and screen.id not in before]
        changed = [screen for screen in self.root.all_screens()
                   if screen.id in old and old[screen.id].params != screen.params and screen not in front]
        return front + changed + made

    def do_reset(self, container):
        super().do_reset(container)
        self.replaced = container

    def given(self, navigation):
        """The screens of the container of a `reset` that the client has given."""
        names, given = [screen["route"] for screen in navigation["screens"]], []
        for screen in self.replaced.screens:
            if screen.route in names:
                names.remove(screen.route)
                given.append(screen)
        return given + self.replaced.presented

    @staticmethod
    def names(action, screen):
        if action["type"] == "reset":
            return True
        if "url" in action:
            return screen.route == action["url"].split("?")[0].split("/")[1]
        return screen.id == action.get("id") or screen.route == action.get("route")

    def detour(self, guard, action):
        """Performs the steps of a guard instead of an action, which the screen that they open keeps."""
        self.detours += 1
        if self.detours > 8:
            raise Final("guard-loop")
        former = copy.deepcopy(self.root)
        for step in guard["else"]:
            self.navigate(step, former.current.id)
        if not guard["resume"]:
            return
        before = {container.focused.id for container in former.focus_path()}
        path = [container.focused for container in self.root.focus_path()]
        keeper = next((screen for screen in path if screen.id not in before), None)
        keeper = keeper or next((screen for screen in reversed(path) if screen.intent), None)
        old = keeper and self.screen(former, keeper.id)
        # An action that was refused on the way there is newer.
        if keeper and keeper.intent == (old.intent if old else None):
            keeper.intent = action

    # Results

    def tell_openers(self, action, former):
        """Performs `onResult` of the openers of removed screens, then the intent of the one that returned a result."""
        left = self.removed(former)
        returns = "result" in action and action["type"] in ("pop", "goBack", "dismiss")
        for screen in left:
            is_lowest = returns and screen is left[-1]
            opener = self.screen(self.root, screen.opener)
            rule = (self.routes[opener.route].get("onResult") if opener else None) or {}
            name = screen.route if screen.route in rule else "*"
            if name not in rule:
                continue
            if rule[name][0].get("if") and not is_lowest and self.data["f3"]:
                raise Final("stay")
            result = action["result"] if is_lowest else None
            self.data["log"].append([opener.id, name, result, not is_lowest])
        if returns and left and left[-1].intent:
            self.resume(left[-1].intent)

    def resume(self, intent):
        saved = copy.deepcopy((self.root, self.data, self.detours))
        try:
            self.navigate(intent)
        except Refusal as refusal:
            self.root, self.data, self.detours = saved
            self.refused = refusal.args[0]

    def removed(self, former):
        """The screens that have left, the top one first."""
        now = {screen.id for screen in self.root.all_screens()}

        def leaving(container):
            for screen in [*reversed(container.presented), *reversed(container.screens)]:
                yield from leaving(screen.content) if screen.content else ()
                if screen.id not in now:
                    yield screen

        return list(leaving(former))

    @staticmethod
    def screen(root, id):
        return next((screen for screen in root.all_screens() if screen.id == id), None)


class LogicApps(RandomApps):
    """Random apps in which routes have guards and results, and actions for them."""

    def app(self, name):
        made = super().app(name)
        for route, definition in made["routes"].items():
            definition |= self.some(1 / 2, guard=[self.guard() for _ in range(self.randint(1, 2))])
            definition |= self.some(2 / 3, onResult={key: self.hook(key) for key in [*self.sample(LEAVES, 2), "*"]})
            if "as" not in definition and route in self.reached(made):
                definition["path"] = f"/{route}/:id?"
        flips = {f"flip-{flag}": {"do": {"set": {f"data.{flag}": f"!data.{flag}"}}} for flag in FLAGS}
        data = {**{flag: self.random() < 2 / 3 for flag in FLAGS}, "f3": False, "log": []}
        return {**made, "data": data, "actions": flips}

    @staticmethod
    def reached(app):
        """The routes in containers to which links can lead."""
        names, routes = set(app["root"]["routes"]), app["routes"]
        names |= {route for route, definition in routes.items() if "as" in definition}
        while more := {name for route in names for name in routes[route].get("content", {}).get("routes", ())} - names:
            names |= more
        return names

    def guard(self):
        routes = [*LEAVES, "x", "y", "s"]
        steps = [{"type": self.choice(["push", "present"]), "route": self.choice(routes)} for _ in range(1)]
        otherwise = self.some(2 / 3, **{"else": steps, "resume": self.random() < 3 / 4})
        return {"when": self.choice(list(CONDITIONS)), **otherwise}

    def hook(self, key):
        append = {"append": {"data.log": f"[screen.id, '{key}', result, cancelled]"}}
        refuse = {"if": "cancelled && data.f3", "then": {"refuse": "No.", "code": "stay"}}
        return [*([refuse] if self.random() < 1 / 3 else []), append]

    def navigation(self, model, definition, known=(), depth=0):
        return super().navigation(model, definition, known, 2)

    def action(self, model):
        if self.random() < 1 / 8:
            return {"type": f"flip-{self.choice(FLAGS)}"}
        if self.random() < 1 / 4 and any(screen.intent for screen in model.root.all_screens()):
            return {"type": self.choice(["goBack", "pop", "dismiss"]), "result": self.randint(1, 9)}
        made = super().action(model)
        if made["type"] in ("pop", "goBack", "dismiss"):
            made |= self.some(1 / 2, result=self.randint(1, 9))
        return made

    def link(self, app):
        linked = [route for route, definition in app["routes"].items() if "/:id?" in definition.get("path", "")]
        route, id = self.choice(linked), self.choice(["", "/1", "/2", "/2?n=1"])
        return {"type": "route", "url": f"/{route}{id}", "policy": self.choice(["push", "navigate", "reset"])}


class LogicWalk(Walk):
    """One session with guards and hooks, and its model."""

    def __init__(self, client, app, model, random, outcomes):
        self.client, self.definition, self.model, self.random, self.outcomes = client, app, model, random, outcomes
        session = expect(client.post("/v1/sessions", json={"app": app["app"]}), 201).json()
        self.session, self.changes = f"/v1/sessions/{session['id']}", 0
        self.go_on(session)

    def step(self):
        if self.random.random() < 1 / 10:
            return self.follow(self.random.link(self.definition))
        super().step()

    def compare(self, what, attempt, answer, sent):
        try:
            super().compare(what, attempt, answer, sent)
        except Unmodelled:
            self.outcomes[what, "unmodelled"] += 1
            if answer.status_code == 200:
                self.go_on(answer.json()["session"], answer.json()["changed"])

    def check_state(self, draft, session, sent):
        super().check_state(draft, session, sent)
        # A screen that is opened and removed in one action has no id that the model knows.
        known = [entry if entry[0][0] != "?" else [None, *entry[1:]] for entry in draft.data["log"]]
        logged = [entry if mine[0] else [None, *entry[1:]] for mine, entry in zip(known, session["data"]["log"])]
        # The order between containers is not fixed.
        demand({**draft.data, "log": sorted(map(str, known))}, {**session["data"], "log": sorted(map(str, logged))}, sent)

    def go_on(self, session, changed=False):
        super().go_on(session, changed)
        self.model.data = session["data"]
        if self.random.random() < 1 / 3:
            self.check_url(session)

    def check_url(self, session):
        """The link to the current screen leads to what is shown, with the same params on the whole path."""
        if url := session["current"].get("url"):
            self.outcomes["url", "resolved"] += 1
            answer = self.client.get(f"/v1/apps/{self.definition['app']}/resolve", params={"url": url})
            found = container_of(answer.json(), self.model.definitions)
            demand(self.shown(self.model.root), self.shown(found), url)

    @staticmethod
    def shown(root):
        return [(container.focused.route, container.focused.params) for container in root.focus_path()]

    def follow(self, link):
        """Follows a link, and checks what it has done, whatever the containers on the way."""
        answer = self.client.post(self.session + "/actions", json=link)
        self.outcomes["link", answer.json().get("code", "opened")] += 1
        if answer.status_code != 200 or not answer.json()["changed"]:
            return
        body, model, former = answer.json(), self.model, self.model.root
        found = container_of(body["session"]["navigation"], model.definitions)
        draft = copy.copy(model)
        draft.root, draft.data = found, body["session"]["data"]
        # What is opened, be it by a guard instead, passes its own guards, except with what a container begins.
        name, *id = link["url"].split("?")[0].split("/")[1:]
        path = [container.focused for container in found.focus_path()]
        end = max((index for index, screen in enumerate(path) if screen.route == name), default=-1)
        for screen in draft.asked(link, former):
            if link["policy"] == "reset" and screen not in path[:end + 1]:
                continue
            for guard in model.routes[screen.route].get("guard", []):
                demand(True, CONDITIONS[guard["when"]](model.data, screen.params), link, guard, text_of(former))
        if not any("guard" in model.routes[route] for route in (name, "x", "y", "s")):
            there = [container.focused for container in found.focus_path() if container.focused.route == name]
            wanted = id[0] if id else model.routes[name].get("initialParams", {}).get("id")
            values = [str(screen.params.get("id")) for screen in there]
            demand(True, str(wanted) in values, link, text_of(former), text_of(found))
        self.go_on(body["session"], True)


def walk(client, seed, outcomes, model=LogicModel):
    """Walks through four sessions of an app; returns them."""
    random = LogicApps(seed)
    app = random.app(f"logic-{seed}")
    expect(client.put(f"/v1/apps/{app['app']}", json=app), 200, 201)
    walks = [LogicWalk(client, app, model(app, DEPTH), random, outcomes) for _ in range(4)]
    for one in walks:
        for _ in range(50):
            one.step()
    return walks
