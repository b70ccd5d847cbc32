"""The form made from an action's schema: filled in, tried, sent, refused at a field, and written as JSON."""

import json
import re

import pytest

from ui.inspector import SHIPPED, check, part, push

PRODUCT = push("product", id="42", page=3)


def choose(page, action, /, route=None, **params):
    """Chooses an action in the form, and fills in its fields."""
    page.role("listbox", "Action").select_option(label=action)
    if route:
        page.field("route").select_option(route)
    for name, value in params.items():
        page.field(name).fill(value)
    return page


@pytest.mark.parametrize("app", SHIPPED)
def test_every_action_of_the_schema_can_be_chosen_in_each_of_its_shapes(pages, api, app):
    page = pages.new(app, view="compose")
    schema = api.ask("GET", f"/v1/apps/{app}/schema")
    definitions = [schema["$defs"][entry["$ref"].removeprefix("#/$defs/")] for entry in schema["anyOf"]]
    types = [shape["properties"]["type"]["const"] for each in definitions for shape in each.get("anyOf", [each])]
    options = page.role("listbox", "Action").get_by_role("option")
    check(options, count=len(types))
    assert sorted(options.all_text_contents()) == sorted(types)
    assert json.loads(choose(page, "popToRoot").json.input_value())["type"] == "popToRoot"


def test_a_form_has_a_field_for_each_param_and_sends_its_value(pages):
    page = choose(pages.new("shop", view="compose"), "push", route="product", id="42", page="3")
    assert json.loads(page.json.input_value()) == PRODUCT
    page.press("Send").shows(outcome=part("It made revision 2."))
    assert page.read()["current"]["params"] == PRODUCT["params"]


def test_a_dry_run_shows_the_outcome_and_changes_nothing(pages):
    page = pages.new("counter", "increment", view="compose")
    page.json.fill('{"type": "push"}')
    page.press("Dry run")
    check(page.outcome, contains=("would make revision 3.", "Outputs", 'push {"count":1}', "/navigation/screens/a2"))
    assert page.at(2).read()["revision"] == 2
    page.press("Send").shows(outcome=part("It made revision 3.")).at(3)


def test_a_fault_of_a_field_is_shown_at_the_field_which_gets_the_focus(pages):
    pages.allow(422)
    page = choose(pages.new("shop", view="compose"), "push", route="product").press("Send")
    check(page.outcome.locator(".problem"), visible=True)
    check(page.field("id"), aria_invalid="true", focused=True, description=re.compile("id"))
    check(page.field("page"), aria_invalid="false")
    assert page.read()["revision"] == 1
    page.field("id").fill("1")
    check(page.field("id"), aria_invalid="false")
    page.press("Send").shows(outcome=part("It made revision 2."))


def test_text_that_is_no_number_or_no_json_is_reported_before_it_is_sent(pages):
    page = choose(pages.new("shop", view="compose"), "push", route="product", id="1", page="two")
    for field, text, message in [(page.field("page"), "two", "This is not a whole number."),
                                 (page.json, '{"type": ', "This is not an action yet")]:
        field.fill(text)
        check(page.form.get_by_text(message), visible=True)
        page.press("Send")
        check(field, focused=True)
        page.field("page").fill("2")
    assert page.read()["revision"] == 1


def test_json_fills_the_form_and_an_action_without_a_form_is_sent_unchanged(pages):
    page = pages.new("shop", view="compose")
    page.json.fill(json.dumps(PRODUCT))
    check(page.field("id"), value="42")
    check(page.field("page"), value="3")
    page.json.fill('{"actions": [{"type": "openDrawer"}, {"type": "closeDrawer"}, {"type": "openDrawer"}]}')
    check(page.form.get_by_text("This action has no form"), visible=True)
    page.press("Send").shows(outcome=part("It made revision 2."))
    assert page.read()["navigation"]["open"] is True


def test_a_refusal_by_the_state_has_its_reason_and_a_link(pages):
    pages.allow(409)
    page = choose(pages.new("counter", view="compose"), "pop").press("Dry run")
    page.shows(outcome=part("has nothing to pop"))
    assert page.outcome.get_by_role("link", name="What this means").get_attribute("href") == "/problems/nothing-to-pop"
