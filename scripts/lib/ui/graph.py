"""The graph: an app's screens and the edges between them."""

from playwright.sync_api import expect

from .apps import SHOP
from .registry import check
from .sessions import SHIPPED

MERMAID = {"Accept": "text/vnd.mermaid"}


def node(page, route):
    """Finds a node by its name, which may be followed by a note."""
    return page.panel("Graph").locator(f'[role=img][aria-label="{route}"], [role=img][aria-label^="{route}, "]')


@check("every screen of every app is in its graph, and the user's is marked")
def screens(desk):
    desk.api.define(SHOP)
    for app in [*SHIPPED, "shop"]:
        session = desk.api.session(app)
        page = desk.open(session, "graph")
        graph = desk.api.ask("GET", f"/v1/apps/{app}/graph")
        for screen in graph["screens"]:
            expect(node(page, screen["route"])).to_have_count(1)
        here = page.panel("Graph").locator("[aria-current=location]")
        expect(here).to_have_count(1)
        expect(here).to_have_accessible_name(f"{desk.api.read(session)['current']['route']}, here, initial")
        page.page.close()


@check("the mark goes where the user goes")
def here(desk):
    session = desk.api.session("colors")
    page = desk.open(session, "graph")
    expect(node(page, "red")).to_have_attribute("aria-current", "location")
    desk.api.act(session, {"type": "transition", "to": "blue"})
    expect(node(page, "blue")).to_have_attribute("aria-current", "location")
    expect(node(page, "red")).not_to_have_attribute("aria-current", "location")


@check("a screen that nothing leads to is shown as such, in the drawing and in the list")
def unreachable(desk):
    desk.api.define(SHOP)
    page = desk.open(desk.api.session("shop"), "graph")
    lost = desk.api.ask("GET", "/v1/apps/shop/graph")["screens"]
    assert [screen["route"] for screen in lost if not screen["reachable"]] == ["attic"]
    expect(node(page, "attic")).to_have_accessible_name("attic, unreachable")
    expect(page.panel("Graph").locator("[role=img][aria-label*=unreachable]")).to_have_count(1)
    page.panel("Graph").get_by_text("As a list").click()
    rows = page.panel("Graph").get_by_role("listitem")
    expect(rows.filter(has_text="attic").filter(has_text="unreachable")).to_have_count(1)
    expect(rows.filter(has_text="catalog").filter(has_text="here, initial")).to_have_count(1)


@check("the graph is exported as the Mermaid that the server gives")
def mermaid(desk):
    page = desk.open(desk.api.session("routing"), "graph")
    text = desk.api.text("/v1/apps/routing/graph", MERMAID)[2].decode()
    assert text.startswith("flowchart"), text
    expect(node(page, "home")).to_be_visible()
    assert page.copy("Copy as Mermaid") == text
    with page.page.expect_download() as waiting:
        page.press("Download as Mermaid")
    assert waiting.value.suggested_filename == "routing.mmd"
    with open(waiting.value.path()) as file:
        assert file.read() == text


@check("where a screen leads to is told on hover")
def ways(desk):
    page = desk.open(desk.api.session("colors"), "graph")
    node(page, "green").hover()
    tip = page.role("tooltip")
    expect(tip).to_contain_text("to blue")
    expect(tip).not_to_contain_text("to red")
