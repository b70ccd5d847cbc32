"""The page of an app: its versions and their rollout, and how sessions go through its screens."""

import json
import subprocess

import pytest
from navstate import ROOT, define, eventually, report

from ui.inspector import action, check, push, script
from ui.test_graph import maze
from ui.test_looks import faults
from ui.test_screenshots import save

CHECKOUT = json.loads((ROOT / "Examples/checkout/app.json").read_text())
FLOWS, PAGE, VARIANTS = "/v1/apps/checkout/flows", "/ui/#/apps/checkout", ["checkout:short", "checkout:long"]


@pytest.fixture
def server(new_server, clock):
    """A server to which the crowd of the example came two hours ago."""
    clock.set(-7200)
    server = new_server(environment=clock.environment)
    subprocess.run([ROOT / "Examples/checkout/crowd", "200", server.base], check=True)
    client = server.client()
    eventually(lambda: {"from": None, "to": "cart", "by": "other", "count": 200} in client.get(FLOWS).json()["edges"])
    clock.set(0)
    return server


def check_numbers(pane, flows):
    widest = pane.locator(".node.widest")
    check(widest, count=1)
    route, faults = pane.evaluate(script("flow_faults"), flows)
    assert faults == []
    check(widest, data_route=route)


def test_the_slider_sets_a_rollout_that_the_table_shows_and_a_button_ends_it(pages, api):
    version = {"version": 2, "data": {"gift": 0}, "migrate": {"1": {"set": {"data.gift": "1"}}}}
    api.ask("PUT", "/v1/apps/checkout", {**CHECKOUT, **version})
    page = pages.page().go(PAGE).shows(title="Checkout")
    rows = page.role("region", "Versions and rollout").get_by_role("row")
    check(rows.nth(1), contains="100 %")
    page.role("slider", "New sessions that get the next version").fill("30.5")
    check(page.role("spinbutton", "Percent"), value="30.5")
    page.press("Set the rollout")
    check(rows.nth(1), contains="30.5 %")
    check(rows.nth(2), contains=("200", "69.5 %"))
    assert api.ask("GET", "/v1/apps/checkout/rollout") == {"current": 1, "next": 2, "percent": 30.5, "by": "key"}
    preview = page.press("Preview a migration").role("status", "Migration")
    preview.get_by_text("200 migrated").click()
    check(preview, contains="/data/gift")
    check(page.press("End the rollout").locator(".app-page"), contains="New sessions get version 2.")
    assert "rollout" not in api.ask("GET", "/v1/apps/checkout")


def test_the_graph_has_the_numbers_of_the_api_for_the_chosen_time_and_leads_from_a_row_to_its_screen(pages, api):
    page = pages.new("checkout")
    page.role("link", "checkout 1").click()
    pane, time = page.role("region", "All sessions"), page.role("combobox", "Time")
    check_numbers(pane, api.ask("GET", FLOWS))
    page.button("pay").focus()
    check(page.keys("Enter").locator("[data-route=pay]"), focused=True, in_viewport=True)
    time.select_option("Last hour")
    check(pane, contains="1 created")
    page.reload()
    check(time, value="hour")


def test_a_sheet_that_leads_on_by_its_result_is_no_end_and_has_a_drop(pages, api, clock):
    routes = {"home": {"to": ["signIn", "account", "help"], "onResult": {"signIn": {"type": "push", "route": "account"}}},
              "signIn": {"as": "sheet", "to": []}, "account": {"to": []}, "help": {"to": []}}
    define(api.client, "club", root={"kind": "stack", "initial": "home"}, routes=routes)
    clock.set(-7200)
    for actions in [[], ["dismiss"]]:
        api.session("club", action("present", route="signIn"), *actions)
    api.session("club", push("help"), "goBack", push("help"))
    edge = {"from": "signIn", "to": "account", "by": "back", "count": 1}
    eventually(lambda: edge in api.ask("GET", "/v1/apps/club/flows")["edges"])
    clock.set(0)
    rows = pages.page().go("/ui/#/apps/club").role("region", "All sessions").locator("tbody tr")
    for index, texts in enumerate([("signIn", "50 %"), ("home", "0 %"), ("account", "end"), ("help", "end")]):
        check(rows.nth(index), contains=texts)


@pytest.mark.parametrize("width, height", [(1200, 900), (390, 844)])
def test_two_variants_are_beside_or_below_each_other_as_in_the_picture(pages, api, tmp_path, width, height):
    page = pages.page(pages.new_context(viewport={"width": width, "height": height}, color_scheme="light")).go(PAGE)
    for group, variant in zip(["Sessions", "Compare with"], VARIANTS, strict=True):
        page.role("group", group).get_by_label("Variant or label").fill(variant)
        page.keys("Enter")
    panes = [page.role("region", variant) for variant in VARIANTS]
    for pane, variant in zip(panes, VARIANTS, strict=True):
        check_numbers(pane, api.ask("GET", f"{FLOWS}?label={variant}"))
    assert (panes[0].bounding_box()["y"] == panes[1].bounding_box()["y"]) == (width > 390)
    assert faults(page) == []
    if width > 390:
        page.role("region", "Flows").evaluate("flows => { document.activeElement.blur(); flows.scrollIntoView() }")
        save(page, tmp_path, "flows")


def test_a_graph_of_60_routes_and_200_edges_is_drawn(pages, api):
    app = maze(60, 1, 7, 13, 29)
    edges = [{"from": name, "to": to, "by": "push", "count": 9} for name, each in app["routes"].items() for to in each["to"]][:200]
    api.ask("PUT", "/v1/apps/maze", app)
    page = pages.page().go("/ui/#/apps/maze")
    check(page.locator(".node"), count=61)
    times = page.evaluate(script("draw_flows"), {"edges": edges})
    report("flows of 60 routes", milliseconds=[round(time) for time in times])
    check(page.locator(".zoomed .count"), count=200)
