"""The server's OpenAPI document, and the conformance of the server to it."""

import functools
import json
import re
from pathlib import Path

import openapi_spec_validator
import schemathesis
from click.testing import CliRunner
from schemathesis.cli import schemathesis as command

from openapi.calls import Calls

CONFIGURATION = str(Path(__file__).with_name("schemathesis.toml"))
ENDLESS = "/v1/apps/{app}/events"
"""A stream that no request ends; it is checked by the unit tests."""
BACKUPS = "/v1/admin/backups"
"""Not implemented over PostgreSQL."""
QUARANTINE = "/v1/admin/quarantine/{quarantine}"
"""Succeeds after traps only."""
OPERATOR = "/v1/admin/tokens/{operator}"
"""Its id is random; the unit tests check it."""
BY_KEY = "/v1/apps/{app}/sessions/"
"""The paths of sessions by their keys, whose operations are those of the sessions' own paths."""
AGENTS = "/mcp"
"""The ids of MCP sessions, which are listened to and ended, are random; the unit tests check them."""


def test_the_document_is_valid_and_each_operation_conforms_to_it_and_succeeds(server, client, monkeypatch, tmp_path, setting):
    """Calls every operation with valid and invalid requests, as many as `OPENAPI_EXAMPLES` of both kinds."""
    document = client.get("/openapi.json").json()
    openapi_spec_validator.validate(document)
    calls = Calls(client)
    for name in ["before_call", "after_call"]:
        schemathesis.hook(name)(functools.partial(getattr(calls, name)))
    monkeypatch.chdir(tmp_path)
    Path("openapi.json").write_text(json.dumps(document))
    excluded = {ENDLESS, QUARANTINE, OPERATOR} | ({BACKUPS} if hasattr(server, "nodes") else set())
    result = CliRunner().invoke(command, [
        "--config-file", CONFIGURATION, "run", "openapi.json", "--url", server.base, "--seed", "1", "--max-examples",
        str(setting("OPENAPI_EXAMPLES", 1, 20)), "--exclude-path-regex", re.escape(BY_KEY), *(f"--exclude-path={path}" for path in excluded),
        "--no-color"])
    assert result.exit_code == 0, result.output
    operations = {f"{method.upper()} {path}" for path, item in document["paths"].items()
                  for method in item.keys() & {"get", "put", "post", "patch", "delete"} if path not in excluded and not path.startswith(BY_KEY)
                  and (method == "post" or not path.startswith(AGENTS))}
    assert operations - {name for name, statuses in calls.statuses.items() if min(statuses) < 400} == set()
    assert server.stop() == 0
