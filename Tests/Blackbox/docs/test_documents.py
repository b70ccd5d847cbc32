"""The documents: their commands print what they show, and their links, requests and code are valid.

All commands of a document run in one shell, in a new folder in which `navstate-data` is the data folder; `navstate
serve` replaces the server, on the same port. In a `console` block a line that begins with `$ ` is a command (`> `
continues it), followed by its output: `…`, times and the id `s_5r1…` match anything, and JSON may be broken into lines.
The commands of an `sh` block have no output. A block after a line that ends with a file's name and a colon is that
file, and after "From", a link to a file and a colon, a part of it. A block that cannot be run is marked above it:
<!-- not run: the reason -->. DOCS_BASE names a server that runs already."""

import json
import os
import re
import shutil
import subprocess

import pytest
from navstate import BINARY, ROOT

from docs.document import Document, files_under, matches, parse_json
from docs.shell import STOP, run_all

PATHS = [str(file.relative_to(ROOT)) for file in files_under(ROOT) if file.suffix == ".md"]
PATHS.remove("CHANGELOG.md")
DOCUMENTS = {path: Document(path) for path in PATHS}
# It builds a package beside the server's.
WITH_SOURCES = "docs/tutorial-swift.md"
# The path of the actions of apps themselves, which any name fits.
OWN_ACTION = "/v1/sessions/{id}/{action}"
API = json.loads((ROOT / "openapi.json").read_text())
# The types of the actions of the built-in apps, whose schemas are named `app.counter.increment`.
OWN_ACTIONS = {name.split(".", 2)[2] for name in API["components"]["schemas"] if re.match(r"app\.[^.]+\.", name)}


@pytest.fixture(params=PATHS)
def document(request):
    return DOCUMENTS[request.param]


def test_each_block_is_fenced_at_the_beginning_of_a_line_and_has_a_language(document):
    assert [block.line for block in document.blocks if not block.is_plain] == []
    assert [block.line for block in document.code("")] == []
    assert all(block.text.startswith("$ ") for block in document.code("console"))


def test_each_link_leads_to_a_file_and_a_heading(document):
    for path, anchor in document.links():
        assert (ROOT / path).exists(), path
        assert not anchor or anchor in Document(path).anchors, f"{path}#{anchor}"


def is_described(method, path, names):
    """Whether openapi.json has the request."""
    # `S/{type}` stands for the path of any action, and a name for a parameter: /v1/apps/shop is /v1/apps/{app}.
    path = path.replace("/{type}", "/push")
    fits = [known for known in API["paths"] if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", known), path)]
    if not fits or fits == [OWN_ACTION] and path != OWN_ACTION and path.rsplit("/", 1)[1] not in OWN_ACTIONS:
        return False
    operations = API["paths"][path if path in fits else fits[0]]
    methods = [method.lower()] if method else operations.keys() & {"get", "post", "put", "patch", "delete"}
    parameters = [parameter for each in methods for parameter in operations.get(each, {}).get("parameters", [])]
    return operations.keys() >= set(methods) and set(names) <= {parameter.get("name") for parameter in parameters}


# Decisions may mention requests that do not exist.
@pytest.mark.parametrize("path", [path for path in PATHS if "docs/decisions" not in path])
def test_each_request_is_in_the_description_of_the_api(path):
    assert [request for request in DOCUMENTS[path].requests() if not is_described(*request)] == []


def test_json_parses_and_each_definition_of_an_app_is_valid(document):
    for block in document.code("json"):
        value = parse_json(block.text)
        if isinstance(value, dict) and {"app", "version", "root"} <= value.keys() and "…" not in block.text:
            result = subprocess.run([BINARY, "validate", "-"], input=block.text, capture_output=True, text=True)
            assert result.returncode == 0, f"{document.path}:{block.line}: {result.stdout}{result.stderr}"


def test_python_and_swift_code_compiles(document):
    for block in document.code("python"):
        compile(block.text, document.path, "exec")
    # The files of the package that test_outside.py builds, and those of the tests of the client and of the reducers.
    tutorials = [ROOT / "Tests" / target / "Tutorial" for target in ["NavstateClientTests", "ReductionTests"]]
    folders = [ROOT / "Tests" / "Outside", *tutorials]
    files = [file for folder in folders for file in files_under(folder)]
    compiled = {file.read_text() for file in files if file.suffix == ".swift"}
    for block in document.code("swift"):
        assert block.text in compiled or block.whole or block.file and document.path == WITH_SOURCES, block.line


def test_each_part_of_a_file_is_in_it(document):
    for block in [block for block in document.blocks if block.whole]:
        part, whole = (re.sub(r"\n\s*", "\n", text) for text in (
            block.text.strip(), (ROOT / document.path).parent.joinpath(block.whole).read_text()))
        assert part in whole, f"{document.path}:{block.line}"


@pytest.fixture
def folder(path, tmp_path, monkeypatch, request):
    """The folder for the commands of the document, with the examples and the clients."""
    if path != WITH_SOURCES:
        for name in ["Examples", "clients"]:
            (tmp_path / name).symlink_to(ROOT / name)
        return tmp_path
    outside = request.getfixturevalue("outside")
    shutil.rmtree(outside / "egg", ignore_errors=True)
    monkeypatch.setenv("SWIFTPM_BUILD_DIR", str(outside / "build"))
    return outside


@pytest.mark.parametrize("path", [path for path in PATHS if DOCUMENTS[path].code("sh", "console")])
def test_the_commands_print_what_the_document_shows(path, folder, tmp_path):
    base = os.environ.get("DOCS_BASE")
    steps = [] if base else [(0, "navstate serve --data /var/lib/navstate", None)]
    for block in DOCUMENTS[path].code():
        if block.file:
            (tmp_path / f".block-{block.line}").write_text(block.text)
            steps.append((block.line, f"install -CDm 644 {tmp_path}/.block-{block.line} {folder / block.file}", None))
        steps += [(block.line, command, shown) for command, shown in block.steps()]
    if not base:
        steps.append((0, STOP, None))
    commands = [(command, shown is None) for _, command, shown in steps]
    results = run_all(commands, folder, 1500 if path == WITH_SOURCES else 300, base)
    faults = [
        f"{path}:{line}: $ {command}\nshown:\n{shown or ''}\nprinted (status {status}):\n{printed.strip()}"
        for (line, command, shown), (printed, status) in zip(steps, results)
        # A command with output may fail; one without may not.
        if status != 0 and not shown or shown is not None and not matches(shown, printed)]
    assert not faults and len(results) == len(steps), "\n\n".join(faults)
