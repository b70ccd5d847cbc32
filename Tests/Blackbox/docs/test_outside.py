"""The package of docs/writing-apps.md: an app and its server outside of this repository."""

import shutil
import subprocess
from pathlib import Path

from navstate import ROOT, act, create, expect

from docs.document import Document

PACKAGE = ROOT / "Tests" / "Outside"


def test_the_package_builds_without_warnings_and_its_programs_do_what_the_document_shows(outside, new_server):
    shutil.rmtree(outside / "vending", ignore_errors=True)
    shutil.copytree(PACKAGE, outside / "vending")
    build = ["swift", "build", "--package-path", outside / "vending", "--scratch-path", outside / "build"]
    built = subprocess.run(build, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert built.returncode == 0 and "warning:" not in built.stdout, built.stdout
    programs = Path(subprocess.check_output([*build, "--show-bin-path"], text=True).strip())

    shown = [block.text for block in Document("docs/writing-apps.md").blocks]
    printed = subprocess.check_output([programs / "tryout"], text=True)
    assert [text for text in [printed, *(file.read_text() for file in PACKAGE.rglob("*.swift"))] if text not in shown] == []
    usage = subprocess.check_output([programs / "vending-server", "--help"], text=True)
    assert "  vending-server serve [OPTIONS]" in usage and "  navstate " not in usage

    server = new_server(started=False)
    server.binary = programs / "vending-server"
    client = server.start().client()
    assert [app["app"] for app in client.get("/v1/apps").json()["items"]] == ["vending"]
    path, _ = create(client, "vending")
    expect(act(client, path, type="insertCoin", cents=200), 200)
    server.restart()
    assert act(client, path, type="buy").json()["outputs"][0]["value"] == {"change": 50}
    assert server.stop() == 0
