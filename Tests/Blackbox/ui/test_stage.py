"""The stage: the rendered tree and its actions."""

import json
import re

import pytest

from ui.inspector import SHIPPED, action, check, part, push, script


@pytest.mark.parametrize("app, actions", [
    *[(app, []) for app in [*SHIPPED, "shop"]], ("shop", [push("product", id="1"), action("present", route="signIn")])])
def test_each_legal_action_is_a_button_and_each_blocked_one_is_disabled_with_the_reason(pages, app, actions):
    page = pages.new(app, *actions)
    items = page.read("/available")["items"]
    blocked = [item for item in items if not item["allowed"]]
    page.unfold()
    check(page.available.get_by_role("button"), count=len(items))
    check(page.available.locator("button[aria-disabled=true]"), count=len(blocked))
    for item in blocked:
        # Reasons that differ in the route or the type alone are one, with all of their names.
        names = [json.dumps(item["action"].get("route")), f"`{item['action']['type']}`"]
        name = next((name for name in names if name in item["reason"]), "\0")
        pattern = ".*".join(map(re.escape, item["reason"].split(name, 1)))
        button = page.available.get_by_title(json.dumps(item["action"], separators=(",", ":")), exact=True)
        check(button, description=re.compile(f"^{pattern}$"))


def test_refused_actions_that_open_a_screen_are_folded_stay_unfolded_and_show_their_reason_once(pages):
    page = pages.new("museum", push("rooms"), push("work", id=7))
    refused = [item for item in page.read("/available")["items"] if not item["allowed"] and item["action"].get("route")]
    hall = page.available.get_by_role("button", name="push hall")
    check(page.available, contains=f"{len(refused)} refused")
    check(hall, count=0)
    reason = '"work" does not lead to "hall", "rooms"; it leads to "work", "audio", "ticket".'
    check(page.unfold().available.get_by_text(reason, exact=True), count=1)
    for name in ["push hall", "push rooms", "replace hall", "replace rooms"]:
        check(page.available.get_by_role("button", name=name), aria_disabled="true", description=reason)
    page.act(push("audio")).at(4)
    check(page.available.locator("details[open]"), visible=True)


def test_the_data_of_the_app_is_beside_its_screens(pages):
    page = pages.new("bistro").at(1)
    data = page.role("region", "The app's data")
    check(data, contains=("seats4", "usernull"))
    page.act(action("add", dish="soup", price=7)).at(2)
    check(data, contains='"soup"')
    page.slide(1)
    check(data, lacks="soup")
    check(pages.new("counter").at(1).role("region", "The app's data"), text="")


@pytest.mark.parametrize("app, frame", [("counter", "phone"), ("wall", "tv"), ("idle", "none")])
def test_the_screens_are_in_the_frame_that_the_app_names_until_the_user_chooses_another(pages, app, frame):
    page = pages.new(app).at(1)
    check(page.screens, data_frame=frame)
    page.role("combobox", "Frame").select_option("No frame" if frame == "tv" else "TV")
    check(page.screens, data_frame="none" if frame == "tv" else "tv")
    page.reload()
    check(page.at(1).screens, data_frame="none" if frame == "tv" else "tv")
    check(pages.new("colors").screens, data_frame="phone")


def test_each_kind_of_container_is_drawn_and_used_by_its_own_buttons(pages):
    page = pages.new("shop", *[push("product", id=str(id)) for id in range(5)])
    cards = page.screens.get_by_role("group", name="stack").first.locator(".card")
    check(cards, count=5)
    page.tap("Back")
    check(cards, count=4)
    drawer, dots = (page.screens.get_by_role("navigation", name=name) for name in ["Drawer of root", "Pages of"])
    page.press("Open the drawer")
    check(drawer.get_by_role("button"), text=["browse", "pictures", "account"])
    page.press("pictures", within=drawer)
    check(dots.get_by_role("button", name="1: front"), aria_current="page")
    dots.get_by_role("button", name="2: back").click()
    page.shows(title="pictures › back").press("openDrawer", within=page.available)
    check(drawer, visible=True)
    assert page.read()["navigation"]["open"] is True
    page.act(action("select", route="account"), action("present", route="signIn"), action("present", route="terms"))
    # Only the topmost presented screen can be closed.
    sheet, alert = (page.screens.get_by_role("group", name=name) for name in ["sheet: signIn", "alert: terms"])
    check(alert, visible=True)
    check(sheet.get_by_role("button", name="Close", exact=True), aria_disabled="true")
    for layer in [alert, sheet]:
        page.press("Close", within=layer)
        check(layer, count=0)
    page.shows(title="account")


