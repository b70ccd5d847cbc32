"""The parts of the page."""

import re

from playwright.sync_api import expect


CLIPBOARD = """async () => {
  let text = ""
  for (let frame = 0; text === "" && frame < 1000; frame += 1) {
    await new Promise(requestAnimationFrame)
    text = await navigator.clipboard.readText()
  }
  return text
}"""


class Inspector:
    """Elements found by role and name, like by a screen reader; a missing one is a fault of the page."""

    def __init__(self, page):
        self.page = page

    def go(self, path):
        self.page.goto(path)
        expect(self.page.get_by_role("banner")).to_be_visible()

    def role(self, role, name=None, exact=True, **options):
        return self.page.get_by_role(role, name=name, exact=exact, **options)

    def button(self, name):
        return self.role("button", name)

    def press(self, *names):
        """Clicks on buttons, one after the other."""
        for name in names:
            self.button(name).click()

    # The session as a whole

    @property
    def title(self):
        return self.role("heading", level=1)

    @property
    def session(self):
        """The id of the displayed session."""
        expect(self.page).to_have_url(re.compile("#/sessions/s_"))
        return re.search(r"#/sessions/([^?]+)", self.page.url)[1]

    @property
    def connection(self):
        return self.role("status", "Connection")

    @property
    def problems(self):
        return self.role("alert", "Problems")

    @property
    def spoken(self):
        """The text for screen readers."""
        return self.role("status", "What happens")

    def show(self, view):
        self.role("tab", view).click()
        expect(self.role("tabpanel", view)).to_be_visible()

    def panel(self, view):
        return self.role("tabpanel", view)

    def copy(self, name):
        """The clipboard after a copy button."""
        self.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page.evaluate("() => navigator.clipboard.writeText('')")
        self.press(name)
        return self.page.evaluate(CLIPBOARD)

    # Its time

    @property
    def moment(self):
        """The displayed revision and the last one: "3 / 12"."""
        return self.page.locator(".timeline-label")

    def at(self, revision, last):
        expect(self.moment).to_have_text(f"{revision} / {last}")

    @property
    def slider(self):
        return self.role("slider", "Revision")

    @property
    def banner(self):
        return self.role("region", "You look at the past")

    # Its screens

    @property
    def screens(self):
        return self.role("region", "Screens")

    @property
    def ways(self):
        return self.role("region", "What can be done here")

    @property
    def current(self):
        """The current screen."""
        return self.screens.locator("article[aria-current=location]")

    def tap(self, *names):
        """Clicks on buttons of the current screen, one after the other."""
        for name in names:
            self.current.get_by_role("button", name=name, exact=True).click()

    # Its log

    @property
    def log(self):
        return self.role("listbox", "Log")

    @property
    def rows(self):
        return self.log.get_by_role("option")
