"""System calls that fail: no acknowledged change is lost or applied twice, and the server continues or says why it
cannot.

Each run of the server is under `strace --inject`: from a first call on, every n-th call of some kinds fails with a
possible error, during the start, a load and the shutdown. Then the server is restarted without faults. NAVSTATE_SEED
decides the faults; the affected calls depend on the threads. A short write is one of zero bytes (retval=0): strace
skips the call, so a larger result would claim bytes that were not written."""

import contextlib
import random
import re
import socket
import time
from collections import Counter
from functools import partial

from load import attempt, in_background
from machine.recovery import NUMBERS, assert_recovers, check, create_sessions, error_lines, verify
from navstate import BINARY, eventually, head, report

PATIENCE = 30
# Locks are excluded: strace cannot distinguish a refused lock from a failed unlock, which Linux does not produce for
# local files; and so are queries of open files (fstat), also used by Dispatch.
DISK = {
    "pwrite64": "error=EIO error=ENOSPC error=EDQUOT error=EINTR retval=0", "pread64": "error=EIO error=EINTR",
    "fdatasync": "error=EIO error=ENOSPC error=EDQUOT", "ftruncate": "error=EIO error=EINTR", "unlink": "error=EIO",
    "openat": "error=EMFILE error=ENFILE error=EIO error=EACCES error=EINTR error=EROFS",
}
# No EAGAIN: events are edge-triggered, and the system returns EAGAIN only if another event follows. No `write`: it
# wakes threads, on a descriptor that never blocks. No `epoll_ctl`: most calls change existing entries, for Dispatch,
# and need no memory.
NET = {
    "accept4": "error=EMFILE error=ENFILE error=ENOBUFS error=ENOMEM error=ECONNABORTED error=EINTR",
    "recvfrom": "error=EINTR error=ECONNRESET error=EIO error=ENOMEM retval=0", "setsockopt": "error=ENOBUFS",
    "sendto": "error=EINTR error=EPIPE error=ECONNRESET error=ENOBUFS error=ENOMEM error=EIO",
    "epoll_wait": "error=EINTR",
}
# Calls that a start makes once. eventfd2 and epoll_create1 are excluded, because Dispatch ends the process.
START = DISK | {
    "socket": "error=EMFILE", "bind": "error=EADDRINUSE error=EACCES", "listen": "error=EADDRINUSE",
    "timerfd_create": "error=EMFILE", "mkdir": "error=EACCES error=ENOSPC", "mmap": "error=ENOMEM",
    "clone3": "error=EAGAIN", "prlimit64": "error=EPERM",
}
KINDS = {"disk": (DISK, {"pwrite64", "fdatasync"}), "net": (NET, {"recvfrom", "sendto"})}
# Calls so frequent that they would be most of the faults, and those that a load rarely makes.
RARITY = {"epoll_wait": 20}
SELDOM = {"openat", "ftruncate", "unlink", "accept4", "setsockopt"}


def faults_of(kind, chance):
    """The system calls that fail in a run, with the options of strace for them."""
    if kind == "start":
        name = chance.choice(sorted(START))
        return {name: f"{chance.choice(START[name].split())}:when={chance.randint(1, 12)}"}
    calls, usual = KINDS[kind]
    step, faults = chance.choice([2, 3, 5, 7]), {}
    for name in sorted(usual | {chance.choice(sorted(calls))}):
        # Rarely from the first call on, because the start fails then. Not forever: if an attempt takes as many calls as
        # the step, the same one would fail each time.
        first, last = chance.choice([1, 4, 10, 20, 40]), 40 if name in SELDOM else 300
        faults[name] = f"{chance.choice(calls[name].split())}:when={first}..{last}+{step * RARITY.get(name, 1)}"
    return faults


def strace(server, faults):
    """The command under which a server has faults. -D: the server is the child itself, with its status and signals."""
    options = [option for name, fault in faults.items() for option in ("-e", f"inject={name}:{fault}")]
    return ["strace", "-D", "-f", "-q", "-o", server.folder / "trace", "-e", "trace=" + ",".join(faults), *options]


