"""System calls that fail: no acknowledged change is lost or applied twice, and the server continues or says why it cannot.

Each run of the server is under `strace --inject`: from a first call on, every n-th call of some kinds fails with a possible
error, during the start, a load and the shutdown. Then the server is restarted without faults. NAVSTATE_SEED decides the
faults; the affected calls depend on the threads.

A short write is a write of zero bytes (retval=0): strace skips the call and replaces its result, so a larger one would claim
bytes that were not written. Real short reads and sends come from clients that read and send little at a time."""

import itertools
import os
import random
import re
import socket
import subprocess
import time
from collections import Counter
from functools import partial

import pytest
from load import attempt, in_background
from machine.recovery import check, create_sessions, error_lines, verify
from navstate import eventually, report

PATIENCE = 15
# Locks are excluded: strace cannot distinguish a refused lock from a failed unlock, which Linux does not produce for
# local files; and so are queries of open files (fstat), also used by Dispatch.
DISK = {
    "pwrite64": "error=EIO error=ENOSPC error=EDQUOT error=EINTR retval=0",
    "pread64": "error=EIO error=EINTR",
    "fdatasync": "error=EIO error=ENOSPC error=EDQUOT",
    "ftruncate": "error=EIO error=EINTR",
    "openat": "error=EMFILE error=ENFILE error=EIO error=EACCES error=EINTR error=EROFS",
    "unlink": "error=EIO",
}
# Possible errors only. No EAGAIN: events are edge-triggered, and the system returns EAGAIN only if another event
# follows. No `write`: it wakes threads, on a descriptor that never blocks (test_resources.py has a log that cannot be
# written). No `epoll_ctl`: most calls change existing entries, for Dispatch, and need no memory.
NET = {
    "accept4": "error=EMFILE error=ENFILE error=ENOBUFS error=ENOMEM error=ECONNABORTED error=EINTR",
    "recvfrom": "error=EINTR error=ECONNRESET error=EIO error=ENOMEM retval=0",
    "sendto": "error=EINTR error=EPIPE error=ECONNRESET error=ENOBUFS error=ENOMEM error=EIO",
    "epoll_wait": "error=EINTR",
    "setsockopt": "error=ENOBUFS",
}
# Calls that a start makes once. eventfd2 and epoll_create1 are excluded, because Dispatch ends the process;
# test_resources.py starts with too few descriptors.
START = DISK | {
    "socket": "error=EMFILE", "bind": "error=EADDRINUSE error=EACCES", "listen": "error=EADDRINUSE",
    "timerfd_create": "error=EMFILE", "mkdir": "error=EACCES error=ENOSPC", "mmap": "error=ENOMEM",
    "clone3": "error=EAGAIN", "prlimit64": "error=EPERM",
}
KINDS = {"disk": (DISK, ["pwrite64", "fdatasync"]), "net": (NET, ["recvfrom", "sendto"])}
# Calls so frequent that they would be most of the faults, and those that a load rarely makes.
RARITY = {"epoll_wait": 20}
SELDOM = {"openat", "ftruncate", "unlink", "accept4", "setsockopt"}


def faults_of(kind, chance):
    """The faults of a run: system calls, and the options of strace for them."""
    if kind == "start":
        name = chance.choice(sorted(START))
        return {name: f"{chance.choice(START[name].split())}:when={chance.randint(1, 12)}"}
    calls, usual = KINDS[kind]
    step, faults = chance.choice([2, 3, 5, 7]), {}
    for name in sorted({*usual, chance.choice(sorted(calls))}):
        # Rarely from the first call on, because the start fails then. Not forever: if an attempt takes as many calls as
        # the step, the same one would fail each time.
        first, last = chance.choice([1, 4, 10, 20, 40]), 40 if name in SELDOM else 300
        faults[name] = f"{chance.choice(calls[name].split())}:when={first}..{last}+{step * RARITY.get(name, 1)}"
    return faults


