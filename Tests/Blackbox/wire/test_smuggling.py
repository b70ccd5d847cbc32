"""Patterns of request smuggling through nginx: nginx, a second parser and the server see the same requests.

The bytes between nginx and the server are recorded. For each connection, the second parser finds the ends of requests
where nginx logs them, the server responds once to each of them, and the next request through the same nginx gets its
own response. Inputs are random connections, and the cases of the oracle's wire.json if NAVSTATE_ORACLE names its
folder."""

import asyncio
import base64
import contextlib
import json
import os
import random
import re
from pathlib import Path

import pytest
from navstate import ROOT, free_port, head, report
from wire.nginx import Nginx
from wire.reference_parser import DEFAULT, REFUSED, Connection, End
from wire.request_generator import Generator

SITE = """
  log_format forwarded '$upstream_bytes_sent $upstream_status';
  access_log {folder}/access.log forwarded;
  upstream navstate {{ server 127.0.0.1:{relay}; keepalive 4; }}
  server {{ listen 127.0.0.1:{port}; {location} }}
"""
STATUS = re.compile(rb"HTTP/1\.1 (\d\d\d) ")
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
            if end.args[0] == REFUSED:
                found.append(("", len(self.sent) - at))
        return found


class Stack:
    """An nginx, and a recorder of the requests that it forwards."""

    def __init__(self, folder, server, location):
        folder.mkdir()
        self.server, self.links, self.port, self.relay = server, [], free_port(), free_port()
        self.nginx = Nginx(folder, SITE.format(folder=folder, relay=self.relay, port=self.port, location=location))

    async def start(self):
        self.listener = await asyncio.start_server(self.record, "127.0.0.1", self.relay)
        self.nginx.start((self.nginx.folder / "pid").exists)
        self.log = open(self.nginx.folder / "access.log")

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

    async def fault(self, data):
        """The first fault, if any. If that may be a matter of time, the second attempt takes more of it."""
        if not await self.attempt(data, 0.2):
            return None
        # Late log entries of the first attempt do not belong to the second.
        await asyncio.sleep(1)
        self.log.read()
        return await self.attempt(data, 4)

    async def attempt(self, data, patience):
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
            self.log.read()
            assert answer.startswith(b"HTTP/1.1 200 ") and b"problem" not in answer, "another answer to the next"
        except AssertionError as error:
            exchanged = [(bytes(link.sent[:500]), bytes(link.answered[:200])) for link in self.links]
            return f"{error}; log {entries}, sent and answered {exchanged}"


def compare(forwarded, links):
    """Asserts that nginx, the second parser and the server see the same requests."""
    lengths, logged = [], sum(sent for sent, _ in forwarded)
    assert logged == sum(len(link.sent) for link in links), "nginx logs other bytes than it sent"
    for link in links:
        requests = link.requests() if link.sent else []
        lengths += [length for _, length in requests]
        answers = final_answers(bytes(link.answered), [method for method, _ in requests]) if link.sent else 0
        assert answers == len(requests), f"{answers} answers to {len(requests)} requests"
    whole = [sent for sent, status in forwarded if status != "-"]
    assert sorted(lengths) == sorted(whole), f"nginx sent requests of {whole} bytes; they are {lengths}"


def final_answers(data, methods):
    """The number of responses; -1: incomplete."""
    at = count = 0
    while at < len(data):
        status, end = STATUS.match(data, at), data.find(b"\r\n\r\n", at)
        if not status or end < 0:
            return -1
        length, at = LENGTH.search(data, at, end + 4), end + 4
        if not status[1].startswith(b"1"):
            if length and methods[count:count + 1] != ["HEAD"] and status[1] not in (b"204", b"304"):
                at += int(length[1])
            count += 1
    return count if at == len(data) else -1


def inputs(count):
    """The bytes of the connections."""
    if oracle := os.environ.get("NAVSTATE_ORACLE"):
        for case in json.loads(Path(oracle, "wire.json").read_text()):
            parts = case.get("raw_parts") or [[case["raw_base64"], 1]]
            yield b"".join(base64.b64decode(text) * count for text, count in parts)
    generator = Generator(random.Random(int(os.environ.get("NAVSTATE_SEED", 1))))
    yield from (generator.connection() for _ in range(count))


async def faults_of(stacks, waiting):
    """The faults of all inputs, which the stacks share."""
    async def work(stack):
        while waiting:
            # Nothing would be sent for an empty connection.
            data = waiting.pop() or b"\r\n"
            if fault := await stack.fault(data):
                found.append((data[:300], fault))

    found = []
    for stack in stacks:
        await stack.start()
    await asyncio.gather(*map(work, stacks))
    return found


@pytest.mark.parametrize("buffering", ["on", "off"])
def test_nginx_and_the_server_see_the_same_requests(server, tmp_path, setting, buffering):
    location = re.search(r"  location / \{(.*?\n  \}\n)", (ROOT / "ops" / "nginx.conf").read_text(), re.DOTALL)[1]
    location = f"location / {{ proxy_request_buffering {buffering}; {location}"
    stacks = [Stack(tmp_path / f"nginx{number}", server, location) for number in range(8)]
    waiting = list(inputs(setting("SMUGGLING_INPUTS", 500, 5000)))
    report("smuggling", connections=len(waiting), buffering=buffering)
    try:
        assert asyncio.run(faults_of(stacks, waiting)) == []
    finally:
        for stack in stacks:
            stack.nginx.stop()
    assert server.stop() == 0
