"""Random definitions of apps, which use all members of their JSON Schema, and actions for them."""

import json

from expressions.generator import BINDINGS, Generator
from navstate import ROOT

from .values import EXTREMES, NUMBERS, TEXTS, Values

SCHEMA, API = (json.loads((ROOT / name).read_text()) for name in ("schemas/app.json", "openapi.json"))
PARTS, SCHEMAS = SCHEMA["$defs"], API["components"]["schemas"]
TYPES = PARTS["action"]["properties"]["type"]["anyOf"][0]["enum"]
STEPS = [part for part in PARTS if part.endswith("Step")]
DATA = {**BINDINGS, "big": 2**63 - 1, "least": -2**63, "huge": 1e300, "text": "x" * 3000}
NAMES = ["home", "item", "tab", "menu", "order", "Ünï 🐱", "a b", "r" * 64]
OWN = {"beep": {"n": "integer?"}, "add": {"s": "string", "n": "number?"}, "fill": {"o": "any?", "l": "array?"}, "éa": {}}
PATHS = ["/:id", "/:id(\\d+)", "/:n?", "/:s+", "/:s*", "/*", "/:id/x/:n(\\d{2,4})?", "", "/a/b", "//", "/:", "/%41", "/:id([a-c]+|x)"]
ENDS = ["", "/1", "/22", "/abc/x/12", "/a/b", "?n=1&n=2", "?s", "/%41%zz", "/%00", "/%ff", "/1?id=9223372036854775808", "#x", "//",
        "/" + "a/" * 900]
KINDS = {"string": "string", "integer": "int", "number": "double", "boolean": "bool", "object": "map", "array": "list_int"}
CONTAINERS = ["stack", "stack", "tabs", "drawer", "pages", "panes", "switch"]
SESSION = [("now", "timestamp"), ("session.revision", "int"), ("session.id", "string"), ("path", "list_string"),
           ("stack", "list_string"), ("session.labels", "map"), ("session.key", "dyn")]
SIDE = "select select select select selectNext selectPrevious selectFirst selectLast "
FITTING = {"stack": "push push push pop pop popTo popToRoot replace insert navigate navigate goBack goBack present dismiss "
           "dismissAll route route setParams pushParams replaceParams remove reset screen setState ", "tabs": SIDE, "pages": SIDE,
           "drawer": "openDrawer closeDrawer toggleDrawer " + SIDE, "switch": "switchTo select ", "panes": SIDE}


class Expressions(Generator):
    """Expressions over the data and the variables of `scope`, which are names with their kinds."""

    scope = SESSION

    def of(self, kind, depth):
        names = [name for name, own in self.scope if own in (kind, "dyn")]
        return self.random.choice(names) if names and self.random.random() < 0.3 else super().of(kind, depth)

    def fill(self, pattern, depth):
        return f"data.{pattern}" if pattern.split(".")[0] in BINDINGS else super().fill(pattern, depth)


