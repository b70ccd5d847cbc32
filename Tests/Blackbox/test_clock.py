"""An impossible wall clock: the server refuses changes, is not ready, and recovers when the clock is corrected."""

import httpx
import pytest
from clock import YEAR
from navstate import Server, create, eventually


def offset(year):
    return int((year - 2026) * YEAR)


@pytest.mark.parametrize("year", [1901, 9999.5, 10_050, 200_000])
def test_a_clock_that_cannot_be_is_refused_until_it_is_set(clock, new_server, year):
    server = new_server("--log-level", "info", environment=clock.environment)
    with server.client() as client:
        path, _ = create(client)
        before = client.get(path).json()
        clock.set(offset(year))
        for _ in range(2):
            refused = client.post(path + "/push", json={"route": "counter"})
            assert refused.status_code == 503 and "clock" in refused.json()["detail"]
        eventually(lambda: client.get("/readyz").status_code == 503)
        assert client.post("/v1/sessions", json={"app": "counter"}).status_code == 503
        assert client.get(path).json() == before
        for other in ("/v1/sessions", "/metrics", path + "/history", path + "/export", "/livez"):
            assert client.get(other).status_code == 200, other
        assert client.post(path + "/lease", json={"seconds": 1}).status_code in (200, 503)
        assert server.log_text().count("the clock of the machine is") == 1
        clock.set(0)
        assert client.delete(path + "/lease").status_code in (200, 204, 423)
        eventually(lambda: client.get("/readyz").status_code == 200)
        assert client.post("/v1/sessions", json={"app": "counter"}).status_code == 201
    assert server.stop() == 0


def test_a_start_in_the_year_10050_is_not_ready_and_ends_well(clock, tmp_path):
    clock.set(offset(10_050))
    server = Server(tmp_path, environment=clock.environment)
    server.launch()
    try:
        with server.client() as client:
            eventually(lambda: is_alive(client) or not server.is_running())
            assert client.get("/readyz").status_code == 503
            clock.set(0)
            eventually(lambda: client.get("/readyz").status_code == 200)
        assert server.stop() == 0
    finally:
        server.kill()


def is_alive(client):
    try:
        return client.get("/livez").status_code == 200
    except httpx.HTTPError:
        return False
