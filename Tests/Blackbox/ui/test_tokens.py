"""A server that requires tokens: the page asks for one, and keeps it private."""

import pytest
from navstate import ADMIN

from ui.inspector import API, VIEWS, check, part


@pytest.fixture
def server(new_server):
    return new_server(admin=True, environment={"NAVSTATE_AUTH": "required"})


@pytest.fixture
def api(server):
    return API(server, ADMIN)


@pytest.fixture
def page(pages):
    pages.allow(401, 403, 404)
    return pages.new("counter", "increment")


def enter(page, token):
    """Enters the token into the dialog that is open."""
    dialog = page.role("dialog", "Token")
    dialog.get_by_label("Bearer token").fill(token)
    page.press("Use this token")
    check(dialog, count=0)
    return page


def test_the_page_asks_for_a_token_reports_a_wrong_one_and_opens_with_that_of_the_administrator(pages, page):
    addresses = []
    pages.context.on("request", lambda request: addresses.append(request.url))
    page.problems.get_by_role("button", name="Enter a token").click()
    # The existence of a session is not revealed.
    enter(page, "a-wrong-one").shows(title="This session is gone", list=part("Not allowed"))
    check(page.locator("main"), contains="or your token does not permit access")
    enter(page.press("Token"), ADMIN).shows(connection="Live", problems="", sessions=1).at(2).tap("More").at(3)
    for view in VIEWS[1:]:
        page.show(view)
    check(page.panel("Graph").get_by_role("img").first, visible=True)
    page.reload()
    stored = page.at(3).evaluate("() => JSON.stringify([localStorage, document.cookie, location.href])")
    assert ADMIN not in stored and not any(ADMIN in address for address in addresses)
    page.press("Token", "Forget it").shows(connection="Not allowed")


def test_the_token_of_a_session_opens_that_session_and_no_list(pages, page, api):
    created = api.ask("POST", "/v1/sessions", {"app": "counter"})
    other = page.session
    page.go(pages.address(created["id"]))
    enter(page.press("Token"), created["token"]).shows(connection="Live").tap("More").at(2).shows(sessions=0)
    page.go(pages.address(other)).shows(title="This session is gone")


def test_the_page_keeps_the_token_of_a_session_that_it_created_and_a_copied_link_has_none(pages, page, server):
    enter(page.press("Token"), ADMIN).go("/ui/").press("New session of counter").at(1)
    token, link = page.copy("Copy token"), page.copy("Copy link")
    with server.client(token) as client:
        assert client.get(f"/v1/sessions/{page.session}").status_code == 200
    assert link == page.url and token not in link and ADMIN not in link
    pages.page(pages.new_context()).go(link).shows(connection="Not allowed")