def injected(server):
    """The calls that failed, by name and error, when strace has ended after the server."""
    trace, end = server.folder / "trace", re.compile(rf"^{server.process.pid} +\+\+\+ ", re.M)
    text = eventually(lambda: end.search(text := trace.read_text(errors="replace")) and text)
    return re.findall(r"^\d+ +(?:<\.\.\. )?(\w+)\b.*?(?: = -1 (\w+))?(?: \([^()]*\))? \(INJECTED\)", text, re.M)


def change(server, sessions, answers, chance, _):
    """Changes and reads sessions. Each request is answered in time, or its connection ends."""
    with server.client() as client:
        for turn in range(80):
            session, begin = chance.choice(sessions), time.monotonic()
            session.send_new(client, next(NUMBERS), chance)
            if turn % 8 == 0:
                path = chance.choice(["", "/stack", "/history?limit=5", "/timers", "/outputs", "/listeners"])
                answer = attempt(client, "GET", session.path + path)
                answers[answer and answer.status_code] += 1
            assert time.monotonic() - begin < PATIENCE


def trickle(server, sessions, answers, _):
    """Sends a request a byte at a time, and reads the response with a small buffer."""
    with socket.socket() as peer:
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        peer.settimeout(PATIENCE)
        answer = b""
        with contextlib.suppress(ConnectionError):
            peer.connect(("127.0.0.1", server.port))
            for byte in head(f"GET {sessions[0].path}", "Connection: close"):
                peer.send(bytes([byte]))
            answer = b"".join(iter(lambda: peer.recv(100), b""))
    answers[int(answer.split(b" ")[1]) if answer else None] += 1


def use(server, sessions, answers, chance):
    """Changes and reads sessions; then a change succeeds without a restart.

    At most 300 calls of a kind fail, some of them in each attempt."""
    # A generator for each thread, so that the same seed gives the same changes.
    changes = [partial(change, server, sessions, answers, random.Random(chance.random())) for _ in range(3)]
    with in_background(*changes, partial(trickle, server, sessions, answers)):
        pass
    with server.client() as client:
        assert_recovers(sessions[0], client)


def run(server, kind, faults, use):
    """Runs the server with faults; returns whether it has started."""
    server.log.unlink(missing_ok=True)
    server.launch(strace(server, faults))
    if server.responds("/readyz", PATIENCE):
        use()
    elif server.is_running():
        # Requests fail here, and the start did not.
        assert kind != "start" or "listening" in server.log_text(), "neither ready nor ended"
    else:
        # 127: the system's loader failed. 2: Swift's runtime did not open /proc/self/maps, which has the arguments.
        assert server.process.returncode in ((1, 2, 127) if "openat" in faults else (1, 127)), server.log_text()[-500:]
        reason, = error_lines(server)
        assert "navstate: " in reason or f"{BINARY.name}: " in reason, reason
        return False
    assert server.stop(PATIENCE) == 0, server.log_text()[-500:]
    return True


def test_acknowledged_changes_are_kept_once_though_system_calls_fail(new_server, setting):
    seed, wanted = setting("NAVSTATE_SEED", 1, 1), setting("FAULTS", 600, 5000)
    chance, answers, failed, starts = random.Random(seed), Counter(), Counter(), []
    while len(starts) < 12 or failed.total() < wanted:
        if len(starts) % 12 == 0:
            server = new_server("--log-level", "info")
            sessions = create_sessions(server.client(), 3)
            assert server.stop() == 0
        kind = chance.choice(["disk", "disk", "disk", "net", "start"])
        faults, generator = faults_of(kind, chance), random.Random(chance.random())
        print(f"run {len(starts)}: {faults}")
        starts.append(run(server, kind, faults, partial(use, server, sessions, answers, generator)))
        failed.update(injected(server))
        verify(sessions, server.start().client())
        assert server.stop() == 0
        assert check(server) == (0, "3 sessions, 0 damaged\n")
    report("system calls", seed=seed, faults=failed.total(), runs=len(starts), failed_starts=starts.count(False))
    report("answers to GET", **{str(status or "closed"): number for status, number in answers.items()})
    assert answers.keys() <= {None, 200, 503, 507}
