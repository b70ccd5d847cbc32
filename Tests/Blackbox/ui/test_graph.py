"""The graph: an app's screens and the edges between them."""

import pytest
from playwright.sync_api import expect

from ui.inspector import SHIPPED, action, check


def node(page, route):
    """Finds a node by its name, which may be followed by a note."""
    return page.panel("Graph").locator(f'[role=img][aria-label="{route}"], [role=img][aria-label^="{route}, "]')


@pytest.mark.parametrize("app", [*SHIPPED, "shop"])
def test_every_screen_is_in_the_graph_and_the_current_one_is_marked(pages, api, app):
    page = pages.new(app, view="graph")
    for screen in api.ask("GET", f"/v1/apps/{app}/graph")["screens"]:
        check(node(page, screen["route"]), count=1)
    here = page.panel("Graph").locator("[aria-current=location]")
    check(here, count=1, name=f"{page.read()['current']['route']}, here, initial")


def test_the_mark_follows_the_current_screen(pages):
    page = pages.new("colors", view="graph")
    check(node(page, "red"), aria_current="location")
    page.act(action("transition", to="blue"))
    check(node(page, "blue"), aria_current="location")
    expect(node(page, "red")).not_to_have_attribute("aria-current", "location")


def test_an_unreachable_screen_is_marked_in_the_drawing_and_in_the_list(pages, api):
    screens = api.ask("GET", "/v1/apps/shop/graph")["screens"]
    assert [screen["route"] for screen in screens if not screen["reachable"]] == ["attic"]
    page = pages.new("shop", view="graph")
    graph = page.panel("Graph")
    check(node(page, "attic"), name="attic, unreachable")
    check(graph.locator("[role=img][aria-label*=unreachable]"), count=1)
    graph.get_by_text("As a list").click()
    for route, note in [("attic", "unreachable"), ("catalog", "here, initial")]:
        check(graph.get_by_role("listitem").filter(has_text=route).filter(has_text=note), count=1)


def test_the_graph_is_copied_and_downloaded_as_the_mermaid_text_of_the_server(pages, api):
    text = api.client.get("/v1/apps/routing/graph", headers={"Accept": "text/vnd.mermaid"}).text
    assert text.startswith("flowchart")
    page = pages.new("routing", view="graph")
    check(node(page, "home"), visible=True)
    assert page.copy("Copy as Mermaid") == text
    download = page.download("Download as Mermaid")
    assert download.suggested_filename == "routing.mmd" and download.path().read_text() == text


def test_the_targets_of_a_screen_are_shown_on_hover(pages):
    page = pages.new("colors", view="graph")
    node(page, "green").hover()
    check(page.tooltip, contains="to blue", lacks="to red")
