"""Nodes, their PostgreSQL servers and a load on them, with the failures that happen to them."""

import random
import time
from contextlib import contextmanager

from load import in_background
from machine.recovery import NUMBERS, create_sessions, verify
from navstate import eventually
from nodes.cluster import Postgres
from nodes.pooler import Pooler
from nodes.relay import Relay

# The statuses of a change that was carried out, or refused by the state of its session.
CARRIED_OUT = {200, 409}


class Scene:
    """Three nodes. Their database has a standby, or is reached by a relay for each node, or by a pooler."""

    def __init__(self, stack, new_nodes, has_standby=False, has_relays=False, has_pooler=False, options=()):
        self.stack, self.answers = stack, []
        self.primary = self.closing(Postgres(fsync="off").start())
        self.standby = self.closing(self.primary.add_standby()) if has_standby else None
        self.relays = [self.closing(Relay(self.primary.port)) for _ in range(3)] if has_relays else []
        self.pooler = self.closing(Pooler(self.primary).start()) if has_pooler else None
        database = self.primary.new_database()
        stores = [self.primary.url(database, port=relay.port) for relay in self.relays]
        if has_standby:
            stores = [self.primary.url(database, self.standby)] * 3
        if has_pooler:
            stores = [self.primary.url(database, port=self.pooler.port)] * 3
        self.group = new_nodes(stores or [self.primary.url(database)] * 3, "--history-revisions", 1_000_000, "--log-level", "error", *options)
        self.nodes, self.client = self.group.nodes, self.group.nodes[0].client()
        self.sessions = create_sessions(self.client, 6)

    def closing(self, thing):
        self.stack.callback(thing.close)
        return thing

    def write(self, stop):
        """Changes sessions through random nodes that run. Only a process that ends may leave a request unanswered."""
        clients = [node.client() for node in self.nodes]
        while not stop.is_set():
            number = random.randrange(len(clients))
            # A process that has just begun does not listen yet.
            if not (node := self.nodes[number]).is_running() or not node.responds("/livez", 0):
                continue
            process, answer = node.process, random.choice(self.sessions).send_new(clients[number], next(NUMBERS))
            status = answer.status_code if answer is not None else eventually(lambda: process.poll())
            assert status in CARRIED_OUT or status != 503 or "Retry-After" in answer.headers, answer.headers
            self.answers.append((time.monotonic(), number, status))

    def wait_for_each_node(self):
        """Waits until each node has carried out changes."""
        first = len(self.answers)
        eventually(lambda: {number for _, number, status in self.answers[first:] if status in CARRIED_OUT} == {0, 1, 2}, 60)

    @contextmanager
    def under_load(self):
        with in_background(*[self.write] * 6):
            self.wait_for_each_node()
            yield

    def statuses(self):
        return {status for _, _, status in self.answers}

    def verify(self):
        """Compares the ledger with each node."""
        for session in self.sessions:
            states = [session.get(node.client()) for node in self.nodes]
            assert all(state == states[0] for state in states), states
        verify(self.sessions, self.client)

    # Failures

    def kill_node(self):
        node = random.choice(self.nodes)
        node.kill()
        time.sleep(random.uniform(0, 0.3))
        node.start()

    def end_backends(self):
        """Ends connections of the nodes at random, for about a second."""
        for _ in range(10):
            self.primary.query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname LIKE 'navstate%' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1")
            time.sleep(0.05)

    def cut_connections(self):
        """Cuts connections at random, for about a second, and leaves PostgreSQL's side open."""
        for _ in range(20):
            random.choice(self.relays).cut()
            time.sleep(0.05)

    def restart_postgres(self):
        self.primary.stop("immediate")
        time.sleep(random.uniform(0, 0.5))
        self.primary.start()

    def restart_pooler(self):
        self.pooler.kill()
        time.sleep(random.uniform(0, 0.5))
        self.pooler.start()

    def fail_over(self):
        """Kills the primary and promotes the standby. A new standby takes the port of the former primary."""
        former = self.primary
        former.kill()
        self.primary = self.standby.promote()
        self.wait_for_each_node()
        former.close()
        self.standby = self.closing(self.primary.add_standby(port=former.port))