class Definitions(Values):
    """Makes definitions of one app. Its routes, params and actions are declared first, so that the rest refers to them."""

    def __init__(self, seed, app):
        super().__init__(seed, PARTS, MEMBERS)
        self.app, self.version, self.cel, self.kinds, self.current = app, 1, Expressions(self, 40), set(), None
        self.names = self.sample(NAMES, self.randint(1, 6))
        self.declared = {name: self.declaration() if self.chance(0.5) else None for name in self.names}
        self.own = {name: args for name, args in OWN.items() if self.chance(0.6)}

    def definition(self, version=1):
        self.version = version
        made = {name: MEMBERS[f"app.{name}"](self) for name in ("data", "actions")} | self.object(SCHEMA, "app")
        return made if self.chance(self.wrong) else {**made, "app": self.app, "version": version}

    def declaration(self):
        return {name: self.value(PARTS["paramType"]) for name in self.sample(["id", "n", "s", "o", "l"], self.randint(0, 4))}

    def expression(self, *kinds):
        return self.cel.of(self.choice(kinds or ["int", "string", "bool", "double", "map", "list_int", "timestamp"]), self.randint(0, 3))

    def within(self, known, make, keep=True):
        """What `make` makes while these variables are known, in addition to those known now or to those of the session."""
        kept, self.cel.scope = self.cel.scope, [*(self.cel.scope if keep else SESSION), *known]
        made = make()
        self.cel.scope = kept
        return made

    @staticmethod
    def typed(name, params):
        """The variables of declared params."""
        return [(f"{name}.{each}", KINDS.get(str(kind).rstrip("?"), "dyn")) for each, kind in (params or {}).items()]

    def route(self, name):
        self.current, declared = name, self.declared[name]
        known = [*self.typed("params", declared), ("state.n", "int"), ("screen.id", "string"), ("screen.route", "string")]
        made = self.within(known, lambda: self.object(PARTS["route"], "route"), keep=False)
        omitted = [*([] if "identity" in made else ["onDuplicate"]), *([] if self.chance(0.3) else ["feature"]),
                   *(["params"] if declared is None else [])]
        return {member: value for member, value in made.items() if member not in omitted}

    def own_action(self, name):
        made = self.within(self.typed("args", OWN[name]), lambda: self.object(PARTS["ownAction"], "ownAction"))
        return {**made, **({"args": OWN[name]} if OWN[name] else {})}

    def results(self):
        routes = self.sample([*self.names, "*"], self.randint(1, 2))
        return self.within([("result", "dyn"), ("cancelled", "bool")], lambda: {name: self.steps() for name in routes})

    def container(self):
        kind, routes = self.choice(CONTAINERS), self.sample(self.names, self.randint(1, len(self.names)))
        self.kinds.add(kind)
        return {"routes": routes, **self.object(PARTS["container"], "container"), "kind": kind}

    def migration(self):
        made, screen = self.object(PARTS["migration"], "migration"), PARTS["migration"]["properties"]["screens"]
        return {**made, **self.some(0.5, screens={self.one(): self.value(screen["additionalProperties"])})}

    def places(self, *places):
        kinds = {"i": "int", "d": "double", "s": "string", "b": "bool", "m": "map"}
        return {place: self.expression(kinds.get(place.split(".")[1], "int")) for place in self.sample(places, self.randint(1, 2))}

    def steps(self):
        return self.step() if self.level > 7 or self.chance(0.5) else [self.step() for _ in range(self.randint(0, 3))]

    def step(self):
        kind = self.choice(STEPS)
        return self.action() if self.chance(0.4) or kind == "ifStep" and self.level > 7 else self.value({"$ref": kind})

    def action(self):
        """An action, of navigation or of the app."""
        if self.chance(0.35):
            made = {"type": self.choice(list(self.own if self.own and self.chance(0.9) else OWN))}
            made |= {arg: self.fitting(kind) for arg, kind in OWN[made["type"]].items() if kind == "string" or self.chance(0.5)}
        else:
            fitting = "".join(FITTING[kind] for kind in sorted(self.kinds)).split()
            kind = self.choice(fitting if fitting and self.chance(0.85) else TYPES)
            made = self.of_api(SCHEMAS.get(f"{kind[0].upper()}{kind[1:]}Action", {"const": {"state": {"n": 1}}}))
            made = {**(made if isinstance(made, dict) else {}), "type": kind}
            made |= {"params": self.params(made.get("route"))} if "params" in made else {}
        made |= self.some(0.03, screen=self.id())
        made = {name: value for name, value in made.items() if name not in ("target", "source") or self.chance(0.15)}
        return {name: self.choice(EXTREMES) if self.chance(self.wrong) else value for name, value in made.items()}

    def of_api(self, schema, owner="body", share=0.4):
        """A value of a schema of openapi.json."""
        kept = self.schemas, self.members, self.share
        self.schemas, self.members, self.share = SCHEMAS, BODIES, share
        made = self.value(schema, owner)
        self.schemas, self.members, self.share = kept
        return made

    def one(self):
        return self.choice(TEXTS if self.chance(self.wrong) else self.names)

    def id(self):
        return self.choice([f"a{self.randint(1, 12)}", f"a{self.randint(1, 4)}", "root", "root", "none"])

    def fitting(self, kind):
        """A value of a declared type."""
        if isinstance(kind, dict):
            listed = kind.get("enum")
            return self.choice([*(listed if isinstance(listed, list) else []), kind.get("const", 1), self.fitting(kind.get("type"))])
        values = {"string": ["1", "2", "abc", *TEXTS], "integer": [1, 2, 3, 2**63 - 1, -2**63], "boolean": [True, False],
                  "number": [0.5, 2, 1e300, -0.0, 5e-324], "object": [{}, {"a": 1}], "array": [[], [1, 2]]}
        return self.choice(values.get(str(kind).rstrip("?"), EXTREMES))

    def params(self, route):
        declared = self.declared.get(route) if isinstance(route, str) else None
        if not declared:
            return {"id": self.randint(1, 2), **self.some(0.3, n=self.any())} if declared is None else {}
        return {**{name: self.fitting(kind) for name, kind in declared.items()}, **self.some(self.wrong, unknown=1)}

    def url(self):
        """A link, which mostly has the first segment of a path."""
        made = self.choice(["", "https://h", "shop:/", "x://"]) + f"/{self.randrange(len(self.names))}" + self.choice(ENDS)
        return self.choice(TEXTS) if self.chance(self.wrong) else made

    def navigation(self, depth=0):
        """A partial navigation."""
        screens = [self.screen(depth) for _ in range(self.randint(0 if self.chance(0.1) else 1, 3))]
        return {"kind": self.choice([*sorted(self.kinds), "stack"]), "screens": screens, **self.some(0.2, history=["a1", "g1", "a1"], historyParams=[None, {"id": 1}]),
                **self.some(0.3, selected=self.choice([len(screens) - 1, *NUMBERS])), **self.some(0.1, open=True, id="root"),
                **self.some(0.15, presented=[{"style": "sheet", "screen": self.screen(depth)}])}

    def screen(self, depth):
        route = self.one()
        return {"route": route, **self.some(0.4, id=self.choice(["g1", "g2", "a1", *TEXTS])), **self.some(0.5, params=self.params(route)),
                **self.some(0.2, state={"n": 1}), **(self.some(0.3, content=self.navigation(depth + 1)) if depth < 3 else {})}