@pytest.mark.parametrize("width, height", [(1440, 900), (390, 844)])
def test_panes_are_side_by_side_and_an_action_moves_the_focus_to_the_one_that_takes_it(pages, width, height):
    page = pages.page(pages.new_context(viewport={"width": width, "height": height}))
    page.go(pages.address(pages.api.session("mail"))).at(1)
    panes = page.screens.locator(".side-by-side > article")
    check(panes, count=3)
    page.shows(heading="letters").act(push("letter", id="7")).shows(heading="letter")
    *edges, height = page.screens.evaluate(script("pane_edges"))
    lefts, rights, tops = zip(*edges)
    assert sorted(set(lefts)) == list(lefts) and len(set(tops)) == 1 and rights[2] <= 0 and height < 30
    # The pane beside it stays as it is.
    check(panes.nth(1).get_by_role("heading", name="letters"), visible=True)
    chooser = page.screens.get_by_role("navigation", name="Panes of root")
    check(chooser.get_by_role("button", name="reader"), aria_current="page")
    page.press("folders", within=chooser).shows(heading="folders")
    assert page.read()["navigation"]["selected"] == 0
    page.press("reader", within=chooser).shows(heading="letter").tap("Back").shows(heading="nothing")
    page.press("goBack", within=page.available).shows(heading="letters")


def test_the_id_params_and_state_of_a_screen_are_shown_on_hover_and_on_focus(pages):
    page = pages.new("shop", push("product", id="42"))
    current = page.read()["current"]["id"]
    mark = page.current.get_by_role("button", name=f"product, id {current}")
    mark.hover()
    page.shows(tooltip=part('"id":"42"')).title.hover()
    page.shows(tooltip=0).current.get_by_role("button", name="Back").focus()
    page.keys("Tab")
    check(mark, focused=True)
    page.shows(tooltip=part(current)).keys("Escape").shows(tooltip=0)


def test_unsent_input_keeps_its_text_and_focus_while_the_session_changes(pages):
    page = pages.new("tabs", action("select", route="todos"))
    field = page.current.get_by_label("New todo")
    field.press_sequentially("half a")
    # The page sends what was typed after a pause, which on a busy machine makes revisions of its own.
    reached = page.act("counter.increment").read()["revision"]
    page.shows(moment=re.compile("|".join(f"^{revision} / " for revision in range(reached, reached + 9))))
    check(field, focused=True, value="half a")
    page.keyboard.type("nd half")
    page.keys("Enter")
    check(page.current.get_by_label("Todo 1", exact=True), value="half and half")
    check(field, value="")


def test_markup_and_line_separators_in_a_session_are_shown_as_text(pages):
    hostile = """<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>\u2028"""
    page = pages.new("routing", action("edit", text=hostile)).shows(connection="Live")
    check(page.textbox, value=hostile)
    page.act(action("edit", text=hostile + "\u2029"))
    check(page.textbox, value=hostile + "\u2029")
    page.show("State").show("Compose").show("Log")
    check(page.rows.first, contains="<img src=x")
    assert page.evaluate("() => document.title") != "owned"


def test_a_refusal_is_shown_at_the_top_until_it_is_put_away(pages):
    pages.allow(409)
    page = pages.new("list")
    check(page.current.get_by_role("button", name="Row r1, 1"), visible=True)
    # Simulates a page that lags behind the server, whose container no longer exists.
    page.route("**/actions", lambda route: route.continue_(post_data='{"type": "popToRoot", "target": "gone"}'))
    page.tap("Row r1, 1").shows(problems=part("gone")).press("Put this message away").shows(problems="")
