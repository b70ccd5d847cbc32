"""Outputs, and timers with their countdowns."""

import re

from playwright.sync_api import expect

from ui.inspector import check, part, push


def test_a_timer_shows_its_action_and_counts_down(pages):
    page = pages.new("idle", push("away"), view="outputs").shows(timers=part("popToRoot"))
    left = page.role("timer")
    check(left, text=re.compile(r"59:\d\d|59 min|1:00:00|60:00"))
    expect(left).not_to_have_text(left.text_content())


def test_a_timer_can_be_fired_early(pages):
    page = pages.new("idle", push("away"), view="outputs").press("Fire now: popToRoot").at(3).shows(title="home")
    assert page.read()["current"]["route"] == "home"
    assert page.read("/history")["items"][-1]["actor"] == "timer"


def test_a_timer_can_be_cancelled(pages):
    page = pages.new("idle", push("away"), view="outputs").press("Cancel: popToRoot")
    check(page.get_by_text("Nothing is pending."), visible=True)
    assert page.read("/timers")["items"] == []
    assert page.read()["current"]["route"] == "away"


def test_timers_appear_with_the_actions_that_start_them(pages):
    page = pages.new("idle", view="outputs")
    check(page.get_by_text("Nothing is pending."), visible=True)
    page.act(push("away")).shows(timers=1)


def test_outputs_are_listed_newest_first_and_lead_to_their_revision(pages):
    page = pages.new("counter", "increment", "push", view="outputs")
    rows = page.role("list", "Outputs").get_by_role("listitem")
    check(rows, count=1, contains='{"count":1}')
    page.act("increment", "push")
    check(rows, count=2)
    check(rows.first, contains='{"count":2}')
    page.press("revision 3", within=rows.nth(1)).at(3, 5)
