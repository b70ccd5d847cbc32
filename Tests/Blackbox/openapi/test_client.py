"""A typed client that is generated from the server's OpenAPI document by openapi-python-client."""

import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

# The generator knows no NDJSON. Without hooks it needs no formatter.
CONFIG = "content_type_overrides:\n  application/x-ndjson: application/octet-stream\npost_hooks: []\n"


@pytest.fixture
def generated(client, tmp_path, monkeypatch):
    """The modules of the client by name; the generator has given no warning."""
    document, config = tmp_path / "openapi.json", tmp_path / "config.yml"
    document.write_text(client.get("/openapi.json").text)
    config.write_text(CONFIG)
    ended = subprocess.run([
        Path(sys.executable).parent / "openapi-python-client", "generate", "--path", document, "--config", config,
        "--output-path", tmp_path / "typed", "--meta", "none", "--fail-on-warning",
    ], cwd=tmp_path, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    monkeypatch.syspath_prepend(tmp_path)
    package = importlib.import_module("typed")
    names = [module.name for module in pkgutil.walk_packages(package.__path__, "typed.")]
    return {name.removeprefix("typed."): importlib.import_module(name) for name in names}


def test_a_generated_client_has_all_operations_and_uses_a_session(client, server, generated):
    document = client.get("/openapi.json").json()
    operations = [operation["operationId"] for item in document["paths"].values() for method, operation in item.items() if method != "parameters"]
    found = {name.rsplit(".", 1)[1] for name in generated if name.startswith("api.") and name.count(".") == 2}
    assert len(found) == len(operations)

    models, sessions = generated["models"], "api.sessions."
    typed = generated["client"].Client(base_url=server.base)
    made = generated[sessions + "create_session"].sync(client=typed, body=models.CreateSessionBody(app="counter"))
    assert isinstance(made, models.CreatedSession)
    action = models.PushAction(type_="push", route="counter")
    receipt = generated[sessions + "act"].sync(made.id, client=typed, body=action)
    assert isinstance(receipt, models.Receipt) and receipt.changed
    named = generated[sessions + "act_by_name"].sync(made.id, "increment", client=typed, body=models.ActByNameBody())
    assert isinstance(named, models.Receipt) and named.session.revision == 3
    read = generated[sessions + "read_session"].sync(made.id, client=typed)
    assert isinstance(read, models.Session) and len(read.navigation.screens) == 2
    refused = generated[sessions + "do_pop_to"].sync(made.id, client=typed, body=models.DoPopToBody(id="a9"))
    assert isinstance(refused, models.Problem) and refused.status == 409
    app = generated["api.apps.read_app"].sync("counter", client=typed)
    assert isinstance(app, models.App) and app.compiled
