"""Random expressions of the Common Expression Language, mostly of correct types, with variables for them."""

import json

STRINGS = ["", "a", "ab", "abab", "tacocat", "Ünïcode ©αT", "🐱😀", "  trim\t", "1", "-7", "true", "x,y,,z", "a.b"]
INTS = [0, 1, 1, 2, 2, 3, 4, 5, 7, 10, 100, -1, -13, 2**31, 2**53 + 1, 2**62, 2**63 - 1, -(2**63)]
# Their texts are the same in all implementations.
DOUBLES = [0.0, 1.0, -1.0, 0.5, 2.5, -1.25, 3.75, 1000.0, 1e300, -1e-300]
# Whole seconds: implementations write the zeros at the end of a fraction differently.
TIMES = ["2009-02-13T23:31:30Z", "1945-05-07T02:41:00Z", "2024-02-29T12:00:00Z", "1010-01-01T00:00:00Z",
         "9999-12-31T23:59:59Z", "2026-06-30T23:59:59+05:30"]
DURATIONS = ["0s", "1s", "-61s", "1h30m", "24h", "-36h", "1000000s"]
ZONES = ["UTC", "+01:00", "-09:30", "Europe/Berlin", "Australia/Sydney", "America/New_York", "Asia/Kathmandu"]
PATTERNS = ["a", "^a", "b$", "(ab)+", "[a-c]{2,3}", "a|b", "\\d+", "[^a-z]", "^$", "x*y", "(?i)TACO", "\\bcat", "a(b|c)?a",
            "[[:alpha:]]+", ".at", "(", "a{2"]
BINDINGS = {
    "i": 42, "d": 2.5, "s": "tacocat", "b": True, "n": None, "li": [3, 1, 2, 1], "ls": ["b", "a", ""],
    "m": {"a": 1, "b": 2, "c d": 3}, "o": {"name": "Ada", "tags": ["x", "y"], "age": 36, "score": 1.5},
}
TYPES = ["int", "double", "string", "bool", "list_int", "list_string", "map", "timestamp", "duration"]


class Generator:
    """Makes expressions of a type. Once in `wrong` times an operand has another type."""

    def __init__(self, random, wrong=60):
        self.random, self.wrong, self.locals = random, wrong, []

    def expression(self):
        return self.of(self.random.choice(TYPES), 4)

    def of(self, kind, depth):
        if self.random.randrange(self.wrong) == 0:
            # A map as the source of a list has no common order.
            kind = self.random.choice([type_ for type_ in TYPES if type_ != "map"])
        names = [name for name, type_ in self.locals if type_ == kind]
        if names and self.random.random() < 0.4:
            return self.random.choice(names)
        choices = LEAVES[kind] if depth <= 0 or self.random.random() < 0.15 else BRANCHES[kind] + COMMON
        choice = self.random.choice(choices)
        return choice(self, kind, depth - 1) if callable(choice) else self.fill(choice, depth - 1)

    def fill(self, pattern, depth):
        """Fills `{int}` and so on."""
        parts = pattern.split("{")
        made = parts[0]
        for part in parts[1:]:
            kind, rest = part.split("}", 1)
            made += self.of(kind, depth) + rest
        return made

    def macro(self, pattern, variable, element, source, depth):
        name = f"{variable}{len(self.locals)}"
        source = self.of(source, depth)
        self.locals.append((name, element))
        made = source + self.fill(pattern.replace("VAR", name), depth)
        self.locals.pop()
        return made


def quote(text):
    return json.dumps(text, ensure_ascii=False)


def literal(values, write):
    return lambda generator, kind, depth: write(generator.random.choice(values))


def conditional(generator, kind, depth):
    return generator.fill("({bool} ? {%s} : {%s})" % (kind, kind), depth)


def list_of(element):
    return lambda generator, kind, depth: ("[" + ", ".join(generator.of(element, depth) for _ in range(generator.random.randrange(4))) + "]")


def map_literal(generator, kind, depth):
    keys = [quote(key) for key in generator.random.sample(["a", "b", "c", ""], generator.random.randrange(3))]
    return "{" + ", ".join(f"{key}: {generator.of('int', depth)}" for key in keys) + "}"


def macro(pattern, element, source):
    return lambda generator, kind, depth: generator.macro(pattern, "v", element, source, depth)


