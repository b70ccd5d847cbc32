"""Two tabs of one session, and a server that restarts."""

from playwright.sync_api import expect

from .registry import check


@check("what is done in one tab is seen in the other, in each view")
def two(desk):
    session = desk.api.session("counter")
    one, other = desk.open(session), desk.open(session, "log")
    expect(other.connection).to_have_text("Live")
    one.tap("More", "More")
    expect(other.rows).to_have_count(2)
    other.at(3, 3)
    other.press("Undo")
    expect(one.screens.get_by_label("Count", exact=True)).to_have_text("1")
    other.show("State")
    one.tap("Go on from 1")
    expect(other.panel("State")).to_contain_text("path")
    for page in [one, other]:
        page.at(5, 5)
        expect(page.button("Redo")).to_be_disabled()
    other.show("Stage")
    expect(other.screens.get_by_role("button", name="Back")).to_be_visible()


@check("what happens elsewhere is read out")
def spoken(desk):
    session = desk.api.session("counter")
    page = desk.open(session)
    expect(page.connection).to_have_text("Live")
    page.at(1, 1)
    desk.api.act(session, "push")
    expect(page.spoken).to_contain_text("push")


@check("a session that is deleted in one tab is gone in the other")
def deleted(desk):
    session = desk.api.session("counter", "increment")
    one, other = desk.open(session), desk.open(session, "log")
    other.at(2, 2)
    one.press("Delete", "Delete it")
    expect(other.title).to_have_text("This session is gone")
    expect(other.connection).to_have_text("Gone")
    other.role("link", "Choose another").click()
    expect(other.title).to_have_text("Choose a session, or make one")


@check("a link to a session that never was says so")
def never(desk):
    desk.allow(404)
    page = desk.open("s_never_was")
    expect(page.title).to_have_text("This session is gone")


@check("when the server is started again, the page goes on where it was, and misses nothing")
def restart(desk):
    desk.allow(0)
    server = desk.servers.start("mortal")
    desk.use(server)
    session = desk.api.session("counter", "increment")
    page = desk.open(session, "log")
    page.at(2, 2)
    server.kill()
    expect(page.connection).to_have_text("Reconnecting…")
    server.start()
    desk.use(server)
    desk.api.act(session, "increment", "increment")
    expect(page.connection).to_have_text("Live")
    page.at(4, 4)
    expect(page.rows).to_have_count(3)
