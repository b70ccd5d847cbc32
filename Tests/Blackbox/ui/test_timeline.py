"""The timeline: the slider, steps, play, the banner, jumps and forks, and pruned revisions."""

import contextlib
import re
import sqlite3

from ui.inspector import check, part


def counted(pages, times, **options):
    return pages.new("counter", *["increment"] * times, **options)


def test_the_slider_leads_to_each_revision_which_the_address_and_the_banner_name(pages):
    page = counted(pages, 5).at(6).shows(banner=False)
    address = page.url
    page.slide(3).at(3, 6)
    page.shows(count="2", banner=part("You look at revision 3 of 6."), url=f"{address}?revision=3")
    page.slide(1).shows(count="0").press("Back to now").shows(count="5", banner=False, url=address)


def test_steps_lead_a_revision_back_and_forward_and_to_both_ends(pages):
    page = counted(pages, 3).at(4)
    check(page.button("A revision forward"), disabled=True)
    page.press("A revision back", "A revision back").at(2, 4).shows(count="1").press("A revision forward").at(3, 4)
    page.press("To the oldest revision").at(1, 4).shows(count="0")
    check(page.button("A revision back"), disabled=True)
    page.press("To the present").at(4).shows(banner=False)


def test_play_goes_from_the_oldest_revision_to_the_present_and_ends(pages):
    page = counted(pages, 3).at(4).press("Play")
    for revision in range(1, 5):
        page.at(revision, 4).shows(count=str(revision - 1))
    check(page.button("Play"), visible=True)
    page.shows(banner=False)


def test_play_can_be_paused_and_stays_at_its_revision(pages):
    page = counted(pages, 20).at(21).press("Play").at(2, 21).press("Pause")
    revision = int(page.moment.text_content().split(" ")[0])
    check(page.button("Play"), visible=True)
    page.press("A revision forward").at(revision + 1, 21)


def test_in_the_past_nothing_can_be_done_or_sent_and_each_button_gives_the_reason(pages):
    page = counted(pages, 2, revision=2).shows(count="1")
    more = page.screens.get_by_role("button", name="More")
    for button in more.all() + page.available.get_by_role("button").all():
        check(button, aria_disabled="true", description=re.compile("^Revision 2 is past"))
    more.click(force=True)
    send = page.show("Compose").button("Send")
    check(send, aria_disabled="true")
    send.click(force=True)
    check(page.panel("Compose"), contains="You look at the past")
    assert page.read()["revision"] == 3
    page.press("Back to now").show("Stage").tap("More").shows(count="3")


def test_the_page_stays_at_a_past_revision_while_the_session_changes(pages):
    counted(pages, 2, revision=2).at(2, 3).act("increment").at(2, 4).shows(count="1")


def test_a_jump_makes_the_past_the_present_as_a_new_revision_that_can_be_undone(pages):
    page = counted(pages, 3, revision=2)
    page.press("Jump here", within=page.banner).at(5).shows(count="1")
    page.press("Undo").at(6).shows(count="3").press("Redo").shows(count="1")
    assert page.state() == {"count": 1}


def test_a_fork_is_another_session_as_the_past_was_and_leaves_the_first_unchanged(pages, api):
    page = counted(pages, 3, revision=3)
    session = page.session
    page.press("Fork", within=page.banner).at(1).shows(count="2")
    assert page.session != session
    page.tap("More").shows(count="3")
    assert api.read(session)["revision"] == 4


def test_undo_and_redo_are_disabled_without_anything_to_undo_or_redo(pages):
    page = pages.new("counter")
    for button in ["Undo", "Redo"]:
        check(page.button(button), disabled=True)
    page.tap("More").press("Undo").shows(count="0")
    check(page.button("Undo"), disabled=True)
    page.press("Redo").shows(count="1")


def test_a_link_with_session_view_and_revision_shows_the_same_in_another_browser(pages):
    page = counted(pages, 4)
    address = page.url
    page.show("State").slide(3).at(3, 5).shows(url=f"{address}?view=state&revision=3")
    other = pages.page(pages.new_context()).go(page.copy("Copy link")).at(3, 5)
    check(other.panel("State"), visible=True)
    assert other.session == page.session
    other.show("Stage").shows(count="2")


def test_a_link_to_a_missing_revision_says_so_and_leads_to_the_present(pages):
    pages.allow(404)
    page = counted(pages, 2, view="state", revision=99).shows(problems=part("99"))
    check(page.banner.get_by_role("button", name="Jump here"), disabled=True)
    check(page.panel("State"), contains="Nothing to show.")
    page.press("Back to now").at(3).shows(problems="")
    check(page.role("tree", "State"), visible=True)


def test_a_pruned_revision_is_reported_and_the_slider_begins_at_the_oldest_one(pages, api, server):
    pages.allow(410)
    session = api.session("counter", *["increment"] * 9)
    assert server.stop() == 0
    # Prunes history like the server's regular pass with lower limits.
    with contextlib.closing(sqlite3.connect(server.database)) as database, database:
        database.execute("UPDATE sessions SET oldest = 7 WHERE id = ?", [session])
    server.start()
    page = pages.open(session, revision=2)
    page.shows(problems=part("2"), banner=part("revision 2 of 10, which cannot be shown"))
    check(page.banner.get_by_role("button", name="Jump here"), disabled=True)
    page.press("Back to now").shows(problems="", count="9")
    page.press("To the oldest revision").at(7, 10).shows(count="6")
    assert page.slider.get_attribute("min") == "7"
