"""The example for React Native, applied to the plans of a server with a model of React Navigation's routers."""

import json
import subprocess
from pathlib import Path

from navstate import ROOT, act, create, define

ROUTES = {
    "menu": {}, "dish": {"params": {"id": "string"}}, "help": {"as": "sheet"}, "ads": {}, "news": {},
    "home": {"content": {"kind": "tabs", "routes": ["ads", "news"]}},
}
ACTIONS = [
    {"type": "push", "route": "dish", "params": {"id": "soup"}}, {"type": "setParams", "params": {"id": "rice"}},
    {"type": "push", "route": "dish", "params": {"id": "cake"}}, {"type": "remove", "id": "a2"}, {"type": "pop"},
    {"type": "present", "route": "help"}, {"type": "dismiss"}, {"type": "push", "route": "home"},
    {"type": "select", "route": "news"}, {"type": "replace", "route": "menu", "target": "root"}, {"type": "popToRoot"},
    {"type": "reset", "navigation": {"screens": [{"route": "menu"}, {"route": "dish", "params": {"id": "tea"}}]}},
]


def test_the_steps_of_plans_keep_the_model_of_react_navigation_equal_to_the_session(client, tmp_path):
    stub = tmp_path / "node_modules" / "@react-navigation" / "native"
    stub.mkdir(parents=True)
    folder = Path(__file__).parent
    (stub / "package.json").write_text('{"type": "module", "exports": "./index.js"}')
    (stub / "index.js").write_text((folder / "react_navigation.js").read_text())
    (tmp_path / "navigation.js").write_text((ROOT / "Examples/react-native/navigation.js").read_text())
    (tmp_path / "run.js").write_text((folder / "run_plans.js").read_text())
    (tmp_path / "package.json").write_text('{"type": "module"}')
    define(client, "shop", root={"kind": "stack", "initial": "menu"}, routes=ROUTES)
    session, created = create(client, "shop")
    receipts = [act(client, session, **action).json() for action in ACTIONS]
    assert all(receipt.get("changed") for receipt in receipts), receipts
    (tmp_path / "plans.json").write_text(json.dumps([created, *receipts]))
    ended = subprocess.run(["node", "run.js"], cwd=tmp_path, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    # Only `reset` replaces the whole tree, beside the start.
    assert json.loads(ended.stdout) == {"compared": len(ACTIONS), "resets": 2}
