"""An app with containers of several kinds, and random actions for it."""

import json
from pathlib import Path

from navstate import create, expect

APP = json.loads(Path(__file__).with_name("trip.json").read_text())


def create_trips(client, count):
    """Defines the app, and creates sessions of it; returns their paths."""
    expect(client.put("/v1/apps/trip", json=APP), 200, 201)
    return [create(client, "trip")[0] for _ in range(count)]


def random_action(chance):
    """An action, which may be refused where the session is."""
    route, number = chance.choice(["home", "item", "list", "house", "left", "right"]), chance.randrange(4)
    return chance.choice([
        {"type": "push", "route": route, "params": {"n": number, "text": "é\n" * number}},
        {"type": "push", "route": "item", "params": {"count": number}},
        {"type": "push", "route": "item"},
        {"type": "pop", "count": number + 1},
        {"type": "select", "index": number},
        {"type": "present", "route": route, "style": chance.choice(["sheet", "alert"])},
        {"type": "dismiss"},
        {"type": "goBack"},
        {"type": "increment"},
        {"type": "setParams", "params": {"x": [number, {"y": number / 7}], "draft": "y" * chance.randrange(2_000)}},
        {"type": "replace", "route": route},
        {"type": "insert", "route": "home", "index": number},
        {"type": "toggleDrawer"},
        {"type": "selectNext", "circular": True},
        {"actions": [{"type": "push", "route": "home"}, {"type": "pop"}, {"type": "goBack"}]},
        {"type": "reset", "navigation": {"screens": [{"route": "home"}, {"route": "item"}]}},
    ])