def choices(*values):
    return lambda made: made.choice(values)


def filled(made):
    return f"${{{made.expression()}}}" if made.chance(0.3) else made.any()


# Members of actions and of other bodies.
BODIES = {
    "route": Definitions.one, "url": Definitions.url, "id": Definitions.id, "result": Values.any, "navigation": Definitions.navigation,
    "target": lambda made: made.id() if made.chance(0.2) else "root", "source": Definitions.id,
    "action": choices({"type": "increment"}, {"type": "setState", "state": {"n": 2}}, {"type": "beep"}),
    "index": lambda made: made.choice([0, 1, 2, made.choice(NUMBERS)]), "count": lambda made: made.choice([1, 1, 2, made.choice(NUMBERS)]),
    "SessionID": choices("~session0~"), "AnyAction": Definitions.action, "Action": Definitions.action, "to": choices("~session1~", "k1"),
    "batches.filter": lambda made: {"app": made.app}, "from": choices(1), "migrations.to": choices(2, 2, 3), "seconds": choices(1, 1, 3600),
    "key": choices("k0", "k1"), "migrate": choices({"from": 1, "to": 2}), "takeOver": choices(True), "messages.action": Definitions.action,
}
MEMBERS = {
    "app.app": lambda made: made.app, "app.version": lambda made: made.version, "acceptsMessagesFrom": choices([], ["counter"]),
    "app.data": lambda made: {**DATA, **made.some(0.2, odd=made.choice(EXTREMES), n=None)},
    "app.schema": lambda made: made.choice([{}, {"properties": {"i": {"type": "integer"}, "new": {"type": ["object", "null"]}}},
                                            {"properties": {"n": made.value(PARTS["valueSchema"])}}]),
    "route.schema": lambda made: made.choice([{}, {"properties": {"n": {"type": ["integer", "null"], "maximum": 1}}},
                                              {"properties": {"x": made.value(PARTS["valueSchema"])}}]),
    "valueSchema.type": choices("string", "integer", "number", "boolean", "object", "array", ["string", "null"]),
    "deadline": choices("PT1S", "P1D"),
    "app.routes": lambda made: {name: made.route(name) for name in made.names},
    "app.actions": lambda made: {name: made.own_action(name) for name in made.own},
    "app.migrate": lambda made: {"1": made.migration()}, "feature": choices("counter", "settings", "todos"),
    "title": choices("Title", "T" * 80, "Ünï"), "route.params": lambda made: made.declared[made.current] or {},
    "route.identity": lambda made: made.choice([*(made.declared[made.current] or {}), True]),
    "route.initialParams": lambda made: made.params(made.current),
    "route.state": lambda made: {"n": 0, "l": [1], "t": "x", **made.some(0.2, odd=made.choice(EXTREMES))},
    "route.path": lambda made: f"/{made.names.index(made.current)}" + made.choice(PATHS if made.chance(0.8) else TEXTS),
    "route.parent": lambda made: made.choice([made.one(), {"route": made.one(), "params": made.params(made.current)}]),
    "route.actions": lambda made: {name: made.own_action(name) for name in made.sample(list(OWN), made.randint(0, 2))},
    "route.to": lambda made: [made.choice([name, {"route": name, **made.some(
        0.7, when=made.expression("bool"), **made.some(0.5, message="No."))}]) for name in made.sample(made.names, 1)],
    "route.content": lambda made: made.container() if made.chance(0.4) else {"kind": "stack", "initial": made.one()},
    "route.onResult": Definitions.results, "guard.resume": choices(True, True, False),
    "guard.when": lambda made: made.within(
        made.typed("params", made.declared[made.current]), lambda: made.expression("bool"), keep=False),
    "container.routes": lambda made: made.sample(made.names, 1), "migration.set": lambda made: made.places("data.i", "data.extra"),
    "guard.else": Definitions.action, "ownAction.args": choices({}), "container": Definitions.container,
    "expression": Definitions.expression, "when": lambda made: made.choice(["true", "data.b", made.expression("bool")]),
    "if": lambda made: made.expression("bool"), "routeName": Definitions.one, "steps": Definitions.steps, "action": Definitions.action,
    "text": lambda made: made.choice(["A text.", "It is ${%s}." % made.expression(), *TEXTS]), "value": filled, "body": filled,
    "durationText": choices("PT1S", "PT0.001S", "PT30M", "P30D", "P365D", "P0D", "PT999999999H"),
    "duration": lambda made: made.choice([0.001, 0.001, 1, 0.5, 5e-324, "PT1S", "P365D", made.choice(NUMBERS)]),
    "id": choices("t1", "t2"), "cancel": choices("t1", "t2"), "code": choices("sold-out", "refused"), "timeout": choices(1, "PT1S", 5e-324),
    "call": choices("http://127.0.0.1:9/x", "https://localhost/${data.s}", "${data.s}", "http://${data.i}:99999/"),
    "send": lambda made: made.choice(["session.id", "'k1'", made.expression("string")]),
    "set": lambda made: made.places("data.i", "data.s", "data.m", "data.b", "data.new.deep", "data.li[0]",
                                    "data.li[9223372036854775807]", *(["state.n", "state.x[0]"] if made.current else ["data.d"])),
    "append": lambda made: {made.choice(["data.li", "data.new.list", "data.o.tags"]): made.expression("int")},
    "remove": lambda made: {made.choice(["data.li", "data.ls"]): made.choice(["i, v: 1/i > 0", "v: v == 1", "v: " + made.expression("bool")])},
}
