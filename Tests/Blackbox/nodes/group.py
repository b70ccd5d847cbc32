"""Several nodes over a database of PostgreSQL, behind nginx, which takes them in turn."""

import contextlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from navstate import Server
from wire.nginx import nginx

SITE = Path(__file__).with_name("site.conf").read_text()


class Nodes(Server):
    """A group of nodes with the interface of one server: it is started, killed and stopped as a whole."""

    def __init__(self, folder, *options, stores, environment=None):
        super().__init__(folder, *options, environment=environment)
        self.nodes, self.stack = [], contextlib.ExitStack()
        for number, store in enumerate(stores):
            (place := self.folder / f"node-{number}").mkdir()
            self.nodes.append(Server(place, "--store", store, *options, environment=environment))
        # A group has neither one process nor a data folder with a database: see `__getattr__`.
        del self.process, self.data

    def __getattr__(self, name):
        if name in ("process", "data"):
            pytest.skip("needs the process or the data folder of a single server")
        raise AttributeError(name)

    def each(self, call):
        """The results of a call for each node, at the same time."""
        with ThreadPoolExecutor(len(self.nodes)) as pool:
            return list(pool.map(call, self.nodes))

    def launch(self, prefix=()):
        if not (self.folder / "pid").exists():
            servers = " ".join(f"server 127.0.0.1:{node.port} max_fails=0;" for node in self.nodes)
            self.stack.enter_context(nginx(self.folder, SITE.format(port=self.port, servers=servers)))
        for node in self.nodes:
            node.launch(prefix)

    def responds(self, path="/livez", seconds=30):
        return all(self.each(lambda node: node.responds(path, seconds)))

    def is_running(self):
        return all(node.is_running() for node in self.nodes)

    def kill(self):
        self.each(Server.kill)

    def pause(self):
        self.each(Server.pause)

    def stop(self, seconds=15):
        """Stops all nodes; returns the highest exit status."""
        return max(self.each(lambda node: node.stop(seconds)))

    def log_text(self):
        return "".join(node.log_text() for node in self.nodes)

    def close(self):
        super().close()
        for node in self.nodes:
            node.close()
        self.stack.close()
