"""The pictures of the inspector in the documents. SCREENSHOTS=docs/images replaces them."""

import os

import pytest
from navstate import ROOT
from PIL import Image

from ui.inspector import action, check, push

TODOS = [action("settings.set", step=5), action("select", route="todos")]
for text in ["Bake bread", "Buy flour", "Call the mill"]:
    TODOS += [action("todos.updateNewTodoDescription", text=text), "todos.addTodo"]
TODOS += [
    action("todos.item", id="1", action=action("addSubtodo")),
    action("todos.item", id="1.4", action=action("updateDescription", text="Preheat the oven")),
    action("todos.toggleTodo", id="2"),
]
SESSIONS = {"museum": [push("rooms"), push("work", id=7), push("work", id=12)], "tabs": TODOS}


def save(page, folder, name):
    file = ROOT / os.environ.get("SCREENSHOTS", folder) / f"{name}.png"
    page.screenshot(path=file, animations="disabled", caret="hide")
    # A reduction of colors is invisible for an interface.
    Image.open(file).convert("RGB").quantize(128, dither=Image.Dither.NONE).save(file, optimize=True)
    assert file.stat().st_size <= 100_000


@pytest.mark.parametrize("name, app, view, revision, width, height, scheme, content", [
    ("stage", "museum", None, None, 1200, 760, "light", "text=goBack"),
    ("todos", "tabs", None, None, 420, 700, "light", "role=checkbox"),
    ("log", "tabs", "log", 6, 1200, 640, "light", "role=option"),
    ("graph", "museum", "graph", None, 1200, 900, "dark", "text=basket"),
])
def test_the_picture_is_complete_and_small(pages, api, tmp_path, name, app, view, revision, width, height, scheme, content):
    for other in ["counter", "list", "routing"]:
        api.session(other)
    context = pages.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, locale="en")
    page = pages.open(api.session(app, *SESSIONS[app]), view, revision, context).shows(connection="Live")
    if page.list.is_visible():
        check(page.link(page.session), contains="● 1")
    check(page.locator(f"main >> {content}").first, visible=True)
    save(page, tmp_path, name)
