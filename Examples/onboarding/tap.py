"""Opens the page on a device and does what a person does: python3 tap.py DEVICE [?QUERY] STEP...

A step is the text of a button, `field=value`, or `@text`, which waits for a
heading or paragraph with that text, or that begins with it and a colon, and prints the screen."""

import os
import re
import shutil
import sys
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

device, *steps = sys.argv[1:]
kept = Path(f"{device}-browser.json")
query = steps.pop(0) if steps[0].startswith("?") else ""
expect.set_options(timeout=30_000)
with sync_playwright() as playwright, playwright.chromium.launch(executable_path=shutil.which("chromium")) as browser:
    context = browser.new_context(storage_state=kept if kept.exists() else None)
    page = context.new_page()
    page.goto(f"{os.environ['PAGE']}/{query}")
    for step in steps:
        field, equals, value = step.partition("=")
        if step.startswith("@"):
            shown = page.locator("h1, p").filter(has_text=re.compile(rf"^{re.escape(step[1:])}(:|$)"))
            expect(shown).to_be_visible()
            print(*filter(None, page.locator("h1, p").all_inner_texts()), sep=" · ", flush=True)
        elif equals:
            page.get_by_placeholder(field, exact=True).fill(value)
        else:
            page.get_by_role("button", name=step, exact=True).click()
    context.storage_state(path=kept)