LEAVES = {
    "int": [literal(INTS, str), "i", "m.a", "o.age"],
    "double": [literal(DOUBLES, repr), "d", "o.score"],
    "string": [literal(STRINGS, quote), "s", "o.name"],
    "bool": ["true", "false", "b"],
    "list_int": ["li", list_of("int")],
    "list_string": ["ls", "o.tags", list_of("string")],
    "map": ["m", map_literal],
    "timestamp": [literal(TIMES, lambda text: f"timestamp('{text}')")],
    "duration": [literal(DURATIONS, lambda text: f"duration('{text}')")],
}
COMPARED = ["int", "double", "string", "bool", "timestamp", "duration"]
PARTS = ["FullYear", "Month", "Date", "DayOfMonth", "DayOfWeek", "DayOfYear", "Hours", "Minutes", "Seconds", "Milliseconds"]
COMMON = [conditional]
BRANCHES = {
    "int": [
        "({int} + {int})", "({int} - {int})", "({int} * {int})", "({int} / {int})", "({int} % {int})", "-({int})",
        "size({string})", "size({list_int})", "{map}.size()", "{list_int}[{int}]", "{list_int}[0]", "{map}['a']", "{map}.b",
        "int({double})", "int({string})", "int({timestamp})", "{string}.indexOf({string})", "{string}.indexOf({string}, {int})",
        "{string}.lastIndexOf({string})", "{string}.lastIndexOf({string}, 2)", "math.bitAnd({int}, {int})",
        "math.bitOr({int}, {int})", "math.bitXor({int}, {int})", "math.bitNot({int})", "math.bitShiftLeft({int}, {int})",
        "math.bitShiftRight({int}, {int})", "math.abs({int})", "math.sign({int})", "math.greatest(dyn({int}), dyn({int}))",
        "math.least(dyn({list_int}))", *[f"{{timestamp}}.get{part}()" for part in PARTS],
        lambda generator, kind, depth: generator.fill(
            f"{{timestamp}}.get{generator.random.choice(PARTS)}('{generator.random.choice(ZONES)}')", depth),
        *[f"{{duration}}.get{part}()" for part in PARTS[6:]], "timestamp('2024-02-29T12:00:00.25Z').getMilliseconds()",
        "duration('-1.234567s').getMilliseconds()",
    ],
    "double": [
        # No large integers, whose texts as doubles differ.
        "({double} + {double})", "({double} - {double})", "({double} * {double})", "({double} / {double})", "-({double})",
        "double({int} % 1000)", "double({string})", "math.ceil({double})", "math.floor({double})", "math.round({double})",
        "math.trunc({double})", "math.abs({double})", "math.sign({double})", "math.greatest(dyn({double}), dyn({double}))", "math.sqrt({double})",
    ],
    "string": [
        "({string} + {string})", "string({int})", "string({bool})",
        "string({timestamp})", "string({duration})", "{string}.charAt({int})",
        "{string}.substring({int})", "{string}.replace({string}, {string})",
        "{string}.replace({string}, {string}, {int})", "{list_string}.join({string})", "{list_string}.join()",
        "{string}.lowerAscii()", "{string}.upperAscii()", "{string}.trim()", "{string}.reverse()", "strings.quote({string})",
        "'%s: %d'.format([{string}, int({int})])", "'%x %b %o %X'.format([{int}, {int}, {int}, {string}])",
        "'%.2f %e'.format([{double}, {double}])", "'%s %s'.format([{list_int}, {map}])", "{list_string}[{int}]",
    ],
    "bool": [
        "({bool} && {bool})", "({bool} || {bool})", "!{bool}", "({bool} && {bool} || {bool})", "bool({string})",
        "{string}.startsWith({string})", "{string}.endsWith({string})", "{string}.contains({string})", "({int} in {list_int})",
        "({string} in {list_string})", "({string} in {map})", "has({map}.a)", "has(o.name)", "math.isNaN({double})",
        "math.isInf({double})", "math.isFinite({double})", "({int} == {double})", "({int} < {double})", "({double} >= {int})",
        *[f"({{{kind}}} {sign} {{{kind}}})" for kind in COMPARED for sign in ("==", "!=", "<", "<=", ">", ">=")],
        *[f"({{{kind}}} == {{{kind}}})" for kind in ("list_int", "list_string", "map")],
        macro(".all(VAR, {bool})", "int", "list_int"), macro(".exists(VAR, {bool})", "int", "list_int"),
        macro(".exists_one(VAR, {bool})", "string", "list_string"), macro(".all(VAR, {bool})", "string", "map"),
        lambda generator, kind, depth: generator.of("string", depth) + f".matches({quote(generator.random.choice(PATTERNS))})",
    ],
    "list_int": [
        "({list_int} + {list_int})", list_of("int"), macro(".map(VAR, {int})", "int", "list_int"),
        macro(".filter(VAR, {bool})", "int", "list_int"), macro(".map(VAR, {bool}, {int})", "string", "list_string"),
    ],
    "list_string": [
        "({list_string} + {list_string})", list_of("string"), "{string}.split(',')", "{string}.split('a', {int})",
        macro(".map(VAR, {string})", "int", "list_int"), macro(".filter(VAR, {bool})", "string", "list_string"),
    ],
    "map": [map_literal],
    "timestamp": ["({timestamp} + {duration})", "({timestamp} - {duration})", "timestamp({int})"],
    "duration": ["({duration} + {duration})", "({duration} - {duration})", "({timestamp} - {timestamp})"],
}
