"""What is quarantined after traps, on the first page."""

import json
import time

from navstate import eventually

from ui.inspector import check


def test_what_is_quarantined_is_listed_until_it_is_lifted(pages, server):
    server.stop()
    trap = {"at": int(time.time() * 1000) - 1000, "signal": "SIGILL", "app": "counter", "action": "increment"}
    (server.data / "traps.jsonl").write_text(f"{json.dumps(trap)}\n" * 2)
    client = server.start().client()
    page = pages.open()
    check(page.role("status", "Quarantine"), contains=("creation_counter", "SIGILL twice"))
    page.press("Lift creation_counter")
    eventually(lambda: client.get("/v1/admin/quarantine").json() == {"items": []})
    eventually(lambda: page.get_by_text("creation_counter").count() == 0)
