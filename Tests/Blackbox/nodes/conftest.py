"""Fixtures of the tests of several nodes. The nodes are reached one by one, or by nginx, which takes them in turn."""

import contextlib

import pytest
from nodes.cluster import Postgres


@pytest.fixture
def stack():
    """Closes what a test has started, the last first."""
    with contextlib.ExitStack() as stack:
        yield stack


@pytest.fixture
def new_nodes(new_server):
    """A function that starts nodes with options, one for each URL of a database."""
    return lambda stores, *options, **members: new_server(*options, stores=stores, **members)


@pytest.fixture
def new_postgres(stack):
    """A function that starts a PostgreSQL cluster of its own for a test."""
    def make(**settings):
        cluster = Postgres(**{"fsync": "off", **settings})
        stack.callback(cluster.close)
        return cluster.start()

    return make


@pytest.fixture
def new_group(new_nodes, postgres):
    """A function that starts three nodes with options over a new database."""
    return lambda *options, **members: new_nodes([postgres.url(postgres.new_database())] * 3, *options, **members)


@pytest.fixture
def group(new_group):
    return new_group()


@pytest.fixture
def clients(group):
    """A client of each node."""
    return [node.client() for node in group.nodes]
