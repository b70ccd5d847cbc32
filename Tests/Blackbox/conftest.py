"""Fixtures of the black-box tests. Long forms of tests run with `--long`."""

import contextlib
import os
import signal

import pytest
from clock import Clock
from navstate import ADMIN, Server
from nodes.cluster import Postgres
from nodes.group import Nodes
from receiver import Receiver

# The number of nodes behind nginx that each server consists of; 0: one server on SQLite.
NODES = int(os.environ.get("NAVSTATE_NODES", 0))
# Tests that are not run through nodes: the name of a test, its file, folder or fixture, and the reason. Tests that need the
# process or the data folder of a single server are skipped where they use it.
NOT_THROUGH_NODES = {
    "clock": "a node whose clock is not that of PostgreSQL is not ready",
    "machine": "tests the disks and system calls of one process",
    "test_backup": "PostgreSQL is backed up with its own tools",
    "test_damaged_database": "alters the file of SQLite",
    "test_database": "queries a database of each kind",
    "test_slow_clients": "nginx holds the clients",
    "test_smuggling": "has a proxy of its own, in front of one server",
    "test_a_slow_reader_is_disconnected_and_misses_nothing": "nginx reads what the client does not",
    "test_an_agent_with_an_mcp_session_orders_at_the_kiosk": "nginx spreads the requests of an MCP session",
    "test_at_the_limit_a_session_without_a_stream_ends_first": "nginx spreads the requests of an MCP session",
    "test_tools_change_with_the_screen": "nginx spreads the requests of an MCP session",
    "test_an_import_that_is_not_allowed_is_refused_before_its_content_is_sent": "nginx sends 100 Continue itself",
    "test_imports_beyond_the_limit_are_refused_until_another_ends": "each node has a limit, and nginx sends 100 Continue",
}


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="run the long form of each test")


def pytest_configure(config):
    config.addinivalue_line("markers", "long: runs only with --long")
    # SIGTERM ends the servers as well.
    signal.signal(signal.SIGTERM, lambda *_: pytest.exit("ended by SIGTERM"))


def pytest_runtest_setup(item):
    if "long" in item.keywords and not item.config.getoption("--long"):
        pytest.skip("runs only with --long")
    names = [item.originalname, item.path.stem, item.path.parent.name, *item.fixturenames] if NODES else []
    for name in names:
        if name in NOT_THROUGH_NODES:
            pytest.skip(f"not through nodes: {NOT_THROUGH_NODES[name]}")


def pytest_terminal_summary(terminalreporter):
    """Ends with the line that `scripts/test` counts."""
    counts = {name: len(reports) for name, reports in terminalreporter.stats.items()}
    failed = counts.get("failed", 0) + counts.get("error", 0)
    terminalreporter.write_line(f"{counts.get('passed', 0)} passed, {failed} failed")


@pytest.fixture(scope="session")
def is_long(request):
    """Whether the long form of the tests was requested."""
    return request.config.getoption("--long")


@pytest.fixture(scope="session")
def setting(is_long):
    """A function that returns a size: the environment variable, or the value of the short or the long form."""
    return lambda name, short, long: type(short)(os.environ.get(name) or (long if is_long else short))


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL cluster for tests that use a database each and leave the cluster running."""
    with contextlib.closing(Postgres(fsync="off").start()) as cluster:
        yield cluster


@pytest.fixture
def new_server(tmp_path, request):
    """A function that starts a server with options on a new data folder; the servers end with the test.

    `admin` sets the admin token `ADMIN`; without `started` the process is not started yet. With `stores`, the URLs of
    databases, it is a node for each, behind nginx; with NAVSTATE_NODES=3 in the environment three over a new database."""
    servers = []

    def make(*options, environment=None, admin=False, started=True, stores=(), **others):
        folder = tmp_path / f"server-{len(servers)}"
        folder.mkdir()
        level = [] if "--log-level" in options else ["--log-level", "warning"]
        token = {"NAVSTATE_ADMIN_TOKEN": ADMIN} if admin else {}
        arguments, others["environment"] = [folder, *level, *options], {**token, **(environment or {})}
        if NODES and not stores:
            cluster = request.getfixturevalue("postgres")
            stores = [cluster.url(cluster.new_database())] * NODES
        servers.append(Nodes(*arguments, **others, stores=stores) if stores else Server(*arguments, **others))
        return servers[-1].start(60) if started else servers[-1]

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


@pytest.fixture
def new_receiver():
    """A function that starts a receiver of webhooks and calls, with behaviours and their weights."""
    with contextlib.ExitStack() as stack:
        yield lambda *handler, **behaviours: stack.enter_context(contextlib.closing(Receiver(*handler, **behaviours)))


@pytest.fixture
def receiver(new_receiver):
    return new_receiver()


@pytest.fixture
def clock(tmp_path):
    """A wall clock for servers that start with `environment=clock.environment`."""
    yield Clock(tmp_path)
    Clock.clean()
