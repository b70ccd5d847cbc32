"""Recorded cases of other implementations, in Tests/Oracle or the folder of NAVSTATE_ORACLE."""

import importlib
import itertools
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from navstate import ROOT, report

ORACLE = Path(os.environ.get("NAVSTATE_ORACLE", ROOT / "Tests" / "Oracle"))


def run(name, *arguments):
    ended = subprocess.run([sys.executable, ORACLE / name, *map(str, arguments)], capture_output=True, text=True)
    assert ended.returncode == 0, (ended.stdout + ended.stderr)[-5000:]
    report(name, result=ended.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", ["json_bodies.py", "navigation.py", "wire.py", "logic.py"])
def test_the_recorded_cases_pass(server, name):
    # nginx has a parser of its own.
    direct = server.nodes[0] if name == "wire.py" and hasattr(server, "nodes") else server
    run(name, "--base", direct.base)
    assert server.stop() == 0


def test_a_session_is_unchanged_by_restarts_around_each_step_of_a_case(server, setting, monkeypatch):
    monkeypatch.syspath_prepend(ORACLE)
    navigation, ends = importlib.import_module("navigation"), itertools.cycle(["kill", "stop"])

    class Runner(navigation.Runner):
        def get(self, path, token):
            """Reads a session, before the first step and after each, and again after a restart."""
            before = super().get(path, token)
            self.client.close()
            server.restart(next(ends))
            after = super().get(path, token)
            navigation.require(navigation.same(after, before), "session after a restart", before, after)
            return after

    seed = setting("ORACLE_SEED", *[random.randrange(10**6)] * 2)
    monkeypatch.setattr(navigation, "Runner", Runner)
    monkeypatch.setattr(sys, "argv", ["navigation.py", "--base", server.base, "--seed", str(seed)])
    assert navigation.main() == 0
