"""The form made from an action's schema: filled in, tried, sent, refused at a field, and written as JSON."""

import json
import re

import pytest

from ui.inspector import SHIPPED, check, part, push

PRODUCT = push("product", id="42", page=3)


class Form:
    """The form of a new session."""

    def __init__(self, pages, app, *actions):
        self.page = pages.new(app, *actions, view="compose")
        self.element = self.page.role("form", "Compose an action")
        self.actions = self.page.role("listbox", "Action")
        self.json = self.element.get_by_label("As JSON")

    def field(self, name):
        return self.element.get_by_label(name, exact=True)

    def choose(self, action, route=None, **params):
        self.actions.select_option(label=action)
        if route:
            self.field("route").select_option(route)
        for name, value in params.items():
            self.field(name).fill(value)
        return self

    def shows(self, text):
        check(self.element.get_by_text(text), visible=True)


@pytest.mark.parametrize("app", SHIPPED)
def test_every_action_of_the_schema_can_be_chosen_in_each_of_its_shapes(pages, api, app):
    form = Form(pages, app)
    schema = api.ask("GET", f"/v1/apps/{app}/schema")
    definitions = [schema["$defs"][entry["$ref"].removeprefix("#/$defs/")] for entry in schema["anyOf"]]
    types = [shape["properties"]["type"]["const"] for each in definitions for shape in each.get("anyOf", [each])]
    options = form.actions.get_by_role("option")
    check(options, count=len(types))
    assert sorted(options.all_text_contents()) == sorted(types)
    assert json.loads(form.choose("popToRoot").json.input_value())["type"] == "popToRoot"


def test_a_form_has_a_field_for_each_param_and_sends_its_value(pages):
    form = Form(pages, "shop").choose("push", route="product", id="42", page="3")
    assert json.loads(form.json.input_value()) == PRODUCT
    form.page.press("Send").shows(outcome=part("It made revision 2."))
    assert form.page.read()["current"]["params"] == PRODUCT["params"]


def test_a_dry_run_shows_the_outcome_and_changes_nothing(pages):
    form = Form(pages, "counter", "increment")
    form.json.fill('{"type": "push"}')
    form.page.press("Dry run").at(2)
    check(form.page.outcome, contains=("would make revision 3.", "Outputs", 'push {"count":1}', "/navigation/screens/a2"))
    assert form.page.read()["revision"] == 2
    form.page.press("Send").shows(outcome=part("It made revision 3.")).at(3)


def test_a_fault_of_a_field_is_shown_at_the_field_which_gets_the_focus(pages):
    pages.allow(422)
    form = Form(pages, "shop").choose("push", route="product")
    form.page.press("Send")
    check(form.page.outcome.locator(".problem"), visible=True)
    check(form.field("id"), aria_invalid="true", focused=True, description=re.compile("id"))
    check(form.field("page"), aria_invalid="false")
    assert form.page.read()["revision"] == 1
    form.field("id").fill("1")
    check(form.field("id"), aria_invalid="false")
    form.page.press("Send").shows(outcome=part("It made revision 2."))


def test_text_that_is_no_number_or_no_json_is_reported_before_it_is_sent(pages):
    form = Form(pages, "shop").choose("push", route="product", id="1", page="two")
    form.shows("This is not a whole number.")
    form.page.press("Send")
    check(form.field("page"), focused=True)
    form.field("page").fill("2")
    form.json.fill('{"type": ')
    form.shows("This is not an action yet")
    form.page.press("Send")
    check(form.json, focused=True)
    assert form.page.read()["revision"] == 1


def test_json_fills_the_form_and_an_action_without_a_form_is_sent_unchanged(pages):
    form = Form(pages, "shop")
    form.json.fill(json.dumps(PRODUCT))
    check(form.field("id"), value="42")
    check(form.field("page"), value="3")
    form.json.fill('{"actions": [{"type": "openDrawer"}, {"type": "closeDrawer"}, {"type": "openDrawer"}]}')
    form.shows("There is no form for this")
    form.page.press("Send").shows(outcome=part("It made revision 2."))
    assert form.page.read()["navigation"]["open"] is True


def test_a_refusal_by_the_state_has_its_reason_and_a_link(pages):
    pages.allow(409)
    page = Form(pages, "counter").choose("pop").page.press("Dry run").shows(outcome=part("has nothing to pop"))
    link = page.outcome.get_by_role("link", name="What this means")
    assert link.get_attribute("href") == "/problems/nothing-to-pop"
