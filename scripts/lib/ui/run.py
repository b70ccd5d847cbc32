"""Runs the checks, each in a new browser context."""

import os
import shutil
import signal
import sys
import tempfile
import time
import traceback

from playwright.sync_api import expect, sync_playwright
from server import Server

from . import parts  # noqa: F401, all of the checks
from .browser import CHROMIUM, launch
from .desk import PATIENCE, Desk
from .registry import checks


class Servers:
    """Servers started on demand, with data and logs in a temporary folder."""

    def __init__(self, folder, binary):
        self.folder, self.binary, self.running = folder, binary, {}

    def start(self, name, *options):
        if name not in self.running:
            place = os.path.join(self.folder, name)
            server = Server(place, place + ".log", self.binary, ["--log-level", "warning", *options])
            server.start()
            self.running[name] = server
        return self.running[name]

    def write(self, name, text):
        """A file for an option."""
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, 0o600)
        return path

    def stop(self):
        """The servers that do not shut down gracefully, by name."""
        statuses = {name: server.stop() for name, server in self.running.items()}
        return {name: status for name, status in statuses.items() if status != 0}


def run(options, pictures):
    """Returns the numbers of passed and failed checks."""
    if CHROMIUM is None:
        sys.exit("there is no chromium: apt-get install chromium")
    shutil.rmtree(pictures, ignore_errors=True)
    # Interrupting the checks ends the servers, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("the checks were ended"))
    expect.set_options(timeout=PATIENCE)
    failed, kept = [], {}
    chosen = [(sentence, do) for module, sentence, do in checks if options.only in f"{module} {sentence}"]
    with tempfile.TemporaryDirectory(prefix="navstate-") as folder, sync_playwright() as playwright:
        servers = Servers(folder, options.binary)
        browser = launch(playwright.chromium)
        try:
            server = servers.start("open")
            for sentence, do in chosen:
                begun = time.monotonic()
                desk = Desk(browser, server, servers, kept, options.files)
                fault = attempt(do, desk)
                if fault:
                    failed.append(sentence)
                    print(f"FAIL {sentence}\n{fault}", file=sys.stderr)
                    take_pictures(desk, pictures, len(failed))
                elif options.verbose:
                    print(f"{time.monotonic() - begun:6.1f} s  {sentence}", file=sys.stderr)
                desk.close()
        finally:
            browser.close()
            bad = servers.stop()
    for name, status in bad.items():
        print(f"FAIL the server {name} ends with status {status}", file=sys.stderr)
    return len(chosen) - len(failed), len(failed) + len(bad)


def attempt(do, desk):
    """The error and its location, if any."""
    try:
        do(desk)
        desk.catch_up()
    except Exception as fault:
        steps = [step for step in traceback.extract_tb(fault.__traceback__) if os.sep + "ui" + os.sep in step.filename]
        where = ", ".join(f"{os.path.basename(step.filename)}:{step.lineno}" for step in steps[1:])
        return f"    at {where}\n    {steps[-1].line}\n    {type(fault).__name__}: {str(fault).strip()[:900]}\n{complaints(desk)}"
    return complaints(desk)


def complaints(desk):
    return "".join(f"    {complaint}\n" for complaint in dict.fromkeys(desk.complaints))


def take_pictures(desk, folder, number):
    os.makedirs(folder, exist_ok=True)
    pages = [page for context in desk.contexts for page in context.pages]
    for index, page in enumerate(pages, start=1):
        page.screenshot(path=os.path.join(folder, f"{number}-{index}.png"))
