"""Fixtures of the tests of the inspector, in Chromium: a server for each module, a browser context for each test.

A picture of each page of a failed test is saved to .build/ui-failures. INSPECTOR_FILES is a folder with the page's
files, such as Sources/Inspector/Files, to be tested instead of those in the server."""

import shutil

import pytest
from navstate import ROOT, Server
from playwright.sync_api import expect, sync_playwright

from ui.inspector import API
from ui.pages import CHROMIUM, PATIENCE, Pages, launch

PICTURES = ROOT / ".build" / "ui-failures"


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    """Fails a test whose pages had errors, and takes pictures of the pages of a failed test."""
    pages = pyfuncitem.funcargs.get("pages")
    try:
        result = yield
        if pages:
            pages.check()
        return result
    except Exception:
        for number, page in enumerate(pages.all() if pages else [], 1):
            page.screenshot(path=PICTURES / f"{pyfuncitem.name}-{number}.png")
        raise


@pytest.fixture(scope="session")
def browser():
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    expect.set_options(timeout=PATIENCE)
    shutil.rmtree(PICTURES, ignore_errors=True)
    with sync_playwright() as playwright, launch(playwright.chromium) as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory, request):
    """A server for the module, which must stop gracefully. A module with TOKEN, the admin token, requires tokens."""
    token = getattr(request.module, "TOKEN", None)
    environment = {"NAVSTATE_AUTH": "required", "NAVSTATE_ADMIN_TOKEN": token} if token else None
    server = Server(tmp_path_factory.mktemp("ui"), "--log-level", "warning", environment=environment).start()
    yield server
    assert server.stop() == 0


@pytest.fixture
def api(server, request):
    api = API(server, getattr(request.module, "TOKEN", None))
    yield api
    api.client.close()


@pytest.fixture
def pages(browser, server, api):
    pages = Pages(browser, server, api)
    yield pages
    for context in pages.contexts:
        context.close()
