"""The graph: an app's screens and the edges between them."""

import pytest

from ui.inspector import SHIPPED, action, check, script


def node(page, route):
    """Finds a node by its name, which may be followed by a note."""
    return page.panel("Graph").locator(f'[role=img][aria-label="{route}"], [role=img][aria-label^="{route}, "]')


def maze(count, *steps):
    """An app whose screens lead to as many others as there are steps, in both directions."""
    names = [f"screen-{index}" for index in range(count)]
    routes = {name: {"to": [names[(index * index + step) % count] for step in steps]} for index, name in enumerate(names)}
    routes["over"] = {"as": "sheet", "to": []}
    return {"app": "maze", "version": 1, "root": {"kind": "stack", "routes": names}, "routes": routes}


@pytest.mark.parametrize("app", [*SHIPPED, "shop", "museum", "maze"])
def test_every_screen_is_in_the_graph_no_edge_crosses_one_and_the_current_and_the_unreachable_are_marked(pages, api, app):
    api.ask("PUT", "/v1/apps/maze", maze(24, 1, 7, 13))
    page = pages.new(app, view="graph")
    graph, current = page.panel("Graph"), page.read()["current"]["route"]
    notes = {current: f"{current}, here, initial"}
    for screen in api.ask("GET", f"/v1/apps/{app}/graph")["screens"]:
        check(node(page, screen["route"]), count=1)
        if not screen["reachable"]:
            notes[screen["route"]] = ", ".join(filter(None, [screen["route"], "unreachable", screen["presentation"]]))
    assert ("attic" in notes) == (app == "shop")
    check(graph.locator("[aria-current=location]"), count=1, name=notes[current])
    check(graph.locator("[role=img][aria-label*=unreachable]"), count=len(notes) - 1)
    assert page.evaluate(script("crossed")) == []
    graph.get_by_text("As a list").click()
    for route, name in notes.items():
        check(node(page, route), name=name)
        note = name.removeprefix(route + ", ")
        check(graph.locator(f"li:has(b:text-is('{route}'))").filter(has_text=note), count=1)


def test_the_graph_fits_its_frame_is_zoomed_by_buttons_and_marks_the_edges_of_a_node_on_hover(pages):
    page = pages.new("museum", view="graph")
    frame, drawing = page.role("region", "Graph of the screens"), page.locator(".zoomed svg")
    check(drawing, visible=True)
    fitted, outer = drawing.bounding_box(), frame.bounding_box()
    assert fitted["width"] <= outer["width"] and fitted["height"] <= outer["height"]
    page.press("Zoom in", "Zoom in", "Zoom out")
    assert drawing.bounding_box()["width"] == pytest.approx(fitted["width"] * 1.25, rel=0.01)
    page.press("Fit")
    assert drawing.bounding_box()["width"] == pytest.approx(fitted["width"], rel=0.01)
    lit = page.locator("path.lit")
    for route, count in [("audio", 0), ("work", 3)]:  # `work` leads to itself, to `audio` and to `ticket`.
        node(page, route).hover()
        check(lit, count=count)


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
