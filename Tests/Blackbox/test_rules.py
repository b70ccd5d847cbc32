"""The alerts of ops/prometheus-rules.yaml."""

import re
import shutil
import subprocess

import pytest
from navstate import ROOT

RULES, RUNBOOK, NODES = ROOT / "ops/prometheus-rules.yaml", ROOT / "docs/runbook.md", ROOT / "docs/nodes.md"
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


def test_each_alert_has_an_entry_of_the_runbook_and_leads_to_it():
    alerts = re.findall(r"(?m)^ +- alert: (\w+)$", RULES.read_text())
    assert re.findall(r"(?m)^ +runbook: docs/runbook.md#(\w+)$", RULES.read_text()) == [name.lower() for name in alerts]
    assert re.findall(r"(?m)^## (\w+)$", RUNBOOK.read_text()) == alerts


def test_the_rules_are_valid_for_prometheus():
    if shutil.which("promtool") is None:
        pytest.skip("promtool is not installed (Debian: the package prometheus)")
    subprocess.run(["promtool", "check", "rules", RULES], check=True, capture_output=True)
