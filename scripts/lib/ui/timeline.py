"""The timeline: the slider, steps, play, the banner, jumps and forks, and pruned revisions."""

import contextlib
import os
import re
import sqlite3

from playwright.sync_api import expect

from .registry import check


def counted(desk, times):
    return desk.api.session("counter", *["increment"] * times)


def shows(page, count):
    expect(page.screens.get_by_label("Count", exact=True)).to_have_text(str(count))


@check("the slider leads to each revision, and the address and the banner say so")
def slider(desk):
    page = desk.open(counted(desk, 5))
    page.at(6, 6)
    expect(page.banner).to_be_hidden()
    page.slider.fill("3")
    page.at(3, 6)
    shows(page, 2)
    expect(page.banner).to_contain_text("You look at revision 3 of 6.")
    expect(page.page).to_have_url(f"{desk.server.base}/ui/#/sessions/{page.session}?revision=3")
    page.slider.fill("1")
    shows(page, 0)
    page.press("Back to now")
    shows(page, 5)
    expect(page.banner).to_be_hidden()
    expect(page.page).to_have_url(f"{desk.server.base}/ui/#/sessions/{page.session}")


@check("steps lead a revision back and forward, and to both ends")
def steps(desk):
    page = desk.open(counted(desk, 3))
    page.at(4, 4)
    expect(page.button("A revision forward")).to_be_disabled()
    page.press("A revision back", "A revision back")
    page.at(2, 4)
    shows(page, 1)
    page.press("A revision forward")
    page.at(3, 4)
    page.press("To the oldest revision")
    page.at(1, 4)
    shows(page, 0)
    expect(page.button("A revision back")).to_be_disabled()
    page.press("To the present")
    page.at(4, 4)
    expect(page.banner).to_be_hidden()


@check("play goes from the oldest revision to the present, where it ends")
def play(desk):
    page = desk.open(counted(desk, 3))
    page.at(4, 4)
    page.press("Play")
    for revision in range(1, 5):
        page.at(revision, 4)
        shows(page, revision - 1)
    expect(page.button("Play")).to_be_visible()
    expect(page.banner).to_be_hidden()


@check("play can be held, and then stays where it is")
def pause(desk):
    page = desk.open(counted(desk, 20))
    page.at(21, 21)
    page.press("Play")
    page.at(2, 21)
    page.press("Pause")
    held = page.moment.text_content()
    expect(page.button("Play")).to_be_visible()
    page.press("A revision forward")
    page.at(int(held.split(" ")[0]) + 1, 21)


@check("in the past nothing can be done on the stage or sent, and each button says why")
def off(desk):
    session = counted(desk, 2)
    page = desk.open(session, revision=2)
    shows(page, 1)
    for button in page.screens.get_by_role("button", name="More").all() + page.ways.get_by_role("button").all():
        expect(button).to_have_attribute("aria-disabled", "true")
        expect(button).to_have_accessible_description(re.compile("^Revision 2 is past"))
    page.screens.get_by_role("button", name="More").click(force=True)
    page.show("Compose")
    expect(page.button("Send")).to_have_attribute("aria-disabled", "true")
    page.button("Send").click(force=True)
    expect(page.panel("Compose")).to_contain_text("You look at the past")
    assert desk.api.read(session)["revision"] == 3
    page.press("Back to now")
    page.show("Stage")
    page.tap("More")
    shows(page, 3)


@check("the page stays at a past revision while the session changes")
def goes_on(desk):
    session = counted(desk, 2)
    page = desk.open(session, revision=2)
    page.at(2, 3)
    desk.api.act(session, "increment")
    page.at(2, 4)
    shows(page, 1)


@check("a jump makes the past the present, as a revision of its own, which can be undone")
def jump(desk):
    session = counted(desk, 3)
    page = desk.open(session, revision=2)
    page.banner.get_by_role("button", name="Jump here").click()
    page.at(5, 5)
    shows(page, 1)
    page.press("Undo")
    page.at(6, 6)
    shows(page, 3)
    page.press("Redo")
    shows(page, 1)
    assert desk.api.read(session)["current"]["state"] == {"count": 1}


@check("a fork begins another session as the past was, and leaves the first as it is")
def fork(desk):
    session = counted(desk, 3)
    page = desk.open(session, revision=3)
    page.banner.get_by_role("button", name="Fork").click()
    page.at(1, 1)
    shows(page, 2)
    assert page.session != session
    page.tap("More")
    shows(page, 3)
    assert desk.api.read(session)["revision"] == 4


@check("undo and redo are off where there is nothing to do so with")
def undo(desk):
    page = desk.open(desk.api.session("counter"))
    expect(page.button("Undo")).to_be_disabled()
    expect(page.button("Redo")).to_be_disabled()
    page.tap("More")
    page.press("Undo")
    shows(page, 0)
    expect(page.button("Undo")).to_be_disabled()
    page.press("Redo")
    shows(page, 1)


@check("a link with session, view and revision shows the same in another browser")
def link(desk):
    page = desk.open(counted(desk, 4))
    page.show("State")
    page.slider.fill("3")
    page.at(3, 5)
    expect(page.page).to_have_url(f"{desk.server.base}/ui/#/sessions/{page.session}?view=state&revision=3")
    other = desk.page(desk.new_context())
    other.go(page.copy("Copy link"))
    other.at(3, 5)
    expect(other.panel("State")).to_be_visible()
    assert other.session == page.session
    other.show("Stage")
    shows(other, 2)


@check("a link to a revision that is not there says so, and leads to the present")
def beyond(desk):
    desk.allow(404)
    page = desk.open(counted(desk, 2), "state", 99)
    expect(page.problems).to_contain_text("99")
    expect(page.banner.get_by_role("button", name="Jump here")).to_be_disabled()
    expect(page.panel("State")).to_contain_text("Nothing to show.")
    page.press("Back to now")
    page.at(3, 3)
    expect(page.problems).to_have_text("")
    expect(page.role("tree", "State")).to_be_visible()


def forget(server, session, before):
    """Prunes history like the server's regular pass with lower limits."""
    with contextlib.closing(sqlite3.connect(os.path.join(server.data, "navstate.db"))) as database, database:
        database.execute("UPDATE sessions SET oldest = ? WHERE id = ?", (before, session))


@check("a revision that is not kept any more is told, and the slider begins where the past does")
def pruned(desk):
    desk.allow(410)
    server = desk.servers.start("forgetful")
    desk.use(server)
    session = counted(desk, 9)
    server.stop()
    forget(server, session, before=7)
    server.start()
    desk.use(server)
    page = desk.open(session, revision=2)
    expect(page.problems).to_contain_text("2")
    expect(page.banner).to_contain_text("revision 2 of 10, which cannot be shown")
    expect(page.banner.get_by_role("button", name="Jump here")).to_be_disabled()
    page.press("Back to now")
    expect(page.problems).to_have_text("")
    shows(page, 9)
    page.press("To the oldest revision")
    page.at(7, 10)
    shows(page, 6)
    expect(page.slider).to_have_attribute("min", "7")