class Life:
    """One run of the server, with its failing calls."""

    def __init__(self, server, sessions, numbers, kind, chance, answers):
        self.server, self.sessions, self.numbers, self.kind, self.chance = server, sessions, numbers, kind, chance
        self.answers, self.trace, self.faults = answers, server.folder / "trace", faults_of(kind, chance)

    def run(self):
        """Runs the server with the faults; returns whether it has started."""
        options = [option for name, fault in self.faults.items() for option in ("-e", f"inject={name}:{fault}")]
        self.server.log.unlink(missing_ok=True)
        # -D: the server itself is the child here, with its own status and signals.
        self.server.launch(["strace", "-D", "-f", "-q", "-o", self.trace, "-e", "trace=" + ",".join(self.faults), *options])
        if self.server.responds("/readyz", PATIENCE):
            # In turn, so that the same seed gives the same changes.
            chances = [random.Random(self.chance.random()) for _ in range(3)]
            with in_background(*[partial(self.load, number, each) for number, each in enumerate(chances)], self.trickle):
                pass
            self.recover()
        elif self.server.is_running():
            # Requests fail here, and the start did not.
            assert self.kind != "start" or "listening" in self.server.log_text(), "neither ready nor ended"
        else:
            # 127: the system's loader failed. 2: Swift's runtime finds the arguments by /proc/self/maps, which did not open.
            allowed = (1, 2, 127) if "openat" in self.faults else (1, 127)
            assert self.server.process.returncode in allowed, self.server.log_text()[-500:]
            assert len(error_lines(self.server)) == 1 and "navstate: " in error_lines(self.server)[0], self.server.log_text()
            return False
        assert self.server.stop(PATIENCE) == 0, self.server.log_text()[-500:]
        return True

    def load(self, number, chance, stop):
        """Sends changes and reads, each of which is answered in time or loses its connection."""
        with self.server.client() as client:
            for turn in range(80):
                session, begin = chance.choice(self.sessions), time.monotonic()
                session.send_new(client, next(self.numbers), chance)
                if turn % 8 == number:
                    path = chance.choice(["", "/stack", "/history?limit=5", "/timers", "/outputs", "/listeners"])
                    answer = attempt(client, "GET", session.path + path, headers=session.headers)
                    self.judge(answer and answer.status_code)
                assert time.monotonic() - begin < PATIENCE, "a response took too long"

    def trickle(self, stop):
        """Sends a request a byte at a time, and reads the response with a small buffer."""
        request = f"GET {self.sessions[0].path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        try:
            with socket.socket() as peer:
                peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                peer.settimeout(PATIENCE)
                peer.connect(("127.0.0.1", self.server.port))
                for byte in request.encode():
                    peer.send(bytes([byte]))
                answer = b"".join(iter(lambda: peer.recv(100), b""))
        except TimeoutError:
            raise AssertionError(f"no response to a slow client for {PATIENCE} s") from None
        except OSError:
            return
        if answer:
            self.judge(int(answer.split(b" ")[1]))

    def judge(self, status):
        """Counts the response to a read: success, or a failure that a client may repeat."""
        self.answers[status] += 1
        assert status in (None, 503, 507) or 200 <= status < 300, status

    def recover(self):
        """A change succeeds without a restart: at most 300 calls of a kind fail, and each attempt makes some of them."""
        with self.server.client(timeout=PATIENCE) as client:
            for _ in range(1000):
                self.sessions[0].send_new(client, next(self.numbers), self.chance)
                if self.sessions[0].changes[-1].is_answered:
                    return
                assert self.server.is_running()
        raise AssertionError("no change succeeds any more")

    def injected(self):
        """The calls that failed, by name and error, when strace has ended after the server."""
        end = re.compile(rf"^{self.server.process.pid} +\+\+\+ ", re.M)
        text = eventually(lambda: end.search(text := self.trace.read_text(errors="replace")) and text)
        self.trace.unlink()
        found = re.findall(r"^\d+ +(?:<\.\.\. )?(\w+)\b.*?(?: = -1 (\w+))?(?: \([^()]*\))? \(INJECTED\)", text, re.M)
        return Counter(f"{name} {error or 'short'}" for name, error in found)


@pytest.fixture
def strace():
    try:
        subprocess.run(["strace", "-o", "/dev/null", "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"strace cannot be used here: {error}")


def test_acknowledged_changes_are_kept_once_though_system_calls_fail(strace, new_server, setting):
    seed, wanted, least = int(os.environ.get("NAVSTATE_SEED", 1)), setting("FAULTS", 600, 5000), 12
    chance, numbers, answers, injected, failed_starts = random.Random(seed), itertools.count(1), Counter(), Counter(), 0
    for count in itertools.count():
        if count >= least and injected.total() >= wanted:
            break
        if count % 12 == 0:
            server = new_server("--log-level", "info")
            with server.client() as client:
                sessions = create_sessions(client, 3)
            assert server.stop() == 0
        life = Life(server, sessions, numbers, chance.choice(["disk", "disk", "disk", "net", "start"]), chance, answers)
        print(f"run {count}: {life.faults}")
        try:
            failed_starts += not life.run()
            server.kill()
            injected += life.injected()
            server.start()
            with server.client() as client:
                for session in sessions:
                    verify(session, client)
            assert server.stop() == 0
            assert check(server) == (0, "3 sessions, 0 damaged\n")
        finally:
            server.kill()
    report("system calls", seed=seed, faults=injected.total(), runs=count, failed_starts=failed_starts)
    report("answers to GET", **{str(status or "closed"): number for status, number in answers.items()})
    print(sorted(injected.items()))
