"""The logic of a JSON app: its own actions, conditions with the values that they read, and the intent of a screen."""

import json

from navstate import define

from ui.inspector import action, check, part, push
from ui.test_compose import choose, field
from ui.test_graph import node

ADD = action("add", dish="soup", price=7)


def note(page, name):
    """The actions that are refused for the same reason as this one, with that reason."""
    return page.available.locator(".noted").filter(has=page.button(name))


def test_the_arguments_of_an_own_action_have_fields_with_their_limits_and_faults(pages):
    pages.allow(422)
    page = choose(pages.new("bistro", view="compose"), "add").press("Dry run")
    check(field(page, "dish"), aria_required="true", aria_invalid="true")
    check(field(page, "price"), description=part("at least 0"))
    check(field(page, "size"), description='"S" if absent')
    field(page, "dish").fill("soup")
    field(page, "price").fill("7")
    field(page, "size").select_option("L")
    assert json.loads(page.json.input_value()) == {**ADD, "size": "L"}
    page.press("Send").at(2)
    assert page.read()["data"]["cart"] == {"items": ["soup"], "total": 7}


def test_compose_shows_the_conditions_of_an_action_and_the_values_that_they_read_now(pages):
    page = choose(pages.new("bistro", view="compose"), "add")
    conditions = page.role("group", "Conditions")
    check(conditions, contains=("if data.cart.items.size() < 2 && args.price < 50", "data.cart.items[]"))
    check(conditions, contains="args.priceabsent")
    field(page, "price").fill("51")
    check(conditions, contains="args.price51")
    page.act(ADD)
    check(conditions, contains='data.cart.items["soup"]')
    check(choose(page, "signIn").role("group", "Conditions"), contains="Only a backend may send it.")
    page.json.fill(json.dumps(push("pay", tip=3)))
    check(conditions, contains=("if data.cart.total > 0", "data.cart.total7", "params.tip3"))
    check(choose(page, "popToRoot").role("group", "Conditions"), count=0)


def test_a_refused_action_has_its_condition_and_values_beside_it_until_it_holds_and_a_screen_its_intent(pages):
    page = pages.new("bistro").unfold()
    check(note(page, "clear"), contains=("The tray is empty.", "if data.cart.total > 0", "data.cart.total0"))
    check(note(page, "clear"), lacks="data.seats4")
    check(note(page, "push pay"), contains=("Nothing to pay.", "if data.cart.total > 0"), lacks="params.tip")
    check(note(page, "push terrace"), contains=("Too few.", "if data.seats > 8", "data.seats4"))
    page.act(ADD, "turn", "turn")
    check(note(page, "turn"), contains=("This is the last page.", "if state.page < 3", "state.page3"))
    check(note(page, "clear"), count=0)
    page.act(push("account"))
    check(page.shows(heading="signIn").current, contains="Then push account")
    page.act("dismiss")
    check(page.current, contains="menu", lacks="Then")


def test_the_conditions_are_on_the_edges_of_the_graph(pages):
    page = pages.new("bistro", view="graph")
    texts = page.locator("text.way-text")
    check(texts, count=3)
    assert sorted(texts.all_text_contents()) == ["2 conditions", "if data.seats > 8", "if data.user != n…"]
    check(page.locator("path.guarded"), count=3)
    node(page, "menu").hover()
    check(page.tooltip, contains=("push; if data.user != null", "push; if data.seats > 8", "if data.cart.total > 0"))


def test_an_endless_chain_is_shown_above_the_session(pages, api):
    again = {"do": {"after": 0.001, "id": "t", "action": action("again")}}
    define(api.client, "echo", routes={"home": {}}, actions={"again": again, "stop": {"do": {"cancel": "t"}}})
    page = pages.new("echo", "again")
    check(page.role("status", "Endless chains"), contains=("seems to loop", "timers so far", "again"))
    page.act("stop")
