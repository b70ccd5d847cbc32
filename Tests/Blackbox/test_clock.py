"""An impossible wall clock: the server refuses changes, is not ready, and recovers when the clock is corrected."""

import glob

import pytest
from navstate import create, eventually, expect

LIBRARY = next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), None)
YEAR = 31_557_600


class Clock:
    """The clock of one process, with an offset in seconds."""

    def __init__(self, folder):
        self.file = folder / "time"
        self.set_year(2026)
        # The library sets FAKETIME_SHARED; were it added by it, Swift would not find the arguments behind it.
        self.environment = {
            "LD_PRELOAD": LIBRARY, "FAKETIME_TIMESTAMP_FILE": str(self.file), "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_SHARED": "/none /none"}

    def set_year(self, year):
        """Moves the clock to about that year; 2026 is the present."""
        other = self.file.with_suffix(".new")
        other.write_text(f"{int((year - 2026) * YEAR):+d}\n")
        other.rename(self.file)


@pytest.fixture
def clock(tmp_path):
    if LIBRARY is None:
        pytest.skip("libfaketime is not here (Debian: the package faketime)")
    return Clock(tmp_path)


@pytest.mark.parametrize("year", [1901, 9999.5, 10_050, 200_000])
def test_an_impossible_clock_is_refused_until_it_is_corrected(clock, new_server, year):
    server = new_server("--log-level", "info", environment=clock.environment)
    client = server.client()
    path, _ = create(client)
    before = client.get(path).json()
    clock.set_year(year)
    for _ in range(2):
        refused = expect(client.post(path + "/push", json={"route": "counter"}), 503)
        assert "clock" in refused.json()["detail"]
    eventually(lambda: client.get("/readyz").status_code == 503)
    expect(client.post("/v1/sessions", json={"app": "counter"}), 503)
    assert client.get(path).json() == before
    for other in ("/v1/sessions", "/metrics", path + "/history", path + "/export", "/livez"):
        expect(client.get(other), 200)
    expect(client.post(path + "/lease", json={"seconds": 1}), 200, 503)
    assert server.log_text().count("the clock of the machine is") == 1
    clock.set_year(2026)
    expect(client.delete(path + "/lease"), 200, 204, 423)
    eventually(lambda: client.get("/readyz").status_code == 200)
    create(client)
    assert server.stop() == 0


def test_a_start_in_the_year_10050_is_not_ready_and_shuts_down_gracefully(clock, new_server):
    clock.set_year(10_050)
    server = new_server(environment=clock.environment, started=False)
    server.launch()
    client = server.client()
    assert server.responds()
    expect(client.get("/readyz"), 503)
    clock.set_year(2026)
    eventually(lambda: client.get("/readyz").status_code == 200)
    assert server.stop() == 0
