"""The timeline: the slider, steps, play, the banner, jumps and forks, and pruned revisions."""

import re

from ui.inspector import check, part, script

RECORD = script("record")


def counted(pages, times, **view):
    return pages.new("counter", *["increment"] * times, **view)


def test_the_slider_and_steps_lead_to_each_revision_which_the_address_and_the_banner_name(pages):
    page = counted(pages, 3).at(4).shows(banner=False)
    address = page.url
    check(page.button("A revision forward"), disabled=True)
    page.slide(3).at(3, 4)
    page.shows(count="2", banner=part("You look at revision 3 of 4."), url=f"{address}?revision=3")
    page.slide(1).shows(count="0").press("Back to now").at(4).shows(count="3", banner=False, url=address)
    back, forward, oldest = "A revision back", "A revision forward", "To the oldest revision"
    for button, revision in [(back, 3), (back, 2), (forward, 3), (oldest, 1)]:
        page.press(button).at(revision, 4).shows(count=str(revision - 1))
    check(page.button(back), disabled=True)
    page.press("To the present").at(4).shows(banner=False)


def test_the_present_can_be_asked_for_before_the_first_event_arrives(pages, api):
    page, held = pages.page(), []
    page.route("**/sessions/*/events*", lambda route: held.append(route))
    page.go(pages.address(api.session("counter", *["increment"] * 3), revision=2)).shows(count="1", banner=True)
    page.press("Back to now").shows(banner=False)
    held.pop().continue_()
    page.at(4).shows(count="3", banner=False)


def test_play_goes_from_the_oldest_revision_to_the_present_and_can_be_paused(pages):
    page = counted(pages, 3).at(4)
    page.evaluate(RECORD)
    page.press("Play").press("Pause").shows(moment=re.compile("^[123] / 4"), banner=True)
    revision = int(page.moment.text_content()[0])
    check(page.button("Play"), visible=True)
    page.press("A revision forward").at(revision + 1, 4).press("To the present").at(4).evaluate("() => { seen = [] }")
    page.press("Play")
    check(page.button("Play"), visible=True)
    last = {seen: place for place, seen in enumerate(page.at(4).shows(banner=False).evaluate("() => seen"))}
    places = [last[f"{revision} / 4: {revision - 1}"] for revision in range(1, 5)]
    assert places == sorted(places)


def test_in_the_past_nothing_can_be_done_or_sent_and_each_button_gives_the_reason(pages):
    page = counted(pages, 2, revision=2).at(2, 3).act("increment").at(2, 4).shows(count="1")
    more = page.screens.get_by_role("button", name="More")
    for button in more.all() + page.available.get_by_role("button").all():
        check(button, aria_disabled="true", description=re.compile("^Revision 2 is past"))
    more.click(force=True)
    send = page.show("Compose").button("Send")
    check(send, aria_disabled="true")
    send.click(force=True)
    check(page.panel("Compose"), contains="This is a past revision")
    assert page.read()["revision"] == 4
    page.press("Back to now").show("Stage").tap("More").shows(count="4")


def test_undo_and_redo_move_by_an_action_or_a_jump_and_are_disabled_without_one(pages):
    page = pages.new("counter")
    for button in ["Undo", "Redo"]:
        check(page.button(button), disabled=True)
    page.tap("More").press("Undo").shows(count="0")
    check(page.button("Undo"), disabled=True)
    page.press("Redo").at(4).shows(count="1").tap("More", "More").at(6).slide(4)
    page.press("Jump here", within=page.banner).at(7).shows(count="1")
    page.press("Undo").at(8).shows(count="3").press("Redo").at(9).shows(count="1")
    assert page.state() == {"count": 1}


def test_a_fork_is_another_session_as_the_past_was_and_leaves_the_first_unchanged(pages, api):
    page = counted(pages, 3, revision=3)
    session = page.session
    page.press("Fork", within=page.banner).at(1).shows(count="2").tap("More").shows(count="3")
    assert page.session != session and api.read(session)["revision"] == 4


def test_a_link_with_session_view_and_revision_shows_the_same_in_another_browser(pages):
    page = counted(pages, 4)
    address = page.url
    page.show("State").slide(3).at(3, 5).shows(url=f"{address}?view=state&revision=3")
    other = pages.page(pages.new_context()).go(page.copy("Copy link")).at(3, 5)
    check(other.panel("State"), visible=True)
    assert other.session == page.session
    other.show("Stage").shows(count="2")


def test_missing_and_pruned_revisions_are_reported_and_the_slider_begins_at_the_oldest(pages, api, server):
    pages.allow(404, 410)
    session = api.session("counter", *["increment"] * 9)
    assert server.stop() == 0
    # Prunes history like the server's regular pass with lower limits.
    assert server.execute("UPDATE session_rows SET oldest = 7 WHERE id = ?", session) == 1
    server.start()
    for revision in [99, 2]:
        page = pages.open(session, "state", revision).shows(problems=part(str(revision)))
        check(page.banner.get_by_role("button", name="Jump here"), disabled=True)
        check(page.panel("State"), contains="Nothing to show.")
    page.shows(banner=part("revision 2 of 10, which cannot be shown"))
    page.press("Back to now").shows(problems="", tree=True)
    page.show("Stage").shows(count="9").press("To the oldest revision").at(7, 10).shows(count="6")
    check(page.slider, min="7")
