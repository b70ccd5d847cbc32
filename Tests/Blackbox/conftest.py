"""Fixtures of the black-box tests. Long forms of tests run with `--long`."""

import pytest
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


@pytest.fixture
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
