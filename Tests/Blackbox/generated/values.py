"""Random values for a JSON Schema, sometimes wrong ones."""

import random
import re

NUMBERS = [0, 1, 1, 2, 3, -1, 2**31, 2**53, 2**53 + 1, -2**53 - 1, 2**63 - 1, -2**63, 9.3e18, -9.3e18, 9.3e15, -9.3e15, 1e300,
           -1e300, 5e-324, 1e-9, 0.5, -0.0, 31536000, 31536001, "#-0", "#1.0", "#9223372036854775807.0"]
TEXTS = ["", " ", "a", "a" * 70, "long " * 1000, "Ünï🐱", "e\u0301", "\0", "\u2028", "NaN", "Infinity", "-1", "1e999", "..", "*", "/",
         "%2e%2e%00%zz", "${", "${data.i}", "$${x}", "${1/0}", "${data}", "__proto__", "root", "a1", "PT0S", "P365D", "PT0.001S",
         "P999999999W", "-PT1S", "2026-02-30T00:00:00Z", "9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00Z"]
DEEP = [{"a": [{"a": [{"a": [{"a": [{"a": [{"a": [{"a": [{"a": [{"a": [{}]}]}]}]}]}]}]}]}]}]
EXTREMES = [*NUMBERS, *TEXTS, None, True, False, [], {}, [[]], [None], {"": None}, {"type": "pop"}, {"route": "home"}, DEEP]
WRONG = [*EXTREMES, 2**63, -2**63 - 1, 10**40, "#1e400", "#-1e400", "#1e-400"]
WORDS = ["a", "b", "id", "n", "s", "items", "total", "Ünï", "x y", "e\u0301", "a.b", "0"]


def unquoted(text):
    """JSON with the numbers that Python does not write, such as `1e400`, which are given as "#1e400"."""
    return re.sub(r'"#(-?[0-9][0-9.e+-]*)"', r"\1", text)


class Values(random.Random):
    """Makes values of a schema. `members` has functions by the name of a member, with or without its owner's, or of a definition."""

    def __init__(self, seed, schemas, members):
        super().__init__(seed)
        self.schemas, self.members, self.level, self.share = schemas, members, 0, self.choice([0.1, 0.25, 0.5])
        # Half of the values are right throughout.
        self.wrong = self.choice([0, 0, 0.005, 0.03])

    def chance(self, share):
        return self.random() < share

    def some(self, share, /, **members):
        """These members, with that probability."""
        return members if self.chance(share) else {}

    def value(self, schema, owner="", name=""):
        referred = schema.get("$ref", "").rsplit("/", 1)[-1]
        own = next((key for key in (f"{owner}.{name}", name, referred) if key in self.members), None)
        if self.chance(self.wrong):
            return self.choice(WRONG)
        if own or referred:
            return self.members[own](self) if own else self.value(self.schemas[referred], referred)
        self.level += 1
        made = self.plain(schema, owner, name)
        self.level -= 1
        return made

    def plain(self, schema, owner, name):
        if "const" in schema or "enum" in schema:
            return self.choice(schema.get("enum") or [schema["const"]])
        if "anyOf" in schema and "properties" not in schema:
            return self.value(self.choice(schema["anyOf"]), owner)
        kind = schema.get("type", "any")
        kind = self.choice(kind) if isinstance(kind, list) else kind
        if kind == "object":
            return self.object(schema, name or owner)
        if kind == "array":
            made = [self.value(schema.get("items", {}), owner) for _ in range(self.randint(schema.get("minItems", 0), 3))]
            return [item for index, item in enumerate(made) if item not in made[:index]]
        if kind in ("integer", "number"):
            return self.choice([schema.get("minimum", 0), 1, 2, 3, schema.get("maximum", 2**63 - 1)])
        return {"boolean": self.chance(0.5), "string": self.choice(WORDS), "null": None}.get(kind, self.any())

    def any(self):
        return self.choice([self.choice(EXTREMES), self.randint(0, 9), self.choice(WORDS), {self.choice(WORDS): self.randint(0, 9)}])

    def object(self, schema, owner):
        branches = schema.get("oneOf") or schema.get("if", {}).get("oneOf") or [{}]
        chosen = self.choice(branches).get("required", [])
        omitted = {name for branch in branches for name in branch.get("required", [])} - set(chosen)
        made = {name: self.value(each, owner, name) for name, each in schema.get("properties", {}).items()
                if name in [*schema.get("required", []), *chosen] or name not in omitted and self.level < 10 and self.chance(self.share)}
        others = schema.get("additionalProperties")
        if isinstance(others, dict) or not schema.get("properties"):
            for name in self.sample(WORDS, self.randint(0, 2 if self.level < 9 else 0)):
                made[name] = self.value(others if isinstance(others, dict) else {}, owner, "each")
        return made
