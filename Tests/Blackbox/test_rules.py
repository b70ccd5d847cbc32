"""The alerts of ops/prometheus-rules.yaml."""

import re
import shutil
import subprocess

import pytest
from navstate import ROOT

RULES, NODES = ROOT / "ops/prometheus-rules.yaml", ROOT / "docs/nodes.md"
# Metrics of Prometheus itself, and those with a series only while there is a cause.
OTHERS = {"up", "navstate_webhook_parked"}


def test_each_alert_rests_on_metrics_that_the_server_has(client):
    expressions = re.findall(r"(?m)^ +expr: (.*)$", RULES.read_text())
    named = {name for text in expressions for name in re.findall(r"\b(?:navstate|process)_\w+(?=\b)", text)}
    # The first request counts itself after its answer.
    client.get("/metrics")
    described = set(re.findall(r"(?m)^# TYPE (\w+) ", client.get("/metrics").text))
    # A server without nodes has none of theirs.
    of_nodes = set(re.findall(r"navstate_store_\w+", NODES.read_text()))
    assert len(expressions) == 18 and named - OTHERS - of_nodes <= described


def test_the_rules_are_valid_for_prometheus():
    if shutil.which("promtool") is None:
        pytest.skip("promtool is not installed (Debian: the package prometheus)")
    subprocess.run(["promtool", "check", "rules", RULES], check=True, capture_output=True)
