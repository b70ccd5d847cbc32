"""The page's connections: its event stream, and their end when the page is left."""

import sys
import time

from playwright.sync_api import expect

from .desk import PATIENCE, address
from .registry import check

VISITS = 10


@check("a session that holds line separators of Unicode is shown live, and its changes too")
def separators(desk):
    session = desk.api.session("tabs", text("before\u2028after\u2029end"))
    page = desk.open(session)
    expect(page.connection).to_have_text("Live")
    desk.api.act(session, text("changed\u2028too"))
    page.show("State")
    expect(page.panel("State")).to_contain_text("changed")


@check("a tab that comes back to the inspector again and again shows the session as soon as at first")
def visits(desk):
    session = desk.api.session("counter")
    # Playwright turns off what browsers do: to keep a page that was left, with its connections, for the way back.
    context = desk.other_browser(ignore_default_args=["--disable-back-forward-cache"])
    page = desk.page(context)
    times = [visit(page, session) for _ in range(VISITS)]
    print(f"visits: first {times[0]:.2f} s, slowest {max(times):.2f} s", file=sys.stderr)
    assert max(times) < 5 * times[0] + 3, times
    page.page.evaluate("history.back()")
    expect(page.connection).to_have_text("Live")
    desk.api.act(session, "push")
    page.at(2, 2)


def visit(page, session):
    """Seconds until the session is loaded; then the tab is elsewhere."""
    begun = time.monotonic()
    page.page.goto(address(session), timeout=2 * PATIENCE)
    expect(page.connection).to_have_text("Live", timeout=2 * PATIENCE)
    seconds = time.monotonic() - begun
    page.page.goto("about:blank")
    return seconds


def text(value):
    return {"type": "todos.updateNewTodoDescription", "text": value}
