"""The graph: an app's screens and the edges between them."""

import pytest

from ui.inspector import SHIPPED, action, check


def node(page, route):
    """Finds a node by its name, which may be followed by a note."""
    return page.panel("Graph").locator(f'[role=img][aria-label="{route}"], [role=img][aria-label^="{route}, "]')


@pytest.mark.parametrize("app", [*SHIPPED, "shop"])
def test_every_screen_is_in_the_graph_and_the_current_and_the_unreachable_one_are_marked(pages, api, app):
    page = pages.new(app, view="graph")
    graph, current = page.panel("Graph"), page.read()["current"]["route"]
    notes = {current: f"{current}, here, initial"}
    for screen in api.ask("GET", f"/v1/apps/{app}/graph")["screens"]:
        check(node(page, screen["route"]), count=1)
        if not screen["reachable"]:
            notes[screen["route"]] = f"{screen['route']}, unreachable"
    assert ("attic" in notes) == (app == "shop")
    check(graph.locator("[aria-current=location]"), count=1, name=notes[current])
    check(graph.locator("[role=img][aria-label*=unreachable]"), count=len(notes) - 1)
    graph.get_by_text("As a list").click()
    for route, name in notes.items():
        check(node(page, route), name=name)
        note = name.removeprefix(route + ", ")
        check(graph.get_by_role("listitem").filter(has_text=route).filter(has_text=note), count=1)


def test_the_mark_follows_the_current_screen_whose_targets_are_shown_on_hover(pages):
    page = pages.new("colors", view="graph")
    here = page.panel("Graph").locator("[aria-current=location]")
    check(here, name="red, here, initial")
    page.act(action("transition", to="blue"))
    check(here, count=1, name="blue, here")
    node(page, "green").hover()
    check(page.tooltip, contains="to blue", lacks="to red")


def test_the_graph_is_copied_and_downloaded_as_the_mermaid_text_of_the_server(pages, api):
    text = api.client.get("/v1/apps/routing/graph", headers={"Accept": "text/vnd.mermaid"}).text
    assert text.startswith("flowchart")
    page = pages.new("routing", view="graph")
    check(node(page, "home"), visible=True)
    assert page.copy("Copy as Mermaid") == text
    download = page.download("Download as Mermaid")
    assert download.suggested_filename == "routing.mmd" and download.path().read_text() == text
