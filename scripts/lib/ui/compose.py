"""The form made from an action's schema: filled in, tried, sent, refused at a field, and written as JSON."""

import json
import re

from playwright.sync_api import expect

from .apps import SHOP
from .registry import check


def form(page):
    return page.role("form", "Compose an action")


def choose(page, action):
    page.role("listbox", "Action").select_option(label=action)


def raw(page):
    return form(page).get_by_label("As JSON")


def outcome(page):
    return page.role("status", "Outcome")


def field(page, name):
    return form(page).get_by_label(name, exact=True)


@check("every action that an app's schema has can be chosen, in each of its shapes")
def every(desk):
    for app in ["counter", "tabs", "colors", "list", "routing"]:
        page = desk.open(desk.api.session(app), "compose")
        schema = desk.api.ask("GET", f"/v1/apps/{app}/schema")
        options = page.role("listbox", "Action").get_by_role("option")
        expect(options.first).to_be_attached()
        # An action with several shapes is there once for each.
        types = [option.text_content() for option in options.all()]
        for entry in schema["anyOf"]:
            definition = schema["$defs"][entry["$ref"].removeprefix("#/$defs/")]
            for shape in definition.get("anyOf", [definition]):
                types.remove(shape["properties"]["type"]["const"])
        assert types == [], (app, types)
        choose(page, "popToRoot")
        assert json.loads(raw(page).input_value())["type"] == "popToRoot"
        page.page.close()


@check("a form has a field for each param, and sends what is written in it")
def filled(desk):
    desk.api.define(SHOP)
    page = desk.open(desk.api.session("shop"), "compose")
    choose(page, "push")
    field(page, "route").select_option("product")
    field(page, "id").fill("42")
    field(page, "page").fill("3")
    params = {"id": "42", "page": 3}
    assert json.loads(raw(page).input_value()) == {"type": "push", "route": "product", "params": params}
    page.press("Send")
    expect(outcome(page)).to_contain_text("It made revision 2.")
    assert desk.api.read(page.session)["current"]["params"] == params


@check("a dry run tells what would come of it, and changes nothing")
def dry(desk):
    session = desk.api.session("counter", "increment")
    page = desk.open(session, "compose")
    raw(page).fill('{"type": "push"}')
    page.press("Dry run")
    expect(outcome(page)).to_contain_text("It would make revision 3.")
    expect(outcome(page)).to_contain_text("Outputs")
    expect(outcome(page)).to_contain_text('push {"count":1}')
    expect(outcome(page)).to_contain_text("/navigation/screens/a2")
    page.at(2, 2)
    assert desk.api.read(session)["revision"] == 2
    page.press("Send")
    expect(outcome(page)).to_contain_text("It made revision 3.")
    page.at(3, 3)


@check("what the server finds wrong with a field stands at that field, which gets the focus")
def fault(desk):
    desk.allow(422)
    desk.api.define(SHOP)
    session = desk.api.session("shop")
    page = desk.open(session, "compose")
    choose(page, "push")
    field(page, "route").select_option("product")
    page.press("Send")
    expect(outcome(page).locator(".problem")).to_be_visible()
    wrong = field(page, "id")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_be_focused()
    expect(wrong).to_have_accessible_description(re.compile("id"))
    expect(field(page, "page")).to_have_attribute("aria-invalid", "false")
    assert desk.api.read(session)["revision"] == 1
    wrong.fill("1")
    expect(wrong).to_have_attribute("aria-invalid", "false")
    page.press("Send")
    expect(outcome(page)).to_contain_text("It made revision 2.")


@check("what is no number or no JSON is told before it is sent")
def unreadable(desk):
    desk.api.define(SHOP)
    session = desk.api.session("shop")
    page = desk.open(session, "compose")
    choose(page, "push")
    field(page, "route").select_option("product")
    field(page, "id").fill("1")
    field(page, "page").fill("two")
    expect(form(page).get_by_text("This is not a whole number.")).to_be_visible()
    page.press("Send")
    expect(field(page, "page")).to_be_focused()
    field(page, "page").fill("2")
    raw(page).fill('{"type": ')
    expect(form(page).get_by_text("This is not an action yet")).to_be_visible()
    page.press("Send")
    expect(raw(page)).to_be_focused()
    assert desk.api.read(session)["revision"] == 1


@check("what is written as JSON stands in the form, and an action without a form is sent as it is")
def as_json(desk):
    desk.api.define(SHOP)
    page = desk.open(desk.api.session("shop"), "compose")
    raw(page).fill('{"type": "push", "route": "product", "params": {"id": "9", "page": 2}}')
    expect(field(page, "id")).to_have_value("9")
    expect(field(page, "page")).to_have_value("2")
    raw(page).fill('{"actions": [{"type": "openDrawer"}, {"type": "closeDrawer"}, {"type": "openDrawer"}]}')
    expect(form(page).get_by_text("There is no form for this")).to_be_visible()
    page.press("Send")
    expect(outcome(page)).to_contain_text("It made revision 2.")
    assert desk.api.read(page.session)["navigation"]["open"] is True


@check("what the state refuses is told with its reason")
def refused(desk):
    desk.allow(409)
    page = desk.open(desk.api.session("counter"), "compose")
    choose(page, "pop")
    page.press("Dry run")
    expect(outcome(page)).to_contain_text("has nothing to pop")
    more = outcome(page).get_by_role("link", name="What this means")
    expect(more).to_have_attribute("href", "/problems/nothing-to-pop")
