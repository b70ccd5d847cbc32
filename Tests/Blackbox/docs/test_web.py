"""The page of docs/web.md, in Chromium with the compiled client."""

import functools
import http.server
import subprocess
import threading

import pytest
from navstate import ROOT
from playwright.sync_api import expect, sync_playwright
from ui.pages import launch

from docs.document import Document

FILES = {block.file: block.text for block in Document("docs/web.md").blocks if block.file}


@pytest.fixture
def origin(tmp_path):
    """The origin of a web server for the files of the test."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as web:
        threading.Thread(target=web.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{web.server_port}"
        web.shutdown()


@pytest.fixture
def page():
    with sync_playwright() as playwright, launch(playwright.chromium) as browser:
        yield browser.new_page()


def test_a_click_shows_a_screen_and_a_reload_continues_the_session(new_server, tmp_path, origin, page):
    subprocess.run(["tsc", "--project", ROOT / "clients" / "typescript", "--outDir", tmp_path / "client"], check=True)
    (tmp_path / "kiosk.json").write_text(FILES["kiosk.json"])
    server = new_server("--app", tmp_path / "kiosk.json", "--allow-origin", origin)
    (tmp_path / "index.html").write_text(FILES["index.html"].replace("http://127.0.0.1:8080", server.base))
    page.goto(origin)
    screens = page.locator("li")
    expect(screens).to_have_text(["menu"])
    page.click("#soup")
    expect(screens).to_have_text(["menu", "dish"])
    page.reload()
    expect(screens).to_have_text(["menu", "dish"])
    page.click("#back")
    expect(screens).to_have_text(["menu"])
