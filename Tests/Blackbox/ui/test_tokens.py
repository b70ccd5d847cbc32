"""A server that requires tokens: the page asks for one, and keeps it private."""

import json

import pytest
from navstate import ADMIN, define

from ui.inspector import API, VIEWS, action, check, part, push
from ui.test_looks import faults


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
    """Enters the token into the form that is open."""
    form = page.role("form", "Sign in").last
    form.get_by_label("Bearer token").fill(token)
    page.press("Sign in", within=form)
    check(page.role("dialog", "Token"), count=0)
    return page


def test_the_page_asks_for_a_token_reports_a_wrong_one_and_opens_with_that_of_the_administrator(pages, page):
    addresses = []
    pages.context.on("request", lambda request: addresses.append(request.url))
    page.shows(title="Sign in", problems="", list=part("This list needs the admin token."))
    # The existence of a session is not revealed.
    enter(page, "a-wrong-one").shows(title="This session is gone", list=part("This list needs the admin token."))
    check(page.locator("main"), contains="or your token does not permit access")
    enter(page.press("Token"), ADMIN).shows(connection="Live", problems="", sessions=1).at(2).tap("More").at(3)
    for view in VIEWS[1:]:
        page.show(view)
    check(page.panel("Graph").get_by_role("img").first, visible=True)
    page.reload()
    stored = page.at(3).evaluate("() => JSON.stringify([localStorage, document.cookie, location.href])")
    assert ADMIN not in stored and not any(ADMIN in address for address in addresses)
    page.press("Token", "Forget it").shows(connection="Not allowed")


@pytest.mark.parametrize("place, title", [("", "Choose a session, or make one"), ("batches", "Jobs"), ("apps", "bistro")])
def test_a_page_of_the_admin_is_a_form_for_a_token_which_reports_a_wrong_one_at_its_field(pages, place, title):
    pages.allow(401, 403)
    page = pages.page().go(f"/ui/#/{place}").shows(title="Sign in", problems="", sessions=0)
    field = page.get_by_label("Bearer token")
    check(field, aria_invalid="false")
    assert faults(page) == []
    check(enter(page, "a-wrong-one").get_by_label("Bearer token"), aria_invalid="true", description=part("admin"))
    enter(page, ADMIN).shows(title=title, problems="")


@pytest.mark.parametrize("place", ["", "batches", "apps", "sessions/s_00000000000000000000000000"])
def test_without_a_token_one_request_finds_out_that_it_is_needed(pages, place):
    pages.allow(401)
    page, refused = pages.page(), []
    page.on("response", lambda response: refused.append(response.url) if response.status == 401 else None)
    page.go(f"/ui/#/{place}").shows(title="Sign in", list=part("This list needs the admin token."))
    assert len(refused) == 1, refused


@pytest.mark.parametrize("scope, hidden", [("read", ["Undo", "New", "Import"]), ("support", ["Import"])])
def test_an_operator_sees_only_the_buttons_that_its_scopes_permit(pages, page, api, scope, hidden):
    token = api.ask("POST", "/v1/admin/tokens", {"name": "desk", "scopes": [scope]})["token"]
    enter(page, token).shows(connection="Live", problems="", sessions=1)
    for name in ("Undo", "Export", "New", "Import"):
        check(page.locator("button").get_by_text(name, exact=True), visible=name not in hidden)
    define(api.client, "wall", version=2, routes={"map": {}})
    page.go("/ui/#/apps/wall")
    check(page.role("region", "Versions and rollout"), contains="New sessions get version 2.")
    check(page.button("Set the rollout"), visible=False)


@pytest.mark.parametrize("role, roles", [("watch", 1), ("act", 2), ("lead", 3)])
def test_a_token_with_a_role_is_offered_only_what_it_permits(page, api, role, roles):
    session, errors = page.session, []
    enter(page, api.ask("POST", f"/v1/sessions/{session}/tokens", {"role": role})["token"]).shows(connection="Live")
    page.on("console", lambda message: errors.append(message.text) if "/apps" in message.location["url"] else None)
    page.reload()
    page.shows(connection="Live", list=part("This list needs the admin token."))
    if role == "watch":
        page.shows(stage=part("Your token permits to watch"))
        for button in [page.current.get_by_role("button", name="More"), *page.available.get_by_role("button").all()]:
            check(button, aria_disabled="true", description=part("Your token permits to watch"))
        assert faults(page) == []
        check(page.show("Compose").button("Send"), aria_disabled="true", description=part("Your token permits to watch"))
        page.show("Stage")
    else:
        page.tap("More").at(3)
    page.show("Log").row(2).click()
    check(page.detail.get_by_role("button", name="Look at"), visible=True)
    for name in ["Undo", "Fork", "Export", "Delete", "Jump here", "Amend"]:
        check(page.button(name), count=int(role == "lead"))
    for name in ["New", "Import"]:
        check(page.button(name), count=0)
    check(page.press("Hand over").role("combobox", "Role").locator("option"), count=roles)
    assert errors == []


def test_undo_is_offered_by_the_role_where_the_app_denies_it_to_clients(pages, page, api):
    define(api.client, "ballot", undo=False, routes={"home": {}, "vote": {}})
    session = api.session("ballot", push("vote"))
    operator = api.ask("POST", "/v1/admin/tokens", {"name": "help", "scopes": ["support"]})["token"]
    tokens = {role: api.ask("POST", f"/v1/sessions/{session}/tokens", {"role": role})["token"] for role in ("lead", "backend")}
    enter(page.go(pages.address(session)), tokens["lead"]).at(2).show("Outputs")
    check(page.button("Undo"), disabled=True)
    for revision, token in enumerate([tokens["backend"], operator, ADMIN], start=3):
        enter(page.press("Token"), token).press("Undo" if revision % 2 else "Redo").at(revision)


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


def test_a_client_has_to_confirm_that_it_leaves_a_screen_which_opens_the_form(pages, api):
    pages.allow(401, 403, 404)
    session = api.session("bistro", action("add", dish="soup", price=7), push("pay"))
    page = enter(pages.open(session), api.ask("POST", f"/v1/sessions/{session}/tokens", {"role": "act"})["token"])
    page.at(3).available.get_by_role("button", name="goBack …").click()
    page.json.fill(json.dumps(action("goBack", confirmed=[api.read(session)["current"]["id"]])))
    page.press("Send").at(4).shows(title="menu")
