"""The server's request parser and a second one agree on random connections.

Both report the end of each request, its method, target, fields and content, whether the connection stays open, and
whether the rest is refused. The server's parser, in the program Verdicts, reports it three times, with the bytes
divided differently."""

import random
import struct
import subprocess
from collections import Counter
from io import BytesIO

import pytest
from navstate import built, report
from wire.reference_parser import DEFAULT, SMALL, verdicts
from wire.request_generator import Generator

BATCH = 2000


@pytest.fixture
def program():
    return built("Verdicts", "verdicts", configuration="release", NAVSTATE_FUZZ="1")


def parsed(program, batch):
    """The results of the server's parser."""
    connections = b"".join(struct.pack("<IB", len(data), limits is SMALL) + data for data, limits in batch)
    output = BytesIO(subprocess.run([program], input=connections, stdout=subprocess.PIPE, check=True).stdout)
    return [output.read(struct.unpack("<I", output.read(4))[0]) for _ in batch]


def test_two_parsers_agree_on_random_connections(program, setting):
    seed, inputs = setting("NAVSTATE_SEED", 1, 1), setting("PARSER_INPUTS", 20_000, 1_000_000)
    generator, counts = Generator(random.Random(seed)), Counter()
    for _ in range(0, inputs, BATCH):
        batch = [(generator.connection(), generator.pick([SMALL] * 2 + [DEFAULT] * 3)) for _ in range(BATCH)]
        for (data, limits), found in zip(batch, parsed(program, batch)):
            expected = verdicts(data, limits)
            assert found in expected, (data, limits)
            counts.update({"begin_with_a_request": found.startswith(b"R"), "refused": found.endswith(b"X"),
                           "left_open": found.endswith(b"M"), "undecided": len(expected) > 1})
    shares = {name: f"{100 * count / inputs:.1f} %" for name, count in counts.items()}
    report("two parsers", seed=seed, inputs=inputs, **shares)
