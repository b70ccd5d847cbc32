"""The list of the sessions of one app: it follows the app's events while it is visible, and does not poll."""

import pytest

from ui.inspector import action, check, part, script

HIDE = script("hide")


def followed(pages, app="counter"):
    """Opens the list of an app; returns the page and the paths of its requests from then on."""
    page = pages.page()
    paths = []
    page.on("request", lambda request: paths.append(request.url.removeprefix(pages.server.base)))
    page.go(pages.address())
    with page.expect_request(f"**/v1/apps/{app}/events"):
        page.role("combobox", "App").select_option(app)
    return page, paths


def count(paths, start):
    return sum(path.startswith(start) for path in paths)


def test_changes_creations_deletions_and_imports_are_shown_without_polling(pages, api):
    first = api.session("counter")
    page, paths = followed(pages)
    check(page.shows(sessions=1).link(first), contains="r1")
    page.clock.install()
    paths.clear()
    page.clock.run_for(60_000)
    assert count(paths, "/v1/sessions") == 0
    api.act(first, "increment")
    check(page.link(first), contains="r2")
    page.clock.run_for(10_000)
    second = api.session("counter")
    check(page.link(second), visible=True)
    archive = api.client.get(f"/v1/sessions/{first}/export").content
    api.ask("DELETE", f"/v1/sessions/{first}")
    check(page.shows(sessions=1).link(first), count=0)
    # Its last change is older than those that were followed.
    api.client.post("/v1/imports", content=archive, headers={"Content-Type": "application/x-ndjson"})
    check(page.shows(sessions=2).link(first), contains="r2")


def test_a_session_that_leaves_the_route_leaves_the_list_and_other_apps_do_not_enter(pages, api):
    red = api.session("colors")
    page, _ = followed(pages, "colors")
    page.role("combobox", "Route").fill("red")
    check(page.shows(sessions=1).link(red), visible=True)
    api.session("counter")
    api.act(red, action("transition", to="green"))
    page.shows(sessions=0, list=part("No session fits."))
    api.ask("POST", f"/v1/sessions/{red}/undo", {})
    page.shows(sessions=1)


def test_a_hidden_page_or_list_closes_the_stream_and_resumes_from_its_cursor(pages, api):
    session = api.session("counter")
    page, _ = followed(pages)
    check(page.shows(sessions=1).link(session), contains="r1")
    with page.expect_event("requestfailed", lambda request: "/events" in request.url):
        page.evaluate(HIDE, "hidden")
    api.act(session, "increment")
    with page.expect_request("**/v1/apps/counter/events") as stream:
        page.evaluate(HIDE, "visible")
    assert int(stream.value.headers["last-event-id"]) > 0
    check(page.link(session), contains="r2")
    # On a phone, a session takes the place of the list.
    page.set_viewport_size({"width": 390, "height": 844})
    with page.expect_event("requestfailed", lambda request: "/apps/counter/events" in request.url):
        page.link(session).click()
    with page.expect_request("**/v1/apps/counter/events"):
        page.role("link", "‹ Sessions").click()


def test_after_a_restart_the_list_and_the_session_continue_and_miss_nothing(pages, api, server):
    pages.allow(0)
    session = api.session("counter", "increment")
    page, _ = followed(pages)
    page.link(session).click()
    page.show("Log").at(2)
    server.kill()
    check(page.shows(connection="Reconnecting…").list, contains="The server does not answer")
    server.start()
    page.act("increment", "increment").shows(connection="Live").at(4).shows(rows=3)
    check(page.link(session), contains="r4")
    check(page.list, lacks="The server does not answer")


@pytest.mark.parametrize("app", ["", "gone"])
def test_without_an_app_or_with_one_that_is_gone_the_list_polls(pages, api, app):
    pages.allow(404)
    page = pages.page()
    page.add_init_script(f"""localStorage.setItem("navstate.sessions", '{{"app": "{app}"}}')""")
    with page.expect_request("**/v1/sessions?*"):
        page.go(pages.address())
    with page.expect_request("**/v1/sessions?*"):
        page.shows(sessions=0)


LISTEN = script("listen")


def test_an_error_in_a_listener_is_reported_and_does_not_interrupt_the_stream(pages, api):
    session = api.session("counter", "increment", "increment")
    states, heard = pages.open().page.evaluate(LISTEN, f"/v1/sessions/{session}/events")
    assert (states, heard) == (["connecting", "live"], ["2", "3"])
    assert [error for error in pages.errors if "in the listener" not in error] == []
    assert len(pages.errors) == 2
    pages.errors.clear()
