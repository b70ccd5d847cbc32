"""Fixtures of the tests of the inspector in Chromium.

A picture of each page of a failed test is saved to .build/ui-failures. INSPECTOR_FILES is a folder with the page's
files, such as Sources/WebFiles/Inspector, to be tested instead of those in the server."""

import shutil

import pytest
from navstate import ROOT
from playwright.sync_api import expect, sync_playwright

from ui.inspector import API
from ui.pages import PATIENCE, Pages, launch

PICTURES = ROOT / ".build" / "ui-failures"


@pytest.fixture(scope="session")
def browser():
    expect.set_options(timeout=PATIENCE)
    shutil.rmtree(PICTURES, ignore_errors=True)
    with sync_playwright() as playwright, launch(playwright.chromium) as browser:
        yield browser


@pytest.fixture
def options():
    """The options of the server."""
    return []


@pytest.fixture
def server(new_server, options):
    """A server, which must stop gracefully."""
    server = new_server(*options)
    yield server
    assert server.stop() == 0


@pytest.fixture
def api(server):
    return API(server)


@pytest.fixture
def pages(browser, server, api, request):
    """The pages of the test, which may not have errors."""
    failed = request.session.testsfailed
    pages = Pages(browser, server, api)
    yield pages
    opened = [page for context in pages.contexts for page in context.pages]
    if request.session.testsfailed == failed:
        # Processes the pending messages of the pages.
        for page in opened:
            page.evaluate("() => null")
    if pages.errors or request.session.testsfailed > failed:
        for number, page in enumerate(opened, 1):
            page.screenshot(path=PICTURES / f"{request.node.name}-{number}.png")
    for context in pages.contexts:
        context.close()
    assert not pages.errors, "\n".join(dict.fromkeys(pages.errors))
