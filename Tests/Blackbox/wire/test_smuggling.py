"""Patterns of request smuggling through nginx: nginx, a second parser and the server see the same requests.

The bytes between nginx and the server are recorded. For each connection, the second parser finds the ends of requests
where nginx logs them, the server responds once to each of them, and the next request through the same nginx gets its
own response. Inputs are random connections, and the cases of the oracle's wire.json."""

import asyncio
import base64
import contextlib
import json
import os
import random
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from durability.test_oracle import ORACLE
from navstate import ROOT, head, report, reserved_port
from wire.nginx import nginx
from wire.reference_parser import DEFAULT, REFUSED, Connection, End
from wire.request_generator import Generator

SITE = Path(__file__).with_name("smuggling.conf").read_text()
LOCATION = re.search(r"  location / \{(.*?\n  \}\n)", (ROOT / "ops" / "nginx.conf").read_text(), re.DOTALL)[1]
ANSWER = re.compile(rb"HTTP/1\.1 (\d\d\d) .*?\r\n\r\n", re.DOTALL)
LENGTH = re.compile(rb"\r\nContent-Length: (\d+)\r\n", re.IGNORECASE)
NEXT = head("GET /livez", "Connection: close")


class Link:
    """A connection from nginx to the server, and its bytes during a case."""

    def __init__(self):
        self.sent, self.answered, self.is_open = bytearray(), bytearray(), True

    async def copy(self, source, sink, record):
        with contextlib.suppress(OSError):
            while data := await source.read(1 << 16):
                record += data
                sink.write(data)
                await sink.drain()
        self.is_open = False
        sink.close()

    def requests(self):
        """Methods and lengths of the requests that the second parser finds; one that is refused has no method."""
        found, at = [], 0
        try:
            for request in Connection(bytes(self.sent), DEFAULT).requests():
                found.append((request.method, request.end - at))
                at = request.end
        except End as end:
            assert not self.is_open or at == len(self.sent), "the connection goes on after a bad request"
            found += [("", len(self.sent) - at)] if end.args[0] == REFUSED else []
        return found

    def answers(self, methods):
        """The number of final responses; -1: the last one is incomplete."""
        at = count = 0
        while answer := ANSWER.match(self.answered, at):
            length, at = LENGTH.search(answer[0]), answer.end()
            if not answer[1].startswith(b"1"):
                has_content = methods[count:count + 1] != ["HEAD"] and answer[1] not in (b"204", b"304")
                at += int(length[1]) if length and has_content else 0
                count += 1
        return count if at == len(self.answered) else -1


class Recorder:
    """An nginx, and the requests that it forwards."""

    def __init__(self, server, folder, buffering):
        folder.mkdir()
        self.server, self.folder, self.links, self.front, self.relay = server, folder, [], reserved_port(), reserved_port()
        self.port = self.front.getsockname()[1]
        self.site = SITE.format(folder=folder, relay=self.relay.getsockname()[1], port=self.port, buffering=buffering, location=LOCATION)

    async def faults(self, waiting):
        """The faults of the inputs, until none is left."""
        found, self.log = [], open(self.folder / "access.log")
        await asyncio.start_server(self.record, sock=self.relay)
        while waiting:
            # Nothing would be sent for an empty connection.
            data = waiting.pop() or b"\r\n"
            if await self.fault(data, 0.2):
                # That may be a matter of time.
                await asyncio.sleep(1)
                if fault := await self.fault(data, 4):
                    found.append((data[:300], fault))
        return found

    async def record(self, reader, writer):
        link, (answers, requests) = Link(), await asyncio.open_connection("127.0.0.1", self.server.port)
        self.links.append(link)
        await asyncio.gather(link.copy(reader, requests, link.sent), link.copy(answers, writer, link.answered))

    async def exchange(self, data, patience):
        """Sends a connection's bytes; returns the received ones, until nothing more comes for a time."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(data)
        received, rest = b"", patience / 4
        with contextlib.suppress(TimeoutError, asyncio.TimeoutError, OSError):
            while part := await asyncio.wait_for(reader.read(1 << 16), patience):
                received, patience = received + part, rest
        writer.close()
        return received

    async def fault(self, data, patience):
        """Sends a connection, and the next one; returns the first fault."""
        # Late entries belong to the former connection.
        self.log.read()
        self.links = [link for link in self.links if link.is_open]
        for link in self.links:
            link.sent.clear()
            link.answered.clear()
        await self.exchange(data, patience)
        # nginx has logged all then.
        await asyncio.sleep(patience * 0.15)
        entries = [line.split() for line in self.log.read().splitlines()]
        try:
            compare([(int(sent), status) for sent, status in entries if sent not in ("-", "0")], self.links)
            answer = await self.exchange(NEXT, 10)
            assert answer.startswith(b"HTTP/1.1 200 ") and b"problem" not in answer, "another answer to the next"
        except AssertionError as error:
            exchanged = [(bytes(link.sent[:500]), bytes(link.answered[:200])) for link in self.links]
            return f"{error}; log {entries}, sent and answered {exchanged}"


def compare(forwarded, links):
    """Asserts that nginx, the second parser and the server see the same requests."""
    lengths, logged = [], sum(sent for sent, _ in forwarded)
    assert logged == sum(len(link.sent) for link in links), "nginx logs other bytes than it sent"
    for link in filter(lambda link: link.sent, links):
        requests = link.requests()
        lengths += [length for _, length in requests]
        assert link.answers([method for method, _ in requests]) == len(requests), "another number of answers"
    whole = [sent for sent, status in forwarded if status != "-"]
    assert sorted(lengths) == sorted(whole), f"nginx sent requests of {whole} bytes; they are {lengths}"


def inputs(count):
    """The bytes of the connections."""
    for case in json.loads((ORACLE / "wire.json").read_text()):
        parts = case.get("raw_parts") or [[case["raw_base64"], 1]]
        yield b"".join(base64.b64decode(text) * count for text, count in parts)
    generator = Generator(random.Random(int(os.environ.get("NAVSTATE_SEED", 1))))
    yield from (generator.connection() for _ in range(count))


@pytest.mark.parametrize("buffering", ["on", "off"])
def test_nginx_and_the_server_see_the_same_requests(server, tmp_path, setting, buffering):
    waiting = list(inputs(setting("SMUGGLING_INPUTS", 500, 5000)))
    report("smuggling", connections=len(waiting), buffering=buffering)
    recorders = [Recorder(server, tmp_path / f"nginx{number}", buffering) for number in range(8)]

    async def faults():
        return await asyncio.gather(*[recorder.faults(waiting) for recorder in recorders])

    with contextlib.ExitStack() as stack:
        for recorder in recorders:
            stack.enter_context(nginx(recorder.folder, recorder.site))
        # On a thread of its own: the event loop of Playwright occupies that of the tests.
        with ThreadPoolExecutor(1) as pool:
            assert sum(pool.submit(asyncio.run, faults()).result(), []) == []
    assert server.stop() == 0
