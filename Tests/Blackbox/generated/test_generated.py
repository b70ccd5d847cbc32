"""Generated definitions and requests: the process lives, and each answer is one of openapi.json.

A failure prints the seed, which reproduces it. NAVSTATE_SEED is the first seed, GENERATED_DEFINITIONS their number."""

import concurrent.futures
import contextlib
import json
import subprocess
from collections import Counter

from navstate import BINARY, ENVIRONMENT, Server, report

from .definitions import DATA, PARTS, SCHEMA, Definitions
from .requests import Requests
from .runner import Case, Failure
from .values import unquoted

# The definitions for one server, which is then killed and started again; the actions of a definition.
CHUNK, ACTIONS = 250, 30
ALL = object()


def marks(schema, value, name):
    """The members and enum values of a schema that a value uses; for `ALL`, those that there are without references."""
    is_object = isinstance(value, dict)
    if not isinstance(schema, dict) or is_object and not set(schema.get("required", [])) <= value.keys():
        return
    if "$ref" in schema and value is not ALL:
        name = schema["$ref"].rsplit("/", 1)[-1]
        schema = PARTS[name]
    yield from ((name, json.dumps(each)) for each in schema.get("enum", []) if value is ALL or each == value)
    parts = [(each, inner, [value[each]] if is_object and each in value else []) for each, inner in schema.get("properties", {}).items() if inner]
    parts += [(each, schema[each], values) for each, values in [
        ("items", value if isinstance(value, list) else []), ("additionalProperties", value.values() if is_object else [])] if each in schema]
    for each, inner, values in parts:
        for item in [ALL] if value is ALL else values:
            yield name, each
            yield from marks(inner, item, f"{name}/{each}")
    holds = value is ALL or is_object and set(schema.get("if", {}).get("required", [])) <= value.keys()
    branches = [*schema.get("anyOf", []), *schema.get("allOf", []), schema.get("then") if holds else None,
                schema.get("else") if not holds or value is ALL else None]
    for inner in branches:
        yield from marks(inner, value, name)


def test_all_members_and_values_of_the_schema_are_used():
    used = {mark for seed in range(500) for mark in marks(SCHEMA, Definitions(seed, "g").definition(2), "app")}
    everything = {mark for name, schema in [("app", SCHEMA), *PARTS.items()] for mark in marks(schema, ALL, name)}
    assert len(everything) > 200 and sorted(everything - used) == []


def commands(folder, seed):
    """Runs the commands for the definition and the actions of a seed; returns those that end by a signal."""
    made = Requests(seed, f"g{seed}")
    definition, actions = made.definition(), [{"action": made.action()} for _ in range(10)]
    app, scenario = unquoted(json.dumps(definition)), unquoted(json.dumps({"app": definition, "steps": [*actions, {"wait": "PT1H"}]}))
    expressions = "".join(json.dumps({"expr": made.expression(), "bindings": {"data": DATA}}) + "\n" for _ in range(100))
    (folder / "scenario.json").write_text(scenario)
    for command, text in [("validate -", app), ("paths -", app), ("generate swift -", app), ("generate typescript -", app),
                          ("test scenario.json", ""), ("eval --lines", expressions)]:
        ended = subprocess.run([BINARY, *command.split()], cwd=folder, input=text.encode(), capture_output=True, env=ENVIRONMENT)
        if ended.returncode not in (0, 1, 2):
            yield f"seed {seed}: navstate {command} ends with {ended.returncode}: {text or scenario}"


def chunk(folder, seeds):
    """Sends the requests of some seeds, until one fails; returns counts and texts of failures."""
    folder.mkdir()
    counts, failures = Counter(), [failure for seed in seeds[:5] for failure in commands(folder, seed)]
    with contextlib.closing(Server(folder, "--log-level", "error", "--loops", 1).start()) as server:
        try:
            for seed in seeds:
                Case(server, seed, ACTIONS, counts).run()
            server.restart()
            assert server.stop() == 0
        except (Failure, AssertionError, RuntimeError) as error:
            failures.append(f"seed {seed}: {error}")
    return counts, failures


def test_generated_requests_do_not_end_the_process(setting, tmp_path):
    first, number = setting("NAVSTATE_SEED", 1, 1), setting("GENERATED_DEFINITIONS", 500, 100_000)
    chunks = [range(start, min(start + CHUNK, first + number)) for start in range(first, first + number, CHUNK)]
    counts, failures = Counter(), []
    with concurrent.futures.ProcessPoolExecutor(2) as workers:
        for own, found in workers.map(chunk, [tmp_path / str(seeds[0]) for seeds in chunks], chunks):
            counts, failures = counts + own, failures + found
    report("generated", seed=first, **{str(name): count for name, count in sorted(counts.items(), key=str)})
    assert not failures, "\n\n".join(failures[:10])
    assert counts["actions"] >= 20 * number
