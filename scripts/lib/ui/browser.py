"""The browser of the checks."""

import os
import shutil

CHROMIUM = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)


def launch(browser_type, **options):
    # Chromium's sandbox is not available to root.
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    return browser_type.launch(executable_path=CHROMIUM, args=flags, **options)
