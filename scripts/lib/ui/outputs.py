"""Outputs, and timers with their countdowns."""

import re

from playwright.sync_api import expect

from .apps import IDLE
from .registry import check


def idle(desk):
    desk.api.define(IDLE)
    return desk.api.session("idle", {"type": "push", "route": "away"})


def timers(page):
    return page.role("list", "Timers").get_by_role("listitem")


@check("a timer is told with what it will do, and counts down")
def countdown(desk):
    page = desk.open(idle(desk), "outputs")
    left = page.role("timer")
    expect(timers(page)).to_contain_text("popToRoot")
    expect(left).to_have_text(re.compile(r"59:\d\d|59 min|1:00:00|60:00"))
    expect(left).not_to_have_text(left.text_content())


@check("a timer that is fired now does at once what it was to do later")
def fire(desk):
    session = idle(desk)
    page = desk.open(session, "outputs")
    page.press("Fire now: popToRoot")
    page.at(3, 3)
    expect(page.title).to_have_text("home")
    assert desk.api.read(session)["current"]["route"] == "home"
    assert desk.api.read(session, "/history")["items"][-1]["actor"] == "timer"


@check("a timer that is cancelled is gone")
def cancel(desk):
    session = idle(desk)
    page = desk.open(session, "outputs")
    page.press("Cancel: popToRoot")
    expect(page.page.get_by_text("Nothing is pending.")).to_be_visible()
    assert desk.api.read(session, "/timers")["items"] == []
    assert desk.api.read(session)["current"]["route"] == "away"


@check("timers come and go with the session's actions")
def live(desk):
    desk.api.define(IDLE)
    session = desk.api.session("idle")
    page = desk.open(session, "outputs")
    expect(page.page.get_by_text("Nothing is pending.")).to_be_visible()
    desk.api.act(session, {"type": "push", "route": "away"})
    expect(timers(page)).to_have_count(1)


@check("outputs are told, the newest first, as they come, and lead to their revision")
def outputs(desk):
    session = desk.api.session("counter", "increment", "push")
    page = desk.open(session, "outputs")
    rows = page.role("list", "Outputs").get_by_role("listitem")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text('{"count":1}')
    desk.api.act(session, "increment", "push")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text('{"count":2}')
    rows.nth(1).get_by_role("button", name="revision 3").click()
    page.at(3, 5)
