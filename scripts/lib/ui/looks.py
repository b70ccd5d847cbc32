"""On a phone, in the dark, and without motion."""

from playwright.sync_api import expect

from .apps import SHOP
from .registry import check

VIEWS = ["Stage", "Log", "State", "Outputs", "Compose", "Graph"]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def fits(page, what):
    """Checks that nothing is cut off, neither of the page nor of its main parts."""
    width = page.page.evaluate("() => document.scrollingElement.scrollWidth")
    wide = page.page.evaluate("""() => [...document.querySelectorAll("button, input, select, h1, [role=tab]")]
      .filter(element => element.checkVisibility() && !element.closest(".hidden-text, .skip"))
      .filter(element => {
        let box = element
        while (box && !["auto", "scroll", "hidden"].includes(getComputedStyle(box).overflowX)) box = box.parentElement
        return !box && element.getBoundingClientRect().right > innerWidth + 1
      }).map(element => element.outerHTML.slice(0, 100))""")
    assert width <= 360 and wide == [], f"{what}: {width} pixels wide, {wide}"


@check("on a phone of 360 pixels no view scrolls to the side, and everything can be tapped")
def phone(desk):
    desk.api.define(SHOP)
    context = desk.new_context(**PHONE)
    page = desk.open(context=context)
    expect(page.button("New session of counter")).to_be_visible()
    fits(page, "the first page")
    page.button("New").tap()
    fits(page, "the form of a new session")
    page.page.keyboard.press("Escape")
    page.page.close()
    text = {"type": "todos.updateNewTodoDescription", "text": "a very long todo that does not fit " * 4}
    sessions = {
        "counter": desk.api.session("counter", "increment", *["push"] * 6),
        "tabs": desk.api.session("tabs", text, "todos.addTodo", {"type": "select", "route": "todos"}),
        "colors": desk.api.session("colors"),
        "list": desk.api.session("list"),
        "routing": desk.api.session("routing", "openModal"),
        "shop": desk.api.session("shop", "openDrawer"),
    }
    for app, session in sessions.items():
        page = desk.open(session, context=context)
        for view in VIEWS if app in ["tabs", "shop"] else ["Stage"]:
            page.role("tab", view).tap()
            expect(page.panel(view)).to_be_visible()
            if view == "Stage":
                expect(page.current).to_be_visible()
            fits(page, f"{view} of {app}")
        page.page.close()
    page = desk.open(sessions["counter"], "log", 3, context)
    expect(page.banner).to_be_visible()
    page.rows.first.tap()
    fits(page, "a chosen row in the past")
    page.button("Back to now").tap()
    page.role("tab", "Stage").tap()
    page.current.get_by_role("button", name="More").tap()
    page.at(9, 9)


@check("on a phone the list gives way to the session, and comes back")
def phone_list(desk):
    session = desk.api.session("counter")
    page = desk.open(context=desk.new_context(**PHONE))
    page.page.locator(f'nav a[href*="{session}"]').tap()
    page.at(1, 1)
    expect(page.role("navigation", "Sessions")).to_be_hidden()
    page.role("link", "‹ Sessions").tap()
    expect(page.role("navigation", "Sessions")).to_be_visible()


@check("the page is light or dark as its user wants it, and follows at once")
def schemes(desk):
    page = desk.open(desk.api.session("counter"))
    page.at(1, 1)
    lightness = {}
    for scheme in ["light", "dark"]:
        page.page.emulate_media(color_scheme=scheme)
        # A canvas reads any color a style can have.
        lightness[scheme] = page.page.evaluate("""() => ["backgroundColor", "color"].map(name => {
          const canvas = new OffscreenCanvas(1, 1).getContext("2d")
          canvas.fillStyle = getComputedStyle(document.body)[name]
          canvas.fillRect(0, 0, 1, 1)
          return canvas.getImageData(0, 0, 1, 1).data.slice(0, 3).reduce((sum, part) => sum + part, 0) / 3
        })""")
    (light_ground, light_text), (dark_ground, dark_text) = lightness["light"], lightness["dark"]
    assert light_ground > 200 > light_text and dark_ground < 60 < dark_text, lightness


@check("a screen that wants its own colors has them, whatever the page's are")
def themes(desk):
    session = desk.api.session("tabs", {"type": "settings.set", "theme": "light"})
    page = desk.open(session)
    page.page.emulate_media(color_scheme="dark")
    expect(page.screens).to_have_attribute("data-theme", "light")
    expect(page.screens).to_have_css("color-scheme", "light")
    expect(page.page.locator("html")).to_have_css("color-scheme", "light dark")
