"""Expressions, compared with the conformance cases of the oracle and with a second implementation (cel-expr-python)."""

import json
import math
import random
from datetime import datetime, timedelta, timezone

import pytest
from durability.test_oracle import run as run_oracle
from navstate import BINARY, report, run

from expressions.generator import BINDINGS, Generator


def evaluate_all(expressions):
    """Evaluates with `navstate eval --lines`."""
    lines = "".join(json.dumps({"expr": text, "bindings": BINDINGS}) + "\n" for text in expressions)
    return [json.loads(line) for line in run("eval", "--lines", text=lines, seconds=3000).stdout.splitlines()]


def test_the_conformance_cases_pass():
    run_oracle("cel.py", "--", BINARY, "eval", "--lines")


def comparable(value):
    """A value of the second implementation as `navstate eval` prints it, inside lists and maps."""
    if isinstance(value, datetime):
        text = value.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S").rjust(19, "0")
        return text + f".{value.microsecond:06}".rstrip("0").rstrip(".") + "Z"
    if isinstance(value, timedelta):
        seconds, rest = divmod(abs(value), timedelta(seconds=1))
        fraction = f".{rest.microseconds:06}".rstrip("0").rstrip(".")
        return f"{'-' if value < timedelta() else ''}{seconds}{fraction}s"
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, list):
        return [comparable(item) for item in value]
    if isinstance(value, dict):
        return {str(key): comparable(item) for key, item in value.items()}
    return value


# The second implementation converts a bool to an int, and a number with spaces around it.
ONLY_HERE = ["int does not apply to (bool)", "the string is not a number"]


def agree(expected, answer):
    if expected is None or "error" in answer:
        return expected is None and "error" in answer or answer.get("error") in ONLY_HERE
    kind, value = expected
    printed = int(answer["value"]) if answer["type"] == "int" else answer["value"]
    return answer["type"] == kind and printed == comparable(value)


class SecondImplementation:
    """The C++ implementation of Google in its Python package."""

    def __init__(self):
        cel = pytest.importorskip("cel_expr_python.cel")
        from cel_expr_python.ext import ext_math, ext_strings
        self.environment = cel.NewEnv(
            variables={name: cel.Type.DYN for name in BINDINGS}, extensions=[ext_strings.ExtStrings(), ext_math.ExtMath()])
        self.kinds = {name: kind for kind, name in [
            ("null", "NULL"), ("bool", "BOOL"), ("int", "INT"), ("double", "DOUBLE"), ("string", "STRING"),
            ("timestamp", "TIMESTAMP"), ("duration", "DURATION")]}

    def evaluate(self, text):
        """Returns the kind and the value; None for an error."""
        try:
            result = self.environment.compile(text, disable_check=True).eval(data=BINDINGS)
        except Exception:
            return None
        name = result.type().name().upper()
        if "ERROR" in name:
            return None
        kind = self.kinds.get(name.split("(")[0], "list" if "LIST" in name else "map")
        return kind, result.plain_value()


def test_random_expressions_agree_with_a_second_implementation(setting):
    count, seed = setting("EXPRESSIONS", 3_000, 100_000), setting("EXPRESSION_SEED", 1, 1)
    generator, second = Generator(random.Random(seed)), SecondImplementation()
    expressions = [generator.expression() for _ in range(count)]
    answers = evaluate_all(expressions)
    assert len(answers) == count
    results = [second.evaluate(text) for text in expressions]
    errors = sum(result is None for result in results)
    report("expressions", seed=seed, count=count, errors=f"{100 * errors / count:.1f} %")
    differences = [f"{text}\n  second: {result}\n  navstate: {json.dumps(answer)}"
                   for text, result, answer in zip(expressions, results, answers) if not agree(result, answer)]
    assert not differences, f"{len(differences)} differences\n" + "\n".join(sorted(differences, key=len)[:20])
