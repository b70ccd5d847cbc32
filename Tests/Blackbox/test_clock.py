"""An impossible wall clock: the server refuses changes, is not ready, and recovers when the clock is corrected."""

import glob
import time

import pytest
from navstate import Server, create

LIBRARY = next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), None)
YEAR = 31_557_600


class Clock:
    """The clock of one process, with an offset in seconds."""

    def __init__(self, folder):
        self.file = folder / "time"
        self.set(0)
        # The library sets FAKETIME_SHARED; were it added by it, Swift would not find the arguments behind it.
        self.environment = {
            "LD_PRELOAD": LIBRARY, "FAKETIME_TIMESTAMP_FILE": str(self.file), "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_SHARED": "/none /none"}

    def set(self, seconds):
        other = self.file.with_suffix(".new")
        other.write_text(f"{seconds:+d}\n")
        other.rename(self.file)


@pytest.fixture
def clock(tmp_path):
    if LIBRARY is None:
        pytest.skip("libfaketime is not here (Debian: the package faketime)")
    return Clock(tmp_path)


def offset(year):
    return int((year - 2026) * YEAR)


def poll(condition, seconds=15):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("year", [1901, 9999.5, 10_050, 200_000])
def test_a_clock_that_cannot_be_is_refused_until_it_is_set(clock, tmp_path, year):
    server = Server(tmp_path, "--log-level", "info", environment=clock.environment).start()
    try:
        with server.client() as client:
            path, _ = create(client)
            before = client.get(path).json()
            clock.set(offset(year))
            for _ in range(2):
                refused = client.post(path + "/push", json={"route": "counter"})
                assert refused.status_code == 503 and "clock" in refused.json()["detail"]
            assert poll(lambda: client.get("/readyz").status_code == 503)
            assert client.post("/v1/sessions", json={"app": "counter"}).status_code == 503
            assert client.get(path).json() == before
            for other in ("/v1/sessions", "/metrics", path + "/history", path + "/export", "/livez"):
                assert client.get(other).status_code == 200, other
            assert client.post(path + "/lease", json={"seconds": 1}).status_code in (200, 503)
            assert server.log_text().count("the clock of the machine is") == 1
            clock.set(0)
            assert client.delete(path + "/lease").status_code in (200, 204, 423)
            assert poll(lambda: client.get("/readyz").status_code == 200)
            assert client.post("/v1/sessions", json={"app": "counter"}).status_code == 201
        assert server.stop() == 0
    finally:
        server.kill()


def test_a_start_in_the_year_10050_is_not_ready_and_ends_well(clock, tmp_path):
    clock.set(offset(10_050))
    server = Server(tmp_path, environment=clock.environment)
    server.launch()
    try:
        with server.client() as client:
            assert poll(lambda: is_alive(client) or not server.is_running())
            assert client.get("/readyz").status_code == 503
            clock.set(0)
            assert poll(lambda: client.get("/readyz").status_code == 200)
        assert server.stop() == 0
    finally:
        server.kill()


def is_alive(client):
    import httpx
    try:
        return client.get("/livez").status_code == 200
    except httpx.HTTPError:
        return False
