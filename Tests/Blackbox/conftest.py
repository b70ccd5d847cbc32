"""Fixtures of the black-box tests. Long forms of tests run with `--long`."""

import signal

import pytest
from navstate import Server


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
    """Prints the summary in the format of the other scripts."""
    stats = terminalreporter.stats
    failed = len(stats.get("failed", [])) + len(stats.get("error", []))
    terminalreporter.write_line(f"{len(stats.get('passed', []))} passed, {failed} failed")


@pytest.fixture
def is_long(request):
    """Whether the long form of the tests was requested."""
    return request.config.getoption("--long")


@pytest.fixture
def new_server(tmp_path):
    """A function that starts a server with options on a new data folder; the servers stop with the test."""
    servers = []

    def start(*options, environment=None):
        folder = tmp_path / f"server-{len(servers)}"
        folder.mkdir()
        server = Server(folder, *options, environment=environment)
        servers.append(server)
        return server.start()

    yield start
    for server in servers:
        server.kill()


@pytest.fixture
def server(new_server):
    """A server with the default options."""
    return new_server("--log-level", "warning")


@pytest.fixture
def client(server):
    with server.client() as client:
        yield client


def pytest_sessionstart():
    """Makes SIGTERM end the servers as well."""
    signal.signal(signal.SIGTERM, lambda *_: pytest.exit("ended by SIGTERM"))
