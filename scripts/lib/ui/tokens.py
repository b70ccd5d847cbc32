"""A server that requires tokens: the page asks for one, and keeps it private."""

from playwright.sync_api import expect

from .registry import check

ADMIN = "an-admins-token-of-enough-letters-0123456789"


def guarded(desk):
    """A server that requires tokens; the API of the check has the admin token."""
    desk.allow(401, 403, 404)
    file = desk.servers.write("admin-token", ADMIN)
    desk.use(desk.servers.start("guarded", "--auth", "required", "--admin-token-file", file), ADMIN)


def enter(page, token):
    page.role("dialog", "Token").get_by_label("Bearer token").fill(token)
    page.press("Use this token")
    expect(page.role("dialog", "Token")).to_have_count(0)


def rows(page):
    return page.role("list", "Sessions").get_by_role("link")


@check("the page asks for a token, tells a wrong one, and opens with the admin's")
def asked(desk):
    guarded(desk)
    session = desk.api.session("counter", "increment")
    addresses = []
    desk.context.on("request", lambda request: addresses.append(request.url))
    page = desk.open(session)
    page.problems.get_by_role("button", name="Enter a token").click()
    enter(page, "a-wrong-one")
    # The existence of a session is not revealed.
    expect(page.title).to_have_text("This session is gone")
    expect(page.page.locator("main")).to_contain_text("or your token does not open it")
    expect(page.role("navigation", "Sessions")).to_contain_text("Not allowed")
    page.press("Token")
    enter(page, ADMIN)
    expect(page.connection).to_have_text("Live")
    expect(page.problems).to_have_text("")
    page.at(2, 2)
    expect(rows(page).first).to_be_visible()
    page.tap("More")
    page.at(3, 3)
    for view in ["Log", "State", "Outputs", "Compose", "Graph"]:
        page.show(view)
    expect(page.panel("Graph").get_by_role("img").first).to_be_visible()

    page.page.reload()
    page.at(3, 3)
    kept = page.page.evaluate("() => JSON.stringify([localStorage, document.cookie, location.href])")
    assert ADMIN not in kept and not any(ADMIN in address for address in addresses), kept
    page.press("Token", "Forget it")
    expect(page.connection).to_have_text("Not allowed")


@check("a session's own token opens that session, and no list")
def own(desk):
    guarded(desk)
    made = desk.api.ask("POST", "/v1/sessions", {"app": "counter"})
    other = desk.api.session("counter")
    page = desk.open(made["id"])
    page.press("Token")
    enter(page, made["token"])
    expect(page.connection).to_have_text("Live")
    page.tap("More")
    page.at(2, 2)
    expect(rows(page)).to_have_count(0)
    page.go(f"/ui/#/sessions/{other}")
    expect(page.title).to_have_text("This session is gone")


@check("a session that is made in the page keeps its token there, and a copied link has none")
def made_here(desk):
    guarded(desk)
    page = desk.open()
    page.press("Token")
    enter(page, ADMIN)
    page.press("New session of counter")
    token = page.copy("Copy token")
    headers = {"Authorization": f"Bearer {token}"}
    assert desk.api.client.ask("GET", f"/v1/sessions/{page.session}", None, headers)[0] == 200
    link = page.copy("Copy link")
    assert link == page.page.url and token not in link and ADMIN not in link, link
    other = desk.page(desk.new_context())
    other.go(link)
    expect(other.connection).to_have_text("Not allowed")
