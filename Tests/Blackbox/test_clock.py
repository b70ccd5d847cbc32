"""An impossible wall clock: the server refuses changes, is not ready, and recovers when the clock is corrected."""

import pytest
from clock import YEAR
from navstate import create, eventually, expect


@pytest.mark.parametrize("year", [1901, 9999.5, 10_050, 200_000])
def test_an_impossible_clock_is_refused_until_it_is_corrected(clock, new_server, year):
    server = new_server("--log-level", "info", environment=clock.environment)
    client = server.client()
    path, _ = create(client)
    before = client.get(path).json()
    clock.set(int((year - 2026) * YEAR))
    for _ in range(2):
        assert "clock" in expect(client.post(path + "/push", json={"route": "counter"}), 503).json()["detail"]
    eventually(lambda: client.get("/readyz").status_code == 503)
    expect(client.post("/v1/sessions", json={"app": "counter"}), 503)
    assert client.get(path).json() == before
    for other in ("/v1/sessions", "/metrics", path + "/history", path + "/export", "/livez"):
        expect(client.get(other), 200)
    expect(client.post(path + "/lease", json={"seconds": 1}), 200, 503)
    assert server.log_text().count("the clock of the machine is") == 1
    clock.set(0)
    expect(client.delete(path + "/lease"), 200, 204, 423)
    eventually(lambda: client.get("/readyz").status_code == 200)
    create(client)
    assert server.stop() == 0


def test_a_start_eight_thousand_years_ahead_is_not_ready_and_shuts_down_gracefully(clock, new_server):
    clock.set(8_024 * YEAR)
    server = new_server(environment=clock.environment, started=False)
    server.launch()
    client = server.client()
    assert server.responds()
    expect(client.get("/readyz"), 503)
    clock.set(0)
    eventually(lambda: client.get("/readyz").status_code == 200)
    assert server.stop() == 0
