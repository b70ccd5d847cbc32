"""The environment of a check: a server's API, and browser pages without errors."""

import mimetypes
import os
from urllib.parse import urlencode, urlsplit

from .api import Api
from .browser import launch
from .inspector import Inspector

PATIENCE = 30_000  # milliseconds, for a machine that is busy; on one that is not, nothing waits as long


class Desk:
    """Pages that share a browser context, like tabs. Each check has its own."""

    def __init__(self, browser, server, servers, kept, files=None):
        self.browser, self.servers, self.kept, self.files = browser, servers, kept, files
        self.complaints, self.contexts, self.browsers, self.allowed = [], [], [], set()
        self.policy = None
        self.use(server)

    def use(self, server, token=None):
        """Switches to another server, for the API and for pages opened from now on."""
        self.server, self.api = server, Api(server, token)
        self.context = self.new_context()

    def allow(self, *statuses):
        """Expects these statuses; any other error is a fault. 0: the server is unreachable."""
        self.allowed.update(statuses)

    def new_context(self, browser=None, **options):
        """A separate browser context, like another browser."""
        context = (browser or self.browser).new_context(base_url=self.server.base, **options)
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        context.on("console", self._hear)
        context.on("weberror", lambda fault: self.complaints.append(f"an error in the page: {fault.error}"))
        context.on("request", self._see_request)
        context.on("response", self._see_response)
        context.on("requestfailed", self._see_failure)
        if self.files:
            context.route("**/ui/**", self._serve)
        return context

    def other_browser(self, **options):
        """A context in a browser that was launched with other options."""
        self.browsers.append(launch(self.browser.browser_type, **options))
        return self.new_context(self.browsers[-1])

    def page(self, context=None):
        return Inspector((context or self.context).new_page())

    def open(self, session=None, view=None, revision=None, context=None):
        """Opens a page at that address and waits until it is loaded."""
        page = self.page(context)
        page.go(address(session, view, revision))
        return page

    def catch_up(self):
        """Processes the pages' pending messages."""
        for page in (page for context in self.contexts for page in context.pages):
            page.evaluate("() => null")

    def close(self):
        for context in self.contexts:
            context.close()
        for browser in self.browsers:
            browser.close()

    # Errors

    def _hear(self, message):
        # Chromium's message for a response that is checked below.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.complaints.append(f"in the console: {message.text}")

    def _see_request(self, request):
        if not request.url.startswith((self.server.base + "/", "data:", "blob:" + self.server.base)):
            self.complaints.append(f"a request left the origin: {request.url}")

    def _see_response(self, response):
        if response.status >= 400 and response.status not in self.allowed:
            self.complaints.append(f"{response.request.method} {response.url} was answered {response.status}")

    def _see_failure(self, request):
        # The page closes unneeded connections, also when it is left.
        if request.failure != "net::ERR_ABORTED" and 0 not in self.allowed:
            self.complaints.append(f"{request.method} {request.url} failed: {request.failure}")

    # Files that are not in the binary yet

    def _serve(self, route):
        """Responds with a file of the folder, with the policy of the server."""
        name = os.path.basename(urlsplit(route.request.url).path) or "index.html"
        self.policy = self.policy or self.api.text("/ui/")[1]["content-security-policy"]
        kind = mimetypes.guess_type(name)[0]
        headers = {"Content-Security-Policy": self.policy, "Content-Type": kind, "Cache-Control": "no-store"}
        route.fulfill(path=os.path.join(self.files, name), headers=headers)


def address(session=None, view=None, revision=None):
    values = {"view": view, "revision": revision}
    query = urlencode({name: value for name, value in values.items() if value is not None})
    return "/ui/#/" + (f"sessions/{session}{'?' if query else ''}{query}" if session else "")
