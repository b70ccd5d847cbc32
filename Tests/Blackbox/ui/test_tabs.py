"""Several tabs of one session, and the page's connections."""

from ui.inspector import check
from ui.pages import launch


def test_an_action_in_one_tab_is_shown_in_the_other_in_each_view_and_announced_to_screen_readers(pages, api):
    session = api.session("counter")
    one, other = pages.open(session), pages.open(session, "log").shows(connection="Live")
    one.tap("More", "More")
    other.shows(rows=2).at(3).press("Undo")
    one.shows(count="1")
    other.show("State")
    one.tap("Go on from 1")
    check(other.panel("State"), contains="a2")
    check(other.role("status", "What happens"), contains="push")
    for page in [one, other]:
        check(page.at(5).button("Redo"), disabled=True)
    check(other.show("Stage").screens.get_by_role("button", name="Back"), visible=True)


def test_a_session_that_is_deleted_in_one_tab_or_never_existed_is_gone_in_the_other(pages, api):
    # The deletion may overtake a request for the available actions.
    pages.allow(404)
    session = api.session("counter", "increment")
    one, other = pages.open(session), pages.open(session, "log").at(2)
    one.press("Delete", "Delete it")
    other.shows(title="This session is gone", connection="Gone").role("link", "Choose another").click()
    other.shows(title="Choose a session, or make one")
    other.go(pages.address("s_never_was")).shows(title="This session is gone")


def test_a_tab_that_returns_many_times_shows_the_session_each_time(pages, api, browser):
    session = api.session("counter")
    # Playwright turns off the cache in which browsers keep a page that was left, with its connections.
    caching = launch(browser.browser_type, ignore_default_args=["--disable-back-forward-cache"])
    page = pages.page(pages.new_context(caching))
    # More often than a browser connects to one server at a time.
    for _ in range(10):
        page.go(pages.address(session)).shows(connection="Live").goto("about:blank")
    page.evaluate("() => { setTimeout(() => history.back()) }")
    page.shows(connection="Live").act("push").at(2)
    caching.close()
