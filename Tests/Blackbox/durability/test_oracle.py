"""Recorded cases of other implementations, in NAVSTATE_ORACLE (default: shared/oracle beside the repository)."""

import importlib.util
import json
import os
import random
import subprocess
import sys
import types
from pathlib import Path

import pytest
from navstate import BINARY, ROOT, report

ORACLE = Path(os.environ.get("NAVSTATE_ORACLE", ROOT.parent / "shared" / "oracle"))
pytestmark = pytest.mark.skipif(not ORACLE.is_dir(), reason="the oracle is missing (NAVSTATE_ORACLE)")


def run(name, *arguments):
    ended = subprocess.run([sys.executable, ORACLE / name, *map(str, arguments)], capture_output=True, text=True)
    assert ended.returncode == 0, (ended.stdout + ended.stderr)[-5000:]
    report(name, result=ended.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", ["json_bodies.py", "navigation.py", "wire.py"])
def test_the_recorded_cases_pass(server, name):
    run(name, "--base", server.base)
    assert server.stop() == 0


def test_acknowledged_changes_are_kept_over_the_kills_of_the_oracle(setting):
    serve = [BINARY, "serve", "--port", "{port}", "--data", "{dir}", "--log-level", "warning"]
    run("crash.py", "--rounds", setting("CRASH_ROUNDS", 5, 100), "--db", "{dir}/navstate.db", "--", *serve)


def test_a_session_is_unchanged_by_restarts_around_each_step_of_a_case(server, setting):
    navigation, seed = load("navigation"), setting("ORACLE_SEED", random.randrange(10**6), random.randrange(10**6))
    options = types.SimpleNamespace(seed=str(seed), verbose=False, keep=False)
    runner, failures = restarting(navigation, server)(navigation.Client(server.base, 10), None, options), []
    cases = json.loads((ORACLE / "navigation.json").read_text())
    for case in cases:
        try:
            runner.run(case)
        except navigation.Failure as failure:
            failures.append(f"{case['id']}: {runner.step}: {failure.what}: {failure.expected}, not {failure.got}")
        except navigation.Unreachable as error:
            failures.append(f"{case['id']}: {runner.step}: no answer: {error}")
        if not server.is_running():
            server.start()
    report("restarts", seed=seed, cases=len(cases), restarts=runner.restarts)
    assert failures == []


def load(name):
    spec = importlib.util.spec_from_file_location(name, ORACLE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def restarting(navigation, server):
    """The runner of the cases, with a server that is restarted before the first step and after each."""
    class Runner(navigation.Runner):
        restarts = 0

        def run(self, case):
            self.is_new = True
            super().run(case)

        def perform(self, path, token, step, before, *rest):
            if self.is_new:
                self.check_restart(path, token, before)
                self.is_new = False
            after = super().perform(path, token, step, before, *rest)
            self.check_restart(path, token, after)
            return after

        def check_restart(self, path, token, before):
            """Restarts by SIGKILL and SIGTERM in turn."""
            self.client.close()
            self.restarts += 1
            if self.restarts % 2:
                server.kill()
            else:
                status = server.stop()
                navigation.require(status == 0, "exit status after SIGTERM", 0, status)
            server.start()
            after = self.get(path, token)
            navigation.require(navigation.same(after, before), "session after a restart", before, after)

    return Runner
