"""The package whose parts docs/writing-apps.md shows: an app and its server outside of this repository."""

import shutil
import subprocess
from pathlib import Path

from navstate import ROOT, act, create, expect

PACKAGE = ROOT / "Tests" / "Outside"


def test_the_package_builds_without_warnings_and_its_programs_do_what_they_should(outside, new_server):
    shutil.rmtree(outside / "vending", ignore_errors=True)
    shutil.copytree(PACKAGE, outside / "vending")
    build = ["swift", "build", "--package-path", outside / "vending", "--scratch-path", outside / "build"]
    built = subprocess.run(build, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert built.returncode == 0 and "warning:" not in built.stdout, built.stdout
    programs = Path(subprocess.check_output([*build, "--show-bin-path"], text=True).strip())

    printed = subprocess.check_output([programs / "tryout"], text=True)
    assert printed.splitlines()[1:] == [
        'The machine sent sold: {"change":50}.', 'The user is on ["machine", "receipt"]: {"change":50}.',
        "Refused, no-such-coin: No coin has 3 cents: insert 10, 20, 50, 100 or 200."]
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
