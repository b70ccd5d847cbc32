"""The form made from an action's schema: filled in, tried, sent, refused at a field, and written as JSON."""

import json
import re

import pytest

from ui.inspector import SHIPPED, check, part, push

PRODUCT = push("product", id="42", page=3)


def field(page, name):
    return page.form.get_by_label(name, exact=True)


def choose(page, action):
    page.role("listbox", "Action").select_option(label=action)
    return page


def choose_product(page, /, **params):
    """Fills in the fields for a push of the screen `product`."""
    field(choose(page, "push"), "route").select_option("product")
    for name, value in params.items():
        field(page, name).fill(value)
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


def test_a_click_on_an_action_opens_its_form_whose_fields_and_json_fill_each_other(pages):
    page = pages.new("shop")
    page.available.get_by_role("button", name="push product").click()
    check(field(page, "route"), visible=True, value="product")
    field(page, "id").fill("7")
    page.press("Send").shows(title="browse › product")
    assert page.read()["current"]["params"] == {"id": "7", "page": 1}
    choose_product(page, id="42", page="3")
    assert json.loads(page.json.input_value()) == PRODUCT
    page.press("Send").shows(outcome=part("It made revision 3."))
    assert page.read()["current"]["params"] == PRODUCT["params"]
    page.json.fill(json.dumps(push("product", id="43", page=4)))
    check(field(page, "id"), value="43")
    check(field(page, "page"), value="4")
    # An action without a form is sent unchanged.
    page.json.fill('{"actions": [{"type": "openDrawer"}, {"type": "closeDrawer"}, {"type": "openDrawer"}]}')
    check(page.form.get_by_text("This action has no form"), visible=True)
    page.press("Send").shows(outcome=part("It made revision 4."))
    assert page.read()["navigation"]["open"] is True


def test_targets_sources_and_ids_are_chosen_from_those_of_the_session(pages):
    page = choose(pages.new("shop", push("product", id="42"), view="compose"), "setParams")
    session = page.read()
    product, catalog = session["current"]["id"], session["navigation"]["screens"][0]["content"]["screens"][0]["id"]
    check(field(page, "target").get_by_role("option"), contains=["—", "root: drawer", "stack", "pages"])
    # The params are those of the current screen, or of the source.
    check(field(page, "page"), visible=True)
    field(page, "source").select_option(catalog)
    check(field(page, "page"), count=0)
    field(page, "source").select_option(product)
    field(page, "page").fill("3")
    assert json.loads(page.json.input_value()) == {"type": "setParams", "params": {"page": 3}, "source": product}
    page.press("Send").shows(outcome=part("It made revision 3."))
    assert page.read()["current"]["params"] == {"id": "42", "page": 3}
    page.json.fill('{"type": "remove", "id": "gone"}')
    check(field(page, "id"), value="gone")


def test_a_dry_run_shows_the_outcome_or_a_refusal_with_its_reason_and_changes_nothing(pages):
    pages.allow(409)
    page = choose(pages.new("counter", "increment", view="compose"), "pop").press("Dry run")
    check(page.outcome, contains="has nothing to pop")
    check(page.outcome.get_by_role("link", name="About this problem"), href="/problems/nothing-to-pop")
    page.json.fill('{"type": "push"}')
    page.press("Dry run")
    check(page.outcome, contains=("would make revision 3.", "Outputs", 'push {"count":1}', "/navigation/screens/a2"))
    assert page.at(2).read()["revision"] == 2
    page.press("Send").shows(outcome=part("It made revision 3.")).at(3)


def test_a_fault_is_shown_at_its_field_which_gets_the_focus_also_before_anything_is_sent(pages):
    pages.allow(422)
    page = choose_product(pages.new("shop", view="compose")).press("Send")
    check(page.outcome.locator(".problem"), visible=True)
    check(field(page, "id"), aria_invalid="true", focused=True, description=re.compile("id"))
    check(field(page, "page"), aria_invalid="false")
    field(page, "id").fill("1")
    check(field(page, "id"), aria_invalid="false")
    for faulty, text, message in [(field(page, "page"), "two", "This is not a whole number."),
                                  (page.json, '{"type": ', "This is not an action yet")]:
        faulty.fill(text)
        check(page.form.get_by_text(message), visible=True)
        page.press("Send")
        check(faulty, focused=True)
        field(page, "page").fill("2")
    assert page.read()["revision"] == 1
    page.press("Send").shows(outcome=part("It made revision 2."))
