"""Fixtures of the black-box tests. Long forms of tests run with `--long`."""

import os
import signal

import pytest
from clock import Clock
from navstate import ADMIN, Server


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="run the long form of each test")


def pytest_configure(config):
    config.addinivalue_line("markers", "long: runs only with --long")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--long"):
        skip = pytest.mark.skip(reason="runs only with --long")
        for item in items:
            if "long" in item.keywords:
                item.add_marker(skip)


def pytest_terminal_summary(terminalreporter):
    """Ends with the line that `scripts/test` counts."""
    stats = terminalreporter.stats
    failed = len(stats.get("failed", [])) + len(stats.get("error", []))
    terminalreporter.write_line(f"{len(stats.get('passed', []))} passed, {failed} failed")


@pytest.fixture(scope="session")
def is_long(request):
    """Whether the long form of the tests was requested."""
    return request.config.getoption("--long")


@pytest.fixture
def new_server(tmp_path):
    """A function that starts a server with options on a new data folder; the servers end with the test.

    `admin` sets the admin token `ADMIN`; without `started` the process is not started yet."""
    servers = []

    def make(*options, environment=None, admin=False, started=True):
        folder = tmp_path / f"server-{len(servers)}"
        folder.mkdir()
        level = [] if "--log-level" in options else ["--log-level", "warning"]
        token = {"NAVSTATE_ADMIN_TOKEN": ADMIN} if admin else {}
        servers.append(Server(folder, *level, *options, environment={**token, **(environment or {})}))
        return servers[-1].start() if started else servers[-1]

    yield make
    for server in servers:
        server.close()


@pytest.fixture
def server(new_server):
    """A server with the default options."""
    return new_server()


@pytest.fixture
def client(server):
    return server.client()


@pytest.fixture
def admin(new_server):
    """A client with the admin token, and its `server`."""
    server = new_server(admin=True)
    client = server.client(ADMIN)
    client.server = server
    return client


@pytest.fixture(scope="session")
def setting(is_long):
    """A function that returns a size: the environment variable, or the value of the short or the long form."""
    def value(name, short, long):
        return type(short)(os.environ.get(name) or (long if is_long else short))

    return value


@pytest.fixture
def clock(tmp_path):
    """A wall clock for servers that start with `environment=clock.environment`."""
    yield Clock(tmp_path)
    Clock.clean()


def pytest_sessionstart():
    """Makes SIGTERM end the servers as well."""
    signal.signal(signal.SIGTERM, lambda *_: pytest.exit("ended by SIGTERM"))
