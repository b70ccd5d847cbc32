"""A TCP relay in front of PostgreSQL, whose connections can be cut."""

import contextlib
import random
import socket
import threading


class Relay:
    """Passes connections on to a port of loopback, with a thread for each direction."""

    def __init__(self, target):
        self.target, self.is_cut_off, self.pairs, self.orphans = target, False, [], []
        # Not set: what arrives waits, and no connection ends.
        (flow := threading.Event()).set()
        self.flow = flow
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.run(self.accept)

    def run(self, function, *arguments):
        threading.Thread(target=function, args=arguments, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                if self.is_cut_off:
                    client.close()
                    continue
                try:
                    pair = client, socket.create_connection(("127.0.0.1", self.target))
                except OSError:
                    client.close()
                    continue
                for end in pair:
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self.pairs.append(pair)
                self.run(self.copy, pair, *pair)
                self.run(self.copy, pair, *reversed(pair))

    def copy(self, pair, source, target):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self.flow.wait()
                target.sendall(data)
        if pair in self.pairs:
            self.drop(pair)

    def drop(self, pair):
        """Ends both sides."""
        with contextlib.suppress(ValueError):
            self.pairs.remove(pair)
        for end in pair:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def cut(self, pair=None):
        """Resets the client's side of a connection, by default of a random one, and leaves the server's side open.

        The server may carry out what it has received, and its response is lost."""
        if pair := pair or (random.choice(self.pairs) if self.pairs else None):
            with contextlib.suppress(ValueError):
                self.pairs.remove(pair)
            self.orphans.append(pair)
            # PostgreSQL allows a limited number of connections.
            if len(self.orphans) > 8:
                self.drop(self.orphans.pop(0))
            with contextlib.suppress(OSError):
                pair[0].shutdown(socket.SHUT_RDWR)
            pair[0].close()

    def cut_off(self):
        """Cuts all connections and refuses new ones, until `restore`."""
        self.is_cut_off = True
        for pair in list(self.pairs):
            self.cut(pair)

    def fall_silent(self):
        """Keeps all connections and accepts new ones, and passes nothing on, until `restore`."""
        self.flow.clear()

    def restore(self):
        self.is_cut_off = False
        self.flow.set()

    def close(self):
        self.flow.set()
        self.listener.close()
        for pair in [*self.pairs, *self.orphans]:
            self.drop(pair)
