"""The server's OpenAPI document, and the conformance of the server to it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from navstate import ROOT

TOOLS = Path(__file__).parent


@pytest.fixture
def document(client):
    return client.get("/openapi.json").json()


def test_the_committed_document_is_the_one_of_the_server(document):
    assert json.loads((ROOT / "openapi.json").read_text()) == document, "regenerate openapi.json"


def test_a_validator_accepts_the_document(document):
    import openapi_spec_validator
    openapi_spec_validator.validate(document)


def test_each_operation_conforms_to_the_document_and_succeeds(server, document, tmp_path, setting):
    """Calls every operation with valid and invalid requests, as many as `OPENAPI_EXAMPLES` of both kinds."""
    served, calls = tmp_path / "openapi.json", tmp_path / "calls"
    served.write_text(json.dumps(document))
    ended = subprocess.run([
        Path(sys.executable).parent / "schemathesis", "--config-file", TOOLS / "schemathesis.toml", "run", served,
        "--url", server.base, "--max-examples", str(setting("OPENAPI_EXAMPLES", 1, 20)), "--seed", "1", "--no-color",
    ], cwd=tmp_path, capture_output=True, text=True, env={
        **os.environ, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(TOOLS), "NAVSTATE_CALLS": str(calls),
        "NAVSTATE_BASE": server.base})
    assert ended.returncode == 0, ended.stdout + ended.stderr
    reached = json.loads(calls.read_text())
    operations = [
        f"{method.upper()} {path}" for path, item in document["paths"].items()
        for method in item.keys() & {"get", "put", "post", "patch", "delete"}]
    assert [name for name in operations if not any(status < 400 for status in reached.get(name, []))] == []
    assert server.stop() == 0
